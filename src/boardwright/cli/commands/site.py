"""``boardwright site``."""

from __future__ import annotations

import argparse

from boardwright.cli.json_output import print_json
from boardwright.cli.options import add_json
from boardwright.installing import needs
from boardwright.paths import expanded

ABOUT = "write a site of static files: play, analyse and learn in the browser, without a server"
MEGABYTE = 1_000_000


def declare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", metavar="FOLDER", help="folder of the site: a new one, or an earlier site")
    parser.add_argument(
        "--game", action="append", default=[], metavar="FILE", help="also offer the game defined in a Python file"
    )
    parser.add_argument(
        "--pyodide",
        metavar="FOLDER",
        help="folder with the files of Pyodide, for use without a network (default: fetched once, with npm and pip)",
    )
    add_json(parser)


def run(options: argparse.Namespace) -> None:
    with needs("a site", extra="web"):
        from boardwright.web.site.writer import write_site
    site = write_site(expanded(options.folder), options.game, options.pyodide and expanded(options.pyodide))
    if options.json:
        print_json({"folder": options.folder, "games": site.games, "files": len(site.files), "bytes": site.size})
        return
    size = f"{len(site.files)} files, {site.size / MEGABYTE:.1f} MB"
    print(f"written: {options.folder} ({size}), with {len(site.games)} games")
    print(f"to try it: python -m http.server --directory {options.folder}")
