"""``python -m bench.wasm``: the core in WebAssembly under node beside the compiled one, and the sizes of its modules.

Both count and search the same positions in turns, on one thread; each figure is the best of several rounds. Seconds are
those of the processor, so that other programs matter little; they include the compilation of WebAssembly by node,
which a short task would mostly measure. The bench signature of both must be the expected one. The numbers of Brotli
need the package ``brotli``.
"""

from __future__ import annotations

import gzip
import json
import platform
import shutil
import subprocess
from dataclasses import asdict, dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from time import process_time
from typing import Any

from boardwright.core import core_of
from boardwright.engine.bench import HASH, SIGNATURE, benched_games, fixed_positions, searched, signature
from boardwright.engine.bitbases import OFF
from boardwright.engine.network import network_file
from boardwright.engine.packed import pack_path, read_report
from boardwright.engine.search import Engine
from boardwright.errors import BoardwrightError
from boardwright.game import AnyGame
from boardwright.web.page_files import FOLDER

MODULES = FOLDER / "core"
ROUNDS = 2
NODES = 400_000
PERFT_DEPTH = {"cabeza": 7, "congo": 7, "draughts": 10, "margrites": 6, "turm": 7}
PROGRAM = """
import { readFileSync } from "node:fs";

const timed = (work) => {
  const began = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(began);
  return { result, seconds: (user + system) / 1e6 };
};

const { module, name, network, perft, searches } = JSON.parse(readFileSync(0, "utf8"));
const engine = await CoreEngine.load(readFileSync(module), name, network && readFileSync(network));
const answer = {
  hasSimd: hasSimd(),
  perft: perft.map(([position, depth]) => timed(() => engine.perft(position, depth))),
  searches: searches.map((request) => timed(() => engine.search(request))),
};
console.log(JSON.stringify(answer));
"""


@dataclass(frozen=True, slots=True)
class Task:
    """What node runs: perft of packed positions to some depths, and searches."""

    module: str
    name: str
    network: str | None
    perft: list[tuple[str, int]]
    searches: list[dict[str, Any]]


def task_for(game: AnyGame, suffix: str = "", *, perft: list[tuple[Any, int]] | None = None, nodes: int = 0) -> Task:
    """Return a task of a game: perft of some positions, and with ``nodes`` the searches of the bench."""
    file = network_file(game)
    requests = [
        {"path": pack_path(game, [position]), "nodes": nodes, "hash": HASH} for position in fixed_positions(game)
    ]
    return Task(
        str(MODULES / f"{game.name}{suffix}.wasm"),
        game.full_name,
        str(file) if file.exists() else None,
        [(pack_path(game, [position]), depth) for position, depth in perft or []],
        requests if nodes else [],
    )


def run_in_node(task: Task) -> dict[str, Any]:
    """Run a task, and return the results with their seconds."""
    node = shutil.which("node")
    if node is None:
        raise BoardwrightError("there is no node to run WebAssembly with: install it (Debian: apt-get install nodejs)")
    program = (FOLDER / "core_engine.js").read_text(encoding="utf-8") + PROGRAM
    command = [node, "--input-type=module", "--eval", program]
    done = subprocess.run(command, input=json.dumps(asdict(task)), capture_output=True, text=True, timeout=600)
    if done.returncode:
        raise BoardwrightError(f"node failed: {done.stderr.strip()}")
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def results_of(game: AnyGame, answer: dict[str, Any]) -> list[Any]:
    """Return the search results of an answer for the positions of the bench."""
    found = zip(fixed_positions(game), answer["searches"], strict=True)
    return [read_report(game, position, each["result"]) for position, each in found]


def _native(game: AnyGame, depth: int) -> tuple[float, float]:
    """Return the leaves and the nodes per second of the compiled core."""
    core, engine = core_of(game), Engine(game, hash_mb=HASH, endings=OFF)
    began = process_time()
    leaves = core.perft(game.start(), depth)
    counted = process_time()
    nodes = sum(engine.search(position, nodes=NODES).nodes for position in fixed_positions(game))
    return leaves / (counted - began), nodes / (process_time() - counted)


def _wasm(game: AnyGame, suffix: str, depth: int) -> tuple[float, float]:
    """Return the same of WebAssembly."""
    answer = run_in_node(task_for(game, suffix, perft=[(game.start(), depth)], nodes=NODES))
    (counted,) = answer["perft"]
    nodes = sum(each["result"]["nodes"] for each in answer["searches"])
    return sum(counted["result"]["counts"]) / counted["seconds"], nodes / sum(
        each["seconds"] for each in answer["searches"]
    )


def _signature(suffix: str) -> str:
    games = []
    for game in benched_games():
        positions = fixed_positions(game)
        results = results_of(game, run_in_node(task_for(game, suffix, nodes=50_000)))
        games.append(searched(game, positions, results, 0.0))
    return signature(games)


def sizes(file: Path) -> str:
    """Return the size of a file in thousands of bytes: as it is, by gzip and by Brotli."""
    data = file.read_bytes()
    compressed = [gzip.compress(data, 9)]
    if find_spec("brotli") is not None:
        compressed.append(import_module("brotli").compress(data))
    return " / ".join(f"{len(each) / 1000:.0f}" for each in (data, *compressed))


def main() -> None:
    """Print a table of speeds and one of sizes."""
    for suffix in ("", "-scalar"):
        found = _signature(suffix)
        print(f"signature of {suffix.strip('-') or 'SIMD'}: {found}, expected {SIGNATURE}")
    print(f"\n{platform.machine()}, best of {ROUNDS} rounds, one thread; millions per second\n")
    print("| game | leaves: native | SIMD | scalar | nodes: native | SIMD | scalar |\n|---|--:|--:|--:|--:|--:|--:|")
    for game in benched_games():
        depth = PERFT_DEPTH[game.name]
        rounds = [(_native(game, depth), _wasm(game, "", depth), _wasm(game, "-scalar", depth)) for _ in range(ROUNDS)]
        row = [game.full_name]
        for kind in (0, 1):
            native, *others = (max(each[program][kind] for each in rounds) for program in range(3))
            row += [f"{native / 1e6:.2f}", *(f"{other / 1e6:.2f} ({other / native:.0%})" for other in others)]
        print(f"| {' | '.join(row)} |", flush=True)
    print("\n| file | kB: plain / gzip / Brotli |\n|---|--:|")
    for file in [*sorted(MODULES.glob("*.wasm")), *(network_file(game) for game in benched_games())]:
        if file.exists():
            print(f"| {file.name} | {sizes(file)} |")


if __name__ == "__main__":
    main()
