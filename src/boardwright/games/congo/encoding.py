"""The encoding of Congo: an action goes from one square to another; a monkey's chain takes one per jump."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from boardwright.encoding import FromToEncoding, Perspective
from boardwright.games.congo.packing import PLACES
from boardwright.games.congo.rules import (
    JUMPS,
    PIECES,
    REACH,
    SQUARES,
    WHITE,
    Move,
    Position,
    captured,
    square_name,
)

NUMBERS = {square_name(square): square for square in SQUARES}


class CongoEncoding(FromToEncoding[Position, Move]):
    """A monkey that could jump again may stop instead."""

    perspective = Perspective.FLIPPED
    separator = ""
    has_chains = has_stop = True

    def possible_steps(self) -> Iterator[tuple[str, str]]:
        reaches = [reach for piece in PIECES[WHITE] for reach in REACH[piece]]
        lines = [line for reach in reaches for line in (*reach[:2], *reach.slides, *reach.retreats, *reach.sights)]
        moves = {move for line in lines for move in line}
        moves |= {(start, behind) for start, jumps in enumerate(JUMPS) for _, behind in jumps}
        return ((square_name(start), square_name(end)) for start, end in moves)

    def routes(self, position: Position, move: Move) -> list[list[str]]:
        return [[square_name(square) for square in move]]

    def max_actions(self, position: Position) -> int:
        return self.max_by_progress(position, "pawn")

    def core_square(self, name: str) -> int:
        return PLACES[NUMBERS[name]]

    def taken(self, position: Position, path: Sequence[str]) -> list[str]:
        return [square_name(square) for square in captured(position.board, tuple(NUMBERS[name] for name in path))]
