"""Every game and variant, and the example, keeps the contract; and a broken game is caught."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from boardwright import Game, InvalidPosition, Outcome, find_game
from boardwright.cli.commands.moves import move_texts
from boardwright.conformance import Nonconformance, check_game
from boardwright.encoding import Chosen
from boardwright.game import Board, MoveView, Piece, Side, View
from boardwright.games.turm import Move, Position, Turm
from boardwright.games.turm.encoding import TurmEncoding
from boardwright.registry import BUILT_IN

EXAMPLE = "examples/breakthrough.py"
ALL = [f"{name}:{variant}" for name in BUILT_IN for variant in find_game(name).variants] + [EXAMPLE]


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
def test_random_games_keep_the_contract(name: str) -> None:
    done = check_game(find_game(name), seed=1, games=6)
    assert done.games == 6
    assert done.positions == done.moves + 6


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
def test_many_random_games_keep_the_contract(name: str) -> None:
    assert check_game(find_game(name), seed=2, games=12).games == 12


@dataclass(frozen=True)
class Row:
    stones: str
    to_move: Side


class Placing(Game[Row, int]):
    """Put a stone on one of four squares; the first three in a row win. Only what a game must define."""

    name = "placing"
    title = "Placing"
    sides = ("black", "white")
    kinds = ("stone",)
    start_text = "....b"
    board = Board.grid("abcd", "1")

    def legal_moves(self, position: Row) -> list[int]:
        return [] if self.outcome(position) else [at for at, stone in enumerate(position.stones) if stone == "."]

    def successor(self, position: Row, move: int) -> Row:
        stones = position.stones[:move] + "bw"[position.to_move] + position.stones[move + 1 :]
        return Row(stones, 1 - position.to_move)

    def outcome(self, position: Row) -> Outcome | None:
        return None if "." in position.stones else Outcome(None, "the row is full")

    def format_position(self, position: Row) -> str:
        return position.stones + "bw"[position.to_move]

    def parse_position(self, text: str, *, strict: bool = True) -> Row:
        if len(text) != 5 or set(text) - set("bw.") or text[4] == ".":
            raise InvalidPosition(f"{text[:9]!r}: expected four squares and the side to move")
        return Row(text[:4], "bw".index(text[4]))

    def format_move(self, position: Row, move: int) -> str:
        return "abcd"[move] + "1"

    def view(self, position: Row) -> View:
        stones = [(at, stone) for at, stone in enumerate(position.stones) if stone != "."]
        pieces = tuple(Piece("stone", "bw".index(stone), ("abcd"[at] + "1",), stone) for at, stone in stones)
        return View(self.board, pieces, position.to_move)


def test_a_game_that_puts_pieces_on_the_board_needs_nothing_special() -> None:
    assert check_game(Placing()).positions == 15
    assert move_texts(Placing(), Placing().start(), "stone") == ["a1", "b1", "c1", "d1"]


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


class Wordy(Turm):
    def format_move(self, position: Position, move: Move) -> str:
        return super().format_move(position, move).replace("-", " to ", 1)


class Shuffled(Turm):
    def arranged(self, pieces: Sequence[Piece], to_move: Side) -> str:
        return super().arranged([piece._replace(label="r1") for piece in pieces if piece.kind == "tower"], to_move)


class Frugal(Turm):
    @property
    def palette(self) -> tuple[Piece, ...]:
        return super().palette[:9]


class Permissive(Turm):
    def checked(self, position: Position, move: Move) -> Move:
        return move


class Crashing(Turm):
    def parse_position(self, text: str, *, strict: bool = True) -> Position:
        return super().parse_position(text, strict=strict) if text else Position((), int(text))


class ConfusedEncoding(TurmEncoding):
    def options(self, position: Position, chosen: Chosen = ()) -> dict[int, Move | None]:
        options = super().options(position, chosen)
        return dict(zip(options, reversed(options.values()), strict=True))


class Confused(Turm):
    @property
    def encoding(self) -> ConfusedEncoding:
        return ConfusedEncoding(self)


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
        (Wordy, "a move's text has no blanks"),
        (Shuffled, "InvalidPosition in _check_guards"),
        (Frugal, "the palette has every piece"),
        (Permissive, "a finished game refuses moves"),
        (Jumpy, "a stage removes what is there"),
        (Crashing, "ValueError in parse_position"),
        (Confused, "a move survives its actions"),
    ],
)
def test_a_game_that_breaks_the_contract_is_caught(broken: type[Turm], complaint: str) -> None:
    with pytest.raises(Nonconformance, match=complaint):
        check_game(broken())


def test_the_check_says_where() -> None:
    with pytest.raises(Nonconformance, match="turm:centre: no legal move is listed twice in 'r1r11RG1r1r1/"):
        check_game(Twice())
