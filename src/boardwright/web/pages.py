"""Routes of the page: its HTML and its files."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from urllib.parse import quote

from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from boardwright.web.catalogue import Catalogue
from boardwright.web.dependencies import TheLiveGames
from boardwright.web.files import Content, content_response
from boardwright.web.games_api import games_content
from boardwright.web.page_files import page_files

NOT_FOUND = 404
MODULES = {
    "lobby": ("lobby.js", "picture.js"),
    "play": ("game_page.js",),
    "analyse": ("analysis_page.js",),
    "rules": ("rules.js",),
}
"""The modules that each page imports when it is opened; ``main.js`` chooses the page by the URL."""

router = APIRouter(include_in_schema=False)


@router.api_route("/", methods=["GET", "HEAD"])
async def lobby(request: Request, live_games: TheLiveGames) -> Response:
    """Serve the lobby, with the games that it shows."""
    with suppress(Exception):
        # The page asks again, and shows the error.
        return content_response(request, await live_games.work.run(_lobby, live_games.catalogue))
    return content_response(request, _html("lobby"))


@router.api_route("/play/{match}", methods=["GET", "HEAD"])
async def play(request: Request, match: str) -> Response:
    """Serve the page of a live game."""
    return content_response(request, _html("play", "/api/games", f"/api/matches/{quote(match, safe='')}"))


@router.api_route("/analyse/{game}", methods=["GET", "HEAD"])
async def analyse(request: Request) -> Response:
    """Serve the analysis page."""
    return content_response(request, _html("analyse", "/api/games"))


@router.api_route("/rules/{game}", methods=["GET", "HEAD"])
async def rules(request: Request, game: str) -> Response:
    """Serve the page with the rules of a game."""
    return content_response(request, _html("rules", "/api/games", f"/api/games/{quote(game, safe='')}/rules"))


@router.api_route("/static/{path:path}", methods=["GET", "HEAD"])
async def static(request: Request, path: str) -> Response:
    """Serve a file of the page."""
    response = page_files().response(request, path)
    if response is None:
        raise HTTPException(NOT_FOUND)
    return response


def missing(request: Request) -> Response:
    """Serve the page for a URL that leads nowhere; it shows a link to the lobby."""
    return content_response(request, _html("lobby"), NOT_FOUND)


@lru_cache
def _lobby(catalogue: Catalogue) -> Content:
    return page_files().html(MODULES["lobby"], data={"games": games_content(catalogue).plain})


@lru_cache(100)
def _html(page: str, *requests: str) -> Content:
    """Return the HTML of a page, which begins with some requests to the API."""
    preloads = [f'<link rel="preload" as="fetch" crossorigin href="{each}" />' for each in requests]
    return page_files().html(MODULES[page], head=preloads)
