"""Self-play games of a game without a core, for training its weights."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias

from boardwright.engine.python_search.features import Features
from boardwright.engine.python_search.profile import profile_of
from boardwright.engine.python_search.weights import Weights
from boardwright.engine.search import Engine
from boardwright.executors.jobs import Job
from boardwright.explore import random_game
from boardwright.game import AnyGame
from boardwright.played_game import AnyPlayedGame, PlayedGame
from boardwright.registry import as_game, picklable_ref

BLOCK_GAMES = 4
"""The games of one job."""
MIN_RANDOM_PLIES, MAX_RANDOM_PLIES = 2, 12
RANDOM_MOVES = 0.03
"""The share of random moves after the opening: they lead to positions that good players avoid."""
MAX_PLIES = 400
"""Longer games count as drawn."""
TRIES = 20
"""How often a random opening is tried that does not end the game."""
HASH_MB = 4

AnyFeatures: TypeAlias = Features[Any, Any]


@dataclass(frozen=True, slots=True)
class Sample:
    """A position of self-play: its features with their counts, and the first side's win probability by the search."""

    features: Mapping[str, int]
    win_probability: float


@dataclass(frozen=True, slots=True)
class TrainingGame:
    """A game of self-play: its quiet positions, and its result for the side that moves first: 1, 0.5 or 0."""

    samples: tuple[Sample, ...]
    result: float


def selfplay_jobs(
    game: AnyGame, weights: Weights, nodes: int, seed: int, blocks: range
) -> Iterator[Job[list[TrainingGame]]]:
    """Yield a job for each block of games; it returns the games."""
    for block in blocks:
        name = f"self-play block {block} of {game.full_name}, seed {seed}"
        yield Job(name, play_block, (picklable_ref(game), weights, nodes, f"{seed} {block}"))


def play_block(game: AnyGame | str, weights: Weights, nodes: int, seed: str) -> list[TrainingGame]:
    """Play the games of one block, in any process."""
    game = as_game(game)
    random = Random(f"self-play {seed}")
    engine: Engine[Any, Any] = Engine(game, hash_mb=HASH_MB, seed=random.getrandbits(32) | 1, weights=weights)
    features: AnyFeatures = Features(game)
    return [_play(_opening(game, random), engine, features, nodes, random) for _ in range(BLOCK_GAMES)]


def _opening(game: AnyGame, random: Random) -> AnyPlayedGame:
    for _ in range(TRIES):
        opening = random_game(game, random, plies=random.randint(MIN_RANDOM_PLIES, MAX_RANDOM_PLIES))
        if opening.outcome is None:
            return opening
    return PlayedGame(game)


def _play(
    played: AnyPlayedGame, engine: Engine[Any, Any], features: AnyFeatures, nodes: int, random: Random
) -> TrainingGame:
    game = played.game
    # What a capture gains is for quiescence search to see, where there is one.
    only_quiet = profile_of(game).has_quiet_moves
    samples: list[Sample] = []
    while played.outcome is None and len(played.moves) < MAX_PLIES:
        position = played.position
        if random.random() < RANDOM_MOVES:
            played.play(random.choice(played.legal_moves()))
            continue
        best = engine.search(position, nodes=nodes, history=played.positions[:-1]).variations[0]
        first_side = game.side_to_move(position) == 0
        win_probability = best.win_probability if first_side else 1 - best.win_probability
        if best.score is not None and best.score.distance is not None:
            # What is proved need not be played.
            return TrainingGame(tuple(samples), win_probability)
        move = best.moves[0]
        if not (only_quiet and game.is_progress(position, move)):
            counts = features.of_position(game.view(position), len(played.legal_moves()))
            samples.append(Sample(counts, win_probability))
        played.play(move)
    winner = None if played.outcome is None else played.outcome.winner
    return TrainingGame(tuple(samples), 0.5 if winner is None else 1.0 - winner)
