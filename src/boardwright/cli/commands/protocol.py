"""``boardwright protocol``."""

from __future__ import annotations

import argparse
from typing import Any

from boardwright.cli.json_output import print_json
from boardwright.cli.options import add_json
from boardwright.cli.tables import aligned
from boardwright.errors import BoardwrightError, quoted
from boardwright.manifest import GameProtocol
from boardwright.protocol_registry import UGI, declared_protocols

ABOUT = "list the protocols for playing against other programs"


def declare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("action", metavar="list", nargs="?", help="list the protocols (the default)")
    add_json(parser)


def run(options: argparse.Namespace) -> None:
    if options.action not in (None, "list"):
        raise BoardwrightError(f"{quoted(options.action)} is not an action: expected list")
    described = [_described("ugi", "any", UGI)]
    for game, name, protocol in declared_protocols():
        described.append(_described(name, f"{game.name}:{protocol.variant}".rstrip(":"), protocol))
    if options.json:
        for one in described:
            print_json(one)
        return
    rows = [
        (row["name"], row["game"], ", ".join(row["commands"]), row["player"] or "", row["about"]) for row in described
    ]
    print("\n".join(aligned([("protocol", "game", "commands", "player", "about"), *rows], texts=True)))


def _described(name: str, game: str, protocol: GameProtocol) -> dict[str, Any]:
    return {
        "name": name,
        "game": game,
        "about": protocol.about,
        "commands": list(protocol.commands),
        "player": f"{name}:{protocol.partner}" if protocol.player else None,
    }
