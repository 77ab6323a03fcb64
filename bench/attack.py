"""One client that wants all of a server, and how long another one waits: ``python -m bench.attack``.

A server on this machine is attacked in several ways by one address, while another address asks for a match, for a
position and for the page, each time on a new connection. Told is how long these requests took before the attacks and
during each of them, and the server's memory.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import resource
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import cycle
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple
from urllib.parse import urlsplit

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from boardwright.cli.options import Parser, seconds
from boardwright.cli.program import run

ATTACKER, OTHER = "127.0.0.3", "127.0.0.2"
"""The addresses of the clients; that of the machine itself would be a proxy's."""
TIMEOUT = 60.0
SETTLED = 1.0
"""The seconds after which an attack is under way."""
PAUSE = 0.01
GAME = "turm"
LINE = ["D7-D6-1", "D1-D2-1", "D6-D7-1", "D2-D1-1"] * 500
"""The longest line of moves that may be asked for."""
START = "r1r11RG1r1r1/2r11r12/3r13/7/3b13/2b11b12/b1b11BG1b1b1 r"
SILENT, BODIES = 4100, 3900
BODY = 299_999


class Target(NamedTuple):
    """Where a server is, and a long match that it has."""

    address: str
    match: str

    @property
    def place(self) -> tuple[str, int]:
        """The host and the port."""
        url = urlsplit(self.address)
        return url.hostname or "", url.port or 0


async def _many(number: int, work: Callable[[], Awaitable[None]]) -> None:
    """Do something in many tasks, again and again, whatever comes of it."""

    async def again() -> None:
        while True:
            with suppress(OSError, httpx.HTTPError, WebSocketException, asyncio.IncompleteReadError):
                await work()
            await asyncio.sleep(0)

    await asyncio.gather(*(again() for _ in range(number)))


async def lines(target: Target) -> None:
    """Positions after two thousand moves."""
    async with _client(target, ATTACKER) as client:
        await _many(20, lambda: _ask(client.post("/api/positions", json={"game": GAME, "moves": LINE})))


async def records(target: Target) -> None:
    """The record of a long match."""
    async with _client(target, ATTACKER) as client:
        await _many(20, lambda: _ask(client.get(f"/api/matches/{target.match}/record?format=text")))


async def requests(target: Target) -> None:
    """Cheap requests, as many as can be."""
    async with _client(target, ATTACKER) as client:
        await _many(20, lambda: _ask(client.get("/api/health")))


async def files(target: Target) -> None:
    """The largest file of the page."""
    async with _client(target, ATTACKER) as client:
        await _many(20, lambda: _ask(client.get("/static/style.css")))


async def _ask(asked: Awaitable[httpx.Response]) -> None:
    await asked


async def silence(target: Target) -> None:
    """Connections on which nothing is said."""
    await _hold(target, SILENT, b"")


async def bodies(target: Target) -> None:
    """Requests of which the last byte does not come."""
    head = f"POST /api/positions HTTP/1.1\r\nHost: localhost\r\nContent-Length: {BODY + 1}\r\n\r\n"
    await _hold(target, BODIES, head.encode() + b" " * BODY)


async def _hold(target: Target, number: int, said: bytes) -> None:
    """Hold ``number`` connections that have sent something; reopen each one a while after it was closed."""

    async def hold() -> None:
        reader, writer = await asyncio.open_connection(*target.place, local_addr=(ATTACKER, 0))
        try:
            writer.write(said)
            await writer.drain()
            while await reader.read(1 << 16):
                pass
            await asyncio.sleep(SETTLED)
        finally:
            writer.close()

    await _many(number, hold)


async def chunks(target: Target) -> None:
    """A body of very many very small chunks."""
    head = b"POST /api/positions HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    await _pour(target, head, b"1\r\n \r\n" * 10_000)


async def frames(target: Target) -> None:
    """Sockets with nothing but control frames."""
    key = b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    head = (
        b"GET /api/analysis HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        + key
        + b"\r\n"
    )
    await _pour(target, head, b"\x8a\x80\0\0\0\0" * 10_000)


async def _pour(target: Target, head: bytes, more: bytes) -> None:
    """Send something without an end on some connections."""

    async def pour() -> None:
        _, writer = await asyncio.open_connection(*target.place, local_addr=(ATTACKER, 0))
        try:
            writer.write(head)
            while True:
                writer.write(more)
                await writer.drain()
        finally:
            writer.close()

    await _many(10, pour)


async def messages(target: Target) -> None:
    """Messages on as many sockets as one may have."""
    await _talk(target, f"/api/matches/{target.match}/live", {"type": "ping"})


async def questions(target: Target) -> None:
    """Analyses of long lines, each of which replaces the one before."""
    await _talk(target, "/api/analysis", {"type": "analyse", "id": 1, "game": GAME, "moves": LINE})


