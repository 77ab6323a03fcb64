"""Searches by the engine of a client: the core in WebAssembly, in a worker of its browser (``engine_worker.js``).

The client gets a search in packed positions, and answers with reports, which are checked: they come from a stranger.
"""

from __future__ import annotations

from typing import Any

from boardwright.core import DRAW_CLOCK_REACH
from boardwright.engine.packed import pack_path, read_report
from boardwright.engine.result import AnySearchResult
from boardwright.errors import BoardwrightError
from boardwright.game import AnyGame
from boardwright.played_game import AnyPlayedGame
from boardwright.registry import BUILT_IN, file_of
from boardwright.web import models

HASH_MB = 32


def has_module(game: AnyGame) -> bool:
    """Whether the core of a game is among the modules of the page."""
    return game.name in BUILT_IN and file_of(game) is None


def network_name(game: AnyGame) -> str:
    """Return the name of a game's network among the files of the page, without its ending."""
    return game.full_name.replace(":", "-")


def search_for(
    game: AnyGame,
    played: AnyPlayedGame,
    *,
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    lines: int = 1,
    seed: int = 0,
) -> models.ClientSearch:
    """Return a search of the current position of a game, as the engine of the server would search it."""
    reach = 1 + max(played.quiet_plies, DRAW_CLOCK_REACH)
    return models.ClientSearch(
        game=game.full_name,
        module=game.name,
        network=network_name(game) if game.manifest.networks else None,
        path=pack_path(game, played.positions[-reach:]),
        hash=HASH_MB,
        lines=lines,
        seed=seed,
        seconds=seconds,
        depth=depth,
        nodes=nodes,
    )


def read_client_report(game: AnyGame, position: Any, report: models.SearchReport, lines: int) -> AnySearchResult:
    """Return the search result of a client's report on a position; impossible moves are an error."""
    if len(report.lines) > lines:
        raise BoardwrightError(f"the report has {len(report.lines)} lines: expected at most {lines}")
    return read_report(game, position, report.model_dump())
