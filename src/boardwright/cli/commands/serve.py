"""``boardwright serve``."""

from __future__ import annotations

import argparse

from boardwright.arguments import whole_number
from boardwright.folders import data_folder

ABOUT = "the board in the browser: play, watch, analyse"
COMMAND_FOLLOWS = False


def declare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default="127.0.0.1", metavar="ADDRESS", help="where to listen (127.0.0.1)")
    parser.add_argument("--port", type=whole_number(0, 65535), default=8000, metavar="P", help="the port (8000)")
    parser.add_argument("--database", metavar="URL", help="where matches are kept (a SQLite file in the data folder)")


def run(options: argparse.Namespace) -> None:
    from boardwright.web.serve import serve

    folder = data_folder()
    assert folder is not None
    folder.mkdir(parents=True, exist_ok=True)
    print(f"http://{options.host}:{options.port}", flush=True)
    serve(options.host, options.port, options.database or f"sqlite:///{folder / 'matches.db'}")
