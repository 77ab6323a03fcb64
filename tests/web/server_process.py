"""A server in a process of its own, as a user runs it, and clients for it."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from time import monotonic, sleep
from typing import Any

import httpx
from tests.web.fork_server import ForkServer
from websockets.sync.client import ClientConnection, connect

TIMEOUT = 120.0
"""Shared machines are slow at times."""


class Served:
    """A running server. Killed and started again it has another port, but the same database."""

    def __init__(self, home: ForkServer, database: str, *options: str) -> None:
        self.home = home
        self.database = database
        self.options = options
        with NamedTemporaryFile(delete=False) as log:
            self.log = Path(log.name)
        self.start()

    def start(self) -> None:
        """Start it, and wait until it has said where it is."""
        self.log.write_text("")
        options = ["--port=0", "--processes=2", f"--database={self.database}", *self.options]
        self.process, self.address = self.home.start(options, self.log)
        self.client = httpx.Client(base_url=self.address, timeout=TIMEOUT)

    def kill(self) -> None:
        """End it as the loss of power would."""
        self._end(signal.SIGKILL)

    def stop(self) -> str:
        """End it by Ctrl-C; what was said on standard error, with the exit status."""
        self._end(signal.SIGINT)
        return self.log.read_text()

    def _end(self, number: signal.Signals) -> None:
        self.client.close()
        deadline = monotonic() + TIMEOUT
        with suppress(ProcessLookupError):
            os.kill(self.process, number)
            while monotonic() < deadline:
                os.kill(self.process, 0)
                sleep(0.005)
            raise TimeoutError(f"the server has not ended after {number.name}")

    def close(self) -> None:
        """Leave nothing behind."""
        self.kill()
        self.log.unlink()

    def get(self, path: str) -> Any:
        """The answer to a request that is granted."""
        answer = self.client.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, body: Any = None, *, token: str | None = None) -> Any:
        """The answer to a request that is granted."""
        answer = self.ask(path, body, token=token)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def ask(self, path: str, body: Any = None, *, token: str | None = None) -> httpx.Response:
        """The answer to any request."""
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        return self.client.post(path, json=body, headers=headers)

    def refusal(self, path: str, body: Any = None, *, token: str | None = None) -> tuple[int, str]:
        """The status and the one line of an answer to a request that is refused."""
        answer = self.ask(path, body, token=token)
        assert list(answer.json()) in (["error"], ["error", "code", "arguments"]), answer.text
        return answer.status_code, answer.json()["error"]

    def new_match(self, game: str, *seats: str, **more: Any) -> tuple[str, list[str], dict[str, Any]]:
        """A new match: its id, the tokens of both seats ("" where there is none), and how it stands."""
        made = self.post("/api/matches", {"game": game, "seats": seats or ("human", "human"), **more})
        return made["match"]["id"], [token or "" for token in made["tokens"]], made["match"]

    def move(self, match: str, token: str, text: str, ply: int) -> Any:
        """Play a move."""
        return self.post(f"/api/matches/{match}/moves", {"move": text, "ply": ply}, token=token)

    @contextmanager
    def socket(self, path: str, *, farewell: float = TIMEOUT) -> Iterator[Socket]:
        """A socket to a path; so long it may take to close it."""
        address = self.address.replace("http", "ws") + path
        with connect(address, max_size=None, open_timeout=TIMEOUT, close_timeout=farewell) as connection:
            yield Socket(connection)

    def live(self, match: str) -> AbstractContextManager[Socket]:
        """The socket with the updates of a game."""
        return self.socket(f"/api/matches/{match}/live")


class Socket:
    """A socket whose messages are JSON."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection

    def send(self, **message: Any) -> None:
        """Send a message."""
        self.connection.send(json.dumps(message))

    def next(self) -> Any:
        """The next message, as soon as there is one."""
        return json.loads(self.connection.recv(TIMEOUT))

    def until(self, **wanted: Any) -> Any:
        """The next message whose fields are these."""
        while not wanted.items() <= (message := self.next()).items():
            pass
        return message

    def match(self, moves: int) -> Any:
        """The match once it has so many moves."""
        while len((match := self.until(type="match")["match"])["moves"]) != moves:
            pass
        return match


def sqlite_url(folder: Path) -> str:
    """A new SQLite file in a folder."""
    return f"sqlite:///{folder / 'matches.db'}"


def engine_processes(server: int) -> list[int]:
    """The processes of a server's engine."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = status.read_text().rpartition(")")[2].split()[:2]
            command = (status.parent / "cmdline").read_text()
        except OSError:
            continue
        if int(parent) == server and state != "Z" and "boardwright.web.engine_worker" in command:
            found.append(int(status.parent.name))
    return found
