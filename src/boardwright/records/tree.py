"""Annotated games: tags, moves with comments, glyphs and variations, and the result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile, zip_longest
from typing import Generic, TypeAlias

from boardwright.errors import IllegalMove, InvalidRecord, quoted
from boardwright.game import Game, M, P
from boardwright.played_game import PlayedGame
from boardwright.records.record_format import UNKNOWN, TagFormat
from boardwright.texts import counted

UNTERMINATED = "unterminated"
"""The termination of an unfinished game."""

UNKNOWN_TAGS = ("", "?")
"""The value of an unknown tag."""

Place: TypeAlias = tuple[int, int]
"""A line and a column of a text; both count from 1."""


class InvalidText(InvalidRecord):
    """A record file is invalid at one position; ``line`` and ``column`` count from 1."""

    def __init__(self, line: int, column: int, reason: str) -> None:
        super().__init__(f"line {line}, column {column}: {reason}")
        self.line = line
        self.column = column
        self.reason = reason


@dataclass(frozen=True, slots=True)
class AnnotatedMove(Generic[M]):
    """A move with its annotations.

    ``before`` holds the comments between the move number and the move, ``nags`` the numeric glyphs (1 to 6 are ``!``
    ``?`` ``!!`` ``??`` ``!?`` ``?!``), ``after`` the comments and the variations that follow, in their order.
    """

    move: M
    before: tuple[str, ...] = ()
    nags: tuple[int, ...] = ()
    after: tuple[str | AnnotatedLine[M], ...] = ()

    @property
    def comments(self) -> tuple[str, ...]:
        """The comments after the move."""
        return tuple(item for item in self.after if isinstance(item, str))

    @property
    def variations(self) -> tuple[AnnotatedLine[M], ...]:
        """The variations that replace this move."""
        return tuple(item for item in self.after if isinstance(item, AnnotatedLine))


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class AnnotatedLine(Generic[M]):
    """A sequence of moves: the main line of the game, or a variation; ``comments`` come before the first move.

    Variations may be nested to any depth, so nothing here is recursive.
    """

    comments: tuple[str, ...] = ()
    nodes: tuple[AnnotatedMove[M], ...] = ()

    @property
    def moves(self) -> tuple[M, ...]:
        """The moves of this sequence, without variations."""
        return tuple(node.move for node in self.nodes)

    def texts(self, game: Game[P, M], position: P) -> list[str]:
        """Format the moves, each in the position in which it is played."""
        texts = []
        for move in self.moves:
            texts.append(game.format_move(position, move))
            position = game.successor(position, move)
        return texts

    @property
    def is_bare(self) -> bool:
        """Whether the moves have no annotations."""
        return not self.comments and not any(node.before or node.nags or node.after for node in self.nodes)

    def walk(self) -> Iterator[Step[M]]:
        """Yield everything in the order of the text: a sequence, its nodes, what follows each; None ends a sequence."""
        ahead: list[Step[M]] = [self]
        while ahead:
            step = ahead.pop()
            yield step
            if isinstance(step, AnnotatedLine):
                ahead.append(None)
                ahead.extend(reversed(step.nodes))
            elif isinstance(step, AnnotatedMove):
                ahead.extend(reversed(step.after))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, AnnotatedLine):
            return NotImplemented
        steps = zip_longest(map(_own, self.walk()), map(_own, other.walk()))
        return all(mine == theirs for mine, theirs in steps)

    def __repr__(self) -> str:
        return f"<AnnotatedLine of {counted(len(self.nodes), 'move')}>"


Step: TypeAlias = AnnotatedLine[M] | AnnotatedMove[M] | str | None


def _own(step: Step[M]) -> object:
    """Return the content of a step of a walk, without what follows it."""
    if isinstance(step, AnnotatedLine):
        return [step.comments]
    return (step.move, step.before, step.nags) if isinstance(step, AnnotatedMove) else step


@dataclass(frozen=True, slots=True)
class AnnotatedGame(Generic[P, M]):
    """A game of a file; it begins at ``line``, and ``closing`` holds the comments after its result.

    Results are in the format's notation, in the tag ``Result`` too; if the moves end without one, the tag provides
    it. It may contradict the tag or the moves, which :meth:`match` checks; ``tag_at`` and ``result_at`` are the
    positions of the two. The tag of the first position holds its canonical text.

    >>> from boardwright import find_game
    >>> from boardwright.records import record_formats
    >>> pdn = record_formats(find_game("draughts"))["pdn"]
    >>> AnnotatedGame(pdn, {"White": "Anna", "Result": "1-0"}).result
    '2-0'
    """

    form: TagFormat[P, M] = field(compare=False, repr=False)
    tags: Mapping[str, str] = field(default_factory=dict)
    main: AnnotatedLine[M] = field(default_factory=AnnotatedLine)
    result: str = UNKNOWN
    closing: tuple[str, ...] = ()
    line: int = field(default=0, compare=False)
    tag_at: Place | None = field(default=None, compare=False, repr=False)
    result_at: Place | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        form, game, tags = self.form, self.form.game, dict(self.tags)
        if self.result not in form.results:
            raise InvalidRecord(self._no_result(self.result))
        if "Result" in tags:
            tags["Result"] = form.results.get("".join(tags["Result"].split()), tags["Result"])
        if tags.get(form.start_tag):
            tags[form.start_tag] = game.format_position(form.first(tags))
        result = form.results[self.result]
        if result == UNKNOWN:
            result = form.results.get(tags.get("Result", UNKNOWN), UNKNOWN)
        object.__setattr__(self, "tags", tags)
        object.__setattr__(self, "result", result)

    @property
    def first(self) -> P:
        """Return the position before the first move: that of its tag, else the start position."""
        return self.form.first(self.tags)

    @property
    def moves(self) -> tuple[M, ...]:
        """The moves of the main line."""
        return self.main.moves

    def to_played_game(self) -> PlayedGame[P, M]:
        """Return the played game, with every move checked; a result that the moves do not reach was agreed on.

        A result that the format does not have, or that the tag or the board contradicts, is rejected. If the game
        continued after a draw by history, nobody claimed it, and the played game continues too.

        >>> from io import StringIO
        >>> from boardwright.games.draughts.pdn import read_pdn
        >>> game = next(read_pdn(StringIO("1. 32-28 19-23 2. 28x19 0-1")))
        >>> game.to_played_game().outcome
        Outcome(winner=1, reason='the other side resigned', termination=<Termination.RESIGNATION: 'resignation'>)
        """
        self._check_tag()
        played = PlayedGame(self.form.game, self.first)
        played.origin = self
        for number, move in enumerate(self.moves, 1):
            try:
                played.play(move, past_draw=True)
            except IllegalMove as error:
                raise self._refused(f"its move {number}, {error}") from error
        self._end(played)
        return played

    def _check_tag(self) -> None:
        """Check that the tag Result agrees with the result, or is unknown."""
        tag = self.tags.get("Result", UNKNOWN)
        if tag in (UNKNOWN, self.result) or tag.strip() in UNKNOWN_TAGS:
            return
        if tag not in self.form.results:
            raise self._refused(self._no_result(tag), self.tag_at)
        raise self._refused(f"the result is {self.result}: expected {tag}, as the tag Result says", self.result_at)

    def _no_result(self, text: str) -> str:
        return f"{quoted(text)} is not a result: expected {', '.join(self.form.results)}"

    def _end(self, played: PlayedGame[P, M]) -> None:
        """End the game as the result says, if the moves have not done so already."""
        reached, reason = played.outcome, self.form.reason(self.tags)
        by_history = played.is_drawn_by_history
        if self.result == UNKNOWN:
            if by_history and reason == UNTERMINATED:
                played.play_on()
            return
        same = self.result == self.form.score(reached)
        if same and not (by_history and reached and reason not in (None, reached.reason)):
            return
        if reached is not None and not by_history:
            led = played.game.format_outcome(reached)
            raise self._refused(f"the result is {self.result}: its moves lead to {led}", self.result_at)
        if self.result not in self.form.scores:
            message = f"the result is {self.result}, lost for both: expected a winner or a draw"
            raise self._refused(message, self.result_at)
        if by_history:
            played.play_on()
        played.end_as_recorded((0, 1, None)[self.form.scores.index(self.result)], reason)

    def _refused(self, reason: str, place: Place | None = None) -> InvalidRecord:
        if place is not None:
            return InvalidText(*place, reason)
        return InvalidRecord(f"the game of line {self.line}: {reason}" if self.line else f"the game: {reason}")


def annotated_game(
    form: TagFormat[P, M], played: PlayedGame[P, M], tags: Mapping[str, str] | None = None
) -> AnnotatedGame[P, M]:
    """Convert a played game to a game of a format, with the given tags and those that follow from the game.

    A game that was read from a file keeps its tags, and the annotations of the moves that it still has.

    >>> from boardwright import find_game
    >>> from boardwright.records import record_formats
    >>> turm = find_game("turm")
    >>> annotated_game(record_formats(turm)["text"], PlayedGame(turm), {"Red": "Anna"}).tags
    {'Game': 'turm:centre', 'Red': 'Anna', 'Result': '*', 'Termination': 'unterminated'}
    """
    origin: AnnotatedGame[P, M] = played.origin if isinstance(played.origin, AnnotatedGame) else AnnotatedGame(form)
    result = form.score(played.outcome)
    named = form.with_own_tags({**origin.tags, **(tags or {})}, played)
    return AnnotatedGame(form, named, *_noted(origin, played.moves, result))


def _noted(
    origin: AnnotatedGame[P, M], moves: Sequence[M], result: str
) -> tuple[AnnotatedLine[M], str, tuple[str, ...]]:
    """Return the moves with the annotations of the original game, the result, and the comments after it."""
    pairs = zip(origin.main.nodes, moves, strict=False)
    nodes = [node for node, _ in takewhile(lambda pair: pair[0].move == pair[1], pairs)]
    comments, closing = origin.main.comments, origin.closing
    if len(nodes) < len(origin.moves):
        closing = ()
    elif len(nodes) < len(moves):
        # A comment on the end of the game is now in the middle.
        if nodes:
            nodes[-1] = replace(nodes[-1], after=(*nodes[-1].after, *closing))
        else:
            comments = (*comments, *closing)
        closing = ()
    nodes += map(AnnotatedMove, moves[len(nodes) :])
    return AnnotatedLine(comments, tuple(nodes)), result, closing
