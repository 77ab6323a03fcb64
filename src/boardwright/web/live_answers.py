"""The answers to requests about live games and records, for the server and for a browser without one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from boardwright.clocks import Clocks
from boardwright.game import AnyGame
from boardwright.played_game import AnyPlayedGame, PlayedGame
from boardwright.views import Side
from boardwright.web import models
from boardwright.web.api_errors import ApiError
from boardwright.web.catalogue import Catalogue
from boardwright.web.live_game import LiveGame, Seat, new_token
from boardwright.web.live_games import GameSession, LiveGames
from boardwright.web.position_requests import read_position
from boardwright.web.records import File, list_games, read_record, write_live, write_tree
from boardwright.web.serialisation import json_object
from boardwright.web.trees import tree_of


async def create(live_games: LiveGames, request: models.NewGame) -> bytes:
    """Create a game; the answer has the tokens of the creator's seats."""
    game = live_games.game(request.game)
    if request.setup is not None and request.position is not None:
        raise ApiError("a game begins with a position or a set-up: expected one of them")
    given = request.position is not None or request.setup is not None
    position = await live_games.work.run(_first_position, game, request) if given else game.start()
    tokens, seats = _seats(game, request)
    if request.clock is not None and all(seat.kind == "engine" for seat in seats):
        raise ApiError("the engine plays itself without a clock: expected a person at one seat at least")
    clocks = None if request.clock is None else Clocks(request.clock.seconds, increment=request.clock.increment)
    if request.public and sorted(request.seats) != ["human", "open"]:
        raise ApiError("a public game has a seat for you and one for others: expected the seats human and open")
    live_games.clients.count("new game")
    session = await live_games.create(PlayedGame(game, position), seats, clocks, public=request.public)
    return json_object(match=session.json, tokens=tokens)


def _first_position(game: AnyGame, request: models.NewGame) -> Any:
    return read_position(game, request.position)[0] if request.setup is None else game.start(request.setup)


def _seats(game: AnyGame, request: models.NewGame) -> tuple[list[str | None], list[Seat]]:
    """Return the tokens for the creator of a game, and the seats."""
    tokens: list[str | None] = []
    seats = []
    for wanted, name in zip(request.seats, request.names or ("", ""), strict=True):
        kind, _, level = wanted.partition(":")
        token, hashed = new_token() if kind == "human" else (None, None)
        tokens.append(token)
        if kind == "engine":
            seats.append(
                Seat("engine", name or (f"level {level}" if level else "engine"), int(level) if level else None)
            )
        else:
            seats.append(Seat("human", name or "", token=hashed, shared=request.seats == ("human", "human")))
    return tokens, seats


class Action(NamedTuple):
    """What a player can do in a game: the model of the request, and the change; it returns False if nothing changed."""

    model: type[models.Shape] | None
    change: Callable[[GameSession, LiveGame, Side, Any], bool | None]
    default: models.Shape | None = None
    """What a request without a body means, if it need not have one."""


ACTIONS: Mapping[str, Action] = {
    "moves": Action(models.PlayMove, lambda _, live, side, asked: live.move(side, asked.move, asked.ply)),
    "resign": Action(None, lambda _, live, side, asked: live.resign(side)),
    "draw": Action(models.Offer, lambda _, live, side, asked: live.draw(side, asked.action)),
    "takeback": Action(
        models.Offer, lambda _, live, side, asked: live.take_back(side, asked.action), models.Offer(action="offer")
    ),
    "abort": Action(None, lambda _, live, side, asked: live.abort(side)),
    "claim": Action(
        models.Claim,
        lambda session, live, side, asked: live.claim(side, asked.result, session.presence.gone(1 - side) or 0.0),
    ),
    "rematch": Action(models.Offer, lambda _, live, side, asked: live.offer_rematch(side, asked.action)),
}
"""The actions of players, by the last part of their addresses."""


async def act(live_games: LiveGames, game_id: str, token: str | None, name: str, request: Any = None) -> bytes:
    """Do an action on behalf of the holder of a token; return the game."""
    action = ACTIONS[name]
    asked: Any = action.default if request is None else request
    if name == "rematch" and asked.action != "decline":
        live_games.clients.count("new game")
    session = await live_games.find(game_id)

    def change(live: LiveGame) -> bool | None:
        side = live.side_of(token)
        session.presence.saw(side)
        return action.change(session, live, side, asked)

    await live_games.act(session, change)
    return session.json


async def record(live_games: LiveGames, game_id: str, form: str) -> File:
    """Export a game as a file."""
    session = await live_games.find(game_id)
    # A copy: writing a long game takes time, and moves must not wait for it.
    return await live_games.work.run(write_live, session.live.copy(), form)


Arguments: TypeAlias = tuple[Catalogue, str, str, AnyGame | None]


async def read(live_games: LiveGames, request: models.NewRecord) -> bytes:
    """Import a record as a tree and, unless that is switched off, as a game; or list the games of a text."""
    known = None if request.game is None else live_games.game(request.game)
    if request.create_match:
        live_games.clients.count("new game")
    arguments: Arguments = live_games.catalogue, request.text, request.format, known
    games = await live_games.work.run(list_games, *arguments)
    if games:
        return json_object(match=None, games=games)
    played, tree = await live_games.work.run(_read_tree, *arguments)
    if not request.create_match:
        return json_object(match=None, tree=tree)
    session = await live_games.create(played, [Seat("record"), Seat("record")])
    return json_object(match=session.json, tree=tree)


def _read_tree(catalogue: Catalogue, text: str, form: str, known: AnyGame | None) -> tuple[AnyPlayedGame, bytes]:
    """Return the game of a text, and its tree as JSON."""
    stored = read_record(catalogue, text, form, known)
    return stored.played, tree_of(stored).model_dump_json().encode()


async def export(live_games: LiveGames, request: models.WrittenTree) -> File:
    """Write a tree as a record in one of the game's formats."""
    game = live_games.game(request.tree.game)
    return await live_games.work.run(write_tree, game, request.tree, request.format)
