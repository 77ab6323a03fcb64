"""Every game and variant, and the example, keeps the contract; and a broken game is caught."""

from __future__ import annotations

from typing import Any

import pytest

from boardwright import Outcome, find_game
from boardwright.conformance import Nonconformance, check_game
from boardwright.game import MoveView, View
from boardwright.games.turm import Move, Position, Turm
from boardwright.registry import BUILT_IN

EXAMPLE = "examples/breakthrough.py"
ALL = [f"{name}:{variant}" for name in BUILT_IN for variant in find_game(name).variants] + [EXAMPLE]


@pytest.mark.parametrize("name", ALL)
def test_random_games_keep_the_contract(name: str) -> None:
    done = check_game(find_game(name), seed=1, games=6)
    assert done.games == 6
    assert done.positions == done.moves + 6


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
def test_many_random_games_keep_the_contract(name: str) -> None:
    assert check_game(find_game(name), seed=2, games=25).games == 25


class ForgetfulText(Turm):
    def format_position(self, position: Position) -> str:
        return super().format_position(Position(position.board, 0))


class Jumpy(Turm):
    def legal_moves(self, position: Position) -> list[Move]:
        return [*super().legal_moves(position), Move(0, 48, 1)]


class Twice(Turm):
    def legal_moves(self, position: Position) -> list[Move]:
        return super().legal_moves(position) * 2


class Endless(Turm):
    def outcome(self, position: Position) -> Outcome | None:
        return None


class WonWithMoves(Turm):
    def outcome(self, position: Position) -> Outcome | None:
        return super().outcome(position) or (Outcome(0, "tired") if position.to_move else None)


class Ghosts(Turm):
    def view(self, position: Position) -> View:
        view = super().view(position)
        return View(view.board, view.pieces + view.pieces[:1], view.to_move)


class LazyStages(Turm):
    def move_view(self, position: Position, move: Move) -> MoveView:
        return MoveView(super().move_view(position, move).paths, ())


class OffBoard(Turm):
    def move_view(self, position: Position, move: Move) -> MoveView:
        return MoveView((("A1", "Z9"),), super().move_view(position, move).stages)


class Permissive(Turm):
    def checked(self, position: Position, move: Move) -> Move:
        return move


class Crashing(Turm):
    def parse_position(self, text: str, *, strict: bool = True) -> Position:
        return super().parse_position(text, strict=strict) if text else Position((), int(text))


@pytest.mark.parametrize(
    ("broken", "complaint"),
    [
        (ForgetfulText, "a position survives its text"),
        (Twice, "no legal move is listed twice"),
        (Endless, "a position without moves has an outcome"),
        (WonWithMoves, "a won position has no legal moves"),
        (Ghosts, "no two pieces share a square"),
        (LazyStages, "stages end in the next view"),
        (OffBoard, "a path leads over squares and exits"),
        (Permissive, "a finished game refuses moves"),
        (Jumpy, "a stage removes what is there"),
        (Crashing, "ValueError in parse_position"),
    ],
)
def test_a_game_that_breaks_the_contract_is_caught(broken: type[Turm], complaint: str) -> None:
    with pytest.raises(Nonconformance, match=complaint):
        check_game(broken())


def test_the_check_says_where(capsys: Any) -> None:
    with pytest.raises(Nonconformance, match="turm:centre: no legal move is listed twice in 'r1r11RG1r1r1/"):
        check_game(Twice())
