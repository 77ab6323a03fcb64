"""What a PDN file says of a game: its tags, its moves with all that is noted beside them, its result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile, zip_longest
from typing import TypeAlias

from boardwright.game import IllegalMove, InvalidRecord, Outcome, counted, quoted
from boardwright.games.draughts.game import Draughts
from boardwright.games.draughts.notation import START, format_position, parse_position
from boardwright.games.draughts.rules import BLACK, WHITE, Move, Position
from boardwright.match import Match

GAME_TYPE = "20,W,10,10,N2,0"
"""What PDN calls international draughts: White begins, ten by ten squares, numbered from the top left."""

WHITE_WINS, BLACK_WINS, DRAW, BOTH_LOSE, UNKNOWN = "2-0", "0-2", "1-1", "0-0", "*"
RESULTS = {result: result for result in (WHITE_WINS, BLACK_WINS, DRAW, BOTH_LOSE, UNKNOWN)}
RESULTS |= {"1-0": WHITE_WINS, "0-1": BLACK_WINS, "1/2-1/2": DRAW}
"""By any way to write it, the result as international draughts counts."""


class InvalidPdn(InvalidRecord):
    """A PDN file that is wrong at one place; ``line`` and ``column`` count from 1."""

    def __init__(self, line: int, column: int, reason: str) -> None:
        super().__init__(f"line {line}, column {column}: {reason}")
        self.line = line
        self.column = column
        self.reason = reason


@dataclass(frozen=True, slots=True)
class PdnNode:
    """A move, and what is noted beside it.

    ``before`` holds the comments between the number of the move and the move, ``nags`` the
    numeric glyphs (1 to 6 are ``!`` ``?`` ``!!`` ``??`` ``!?`` ``?!``), ``after`` the comments
    that follow and the variations that may be played instead, in their order.
    """

    move: Move
    before: tuple[str, ...] = ()
    nags: tuple[int, ...] = ()
    after: tuple[str | PdnLine, ...] = ()

    @property
    def comments(self) -> tuple[str, ...]:
        """The comments after the move."""
        return tuple(item for item in self.after if isinstance(item, str))

    @property
    def variations(self) -> tuple[PdnLine, ...]:
        """The lines that begin with another move in this one's place."""
        return tuple(item for item in self.after if isinstance(item, PdnLine))


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PdnLine:
    """A sequence of moves: that of the game, or a variation; ``comments`` come before the first.

    Variations may be nested to any depth: nothing here calls itself.
    """

    comments: tuple[str, ...] = ()
    nodes: tuple[PdnNode, ...] = ()

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of this line alone."""
        return tuple(node.move for node in self.nodes)

    def walk(self) -> Iterator[Step]:
        """All that there is in the order of the text: a line, its nodes, what follows each; None ends a line."""
        ahead: list[Step] = [self]
        while ahead:
            step = ahead.pop()
            yield step
            if isinstance(step, PdnLine):
                ahead.append(None)
                ahead.extend(reversed(step.nodes))
            elif isinstance(step, PdnNode):
                ahead.extend(reversed(step.after))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PdnLine):
            return NotImplemented
        steps = zip_longest(map(_own, self.walk()), map(_own, other.walk()))
        return all(mine == theirs for mine, theirs in steps)

    def __repr__(self) -> str:
        return f"<PdnLine of {counted(len(self.nodes), 'move')}>"


Step: TypeAlias = PdnLine | PdnNode | str | None


def _own(step: Step) -> object:
    """What a step of a walk says by itself, without what follows it."""
    if isinstance(step, PdnLine):
        return [step.comments]
    return (step.move, step.before, step.nags) if isinstance(step, PdnNode) else step


@dataclass(frozen=True, slots=True)
class PdnGame:
    """A game of a PDN file; ``line`` is the one on which it begins, ``closing`` the comments after its result.

    The result is as international draughts counts, in the tag ``Result`` too; where the moves end
    without one, that tag gives it. It need not be what the moves lead to, which :meth:`match`
    checks. The tag ``FEN`` holds the canonical text.

    >>> PdnGame({"White": "Anna", "Result": "1-0"}).result
    '2-0'
    """

    tags: Mapping[str, str] = field(default_factory=dict)
    main: PdnLine = field(default_factory=PdnLine)
    result: str = UNKNOWN
    closing: tuple[str, ...] = ()
    line: int = field(default=0, compare=False)

    def __post_init__(self) -> None:
        tags = dict(self.tags)
        if self.result not in RESULTS:
            raise InvalidRecord(f"{quoted(self.result)} is no result: expected {', '.join(RESULTS)}")
        if "Result" in tags:
            tags["Result"] = RESULTS.get(tags["Result"], tags["Result"])
        if tags.get("FEN"):
            tags["FEN"] = format_position(parse_position(tags["FEN"]))
        result = RESULTS[self.result]
        if result == UNKNOWN:
            result = RESULTS.get(tags.get("Result", UNKNOWN), UNKNOWN)
        object.__setattr__(self, "tags", tags)
        object.__setattr__(self, "result", result)

    @property
    def first(self) -> Position:
        """The position before the first move: that of the tag ``FEN``, else the usual one."""
        return parse_position(self.tags.get("FEN") or START)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the game, without variations."""
        return self.main.moves

    def match(self) -> Match[Position, Move]:
        """The game as a match, every move checked; a result that the moves do not reach was agreed on.

        Where the game went on after a draw by history, nobody claimed it, and so the match goes on too.

        >>> from io import StringIO
        >>> from boardwright.games.draughts.pdn import read_pdn
        >>> game = next(read_pdn(StringIO("1. 32-28 19-23 2. 28x19 0-1")))
        >>> game.match().outcome
        Outcome(winner=1, reason='the other side resigned')
        """
        match = Match(Draughts(), self.first)
        match.origin = self
        for number, move in enumerate(self.moves):
            if match.is_drawn_by_history:
                match.play_on()
            try:
                match.play(move)
            except IllegalMove as error:
                raise self._refused(f"move {number // 2 + 1}, {error}") from error
        self._end(match)
        return match

    def _end(self, match: Match[Position, Move]) -> None:
        """Let the match end as the result says, if the moves have not ended it so already."""
        reached = match.outcome
        if self.result in (UNKNOWN, result_of(reached)):
            return
        if reached is not None and not match.is_drawn_by_history:
            raise self._refused(f"the result is {self.result}: its moves lead to {match.game.format_outcome(reached)}")
        if self.result == BOTH_LOSE:
            raise self._refused(f"the result is {BOTH_LOSE}, lost for both: expected a winner or a draw")
        if match.is_drawn_by_history:
            match.play_on()
        if self.result == DRAW:
            match.agree_draw()
        else:
            match.resign(BLACK if self.result == WHITE_WINS else WHITE)

    def _refused(self, reason: str) -> InvalidRecord:
        return InvalidRecord(f"the game of line {self.line}: {reason}" if self.line else f"the game: {reason}")


