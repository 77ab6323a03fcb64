"""Games to PDN: the tags, then the moves with all that is noted beside them, in lines of 80 columns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import IO

from boardwright.game import InvalidRecord, quoted
from boardwright.games.draughts.game import Draughts
from boardwright.games.draughts.notation import format_short
from boardwright.games.draughts.pdn.reader import STRENGTHS, comment_text
from boardwright.games.draughts.pdn.tree import PdnGame, PdnLine, PdnNode
from boardwright.games.draughts.rules import WHITE, Position, play

GAME = Draughts()
WIDTH = 80
LINE_END = "\n"
SIGNS = {nag: sign for sign, nag in STRENGTHS.items()}
NAGS = range(1000)


def write_pdn(game: PdnGame, stream: IO[str]) -> None:
    """Write a game in its canonical text and an empty line; ``read_pdn`` reads it back equal.

    >>> import sys
    >>> from io import StringIO
    >>> from boardwright.games.draughts.pdn import read_pdn
    >>> text = '[White "Anna"] 32-28 $1 {classical} (31-26?) 19-23 28:19 1-0'
    >>> write_pdn(next(read_pdn(StringIO(text))), sys.stdout)
    [White "Anna"]
    <BLANKLINE>
    1. 32-28! {classical} (1. 31-26?) 1... 19-23 2. 28x19 2-0
    <BLANKLINE>
    """
    header = [_tag_line(name, value) for name, value in game.tags.items()]
    body = _wrapped(_words(game))
    stream.write(LINE_END.join([*header, *([""] if header else []), *body, "", ""]))


def _tag_line(name: str, value: str) -> str:
    if re.fullmatch(r"\w+", name) is None or re.search(r"[\r\n]", value):
        raise InvalidRecord(f"{quoted(name)} {quoted(value)} is no tag: expected a word and a text of one line")
    escaped = re.sub(r'(["\\])', r"\\\1", value)
    return f'[{name} "{escaped}"]'


def _wrapped(words: Sequence[str]) -> Iterator[str]:
    """The words in lines; a line end among them ends the line."""
    line = ""
    for word in words:
        if line and word != LINE_END and len(line) + 1 + len(word) <= WIDTH:
            line = f"{line} {word}"
            continue
        if line or word == LINE_END:
            yield line
        line = "" if word == LINE_END else word
    if line:
        yield line


def _words(game: PdnGame) -> list[str]:
    """What is never broken: a move with its number, a word of a comment."""
    text = _Movetext(game.first)
    for step in game.main.walk():
        if isinstance(step, PdnLine):
            text.begin(step)
        elif isinstance(step, PdnNode):
            text.move(step)
        elif isinstance(step, str):
            text.comment(step)
        else:
            text.end()
    text.word(game.result)
    for comment in game.closing:
        text.comment(comment)
    return text.words


@dataclass(slots=True)
class _Place:
    """How far a line has come: its position, that before its last move, and whether a number is due."""

    position: Position
    earlier: Position
    ply: int
    is_number_due: bool = True


class _Movetext:
    """The words of a game, as they come."""

    def __init__(self, first: Position) -> None:
        self.words: list[str] = []
        self.prefix = ""
        # The game is played as a variation is, from a place before its first move.
        self.places = [_Place(first, first, first.to_move + 1)]

    def word(self, text: str) -> None:
        self.words.append(self.prefix + text)
        self.prefix = ""

    def begin(self, line: PdnLine) -> None:
        above = self.places[-1]
        if len(self.places) > 1:
            self.prefix += "("
        self.places.append(_Place(above.earlier, above.earlier, above.ply - 1))
        for comment in line.comments:
            self.comment(comment)

    def end(self) -> None:
        self.places.pop()
        if len(self.places) == 1:
            return
        self.places[-1].is_number_due = True
        if self.prefix or self.words[-1] == LINE_END:
            self.word(")")
        else:
            self.words[-1] += ")"

    def move(self, node: PdnNode) -> None:
        place = self.places[-1]
        text = format_short(place.position, GAME.checked(place.position, node.move))
        number = ""
        if place.position.to_move == WHITE or place.is_number_due or node.before:
            number = f"{place.ply // 2 + 1}{'.' if place.position.to_move == WHITE else '...'} "
        if node.before:
            # Behind the number a comment is one on the move to come.
            self.word(number.rstrip())
            number = ""
            for comment in node.before:
                self.comment(comment)
        sign, others = _glyphs(node.nags)
        self.word(f"{number}{text}{sign}")
        for glyph in others:
            self.word(glyph)
        place.earlier, place.position = place.position, play(place.position, node.move)
        place.ply += 1
        place.is_number_due = False

    def comment(self, text: str) -> None:
        self.places[-1].is_number_due = True
        comment = comment_text(text)
        if not comment:
            return
        if "}" not in comment:
            for word in re.findall(r"\S+|\n", f"{{{comment}}}"):
                self.word(word)
        elif LINE_END not in comment:
            # A brace ends a comment in braces, but none that goes up to the end of the line.
            self.word(f"; {comment}")
            self.word(LINE_END)
        else:
            raise InvalidRecord(f"the comment {quoted(text)} cannot be written: expected no }} or one paragraph")


def _glyphs(nags: tuple[int, ...]) -> tuple[str, list[str]]:
    """The sign that the first glyph has, if any, which follows the move without a blank; then the others.

    >>> _glyphs((5, 1, 14)), _glyphs((14, 1))
    (('!?', ['$1', '$14']), ('', ['$14', '$1']))
    """
    for nag in nags:
        if nag not in NAGS:
            raise InvalidRecord(f"{nag} is no numeric glyph: expected {NAGS[0]} to {NAGS[-1]}")
    sign = SIGNS.get(nags[0], "") if nags else ""
    return sign, [f"${nag}" for nag in nags[bool(sign) :]]
