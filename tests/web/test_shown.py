"""Positions and moves in JSON."""

from __future__ import annotations

from typing import Any

from boardwright.game import MoveView, Piece, Stage, View
from boardwright.games.turm.game import Turm
from boardwright.games.turm.rules import Move, Position
from boardwright.match import Match
from boardwright.web.shown import shown_last, shown_state


class Lists(Turm):
    """A game whose views are made of lists, as a designer's may be."""

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


def test_lists_are_as_good_as_tuples() -> None:
    shown = []
    for game in (Turm(), Lists()):
        match = Match(game)
        match.play_text("D5-D4-1")
        shown.append(shown_state(match, shown_last(match)))
    assert shown[0] == shown[1]
