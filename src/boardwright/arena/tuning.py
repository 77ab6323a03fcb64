"""Tuning of the search parameters: SPSA over matches in the core."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from math import floor
from random import Random
from typing import Any

from boardwright.arena.spsa import Variable, spsa
from boardwright.arena.statistics import EloEstimate, elo_estimate, mean_score
from boardwright.core import Core, MatchEngine, SearchParam, core_of
from boardwright.engine.network import shipped_network
from boardwright.engine.search import has_core
from boardwright.errors import BoardwrightError
from boardwright.game import AnyGame

RANDOM_PLIES = 8
STEP = 0.15
"""The step of a parameter in the last iteration, as a share of its default."""
GAIN = 0.005
"""The share of its step by which a won game of the last iteration moves a parameter."""
POLL_INTERVAL = 0.05


@dataclass(frozen=True, slots=True)
class CoreMatch:
    """The result of a match in the core, for the first engine: games, and pairs by their half points."""

    won: int
    drawn: int
    lost: int
    pairs: tuple[int, ...]

    @property
    def score(self) -> float:
        """The first engine's share of the points."""
        return mean_score(self.pairs)

    @property
    def elo(self) -> EloEstimate:
        """The first engine's Elo over the second's."""
        return elo_estimate(self.pairs)


def play_core_match(
    game: AnyGame,
    first: Mapping[str, int],
    second: Mapping[str, int],
    *,
    pairs: int,
    nodes: int,
    seed: int = 0,
    threads: int = 1,
    random_plies: int = RANDOM_PLIES,
    stop: Callable[[], bool] = lambda: False,
) -> CoreMatch:
    """Play pairs of games between two sets of search parameters, with the game's shipped evaluation.

    ``stop`` is polled, and ends the match with the pairs finished so far.
    """
    core: Core[Any, Any] = core_of(game)
    network = shipped_network(game).compiled()
    job = core.start_match(
        game.start(),
        MatchEngine(network, first, nodes=nodes),
        MatchEngine(network, second, nodes=nodes),
        pairs=pairs,
        random_plies=random_plies,
        seed=seed,
        threads=threads,
    )
    while not job.wait(POLL_INTERVAL):
        if stop():
            job.stop()
    totals = job.totals
    return CoreMatch(totals["won"], totals["drawn"], totals["lost"], tuple(totals["pairs"]))


def tunable(game: AnyGame, names: Sequence[str] = ()) -> list[SearchParam]:
    """Return the search parameters of these names; without names, all numeric parameters in use."""
    if not has_core(game):
        raise BoardwrightError(f"{game.full_name} has nothing to tune: expected a game with a core")
    core = core_of(game)
    every = core.params
    # Raises an error for an unknown name.
    core.param_values({name: every[name].default if name in every else 0 for name in names})
    if names:
        return [every[name] for name in every if name in names]
    unused = set() if every["singular_depth"].default else {"singular_margin"}
    return [each for each in every.values() if each.default and each.high - each.low > 1 and each.name not in unused]


def tune(
    game: AnyGame,
    params: Sequence[SearchParam],
    *,
    iterations: int,
    pairs: int,
    nodes: int,
    seed: int = 0,
    threads: int = 1,
    stop: Callable[[], bool] = lambda: False,
) -> Iterator[dict[str, float]]:
    """Yield the values of the parameters after each iteration of SPSA, which plays ``pairs`` pairs of games.

    The core takes whole numbers: fractions are rounded up or down at random, so that they count on average.
    """
    random = Random(f"tune {seed}")
    numbers = count(seed * 10**6)

    def rounded(values: Mapping[str, float]) -> dict[str, int]:
        return {each.name: min(floor(values[each.name] + random.random()), each.high) for each in params}

    def compare(first: Mapping[str, float], second: Mapping[str, float]) -> float:
        result = play_core_match(
            game,
            rounded(first),
            rounded(second),
            pairs=pairs,
            nodes=nodes,
            seed=next(numbers),
            threads=threads,
            stop=stop,
        )
        return result.won - result.lost

    variables = [
        Variable(each.name, each.default, _step(each), each.low, each.high) for each in params if each.high > each.low
    ]
    for values in spsa(variables, compare, iterations=iterations, gain=GAIN, random=random):
        if stop():
            return
        yield values


def _step(param: SearchParam) -> float:
    """Return at least one: the core would not see less. Parameters that are off take a share of their range."""
    return max(1.0, STEP * param.default if param.default else (param.high - param.low) * STEP / 10)


def nearest(values: Mapping[str, float]) -> dict[str, int]:
    """Round the values to whole numbers."""
    return {name: round(value) for name, value in values.items()}


def initialisers(params: Sequence[SearchParam], values: Mapping[str, int]) -> str:
    """Return the values as the designated initialisers of a game's ``eval.hpp``, in its order."""
    return ", ".join(f".{each.name} = {values[each.name]}" for each in params)
