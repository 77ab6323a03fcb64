"""The contract of international draughts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import ClassVar

from boardwright.errors import IllegalMove
from boardwright.game import Game, History, Outcome
from boardwright.games.draughts import draws, notation, rules
from boardwright.games.draughts.manifest import MANIFEST
from boardwright.games.draughts.routes import routes_of, why_not_walked
from boardwright.games.draughts.rules import BIT, BLACK, SIZE, SQUARES, WHITE, Move, Position, coordinates, numbers
from boardwright.views import Board, MoveView, Piece, Side, Square, Stage, View

KING_VALUE = 3
"""The value of a king in men, for :meth:`Draughts.estimate`."""


class Draughts(Game[Position, Move]):
    """International draughts on ten by ten squares, by the rules of the FMJD.

    >>> game = Draughts()
    >>> position = game.start()
    >>> [game.format_move(position, move) for move in game.legal_moves(position)][:3]
    ['31-26', '32-27', '33-28']
    """

    name = "draughts"
    manifest = MANIFEST
    reasons = rules.REASONS
    refusals = rules.REFUSALS
    title = "International draughts"
    sides = ("white", "black")
    kinds = ("man", "king")
    start_text = notation.START
    description = "Jump over pieces to capture them, as many as you can: who has no move left loses."
    glyphs: ClassVar[Mapping[str, str]] = {"man": "", "king": "M8 28l22 22 20-34 20 34 22-22-8 44H16zM16 78h68v10H16z"}

    @cached_property
    def board(self) -> Board:
        """The fifty dark squares; the edges carry the digits of the board text."""
        squares = tuple(Square(str(square), *coordinates(square), "dark") for square in SQUARES)
        return Board(SIZE, SIZE, squares, tuple("0123456789"), tuple("0123456789"))

    legal_moves = staticmethod(rules.legal_moves)
    successor = staticmethod(rules.play)
    outcome = staticmethod(rules.outcome)
    why_illegal = staticmethod(rules.why_illegal)

    def broken_rules(self, position: Position, path: Sequence[str]) -> Iterator[str]:
        return why_not_walked(position, [int(name) for name in path])

    def parse_position(self, text: str, *, strict: bool = True) -> Position:
        return notation.parse_position(text)

    format_position = staticmethod(notation.format_position)

    def parse_move(self, position: Position, text: str, *, strict: bool = False) -> Move:
        over = self.why_over(position)
        if over is not None:
            raise IllegalMove(text.strip(), over)
        return notation.parse_move(position, text, strict=strict)

    def format_move(self, position: Position, move: Move) -> str:
        return notation.format_move(position, move)

    @property
    def notations(self) -> Mapping[str, Callable[[Position, Move], str]]:
        return {"pdn": notation.format_move, "short": notation.format_short, "kata": notation.format_turn}

    def view(self, position: Position) -> View:
        occupied = numbers(position.white | position.black)
        pieces = tuple(_piece(position, square, square) for square in occupied)
        return View(self.board, pieces, position.to_move)

    def move_view(self, position: Position, move: Move) -> MoveView:
        path = notation.path_of(position, move)
        walk = [_piece(position, move.origin, square) for square in path]
        stages = [Stage("move", (here,), (there,)) for here, there in pairwise(walk)]
        if move.captured:
            # Captured pieces stay on the board until the move ends.
            taken = tuple(_piece(position, square, square) for square in numbers(move.captured))
            stages.append(Stage("capture", taken, ()))
        if rules.crowns(position, move):
            crowned = _piece(rules.play(position, move), move.target, move.target)
            stages.append(Stage("promote", (walk[-1],), (crowned,)))
        paths = tuple(tuple(map(str, route)) for route in routes_of(position, move))
        return MoveView(paths, tuple(stages))

    @property
    def palette(self) -> tuple[Piece, ...]:
        every = Position(BIT[1] | BIT[2], BIT[3] | BIT[4], BIT[2] | BIT[4], WHITE)
        return self.view(every).pieces

    def position_text_from_pieces(
        self, pieces: Sequence[Piece], to_move: Side, counts: Mapping[str, int], original: Position
    ) -> str:
        white, black = (
            ",".join(
                "K" * (kind == "king") + square for kind, of, squares, *_ in pieces if of == side for square in squares
            )
            for side in (WHITE, BLACK)
        )
        return f"{notation.SIDES[to_move]}:W{white}:B{black}"

    def is_progress(self, position: Position, move: Move) -> bool:
        return bool(move.captured) or rules.crowns(position, move)

    def history_outcome(self, history: History[Position, Move]) -> Outcome | None:
        return draws.drawn(history)

    def estimate(self, position: Position) -> float:
        white, black, kings, _ = position
        men = white.bit_count() - black.bit_count()
        crowns = (white & kings).bit_count() - (black & kings).bit_count()
        return max(-1.0, min(1.0, (men + (KING_VALUE - 1) * crowns) / 8))


def _piece(position: Position, origin: int, square: int) -> Piece:
    """The piece that stands on its origin, shown on another square."""
    side = WHITE if BIT[origin] & position.white else BLACK
    kind = "king" if BIT[origin] & position.kings else "man"
    return Piece(kind, side, (str(square),), notation.piece_letter(position, origin))
