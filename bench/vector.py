"""``python -m bench.vector``: steps a second of the vector environment, on one thread, beside its peers.

Random legal actions everywhere, and the choosing of them is counted in; the best of several rounds, by the
processor's clock. Other games are other work: the peers show the order of size.
"""

from __future__ import annotations

from functools import partial
from time import process_time
from typing import Any

from bench.outside import OPEN_SPIEL, PETTINGZOO_CLASSIC, ROOT, NotInstalled, Outside, run
from bench.pettingzoo_steps import steps_a_second
from bench.run import Measure, run_rounds

from boardwright.rl import pettingzoo
from boardwright.rl.vector import VectorEnv

GAMES = ["turm:centre", "turm:castle", "margrites", "congo:standard", "congo:full", "cabeza", "draughts"]
KINDS: dict[str, dict[str, Any]] = {
    "in place": {"copy": False, "packed_masks": True},
    "int8 masks": {"copy": False},
    "default": {},
    "float32": {"copy": False, "packed_masks": True, "dtype": "float32"},
}
"""The settings of each column: the first writes the least."""
GOALS = {"in place": 2.0, "float32": 0.5}
"""Million steps a second for turm and draughts."""
AT_ONCE, STEPS, ROUNDS = 1024, 100, 5
CLASSIC = ["tictactoe_v3", "connect_four_v3", "chess_v6"]
SPIEL = ["connect_four", "breakthrough", "chess"]


def work(env: VectorEnv) -> tuple[int, float]:
    """Some steps of all games: how many, and their seconds."""
    began = process_time()
    for _ in range(STEPS):
        env.step(env.random_actions())
    return STEPS * env.num_envs, process_time() - began


def peers(outside: Outside, script: str, games: list[str]) -> None:
    """What other libraries make of their own games, each in its own environment."""
    try:
        version = outside.install()
    except NotInstalled as error:
        print(f"{outside.name} is left out: {error}")
        return
    for game in games:
        rate = float(run([str(outside.python), str(ROOT / "bench" / script), game]))
        print(f"{outside.name + ' ' + version:<24} {game:<16} {rate / 1e6:>10.4f}")


def main() -> None:
    measures = {
        (name, kind): Measure(partial(work, VectorEnv(name, AT_ONCE, **settings)))
        for name in GAMES
        for kind, settings in KINDS.items()
    }
    run_rounds(list(measures.values()), ROUNDS)
    goals = ", ".join(f"{kind} {goal}" for kind, goal in GOALS.items())
    print(f"million steps a second; goals for turm and draughts: {goals}")
    print(f"{'':<24} {'game':<16} {' '.join(f'{kind:>10}' for kind in KINDS)}")
    for name in GAMES:
        rates = " ".join(f"{measures[name, kind].rate / 1e6:>10.2f}" for kind in KINDS)
        print(f"{f'vector, {AT_ONCE} games':<24} {name:<16} {rates}")
    for name in GAMES:
        print(f"{'our PettingZoo':<24} {name:<16} {steps_a_second(pettingzoo.env(name)) / 1e6:>10.4f}")
    peers(PETTINGZOO_CLASSIC, "pettingzoo_steps.py", CLASSIC)
    peers(OPEN_SPIEL, "open_spiel_steps.py", SPIEL)


if __name__ == "__main__":
    main()