async def _talk(target: Target, path: str, message: object) -> None:
    text = json.dumps(message)

    async def talk() -> None:
        address = target.address.replace("http", "ws") + path
        async with connect(address, local_addr=(ATTACKER, 0), compression=None, max_size=None) as socket:

            async def read() -> None:
                async for _ in socket:
                    pass

            reading = asyncio.create_task(read())
            try:
                while True:
                    await socket.send(text)
                    await asyncio.sleep(PAUSE)
            finally:
                reading.cancel()
                await asyncio.gather(reading, return_exceptions=True)

    await _many(40, talk)


ATTACKS = (lines, records, requests, files, silence, bodies, chunks, frames, messages, questions)


def _client(target: Target, address: str, *, keep: bool = True) -> httpx.AsyncClient:
    transport = httpx.AsyncHTTPTransport(
        local_address=address, limits=httpx.Limits(max_keepalive_connections=None if keep else 0)
    )
    return httpx.AsyncClient(base_url=target.address, transport=transport, timeout=TIMEOUT)


def _attack(name: str, target: Target) -> None:
    """The process of the attacker, who would have a machine of his own and not take this one's processor."""
    os.nice(19)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 1 << 14)), hard))
    (attack,) = (attack for attack in ATTACKS if attack.__name__ == name)
    asyncio.run(attack(target))


async def waits(target: Target, duration: float) -> list[float]:
    """How long each request of the other client took, in milliseconds; one that was refused would be an error."""
    found = []
    asked = cycle(
        [
            ("GET", f"/api/matches/{target.match}", None),
            ("POST", "/api/positions", {"game": GAME, "moves": LINE[:8]}),
            ("GET", "/", None),
        ]
    )
    end = perf_counter() + duration
    async with _client(target, OTHER, keep=False) as client:
        while perf_counter() < end:
            method, path, body = next(asked)
            began = perf_counter()
            (await client.request(method, path, json=body)).raise_for_status()
            found.append(1e3 * (perf_counter() - began))
            # Within the limits of one client.
            await asyncio.sleep(0.06)
    return found


class Server(NamedTuple):
    """A server's process, and where it is."""

    process: int
    target: Target

    @property
    def memory(self) -> float:
        """What it takes, in MB."""
        status = Path(f"/proc/{self.process}/status").read_text()
        (line,) = (line for line in status.splitlines() if line.startswith("VmRSS:"))
        return int(line.split()[1]) / 1024

    @property
    def worked(self) -> float:
        """The seconds that it has used of a core, without those of its engines."""
        fields = Path(f"/proc/{self.process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def served() -> Iterator[Server]:
    """A server with the limits that it has by default, and a long match; it is killed in the end."""
    with TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/matches.db"
        command = [sys.executable, "-m", "boardwright", "serve", "--port", "0", "--database", database]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            try:
                address = process.stdout.readline().split()[4].rstrip("/")
                record = "\n".join((GAME, START, *LINE))
                made = httpx.post(f"{address}/api/records", json={"text": record}, timeout=TIMEOUT).raise_for_status()
                yield Server(process.pid, Target(address, made.json()["match"]["id"]))
            finally:
                process.kill()


def under(attack: str, server: Server, duration: float) -> list[float]:
    """The other client's waits during an attack."""
    attacker = multiprocessing.get_context("spawn").Process(target=_attack, args=(attack, server.target), daemon=True)
    attacker.start()
    try:
        return asyncio.run(_later(server.target, duration))
    finally:
        attacker.kill()
        attacker.join()


async def _later(target: Target, duration: float) -> list[float]:
    await asyncio.sleep(SETTLED)
    return await waits(target, duration)


def main(arguments: list[str]) -> int:
    """Print the figures."""
    parser = Parser(prog="python -m bench.attack", description="one client that wants all of a server")
    names = [attack.__name__ for attack in ATTACKS]
    parser.add_argument("attacks", nargs="*", metavar="ATTACK", help=f"some of {', '.join(names)} (all)")
    parser.add_argument("--duration", type=seconds, default=10.0, metavar="S", help="how long each lasts (10)")
    options: argparse.Namespace = parser.parse_args(arguments)
    print(f"{'':<10} {'median ms':>10} {'worst ms':>10} {'of quiet':>9} {'of a core':>10} {'memory MB':>10}")
    for name in options.attacks or names:
        with served() as server:
            quiet = asyncio.run(waits(server.target, options.duration / 2))
            before, began = server.worked, perf_counter()
            found = under(name, server, options.duration)
            share = (server.worked - before) / (perf_counter() - began)
            for told, values in (("quiet", quiet), (name, found)):
                ratio = median(values) / median(quiet)
                print(f"{told:<10} {median(values):>10.1f} {max(values):>10.1f} {ratio:>8.1f}x", end="")
                print("" if told == "quiet" else f" {share:>10.0%} {server.memory:>10.0f}", flush=True)
    return 0


if __name__ == "__main__":
    run(main)
