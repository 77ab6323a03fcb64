"""Matches as files, written and read: our own JSON, the formats that a game declares, and its bare moves.

Bare moves are the game's own notation: the name of the game, the position it began with, one turn a
line, and how it ended.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from io import StringIO
from itertools import groupby
from typing import Any, NamedTuple

from boardwright.arena.play import LONGEST_GAME
from boardwright.game import BoardwrightError, InvalidRecord, quoted
from boardwright.match import Match, replay
from boardwright.registry import AnyGame
from boardwright.web.catalogue import Catalogue
from boardwright.web.live import LiveMatch
from boardwright.web.reading import play_moves
from boardwright.web.refusals import NotFound

JSON, MOVES, AUTO = "json", "moves", "auto"
GAME_TAG = re.compile(r'\[Game\s+"([^"]*)"\]')
BETWEEN_MOVES = "; "


class File(NamedTuple):
    """A record to download."""

    name: str
    kind: str
    text: str


def formats_of(game: AnyGame) -> list[str]:
    """The names of the formats that a game's matches are written in.

    >>> from boardwright import find_game
    >>> formats_of(find_game("draughts"))
    ['json', 'moves', 'pdn']
    """
    return [JSON, MOVES, *game.record_formats]


def write_record(live: LiveMatch, form: str) -> File:
    """A match as a file of a format."""
    game = live.game
    name = f"{game.full_name.replace(':', '-')}-{live.id}"
    if form == JSON:
        players = {side: seat.name for side, seat in zip(game.sides, live.seats, strict=True)}
        return File(f"{name}.json", "application/json", json.dumps({**live.match.record(), "players": players}) + "\n")
    if form == MOVES:
        return File(f"{name}.txt", "text/plain", write_text(live.match))
    if form not in game.record_formats:
        raise NotFound(f"{game.name} has no format {quoted(form)}: expected {', '.join(formats_of(game))}")
    known = {side.title(): seat.name for side, seat in zip(game.sides, live.seats, strict=True) if seat.name}
    tags = {"Date": f"{datetime.fromtimestamp(live.created, UTC):%Y.%m.%d}", **known}
    stream = StringIO()
    game.record_formats[form].write(live.match, tags, stream)
    return File(name + game.record_formats[form].extension, "text/plain", stream.getvalue())


def read_record(catalogue: Catalogue, text: str, form: str, known: AnyGame | None = None) -> Match[Any, Any]:
    """The one match, or the first of several, that a text tells of; ``auto`` finds the format out.

    A text that names no game is of the one that is ``known``, if one is.
    """
    if form == AUTO:
        form = JSON if text.lstrip().startswith("{") else MOVES if _named_game(catalogue, text) else ""
    if form == JSON:
        return _read_json(catalogue, text)
    if form == MOVES:
        return read_text(catalogue, text)
    homes: dict[str, list[AnyGame]] = {}
    for game, *_ in catalogue.games.values():
        for name in game.record_formats:
            homes.setdefault(name, []).append(game)
    if form and form not in homes:
        raise InvalidRecord(f"there is no format {quoted(form)}: expected {', '.join((AUTO, JSON, MOVES, *homes))}")
    tag = GAME_TAG.search(text)
    tagged = known if tag is None else catalogue.find(tag[1])
    for name, games in homes.items():
        # What many games have in common is of the game that its tag names.
        home = tagged if tagged is not None and name in tagged.record_formats else games[0] if len(games) == 1 else None
        if home is not None and form in (name, ""):
            return _read_declared(home, name, text)
    raise InvalidRecord(f'the text names no game: expected a tag such as [Game "{next(iter(catalogue.games))}"]')


def _check_length(moves: Sequence[object]) -> None:
    if len(moves) > LONGEST_GAME:
        raise InvalidRecord(f"the record has {len(moves)} moves: expected at most {LONGEST_GAME}")


def _read_declared(game: AnyGame, form: str, text: str) -> Match[Any, Any]:
    match = next(game.record_formats[form].read(StringIO(text)), None)
    if match is None:
        raise InvalidRecord(f"the text holds no game in the format {form}")
    _check_length(match.moves)
    return match


def _read_json(catalogue: Catalogue, text: str) -> Match[Any, Any]:
    try:
        record = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidRecord(f"the text is no JSON: {error}") from error
    told = record if isinstance(record, Mapping) else {}
    moves, name = told.get("moves"), told.get("game")
    _check_length(moves if isinstance(moves, list) else ())
    return replay(record, catalogue.find(name) if isinstance(name, str) else None)


def write_text(match: Match[Any, Any]) -> str:
    """A match in the game's own notation.

    >>> from boardwright import find_game
    >>> match = Match(find_game("congo"))
    >>> for move in ("d2d3", "d6d5"):
    ...     match.play_text(move)
    >>> match.resign()
    >>> print(write_text(match), end="")
    congo:standard
    g2l2z/ppppppp/7/7/7/PPPPPPP/G2L2Z w 0
    d2d3
    d6d5
    black wins: the other side resigned
    """
    game = match.game
    lines = [game.full_name, game.format_position(match.positions[0])]
    movers = map(game.side_to_move, match.positions)
    for _, turn in groupby(zip(movers, match.move_texts(), strict=False), key=lambda made: made[0]):
        lines.append(BETWEEN_MOVES.join(text for _, text in turn))
    lines.append(game.format_outcome(match.outcome))
    return "\n".join(lines) + "\n"


def read_text(catalogue: Catalogue, text: str) -> Match[Any, Any]:
    """The match that a text in a game's own notation tells of; the outcome may be missing."""
    game = _named_game(catalogue, text)
    if game is None:
        raise InvalidRecord(f"the text begins with {quoted(text.lstrip()[:60])}: expected the name of a game on a line")
    _, *lines = (line.strip() for line in text.strip().splitlines() if line.strip())
    if not lines:
        raise InvalidRecord("the text ends after the name of the game: expected a position on the next line")
    outcome = _read_outcome(game, lines[-1]) if len(lines) > 1 else None
    moves = list(_split(lines[1 : None if outcome is None else -1]))
    _check_length(moves)
    try:
        match = play_moves(game, game.parse_position(lines[0]), moves)
    except BoardwrightError as error:
        raise InvalidRecord(str(error)) from error
    if outcome is None:
        return match
    return replay({**match.record(), "outcome": outcome.get("outcome")}, game)


def _split(turns: list[str]) -> Iterator[str]:
    for turn in turns:
        yield from filter(None, (text.strip() for text in turn.split(BETWEEN_MOVES.strip())))


def _named_game(catalogue: Catalogue, text: str) -> AnyGame | None:
    first, *_ = text.strip().splitlines() or [""]
    return catalogue.find(first.strip())


def _read_outcome(game: AnyGame, line: str) -> dict[str, Any] | None:
    """The outcome that a line states, as a record has it; None where it states none."""
    if line == game.format_outcome(None):
        return {"outcome": None}
    who, _, reason = line.partition(": ")
    winners = {"draw": None, **{f"{side} wins": side for side in game.sides}}
    return {"outcome": {"winner": winners[who], "reason": reason}} if who in winners else None
