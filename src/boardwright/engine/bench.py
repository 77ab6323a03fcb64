"""The bench signature: one number for the behaviour of the search, so that no change goes unnoticed.

It is a checksum over searches of fixed positions of every built-in game with a fixed number of nodes. It
changes only when the search, an evaluation or a network does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from time import perf_counter
from typing import Any
from zlib import crc32

from boardwright.engine.bitbases import OFF
from boardwright.engine.result import AnySearchResult
from boardwright.engine.search import Engine, has_core
from boardwright.explore import random_game
from boardwright.game import AnyGame, Game, M, P
from boardwright.registry import BUILT_IN, find_game

POSITIONS = 4
NODES = 50_000
PLIES_APART = 8
HASH = 16
SIGNATURE = "042af19d"
"""The signature at ``NODES`` nodes; a change that is meant to alter the search changes it here."""


@dataclass(frozen=True, slots=True)
class Searched:
    """The bench of one game: total nodes, mean depth, seconds, and the checksum of the results."""

    game: AnyGame
    nodes: int
    depth: float
    seconds: float
    signature: int


def fixed_positions(game: Game[P, M]) -> list[P]:
    """Return the start position, and positions further and further into random games."""
    matches = (random_game(game, Random(number), plies=number * PLIES_APART) for number in range(POSITIONS))
    return [played.position for played in matches if played.outcome is None]


def searched_games(nodes: int = NODES) -> Iterator[Searched]:
    """Run the bench on all built-in games and variants that have an evaluation."""
    for game in benched_games():
        yield _searched(game, nodes)


def benched_games() -> Iterator[AnyGame]:
    """Yield the games of the bench, in its order."""
    for name in BUILT_IN:
        for variant in find_game(name).variants:
            game = find_game(f"{name}:{variant}")
            if has_core(game):
                yield game


def _searched(game: AnyGame, nodes: int) -> Searched:
    engine = Engine(game, hash_mb=HASH, endings=OFF)
    positions = fixed_positions(game)
    began = perf_counter()
    results = [engine.search(position, nodes=nodes) for position in positions]
    return searched(game, positions, results, perf_counter() - began)


def searched(game: AnyGame, positions: Sequence[Any], results: Sequence[AnySearchResult], seconds: float) -> Searched:
    """Return the bench of one game from the results of its searches."""
    words = [
        f"{one.depth} {one.nodes} {one.score} {game.format_move(position, one.move)} {len(one.pv)}"
        for position, one in zip(positions, results, strict=True)
    ]
    return Searched(
        game,
        sum(one.nodes for one in results),
        sum(one.depth for one in results) / len(results),
        seconds,
        crc32("\n".join(words).encode()),
    )


def signature(games: list[Searched]) -> str:
    """Combine the checksums of all games."""
    return f"{crc32(' '.join(f'{one.game.full_name} {one.signature:08x}' for one in games).encode()):08x}"
