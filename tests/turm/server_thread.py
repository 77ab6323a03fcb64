"""The course's server in a thread, and guests that send it whatever they like."""

from __future__ import annotations

import asyncio
import json
import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Condition, Thread
from typing import Any

from boardwright.engine.limits import Limits
from boardwright.engine.players import OnInfo, Player, Stop, read_player
from boardwright.engine.result import SearchResult, one_move
from boardwright.game import Outcome
from boardwright.games.turm.protocols.client import ClientGame, Seat
from boardwright.games.turm.protocols.messages import GAME
from boardwright.games.turm.protocols.server import CourseServer
from boardwright.played_game import AnyPlayedGame

HOST = "127.0.0.1"
TIMEOUT = 120.0
QUICK_WIN = ("D5-D4-1", "A1-A2-1", "D4-D3-1", "D1-D2-1", "D3-D2-1")
"""The shortest game there is: red takes the guard."""


class Host:
    """A server at a free port, until the context ends, with all that it said."""

    def __init__(self, **options: Any) -> None:
        self.lines: list[str] = []
        self._changed = Condition()
        self._server = CourseServer(self._hear, **options)
        self._thread = Thread(target=lambda: asyncio.run(self._serve()))

    async def _serve(self) -> None:
        self._loop, self._task = asyncio.get_running_loop(), asyncio.current_task()
        with suppress(asyncio.CancelledError):
            await self._server.serve(HOST, 0)

    def _hear(self, line: str) -> None:
        with self._changed:
            self.lines.append(re.sub(r"\d+\.\d\d s", "T s", line))
            self._changed.notify_all()

    def __enter__(self) -> Host:
        self._thread.start()
        self.port = int(self.wait_for("listening at ").rpartition(":")[2])
        return self

    def __exit__(self, *error: object) -> None:
        if self._thread.is_alive():
            assert self._task is not None
            self._loop.call_soon_threadsafe(self._task.cancel)
        self.wait_for_the_end()

    def wait_for(self, words: str, times: int = 1) -> str:
        """The first line that has these words, or a later one of them, once it is said."""

        def found() -> list[str]:
            return [line for line in self.lines if words in line][times - 1 : times]

        with self._changed:
            assert self._changed.wait_for(found, TIMEOUT), self.lines
            return found()[0]

    def wait_for_the_end(self) -> None:
        self._thread.join(TIMEOUT)
        assert not self._thread.is_alive(), self.lines

    def tale(self, number: int) -> list[str]:
        """What was said of a game, without the addresses."""
        lines = [line.partition(": ") for line in self.lines if line.startswith(f"game {number}: ")]
        return [re.sub(r"127\.0\.0\.1:\d+", "HERE", line) for _, _, line in lines]


class Guest:
    """A connection to a server, and nothing that would keep it from doing wrong."""

    def __init__(self, host: Host) -> None:
        self.socket = socket.create_connection((HOST, host.port), timeout=TIMEOUT)
        self._rest = ""
        self.side = int(self.socket.recv(1))

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def ask(self, message: object = "get") -> dict[str, Any]:
        self.send(json.dumps(message).encode())
        return self.hear()

    def hear(self) -> dict[str, Any]:
        """The next answer, however many pieces it comes in."""
        while "}" not in self._rest:
            data = self.socket.recv(1 << 16)
            assert data, "the server hung up"
            self._rest += data.decode()
        answer, end = json.JSONDecoder().raw_decode(self._rest)
        self._rest = self._rest[end:]
        assert isinstance(answer, dict)
        return answer

    def wait_for_the_end(self) -> dict[str, Any]:
        """What is told once the game is over."""
        while not (answer := self.ask())["end"]:
            pass
        return answer

    def is_cut_off(self) -> bool:
        """Whether the server hangs up, whatever it says before."""
        with suppress(ConnectionError):
            while self.socket.recv(1 << 16):
                pass
        return True

    def close(self) -> None:
        self.socket.close()


class Fixed(Player):
    """Plays the moves it was given, one after the other."""

    def __init__(self, *texts: str) -> None:
        super().__init__(GAME, Limits(), 0)
        self.texts = iter(texts)

    def _think(self, played: AnyPlayedGame, limits: Limits, on_info: OnInfo, stop: Stop) -> SearchResult[Any]:
        return one_move(played.position, GAME.parse_move(played.position, next(self.texts)))


@contextmanager
def pair(host: Host) -> Iterator[tuple[Guest, Guest]]:
    """Two guests at one table, red first."""
    guests = Guest(host), Guest(host)
    assert [guest.side for guest in guests] == [0, 1]
    try:
        yield guests
    finally:
        for guest in guests:
            guest.close()


def play_quick_win(host: Host) -> None:
    """A whole game, by which a server shows that it is well."""
    with pair(host) as guests:
        for ply, move in enumerate(QUICK_WIN):
            answer = guests[ply % 2].ask(move)
        assert (answer["end"], answer["winner"], answer["reason"]) == (True, "r", "the blue guard is taken")
        assert guests[1].ask() == answer | {"time": guests[1].ask()["time"]}


def play_in_seat(host: Host, player: str) -> Outcome | None:
    """One game of a player of ours in the next seat."""
    seat = Seat.connect(HOST, host.port)
    try:
        return ClientGame(seat, read_player(player, GAME), Limits(), lambda line: None).play()
    finally:
        seat.close()
