"""The long proofs: perft, the core against the reference, random play, batches, the players; a server and a cluster's
node that are killed; games in a site without a server; the core built again as doctor advises.

``make proof`` runs them and writes proof.json: the commit, the seed, every count with its
seconds, and whether it is the expected one. ``python -m tests.proof kills openspiel`` runs those alone that are so
called.
"""

from __future__ import annotations

import json
import platform
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, redirect_stdout
from functools import partial
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from pettingzoo.test import api_test, render_test, seed_test
from tests.core.differential import compare_stream, nasty_positions, positions_of_play
from tests.executors.killed_node import perft_with_a_death
from tests.installation import NO_COMPILER, Installation, copy_sources, pack
from tests.players import score_against_random
from tests.rl.external_python import run_with_openspiel
from tests.running import ROOT
from tests.web.fork_server import fork_server
from tests.web.killed_server import kill_again_and_again
from tests.web.page.static_site import play_with_and_without_network
from tests.web.postgres import postgresql

from boardwright import find_game
from boardwright.arena import play_match
from boardwright.conformance import check_game
from boardwright.core import core_names, core_of
from boardwright.engine.players import LEVELS
from boardwright.explore import perft
from boardwright.puzzles import puzzles_of
from boardwright.rl import pettingzoo
from boardwright.study.puzzles import CHECK_FACTOR, DEFAULT_NODES, Prover, prove

SEED = 20261
WORKERS = 2
CONTACT = "9/9/4ww3/1wwwbbww1/1bbbb1bb1/9/9/9 w 4 - 0(0)-1(0)"
RANDOM_178 = "B:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46:BK17,K24"
PYTHON_PERFT: list[tuple[str, str, list[int]]] = [
    ("turm", "start", [25, 625, 14896, 354946]),
    ("congo", "start", [26, 676, 17112, 433025]),
    ("congo:full", "start", [24, 576, 14332, 356456, 9404326]),
    ("cabeza", "start", [13, 167, 3525, 73585, 1845451]),
    ("margrites", "start", [43, 1766, 70270, 2746832]),
    ("draughts", "start", [9, 81, 658, 4265, 27117, 167140, 1049442, 6483961]),
    ("draughts", RANDOM_178, [14, 55, 1168, 5432, 87195, 629010]),
]
CORE_PERFT: list[tuple[str, str, list[int]]] = [
    ("turm", "start", [25, 625, 14896, 354946, 8256952, 191993734, 4413380374]),
    ("turm:castle", "start", [25, 625, 14896, 354946, 8256952, 191993734, 4413380790]),
    ("congo", "start", [26, 676, 17112, 433025, 10939217, 276083539, 6979801073]),
    ("congo:full", "start", [24, 576, 14332, 356456, 9404326, 247900251, 6857443262]),
    ("congo", "1m1El2/P1P2P1/1S4C/4S2/1E3S1/1P3c1/2GL3 b 79", [15, 956, 14437, 790133]),
    ("congo:full", "1melec1/ppppp1p/2g2zp/5C1/2G2ZP/PPPPP1P/1MELE2 b 0", [33, 1325, 44701, 1779478]),
    ("cabeza", "start", [13, 167, 3525, 73585, 1845451, 45806611, 1321873530]),
    ("margrites", "start", [43, 1766, 70270, 2746832, 118113724]),
    ("margrites", CONTACT, [25, 641, 16550, 426711, 15035993, 534755195]),
    ("margrites", "4w4/1wwwwwww1/9/9/9/9/bbbbbbbb1/9 b", [47, 2093, 89338, 3700391]),
    (
        "draughts",
        "start",
        [9, 81, 658, 4265, 27117, 167140, 1049442, 6483961, 41022423, 258895763, 1665861398, 10749771911],
    ),
    ("draughts", RANDOM_178, [14, 55, 1168, 5432, 87195, 629010, 9041010, 86724219, 1216917193]),
    (
        "draughts",
        "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26",
        [6, 12, 30, 73, 215, 590, 1944, 6269, 22369, 88050, 377436, 1910989, 9872645, 58360286, 346184885],
    ),
    (
        "draughts",
        "W:WK31-50:BK1-20",
        [17, 79, 352, 1399, 7062, 37589, 217575, 1333217, 8558321, 58381162, 417920283],
    ),
]
GAMES = ["turm", "turm:castle", "margrites", "congo", "congo:full", "cabeza", "draughts"]
RANDOM_GAMES = 200
PLAYER_GAMES = 20
PLAYER_SECONDS = 0.5
PLAYER_SCORE = 0.95
BATCH = 10_000
DIFFERENTIAL = 250_000
LEVEL_GAMES = 100
LEVEL_SCORE = 0.6
MATCHES = [("engine:time=0.02", "baseline:time=0.02", 0.75), ("engine:time=0.02", "mcts:time=0.02", 0.9)]
MATCH_GAMES = 100
PETTINGZOO_SUITES = ["api_test", "seed_test", "render_test"]
OPENSPIEL_SUITES = ["random_sim_test", "sim_game"]
CLUSTER_DEPTH = 12
SELF_PLAYER = "engine:time=0.01"
SELF_PLAY_SECONDS = 90
KILLS = 1000
OWN_GAME = "examples/breakthrough.py"

