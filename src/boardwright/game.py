"""The contract between a game and everything that plays, displays or measures games.

A :class:`Game` describes one game in one variant and holds no state. Positions are frozen, hashable values; the moves
that led to a position belong to :class:`boardwright.played_game.PlayedGame`. A game that defines the abstract methods
below gets the command line, the console, players, records and the conformance tests.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum, auto
from typing import Any, ClassVar, Generic, Protocol, TypeAlias, TypeVar

from boardwright.errors import COMMON_REFUSALS, IllegalMove, InvalidMove, InvalidPosition, UnknownGame, quoted
from boardwright.manifest import Manifest
from boardwright.names import did_you_mean, find_name
from boardwright.texts import TextTemplates, TranslatableText
from boardwright.views import Count, MoveView, Piece, Side, Stage, View


class Position(Hashable, Protocol):
    """A position: a frozen, hashable value that includes the side to move."""

    @property
    def to_move(self) -> Side: ...


P = TypeVar("P", bound=Position)
M = TypeVar("M", bound=Hashable)
P_co = TypeVar("P_co", bound=Position, covariant=True)
M_co = TypeVar("M_co", bound=Hashable, covariant=True)

PROGRESS = frozenset({"capture", "drown", "promote", "score"})
"""The kinds of stage after which a game cannot return to an earlier position."""

REPETITIONS = 3
QUIET_PLIES = 400


class Termination(StrEnum):
    """How a game ended, for programs; ``Outcome.reason`` says it for people."""

    RULES = auto()
    """Any other rule of the game."""
    REACHED_GOAL = auto()
    CAPTURED_ROYAL = auto()
    """The piece on which the game depends is lost: a guard, a lion, a Cabeza."""
    NO_PIECES = auto()
    NO_MOVES = auto()
    SCORE = auto()
    INSUFFICIENT_MATERIAL = auto()
    REPETITION = auto()
    NO_PROGRESS = auto()
    RESIGNATION = auto()
    AGREEMENT = auto()
    TIME_FORFEIT = auto()
    FAILURE = auto()
    """A player failed, or played an illegal move."""
    MOVE_LIMIT = auto()
    ABANDONMENT = auto()
    """A player left the game."""
    ABORTED = auto()
    """The game ended before it had really begun; it has no result."""
    ADJUDICATION = auto()
    """Another decision from outside the rules."""


Ending: TypeAlias = tuple[TranslatableText, Termination]
"""The reason of an outcome, and its termination."""

NO_RESULT = "no result"
"""How the text of an outcome begins whose game was aborted."""

OUTCOMES = TextTemplates(win="{side} wins: {reason}", draw="draw: {reason}", no_result=f"{NO_RESULT}: {{reason}}")
COMMON_REASONS = TextTemplates(
    repetition="the position has occurred three times",
    no_progress="{moves} moves without progress",
    no_moves="the side to move has no legal move",
)
"""The reasons of outcomes that games share."""
REPEATED: Ending = COMMON_REASONS("repetition"), Termination.REPETITION
STUCK: Ending = COMMON_REASONS("no_moves"), Termination.NO_MOVES
HISTORY_DRAWS: tuple[Ending, ...] = (
    REPEATED,
    (COMMON_REASONS("no_progress", moves=QUIET_PLIES), Termination.NO_PROGRESS),
)
"""The draws by history, for games without draw rules of their own."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: the winner, or None for a draw and for no result, and the reason in the game's words.

    The termination classifies the reason, and does not count when outcomes are compared: records hold the reason only.

    >>> Outcome(0, "the guard reached D4")
    Outcome(winner=0, reason='the guard reached D4', termination=<Termination.RULES: 'rules'>)
    """

    winner: Side | None
    reason: str
    termination: Termination = field(default=Termination.RULES, compare=False)


class History(Protocol[P_co, M_co]):
    """The history of a game, as :meth:`Game.history_outcome` sees it."""

    @property
    def positions(self) -> Sequence[P_co]: ...
    @property
    def moves(self) -> Sequence[M_co]: ...
    @property
    def occurrences(self) -> int:
        """How often the current position has occurred, by its repetition key."""

    @property
    def quiet_plies(self) -> int:
        """The number of plies since the last progress."""


class Game(ABC, Generic[P, M]):
    """One game in one variant. Stateless: every method is a function of its arguments."""

    name: ClassVar[str]
    title: ClassVar[str]
    sides: ClassVar[tuple[str, str]]
    kinds: ClassVar[tuple[str, ...]]
    description: ClassVar[str] = ""
    """One line for people who do not know the game: what a player does, and how to win."""
    start_text: str
    variants: ClassVar[tuple[str, ...]] = ("standard",)
    variant_titles: ClassVar[Mapping[str, str]] = {}
    """The display names of the variants; the default is the capitalised name."""
    variant_notes: ClassVar[Mapping[str, str]] = {}
    """One sentence on each variant, for players who choose between several."""
    featured_variant: ClassVar[str] = ""
    """The variant that is offered first; "": the default."""
    version: ClassVar[int] = 1
    manifest: ClassVar[Manifest] = Manifest()
    """What the game brings besides its rules."""
    refusals: ClassVar[TextTemplates] = COMMON_REFUSALS
    """Templates of the rules that illegal moves break, by code, the common ones included."""
    reasons: ClassVar[TextTemplates] = TextTemplates()
    """Templates of the reasons of outcomes, by code, besides the common ones."""
    glyphs: ClassVar[Mapping[str, str]] = {}
    """SVG path data by piece kind, in a box of 100 by 100, filled by the nonzero rule; "": a bare disc."""
    faces: ClassVar[Mapping[str, str]] = {}
    """The same for pieces that are blocks; a face stands above the letter, on every side of the block."""

    def __init__(self, variant: str = "") -> None:
        found = find_name(variant, self.variants) if variant else self.variants[0]
        if found is None:
            hint = did_you_mean(variant, self.variants)
            expected = " or ".join(self.variants)
            raise UnknownGame(f"{self.name} has no variant {quoted(variant)}{hint}: expected {expected}")
        self.variant = found

    @property
    def full_name(self) -> str:
        """The name that identifies this game and variant, such as ``turm:castle``."""
        return f"{self.name}:{self.variant}" if len(self.variants) > 1 else self.name

    @property
    def variant_title(self) -> str:
        """The display name of the variant."""
        return self.variant_titles.get(self.variant, self.variant.capitalize())

    @property
    def variant_note(self) -> str:
        """One sentence on the variant; "" if the game has none."""
        return self.variant_notes.get(self.variant, "")

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.full_name}>"

    # The rules.

    def start(self, setup: str | None = None) -> P:
        """Return the start position; ``setup`` is for games whose players choose it.

        A set-up holds the squares of the side that moves first, separated by commas, a space, and those of the other
        side.
        """
        if setup is not None:
            raise InvalidPosition(f"{self.name} has a fixed start position: expected no set-up")
        try:
            return self.parse_position(self.start_text)
        except InvalidPosition as error:
            raise InvalidPosition(f"the start_text of {self.name}: {error}") from error

    def side_to_move(self, position: P) -> Side:
        """Return the side to move; sides need not alternate."""
        return position.to_move

    @abstractmethod
    def legal_moves(self, position: P) -> list[M]:
        """Return all legal moves, in a fixed order; none if the game is won or lost."""

    @abstractmethod
    def successor(self, position: P, move: M) -> P:
        """Return the position after a move known to be legal. Unchecked; see :meth:`play`."""

    @abstractmethod
    def outcome(self, position: P) -> Outcome | None:
        """Return the winner or a draw, with the reason; None while the game is not over."""

    def play(self, position: P, move: M) -> P:
        """Return the position after a move; an illegal move raises and names the rule that it breaks."""
        return self.successor(position, self.require_legal(position, move))

    def require_legal(self, position: P, move: M) -> M:
        """Return the move if it is legal; else raise the error of :meth:`illegal_move_error`."""
        if move in self.legal_moves(position):
            return move
        raise self.illegal_move_error(position, move)

    def illegal_move_error(self, position: P, move: M) -> IllegalMove:
        """Return the error for a move that is not legal."""
        rule = self.why_over(position) or self.why_illegal(position, move)
        return IllegalMove(self.format_move(position, move), rule)

    def why_ended(self, outcome: Outcome) -> TranslatableText:
        """Return the refusal of any move after the end of a game."""
        return COMMON_REFUSALS("over", outcome=self.format_outcome(outcome), termination=outcome.termination.value)

    def why_over(self, position: P) -> TranslatableText | None:
        """Explain why a finished game has no legal moves; None while there are moves."""
        outcome = self.outcome(position)
        if outcome is None or self.legal_moves(position):
            return None
        return self.why_ended(outcome)

    def why_illegal(self, position: P, move: M) -> str:
        """Name the rule that a move breaks in an unfinished game: a text, or a refusal of :attr:`refusals`."""
        return COMMON_REFUSALS("not_legal", moves=len(self.legal_moves(position)))

    def pseudo_legal_moves(self, position: P) -> Iterable[M]:
        """Return the moves that a player may try, legal ones and others.

        The default :meth:`parse_move` recognises their texts, and names the rule that an illegal one breaks.
        """
        return self.legal_moves(position)

    def broken_rules(self, position: P, path: Sequence[str]) -> Iterable[str] | None:
        """Return the rules that a piece of the side to move would break by a path that no legal move has.

        ``path`` holds the names of squares and exits, the square of the piece first; a path of that square alone stands
        for every move the piece could try. The default, None, lets :func:`boardwright.clicked.why_not` write the
        path as the game writes legal moves and pass it to :meth:`parse_move`. Games whose move text contains more than
        squares should override this.
        """
        return None

    # Text.

    @abstractmethod
    def parse_position(self, text: str, *, strict: bool = True) -> P:
        """Parse a position; lenient parsing may repair the text, see :meth:`repair_position`."""

    def repair_position(self, text: str) -> tuple[P, list[str]]:
        """Parse a position leniently; return it with the repairs, each in words that show the text before and after.

        This default is for games that repair nothing.
        """
        return self.parse_position(text, strict=False), []

    @abstractmethod
    def format_position(self, position: P) -> str:
        """Return the canonical text: the exact inverse of :meth:`parse_position`."""

    @abstractmethod
    def format_move(self, position: P, move: M) -> str:
        """Return the canonical text of a move: the exact inverse of :meth:`parse_move`."""

    def format_recorded(self, position: P, move: M) -> str:
        """Return the text of a move in a record: the canonical text, possibly with annotations such as captures."""
        return self.format_move(position, move)

    def parse_move(self, position: P, text: str, *, strict: bool = False) -> M:
        """Parse a legal move; lenient parsing also accepts the game's short forms.

        This default looks the text up among the legal moves, then among :meth:`pseudo_legal_moves`.
        """
        wanted = text.strip()
        moves = {self.format_move(position, move): move for move in self.legal_moves(position)}
        if wanted in moves:
            return moves[wanted]
        over = self.why_over(position)
        if over is not None:
            raise IllegalMove(wanted, over)
        for move in self.pseudo_legal_moves(position):
            if self.format_move(position, move) == wanted:
                raise self.illegal_move_error(position, move)
        example = f", such as {min(moves)}" if moves else ""
        raise InvalidMove(
            f"{quoted(wanted)} is not a legal move here: expected one of {len(moves)} legal moves{example}"
        )

    def format_outcome(self, outcome: Outcome | None) -> str:
        """Format an outcome: ``continue``, ``<side> wins: <reason>``, ``draw: <reason>`` or ``no result: <reason>``."""
        if outcome is None:
            return "continue"
        if outcome.termination is Termination.ABORTED:
            return OUTCOMES("no_result", reason=outcome.reason)
        if outcome.winner is None:
            return OUTCOMES("draw", reason=outcome.reason)
        return OUTCOMES("win", side=self.sides[outcome.winner], reason=outcome.reason)

    def status(self, position: P) -> str:
        """Return the side to move, or how the game ended, as text."""
        outcome = self.outcome(position)
        return f"{self.sides[self.side_to_move(position)]} to move" if outcome is None else self.format_outcome(outcome)

    @property
    def notations(self) -> Mapping[str, Callable[[P, M], str]]:
        """Other notations for moves, by name; the canonical one is :meth:`format_move`."""
        return {}

    # Display.

    @abstractmethod
    def view(self, position: P) -> View:
        """Return the position as squares and pieces."""

    def move_view(self, position: P, move: M) -> MoveView:
        """Return the move as paths to click and stages to animate.

        This default covers a piece that moves from one square to another and captures what stands there, a piece that
        is put on an empty square, from a reserve or not, and a move that is clicked on the exit named like its text,
        such as a pass or a swap, and is one stage of that name. Games whose moves do more override it.
        """
        old, new = self.view(position), self.view(self.successor(position, move))
        reserves = old.board.reserves
        gone = [piece for piece in old.pieces if piece not in new.pieces]
        come = [piece for piece in new.pieces if piece not in old.pieces]
        text = self.format_move(position, move)
        if text in {way_out.name for way_out in old.board.exits}:
            stages = (Stage(text, tuple(gone), tuple(come)),) if gone or come else ()
            return MoveView(((text,),), stages)
        moved = tuple(piece for piece in gone if piece.side == old.to_move)
        taken = tuple(piece for piece in gone if piece.side != old.to_move)
        if not gone and not come:
            return MoveView(((text,),), ())
        captures = (Stage("capture", taken, ()),) if taken else ()
        left, landed = ([each for each in some if reserves.isdisjoint(each.squares)] for some in (moved, come))
        path = (*(left[0].squares if left else ()), *(landed[0].squares if landed else ()))
        if moved and not left and path:
            return MoveView((path, (*moved[0].squares, *path)), (*captures, Stage("place", moved, tuple(come))))
        return MoveView((path,), (*captures, Stage("move", moved, tuple(come))))

    @property
    def palette(self) -> tuple[Piece, ...]:
        """Each piece that the board editor offers, once, on squares that show its shape; those in reserves singly."""
        view = self.view(self.start())
        reserves = view.board.reserves
        place = next((square.name for square in view.board.squares if square.name not in reserves), "")
        shown: dict[tuple[Hashable, ...], Piece] = {}
        for piece in view.pieces:
            single = piece if reserves.isdisjoint(piece.squares) else piece._replace(squares=(place,), height=1)
            shown.setdefault((piece.side, piece.kind, single.height, len(piece.squares)), single)
        return tuple(shown.values())

    def counts(self, position: P) -> tuple[Count, ...]:
        """Return the numbers that a position has besides its pieces, for the board editor: a score, a move number."""
        return ()

    def position_text_from_pieces(
        self, pieces: Sequence[Piece], to_move: Side, counts: Mapping[str, int], original: P
    ) -> str:
        """Return the position text of an edited board; :meth:`parse_position` reports what is wrong with it.

        ``counts`` has all the :meth:`counts` by name. ``original`` is the position that was edited: everything it has
        besides pieces, side to move and counts should be kept where it still makes sense.
        """
        raise InvalidPosition(f"the board editor does not support {self.name}: expected a position as text")

    def listed_moves(self, position: P) -> list[M]:
        """Return the moves that a move list prints; some games list those of finished positions too."""
        return self.legal_moves(position)

    # Used by played games, players and the checker of programs, with defaults.

    def with_side_to_move(self, position: P, side: Side) -> P:
        """Return the same board with the given side to move; raises if that is not a valid position."""
        value: Any = position
        try:
            turned: P = value._replace(to_move=side) if hasattr(value, "_replace") else replace(value, to_move=side)
        except (TypeError, ValueError) as error:
            raise InvalidPosition(f"{self.name} cannot change the side to move: expected a field to_move") from error
        return self.parse_position(self.format_position(turned))

    def repetition_key(self, position: P) -> Hashable | None:
        """Return what must be equal for a position to count as repeated; None: it never counts."""
        return position

    def is_progress(self, position: P, move: M) -> bool:
        """Whether the move captures, drowns, promotes or scores."""
        return any(stage.kind in PROGRESS for stage in self.move_view(position, move).stages)

    def history_outcome(self, history: History[P, M]) -> Outcome | None:
        """Return the draw by history, if any, in a position that is not over by the rules."""
        if history.occurrences >= REPETITIONS:
            return Outcome(None, *HISTORY_DRAWS[0])
        if history.quiet_plies >= QUIET_PLIES:
            return Outcome(None, *HISTORY_DRAWS[1])
        return None

    def estimate(self, position: P) -> float | None:
        """Estimate the result for side 0, from -1 to 1; None: a playout has to go on."""
        return None


AnyGame: TypeAlias = Game[Any, Any]
"""A game whose types of positions and moves are not known, such as one that is found by its name."""
