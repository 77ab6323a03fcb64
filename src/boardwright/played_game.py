"""A played game: its history, its end, undo, and the record that replays it.

>>> from boardwright import find_game
>>> played = PlayedGame(find_game("turm"))
>>> played.play_text("D5-D4-1")
>>> played.side, len(played.moves), played.outcome
('blue', 1, None)
>>> played.undo()
>>> played.side
'red'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from copy import copy
from typing import Any, Generic, TypeAlias

from boardwright.errors import BoardwrightError, IllegalMove, InvalidRecord, quoted
from boardwright.game import AnyGame, Game, M, Outcome, P, Termination
from boardwright.texts import TextTemplates, TranslatableText
from boardwright.views import Side

RECORD_FORMAT = "boardwright"
RECORD_VERSION = 1
LONGEST_GAME = 5000
"""The number of moves after which arenas and servers adjudicate a game as a draw."""
ADJUDGED = "adjudged, "
"""The prefix of the reason of an adjudicated outcome."""
REASONS = TextTemplates(
    resigned="the other side resigned",
    agreed="agreed",
    aborted="{side} aborted the game",
    declined="the invitation was declined",
    adjudicated=f"{ADJUDGED}{{reason}}",
    move_limit=f"{ADJUDGED}{{moves}} moves were played",
    time_forfeit=f"{ADJUDGED}{{side}} overstepped the time",
    engine_failed=f"{ADJUDGED}the engine of {{side}} failed",
    abandoned=f"{ADJUDGED}{{side}} left the game",
    decided=f"{ADJUDGED}the organiser decided the game",
)
"""The reasons of outcomes that the rules of a game do not decide."""
RESIGNATION, AGREEMENT, DECLINED = REASONS("resigned"), REASONS("agreed"), REASONS("declined")
FORFEITS = {
    "time_forfeit": Termination.TIME_FORFEIT,
    "engine_failed": Termination.FAILURE,
    "abandoned": Termination.ABANDONMENT,
}
"""The terminations of the adjudications that name a side, by the code of the reason."""
ADJUDICATIONS = {"move_limit": Termination.MOVE_LIMIT, "decided": Termination.ADJUDICATION, **FORFEITS}
"""The terminations of all standard adjudications."""


class PlayedGame(Generic[P, M]):
    """One game in progress or finished: its positions and moves.

    It ends by the rules, by its history (the game's own draw rules, or repetition and lack of progress), by
    resignation or agreement, or by adjudication.

    :param game: the game, with its variant
    :param position: the first position; by default the start position
    """

    def __init__(self, game: Game[P, M], position: P | None = None) -> None:
        self.game = game
        first = game.start() if position is None else position
        self._positions: list[P] = [first]
        self._moves: list[M] = []
        self._quiet = [0]
        self._seen: Counter[Hashable] = Counter()
        self._count(first, 1)
        self.origin: object = None
        """What the game was read from, which may hold more: tags, comments, variations."""
        self._agreed: Outcome | None = None
        self._played_on: set[int] = set()
        """The numbers of moves after which a draw by history was ignored."""
        self._legal: list[M] | None = None
        """The legal moves of the current position, cached."""
        self._reached = self._judge()

    @property
    def positions(self) -> Sequence[P]:
        """All positions so far, including the first."""
        return self._positions

    @property
    def moves(self) -> Sequence[M]:
        """All moves so far."""
        return self._moves

    @property
    def position(self) -> P:
        """The current position."""
        return self._positions[-1]

    @property
    def side_to_move(self) -> Side:
        """The side to move."""
        return self.game.side_to_move(self.position)

    @property
    def side(self) -> str:
        """The name of the side to move."""
        return self.game.sides[self.side_to_move]

    @property
    def occurrences(self) -> int:
        """How often the current position has occurred; 0 if repetition does not count."""
        key = self.game.repetition_key(self.position)
        return 0 if key is None else self._seen[key]

    @property
    def quiet_plies(self) -> int:
        """The number of plies since the last capture, drowning, promotion or score."""
        return self._quiet[-1]

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; a win on the board precedes any draw by history."""
        return self._agreed or self._reached

    @property
    def is_drawn_by_history(self) -> bool:
        """Whether the game ended by repetition, lack of progress or another count of moves, and nothing else."""
        return self._agreed is None and self._reached is not None and self.game.outcome(self.position) is None

    def legal_moves(self) -> list[M]:
        """Return the legal moves; none once the game is over."""
        return [] if self.outcome else self._legal_here().copy()

    def _legal_here(self) -> list[M]:
        if self._legal is None:
            self._legal = list(self.game.legal_moves(self.position))
        return self._legal

    def play(self, move: M, *, past_draw: bool = False) -> None:
        """Play a move; an illegal one, or any move after the end, raises and changes nothing.

        :param move: one of :meth:`legal_moves`
        :param past_draw: continue after a draw by history, as :meth:`play_on` does
        :raises IllegalMove: with the rule that the move breaks
        """
        outcome = self._end_before(past_draw=past_draw)
        if outcome is not None:
            text = self.game.format_move(self.position, move)
            raise IllegalMove(text, self.game.why_ended(outcome))
        if move not in self._legal_here():
            raise self.game.illegal_move_error(self.position, move)
        after = self.game.successor(self.position, move)
        quiet = 0 if self.game.is_progress(self.position, move) else self._quiet[-1] + 1
        if self.is_drawn_by_history:
            self.play_on()
        self._positions.append(after)
        self._moves.append(move)
        self._quiet.append(quiet)
        self._count(after, 1)
        self._legal = None
        self._reached = self._judge()

    def play_text(self, text: str, *, strict: bool = False, past_draw: bool = False) -> None:
        """Parse a move and play it, as :meth:`play` does.

        :param text: the move in the game's notation
        :param strict: reject the short forms that the game accepts otherwise
        :param past_draw: continue after a draw by history
        :raises InvalidMove: the text is not a move
        :raises AmbiguousMove: the text fits several legal moves
        :raises IllegalMove: with the rule that the move breaks
        """
        outcome = self._end_before(past_draw=past_draw)
        if outcome is not None:
            raise IllegalMove(text.strip(), self.game.why_ended(outcome))
        self.play(self.game.parse_move(self.position, text, strict=strict), past_draw=past_draw)

    def _end_before(self, *, past_draw: bool) -> Outcome | None:
        """Return the outcome that forbids another move."""
        return None if past_draw and self.is_drawn_by_history else self.outcome

    def play_on(self) -> None:
        """Continue after a draw by history that the players did not claim; the next one ends the game again.

        >>> from boardwright import find_game
        >>> played = PlayedGame(find_game("turm"))
        >>> for move in ["D7-D6-1", "D1-D2-1", "D6-D7-1", "D2-D1-1"] * 2:
        ...     played.play_text(move)
        >>> played.is_drawn_by_history
        True
        >>> played.play_on()
        >>> played.outcome, played.side
        (None, 'red')
        """
        if not self.is_drawn_by_history:
            raise BoardwrightError("expected a draw by repetition or lack of progress to continue after")
        self._played_on.add(len(self._moves))
        self._reached = None

    def undo(self) -> None:
        """Undo the resignation, agreement or adjudication if there is one, else the last move."""
        if self._agreed is not None:
            self._agreed = None
        elif not self._moves:
            raise BoardwrightError("nothing to take back")
        else:
            self._played_on.discard(len(self._moves))
            self._count(self._positions.pop(), -1)
            self._moves.pop()
            self._quiet.pop()
            self._legal = None
            self._reached = self._judge()

    def resign(self, side: Side | None = None) -> None:
        """End the game as lost for a side, by default the side to move."""
        loser = self.side_to_move if side is None else side
        self._end(Outcome(1 - loser, RESIGNATION, Termination.RESIGNATION))

    def agree_draw(self) -> None:
        """End the game as a draw by agreement."""
        self._end(Outcome(None, AGREEMENT, Termination.AGREEMENT))

    def adjudicate(self, winner: Side | None, reason: str, termination: Termination = Termination.ADJUDICATION) -> None:
        """Adjudicate the game, such as when a player failed in an arena.

        :param winner: 0, 1, or None for a draw
        :param reason: one of :data:`ADJUDICATIONS`, which have their own termination, or a text, which gets a prefix
        :param termination: the class of any other reason
        """
        known = TranslatableText(reason)
        if known.code not in ADJUDICATIONS:
            known = REASONS("adjudicated", reason=reason.removeprefix(ADJUDGED))
        self._end(Outcome(winner, known, ADJUDICATIONS.get(known.code, termination)))

    def abort(self, side: Side | None = None) -> None:
        """End the game without a result: a side has aborted it, or nobody has accepted the invitation to it."""
        reason = DECLINED if side is None else REASONS("aborted", side=self.game.sides[side])
        self._end(Outcome(None, reason, Termination.ABORTED))

    def end_as_recorded(self, winner: Side | None, reason: str | None) -> None:
        """End the game as recorded; without a reason, by resignation or agreement.

        Records do not store the termination: it is inferred from the standard reasons.
        """
        if reason is None or reason == (AGREEMENT if winner is None else RESIGNATION):
            return self.agree_draw() if winner is None else self.resign(1 - winner)
        if winner is None and reason == DECLINED:
            return self.abort()
        for side, name in enumerate(self.game.sides):
            if winner is None and reason == REASONS("aborted", side=name):
                return self.abort(side)
        standard = (REASONS(code, side=side) for code in FORFEITS for side in self.game.sides)
        others = REASONS("move_limit", moves=LONGEST_GAME), REASONS("decided")
        return self.adjudicate(winner, next((known for known in (*others, *standard) if known == reason), reason))

    def _end(self, outcome: Outcome) -> None:
        ended = self.outcome
        if ended is not None:
            raise BoardwrightError(f"the game is already over, {self.game.format_outcome(ended)}")
        self._agreed = outcome

    def _judge(self) -> Outcome | None:
        if len(self._moves) in self._played_on:
            return None
        return self.game.outcome(self.position) or self.game.history_outcome(self)

    def _count(self, position: P, by: int) -> None:
        key = self.game.repetition_key(position)
        if key is not None:
            self._seen[key] += by

    def _repr_svg_(self) -> str:
        """The current position and its status as a picture, for notebooks."""
        from boardwright.display import Shown

        outcome = self.outcome
        status = "" if outcome is None else self.game.format_outcome(outcome)
        return Shown(self.game, self.position, status)._repr_svg_()

    def copy(self) -> PlayedGame[P, M]:
        """Return an independent copy."""
        other = copy(self)
        other._positions, other._moves, other._quiet = self._positions[:], self._moves[:], self._quiet[:]
        other._seen, other._played_on = self._seen.copy(), self._played_on.copy()
        return other

    def move_texts(self) -> list[str]:
        """Return the moves as a record writes them."""
        return [self.game.format_recorded(*played) for played in zip(self._positions, self._moves, strict=False)]

    def record(self) -> dict[str, object]:
        """Return the game as plain data for JSON; :func:`replay` restores it exactly."""
        outcome = self.outcome
        return {
            "format": RECORD_FORMAT,
            "version": RECORD_VERSION,
            "game": self.game.full_name,
            "rules": self.game.version,
            "start": self.game.format_position(self._positions[0]),
            "moves": self.move_texts(),
            "final": self.game.format_position(self.position),
            "outcome": None
            if outcome is None
            else {
                "winner": None if outcome.winner is None else self.game.sides[outcome.winner],
                "reason": outcome.reason,
            },
        }


AnyPlayedGame: TypeAlias = PlayedGame[Any, Any]


def replay(record: object, game: AnyGame | None = None) -> AnyPlayedGame:
    """Replay a record, checking every move against the rules; it may continue after a draw by history.

    :param record: what :meth:`PlayedGame.record` has returned, or its JSON
    :param game: the game, which must match the name in the record; by default it is found by that name, which is not
        possible for a game defined in a file
    :raises InvalidRecord: with the first move or field that is wrong

    >>> from boardwright import find_game
    >>> replay(PlayedGame(find_game("turm")).record()).side
    'red'
    """
    if not isinstance(record, Mapping):
        raise InvalidRecord(f"a record is an object with the field 'format': found {quoted(repr(record))}")
    if record.get("format") != RECORD_FORMAT or record.get("version") != RECORD_VERSION:
        found = quoted(f"{record.get('format')} {record.get('version')}")
        raise InvalidRecord(f"the record's format is {found}: expected '{RECORD_FORMAT} {RECORD_VERSION}'")
    game = _game_of(_text(record, "game"), game)
    if record.get("rules") != game.version:
        found = quoted(repr(record.get("rules")))
        raise InvalidRecord(
            f"the record was made with version {found} of the rules of {game.name}: expected {game.version}"
        )
    moves = record.get("moves")
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise InvalidRecord("the record's field 'moves' is not a list of strings")
    try:
        played = PlayedGame(game, game.parse_position(_text(record, "start")))
    except BoardwrightError as error:
        raise InvalidRecord(f"the record's start: {error}") from error
    for number, move in enumerate(moves, 1):
        try:
            played.play_text(move, strict=True, past_draw=True)
        except BoardwrightError as error:
            raise InvalidRecord(f"the record's move {number}: {error}") from error
    if game.format_position(played.position) != _text(record, "final"):
        raise InvalidRecord(
            f"the record's final position is {quoted(_text(record, 'final'))}: "
            f"its moves lead to {quoted(game.format_position(played.position))}"
        )
    _restore_outcome(played, record.get("outcome"))
    return played


def _game_of(name: str, game: AnyGame | None) -> AnyGame:
    if game is None:
        # Look up names only: a record must not be able to run a file.
        from boardwright.registry import find_named

        return find_named(name)
    if game.full_name != name:
        raise InvalidRecord(f"the record is of the game {quoted(name)}: expected {game.full_name}")
    return game


def _text(record: Mapping[str, object], field: str) -> str:
    value = record.get(field)
    if not isinstance(value, str):
        raise InvalidRecord(f"the record's field '{field}' is {quoted(repr(value))}: expected a string")
    return value


def _restore_outcome(played: AnyPlayedGame, written: object) -> None:
    """End the game as the record says, if its moves do not end it themselves."""
    if written == played.record()["outcome"]:
        return
    game, reached = played.game, played.outcome
    if played.is_drawn_by_history:
        played.play_on()
        if written is None:
            return
    if played.outcome is None and isinstance(written, Mapping):
        winner, reason = written.get("winner"), written.get("reason")
        if winner in (*game.sides, None) and isinstance(reason, str):
            played.end_as_recorded(None if winner is None else game.sides.index(winner), reason)
            if played.record()["outcome"] == written:
                return
    raise InvalidRecord(
        f"the record's outcome is {quoted(repr(written))}: its moves lead to {game.format_outcome(reached)}"
    )
