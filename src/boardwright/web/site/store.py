"""The store of a site without a server: the games are in the browser's database, one record each."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from concurrent.futures import Future
from typing import Protocol

from boardwright.errors import BoardwrightError
from boardwright.web.catalogue import Catalogue
from boardwright.web.live_game import restore_game
from boardwright.web.serialisation import json_object, outcome_data, view_json
from boardwright.web.stored import Change, StaleRevision, StoredGame, StoreError


class Database(Protocol):
    """The database of the browser (``web/page/game_database.js``); games as their JSON."""

    async def stored(self, game_id: str) -> str | None:
        """Return a game; None if there is none."""

    async def store(self, game_id: str, before: int | None, game: str) -> bool:
        """Store a game that follows a revision, None for a new one; return whether it is stored."""


class Health:
    """Whether the last change could be written."""

    failing = False


class BrowserStore:
    """The games of the browser. A game is fetched before a request needs it, since loading it must not wait."""

    def __init__(self, database: Database, catalogue: Catalogue) -> None:
        self.health = Health()
        self._database = database
        self._catalogue = catalogue
        self._games: dict[str, StoredGame] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def fetch(self, game_id: str) -> None:
        """Read a game, so that it can be loaded."""
        text = await self._database.stored(game_id)
        if text is None:
            self._games.pop(game_id, None)
        else:
            kept = json.loads(text)
            self._games[game_id] = StoredGame(kept["row"], kept["moves"])

    def load(self, game_id: str) -> StoredGame | None:
        """Return a game that was fetched; None if there is none."""
        return self._games.get(game_id)

    def put(self, change: Change) -> Future[None]:
        """Write a change; the future completes when it is stored, or raises."""
        written: Future[None] = Future()
        task = asyncio.ensure_future(self._put(change, written))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return written

    async def _put(self, change: Change, written: Future[None]) -> None:
        game_id = change.row["id"]
        before = self._games.get(game_id)
        moves = [*([] if before is None else before.moves[: change.remaining]), *change.added]
        game = StoredGame(change.row, moves)
        try:
            is_stored = await self._database.store(game_id, change.before, self._record(game))
        except Exception as error:
            self.health.failing = True
            written.set_exception(StoreError(f"the browser's database cannot be written: {error}"))
            return
        self.health.failing = False
        if is_stored:
            self._games[game_id] = game
            written.set_result(None)
        else:
            await self.fetch(game_id)
            written.set_exception(StaleRevision(f"the game {game_id} was changed in another tab: try again"))

    def _record(self, game: StoredGame) -> str:
        """Return a game as the page keeps it (``DatabaseGame``)."""
        row = game.row
        return json_object(
            id=row["id"],
            revision=row["revision"],
            changed=row["changed"],
            game=row["game"],
            json=json.dumps({"row": dict(row), "moves": list(game.moves)}),
            summary=self._summary(game).decode(),
        ).decode()

    def _summary(self, stored: StoredGame) -> bytes:
        """Return what the page's list of games shows of one."""
        row = stored.row
        game = self._catalogue.find(row["game"])
        if game is None:
            raise BoardwrightError(f"there is no game {row['game']}")
        position = game.parse_position(row["final"])
        # How a game ended follows from its moves.
        outcome = None if row["reason"] is None else restore_game(stored, game, ran=0.0).played.outcome
        return json_object(
            id=row["id"],
            game=row["game"],
            seats=[
                {"side": side, "kind": seat["kind"], "name": seat["name"]} for side, seat in enumerate(row["seats"])
            ],
            moves=len(stored.moves),
            to_move=game.side_to_move(position),
            view=view_json(game.view(position)),
            outcome=outcome_data(game, outcome),
        )

    # What only servers need: the clocks of a site stand still while it is closed, and no game is deleted.

    def put_heartbeat(self, at: float) -> Future[None]:
        """Nothing is written."""
        return _done()

    def probe(self) -> Future[None]:
        """Nothing is written."""
        return _done()

    def delete_older(self, before: float) -> Future[None]:
        """Nothing is deleted."""
        return _done()

    def alive(self) -> float:
        """Return 0: no server has run before."""
        return 0.0

    def due(self) -> Sequence[str]:
        """Return no games: each continues when it is opened."""
        return ()


def _done() -> Future[None]:
    done: Future[None] = Future()
    done.set_result(None)
    return done
