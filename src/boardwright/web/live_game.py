"""A live game: the played game with its seats, clocks and offers.

Nothing here waits, stores or sends. Every method either changes the game, or raises and changes
nothing; :mod:`boardwright.web.live_games` stores and announces the changes.
"""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from hashlib import sha256
from secrets import token_urlsafe
from time import monotonic, time
from typing import Any, Literal

from pydantic_core import to_json

from boardwright.clocks import Clocks
from boardwright.errors import BoardwrightError
from boardwright.game import AnyGame, Termination
from boardwright.played_game import (
    ENGINE_FAILED,
    LONGEST_GAME,
    MOVE_LIMIT,
    OVERSTEPPED,
    RECORD_FORMAT,
    RECORD_VERSION,
    AnyPlayedGame,
    PlayedGame,
    replay,
)
from boardwright.views import Side
from boardwright.web.api_errors import Conflict, NoToken, WrongToken
from boardwright.web.serialisation import Plain, json_list, json_object, made_moves, shown_outcome, shown_state
from boardwright.web.store import Change, Saved

AnyPlayedGame = AnyPlayedGame
ID_BYTES = 9
"""The number of random bytes in the id of a game."""


@dataclass(frozen=True, slots=True)
class Seat:
    """The player of a side: a person who holds its token, the engine (``level`` None: full strength), or a record."""

    kind: Literal["human", "engine", "record"]
    name: str = ""
    level: int | None = None
    token: str | None = None
    """The hash of the token; None if the seat is open or has none."""
    shared: bool = False
    """Whether one person holds both seats."""
    rematch: bool = False
    """Whether the player wants to play again."""

    @property
    def taken(self) -> bool:
        """Whether the seat has a player."""
        return self.kind != "human" or self.token is not None

    def kept(self) -> Plain:
        """The seat's row in the store."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A played move: its text, side and time, and their JSON."""

    text: str
    side: Side
    seconds: float
    shown: bytes = field(init=False, repr=False)

    def __post_init__(self) -> None:
        shown = to_json({"text": self.text, "side": self.side, "seconds": self.seconds})
        object.__setattr__(self, "shown", shown)


def new_token() -> tuple[str, str]:
    """Return a new token for a seat, and the hash that is stored instead of it."""
    token = token_urlsafe(24)
    return token, _hashed(token)


def _hashed(token: str) -> str:
    return sha256(token.encode(errors="surrogatepass")).hexdigest()


def rematch_id(match_id: str) -> str:
    """Return the id of a game's rematch.

    It is derived from the game's own id, so that a rematch that was stored just before a crash is found again.
    """
    return urlsafe_b64encode(sha256(f"rematch of {match_id}".encode()).digest()[:ID_BYTES]).decode()


