"""Parsing record files: tokens are split into games, and each game's tokens parsed into its tree."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Generic, NamedTuple, TypeVar

from boardwright.errors import BoardwrightError, quoted
from boardwright.game import M, P
from boardwright.records.record_format import UNKNOWN, TagFormat
from boardwright.records.tokens import Token, tokens
from boardwright.records.tree import AnnotatedGame, AnnotatedLine, AnnotatedMove, InvalidText, Place

STRENGTHS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
HEADER = ("tag", "bad_tag", "comment")
NON_GAME_KINDS = ("comment", "number", "strength", "nag")
"""The kinds of token that do not make up a game by themselves."""

DAMAGED = {
    "open_comment": "the comment is not closed: expected }}",
    "bad_tag": '{text} is not a tag: expected a name and a text in quotes, such as [White "Anna"]',
    "set_up": "{text} sets up a position within a game: expected moves only",
    "junk": "unexpected {text} in {format}: expected a tag, a move{example}, a comment or a result",
}
"""By kind of invalid token, the error message."""

PARAGRAPHS = re.compile(r"\n\s*\n")
ESCAPED = re.compile(r'\\(["\\])')


def read_games(
    form: TagFormat[P, M],
    source: str | os.PathLike[str] | IO[str] | IO[bytes],
    *,
    on_error: Callable[[InvalidText], None] | None = None,
) -> Iterator[AnnotatedGame[P, M]]:
    """Yield the games of a file or stream; only one of them is in memory at a time.

    A bad game raises :class:`InvalidText`; with ``on_error`` it is passed there instead, and reading continues with
    the next game.

    >>> from io import StringIO
    >>> from boardwright import find_game
    >>> from boardwright.records import record_formats
    >>> errors: list[InvalidText] = []
    >>> turm = record_formats(find_game("turm"))["text"]
    >>> games = read_games(turm, StringIO("1. D5-D4-1 1-0  1. D5-D3-1 *  1. C6-C5-1 0-1"), on_error=errors.append)
    >>> [game.result for game in games]
    ['1-0', '0-1']
    >>> print(*errors)
    line 1, column 20: 'D5-D3-1' is illegal: 1 stone must go exactly 1 square, not 2
    """
    if isinstance(source, str | os.PathLike):
        with Path(source).open("rb") as stream:
            yield from read_games(form, stream, on_error=on_error)
        return
    for extent in _extents(tokens(source, form.pattern), lambda: _Draft(form)):
        try:
            game = extent.game()
        except InvalidText as error:
            if on_error is None:
                raise
            on_error(error)
        else:
            yield game


class Heading(NamedTuple):
    """A game as a file lists it, with its moves unparsed: its place, tags, number of moves and result."""

    place: Place
    tags: Mapping[str, str]
    moves: int
    result: str


def read_headings(form: TagFormat[P, M], source: IO[str]) -> Iterator[Heading]:
    """Yield the headings of the games of a stream, without checking the games.

    >>> from io import StringIO
    >>> from boardwright import find_game
    >>> from boardwright.records import record_formats
    >>> pdn = record_formats(find_game("draughts"))["pdn"]
    >>> for heading in read_headings(pdn, StringIO('[White "Anna"] 1. 32-28 (1. 33-28) 19-23 2-0  1. 34-30 *')):
    ...     print(heading)
    Heading(place=(1, 1), tags={'White': 'Anna'}, moves=2, result='2-0')
    Heading(place=(1, 47), tags={}, moves=1, result='*')
    """
    for extent in _extents(tokens(source, form.pattern), _Extent):
        yield Heading(extent.place, extent.tags, extent.moves, extent.result or extent.tags.get("Result", UNKNOWN))


E = TypeVar("E", bound="_Extent")


def _extents(stream: Iterator[Token], new_extent: Callable[[], E]) -> Iterator[E]:
    """Split the tokens into games, valid or not.

    A game ends with its result. Without one, a tag after the moves begins the next game, and so does a repeated tag
    after an empty line. Tokens without a tag, a move or a result are not a game.
    """
    extent = new_extent()
    waiting: list[Token] = []
    for token in stream:
        after_empty_line = bool(waiting) or token.opens_paragraph
        if extent.has_ended and token.kind == "comment":
            # A comment on the line of the result, or right below it, belongs to the game that it ends.
            if after_empty_line:
                waiting.append(token)
            else:
                extent.add(token)
            continue
        if extent.has_ended and token.text == UNKNOWN and not after_empty_line:
            # PDN separates games by this sign alone, and some files have it after the result.
            continue
        if extent.has_ended or extent.ends_before(token):
            yield extent
            extent = new_extent()
            for comment in waiting:
                extent.add(comment)
            waiting = []
        extent.add(token)
    for comment in waiting:
        extent.add(comment)
    if extent.is_game:
        yield extent


class _Extent:
    """Tracks where a game ends."""

    def __init__(self) -> None:
        self.place: Place = (0, 0)
        self.has_ended = False
        self.is_game = False
        self.is_bad = False
        self.tags: dict[str, str] = {}
        self.moves = 0
        self.result = ""
        self._has_moves = False
        self._depth = 0

    def ends_before(self, token: Token) -> bool:
        if token.kind != "tag":
            return False
        return self._has_moves or (token.opens_paragraph and tag_of(token)[0] in self.tags)

    def add(self, token: Token) -> None:
        if not self.place[0]:
            self.place = _place(token)
        self.is_game |= token.kind not in NON_GAME_KINDS
        self._has_moves |= self.is_game and token.kind not in HEADER
        if token.kind == "tag":
            name, value = tag_of(token)
            self.tags.setdefault(name, value)
        elif token.kind == "move":
            self.moves += self._depth <= 0
        elif token.kind == "open":
            self._depth += 1
        elif token.kind == "close":
            self._depth -= 1
        elif token.kind == "result":
            # In a bad game a result may be anything; the next tag is a more reliable end, if there are tags.
            self.has_ended = self._depth <= 0 and not (self.is_bad and self.tags)
            self.result = "".join(token.text.split()) if self._depth <= 0 else self.result


def tag_of(token: Token) -> tuple[str, str]:
    """Return the name and the value of a tag.

    >>> tag_of(Token("tag", r'[White "van \"Jan\" Dijk"]', 1, 1, True))
    ('White', 'van "Jan" Dijk')
    """
    name, _, value = token.text[1:-1].strip().partition('"')
    return name.rstrip(), ESCAPED.sub(r"\1", value[:-1])


def comment_text(text: str) -> str:
    """Normalise a comment: one space between words, an empty line between paragraphs.

    >>> comment_text("  White  wins\\nnow.\\n \\n [%clk 0:01:10] ")
    'White wins now.\\n\\n[%clk 0:01:10]'
    """
    paragraphs = (" ".join(paragraph.split()) for paragraph in PARAGRAPHS.split(text))
    return "\n\n".join(filter(None, paragraphs))


@dataclass(slots=True)
class _DraftNode(Generic[M]):
    move: M
    before: tuple[str, ...]
    nags: list[int] = field(default_factory=list)
    after: list[str | AnnotatedLine[M]] = field(default_factory=list)


@dataclass(slots=True)
class _DraftLine(Generic[P, M]):
    """The state of a variation while it is read: the positions of its next move and of its last one.

    The position is None before the first move of a game, until the tags are known.
    """

    position: P | None
    earlier: P | None
    comments: list[str] = field(default_factory=list)
    nodes: list[_DraftNode[M]] = field(default_factory=list)

    def finished(self) -> AnnotatedLine[M]:
        nodes = (AnnotatedMove(node.move, node.before, tuple(node.nags), tuple(node.after)) for node in self.nodes)
        return AnnotatedLine(tuple(self.comments), tuple(nodes))


class _Draft(_Extent, Generic[P, M]):
    """A game while it is read; after its first error, only its end is looked for."""

    def __init__(self, form: TagFormat[P, M]) -> None:
        super().__init__()
        self.form = form
        self.error: InvalidText | None = None
        self.tag_tokens: dict[str, Token] = {}
        self.lines: list[_DraftLine[P, M]] = [_DraftLine(None, None)]
        self.open_variations: list[Token] = []
        self.result_at: Place | None = None
        self.closing: list[str] = []
        self.is_numbered = False
        self.before: list[str] = []

    def add(self, token: Token) -> None:
        if self.error is None:
            try:
                self._take(token)
            except InvalidText as error:
                self.error = error
            except BoardwrightError as error:
                self.error = _error_at(token, str(error))
                self.error.__cause__ = error
            self.is_bad = self.error is not None
        super().add(token)

    def game(self) -> AnnotatedGame[P, M]:
        if self.error is not None:
            raise self.error
        self._leave_number()
        if self.open_variations:
            raise _error_at(self.open_variations[-1], "the variation is not closed: expected )")
        lacking = self.form.lacking(self.tags)
        if lacking is not None:
            name, reason = lacking
            raise _error_at(self.tag_tokens[name], reason)
        tag_at = _place(self.tag_tokens["Result"]) if "Result" in self.tag_tokens else None
        result, line = self.result or UNKNOWN, self.place[0]
        # Without a result of its own, the tag provides it.
        result_at = tag_at if result == UNKNOWN else self.result_at
        main, closing = self.lines[0].finished(), tuple(self.closing)
        try:
            return AnnotatedGame(self.form, self.tags, main, result, closing, line, tag_at, result_at)
        except BoardwrightError as error:
            raise InvalidText(line, 1, str(error)) from error

    def _take(self, token: Token) -> None:
        match token.kind:
            case "tag":
                self._tag(token)
            case "comment":
                self._add_comment(token.text[1:-1] if token.text[0] == "{" else token.text[1:])
            case "number":
                self.is_numbered = True
            case "move":
                self._play(token.text)
            case "strength" | "nag":
                self._annotate(token.text)
            case "open":
                self._open(token)
            case "close":
                self._close(token)
            case "result":
                self._end(token)
            case damaged:
                form = self.form
                values = {"text": quoted(token.text), "format": form.title, "example": form.example}
                raise _error_at(token, DAMAGED[damaged].format(**values))

    def _tag(self, token: Token) -> None:
        name, value = tag_of(token)
        if name in self.tag_tokens:
            raise _error_at(token, f"duplicate tag {name}: expected each tag once")
        self.tag_tokens[name] = token
        self.form = self.form.tagged(name, value)
        if name == self.form.start_tag:
            self.form.first({name: value})

    def _play(self, text: str) -> None:
        line = self.lines[-1]
        if line.position is None:
            line.position = self.form.first(self.tags)
        move = self.form.parse_move(line.position, text)
        line.earlier, line.position = line.position, self.form.game.successor(line.position, move)
        line.nodes.append(_DraftNode(move, tuple(self.before)))
        self.is_numbered, self.before = False, []

    def _add_comment(self, text: str) -> None:
        """Store a comment: with the coming move if its number has just been read, else with what comes before."""
        comment = comment_text(text)
        line = self.lines[-1]
        if not comment:
            return
        if self.result:
            self.closing.append(comment)
        elif self.is_numbered:
            self.before.append(comment)
        elif line.nodes:
            line.nodes[-1].after.append(comment)
        else:
            line.comments.append(comment)

    def _leave_number(self) -> None:
        """No move follows the number: move the comments after it to what comes before."""
        comments, self.is_numbered, self.before = self.before, False, []
        for comment in comments:
            self._add_comment(comment)

    def _annotate(self, text: str) -> None:
        """Store a glyph by its number, or as a comment where it has none or no move precedes it."""
        sign = text.strip("()")
        nag = int(text[1:]) if text[0] == "$" else STRENGTHS.get(sign)
        nodes = self.lines[-1].nodes
        if nag is None or not nodes or self.is_numbered:
            self._add_comment(sign)
        else:
            nodes[-1].nags.append(nag)

    def _open(self, token: Token) -> None:
        self._leave_number()
        line = self.lines[-1]
        if not line.nodes:
            raise _error_at(token, "a variation must follow the move that it replaces: expected a move before it")
        self.open_variations.append(token)
        self.lines.append(_DraftLine(line.earlier, line.earlier))

    def _close(self, token: Token) -> None:
        self._leave_number()
        if not self.open_variations:
            raise _error_at(token, "there is no variation to close: expected a move or a result")
        self.open_variations.pop()
        variation = self.lines.pop().finished()
        self.lines[-1].nodes[-1].after.append(variation)

    def _end(self, token: Token) -> None:
        self._leave_number()
        if self.open_variations:
            self._add_comment(self.form.results["".join(token.text.split())])
        else:
            self.result_at = _place(token)


def _place(token: Token) -> Place:
    return token.line, token.column


def _error_at(token: Token, reason: str) -> InvalidText:
    return InvalidText(*_place(token), reason)
