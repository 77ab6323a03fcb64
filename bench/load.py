"""Many matches at once on one server: ``python -m bench.load``.

A server on this machine, with a new database, has matches between people on its sockets, each with one move a second,
while its engines are kept busy with analyses and games of their own. Told is how long a move takes from its sending
until it comes back, stored, and how the server's memory goes; and how evenly the machine itself works: where the same
piece of work takes far longer now and then, so do moves, and how long they take else is told too. At the end the
server is killed and started again, and every move that was acknowledged must be there, once.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import multiprocessing
import os
import subprocess
import sys
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter, thread_time
from typing import Any, NamedTuple

import httpx
from websockets.asyncio.client import ClientConnection, connect

from boardwright.cli.options import Parser, seconds, whole_number
from boardwright.cli.program import run
from boardwright.registry import game_names

ENOUGH = [f"--limit={name}=1000000" for name in ("requests", "work", "messages", "sockets", "matches", "analyses")]
PATIENCE = 120.0
ANALYSES = 4
SHOWS = 2
"""So many games of the engine against itself go on beside the analyses."""
WARM_UP = 5.0
"""The first seconds, in which sockets are still being opened, are not counted."""
WEIGHED_EVERY = 1.0
PULSE = 0.005
"""The seconds between two looks at the machine itself."""
SLOW = 3
"""So many times the usual work for the same is slow."""


@contextmanager
def served(database: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server's process, and its address; it is killed in the end."""
    command = [sys.executable, "-m", "boardwright", "serve", "--port", "0", "--database", database, *ENOUGH]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process, process.stdout.readline().split()[4].rstrip("/")
        finally:
            process.kill()


