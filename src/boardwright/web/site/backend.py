"""What answers the page in a site without a server: the functions that answer for the server, run in the browser.

Requests and connections have the same paths and the same messages; the page's worker (``web/page/python_worker.js``)
passes them on. What never changes, such as rules and lessons, is in files of the site instead.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from http import HTTPStatus
from inspect import isawaitable
from typing import Any, NamedTuple, Protocol, TypeAlias
from urllib.parse import parse_qsl, unquote

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic_core import to_json

from boardwright.errors import BoardwrightError, described, quoted
from boardwright.game import AnyGame
from boardwright.records.files import JSON
from boardwright.web import answers, live_answers, models
from boardwright.web.api_errors import ERRORS, ApiError, NotFound, error_json
from boardwright.web.catalogue import Catalogue
from boardwright.web.conversations import (
    ANALYSIS,
    LIVE,
    AnalysisConversation,
    Conversation,
    LiveConversation,
    error_message,
)
from boardwright.web.live_games import LiveGames, Watcher
from boardwright.web.rate_limits import ClientLimits, Clients, current_client
from boardwright.web.records import File
from boardwright.web.serialisation import JsonObject
from boardwright.web.site.engines import BrowserEngines, Searches
from boardwright.web.site.store import BrowserStore, Database
from boardwright.web.validation_errors import first_error
from boardwright.web.work import WorkPool

CLIENT = "browser"
PLENTY = 10**9
UNLIMITED = ClientLimits(**{field.name: PLENTY for field in fields(ClientLimits)})
LIVE_PATH = re.compile(r"/api/matches/([^/]+)/live")
MATCH_PATH = re.compile(r"/api/matches/([^/]+)(?:/|$)")


class Page(Database, Searches, Protocol):
    """What the worker does for Python."""

    def post(self, message: str) -> None:
        """Send a message to the page."""


@dataclass(frozen=True, slots=True)
class Call:
    """A request: the games, the names in its path, the parameters behind it, its checked body and its token."""

    live_games: LiveGames
    names: Mapping[str, str]
    parameters: Mapping[str, str]
    body: Any
    token: str | None

    @property
    def game(self) -> AnyGame:
        """The game that the request is about."""
        name: str = self.names.get("game") or self.body.game
        return self.live_games.game(name)


Answer: TypeAlias = bytes | BaseModel | File
"""JSON, or a record as a file."""


class Route(NamedTuple):
    """How requests to a path are answered; ``shape`` is that of their bodies."""

    method: str
    path: str
    answer: Callable[[Call], Answer | Awaitable[Answer]]
    shape: type[models.Shape] | None = None

    def names(self, method: str, path: str) -> Mapping[str, str] | None:
        """Return the names in the path of a request; None if the route is another one."""
        pattern = re.sub(r"{(\w+)}", r"(?P<\1>[^/]+)", self.path)
        found = re.fullmatch(pattern, path) if method == self.method else None
        return found and {name: unquote(value) for name, value in found.groupdict().items()}


def _puzzle(call: Call) -> models.Puzzle:
    number = call.names["number"]
    return answers.puzzle(call.game, int(number) if number.isdecimal() else 0)


def _review(call: Call) -> models.Review:
    # Not before: its modules would delay the first answer.
    from boardwright.web.reviews import review

    return review(call.game, call.body)


async def _look(call: Call) -> bytes:
    return (await call.live_games.find(call.names["match"])).json


async def _export(call: Call) -> File:
    return await live_answers.export(call.live_games, call.body)


async def _record(call: Call) -> File:
    return await live_answers.record(call.live_games, call.names["match"], call.parameters.get("format", JSON))


def _acting(name: str) -> Callable[[Call], Awaitable[bytes]]:
    return lambda call: live_answers.act(call.live_games, call.names["match"], call.token, name, call.body)


ROUTES = (
    Route("GET", "/api/games/{game}/puzzles", lambda call: answers.puzzle_numbers(call.game)),
    Route("GET", "/api/games/{game}/puzzles/{number}", _puzzle),
    Route("POST", "/api/attempts", lambda call: answers.attempt_json(call.game, call.body), models.AttemptRequest),
    Route("POST", "/api/positions", lambda call: answers.state(call.game, call.body), models.EditedPositionRequest),
    Route("POST", "/api/threats", lambda call: answers.threats_json(call.game, call.body), models.PositionRequest),
    Route("POST", "/api/reviews", _review, models.ReviewRequest),
    Route("POST", "/api/why-not", lambda call: answers.why_not(call.game, call.body), models.WhyNotRequest),
    Route("POST", "/api/matches", lambda call: live_answers.create(call.live_games, call.body), models.NewGame),
    Route("GET", "/api/matches/{match}", _look),
    Route("GET", "/api/matches/{match}/record", _record),
    *(
        Route("POST", f"/api/matches/{{match}}/{name}", _acting(name), action.model)
        for name, action in live_answers.ACTIONS.items()
    ),
    Route("POST", "/api/records", lambda call: live_answers.read(call.live_games, call.body), models.NewRecord),
    Route(
        "POST", "/api/records/export", lambda call: live_answers.export(call.live_games, call.body), models.WrittenTree
    ),
)


class Backend:
    """Answers the requests of a page, and holds its connections."""

    def __init__(self, page: Page, files: Sequence[str] = ()) -> None:
        current_client.set(CLIENT)
        self._page = page
        catalogue = Catalogue(files)
        self._store = BrowserStore(page, catalogue)
        clients = Clients(UNLIMITED)
        self.live_games = LiveGames(catalogue, self._store, BrowserEngines(page), WorkPool(clients, threads=1))
        self._connections: dict[int, Connection] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Begin the tasks of live games."""
        await self.live_games.open()

    def receive(self, text: str) -> None:
        """Act on a message of the page's worker."""
        message = json.loads(text)
        match message["type"]:
            case "request":
                self._spawn(self._respond(message))
            case "connect":
                self._spawn(self._connect(message["id"], message["path"]))
            case "send" if connection := self._connections.get(message["id"]):
                connection.receive(message["message"])
            case "close" if connection := self._connections.pop(message["id"], None):
                connection.close()
            case "changed":
                self._spawn(self._reload(message["game"]))

    def _spawn(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _post(self, **message: object) -> None:
        self._page.post(json.dumps(message))

    async def _respond(self, message: Mapping[str, Any]) -> None:
        status, headers, body = await self.response(
            message["method"], message["path"], message.get("body"), message.get("token")
        )
        self._post(type="response", id=message["id"], status=status, headers=headers, body=body)

    async def response(
        self, method: str, path: str, body: str | None = None, token: str | None = None
    ) -> tuple[int, dict[str, str], str]:
        """Answer a request: the status, the headers and the body of the response."""
        try:
            return _written(await self._answer(method, path, body, token))
        except ValidationError as error:
            return _refusal(ApiError(first_error(error.errors(), "the request")))
        except BoardwrightError as error:
            return _refusal(error)
        except Exception as error:
            return _refusal(self._failure(error))

    def _failure(self, error: Exception) -> ApiError:
        """Return the error that the page shows of an unexpected one."""
        problem = self.live_games.game_watch.note(error)
        text = f"the rules failed at this request: {described(error)}"
        told = text if problem is None else ERRORS("code_failed", problem=str(problem))
        return ApiError(told, HTTPStatus.INTERNAL_SERVER_ERROR)

    async def _answer(self, method: str, address: str, body: str | None, token: str | None) -> Answer:
        path, _, query = address.partition("?")
        for route in ROUTES:
            names = route.names(method, path)
            if names is None:
                continue
            if "match" in names:
                await self._fetch(names["match"])
            checked = None if route.shape is None or body is None else route.shape.model_validate_json(body)
            answer = route.answer(Call(self.live_games, names, dict(parse_qsl(query)), checked, token))
            return await answer if isawaitable(answer) else answer
        raise NotFound(f"{method} {quoted(path)}: not found")

    async def _fetch(self, game_id: str) -> None:
        """Read a game from the database, unless it is open."""
        if not self.live_games.is_open(game_id):
            await self._store.fetch(game_id)

    async def _reload(self, game_id: str) -> None:
        """Show a game as another tab has changed it."""
        await self._store.fetch(game_id)
        await self.live_games.reload(game_id)

    async def _connect(self, number: int, path: str) -> None:
        watcher = Watcher()
        try:
            conversation, shape = await self._conversation(path, watcher)
        except BoardwrightError as error:
            self._post(type="open", id=number)
            self._post(type="message", id=number, message=error_message(error))
            return
        self._connections[number] = Connection(
            conversation, shape, watcher, lambda text: self._post(type="message", id=number, message=text)
        )
        self._post(type="open", id=number)

    async def _conversation(self, path: str, watcher: Watcher) -> tuple[Conversation, TypeAdapter[Any]]:
        if found := LIVE_PATH.fullmatch(path):
            game_id = unquote(found[1])
            await self._fetch(game_id)
            session = await self.live_games.find(game_id)
            return LiveConversation(self.live_games, session, watcher), LIVE
        if path == "/api/analysis":
            return AnalysisConversation(self.live_games, watcher), ANALYSIS
        raise NotFound(f"{quoted(path)}: not found")


class Connection:
    """An open connection of the page, as a WebSocket is to a server."""

    def __init__(
        self, conversation: Conversation, shape: TypeAdapter[Any], watcher: Watcher, send: Callable[[str], None]
    ) -> None:
        self._conversation, self._shape, self._watcher, self._send = conversation, shape, watcher, send
        self._sending = asyncio.ensure_future(self._send_all())

    async def _send_all(self) -> None:
        while True:
            self._send(await self._watcher.next())

    def receive(self, text: str) -> None:
        """Pass on a message of the page."""
        try:
            message = self._shape.validate_json(text)
            if not isinstance(message, models.Ping):
                self._conversation.receive(message)
        except ValidationError as error:
            self._send(error_message(ApiError(first_error(error.errors(), "the message"))))
        except ApiError as error:
            self._send(error_message(error))

    def close(self) -> None:
        """End the conversation."""
        self._sending.cancel()
        self._conversation.close()


def _written(answer: Answer) -> tuple[int, dict[str, str], str]:
    if isinstance(answer, File):
        disposition = f'attachment; filename="{answer.name}"'
        return HTTPStatus.OK, {"content-type": answer.kind, "content-disposition": disposition}, answer.text
    body = answer if isinstance(answer, bytes) else answer.model_dump_json().encode()
    return HTTPStatus.OK, {"content-type": "application/json"}, body.decode()


def _refusal(error: BoardwrightError) -> tuple[int, dict[str, str], str]:
    status = error.status if isinstance(error, ApiError) else HTTPStatus.UNPROCESSABLE_ENTITY
    data: JsonObject = error_json(error)
    return status, {"content-type": "application/json"}, to_json(data).decode()
