"""The student: my own move generator for Turm & Wächter, held against the reference.

The assignment: a function from a position's text to its moves. Boardwright knows what is right, on as
many positions as I like, and shows the first one where I am wrong.

    python examples/student.py
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from random import Random

from boardwright import find_game, show
from boardwright.explore import perft, random_positions

POSITIONS = 300


def my_moves(text: str, *, takes_any: bool = False) -> list[str]:
    """All moves of the side to move, written as the course wants them: A7-C7-2."""
    ranks, side = text.split()
    board: dict[tuple[int, int], tuple[str, int]] = {}
    for row, rank in enumerate(ranks.split("/")):
        column, at = 0, 0
        while at < len(rank):
            if rank[at].isdigit():
                column, at = column + int(rank[at]), at + 1
                continue
            # A guard is RG or BG, a tower its colour and its height.
            height = 0 if rank[at + 1] == "G" else int(rank[at + 1])
            board[column, 7 - row] = (rank[at].lower(), height)
            column, at = column + 1, at + 2
    moves = []
    for (column, row), (colour, height) in board.items():
        if colour != side:
            continue
        for across, up in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            for stones in range(1, max(height, 1) + 1):
                target = column + across * stones, row + up * stones
                if not (0 <= target[0] < 7 and 1 <= target[1] <= 7):
                    break
                met = board.get(target)
                if met is None or _may_land(height, stones, met, side, takes_any):
                    moves.append(f"{_name(column, row)}-{_name(*target)}-{stones}")
                if met is not None:
                    break
    return sorted(moves)


def _may_land(height: int, stones: int, met: tuple[str, int], side: str, takes_any: bool) -> bool:
    colour, other = met
    if colour == side:
        return bool(height and other) and stones + other <= 7
    return takes_any or height == 0 or other <= stones


def _name(column: int, row: int) -> str:
    return "ABCDEFG"[column] + str(row)


def first_difference(moves: Callable[[str], list[str]]) -> str | None:
    """The first of many positions on which a move generator errs; None: there is none."""
    turm = find_game("turm")
    for position in islice(random_positions(turm, Random(1)), POSITIONS):
        expected = sorted(turm.format_move(position, move) for move in turm.legal_moves(position))
        text = turm.format_position(position)
        # Where the game is over the course's list still has the moves of the pieces.
        if expected and moves(text) != expected:
            return text
    return None


def main() -> None:
    print("My generator:", "agrees everywhere" if first_difference(my_moves) is None else "errs")
    # Yesterday I had not read that stones take no tower that is higher than their number.
    wrong = first_difference(lambda text: my_moves(text, takes_any=True))
    print("Yesterday's erred here:")
    print(show("turm", wrong))
    turm = find_game("turm")
    print("Numbers for my perft:", *(perft(turm, turm.start(), depth) for depth in (1, 2, 3)))


if __name__ == "__main__":
    main()
