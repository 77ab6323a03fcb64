"""The protocols that games declare, and how the command line and players find them."""

from __future__ import annotations

import pytest
from tests.json_schemas import json_lines

from boardwright import find_game
from boardwright.cli import main
from boardwright.cli.commands import NAMES, load
from boardwright.engine.players import protocol_player, read_player
from boardwright.errors import BoardwrightError
from boardwright.manifest import GameProtocol
from boardwright.protocol_registry import declared_commands, declared_protocols


def test_every_declared_command_can_be_loaded_and_none_hides_another() -> None:
    names = ["ugi", *(name for *_, protocol in declared_protocols() for name in protocol.commands)]
    assert list(declared_commands()) == names
    assert len({*names, *NAMES}) == len(names) + len(NAMES)
    assert all(load(name).ABOUT for name in declared_commands())


def test_the_list_names_every_protocol(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["protocol", "list", "--json"]) == 0
    rows = json_lines("protocol", capsys.readouterr().out)
    assert rows[0] == {
        "name": "ugi",
        "game": "any",
        "about": "every game, UCI-like text lines",
        "commands": ["ugi"],
        "player": "ugi:COMMAND",
    }
    assert [row["name"] for row in rows[1:]] == [name for _, name, _ in declared_protocols()]
    assert main(["protocol"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1 + len(rows)


def test_a_protocol_of_one_variant_refuses_the_others() -> None:
    protocol = GameProtocol("for one", player="nowhere:Nobody", partner="HOST", variant="castle")
    with pytest.raises(BoardwrightError, match="the protocol supports only turm:castle: found turm:centre"):
        protocol_player(protocol, "host", find_game("turm"), 0, None)


def test_a_game_without_a_protocol_has_none_of_its_players() -> None:
    with pytest.raises(BoardwrightError, match=r"unknown player 'smoke:signals': expected .*level:10, ugi:COMMAND"):
        read_player("smoke:signals", find_game("margrites"))
