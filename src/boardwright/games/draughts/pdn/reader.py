"""PDN files to games: the tokens of one game after another, each game's tokens to its tree."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from boardwright.game import BoardwrightError, quoted
from boardwright.games.draughts.game import Draughts
from boardwright.games.draughts.notation import parse_position
from boardwright.games.draughts.pdn.tokens import DAMAGED, Token, tokens
from boardwright.games.draughts.pdn.tree import GAME_TYPE, UNKNOWN, InvalidPdn, PdnGame, PdnLine, PdnNode
from boardwright.games.draughts.rules import Move, Position
from boardwright.games.draughts.rules import play as successor

GAME = Draughts()
STRENGTHS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
HEADER = ("tag", "bad_tag", "comment")
PARAGRAPHS = re.compile(r"\n\s*\n")
TAG = re.compile(r'\[\s*(\w+)\s*"(.*)"\s*\]')
ESCAPED = re.compile(r'\\(["\\])')


def read_pdn(
    source: str | os.PathLike[str] | IO[str] | IO[bytes], *, on_error: Callable[[InvalidPdn], None] | None = None
) -> Iterator[PdnGame]:
    """The games of a file or stream, one by one; no more than one of them is held at a time.

    A bad game raises :class:`InvalidPdn`. With ``on_error`` it goes there instead, and the
    reading goes on with the next game.

    >>> from io import StringIO
    >>> errors: list[InvalidPdn] = []
    >>> games = read_pdn(StringIO("1. 32-27 19-23 * 1. 33-29 20-24 * 1. 32-22 *"), on_error=errors.append)
    >>> [len(game.moves) for game in games]
    [2, 2]
    >>> print(*errors)
    line 1, column 38: '32-22' is illegal: men move one square forward
    """
    if isinstance(source, str | os.PathLike):
        with Path(source).open("rb") as stream:
            yield from read_pdn(stream, on_error=on_error)
        return
    for own in _split(tokens(source)):
        try:
            game = _Draft(own[0].line).read(own)
        except InvalidPdn as error:
            if on_error is None:
                raise
            on_error(error)
        else:
            yield game


def _split(stream: Iterator[Token]) -> Iterator[list[Token]]:
    """The tokens of each game, those behind its first damage left out.

    A game ends with its result. Where there is none, a tag after the moves begins the next
    game, and so does a tag that was there already, after an empty line.
    """
    game = _Extent()
    waiting: list[Token] = []
    for token in stream:
        if game.has_ended:
            # What is said on the line of the result, or right below, is said of the game that it ends.
            if token.kind == "comment":
                (waiting if waiting or token.opens_paragraph else game.tokens).append(token)
                continue
            if token.text == UNKNOWN and not waiting and not token.opens_paragraph:
                continue
        if game.has_ended or game.ends_before(token):
            yield game.tokens
            game = _Extent(waiting)
            waiting = []
        game.add(token)
    if game.tokens:
        yield game.tokens + waiting


@dataclass(slots=True)
class _Extent:
    """How far a game goes."""

    tokens: list[Token] = field(default_factory=list)
    tags: set[str] = field(default_factory=set)
    has_moves: bool = False
    has_ended: bool = False
    is_damaged: bool = False
    depth: int = 0

    def ends_before(self, token: Token) -> bool:
        if token.kind != "tag":
            return False
        return self.has_moves or (token.opens_paragraph and _tag(token)[0] in self.tags)

    def add(self, token: Token) -> None:
        if not self.is_damaged:
            self.tokens.append(token)
        self.is_damaged |= token.kind in DAMAGED
        self.has_moves |= token.kind not in HEADER
        if token.kind == "tag":
            self.tags.add(_tag(token)[0])
        elif token.kind == "open":
            self.depth += 1
        elif token.kind == "close":
            self.depth -= 1
        elif token.kind == "result":
            # In the words of a comment that lacks its braces a result ends nothing, if the next game has tags.
            self.has_ended = self.depth <= 0 and not (self.is_damaged and self.tags)


def _tag(token: Token) -> tuple[str, str]:
    """The name and the value of a tag.

    >>> _tag(Token("tag", '[White "van \\\\"Jan\\\\" Dijk"]', 1, 1, True))
    ('White', 'van "Jan" Dijk')
    """
    found = TAG.fullmatch(token.text)
    assert found is not None, "the tokens and the reader disagree on what a tag is"
    return found[1], ESCAPED.sub(r"\1", found[2])


def comment_text(text: str) -> str:
    """A comment as it is kept: one blank between words, an empty line between paragraphs.

    >>> comment_text("  White  wins\\nnow.\\n \\n [%clk 0:01:10] ")
    'White wins now.\\n\\n[%clk 0:01:10]'
    """
    paragraphs = (" ".join(paragraph.split()) for paragraph in PARAGRAPHS.split(text))
    return "\n\n".join(filter(None, paragraphs))


@dataclass(slots=True)
class _DraftNode:
    move: Move
    before: tuple[str, ...]
    nags: list[int] = field(default_factory=list)
    after: list[str | PdnLine] = field(default_factory=list)


@dataclass(slots=True)
class _DraftLine:
    """A line as far as it is read: where its next move is played, and where the last one was."""

    opening: Token | None
    position: Position
    earlier: Position
    comments: list[str] = field(default_factory=list)
    nodes: list[_DraftNode] = field(default_factory=list)

    def finished(self) -> PdnLine:
        nodes = (PdnNode(node.move, node.before, tuple(node.nags), tuple(node.after)) for node in self.nodes)
        return PdnLine(tuple(self.comments), tuple(nodes))


class _Draft:
    """A game as far as it is read."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.tags: dict[str, str] = {}
        self.set_up: Token | None = None
        self.result: str | None = None
        self.closing: list[str] = []
        self.lines = [_DraftLine(None, GAME.start(), GAME.start())]
        # The comments behind the number of a move, until the move comes; None where no number is.
        self.before: list[str] | None = None

    def read(self, own: list[Token]) -> PdnGame:
        for token in own:
            try:
                self._add(token)
            except InvalidPdn:
                raise
            except BoardwrightError as error:
                raise _wrong(token, str(error)) from error
        if len(self.lines) > 1:
            raise _wrong(self.lines[-1].opening, "the variation is not closed: expected )")
        if self.set_up is not None and not self.tags.get("FEN"):
            raise _wrong(self.set_up, "SetUp says that the game begins elsewhere: expected a tag FEN")
        return PdnGame(self.tags, self.lines[0].finished(), self.result or UNKNOWN, tuple(self.closing), self.line)
