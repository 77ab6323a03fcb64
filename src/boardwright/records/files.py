"""Record files in any format: JSON, the text record, or a game's own format."""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator, Mapping
from io import StringIO
from typing import IO, Any, NamedTuple

from boardwright.errors import BoardwrightError, InvalidRecord, quoted
from boardwright.game import AnyGame
from boardwright.names import did_you_mean
from boardwright.played_game import AnyPlayedGame, replay
from boardwright.records.record_format import RecordFormat, TagFormat, record_formats
from boardwright.records.tagged_record import tag_format_of
from boardwright.records.text import TextRecord
from boardwright.records.tree import AnnotatedGame, annotated_game
from boardwright.records.writer import write_game
from boardwright.registry import installed_games

JSON = "json"
JSON_LINES = ".jsonl"
JSON_EXTENSIONS = (".json", JSON_LINES)
NOTED = "noted"
"""The field of a JSON record for the text of an annotated game."""

OF_THE_MOVES = (NOTED, "players", "tags", "round", "thoughts")
"""The fields of a JSON record that are rewritten, or meaningless, once the game has changed."""

LONGEST_LINE = 1 << 26
"""The maximum size of a JSON record in bytes."""

OnError = Callable[[BoardwrightError], None]


class StoredGame(NamedTuple):
    """A game of a file: the played game, and the tags with its players and event."""

    played: AnyPlayedGame
    tags: Mapping[str, str]
    record: Mapping[str, object] | None = None
    """The JSON record that it was read from, which may hold more, such as search results."""

    @property
    def has_notes(self) -> bool:
        """Whether its moves have comments, variations or glyphs."""
        origin = self.played.origin
        return isinstance(origin, AnnotatedGame) and (bool(origin.closing) or not origin.main.is_bare)


def read_records(
    stream: IO[bytes], name: str, game: AnyGame | None = None, *, on_error: OnError | None = None
) -> Iterator[StoredGame]:
    """Yield the games of a file; a bad one raises, or is passed to ``on_error`` and skipped.

    :param stream: the open file
    :param name: its name, whose extension selects the format; JSON if it is unknown
    :param game: the game of all records; by default each is found by its own name, which is not possible for a game
        defined in a file
    :param on_error: receives the error of a bad game

    >>> from io import BytesIO
    >>> for stored in read_records(BytesIO(b'[Game "cabeza"] [Red "Anna"] 1. Fn fs *'), "games.txt"):
    ...     print(stored.tags["Red"], stored.played.move_texts())
    Anna ['Fn', 'fs']
    """
    form = _format_named(name, game)
    if form is None:
        yield from _read_json(stream, game, on_error)
        return
    for played in form.read(stream, on_error=on_error):
        yield StoredGame(played, tags_of(played))


def write_record(stored: StoredGame, name: str) -> str:
    """Return the text of a game in a format by name: ``json``, or one of the game's own.

    >>> from boardwright import PlayedGame, find_game
    >>> write_record(StoredGame(PlayedGame(find_game("turm")), {"Red": "Anna"}), "pdn")
    Traceback (most recent call last):
    ...
    boardwright.errors.BoardwrightError: turm:centre has no format 'pdn': expected json or text
    """
    played = stored.played
    if name == JSON:
        return json.dumps(_as_data(stored)) + "\n"
    formats = record_formats(played.game)
    if name not in formats:
        names = (JSON, *formats)
        hint = did_you_mean(name, names)
        raise BoardwrightError(
            f"{played.game.full_name} has no format {quoted(name)}{hint}: expected {' or '.join(names)}"
        )
    return formats[name].text(played, stored.tags)


def stored_game(record: object, game: AnyGame | None = None) -> StoredGame:
    """Return the game of a JSON record, with its tags and annotations."""
    played = replay(record, game)
    assert isinstance(record, Mapping)
    if isinstance(record.get(NOTED), str):
        noted = _noted(played, record[NOTED])
        return StoredGame(noted, tags_of(noted), record)
    return StoredGame(played, _tags_in(record, played.game), record)


def tags_of(played: AnyPlayedGame) -> Mapping[str, str]:
    """Return the tags of the record that a game was read from."""
    return played.origin.tags if isinstance(played.origin, AnnotatedGame) else {}


def free_tags(stored: StoredGame) -> dict[str, str]:
    """Return the tags that do not follow from the played game."""
    tags, played = dict(stored.tags), stored.played
    if isinstance(played.origin, AnnotatedGame):
        form: TagFormat[Any, Any] = played.origin.form
        for name in (*form.with_own_tags({}, played), form.start_tag):
            tags.pop(name, None)
    return tags


