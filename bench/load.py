"""Load test of the server: ``python -m bench.load``.

A server on this machine, with a new database, runs many games between people, who play one move a second each as the
page does: a POST request for each move, and a WebSocket per player with the updates. Meanwhile its engines are busy
with analyses and games of their own. Measured are the time from sending a move until the response, which comes after
it is stored, and the server's memory; and how evenly the machine itself works: where equal pieces of work take far
longer at times, so do moves, and the figures without those times are printed too. At the end the server is killed and
started again, and every acknowledged move must be there, once.
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
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
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

LIMITS = ("requests", "work", "messages", "sockets", "connections", "matches", "analyses")
TIMEOUT = 120.0
ANALYSES = 4
SHOWS = 2
"""The number of games of the engine against itself, beside the analyses."""
WARM_UP = 5.0
"""The first seconds, in which sockets are still being opened, are not counted."""
MEMORY_EVERY = 1.0
"""The interval at which the server's memory is read, in seconds."""
PULSE = 0.005
"""The interval at which the machine's speed is measured, in seconds."""
PRESENCE = '{"type":"presence"'
"""How a message about who is connected begins."""
SLOW = 3
"""A piece of work that takes this many times the median is slow."""


@contextmanager
def served(database: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run a server; yield its process and its address, and kill it at the end."""
    limits = [f"--limit={name}=1000000" for name in LIMITS]
    command = [sys.executable, "-m", "boardwright", "serve", "--port", "0", "--database", database, *limits]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process, process.stdout.readline().split()[4].rstrip("/")
        finally:
            process.kill()


class KeepAlive:
    """An HTTP connection that stays open. httpx takes more CPU time for a request than the server for a move."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, host: str) -> None:
        self._reader, self._writer, self._host = reader, writer, host

    @classmethod
    async def open(cls, address: str) -> KeepAlive:
        """Connect to a server."""
        host, _, port = address.removeprefix("http://").partition(":")
        return cls(*await asyncio.open_connection(host, int(port)), f"{host}:{port}")

    def close(self) -> None:
        """Close the connection."""
        self._writer.close()

    async def post(self, path: str, body: object, token: str) -> bytes:
        """Send a request and return the body of the response; any other status than 200 raises."""
        content = json.dumps(body).encode()
        head = f"POST {path} HTTP/1.1\r\nHost: {self._host}\r\nAuthorization: Bearer {token}\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        self._writer.write(head.encode() + content)
        status, *headers = (await self._reader.readuntil(b"\r\n\r\n")).lower().split(b"\r\n")
        (length,) = (int(header.partition(b":")[2]) for header in headers if header.startswith(b"content-length:"))
        answer = await self._reader.readexactly(length)
        if b" 200 " not in status:
            raise RuntimeError(f"{status.decode()}: {answer.decode()}")
        return answer


class Load:
    """The players and engines that use a server, and what they measured."""

    def __init__(self, address: str, games: int, duration: float, pace: float, seed: int) -> None:
        self.address = address
        self.games = games
        self.duration = duration
        self.pace = pace
        self.random = Random(seed)
        self.waits: list[tuple[float, float]] = []
        """When each move was sent, and when its response arrived."""
        self.acknowledged: dict[str, list[str]] = {}
        self.memory: list[float] = []
        self.cpu_seconds = 0.0
        """The CPU time of the server after the warm-up."""

    async def run(self, process: int) -> None:
        """Play for the given time; any error is raised."""
        limits = httpx.Limits(max_connections=None)
        async with httpx.AsyncClient(base_url=self.address, timeout=TIMEOUT, limits=limits) as self.client:
            self.began = perf_counter()
            background = [asyncio.create_task(self._analyse(number)) for number in range(ANALYSES)]
            background += [asyncio.create_task(self._show()) for _ in range(SHOWS)]
            background += [
                asyncio.create_task(self._read_memory(process)),
                asyncio.create_task(self._warm_up(process)),
            ]
            await asyncio.gather(*(self._play(number) for number in range(self.games)))
            self.cpu_seconds += _cpu_seconds(process)
            for task in background:
                task.cancel()
            for ended in await asyncio.gather(*background, return_exceptions=True):
                if isinstance(ended, Exception):
                    raise ended

    @property
    def spent(self) -> float:
        """The seconds since the beginning."""
        return perf_counter() - self.began

    def _socket(self, path: str) -> connect:
        return connect(self.address.replace("http", "ws") + path, max_size=None, open_timeout=TIMEOUT, compression=None)

    async def _post(self, path: str, body: Any, token: str = "") -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return (await self.client.post(path, json=body, headers=headers)).raise_for_status().json()

    async def _new_game(self, game: str, *seats: str) -> tuple[Any, list[str], str]:
        """Create a game; return it with its tokens and its path."""
        made = await self._post("/api/matches", {"game": game, "seats": seats})
        return made["match"], made["tokens"], f"/api/matches/{made['match']['id']}"

    async def _play(self, number: int) -> None:
        """Play one game after the other; each player has a socket."""
        names, phase = game_names(), self.random.random() * self.pace
        while self.spent < self.duration:
            live, tokens, path = await self._new_game(names[number % len(names)], "human", "human")
            async with self._socket(f"{path}/live") as first, self._socket(f"{path}/live") as second:
                for socket, token in zip((first, second), tokens, strict=True):
                    await socket.send(json.dumps({"type": "identify", "tokens": [token]}))
                    await _receive(socket, live["revision"])
                with closing(await KeepAlive.open(self.address)) as connection:
                    await self._play_game(live, tokens, path, connection, (first, second), phase)

    async def _play_game(
        self,
        live: Any,
        tokens: list[str],
        path: str,
        connection: KeepAlive,
        sockets: Sequence[ClientConnection],
        phase: float,
    ) -> None:
        """Play a move whenever its time has come, independently of all other games."""
        moves = self.acknowledged.setdefault(live["id"], [])
        while self.spent < self.duration and live["outcome"] is None:
            await asyncio.sleep(self.pace - (self.spent - phase) % self.pace)
            text = self.random.choice(live["state"]["moves"])["text"]
            sent = perf_counter()
            body = {"move": text, "ply": len(moves)}
            answer = await connection.post(f"{path}/moves", body, tokens[live["state"]["to_move"]])
            if self.spent > WARM_UP:
                self.waits.append((sent, perf_counter()))
            live = json.loads(answer)
            moves.append(text)
            for socket in sockets:
                await _receive(socket, live["revision"])

    async def _analyse(self, number: int) -> None:
        """Keep the engine busy with analyses."""
        request = {"type": "analyse", "id": number, "game": game_names()[number % len(game_names())], "lines": 3}
        async with self._socket("/api/analysis") as socket:
            while True:
                await socket.send(json.dumps(request | {"seconds": 30}))
                while json.loads(await socket.recv())["type"] != "done":
                    pass

    async def _show(self) -> None:
        """Keep the engine busy with games against itself."""
        while True:
            _, _, path = await self._new_game("turm", "engine", "engine")
            async with self._socket(f"{path}/live") as socket:
                while json.loads(await socket.recv())["match"]["outcome"] is None:
                    pass

    async def _warm_up(self, process: int) -> None:
        await asyncio.sleep(WARM_UP)
        self.cpu_seconds -= _cpu_seconds(process)

    async def _read_memory(self, process: int) -> None:
        status = Path(f"/proc/{process}/status")
        while status.exists():
            (line,) = (line for line in status.read_text().splitlines() if line.startswith("VmRSS:"))
            self.memory.append(int(line.split()[1]) / 1024)
            await asyncio.sleep(MEMORY_EVERY)


def _cpu_seconds(process: int) -> float:
    """Return the CPU time of a process."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def _receive(socket: ClientConnection, revision: int) -> None:
    """Receive the next update of a game, which must be of this revision: there is one for each."""
    text = PRESENCE
    while text.startswith(PRESENCE):
        message = await asyncio.wait_for(socket.recv(), TIMEOUT)
        text = message if isinstance(message, str) else message.decode()
    found = text[text.rfind('"revision":') :].partition(":")[2].partition("}")[0]
    if found != str(revision):
        raise RuntimeError(f"expected revision {revision}: found {text[:200]} ... {text[-200:]}")


def compare(address: str, acknowledged: dict[str, list[str]]) -> tuple[int, int]:
    """Count the acknowledged moves that a server does not have, and the moves that it has besides."""
    lost = extra = 0
    with httpx.Client(base_url=address, timeout=TIMEOUT) as client:
        for game_id, moves in acknowledged.items():
            stored = [move["text"] for move in client.get(f"/api/matches/{game_id}").json()["moves"]]
            lost += sum(move != there for move, there in zip(moves, stored, strict=False))
            lost += max(0, len(moves) - len(stored))
            extra += max(0, len(stored) - len(moves))
    return lost, extra


def share(values: list[float], part: float) -> float:
    """Return the value that a part of all values does not exceed."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


class Pulse:
    """Measures how evenly the machine works: equal pieces of work, all the time, in a process of their own.

    If a piece takes far more CPU time than the others, without having waited for a core, the machine was slow then.
    """

    def __enter__(self) -> Pulse:
        self._pipe, theirs = multiprocessing.Pipe()
        self._process = multiprocessing.get_context("spawn").Process(target=_beat, args=(theirs,), daemon=True)
        self._process.start()
        return self

    def __exit__(self, *failure: object) -> None:
        self._pipe.send(None)
        beats: list[Beat] = self._pipe.recv()
        median = share([beat.cpu_seconds for beat in beats], 0.5)
        slow = [beat for beat in beats if beat.cpu_seconds > SLOW * median]
        self.slow_share = len(slow) / len(beats)
        self._starts = [beat.start - PULSE for beat in slow]
        self._ends = [beat.end + PULSE for beat in slow]

    def was_even(self, start: float, end: float) -> bool:
        """Whether the machine was not slow at any moment of an interval."""
        return bisect_left(self._ends, start) == bisect_right(self._starts, end)


class Beat(NamedTuple):
    """A piece of work: its start and end, and its CPU time, in seconds."""

    start: float
    end: float
    cpu_seconds: float


def _beat(pipe: Connection) -> None:
    beats = []
    while not pipe.poll(PULSE):
        start, before = perf_counter(), thread_time()
        sum(range(5_000))
        beats.append(Beat(start, perf_counter(), thread_time() - before))
    pipe.send(beats)


def measure(games: int, duration: float, pace: float, database: str, seed: int) -> dict[str, float]:
    """Run the load test; return its figures by name."""
    with Pulse() as pulse, served(database) as (process, address):
        load = Load(address, games, duration, pace, seed)
        # Collecting garbage among all responses takes long, and would be measured too.
        gc.disable()
        asyncio.run(load.run(process.pid))
        gc.enable()
    with served(database) as (_, address):
        lost, extra = compare(address, load.acknowledged)
    moves = sum(map(len, load.acknowledged.values()))
    waits = [1e3 * (back - sent) for sent, back in load.waits]
    even = [1e3 * (back - sent) for sent, back in load.waits if pulse.was_even(sent, back)]
    return {
        "games at a time": games,
        "games": len(load.acknowledged),
        "moves": moves,
        "moves per second": round(moves / duration, 1),
        "median ms": round(share(waits, 0.5), 1),
        "p99 ms": round(share(waits, 0.99), 1),
        "worst ms": round(max(waits), 1),
        "machine slow, %": round(100 * pulse.slow_share, 1),
        "moves then, %": round(100 - 100 * len(even) / len(waits), 1),
        "p99 ms otherwise": round(share(even, 0.99), 1),
        "server ms per move": round(1e3 * load.cpu_seconds / len(waits), 2),
        "memory MB, half": round(load.memory[len(load.memory) // 2], 1),
        "memory MB, end": round(load.memory[-1], 1),
        "lost moves": lost,
        "extra moves": extra,
    }


def main(arguments: list[str]) -> int:
    """Print the figures; the exit status is 1 if the server has lost a move or has one that nobody played."""
    parser = Parser(prog="python -m bench.load", description="load test: many games at once on one server")
    parser.add_argument("--games", type=whole_number(1, 2000), default=200, metavar="N", help="games at a time (200)")
    parser.add_argument("--duration", type=seconds, default=120.0, metavar="S", help="duration in seconds (120)")
    parser.add_argument("--pace", type=seconds, default=1.0, metavar="S", help="seconds per move (1)")
    parser.add_argument("--database", metavar="URL", help="an empty database (a new SQLite file)")
    parser.add_argument("--seed", type=whole_number(0), default=0, metavar="S", help="random seed of the moves (0)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options: argparse.Namespace = parser.parse_args(arguments)
    with TemporaryDirectory() as folder:
        database = options.database or f"sqlite:///{folder}/matches.db"
        figures = measure(options.games, options.duration, options.pace, database, options.seed)
    if options.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name:<18} {value:>10}")
    return 1 if figures["lost moves"] or figures["extra moves"] else 0


if __name__ == "__main__":
    run(main)
