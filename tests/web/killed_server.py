"""A server that is killed in the middle of moves, again and again, and what is left of them."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from threading import Semaphore, Thread
from time import sleep
from typing import Any

import httpx
from tests.web.fork_server import ForkServer
from tests.web.server_process import TIMEOUT

OPTIONS = ("--port=0", "--processes=2", "--limit=requests=1000000", "--limit=matches=1000000")
GAMES = ("turm", "congo", "draughts", "margrites")
MAX_MOVES = 12
"""So many moves, at most, are made from one kill to the next."""
LATEST = 0.01
"""A kill comes up to so many seconds after a move: at any moment of the next one."""


@dataclass
class Contest:
    """A match as its two players know it."""

    game: str
    id: str
    tokens: list[str]
    state: Any
    acknowledged: list[str] = field(default_factory=list)
    sent: str | None = None
    """The move that was sent and not acknowledged."""
    fresh: int = 0
    """How many moves were acknowledged since the last kill."""

    def compare(self, client: httpx.Client, found: Kills) -> None:
        """See what a server has of the match."""
        kept = [move["text"] for move in client.get(f"/api/matches/{self.id}").raise_for_status().json()["moves"]]
        unheard = kept == [*self.acknowledged, self.sent]
        found.unheard += unheard
        found.acknowledged += self.fresh
        self.fresh = 0
        if not unheard and kept != self.acknowledged:
            found.wrong.append(f"the match {self.id} has {kept}: expected {self.acknowledged} and perhaps {self.sent}")

    def play(self, client: httpx.Client, random: Random) -> None:
        """Make a move, or send again the one that was not acknowledged."""
        self.sent = self.sent or random.choice(self.state["moves"])["text"]
        answer = client.post(
            f"/api/matches/{self.id}/moves",
            json={"move": self.sent, "ply": len(self.acknowledged)},
            headers={"Authorization": f"Bearer {self.tokens[self.state['to_move']]}"},
        )
        match = answer.raise_for_status().json()
        self.acknowledged.append(self.sent)
        self.fresh += 1
        self.sent, self.state = None, match["state"]


@dataclass
class Kills:
    """How often a server was killed, and what it had of the moves when it was there again."""

    kills: int = 0
    acknowledged: int = 0
    unheard: int = 0
    """The moves that it had stored, but could not acknowledge any more."""
    wrong: list[str] = field(default_factory=list)
    """What was lost, doubled, or came from nowhere."""


def kill_again_and_again(home: ForkServer, database: str, kills: int, seed: int = 0) -> Kills:
    """Let people play on a server that is killed and started again so many times."""
    found, random = Kills(), Random(seed)
    contests: list[Contest] = []
    while True:
        process, address = home.start([*OPTIONS, f"--database={database}"], Path(os.devnull))
        with httpx.Client(base_url=address, timeout=TIMEOUT) as client:
            for contest in contests:
                contest.compare(client, found)
            if found.kills == kills or found.wrong:
                os.kill(process, signal.SIGKILL)
                return found
            contests += [begin(client, game) for game in GAMES if not contests]
            play_until_killed(process, client, contests, random)
            found.kills += 1


def begin(client: httpx.Client, game: str) -> Contest:
    """A new match."""
    made = client.post("/api/matches", json={"game": game, "seats": ["human", "human"]}).raise_for_status().json()
    return Contest(game, made["match"]["id"], made["tokens"], made["match"]["state"])


def play_until_killed(process: int, client: httpx.Client, contests: list[Contest], random: Random) -> None:
    """Play all contests at once, as fast as it goes, and kill the server at some moment."""
    made = Semaphore(0)

    def play(number: int, choice: Random) -> None:
        with suppress(httpx.TransportError):
            while True:
                if not contests[number].state["moves"]:
                    contests[number] = begin(client, contests[number].game)
                contests[number].play(client, choice)
                made.release()

    seeds = [random.random() for _ in contests]
    threads = [Thread(target=play, args=(number, Random(seed))) for number, seed in enumerate(seeds)]
    for thread in threads:
        thread.start()
    for _ in range(random.randrange(1, MAX_MOVES)):
        made.acquire()
    sleep(random.random() * LATEST)
    os.kill(process, signal.SIGKILL)
    for thread in threads:
        thread.join()
