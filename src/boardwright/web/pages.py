"""Routes of the page: its HTML, its files, and the pictures of links to it."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from urllib.parse import quote

from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from boardwright.web import previews
from boardwright.web.content import Content
from boardwright.web.dependencies import GameId, GameName, TheEvents, TheLiveGames
from boardwright.web.files import content_response
from boardwright.web.game_watch import GameWatch
from boardwright.web.games_api import games_content
from boardwright.web.languages import Languages
from boardwright.web.live_games import LiveGames
from boardwright.web.page_files import page_files
from boardwright.web.previews import Preview, Previews

NOT_FOUND = 404
MODULES = {
    "lobby": ("lobby.js", "picture.js"),
    "play": ("game_page.js",),
    "analyse": ("analysis_page.js",),
    "rules": ("rules.js",),
    "learn": ("learn.js",),
    "events": ("event_page.js",),
    "puzzles": ("puzzle_page.js",),
}
"""The modules that each page imports when it is opened; ``main.js`` chooses the page by the URL."""

router = APIRouter(include_in_schema=False)


@router.api_route("/", methods=["GET", "HEAD"])
async def lobby(request: Request, live_games: TheLiveGames) -> Response:
    """Serve the lobby, with the games that it shows."""
    data: tuple[tuple[str, bytes], ...] = ()
    with suppress(Exception):
        # The page asks again, and shows the error.
        data = (("games", (await live_games.work.run(games_content, live_games.catalogue)).plain),)
    return _page(request, "lobby", previews.LOBBY, data=data)


@router.api_route("/play/{match}", methods=["GET", "HEAD"])
async def play(request: Request, match: str, live_games: TheLiveGames) -> Response:
    """Serve the page of a live game."""
    preview = previews.LOBBY
    with suppress(Exception):
        session = await live_games.find(match)
        preview = await live_games.work.run(previews.live_preview, session.live)
    return _page(request, "play", preview, "/api/games", f"/api/matches/{quote(match, safe='')}")


@router.api_route("/analyse/{game}", methods=["GET", "HEAD"])
async def analyse(request: Request, game: str, live_games: TheLiveGames) -> Response:
    """Serve the analysis page."""
    return _page(request, "analyse", _preview(live_games, game, "{game}: analysis board"), "/api/games")


@router.api_route("/events/{event}", methods=["GET", "HEAD"])
async def event(request: Request, event: str, events: TheEvents) -> Response:
    """Serve the page of an event."""
    preview = previews.LOBBY
    with suppress(Exception):
        found = await events.find(event)
        preview = previews.event_preview(found.title, events.live_games.game(found.game))
    return _page(request, "events", preview, "/api/games", f"/api/events/{quote(event, safe='')}")


@router.api_route("/rules/{game}", methods=["GET", "HEAD"])
async def rules(request: Request, game: str, live_games: TheLiveGames) -> Response:
    """Serve the page with the rules of a game."""
    preview = _preview(live_games, game, "The rules of {game}")
    return _page(request, "rules", preview, "/api/games", _in_language(request, game, "rules"))


@router.api_route("/learn/{game}", methods=["GET", "HEAD"])
@router.api_route("/learn/{game}/{lesson}", methods=["GET", "HEAD"])
async def learn(request: Request, game: str, live_games: TheLiveGames) -> Response:
    """Serve the list of a game's lessons, or one of them."""
    preview = _preview(live_games, game, "Learn {game}")
    return _page(request, "learn", preview, "/api/games", _in_language(request, game, "lessons"))


@router.api_route("/puzzles/{game}", methods=["GET", "HEAD"])
async def puzzles(request: Request, game: str, live_games: TheLiveGames) -> Response:
    """Serve the page with the puzzles of a game."""
    preview = _preview(live_games, game, "Puzzles: {game}")
    return _page(request, "puzzles", preview, "/api/games", f"/api/games/{quote(game, safe='')}/puzzles")


@router.api_route("/previews/lobby.png", methods=["GET", "HEAD"])
async def lobby_picture(request: Request, live_games: TheLiveGames) -> Response:
    """Serve the picture of a link to the lobby."""
    variants = (game for variants in live_games.catalogue.games.values() for game in variants)
    games = [game for game in variants if game.variant == game.featured_variant]
    return await _picture(request, await live_games.work.run(previews.lobby_svg, games))


@router.api_route("/previews/games/{game}.png", methods=["GET", "HEAD"])
async def game_picture(request: Request, game: GameName, live_games: TheLiveGames) -> Response:
    """Serve the picture of a link to a page about a game."""
    found = live_games.game(game)
    return await _picture(request, await live_games.work.run(lambda: previews.board_svg(found, found.start())))


@router.api_route("/previews/matches/{match}.png", methods=["GET", "HEAD"])
async def live_picture(request: Request, game_id: GameId, live_games: TheLiveGames) -> Response:
    """Serve the picture of a link to a live game."""
    played = (await live_games.find(game_id)).live.played
    return await _picture(request, await live_games.work.run(previews.board_svg, played.game, played.position))


@router.api_route("/locales/{name}", methods=["GET", "HEAD"])
async def messages(request: Request, name: str) -> Response:
    """Serve the messages of a language."""
    response = _languages(request).response(request, f"/locales/{name}")
    if response is None:
        raise HTTPException(NOT_FOUND)
    return response


@router.api_route("/static/{path:path}", methods=["GET", "HEAD"])
async def static(request: Request, path: str) -> Response:
    """Serve a file of the page."""
    response = page_files().response(request, path)
    if response is None:
        raise HTTPException(NOT_FOUND)
    return response


def missing(request: Request) -> Response:
    """Serve the page for a URL that leads nowhere; it shows a link to the lobby."""
    return _page(request, "lobby", previews.LOBBY, status=NOT_FOUND)


def _in_language(request: Request, game: str, what: str) -> str:
    """Return the address of the rules or the lessons of a game, in the language of the page."""
    return f"/api/games/{quote(game, safe='')}/{what}?language={_languages(request).chosen(request).code}"


def _preview(live_games: LiveGames, name: str, about: str) -> Preview:
    game = live_games.catalogue.find(name)
    return previews.LOBBY if game is None else previews.game_preview(game, about)


async def _picture(request: Request, svg: str) -> Response:
    drawn: Previews = request.app.state.previews
    return content_response(request, await drawn.png(svg))


def _page(
    request: Request,
    page: str,
    preview: Preview,
    *requests: str,
    data: tuple[tuple[str, bytes], ...] = (),
    status: int = 200,
) -> Response:
    """Respond with the HTML of a page, which begins with some requests to the API."""
    languages = _languages(request)
    language = languages.chosen(request)
    data = (("languages", languages.data(language)), *data)
    watch: GameWatch = request.app.state.watch
    if watch.catalogue.files:
        data = (*data, ("files", watch.message.encode()))
    content = _html(page, preview, str(request.base_url), (language.address, *requests), data, language.code)
    return content_response(request, content, status, {"vary": "accept-encoding, accept-language, cookie"})


def _languages(request: Request) -> Languages:
    languages: Languages = request.app.state.languages
    return languages


@lru_cache(100)
def _html(
    page: str,
    preview: Preview,
    base: str,
    requests: tuple[str, ...],
    data: tuple[tuple[str, bytes], ...],
    language: str,
) -> Content:
    preloads = [f'<link rel="preload" as="fetch" crossorigin href="{each}" />' for each in requests]
    head = [*previews.tags(preview, base), *preloads]
    return page_files().html(MODULES[page], head=head, data=dict(data), language=language)