class LiveGame:
    """A game on the server, in progress, finished or imported from a record."""

    def __init__(
        self,
        match_id: str,
        match: AnyPlayedGame,
        seats: Sequence[Seat],
        *,
        clocks: Clocks | None = None,
        created: float | None = None,
        now: Callable[[], float] = monotonic,
    ) -> None:
        self.id = match_id
        self.game: AnyGame = match.game
        self.match = match
        self.start = self.game.format_position(match.positions[0])
        """The FEN of the position that the game began with."""
        self.seats = list(seats)
        self.clocks = clocks
        self.clock_seconds = 0.0 if clocks is None else clocks.left(0)
        """The time on each side's clock at the start."""
        self.draw_offer: Side | None = None
        self.created = time() if created is None else created
        self.revision = 0
        self.played = [PlayedMove(text, side, 0.0) for text, side in made_moves(match)]
        self.thinks_win = 1.0
        """The engine's win probability at its last move."""
        self._now = now
        self._since = now()
        self._stored = 0
        """The number of moves that the store has in common with this game."""
        self._longer = False
        """Whether the store has more moves, which were taken back."""

    def copy(self) -> LiveGame:
        """Return a snapshot, which can be read while this game changes."""
        other = copy(self)
        other.match, other.seats, other.played = self.match.copy(), self.seats[:], self.played[:]
        return other

    # Seats.

    def side_of(self, token: str | None) -> Side:
        """Return the side of a token's seat."""
        if not token:
            raise NoToken("this needs the token of a seat: expected 'Authorization: Bearer TOKEN'")
        hashed = _hashed(token)
        for side, seat in enumerate(self.seats):
            if hmac.compare_digest(seat.token or "", hashed):
                return side
        raise WrongToken("the token does not belong to a seat of this game")

    @property
    def engine_to_move(self) -> bool:
        """Whether the engine is to move."""
        return self.match.outcome is None and self.seats[self.match.side_to_move].kind == "engine"

    @property
    def is_show(self) -> bool:
        """Whether the engine plays itself; such a game goes on only while it is watched."""
        return all(seat.kind == "engine" for seat in self.seats)

    @property
    def is_due(self) -> bool:
        """Whether the server must act without a request: the engine is to move, or a clock runs."""
        return (self.engine_to_move and not self.is_show) or self.seconds_to_flag is not None

    # Actions of players.

    def join(self, side: Side | None, name: str | None) -> tuple[Side, str]:
        """Take an open seat; return its side and token."""
        self._require_open()
        free = [number for number, seat in enumerate(self.seats) if not seat.taken and side in (None, number)]
        if not free:
            where = "the match has no open seat" if side is None else f"the seat of {self.game.sides[side]} is taken"
            raise Conflict(f"{where}: expected one that is open")
        token, hashed = new_token()
        seat = self.seats[free[0]]
        self.seats[free[0]] = replace(seat, token=hashed, name=name or seat.name)
        self._run_clocks()
        return free[0], token

    def move(self, side: Side, text: str, ply: int) -> bool:
        """Play a move; return False if the same move was already played at that ply."""
        if self._is_doubled(side, text, ply):
            return False
        if ply != len(self.played):
            raise Conflict(f"the move is for ply {ply}: expected {len(self.played)}, where the match stands")
        self._require_open()
        if side != self.match.side_to_move:
            raise Conflict(f"{self.match.side} is to move: expected a move of its own")
        self._make(text)
        return True

    def _is_doubled(self, side: Side, text: str, ply: int) -> bool:
        if ply >= len(self.played) or self.played[ply].side != side:
            return False
        if text == self.played[ply].text:
            return True
        try:
            return bool(self.game.parse_move(self.match.positions[ply], text) == self.match.moves[ply])
        except BoardwrightError:
            return False

    def engine_move(self, text: str, ply: int, win: float) -> None:
        """Play the engine's move; the engine loses if it is not legal."""
        self._require_engine(ply)
        try:
            self._make(text)
        except BoardwrightError:
            self.fail(self.match.side_to_move, ply)
        self.thinks_win = win

    def _require_engine(self, ply: int) -> None:
        if ply != len(self.played) or not self.engine_to_move:
            raise Conflict("the match has gone on without the engine")

    def _make(self, text: str) -> None:
        side = self.match.side_to_move
        move = self.game.parse_move(self.match.position, text)
        now = self._now()
        made = PlayedMove(self.game.format_move(self.match.position, move), side, round(now - self._since, 3))
        self.match.play(move)
        self.played.append(made)
        self._since = now
        self._press_clock()
        # A move declines the opponent's draw offer.
        if self.draw_offer == 1 - side:
            self.draw_offer = None
        if len(self.played) >= LONGEST_GAME and self.match.outcome is None:
            self.match.adjudge(None, MOVE_LIMIT.format(LONGEST_GAME), Termination.MOVE_LIMIT)
        self._stop_if_over()

    def resign(self, side: Side) -> None:
        """Resign the game."""
        self._require_open()
        self.match.resign(side)
        self._stop_if_over()

    def draw(self, side: Side, action: str) -> None:
        """Offer a draw, or answer the other side's offer; a counter-offer accepts it."""
        self._require_open()
        offered = self.draw_offer == 1 - side
        if action == "offer" and not offered:
            self.draw_offer = side
            self._let_engine_answer(1 - side)
            return
        if not offered:
            raise Conflict(f"there is no draw to {action}: expected an offer of {self.game.sides[1 - side]} first")
        self.draw_offer = None
        if action != "decline":
            self.match.agree_draw()
            self._stop_if_over()

    def _let_engine_answer(self, engine: Side) -> None:
        """Let an engine answer a draw offer: it accepts when its win probability is below a half."""
        if self.seats[engine].kind == "engine":
            self.draw(engine, "accept" if self.thinks_win < 0.5 else "decline")

    def take_back(self, side: Side) -> None:
        """Take back a side's last move and the replies; only against the engine or if one person holds both seats."""
        refused = self._why_not_taken_back(side)
        if refused is not None:
            raise Conflict(refused)
        last = self._last_ply(side)
        for _ in range(len(self.played) - last):
            self.match.undo()
        del self.played[last:]
        self._longer |= self._stored > len(self.played)
        self._stored = min(self._stored, len(self.played))
        self.draw_offer = None
        self._since = self._now()
        self._run_clocks()

    def _why_not_taken_back(self, side: Side) -> str | None:
        """Return why a side cannot take its last move back; None if it can."""
        other = self.seats[1 - side]
        if other.kind != "engine" and not other.shared:
            return "moves are taken back against the engine only"
        # Also if one person holds both seats: one of the links may have been given to an opponent.
        if self.match.outcome is not None:
            return "the game is over: nothing can be taken back"
        if self._last_ply(side) < 0:
            return "nothing to take back"
        # For the same reason each seat takes back its own moves alone.
        if other.shared and self.played[-1].side != side:
            return f"the last move is {self.game.sides[1 - side]}'s: expected the token of that seat"
        return None

    def _last_ply(self, side: Side) -> int:
        """Return the ply of a side's last move; -1 if it has not moved."""
        return next((ply for ply in reversed(range(len(self.played))) if self.played[ply].side == side), -1)

    @property
    def can_take_back(self) -> bool:
        """Whether some player can take a move back now."""
        people = [side for side, seat in enumerate(self.seats) if seat.kind == "human"]
        return any(self._why_not_taken_back(side) is None for side in people)

    def offer_rematch(self, side: Side, action: str) -> bool:
        """Offer a rematch, or answer the other side's offer; a counter-offer accepts it.

        Return False if the rematch has already been agreed.
        """
        other = 1 - side
        if self.match.outcome is None:
            raise Conflict("the game is not over: expected a rematch to be offered after it")
        if not self.seats[other].taken:
            raise Conflict("nobody has taken the other seat: expected an opponent for the rematch")
        if self.rematch is not None and action != "decline":
            return False
        if action != "offer" and (self.rematch is not None or not self.seats[other].rematch):
            raise Conflict(f"there is no rematch to {action}: expected an offer of {self.game.sides[other]} first")
        wants, wanted = (other, False) if action == "decline" else (side, True)
        self.seats[wants] = replace(self.seats[wants], rematch=wanted)
        return True

    @property
    def rematch_offer(self) -> Side | None:
        """The side with an open offer of a rematch."""
        wanting = [side for side, seat in enumerate(self.seats) if seat.rematch]
        return wanting[0] if wanting and self.rematch is None else None

    @property
    def rematch(self) -> str | None:
        """The id of an agreed rematch; the engine always agrees."""
        people = [seat for seat in self.seats if seat.kind != "engine"]
        return rematch_id(self.id) if people and all(seat.rematch for seat in people) else None

    def new_rematch(self) -> LiveGame:
        """Return the rematch: same start, sides swapped, same tokens and time control."""
        seats = [replace(seat, rematch=False) for seat in reversed(self.seats)]
        clocks = None if self.clocks is None else Clocks(self.clock_seconds, increment=self.clocks.increment)
        return LiveGame(rematch_id(self.id), PlayedGame(self.game, self.match.positions[0]), seats, clocks=clocks)

    def flag(self) -> bool:
        """End the game if the side to move has overstepped its time; return whether it has."""
        if self.clocks is None or self.match.outcome is not None or self.clocks.flag is None:
            return False
        late = self.clocks.flag
        self.match.adjudge(1 - late, OVERSTEPPED.format(self.game.sides[late]), Termination.TIME_FORFEIT)
        self._stop_if_over()
        return True

    def fail(self, side: Side, ply: int) -> None:
        """End the game as a loss for an engine that has failed."""
        self._require_engine(ply)
        self.match.adjudge(1 - side, ENGINE_FAILED.format(self.game.sides[side]), Termination.FAILURE)
        self._stop_if_over()

    def _require_open(self) -> None:
        outcome = self.match.outcome
        if outcome is not None:
            raise Conflict(f"the match is over, {self.game.format_outcome(outcome)}")
        if self.seats[0].kind == "record":
            raise Conflict("the match is a record to look at: expected one that is played")

    # Clocks.

    def _press_clock(self) -> None:
        if self.clocks is not None and self.clocks.running is not None:
            self.clocks.press(self.match.side_to_move)
        else:
            self._run_clocks()

    def _run_clocks(self) -> None:
        """Start the clock of the side to move, once a move has been played and both seats are taken."""
        if self.clocks is not None:
            self.clocks.stop()
            if self.played and all(seat.taken for seat in self.seats):
                self.clocks.start(self.match.side_to_move)

    def _stop_if_over(self) -> None:
        """Stop the clocks and withdraw the draw offer if the game is over."""
        if self.match.outcome is not None:
            self.draw_offer = None
            if self.clocks is not None:
                self.clocks.stop()

    @property
    def seconds_to_flag(self) -> float | None:
        """The seconds left on the running clock; None if no clock runs."""
        if self.clocks is None or self.clocks.running is None:
            return None
        return self.clocks.left(self.clocks.running)

    # Storage.

    def change(self) -> Change:
        """Return the change that brings the store up to date, as the next revision."""
        before, self.revision = self.revision or None, self.revision + 1
        outcome, stored, longer = self.match.outcome, self._stored, self._longer
        self._stored, self._longer = len(self.played), False
        row = {
            "id": self.id,
            "revision": self.revision,
            "game": self.game.full_name,
            "rules": self.game.version,
            "start": self.start,
            "final": self.game.format_position(self.match.position),
            "winner": None if outcome is None else outcome.winner,
            "reason": None if outcome is None else outcome.reason,
            "seats": [seat.kept() for seat in self.seats],
            "clock": self._kept_clock(),
            "draw_offer": self.draw_offer,
            "created": self.created,
            "changed": time(),
            "due": self.is_due,
        }
        added = [
            {"match": self.id, "ply": ply, "text": played.text, "side": played.side, "seconds": played.seconds}
            for ply, played in enumerate(self.played[stored:], start=stored)
        ]
        return Change(row, before, added, stored if longer else None)

    def _kept_clock(self) -> Plain | None:
        clocks = self.clocks
        if clocks is None:
            return None
        left = [clocks.left(0), clocks.left(1)]
        return {
            "seconds": self.clock_seconds,
            "left": left,
            "increment": clocks.increment,
            "running": clocks.running,
        }

    # Serialisation.

    def shown(self, last: bytes) -> bytes:
        """Return the public JSON, given that of the last move; without the clock, which changes all the time."""
        game = self.game
        return json_object(
            id=self.id,
            game=game.full_name,
            title=game.title,
            start=self.start,
            moves=json_list([played.shown for played in self.played]),
            state=shown_state(self.match, last),
            seats=[_shown_seat(side, seat) for side, seat in enumerate(self.seats)],
            draw_offer=self.draw_offer,
            takeback=self.can_take_back,
            rematch_offer=self.rematch_offer,
            rematch=self.rematch,
            outcome=shown_outcome(game, self.match.outcome),
            created=self.created,
            revision=self.revision,
        )

    def shown_clock(self) -> Plain | None:
        """Return the public form of the clock, as of now."""
        clocks = self.clocks
        if clocks is None:
            return None
        left = [max(0.0, round(clocks.left(side), 3)) for side in (0, 1)]
        return {
            "seconds": self.clock_seconds,
            "left": left,
            "increment": clocks.increment,
            "running": clocks.running,
            "at": time(),
        }


