"""Starter: a board game for Boardwright. Change it into yours; the comments say what is where."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from boardwright import Game, Outcome, Termination
from boardwright.fen import BoardText, parse_fields, parse_side, ranks_of
from boardwright.views import Board, Piece, Side, View

# The board: a letter for each column, a number for each row. Board.hexagon(4) has hexagons, Board.graph has points and
# lines, and gaps=["c3"] leaves out squares.
BOARD = Board.grid("abcde", "12345")
# The kinds of pieces by their letters; the side that moves first has capital letters.
KINDS = {"r": "runner", "g": "guard"}
# The steps of each piece: columns to the right, rows ahead. (A hexagon is two columns wide.)
STEPS = {"r": [(-1, 1), (0, 1), (1, 1)], "g": [(-1, 0), (1, 0), (0, 1), (0, -1)]}
# The first position, from the top row down: numbers stand for empty squares, and "w" for white to move.
START = "grrrg/5/5/5/GRRRG w"

LETTERS = "".join(KINDS)
TEXT = BoardText(BOARD, LETTERS + LETTERS.upper())
PLACES = {(square.x, square.y): at for at, square in enumerate(BOARD.squares)}
LAST_ROWS = (BOARD.rows - 1, 0)  # Of both sides; rows are numbered from 0 at the bottom.


class Move(NamedTuple):
    origin: int
    target: int


@dataclass(frozen=True)
class Position:
    squares: str  # A letter for each square of the board, row by row from a1, "." where it is empty.
    to_move: Side


class StarterGame(Game[Position, Move]):
    """Bring a runner to the last row.

    Runners step one square ahead, straight or diagonally; guards step one square to the side, ahead or back. A piece
    takes what it lands on. You win by bringing a runner to the last row, or by taking all runners.
    """

    # The docstring above is what the page shows as the rules.
    name = "starter"
    title = "Starter"
    sides = ("white", "black")
    kinds = tuple(KINDS.values())
    start_text = START

    # The rules: which moves there are, what a move does, and when the game is over.

    def legal_moves(self, position: Position) -> list[Move]:
        return [] if self.outcome(position) else self.steps(position)

    def steps(self, position: Position) -> list[Move]:
        is_own, ahead = (str.isupper, 1) if position.to_move == 0 else (str.islower, -1)
        moves = []
        for origin, square in enumerate(BOARD.squares):
            letter = position.squares[origin]
            for right, up in STEPS[letter.lower()] if is_own(letter) else ():
                target = PLACES.get((square.x + right, square.y + up * ahead))
                if target is not None and not is_own(position.squares[target]):
                    moves.append(Move(origin, target))
        return moves

    def successor(self, position: Position, move: Move) -> Position:
        squares = list(position.squares)
        squares[move.target], squares[move.origin] = squares[move.origin], "."
        return Position("".join(squares), 1 - position.to_move)

    def outcome(self, position: Position) -> Outcome | None:
        for side, runner in enumerate("Rr"):
            rows = [BOARD.squares[at].y for at, letter in enumerate(position.squares) if letter == runner]
            if LAST_ROWS[side] in rows:
                return Outcome(side, "a runner has reached the last row", Termination.REACHED_GOAL)
            if not rows:
                return Outcome(1 - side, "all runners are taken", Termination.NO_PIECES)
        # A position that occurs for the third time is a draw in every game, unless you say otherwise.
        return None if self.steps(position) else Outcome(None, "there is no move", Termination.NO_MOVES)

    # How positions and moves are written, and what the board shows.

    def format_position(self, position: Position) -> str:
        return f"{TEXT.format(position.squares)} {'wb'[position.to_move]}"

    def parse_position(self, text: str, *, strict: bool = True) -> Position:
        board, side = parse_fields(text, "the board", "the side to move")
        return Position(TEXT.parse(board), parse_side(side, "wb"))

    def position_text_from_pieces(
        self, pieces: Sequence[Piece], to_move: Side, counts: Mapping[str, int], original: Position
    ) -> str:
        # What the board editor of the page writes.
        return f"{ranks_of(BOARD, pieces)} {'wb'[to_move]}"

    def format_move(self, position: Position, move: Move) -> str:
        return BOARD.squares[move.origin].name + BOARD.squares[move.target].name

    def view(self, position: Position) -> View:
        pieces = tuple(
            Piece(KINDS[letter.lower()], int(letter.islower()), (square.name,), letter)
            for square, letter in zip(BOARD.squares, position.squares, strict=True)
            if letter != "."
        )
        return View(BOARD, pieces, position.to_move)
