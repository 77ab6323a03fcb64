"""``boardwright convert``."""

from __future__ import annotations

import argparse

from boardwright.cli.inputs import output
from boardwright.cli.record_options import Recorded, add_output, add_rules
from boardwright.records.files import write_record

ABOUT = "convert game records between formats: JSON, text, PDN"


def declare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", nargs="+", help="record files: .txt, .json, .jsonl or .pdn")
    parser.add_argument(
        "--to", required=True, metavar="FORMAT", help="json, text, or another format of the game, such as pdn"
    )
    add_output(parser)
    add_rules(parser)


def run(options: argparse.Namespace) -> int:
    games = Recorded(options.files, options)
    with output(options.output) as stream:
        for stored in games:
            stream.write(write_record(stored, options.to))
    return games.status