def _shown_seat(side: Side, seat: Seat) -> Plain:
    return {"side": side, "kind": seat.kind, "level": seat.level, "name": seat.name, "taken": seat.taken}


def loaded(saved: Saved, game: AnyGame, ran: float) -> LiveGame:
    """Restore a stored game, whose clock has run for some seconds since."""
    row = saved.row
    winner, reason = row["winner"], row["reason"]
    outcome = None if reason is None else {"winner": None if winner is None else game.sides[winner], "reason": reason}
    match = replay(
        {
            "format": RECORD_FORMAT,
            "version": RECORD_VERSION,
            "game": row["game"],
            "rules": row["rules"],
            "start": row["start"],
            "moves": [move["text"] for move in saved.moves],
            "final": row["final"],
            "outcome": outcome,
        },
        game,
    )
    live = LiveGame(row["id"], match, [Seat(**seat) for seat in row["seats"]], created=row["created"])
    live.played = [PlayedMove(move["text"], move["side"], move["seconds"]) for move in saved.moves]
    live.revision, live.draw_offer = row["revision"], row["draw_offer"]
    live._stored = len(live.played)
    if row["clock"] is not None:
        live.clocks = _wound(row["clock"], ran)
        live.clock_seconds = row["clock"]["seconds"]
    return live


def _wound(kept: Mapping[str, Any], ran: float) -> Clocks:
    left, running = list(kept["left"]), kept["running"]
    if running is not None:
        left[running] -= ran
    clocks = Clocks(left, increment=kept["increment"])
    if running is not None:
        clocks.start(running)
    return clocks
