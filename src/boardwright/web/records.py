"""Export and import of games: JSON, the record formats that a game declares, and plain moves.

Plain moves are lines in the game's own notation: the name of the game, the start position, one turn
per line, and the outcome.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from io import StringIO
from itertools import groupby, pairwise
from typing import Any, NamedTuple

from boardwright.errors import BoardwrightError, InvalidRecord, quoted
from boardwright.game import NO_RESULT, AnyGame
from boardwright.played_game import LONGEST_GAME, AnyPlayedGame, replay
from boardwright.records import TagFormat, TextRecord, read_headings
from boardwright.records.files import JSON, StoredGame, stored_game, tags_of, write_record
from boardwright.records.record_format import UNKNOWN, RecordFormat, record_formats
from boardwright.records.tree import UNKNOWN_TAGS
from boardwright.web.api_errors import NotFound
from boardwright.web.catalogue import Catalogue
from boardwright.web.live_game import LiveGame
from boardwright.web.models import GameTree, RecordedGame
from boardwright.web.position_requests import play_moves
from boardwright.web.trees import stored_game_of

MOVES, AUTO = "moves", "auto"
GAME_TAG = re.compile(r'\[Game\s+"([^"]*)"\]')
TAGS_OR_MOVES = re.compile(r"\s*[\[\d;%]")
"""The start of a text of tags and moves: a tag, the number of a move or a square, or a comment."""
BETWEEN_MOVES = "; "


class File(NamedTuple):
    """A record for download."""

    name: str
    kind: str
    text: str


def formats_of(game: AnyGame) -> list[str]:
    """Return the names of a game's export formats.

    >>> from boardwright import PlayedGame, find_game
    >>> formats_of(find_game("draughts"))
    ['json', 'moves', 'pdn']
    """
    return [JSON, MOVES, *record_formats(game)]


def write_live(live: LiveGame, form: str) -> File:
    """Export a live game in a format."""
    game = live.game
    name = f"{game.full_name.replace(':', '-')}-{live.id}"
    known = {side.title(): seat.name for side, seat in zip(game.sides, live.seats, strict=True) if seat.name}
    tags = {"Date": f"{datetime.fromtimestamp(live.created, UTC):%Y.%m.%d}", **known}
    return write_stored(StoredGame(live.played, tags), form, name)


def write_tree(game: AnyGame, tree: GameTree, form: str) -> File:
    """Export a tree in a format; plain moves are those of the main line."""
    return write_stored(stored_game_of(game, tree), form, game.full_name.replace(":", "-"))


def write_stored(stored: StoredGame, form: str, name: str) -> File:
    """Export a game with its tags and annotations in a format, as a file with this name before the extension."""
    game = stored.played.game
    if form == MOVES:
        return File(f"{name}.txt", "text/plain", write_text(stored.played))
    if form != JSON and form not in record_formats(game):
        raise NotFound(f"{game.name} has no format {quoted(form)}: expected {', '.join(formats_of(game))}")
    kind, extension = (
        ("application/json", ".json") if form == JSON else ("text/plain", record_formats(game)[form].extension)
    )
    return File(name + extension, kind, write_record(stored, form))


def list_games(catalogue: Catalogue, text: str, form: str, known: AnyGame | None = None) -> list[RecordedGame]:
    """List the games of a text that contains several, without checking their moves; empty if it contains one.

    >>> pdn = '[White "Anna"] [Black "Ben"] 1. 32-28 2-0  [White "Cleo"] 1. 34-30 1-1'
    >>> [(game.players, game.result, game.text) for game in list_games(Catalogue(), pdn, AUTO)]  # doctest: +ELLIPSIS
    [(['Anna', 'Ben'], '2-0', '[White "Anna"] ... 2-0'), (['Cleo', ''], '1-1', '[White "Cleo"] 1. 34-30 1-1')]
    """
    name, game = _format_of(catalogue, text, form, known)
    if game is not None:
        games = list(_tagged_games(catalogue, text, game, record_formats(game)[name]))
    else:
        lines = text.strip().splitlines()
        is_lines = name == JSON and all(line.startswith("{") for line in lines)
        games = list(_json_games(catalogue, lines)) if is_lines and len(lines) > 1 else []
    return games if len(games) > 1 else []


def _tagged_games(
    catalogue: Catalogue, text: str, game: AnyGame, form: RecordFormat[Any, Any]
) -> Iterator[RecordedGame]:
    if not isinstance(form, TagFormat):
        return
    lines = [0, *(line.end() for line in re.finditer("\n", text))]
    headings = list(read_headings(form, StringIO(text)))
    starts = [lines[line - 1] + column - 1 for line, column in (heading.place for heading in headings)]
    for heading, (start, end) in zip(headings, pairwise([*starts, len(text)]), strict=True):
        tags = {name: value for name, value in heading.tags.items() if value not in UNKNOWN_TAGS}
        sides = (catalogue.find(tags.get("Game", "")) or game).sides
        players = [tags.get(side.title(), "") for side in sides]
        yield RecordedGame(
            players=players,
            result=heading.result,
            moves=heading.moves,
            event=tags.get("Event", ""),
            date=tags.get("Date", ""),
            text=text[start:end].strip(),
        )


def _json_games(catalogue: Catalogue, lines: Sequence[str]) -> Iterator[RecordedGame]:
    for line in lines:
        record = _mapping(_parse_json(line))
        players, outcome, tags = (_mapping(record.get(name)) for name in ("players", "outcome", "tags"))
        game = catalogue.find(str(record.get("game")))
        sides = game.sides if game else ("", "")
        first, second, draw = TextRecord.scores
        winners = {sides[0]: first, sides[1]: second, "None": draw}
        result = winners.get(str(outcome.get("winner")), UNKNOWN) if outcome else UNKNOWN
        moves = record.get("moves")
        yield RecordedGame(
            players=[str(players.get(side, "")) for side in sides],
            result=result,
            moves=len(moves) if isinstance(moves, list) else 0,
            event=str(tags.get("Event", "")),
            date=str(tags.get("Date", "")),
            text=line,
        )


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _parse_json(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidRecord(f"the text is not JSON: {error}") from error


def read_record(catalogue: Catalogue, text: str, form: str, known: AnyGame | None = None) -> StoredGame:
    """Read the first game of a text, with its tags and annotations; ``auto`` detects the format.

    ``known`` is the game of a text that does not name one.
    """
    name, game = _format_of(catalogue, text, form, known)
    if game is not None:
        return _read_declared(game, name, text)
    return _read_json(catalogue, text) if name == JSON else StoredGame(read_text(catalogue, text), {})


def _format_of(catalogue: Catalogue, text: str, form: str, known: AnyGame | None) -> tuple[str, AnyGame | None]:
    """Return the format of a text, and the game that declares it; None for JSON and plain moves."""
    if form == AUTO:
        form = JSON if text.lstrip().startswith("{") else MOVES if _named_game(catalogue, text) else ""
    if form in (JSON, MOVES):
        return form, None
    homes: dict[str, list[AnyGame]] = {}
    for game, *_ in catalogue.games.values():
        for name in record_formats(game):
            homes.setdefault(name, []).append(game)
    if form and form not in homes:
        raise InvalidRecord(f"there is no format {quoted(form)}: expected {', '.join((AUTO, JSON, MOVES, *homes))}")
    tag = GAME_TAG.search(text)
    tagged = known if tag is None else catalogue.find(tag[1])
    if not form and tagged is None and not TAGS_OR_MOVES.match(text):
        raise InvalidRecord(
            f"the text is not a record in any known format: expected JSON, tags and moves ({', '.join(homes)}), "
            "or the name of a game, a position and moves on lines of their own"
        )
    for name, games in homes.items():
        # A format of several games needs the tag to name the game.
        home = (
            tagged if tagged is not None and name in record_formats(tagged) else games[0] if len(games) == 1 else None
        )
        if home is not None and form in (name, ""):
            return name, home
    raise InvalidRecord(f'the text names no game: expected a tag such as [Game "{next(iter(catalogue.games))}"]')


def _check_length(moves: Sequence[object]) -> None:
    if len(moves) > LONGEST_GAME:
        raise InvalidRecord(f"the record has {len(moves)} moves: expected at most {LONGEST_GAME}")


def _read_declared(game: AnyGame, form: str, text: str) -> StoredGame:
    played = next(record_formats(game)[form].read(StringIO(text)), None)
    if played is None:
        raise InvalidRecord(f"the text holds no game in the format {form}")
    _check_length(played.moves)
    return StoredGame(played, tags_of(played))


def _read_json(catalogue: Catalogue, text: str) -> StoredGame:
    record = _parse_json(text)
    fields = _mapping(record)
    moves, name = fields.get("moves"), fields.get("game")
    _check_length(moves if isinstance(moves, list) else ())
    return stored_game(record, catalogue.find(name) if isinstance(name, str) else None)


def write_text(played: AnyPlayedGame) -> str:
    """Write a game as plain moves.

    >>> from boardwright import PlayedGame, find_game
    >>> played = PlayedGame(find_game("congo"))
    >>> for move in ("d2d3", "d6d5"):
    ...     played.play_text(move)
    >>> played.resign()
    >>> print(write_text(played), end="")
    congo:standard
    g2l2z/ppppppp/7/7/7/PPPPPPP/G2L2Z w 0
    d2d3
    d6d5
    black wins: the other side resigned
    """
    game = played.game
    lines = [game.full_name, game.format_position(played.positions[0])]
    movers = map(game.side_to_move, played.positions)
    for _, turn in groupby(zip(movers, played.move_texts(), strict=False), key=lambda made: made[0]):
        lines.append(BETWEEN_MOVES.join(text for _, text in turn))
    lines.append(game.format_outcome(played.outcome))
    return "\n".join(lines) + "\n"


def read_text(catalogue: Catalogue, text: str) -> AnyPlayedGame:
    """Read a game from plain moves; the outcome may be missing."""
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
        played = play_moves(game, game.parse_position(lines[0]), moves)
    except BoardwrightError as error:
        raise InvalidRecord(str(error)) from error
    if outcome is None:
        return played
    return replay({**played.record(), "outcome": outcome.get("outcome")}, game)


def _split(turns: list[str]) -> Iterator[str]:
    for turn in turns:
        yield from filter(None, (text.strip() for text in turn.split(BETWEEN_MOVES.strip())))


def _named_game(catalogue: Catalogue, text: str) -> AnyGame | None:
    first, *_ = text.strip().splitlines() or [""]
    return catalogue.find(first.strip())


def _read_outcome(game: AnyGame, line: str) -> dict[str, Any] | None:
    """Parse the last line as an outcome in the form of a record; None if it is not one."""
    if line == game.format_outcome(None):
        return {"outcome": None}
    who, _, reason = line.partition(": ")
    winners = {"draw": None, NO_RESULT: None, **{f"{side} wins": side for side in game.sides}}
    return {"outcome": {"winner": winners[who], "reason": reason}} if who in winners else None