def result_of(outcome: Outcome | None) -> str:
    """
    >>> result_of(Outcome(0, "the side to move is blocked")), result_of(None)
    ('2-0', '*')
    """
    if outcome is None:
        return UNKNOWN
    return DRAW if outcome.winner is None else (WHITE_WINS, BLACK_WINS)[outcome.winner]


def pdn_of(match: Match[Position, Move], tags: Mapping[str, str] | None = None) -> PdnGame:
    """A match as a game of PDN, under the given tags; those that follow from the match are set.

    A match that was read from a game keeps its tags, and what is noted beside the moves that it still has.

    >>> match = Match(Draughts())
    >>> match.play_text("32-28")
    >>> pdn_of(match, {"White": "Anna"}).tags
    {'White': 'Anna', 'Result': '*', 'GameType': '20,W,10,10,N2,0'}
    """
    origin = match.origin if isinstance(match.origin, PdnGame) else PdnGame()
    result = result_of(match.outcome)
    named = {**origin.tags, **(tags or {}), "Result": result, "GameType": GAME_TYPE}
    if match.positions[0] != match.game.start():
        named |= {"SetUp": "1", "FEN": match.game.format_position(match.positions[0])}
    else:
        named = {name: value for name, value in named.items() if name not in ("SetUp", "FEN")}
    return PdnGame(named, *_noted(origin, match.moves, result))


def _noted(origin: PdnGame, moves: Sequence[Move], result: str) -> tuple[PdnLine, str, tuple[str, ...]]:
    """The moves with the notes of the game that they come from, their result, and what is said behind it."""
    pairs = zip(origin.main.nodes, moves, strict=False)
    nodes = [node for node, _ in takewhile(lambda pair: pair[0].move == pair[1], pairs)]
    comments, closing = origin.main.comments, origin.closing
    if len(nodes) < len(origin.moves):
        closing = ()
    elif len(nodes) < len(moves):
        # What was said of the end is now said in the middle.
        if nodes:
            nodes[-1] = replace(nodes[-1], after=(*nodes[-1].after, *closing))
        else:
            comments = (*comments, *closing)
        closing = ()
    nodes += map(PdnNode, moves[len(nodes) :])
    return PdnLine(comments, tuple(nodes)), result, closing
