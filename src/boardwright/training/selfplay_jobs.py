"""Games of the search against itself in jobs: what evaluations are learned from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from boardwright.core import core_of, finish, new_weights
from boardwright.executors.jobs import Job
from boardwright.registry import AnyGame, as_game, sendable
from boardwright.study.playout_jobs import seed_of_block

BLOCK = 20
"""How many games a job plays: a second or so."""

Samples: TypeAlias = tuple[bytearray, ...]
"""What :meth:`boardwright.core.Core.read_samples` reads."""


def selfplay_jobs(
    game: AnyGame, games: int, *, nodes: int, random_plies: int, weights: bytes, seed: int
) -> Iterator[Job[tuple[int, Samples]]]:
    """Jobs that together play so many games, so many nodes a move; each gives their number and what they have shown."""
    for first in range(0, games, BLOCK):
        number = min(BLOCK, games - first)
        name = f"self-play {first + 1} to {first + number} of {game.full_name}, seed {seed}"
        block_seed = seed_of_block(seed, first // BLOCK)
        yield Job(name, play_itself, (sendable(game), number, nodes, random_plies, weights, block_seed))


def play_itself(
    game: AnyGame | str, games: int, nodes: int, random_plies: int, weights: bytes, seed: int
) -> tuple[int, Samples]:
    """Some games from the start."""
    played = as_game(game)
    job = core_of(played).start_selfplay(
        played.start(), games=games, nodes=nodes, random_plies=random_plies, weights=new_weights(weights), seed=seed
    )
    finish(job)
    return games, job.samples()