def _format_named(name: str, game: AnyGame | None) -> RecordFormat[Any, Any] | None:
    """Return the format of a file name extension; None: JSON."""
    ending = name.lower()
    if game is None and ending.endswith(TextRecord.extension):
        # Games in this format name themselves.
        return TextRecord()
    games = installed_games() if game is None else [game]
    formats = [form for each in games for form in record_formats(each).values()]
    return next((form for form in formats if ending.endswith(form.extension)), None)


def _read_json(stream: IO[bytes], game: AnyGame | None, on_error: OnError | None) -> Iterator[StoredGame]:
    """Yield the records of a file: one per line, as the arena writes them, or a single one over many lines."""
    for number, text in _json_texts(stream):
        foreign = number == 1 and not text.removeprefix(BOM_UTF8).lstrip().startswith((b"{", b"["))
        try:
            if foreign:
                raise InvalidRecord("it holds no JSON: expected a game in JSON, or a file of another ending")
            yield stored_game(_parsed(text), game)
        except BoardwrightError as error:
            located = InvalidRecord(f"line {number}: {error}")
            if on_error is None:
                raise located from error
            on_error(located)
        if foreign:
            return


def _json_texts(stream: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """Yield the texts of the records with their first line numbers."""
    number = 0
    while line := stream.readline(LONGEST_LINE):
        number += 1
        if not line.strip():
            continue
        if line.rstrip() in (b"{", b"["):
            # An indented record is the whole file.
            yield number, line + stream.read(LONGEST_LINE)
            return
        yield number, line


def _parsed(text: bytes) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidRecord(f"it holds no JSON: {_json_trouble(error)}") from error


def _json_trouble(error: ValueError | RecursionError) -> str:
    """Describe what is wrong with a text that should be JSON, and where.

    >>> try:
    ...     json.loads('{"game": }')
    ... except ValueError as error:
    ...     _json_trouble(error)
    'expecting value at character 10'
    """
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg[:1].lower()}{error.msg[1:]} at character {error.pos + 1}"
    return str(error)


def _tags_in(record: Mapping[str, object], game: AnyGame) -> dict[str, str]:
    tags = {name: value for name, value in _texts(record.get("tags")).items() if name.isidentifier()}
    players = _texts(record.get("players"))
    tags |= {side.title(): players[side] for side in game.sides if side in players}
    if isinstance(number := record.get("round"), str):
        tags["Round"] = number
    return {name: " ".join(value.split()) for name, value in tags.items()}


def _noted(played: AnyPlayedGame, text: str) -> AnyPlayedGame:
    """Return the played game of the annotated text."""
    form = tag_format_of(played.game)
    noted = None if form is None else next(form.read(StringIO(text)), None)
    if noted is None or noted.record() != played.record():
        raise InvalidRecord(f"the record's field '{NOTED}' is of another game: expected the same moves and outcome")
    return noted


def _texts(value: object) -> dict[str, str]:
    """Return the string fields of an object; others are ignored."""
    fields = value if isinstance(value, Mapping) else {}
    return {name: text for name, text in fields.items() if isinstance(text, str)}


def _is_unchanged(stored: StoredGame) -> bool:
    """Whether the JSON record that a game was read from is still accurate."""
    played, record = stored.played, stored.record
    if record is None:
        return False
    tags = tags_of(played) if isinstance(record.get(NOTED), str) else _tags_in(record, played.game)
    return tags == stored.tags and all(record.get(name) == value for name, value in played.record().items())


def _as_data(stored: StoredGame) -> dict[str, object]:
    """Return the record with the players under their sides, and the tags that do not follow from it.

    A game that was read from JSON keeps all its fields: other programs may know them.
    """
    played, tags, record = stored.played, free_tags(stored), stored.record or {}
    if _is_unchanged(stored):
        return dict(record)
    origin = played.origin
    annotations = {}
    if isinstance(origin, AnnotatedGame) and stored.has_notes:
        text = StringIO()
        write_game(annotated_game(origin.form, played, stored.tags), text)
        annotations = {NOTED: text.getvalue()}
    sides = [side for side in played.game.sides if side.title() in tags]
    players = {side: tags.pop(side.title()) for side in sides}
    return {
        **{name: value for name, value in record.items() if name not in OF_THE_MOVES},
        **played.record(),
        **({"players": players} if players else {}),
        **({"tags": tags} if tags else {}),
        **annotations,
    }
