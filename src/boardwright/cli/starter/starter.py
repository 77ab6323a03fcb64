"""Starter: a board game for Boardwright. Change it into yours; the comments say what is where."""

from dataclasses import dataclass
from typing import NamedTuple

from boardwright import Game, InvalidPosition, Outcome, Termination
from boardwright.fen import Ranks, format_ranks
from boardwright.views import Board, Piece, Side, View

# The board: a letter for each column, a number for each row.
COLUMNS, ROWS = "abcde", "12345"
# The kinds of pieces by their letters; the side that moves first has capital letters.
KINDS = {"r": "runner", "g": "guard"}
# The steps of each piece: columns to the right, rows ahead.
STEPS = {"r": [(-1, 1), (0, 1), (1, 1)], "g": [(-1, 0), (1, 0), (0, 1), (0, -1)]}
# The first position, from the top row down: numbers stand for empty squares, and "w" for white to move.
START = "grrrg/5/5/5/GRRRG w"

WIDTH, HEIGHT = len(COLUMNS), len(ROWS)
NAMES = [column + row for row in reversed(ROWS) for column in COLUMNS]  # From the top left, as in START.
RANKS = Ranks(WIDTH, HEIGHT, "rgRG", "r, g, R, G")


class Move(NamedTuple):
    origin: int
    target: int


@dataclass(frozen=True)
class Position:
    squares: str  # A letter for each of NAMES, "." where it is empty.
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
    kinds = ("runner", "guard")
    start_text = START
    board = Board.grid(COLUMNS, ROWS)

    # The rules: which moves there are, what a move does, and when the game is over.

    def legal_moves(self, position: Position) -> list[Move]:
        return [] if self.outcome(position) else self.steps(position)

    def steps(self, position: Position) -> list[Move]:
        is_own, ahead = (str.isupper, -1) if position.to_move == 0 else (str.islower, 1)
        moves = []
        for origin, letter in enumerate(position.squares):
            for right, up in STEPS[letter.lower()] if is_own(letter) else ():
                row, column = origin // WIDTH + up * ahead, origin % WIDTH + right
                target = row * WIDTH + column
                if 0 <= row < HEIGHT and 0 <= column < WIDTH and not is_own(position.squares[target]):
                    moves.append(Move(origin, target))
        return moves

    def successor(self, position: Position, move: Move) -> Position:
        squares = list(position.squares)
        squares[move.target], squares[move.origin] = squares[move.origin], "."
        return Position("".join(squares), 1 - position.to_move)

    def outcome(self, position: Position) -> Outcome | None:
        last_rows = (position.squares[:WIDTH], position.squares[-WIDTH:])
        for side, runner in enumerate("Rr"):
            if runner in last_rows[side]:
                return Outcome(side, "a runner has reached the last row", Termination.REACHED_GOAL)
            if runner not in position.squares:
                return Outcome(1 - side, "all runners are taken", Termination.NO_PIECES)
        # A position that occurs for the third time is a draw in every game, unless you say otherwise.
        return None if self.steps(position) else Outcome(None, "there is no move", Termination.NO_MOVES)

    # How positions and moves are written, and what the board shows.

    def format_position(self, position: Position) -> str:
        rows = [position.squares[at : at + WIDTH] for at in range(0, len(NAMES), WIDTH)]
        return f"{format_ranks(rows)} {'wb'[position.to_move]}"

    def parse_position(self, text: str, *, strict: bool = True) -> Position:
        ranks, _, to_move = text.partition(" ")
        if to_move not in ("w", "b"):
            raise InvalidPosition(f"{text[:60]!r} is not a position: expected one such as {START!r}")
        return Position("".join(RANKS.parse(ranks)), "wb".index(to_move))

    def format_move(self, position: Position, move: Move) -> str:
        return NAMES[move.origin] + NAMES[move.target]

    def view(self, position: Position) -> View:
        placed = [(name, letter) for name, letter in zip(NAMES, position.squares, strict=True) if letter != "."]
        pieces = [Piece(KINDS[letter.lower()], int(letter.islower()), (name,), letter) for name, letter in placed]
        return View(self.board, tuple(pieces), position.to_move)
