"""Self-play games as jobs, for training."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from boardwright.core import core_of, finish, new_weights
from boardwright.executors.jobs import Job
from boardwright.game import AnyGame
from boardwright.registry import as_game, picklable_ref
from boardwright.study.playout_jobs import seed_of_block

BLOCK = 20
"""Games per job: about a second."""

Samples: TypeAlias = tuple[bytearray, ...]
"""The input of :meth:`boardwright.core.Core.samples`."""


def selfplay_jobs(
    game: AnyGame, games: int, *, nodes: int, random_plies: int, weights: bytes, seed: int
) -> Iterator[Job[tuple[int, Samples]]]:
    """Yield jobs that play ``games`` games in all; each returns its number of games and their samples."""
    for first in range(0, games, BLOCK):
        number = min(BLOCK, games - first)
        name = f"self-play {first + 1} to {first + number} of {game.full_name}, seed {seed}"
        block_seed = seed_of_block(seed, first // BLOCK)
        yield Job(name, play_itself, (picklable_ref(game), number, nodes, random_plies, weights, block_seed))


def play_itself(
    game: AnyGame | str, games: int, nodes: int, random_plies: int, weights: bytes, seed: int
) -> tuple[int, Samples]:
    """Play games from the start position."""
    played = as_game(game)
    job = core_of(played).start_selfplay(
        played.start(), games=games, nodes=nodes, random_plies=random_plies, weights=new_weights(weights), seed=seed
    )
    finish(job)
    return games, job.samples()
