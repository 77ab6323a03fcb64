"""Random set-ups that play rarely reaches: many kings, tall towers, monkeys in chains, crowded blocks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from boardwright import BoardwrightError
from boardwright.game import AnyGame

Setups = Callable[[AnyGame, Random], Iterator[Any]]


def readable(game: AnyGame, texts: Iterator[str]) -> Iterator[Any]:
    """The positions of those texts that are positions."""
    for text in texts:
        try:
            yield game.parse_position(text)
        except BoardwrightError:
            continue


def rank(squares: list[str]) -> str:
    """One rank of a position's text: empty squares, written as blanks, become numbers."""
    text, empty = "", 0
    for square in [*squares, ""]:
        if square == " ":
            empty += 1
            continue
        text += (str(empty) if empty else "") + square
        empty = 0
    return text


def board(random: Random, rows: int, columns: int, pieces: list[str], fixed: dict[int, str]) -> str:
    """Ranks with pieces strewn over them, and some fixed ones."""
    squares = [" "] * (rows * columns)
    for at, piece in zip(random.sample(range(rows * columns), len(pieces)), pieces, strict=True):
        squares[at] = piece
    for at, piece in fixed.items():
        squares[at] = piece
    return "/".join(rank(squares[row * columns : (row + 1) * columns]) for row in range(rows))


def turm(game: AnyGame, random: Random) -> Iterator[Any]:
    """Tall towers, more than seven stones a side, guards anywhere, now and then one missing."""

    def texts() -> Iterator[str]:
        while True:
            towers = [random.choice("rb") + random.choice("1234567") for _ in range(random.randint(2, 30))]
            guards = ["RG", "BG"] if random.random() < 0.95 else [random.choice(["RG", "BG"])]
            yield f"{board(random, 7, 7, towers + guards, {})} {random.choice('rb')}"

    return readable(game, texts())


def congo(game: AnyGame, random: Random) -> Iterator[Any]:
    """All kinds of pieces, full rivers, monkeys among many enemies."""
    white_castle = [7 * row + column for row in (4, 5, 6) for column in (2, 3, 4)]
    black_castle = [7 * row + column for row in (0, 1, 2) for column in (2, 3, 4)]

    def texts() -> Iterator[str]:
        while True:
            letters = random.choice(["PpSsZzGgEeCcMm", "Mmmppppee", "MMmpPsS", "ZGEC zgec".replace(" ", "")])
            pieces = random.choices(letters, k=random.randint(1, 22))
            lions = {random.choice(white_castle): "L", random.choice(black_castle): "l"}
            if random.random() < 0.05:
                lions.pop(random.choice(list(lions)))
            yield f"{board(random, 7, 7, pieces, lions)} {random.choice('wb')} {random.randint(0, 99)}"

    return readable(game, texts())


FOOTPRINTS = {
    "c": [(1, 1)],
    "m": [(1, 1)],
    "f": [(1, 1), (2, 1), (1, 2)],
    "h": [(2, 2), (2, 1), (1, 2)],
    "o": [(2, 2)],
}


def cabeza(game: AnyGame, random: Random) -> Iterator[Any]:
    """All blocks crowded into a corner of the board, Cabezas among them."""

    def texts() -> Iterator[str]:
        while True:
            size = random.randint(6, 10)
            left, bottom = random.randint(0, 10 - size), random.randint(0, 10 - size)
            squares = [" "] * 100
            crushed = random.random() < 0.05
            side = random.choice("rb")
            for letter in "ohfmc":
                for name in (letter, letter.upper()):
                    if crushed and letter == "c" and name.isupper() == (side == "r"):
                        continue
                    place(random, squares, name, size, left, bottom)
            text = "/".join(rank(squares[10 * row : 10 * row + 10]) for row in range(10))
            yield f"{text},{side}{',x' if crushed else ''}"

    def place(random: Random, squares: list[str], name: str, size: int, left: int, bottom: int) -> None:
        for _ in range(200):
            width, depth = random.choice(FOOTPRINTS[name.lower()])
            x, y = left + random.randint(0, size - width), bottom + random.randint(0, size - depth)
            cells = [10 * row + column for row in range(y, y + depth) for column in range(x, x + width)]
            if all(squares[cell] == " " for cell in cells):
                for cell in cells:
                    squares[cell] = name
                return

    return readable(game, texts())


def margrites(game: AnyGame, random: Random) -> Iterator[Any]:
    """Dense boards, where captures cascade and pieces are trapped, in the middle of a turn and at its start."""

    def texts() -> Iterator[str]:
        while True:
            pieces = random.choices(
                "bw", weights=[random.random() + 0.1, random.random() + 0.1], k=random.randint(2, 40)
            )
            steps = random.randint(1, 4)
            yield f"{board(random, 8, 9, pieces, {})} {random.choice('bw')} {steps} - {random.randint(0, 3)}(0)-0(2)"

    return readable(game, texts())


def draughts(game: AnyGame, random: Random) -> Iterator[Any]:
    """Many kings and loose men, so that long captures cross each other."""

    def texts() -> Iterator[str]:
        while True:
            count = random.randint(2, 40)
            squares = random.sample(range(1, 51), count)
            kings = random.random()
            split = random.randint(1, max(1, count // random.choice([2, 4, 8])))
            sides = [
                ",".join(("K" if random.random() < kings else "") + str(square) for square in sorted(part))
                for part in (squares[:split], squares[split:])
            ]
            random.shuffle(sides)
            yield f"{random.choice('WB')}:W{sides[0]}:B{sides[1]}"

    return readable(game, texts())


SETUPS: dict[str, Setups] = {
    "turm": turm,
    "congo": congo,
    "cabeza": cabeza,
    "margrites": margrites,
    "draughts": draughts,
}
