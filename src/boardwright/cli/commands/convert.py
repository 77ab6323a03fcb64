"""``boardwright convert``."""

from __future__ import annotations

import argparse

from boardwright.cli.inputs import output
from boardwright.cli.record_options import Recorded, add_output, add_rules
from boardwright.records.files import write_record

ABOUT = "games from one format to another: JSON, the text record, PDN"
COMMAND_FOLLOWS = False


def declare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", nargs="+", help="files of games: .txt, .json, .jsonl, .pdn")
    parser.add_argument("--to", required=True, metavar="FORMAT", help="json, text, or another that the game has: pdn")
    add_output(parser)
    add_rules(parser)


def run(options: argparse.Namespace) -> int:
    games = Recorded(options.files, options)
    with output(options.output) as stream:
        for kept in games:
            stream.write(write_record(kept, options.to))
    return games.status