class Load:
    """What is asked of a server, and what came of it."""

    def __init__(self, address: str, matches: int, duration: float, pace: float, seed: int) -> None:
        self.address = address
        self.matches = matches
        self.duration = duration
        self.pace = pace
        self.random = Random(seed)
        self.waits: list[tuple[float, float]] = []
        """When each move was sent, and when it came back."""
        self.acknowledged: dict[str, list[str]] = {}
        self.memory: list[float] = []
        self.worked = 0.0
        """The seconds that the server used of a core, after the warm-up."""

    async def run(self, process: int) -> None:
        """Play for the given time; whatever goes wrong is raised."""
        # A new connection for each match: an old one may be closed just when it is used again.
        limits = httpx.Limits(max_keepalive_connections=0)
        async with httpx.AsyncClient(base_url=self.address, timeout=PATIENCE, limits=limits) as self.client:
            self.began = perf_counter()
            beside = [asyncio.create_task(self._analyse(number)) for number in range(ANALYSES)]
            beside += [asyncio.create_task(self._show()) for _ in range(SHOWS)]
            beside += [asyncio.create_task(self._weigh(process)), asyncio.create_task(self._warm_up(process))]
            await asyncio.gather(*(self._play(number) for number in range(self.matches)))
            self.worked += _worked(process)
            for task in beside:
                task.cancel()
            for ended in await asyncio.gather(*beside, return_exceptions=True):
                if isinstance(ended, Exception):
                    raise ended

    @property
    def spent(self) -> float:
        """The seconds since the beginning."""
        return perf_counter() - self.began

    def _socket(self, path: str) -> connect:
        return connect(
            self.address.replace("http", "ws") + path, max_size=None, open_timeout=PATIENCE, compression=None
        )

    async def _new_match(self, game: str, *seats: str) -> Any:
        answer = await self.client.post("/api/matches", json={"game": game, "seats": seats})
        return answer.raise_for_status().json()

    async def _play(self, number: int) -> None:
        """Have one match after the other, each player on a socket of his own."""
        names, phase = game_names(), self.random.random() * self.pace
        while self.spent < self.duration:
            made = await self._new_match(names[number % len(names)], "human", "human")
            match, path = made["match"], f"/api/matches/{made['match']['id']}/live"
            async with self._socket(path) as first, self._socket(path) as second:
                for socket, token in zip((first, second), made["tokens"], strict=True):
                    await socket.send(json.dumps({"type": "hello", "tokens": [token]}))
                    await _revision(socket, match["revision"])
                await self._play_match(match, (first, second), phase)

    async def _play_match(self, match: Any, sockets: tuple[ClientConnection, ClientConnection], phase: float) -> None:
        """Make a move whenever it is time for it; people do not wait for each other across boards."""
        moves = self.acknowledged.setdefault(match["id"], [])
        while self.spent < self.duration and match["outcome"] is None:
            await asyncio.sleep(self.pace - (self.spent - phase) % self.pace)
            side, text = match["state"]["to_move"], self.random.choice(match["state"]["moves"])["text"]
            sent = perf_counter()
            await sockets[side].send(json.dumps({"type": "move", "move": text, "ply": len(moves)}))
            answer = await _revision(sockets[side], match["revision"] + 1)
            if self.spent > WARM_UP:
                self.waits.append((sent, perf_counter()))
            moves.append(text)
            match = json.loads(answer)["match"]
            await _revision(sockets[1 - side], match["revision"])

    async def _analyse(self, number: int) -> None:
        """Keep the engine busy with analyses."""
        asked = {"type": "analyse", "id": number, "game": game_names()[number % len(game_names())], "lines": 3}
        async with self._socket("/api/analysis") as socket:
            while True:
                await socket.send(json.dumps(asked | {"seconds": 30}))
                while json.loads(await socket.recv())["type"] != "done":
                    pass

    async def _show(self) -> None:
        """Keep the engine busy with games against itself."""
        while True:
            made = await self._new_match("turm", "engine", "engine")
            async with self._socket(f"/api/matches/{made['match']['id']}/live") as socket:
                await socket.send(json.dumps({"type": "hello"}))
                while json.loads(await socket.recv())["match"]["outcome"] is None:
                    pass

    async def _warm_up(self, process: int) -> None:
        await asyncio.sleep(WARM_UP)
        self.worked -= _worked(process)

    async def _weigh(self, process: int) -> None:
        status = Path(f"/proc/{process}/status")
        while status.exists():
            (line,) = (line for line in status.read_text().splitlines() if line.startswith("VmRSS:"))
            self.memory.append(int(line.split()[1]) / 1024)
            await asyncio.sleep(WEIGHED_EVERY)


def _worked(process: int) -> float:
    """The seconds that a process has used of a core."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def _revision(socket: ClientConnection, revision: int) -> str | bytes:
    """The message that tells of a revision of a match; there is one for each, and nothing else is told."""
    message = await asyncio.wait_for(socket.recv(), PATIENCE)
    text = message if isinstance(message, str) else message.decode()
    found = text[text.rfind('"revision":') :].partition(":")[2].partition("}")[0]
    if found != str(revision):
        raise RuntimeError(f"expected revision {revision}: found {text[:200]} ... {text[-200:]}")
    return message


def compare(address: str, acknowledged: dict[str, list[str]]) -> tuple[int, int]:
    """How many acknowledged moves a server does not have, and how many it has that were not."""
    lost = strange = 0
    with httpx.Client(base_url=address, timeout=PATIENCE) as client:
        for match, moves in acknowledged.items():
            kept = [move["text"] for move in client.get(f"/api/matches/{match}").json()["moves"]]
            lost += sum(move != there for move, there in zip(moves, kept, strict=False)) + max(
                0, len(moves) - len(kept)
            )
            strange += max(0, len(kept) - len(moves))
    return lost, strange


def share(values: list[float], part: float) -> float:
    """The value that a part of all values does not exceed."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


