"""Formatting games: the tags, then the annotated moves, in lines of 80 columns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import IO, Generic

from boardwright.errors import InvalidRecord, quoted
from boardwright.game import Game, M, P
from boardwright.records.reader import STRENGTHS, comment_text
from boardwright.records.record_format import TagFormat
from boardwright.records.tree import AnnotatedGame, AnnotatedLine, AnnotatedMove
from boardwright.views import Side

WIDTH = 80
LINE_END = "\n"
SIGNS = {nag: sign for sign, nag in STRENGTHS.items()}
NAGS = range(1000)


def write_game(game: AnnotatedGame[P, M], stream: IO[str]) -> None:
    """Write a game in canonical form, followed by an empty line; ``read_games`` restores it exactly.

    >>> import sys
    >>> from io import StringIO
    >>> from boardwright import find_game
    >>> from boardwright.records import record_formats
    >>> from boardwright.records.reader import read_games
    >>> text = '[Red "Anna"] D5-D4-1 $1 {at once} (C6-C5-1?) D3-D4-1 1-0'
    >>> write_game(next(read_games(record_formats(find_game("turm"))["text"], StringIO(text))), sys.stdout)
    [Red "Anna"]
    <BLANKLINE>
    1. D5-D4-1! {at once} (1. C6-C5-1?) 1... D3-D4-1 1-0
    <BLANKLINE>
    """
    header = [_tag_line(name, value) for name, value in game.tags.items()]
    body = _wrapped(_words(game))
    stream.write(LINE_END.join([*header, *([""] if header else []), *body, "", ""]))


def _tag_line(name: str, value: str) -> str:
    if re.fullmatch(r"\w+", name) is None or re.search(r"[\r\n]", value):
        raise InvalidRecord(f"{quoted(name)} {quoted(value)} is not a tag: expected a word and a text of one line")
    escaped = re.sub(r'(["\\])', r"\\\1", value)
    return f'[{name} "{escaped}"]'


def _wrapped(words: Sequence[str]) -> Iterator[str]:
    """Wrap the words in lines; a line end among them ends the line."""
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


def _words(game: AnnotatedGame[P, M]) -> list[str]:
    """Join what must stay on one line: a move with its number, a word of a comment."""
    text = _Movetext(game.form, game.first)
    for step in game.main.walk():
        if isinstance(step, AnnotatedLine):
            text.begin(step)
        elif isinstance(step, AnnotatedMove):
            text.move(step)
        elif isinstance(step, str):
            text.comment(step)
        else:
            text.end()
    text.word(game.result)
    for comment in game.closing:
        text.comment(comment)
    return text.words


@dataclass(frozen=True, slots=True)
class _Moment(Generic[P]):
    """A point in a variation: the number of its turn, the side that moved last, and how many times in a row."""

    position: P
    number: int = 1
    mover: Side | None = None
    in_a_row: int = 0

    def after(self, position: P, mover: Side) -> _Moment[P]:
        """Return the point after a move."""
        again = mover == self.mover
        begins = mover == 0 and self.mover == 1
        return _Moment(position, self.number + begins, mover, self.in_a_row + 1 if again else 1)


@dataclass(slots=True)
class _Place(Generic[P]):
    """The state of a variation while it is written: the current point, that before its last move, and what followed."""

    now: _Moment[P]
    earlier: _Moment[P]
    has_moves: bool = False
    is_interrupted: bool = False

    def wants_number(self, side: Side) -> bool:
        """Whether the next move needs a number: within a turn only at the beginning of a variation.

        Turns of the first side always need one, those of the other after a comment or a long turn.
        """
        if side == self.now.mover:
            return not self.has_moves
        return side == 0 or not self.has_moves or self.is_interrupted or self.now.in_a_row > 1


class _Movetext(Generic[P, M]):
    """Yield the words of a game."""

    def __init__(self, form: TagFormat[P, M], first: P) -> None:
        self.form = form
        self.words: list[str] = []
        self.prefix = ""
        # The main line is written as a variation is, from a point before its first move.
        self.places = [_Place(_Moment(first), _Moment(first))]

    def word(self, text: str) -> None:
        self.words.append(self.prefix + text)
        self.prefix = ""

    def begin(self, line: AnnotatedLine[M]) -> None:
        if len(self.places) > 1:
            self.prefix += "("
        earlier = self.places[-1].earlier
        self.places.append(_Place(earlier, earlier))
        for comment in line.comments:
            self.comment(comment)

    def end(self) -> None:
        self.places.pop()
        if len(self.places) == 1:
            return
        self.places[-1].is_interrupted = True
        if self.prefix or self.words[-1] == LINE_END:
            self.word(")")
        else:
            self.words[-1] += ")"

    def move(self, node: AnnotatedMove[M]) -> None:
        place = self.places[-1]
        game, position = self.form.game, place.now.position
        side = game.side_to_move(position)
        text = self.form.format_move(position, game.require_legal(position, node.move))
        after = place.now.after(game.successor(position, node.move), side)
        number = ""
        if node.before or place.wants_number(side):
            number = f"{_number(after)} "
        if node.before:
            # A comment after the number belongs to the coming move.
            self.word(number.rstrip())
            number = ""
            for comment in node.before:
                self.comment(comment)
        sign, others = glyphs_of(node.nags)
        self.word(f"{number}{text}{sign}")
        for glyph in others:
            self.word(glyph)
        place.earlier, place.now = place.now, after
        place.has_moves, place.is_interrupted = True, False

    def comment(self, text: str) -> None:
        self.places[-1].is_interrupted = True
        comment = comment_text(text)
        if not comment:
            return
        if "}" not in comment:
            for word in re.findall(r"\S+|\n", f"{{{comment}}}"):
                self.word(word)
        elif LINE_END not in comment:
            # A closing brace would end a comment in braces, but not one that extends to the end of the line.
            self.word(f"; {comment}")
            self.word(LINE_END)
        else:
            raise InvalidRecord(f"the comment {quoted(text)} cannot be written: expected no }} or one paragraph")


def move_numbers(game: Game[P, M], positions: Iterable[P]) -> Iterator[str]:
    """Return the numbers of moves played in consecutive positions, as if all were written.

    >>> from boardwright import find_game
    >>> from boardwright.records import record_formats
    >>> from boardwright.played_game import PlayedGame
    >>> played = PlayedGame(find_game("turm"))
    >>> played.play_text("D5-D4-1")
    >>> played.play_text("D3-D4-1")
    >>> list(move_numbers(played.game, played.positions))
    ['1.', '1...', '2.']
    """
    moment: _Moment[P] | None = None
    for position in positions:
        side = game.side_to_move(position)
        moment = (moment or _Moment(position)).after(position, side)
        yield _number(moment)


def _number(after: _Moment[P]) -> str:
    return f"{after.number}{'...' if after.mover else '.'}"


def glyphs_of(nags: tuple[int, ...]) -> tuple[str, list[str]]:
    """Return the sign of the first glyph, if it has one, which follows the move without a space; then the others.

    >>> glyphs_of((5, 1, 14)), glyphs_of((14, 1))
    (('!?', ['$1', '$14']), ('', ['$14', '$1']))
    """
    for nag in nags:
        if nag not in NAGS:
            raise InvalidRecord(f"{nag} is not a numeric glyph: expected {NAGS[0]} to {NAGS[-1]}")
    sign = SIGNS.get(nags[0], "") if nags else ""
    return sign, [f"${nag}" for nag in nags[bool(sign) :]]
