"""Playouts as jobs."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from boardwright.core import Core, core_of, finish
from boardwright.executors.jobs import Job
from boardwright.explore import Playouts, random_game
from boardwright.game import AnyGame, Game, M, P
from boardwright.registry import as_game, picklable_ref

BLOCK, BLOCK_BY_CORE = 8, 8192
"""Games per job."""


def playout_jobs(
    game: Game[P, M], position: P, games: int, seed: int, *, python: bool = False, threads: int = 1
) -> Iterator[Job[Playouts]]:
    """Yield jobs that together play random games; the same seed gives the same games on any executor.

    :param game: a game with a core, unless ``python`` is set
    :param position: where the games begin
    :param games: their number
    :param seed: the random seed
    :param python: play by the Python rules instead of the core, whose games differ
    :param threads: the threads of each job in the core
    """
    block = BLOCK if python else BLOCK_BY_CORE
    text = game.format_position(position)
    for first in range(0, games, block):
        numbers = range(first, min(first + block, games))
        by = "Python" if python else "core"
        name = f"random games {first + 1} to {numbers.stop} of {game.full_name} by the {by}, seed {seed}"
        yield Job(name, play_games, (picklable_ref(game), text, numbers, seed, python, threads))


def play_games(game: AnyGame | str, text: str, numbers: range, seed: int, python: bool, threads: int = 1) -> Playouts:
    """Play the games of a range of numbers."""
    played = as_game(game)
    position = played.parse_position(text)
    if not python:
        block_seed = seed_of_block(seed, numbers.start // BLOCK_BY_CORE)
        return _by_core(core_of(played), position, len(numbers), block_seed, threads)
    playouts = Playouts()
    for number in numbers:
        playouts.add(random_game(played, Random(f"{seed} {number}"), position))
    return playouts


def _by_core(core: Core[P, M], position: P, games: int, seed: int, threads: int) -> Playouts:
    job = core.start_playouts(position, games, seed, threads=threads)
    finish(job)
    totals = job.totals
    playouts = Playouts(
        totals["games"],
        totals["plies"],
        totals["shortest"],
        totals["longest"],
        totals["choices"],
        totals["max_choices"],
    )
    for kind, reason, number in totals["endings"]:
        playouts.add_ending(core.game, core.read_outcome(kind, reason), number)
    return playouts


def seed_of_block(seed: int, block: int) -> int:
    """Return the seed of a block of games for the core.

    >>> seed_of_block(7, 0), seed_of_block(7, 1)
    (7, 7403568918540112528)
    """
    return Random(f"block {seed} {block}").getrandbits(64) if block else seed
