"""What is said over sockets: the changes of a live game, and analyses; messages come checked, and go by a watcher."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from typing import Any, Protocol

from pydantic import TypeAdapter
from pydantic_core import to_json

from boardwright.engine.limits import Limits
from boardwright.errors import BoardwrightError
from boardwright.played_game import AnyPlayedGame
from boardwright.registry import file_of
from boardwright.web import models
from boardwright.web.api_errors import ERRORS, ApiError, error_json
from boardwright.web.client_engine import has_module, read_client_report, search_for
from boardwright.web.engine_tasks import LONGEST_LINE, EngineFailed, Task, Urgency
from boardwright.web.live_games import GameSession, LiveGames, Watcher
from boardwright.web.position_requests import play_moves, read_position
from boardwright.web.serialisation import JsonObject, moves_with_sides

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


class Reports:
    """The reports of a client on a search; one that is not read before the next one comes is dropped."""

    def __init__(self) -> None:
        self._last: models.Report | None = None
        self._news = asyncio.Event()

    def put(self, report: models.Report) -> None:
        """Add a report; none follows the final one."""
        if self._last is None or not self._last.final:
            self._last = report
            self._news.set()

    async def __aiter__(self) -> AsyncIterator[models.Report]:
        is_over = False
        while not is_over:
            await self._news.wait()
            self._news.clear()
            assert self._last is not None
            report, is_over = self._last, self._last.final
            yield report


class AnalysisConversation:
    """Analyses positions, one at a time: a new request stops the one before.

    The engine is the server's or the client's own: this one gets a search, and sends its reports.
    """

    def __init__(self, live_games: LiveGames, watcher: Watcher) -> None:
        self._live_games, self._watcher = live_games, watcher
        self._running: dict[int, asyncio.Task[None]] = {}
        self._reports: dict[int, Reports] = {}

    def receive(self, message: models.Analyse | models.Report | models.Stop) -> None:
        """Begin an analysis, stop it, or note a report; one on an analysis that is over is ignored."""
        if isinstance(message, models.Analyse):
            self._cancel(list(self._running))
            self._reports[message.id] = Reports()
            self._running[message.id] = asyncio.create_task(self._analyse(message))
        elif isinstance(message, models.Stop):
            self._cancel([message.id])
        elif message.id in self._reports:
            self._reports[message.id].put(message)

    def close(self) -> None:
        """Stop the analysis."""
        self._cancel(list(self._running))

    def _cancel(self, numbers: Iterable[int]) -> None:
        for number in numbers:
            self._reports.pop(number, None)
            if number in self._running:
                self._running.pop(number).cancel()

    async def _analyse(self, request: models.Analyse) -> None:
        """Send the engine's results as they arrive, then a final message."""
        live_games = self._live_games

        def send(kind: str, **more: Any) -> None:
            self._watcher.send(to_json({"type": kind, "id": request.id, **more}).decode())

        try:
            if request.engine == "client" and has_module(live_games.game(request.game)):
                await self._analyse_there(request, self._reports[request.id], send)
            else:
                await self._analyse_here(request, send)
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

    async def _analyse_here(self, request: models.Analyse, send: Send) -> None:
        """Send the results of the server's engine."""
        live_games = self._live_games
        with live_games.clients.holding("analyses"):
            task = await live_games.work.run(_task, live_games, request)
            pool = live_games.engine_pool
            result = await pool.think(task, Urgency.ANALYSIS, lambda each: send("result", result=each))
        send("result", result=result)

    async def _analyse_there(self, request: models.Analyse, reports: Reports, send: Send) -> None:
        """Send a search to the client, and the results of its reports."""
        work = self._live_games.work
        position, search = await work.run(_client_search, self._live_games, request)
        send("search", search=search)
        async for each in reports:
            send("result", result=await work.run(_result, self._live_games, request, position, each.report))


class Send(Protocol):
    """Sends a message of a kind about an analysis."""

    def __call__(self, kind: str, **more: Any) -> None: ...


def _played(live_games: LiveGames, request: models.Analyse) -> AnyPlayedGame:
    game = live_games.game(request.game)
    position, _ = read_position(game, request.position)
    played = play_moves(game, position, request.moves)
    if not game.legal_moves(played.position) or game.outcome(played.position):
        raise ApiError(ERRORS("nothing_to_analyse", outcome=game.format_outcome(played.outcome)))
    return played


def _client_search(live_games: LiveGames, request: models.Analyse) -> tuple[Any, models.ClientSearch]:
    """Return a position and the search of it."""
    played = _played(live_games, request)
    search = search_for(played.game, played, seconds=request.seconds, lines=request.lines)
    return played.position, search


def _result(live_games: LiveGames, request: models.Analyse, position: Any, report: models.SearchReport) -> JsonObject:
    game = live_games.game(request.game)
    return read_client_report(game, position, report, request.lines).to_json(game, LONGEST_LINE)


def _task(live_games: LiveGames, request: models.Analyse) -> Task:
    played = _played(live_games, request)
    game = played.game
    return Task(
        game=file_of(game) or game.full_name,
        start=game.format_position(played.positions[0]),
        moves=[text for text, _ in moves_with_sides(played)],
        limits=Limits(time=request.seconds),
        lines=request.lines,
        tell=True,
    )
