"""The course programs, each a function of its command-line arguments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from boardwright.check import Program, move_list_program
from boardwright.errors import BoardwrightError, print_warning
from boardwright.games.turm import rules
from boardwright.games.turm.game import Turm
from boardwright.games.turm.notation import format_move, format_position, parse_position, parse_square
from boardwright.games.turm.rules import GUARD, RAYS, Move, Position
from boardwright.render import text_diagram
from boardwright.texts import counted


def programs(game: Turm) -> dict[str, Program[Position]]:
    """The programs of the course, for ``boardwright check``."""
    return {"main": move_list_program(game)}


def list_moves(arguments: list[str]) -> None:
    """``main.py "FEN"``: the moves, one a line, sorted.

    >>> list_moves(["RGBG5/7/7/7/7/7/7 r"])
    A7-A6-1
    A7-B7-1
    """
    for text in _texts(rules.piece_moves(_position(arguments))):
        print(text)


def show_initial(arguments: list[str]) -> None:
    """``show_initial.py``: the start position."""
    _expect_none(arguments)
    game = Turm()
    print(text_diagram(game.view(game.start())))


def debug(arguments: list[str]) -> None:
    """``debug.py "FEN"``: the board, who is to move or has won, and the moves."""
    game = Turm()
    position = _position(arguments)
    moves = _texts(rules.piece_moves(position))
    print(text_diagram(game.view(position)))
    print()
    print(format_position(position))
    print(game.status(position))
    print(f"{counted(len(moves), 'move')}:", *moves, sep="\n")


def jump_test(arguments: list[str]) -> int:
    """``jump_test.py``: positions with an obstacle, and whether it stops what it must."""
    _expect_none(arguments)
    return show_blockades(BLOCKADES)


class Blockade(NamedTuple):
    """A claim about one piece: of the moves it would have alone on the board, exactly ``free`` are left."""

    claim: str
    position: str
    square: str
    free: str


BLOCKADES = (
    Blockade(
        "on an empty board nothing is blocked",
        "RG6/7/7/3r33/7/7/6BG r",
        "D4",
        "D4-D5-1 D4-D6-2 D4-D7-3 D4-D3-1 D4-D2-2 D4-D1-3 D4-E4-1 D4-F4-2 D4-G4-3 D4-C4-1 D4-B4-2 D4-A4-3",
    ),
    Blockade(
        "stones join an own tower and do not jump over it",
        "3RG3/7/7/r31r14/7/7/3BG3 r",
        "A4",
        "A4-A5-1 A4-A6-2 A4-A7-3 A4-A3-1 A4-A2-2 A4-A1-3 A4-B4-1 A4-C4-2",
    ),
    Blockade(
        "stones take an enemy tower and do not jump over it",
        "3RG3/7/7/r31b14/7/7/3BG3 r",
        "A4",
        "A4-A5-1 A4-A6-2 A4-A7-3 A4-A3-1 A4-A2-2 A4-A1-3 A4-B4-1 A4-C4-2",
    ),
    Blockade(
        "a tower too high to be taken blocks its square and all behind it",
        "3RG3/7/7/7/b41r34/7/6BG b",
        "A3",
        "A3-A4-1 A3-A5-2 A3-A6-3 A3-A7-4 A3-A2-1 A3-A1-2 A3-B3-1",
    ),
    Blockade(
        "the own guard blocks its square and all behind it, the enemy guard what is behind it",
        "7/7/7/BG6/b3RG5/7/7 b",
        "A3",
        "A3-A2-1 A3-A1-2 A3-B3-1",
    ),
    Blockade(
        "a tower of six shut in by towers of two cannot move",
        "RG6/7/3b23/2b2r6b22/3b23/7/6BG r",
        "D4",
        "",
    ),
    Blockade(
        "a guard takes whatever is beside it and does not land on its own towers",
        "RG6/7/7/7/7/2b14/1b1BGr73 b",
        "C1",
        "C1-D1-1",
    ),
)


def show_blockades(blockades: Sequence[Blockade]) -> int:
    """Print each position, its free and blocked moves, and PASS or FAIL; return the exit status."""
    game = Turm()
    passed = 0
    for blockade in blockades:
        position, origin = parse_position(blockade.position), parse_square(blockade.square)
        reach = abs(position.board[origin])
        alone = [move for ray in RAYS[origin] for move in ray[: 1 if reach == GUARD else reach]]
        listed = [move for move in rules.piece_moves(position) if move.origin == origin]
        holds = _texts(listed) == sorted(blockade.free.split())
        passed += holds
        print(text_diagram(game.view(position)))
        print(f"{blockade.square} is free to go:", *_texts(listed) or ["nowhere"])
        for move in alone:
            if move not in listed:
                print(f"blocked: {format_move(move)}, because {rules.why_illegal(position, move)}")
        print(f"{'PASS' if holds else 'FAIL'}: {blockade.claim}")
        print()
    print(f"{passed} of {counted(len(blockades), 'position')} passed")
    return 0 if passed == len(blockades) else 1


def _texts(moves: Sequence[Move]) -> list[str]:
    return sorted(map(format_move, moves))


def _position(arguments: list[str]) -> Position:
    if len(arguments) != 1:
        raise BoardwrightError(f"got {counted(len(arguments), 'argument')}: expected one, a position in quotes")
    return parse_position(arguments[0], on_repair=print_warning)


def _expect_none(arguments: list[str]) -> None:
    if arguments:
        raise BoardwrightError(f"got {counted(len(arguments), 'argument')}: expected none")
