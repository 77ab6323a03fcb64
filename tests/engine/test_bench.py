"""The search does what it did: a change that means to alter it changes ``SIGNATURE`` in ``engine/bench.py``."""

from __future__ import annotations

import pytest
from tests.json_schemas import json_lines
from tests.running import Run

from boardwright.cli import main
from boardwright.cli.commands import bench
from boardwright.engine.bench import SIGNATURE


def test_the_search_has_the_signature_it_had(boardwright: Run) -> None:
    (told,) = json_lines("bench", boardwright("bench", "--json").stdout)
    assert told["signature"] == told["expected"] == SIGNATURE
    assert sorted(told["games"]) == [
        "cabeza",
        "congo:full",
        "congo:standard",
        "draughts",
        "margrites",
        "turm:castle",
        "turm:centre",
    ]


def test_the_signature_is_compared_with_the_expected_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "searched_games", lambda nodes: [])
    monkeypatch.setattr(bench, "signature", lambda games: "12345678")

    def last_line(*arguments: str) -> str:
        assert main(["bench", *arguments]) == 0
        return capsys.readouterr().out.splitlines()[-1]

    assert last_line() == f"signature 12345678: expected {SIGNATURE}"
    # Other nodes give another signature.
    assert last_line("--nodes", "10") == "signature 12345678"
    monkeypatch.setattr(bench, "SIGNATURE", "12345678")
    assert last_line() == "signature 12345678, as expected"