class Pulse:
    """How evenly the machine works: equal pieces of work, all the time, in a process of its own.

    A piece that takes far more of a core than the others do, without having waited for one, tells that the machine
    was slow then, whatever runs on it.
    """

    def __enter__(self) -> Pulse:
        self._pipe, theirs = multiprocessing.Pipe()
        self._process = multiprocessing.get_context("spawn").Process(target=_beat, args=(theirs,), daemon=True)
        self._process.start()
        return self

    def __exit__(self, *failure: object) -> None:
        self._pipe.send(None)
        beats: list[Beat] = self._pipe.recv()
        usual = share([beat.worked for beat in beats], 0.5)
        slow = [beat for beat in beats if beat.worked > SLOW * usual]
        self.slow_share = len(slow) / len(beats)
        self._starts = [beat.start - PULSE for beat in slow]
        self._ends = [beat.end + PULSE for beat in slow]

    def was_even(self, start: float, end: float) -> bool:
        """Whether the machine was not slow at any moment of a time."""
        return bisect_left(self._ends, start) == bisect_right(self._starts, end)


class Beat(NamedTuple):
    """A piece of work: when it began and ended, and how much of a core it took, in seconds."""

    start: float
    end: float
    worked: float


def _beat(pipe: Connection) -> None:
    beats = []
    while not pipe.poll(PULSE):
        start, before = perf_counter(), thread_time()
        sum(range(5_000))
        beats.append(Beat(start, perf_counter(), thread_time() - before))
    pipe.send(beats)


def measure(matches: int, duration: float, pace: float, database: str, seed: int) -> dict[str, float]:
    """The figures."""
    with Pulse() as pulse, served(database) as (process, address):
        load = Load(address, matches, duration, pace, seed)
        # To look for garbage among all that has come back takes long, and would be measured too.
        gc.disable()
        asyncio.run(load.run(process.pid))
        gc.enable()
    with served(database) as (_, address):
        lost, strange = compare(address, load.acknowledged)
    moves = sum(map(len, load.acknowledged.values()))
    waits = [1e3 * (back - sent) for sent, back in load.waits]
    even = [1e3 * (back - sent) for sent, back in load.waits if pulse.was_even(sent, back)]
    return {
        "matches at a time": matches,
        "matches": len(load.acknowledged),
        "moves": moves,
        "moves a second": round(moves / duration, 1),
        "median ms": round(share(waits, 0.5), 1),
        "p99 ms": round(share(waits, 0.99), 1),
        "worst ms": round(max(waits), 1),
        "machine slow, %": round(100 * pulse.slow_share, 1),
        "moves then, %": round(100 - 100 * len(even) / len(waits), 1),
        "p99 ms else": round(share(even, 0.99), 1),
        "server ms a move": round(1e3 * load.worked / len(waits), 2),
        "memory MB, half": round(load.memory[len(load.memory) // 2], 1),
        "memory MB, end": round(load.memory[-1], 1),
        "lost moves": lost,
        "strange moves": strange,
    }


def main(arguments: list[str]) -> int:
    """Print the figures; the exit status is 1 if a move was lost or came from nowhere."""
    parser = Parser(prog="python -m bench.load", description="many matches at once on one server")
    parser.add_argument("--matches", type=whole_number(1, 2000), default=200, metavar="N", help="at a time (200)")
    parser.add_argument("--duration", type=seconds, default=120.0, metavar="S", help="how long they are played (120)")
    parser.add_argument("--pace", type=seconds, default=1.0, metavar="S", help="seconds for each move (1)")
    parser.add_argument("--database", metavar="URL", help="an empty one (a new SQLite file)")
    parser.add_argument("--seed", type=whole_number(0), default=0, metavar="S", help="the seed of the moves (0)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options: argparse.Namespace = parser.parse_args(arguments)
    with TemporaryDirectory() as folder:
        database = options.database or f"sqlite:///{folder}/matches.db"
        figures = measure(options.matches, options.duration, options.pace, database, options.seed)
    if options.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name:<18} {value:>10}")
    return 1 if figures["lost moves"] or figures["strange moves"] else 0


if __name__ == "__main__":
    run(main)
