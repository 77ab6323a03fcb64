"""Positions and moves in JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest

from boardwright import find_game
from boardwright.games.turm.game import Turm
from boardwright.games.turm.rules import Move, Position
from boardwright.played_game import PlayedGame
from boardwright.views import MoveView, Piece, Stage, View
from boardwright.web import serialisation
from boardwright.web.serialisation import LONGEST_CACHED, move_json, state_json


class Lists(Turm):
    """A game whose views are made of lists, and whose moves of a tuple, as a designer's may be."""

    def legal_moves(self, position: Position) -> Any:
        return tuple(super().legal_moves(position))

    def view(self, position: Position) -> View:
        view = super().view(position)
        return view._replace(pieces=_listed(view.pieces))

    def move_view(self, position: Position, move: Move) -> MoveView:
        view = super().move_view(position, move)
        stages: Any = [Stage(kind, _listed(before), _listed(after)) for kind, before, after in view.stages]
        paths: Any = [list(path) for path in view.paths]
        return MoveView(paths, stages)


def _listed(pieces: tuple[Piece, ...]) -> Any:
    return [piece._replace(squares=list(piece.squares)) for piece in pieces]  # type: ignore[arg-type]


MANY_WAYS = "W:WK27:BK5,K8,K9,K10,K11,K18,K20,K21,K28,K30,K31,K32,K33,K41,K42,K43,K44,K50"


def test_what_recurs_is_written_once_unless_it_has_hundreds_of_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[Stage] = []

    def write(stage: Stage) -> bytes:
        written.append(stage)
        return b"{}"

    monkeypatch.setattr(serialisation, "_stage", write)
    game = find_game("draughts")
    for text, is_kept in (("W:W31,50:B1", True), (MANY_WAYS, False)):
        position = game.parse_position(text)
        (move, *_) = game.legal_moves(position)
        assert (sum(map(len, game.move_view(position, move).paths)) <= LONGEST_CACHED) == is_kept
        move_json(game, position, move)
        written.clear()
        move_json(game, position, move)
        assert (written == []) == is_kept


def test_lists_are_as_good_as_tuples() -> None:
    told = []
    for game in (Turm(), Lists()):
        match = PlayedGame(game)
        match.play_text("D5-D4-1")
        told.append(state_json(match))
    assert told[0] == told[1]


def test_the_last_turn_is_all_that_one_side_has_moved_since_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    match = PlayedGame(find_game("margrites"))

    def turn() -> list[str]:
        return [move["text"] for move in json.loads(state_json(match))["last_turn"]]

    assert turn() == []
    for moves in (["e2>e3", "d2>d3", "c2>c3", "b2>b3"], ["b7>b6", "c7>c6"]):
        for place, move in enumerate(moves, 1):
            match.play_text(move)
            assert turn() == moves[:place]
    monkeypatch.setattr(serialisation, "LONGEST_TURN", 1)
    assert turn() == ["c7>c6"]
