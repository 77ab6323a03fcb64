"""Openings for matches: a few random legal moves that leave both sides their chances."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from boardwright.engine.search import Engine, can_search
from boardwright.explore import random_match
from boardwright.match import Match
from boardwright.registry import AnyGame

DEFAULT_PLIES = 6
LONGEST_TURN = 8
BALANCED = 0.15
"""How far from even the chances of an opening may be."""

TRIES = 40
GLANCE_NODES = 2000
GLANCE_HASH = 4


def openings(game: AnyGame, *, plies: int = DEFAULT_PLIES, seed: int = 0) -> Iterator[Match[Any, Any]]:
    """An endless stream of openings, the same for the same seed.

    Each is so many random plies from the start, and the rest of a turn that was begun. One is
    taken if it is new, the game goes on, and a short search, where the game can be searched, finds
    the chances even; if there is none in many tries, the best of them: new, then balanced.

    >>> from itertools import islice
    >>> from boardwright import find_game
    >>> [len(opening.moves) for opening in islice(openings(find_game("turm"), plies=4), 3)]
    [4, 4, 4]
    """
    engine = Engine(game, hash_mb=GLANCE_HASH) if can_search(game) else None
    taken: set[Any] = set()
    number = 0
    while True:
        opening = _best_of_tries(game, plies, Random(f"opening {seed} {number}"), engine, taken)
        taken.add(opening.position)
        number += 1
        yield opening


def _best_of_tries(
    game: AnyGame, plies: int, random: Random, engine: Engine[Any, Any] | None, taken: set[Any]
) -> Match[Any, Any]:
    best, least = Match(game), (True, float("inf"))
    if plies == 0:
        return best
    for _ in range(TRIES):
        opening = random_opening(game, plies, random)
        if opening.outcome is not None:
            continue
        flaw = (opening.position in taken, imbalance(opening, engine))
        if flaw < least:
            best, least = opening, flaw
        if least <= (False, BALANCED):
            break
    return best


def random_opening(game: AnyGame, plies: int, random: Random) -> Match[Any, Any]:
    """So many random plies, and the rest of the turn where a turn has several."""
    opening = random_match(game, random, plies=plies)
    for _ in range(LONGEST_TURN):
        moved = game.side_to_move(opening.positions[-2])
        if opening.outcome is not None or opening.side_to_move != moved:
            break
        opening.play(random.choice(opening.legal_moves()))
    return opening


def imbalance(opening: Match[Any, Any], engine: Engine[Any, Any] | None) -> float:
    """How far from even the chances are, from 0 to 0.5; 0 where nobody can tell."""
    if engine is None:
        return 0.0
    return abs(engine.search(opening.position, nodes=GLANCE_NODES).win - 0.5)
