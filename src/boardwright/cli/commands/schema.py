"""``boardwright schema``."""

from __future__ import annotations

import argparse
import json

from boardwright.cli.json_schema import schema_names, schema_of

ABOUT = "print the JSON Schema of what a command prints with --json"


def declare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "command",
        metavar="COMMAND",
        nargs="?",
        choices=schema_names(),
        help="a command; without it, the commands that have a schema are listed",
    )


def run(options: argparse.Namespace) -> None:
    if options.command is None:
        print("\n".join(schema_names()))
        return
    print(json.dumps(schema_of(options.command), indent=2, ensure_ascii=False))
