"""Why clicked squares are not a move, in every game."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from boardwright import InvalidMove, find_game
from boardwright.clicked import why_not
from boardwright.explore import random_game
from boardwright.registry import BUILT_IN

EXAMPLES = Path(__file__).parents[1] / "examples"
BREAKTHROUGH, HEXXAGON, MORRIS = (str(EXAMPLES / f"{name}.py") for name in ("breakthrough", "hexxagon", "morris"))
SWAP = str(EXAMPLES / "gomoku.py:swap")
MILL = "3/3/3/bb4/3/3/ww1 w 7 7"
CROSSING = "5mc3/2oo3ff1/2oo6/6h3/6h3/4F5/4F5/4OO1HHC/4OOM3/10,r"
CHAIN = "W:W27,46:B12,13,22,23"
VARIANTS = [f"{name}:{variant}" for name in BUILT_IN for variant in find_game(name).variants]


@pytest.mark.parametrize(
    ("name", "position", "squares", "rule"),
    [
        # An own piece to a square that it cannot reach.
        ("turm", None, "D5 F5", "the tower on D5 has 1 stone, not 2"),
        ("turm", None, "D5 E6", "pieces move in a straight line along a row or a column"),
        ("turm", None, "D7 D5", "the guard moves exactly one square"),
        ("turm", "7/3RG3/2r22r11/7/7/1b15/3BG2b1 r", "C5 F5", "the tower on C5 has 2 stones, not 3"),
        ("margrites", None, "e2 e4", "a step goes to one of the eight neighbouring squares"),
        ("margrites", None, "e2 d2", "d2 is not empty"),
        ("margrites", "9/9/4bb3/9/9/2ww5/9/9 b", "e6 B++", "black scores from rank 8, with B++"),
        ("congo:full", None, "g1 f3 e3", "only a monkey moves over several squares, and on g1 stands a zebra"),
        ("congo:full", None, "g1 g4", "the zebra moves like a chess knight"),
        ("congo:full", None, "a1 a6", "the giraffe goes one or two squares straight or diagonally"),
        ("cabeza", None, "50 77", "the Cabeza slides once or twice, and nnnnnnnee is farther"),
        ("cabeza", None, "30 99", "no turn of the Flaco, one roll or two, ends on 99"),
        ("cabeza", None, "30 32 42", "the second roll, e, lands on the red Opa"),
        ("cabeza", CROSSING, "61 69 62", "no turn of the Mini, one roll or two, goes over 69 to 62"),
        ("draughts", None, "32 27 22", "there is nothing to take between 32 and 27"),
        ("draughts", None, "32 22", "pieces move along a diagonal"),
        ("draughts", CHAIN, "46 41", "a capture is compulsory, and must take two"),
        ("draughts", "W:W27,47:B12,13,22,23,42", "47 38", "it takes one and must take two, the most possible"),
        (BREAKTHROUGH, None, "a2 a4", "a pawn goes one square forward, and takes diagonally"),
        (
            HEXXAGON,
            None,
            "a1 d1",
            "a new stone comes next to one of its side, and a stone jumps exactly two hexagons away",
        ),
        (HEXXAGON, None, "pass", "a side passes only if it cannot move"),
        # Pieces in hand, and what a mill takes.
        (MORRIS, MILL, "a1", "there is a man on a1 already"),
        (MORRIS, MILL, "white a1", "there is a man on a1 already"),
        (MORRIS, MILL, "g1 d1", "a mill is closed, and takes a man of the other side"),
        (
            MORRIS,
            "1b1/3/3/bbb3/3/3/ww1 w 7 5",
            "white g1 a4",
            "a man in a mill is taken only if all men of its side are in mills",
        ),
        (
            MORRIS,
            "3/3/3/bb4/2b/1w1/www w 0 0",
            "a1 g7",
            "a man moves along a line to the next point; only the last three men of a side may fly",
        ),
        (MORRIS, MILL, "white g1 a4", None),
        (
            SWAP,
            None,
            "swap",
            "White alone may swap, and only right after the first stone, if the variant has the swap rule",
        ),
        # An own piece that cannot move.
        ("turm", None, "D7", None),
        ("congo:full", None, "d1", "every move breaks a rule; for example, a friendly pawn stands on d2"),
        ("cabeza", None, "40", "every move breaks a rule; for example, the first roll, n, lands on the red Opa"),
        ("draughts", None, "50", "the path is blocked on 44; the path is blocked on 45"),
        ("draughts", CHAIN, "46", "a capture is compulsory, and must take two"),
        (BREAKTHROUGH, None, "a1", "a pawn goes one square forward, and takes diagonally"),
        # What is not an own piece, or not refused.
        ("turm", None, "A3 A4", "A3 is empty"),
        ("congo:full", None, "g7", "the zebra on g7 belongs to black, and white is to move"),
        ("margrites", None, "B++", "B++ is empty"),
        # A square that moves end on, clicked alone.
        ("margrites", None, "a1", "there is no piece on a1"),
        ("draughts", None, "32 28", None),
        ("turm", "7/7/7/3RG3/7/7/BG6 b", "A1 A2", "the game is over, red wins: the red guard has reached D4"),
    ],
)
def test_the_rule_is_told(name: str, position: str | None, squares: str, rule: str | None) -> None:
    game = find_game(name)
    at = game.start() if position is None else game.parse_position(position)
    found = why_not(game, at, squares.split())
    assert found == rule


def test_a_square_that_does_not_exist_is_named() -> None:
    game = find_game("congo")
    with pytest.raises(InvalidMove, match="there is no square 'z9' on this board: expected a name such as a1"):
        why_not(game, game.start(), ["a1", "z9"])


@pytest.mark.parametrize("name", [*VARIANTS, BREAKTHROUGH, HEXXAGON, MORRIS])
def test_every_refusal_names_a_rule(name: str) -> None:
    """Own pieces that cannot move, and squares to which they cannot go, in positions of a random game."""
    game, random = find_game(name), Random(Path(name).name)
    for position in random_game(game, random, plies=40).positions[::8]:
        if game.outcome(position) is not None:
            continue
        view = game.view(position)
        ways = {way for move in game.legal_moves(position) for way in game.move_view(position, move).paths}
        places = [square.name for square in view.board.squares if square.name not in view.board.reserves]
        # The exits of the examples are for passes, which no piece makes.
        places += [way_out.name for way_out in view.board.exits if name in VARIANTS]
        for piece in view.pieces:
            if piece.side != view.to_move:
                continue
            path = piece.squares[:1]
            assert (why_not(game, position, path) is None) == any(way[0] in path for way in ways)
            for place in random.sample(places, 5):
                if place not in piece.squares:
                    path = (piece.squares[0], place)
                    assert (why_not(game, position, path) is None) == any(way[:2] == path for way in ways)


@pytest.mark.parametrize("name", VARIANTS)
def test_any_squares_are_refused_in_words_or_begin_a_move(name: str) -> None:
    """Paths over any squares, and legal paths with a square changed, in positions of a random game."""
    game, random = find_game(name), Random(name)
    for position in random_game(game, random, plies=60).positions[::6]:
        board = game.view(position).board
        places = [square.name for square in board.squares] + [way_out.name for way_out in board.exits]
        ways = {way for move in game.legal_moves(position) for way in game.move_view(position, move).paths}
        clicked = [random.choices(places, k=random.randint(1, 4)) for _ in range(30)]
        for way in random.sample(sorted(ways), min(30, len(ways))):
            path = list(way)
            path.insert(random.randint(1, len(path)), random.choice(places))
            clicked += [path, [*way[:-1], random.choice(places)]]
        for path in clicked:
            begins = game.outcome(position) is None and any(list(way[: len(path)]) == path for way in ways)
            assert (why_not(game, position, path) is None) == begins, path
