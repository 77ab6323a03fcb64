"""What is said over sockets: the changes of a live game, and analyses; messages come checked, and go by a watcher."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any, Protocol

from pydantic import TypeAdapter
from pydantic_core import to_json

from boardwright.engine.limits import Limits
from boardwright.errors import BoardwrightError
from boardwright.registry import file_of
from boardwright.web import models
from boardwright.web.api_errors import ERRORS, ApiError, error_json
from boardwright.web.engine_tasks import EngineFailed, Task, Urgency
from boardwright.web.live_games import GameSession, LiveGames, Watcher
from boardwright.web.position_requests import play_moves, read_position
from boardwright.web.serialisation import moves_with_sides

LIVE: TypeAdapter[models.LiveMessage] = TypeAdapter(models.LiveMessage)
ANALYSIS: TypeAdapter[models.AnalysisMessage] = TypeAdapter(models.AnalysisMessage)


def error_message(error: BaseException) -> str:
    """Return the message that reports an error."""
    return to_json({"type": "error", **error_json(error)}).decode()


class Conversation(Protocol):
    """One side of a socket."""

    def receive(self, message: Any) -> None:
        """Act on a message; a refused one raises."""

    def close(self) -> None:
        """End the conversation."""


class LiveConversation:
    """Sends a game now and after every change, and who is there to those who have identified themselves."""

    def __init__(self, live_games: LiveGames, session: GameSession, watcher: Watcher) -> None:
        self._live_games, self._session, self._watcher = live_games, session, watcher
        live_games.watch(session, watcher)

    def receive(self, message: models.Identify) -> None:
        """Note whose seats the other side holds."""
        seats = {self._session.live.side_of(token) for token in message.tokens}
        self._live_games.identify(self._session, self._watcher, seats)

    def close(self) -> None:
        """Send nothing more."""
        self._live_games.unwatch(self._session, self._watcher)


class AnalysisConversation:
    """Analyses positions, one at a time: a new request stops the one before."""

    def __init__(self, live_games: LiveGames, watcher: Watcher) -> None:
        self._live_games, self._watcher = live_games, watcher
        self._running: dict[int, asyncio.Task[None]] = {}

    def receive(self, message: models.Analyse | models.Stop) -> None:
        """Begin an analysis, or stop it."""
        if isinstance(message, models.Analyse):
            self._cancel(list(self._running))
            self._running[message.id] = asyncio.create_task(self._analyse(message))
        else:
            self._cancel([message.id])

    def close(self) -> None:
        """Stop the analysis."""
        self._cancel(list(self._running))

    def _cancel(self, numbers: Iterable[int]) -> None:
        for number in numbers:
            if number in self._running:
                self._running.pop(number).cancel()

    async def _analyse(self, request: models.Analyse) -> None:
        """Send the engine's results as they arrive, then a final message."""
        live_games = self._live_games

        def send(kind: str, **more: Any) -> None:
            self._watcher.send(to_json({"type": kind, "id": request.id, **more}).decode())

        try:
            with live_games.clients.holding("analyses"):
                task = await live_games.work.run(_task, live_games, request)
                pool = live_games.engine_pool
                result = await pool.think(task, Urgency.ANALYSIS, lambda each: send("result", result=each))
            send("result", result=result)
        except BoardwrightError as error:
            if isinstance(error, EngineFailed) and error.problem and (file := live_games.file_of(request.game)):
                live_games.game_watch.note_failure(file, error.problem)
            send("error", **error_json(error))
        except Exception as error:
            problem = live_games.game_watch.note(error)
            if problem is None:
                raise
            send("error", **error_json(ApiError(ERRORS("code_failed", problem=str(problem)))))
        finally:
            send("done")


def _task(live_games: LiveGames, request: models.Analyse) -> Task:
    game = live_games.game(request.game)
    position, _ = read_position(game, request.position)
    played = play_moves(game, position, request.moves)
    if not game.legal_moves(played.position) or game.outcome(played.position):
        raise ApiError(ERRORS("nothing_to_analyse", outcome=game.format_outcome(played.outcome)))
    return Task(
        game=file_of(game) or game.full_name,
        start=game.format_position(position),
        moves=[text for text, _ in moves_with_sides(played)],
        limits=Limits(time=request.seconds),
        lines=request.lines,
        tell=True,
    )