Result = tuple[str, object, object, bool]
"""What was proven, what was found, what was expected, and whether that is the same."""


def prove_python_perft(name: str, text: str, counts: list[int]) -> Result:
    game = find_game(name)
    position = game.start() if text == "start" else game.parse_position(text)
    found = [perft(game, position, depth) for depth in range(1, len(counts) + 1)]
    return f"perft by the Python rules {name} {text}", found, counts, found == counts


def prove_core_perft(name: str, text: str, counts: list[int]) -> Result:
    game = find_game(name)
    position = game.start() if text == "start" else game.parse_position(text)
    found = [core_of(game).perft(position, depth) for depth in range(1, len(counts) + 1)]
    return f"perft by the core {name} {text}", found, counts, found == counts


def prove_differential(name: str) -> Result:
    """The core against the reference, on other positions than the tests compare."""
    game = find_game(name)
    played = compare_stream(name, positions_of_play(game, f"{name} {SEED}"), DIFFERENTIAL)
    set_up = compare_stream(name, nasty_positions(game, f"{name} {SEED}"), DIFFERENTIAL // 4)
    return f"core against reference {name}", played + set_up, DIFFERENTIAL, played >= DIFFERENTIAL


def prove_conformance(name: str) -> Result:
    done = check_game(find_game(name), seed=SEED, games=RANDOM_GAMES)
    return f"conformance {name}", done.positions, f"{RANDOM_GAMES} games", done.games == RANDOM_GAMES


def prove_batch(name: str) -> Result:
    """So many random positions through one process of the command line, without an error."""
    program = [sys.executable, "-m", "boardwright"]
    positions = subprocess.run(
        [*program, "positions", name, "--count", str(BATCH), "--seed", str(SEED)], capture_output=True, check=True
    ).stdout
    done = subprocess.run([*program, "moves", name, "-"], input=positions, capture_output=True, check=False)
    lines = done.stdout.decode().splitlines()
    good = done.returncode == 0 and not done.stderr and not any(line.startswith("error") for line in lines)
    return f"moves {name} -", len(lines), BATCH, good and len(lines) == BATCH


def prove_player(name: str) -> Result:
    """The generic player against random moves, sides in turn."""
    share = score_against_random(find_game(name), PLAYER_GAMES, seed=SEED, time=PLAYER_SECONDS)
    return f"player against random, {name}", share, PLAYER_SCORE, share >= PLAYER_SCORE


def prove_cluster() -> Result:
    """A perft on three nodes, one of which is killed in mid-run."""
    done = perft_with_a_death(CLUSTER_DEPTH, nodes=3)
    expected = str(next(counts for name, _, counts in CORE_PERFT if name == "draughts")[CLUSTER_DEPTH - 1])
    what = f"perft draughts {CLUSTER_DEPTH} --ray local, a node of three killed"
    return what, done.stdout.strip() or done.stderr, expected, done.stdout == f"{expected}\n"


def prove_match(name: str, players: Sequence[str], games: int, least: float) -> Result:
    """One player against another at equal time or by its level, sides in turn."""
    result = play_match(name, players, games=games, seed=SEED, jobs=0)
    told = f"{result.score:.1%} (+{result.won} ={result.drawn} -{result.lost})"
    return f"{players[0]} against {players[1]}, {name}", told, f"{least:.0%}", result.score >= least


def prove_level(name: str, number: int) -> Result:
    """A level against the one below it."""
    return prove_match(name, (f"level:{number}", f"level:{number - 1}"), LEVEL_GAMES, LEVEL_SCORE)


def prove_puzzles(name: str) -> Result:
    """Every shipped puzzle: by search, and by brute force where it is short."""
    game, puzzles = find_game(name), puzzles_of(find_game(name))
    prover = Prover(game)
    proofs = [prove(game, prover, puzzle, DEFAULT_NODES * CHECK_FACTOR) for puzzle in puzzles]
    wrong = sum(proof.problem is not None for proof in proofs)
    exhausted = sum(proof.expanded is not None for proof in proofs)
    what = f"{len(puzzles)} puzzles of {name}, {exhausted} by brute force too: those with another solution"
    return what, wrong, 0, wrong == 0


def prove_self_play(name: str) -> Result:
    """The engine against itself at 10 ms a move: no crash, no illegal move, no time lost."""
    games = moves = failures = 0
    deadline = perf_counter() + SELF_PLAY_SECONDS
    while perf_counter() < deadline:
        result = play_match(name, (SELF_PLAYER, SELF_PLAYER), games=2, seed=SEED + games, jobs=0)
        games += result.games
        moves += sum(figures.moves for figures in result.figures)
        failures += len(result.failures) + len(result.crashes)
    return f"{SELF_PLAYER} against itself, {name}, {games} games, {moves} moves", failures, 0, failures == 0


def prove_kills(kind: str) -> Result:
    """A server killed in the middle of moves, again and again: nothing that it acknowledged is lost or doubled."""
    with fork_server() as home, postgresql() if kind == "postgresql" else sqlite() as database:
        found = kill_again_and_again(home, database, KILLS, seed=SEED)
    what = f"kills of a server with {kind}, {found.acknowledged} moves acknowledged, {found.unheard} stored unheard"
    return what, (found.kills, found.wrong), (KILLS, []), found.kills == KILLS and not found.wrong


@contextmanager
def sqlite() -> Iterator[str]:
    """The URL of a new SQLite file."""
    with TemporaryDirectory() as folder:
        yield f"sqlite:///{folder}/matches.db"


def prove_site(name: str) -> Result:
    """Two games against the engine in a site of static files: the second one without a network."""
    game = find_game(name)
    ends = play_with_and_without_network(game, [name] if name.endswith(".py") else [])
    won = [end for end in ends if end.startswith(f"{game.sides[0]} wins")]
    return f"games in a site, {name}", ends, f"{game.sides[0]} wins both", len(won) == len(ends) == 2


def prove_pettingzoo(name: str) -> Result:
    """PettingZoo's own suites, over whole games."""
    env = partial(pettingzoo.env, name)
    passed = []
    for suite in (api_test, seed_test, render_test):
        # What they print, and warn of the dictionaries that PettingZoo's own classic games have too, is no news.
        with redirect_stdout(StringIO()), warnings.catch_warnings(action="ignore"):
            suite(env()) if suite is api_test else suite(env)
        passed.append(suite.__name__)
    return f"PettingZoo's suites {name}", passed, PETTINGZOO_SUITES, passed == PETTINGZOO_SUITES


def prove_openspiel(name: str) -> Result:
    """OpenSpiel's own suites, over whole games."""
    passed = run_with_openspiel("openspiel_suites", name).split()[1:]
    return f"OpenSpiel's suites {name}", passed, OPENSPIEL_SUITES, passed == OPENSPIEL_SUITES


def prove_core_advice(kind: str) -> Result:
    """Installed without a compiler, the command that doctor advises brings the whole core."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        sources = copy_sources(folder)
        pack(sources, folder / "packages")
        installation = Installation(folder, folder / "packages")
        installation.install(str(sources) if kind == "checkout" else "boardwright", compiler=NO_COMPILER)
        before = installation.doctor()["core"]["games"]
        installation.run(*installation.advised("core"))
        after = installation.doctor()["core"]["games"]
    return (
        f"doctor's advice for the core, {kind}",
        (before, after),
        ([], core_names()),
        (before, after) == ([], core_names()),
    )


def commit() -> str:
    """The commit that is proven; unknown outside a repository."""
    try:
        asked = subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, text=True, cwd=ROOT, check=True)
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return asked.stdout.strip()


def timed(prove: Callable[..., Result], *arguments: object) -> dict[str, object]:
    began = perf_counter()
    try:
        what, found, expected, right = prove(*arguments)
    # Tests that are skipped raise what is no Exception; whatever it is, the other proofs go on.
    except BaseException as error:
        what, found, expected, right = f"{prove.__name__}{arguments}", repr(error), "no error", False
    seconds = round(perf_counter() - began, 2)
    return {"what": what, "found": found, "expected": expected, "right": right, "seconds": seconds}


def main(wanted: Sequence[str]) -> int:
    jobs: list[tuple[Any, ...]] = [(prove_python_perft, *figures) for figures in PYTHON_PERFT]
    jobs += [(prove_core_perft, *figures) for figures in CORE_PERFT]
    jobs += [(prove_cluster,)]
    jobs += [(prove_differential, name) for name in GAMES]
    jobs += [(prove_conformance, name) for name in GAMES]
    jobs += [(prove_batch, name) for name in GAMES]
    jobs += [(prove_pettingzoo, name) for name in GAMES]
    jobs += [(prove_openspiel, name) for name in GAMES]
    jobs += [(prove_player, name) for name in GAMES]
    jobs += [(prove_match, name, players, MATCH_GAMES, least) for name in GAMES for *players, least in MATCHES]
    jobs += [(prove_puzzles, name) for name in GAMES]
    jobs += [(prove_self_play, name) for name in GAMES]
    jobs += [(prove_core_advice, kind) for kind in ("checkout", "package")]
    jobs += [(prove_site, name) for name in (*GAMES, OWN_GAME)]
    jobs += [(prove_kills, kind) for kind in ("sqlite", "postgresql")]
    jobs += [(prove_level, name, number) for name in GAMES for number in range(2, len(LEVELS) + 1)]
    names = {job[0].__name__.removeprefix("prove_") for job in jobs}
    if unknown := set(wanted) - names:
        print(f"there are no proofs called {', '.join(sorted(unknown))}: expected {', '.join(sorted(names))}")
        return 2
    jobs = [job for job in jobs if not wanted or job[0].__name__.removeprefix("prove_") in wanted]
    report: dict[str, Any] = {"commit": commit(), "seed": SEED, "python": platform.python_version(), "proofs": []}
    with ProcessPoolExecutor(WORKERS) as pool:
        for proof in [pool.submit(timed, *job) for job in jobs]:
            done = proof.result()
            report["proofs"].append(done)
            verdict = "right" if done["right"] else f"WRONG, expected {done['expected']}"
            print(f"{done['what']}: {done['found']} ({done['seconds']} s) {verdict}", flush=True)
            # Those of the levels take hours: what is proven so far outlives a run that is broken off.
            (ROOT / "proof.json").write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    wrong = sum(not proof["right"] for proof in report["proofs"])
    print(f"{len(jobs) - wrong} passed, {wrong} failed; proof.json written")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
