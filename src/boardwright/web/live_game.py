"""A live game: the played game with its seats, clocks and offers.

Nothing here waits, stores or sends. Every method either changes the game, or raises and changes
nothing; :mod:`boardwright.web.live_games` stores and announces the changes.
"""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from http import HTTPStatus
from secrets import token_urlsafe
from time import monotonic, time
from typing import Any, Literal, NamedTuple

from pydantic_core import to_json

from boardwright.clocks import Clocks
from boardwright.errors import BoardwrightError
from boardwright.game import AnyGame
from boardwright.played_game import (
    LONGEST_GAME,
    REASONS,
    RECORD_FORMAT,
    RECORD_VERSION,
    AnyPlayedGame,
    PlayedGame,
    replay,
)
from boardwright.views import Side
from boardwright.web.api_errors import ERRORS, ApiError, Conflict
from boardwright.web.serialisation import JsonObject, json_list, json_object, moves_with_sides, outcome_data, state_json
from boardwright.web.stored import Change, StoredGame

ID_BYTES = 9
"""The number of random bytes in the id of a game."""
CLAIM_AFTER, UNTIMED_CLAIM_AFTER = 60.0, 600.0
"""How long an opponent must be gone before a game can be claimed, in seconds: with a clock, and without one."""


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


class PlayedMove(NamedTuple):
    """A played move: its text, side and time, and their JSON."""

    text: str
    side: Side
    seconds: float
    json: bytes

    @classmethod
    def of(cls, text: str, side: Side, seconds: float) -> PlayedMove:
        """Serialise a move once, for all later responses."""
        return cls(text, side, seconds, to_json({"text": text, "side": side, "seconds": seconds}))


def new_token() -> tuple[str, str]:
    """Return a new token for a seat, and the hash that is stored instead of it."""
    token = token_urlsafe(24)
    return token, hashed_token(token)


def hashed_token(token: str) -> str:
    """Return the hash that is stored instead of a token."""
    return sha256(token.encode(errors="surrogatepass")).hexdigest()


def rematch_id(game_id: str) -> str:
    """Return the id of a game's rematch.

    It is derived from the game's own id, so that a rematch that was stored just before a crash is found again.
    """
    return urlsafe_b64encode(sha256(f"rematch of {game_id}".encode()).digest()[:ID_BYTES]).decode()


class LiveGame:
    """A game on the server, in progress, finished or imported from a record."""

    def __init__(
        self,
        game_id: str,
        played: AnyPlayedGame,
        seats: Sequence[Seat],
        *,
        clocks: Clocks | None = None,
        public: bool = False,
        event: str | None = None,
        created: float | None = None,
        now: Callable[[], float] = monotonic,
    ) -> None:
        self.id = game_id
        self.game: AnyGame = played.game
        self.played = played
        self.start = self.game.format_position(played.positions[0])
        """The FEN of the position that the game began with."""
        self.seats = list(seats)
        self.clocks = clocks
        self.clock_seconds = 0.0 if clocks is None else clocks.left(0)
        """The time on each side's clock at the start."""
        self.public = public
        """Whether the game is listed for anybody to join and to watch."""
        self.event = event
        """The id of the event that the game is part of."""
        self.draw_offer: Side | None = None
        self.takeback_offer: Side | None = None
        """The side that has asked the other to let it take back its last move."""
        self.created = time() if created is None else created
        self.revision = 0
        self.moves = [PlayedMove.of(text, side, 0.0) for text, side in moves_with_sides(played)]
        self.engine_win_probability = 1.0
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
        other.played, other.seats, other.moves = self.played.copy(), self.seats[:], self.moves[:]
        return other

    # Seats.

    def side_of(self, token: str | None) -> Side:
        """Return the side of a token's seat."""
        if not token:
            raise ApiError(ERRORS("token_missing"), HTTPStatus.UNAUTHORIZED)
        hashed = hashed_token(token)
        for side, seat in enumerate(self.seats):
            if hmac.compare_digest(seat.token or "", hashed):
                return side
        raise ApiError(ERRORS("token_wrong"), HTTPStatus.FORBIDDEN)

    @property
    def engine_to_move(self) -> bool:
        """Whether the engine is to move."""
        return self.played.outcome is None and self.seats[self.played.side_to_move].kind == "engine"

    @property
    def is_show(self) -> bool:
        """Whether the engine plays itself; such a game goes on only while it is watched."""
        return all(seat.kind == "engine" for seat in self.seats)

    @property
    def open_side(self) -> Side | None:
        """The side that somebody can join; None if there is none."""
        free = [side for side, seat in enumerate(self.seats) if not seat.taken]
        return free[0] if free and self.played.outcome is None else None

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
            taken = None if side is None else ERRORS("seat_taken", side=self.game.sides[side])
            raise Conflict(taken or ERRORS("no_open_seat"))
        token, hashed = new_token()
        seat = self.seats[free[0]]
        self.seats[free[0]] = replace(seat, token=hashed, name=name or seat.name)
        self._run_clocks()
        return free[0], token

    def move(self, side: Side, text: str, ply: int) -> bool:
        """Play a move; return False if the same move was already played at that ply."""
        if self._is_repeated(side, text, ply):
            return False
        if ply != len(self.moves):
            raise Conflict(ERRORS("other_ply", ply=ply, expected=len(self.moves)))
        self._require_open()
        if side != self.played.side_to_move:
            raise Conflict(ERRORS("other_turn", side=self.played.side))
        self._play(text)
        return True

    def _is_repeated(self, side: Side, text: str, ply: int) -> bool:
        if ply >= len(self.moves) or self.moves[ply].side != side:
            return False
        if text == self.moves[ply].text:
            return True
        try:
            return bool(self.game.parse_move(self.played.positions[ply], text) == self.played.moves[ply])
        except BoardwrightError:
            return False

    def engine_move(self, text: str, ply: int, win: float) -> None:
        """Play the engine's move; the engine loses if it is not legal."""
        self._require_engine(ply)
        try:
            self._play(text)
        except BoardwrightError:
            self.fail(self.played.side_to_move, ply)
        self.engine_win_probability = win

    def _require_engine(self, ply: int) -> None:
        if ply != len(self.moves) or not self.engine_to_move:
            raise Conflict(ERRORS("gone_on"))

    def _play(self, text: str) -> None:
        side = self.played.side_to_move
        move = self.game.parse_move(self.played.position, text)
        now = self._now()
        made = PlayedMove.of(self.game.format_move(self.played.position, move), side, round(now - self._since, 3))
        self.played.play(move)
        self.moves.append(made)
        self._since = now
        self._press_clock()
        # A move declines the opponent's draw offer, and either side's ends the question of an earlier one.
        if self.draw_offer == 1 - side:
            self.draw_offer = None
        self.takeback_offer = None
        if len(self.moves) >= LONGEST_GAME and self.played.outcome is None:
            self.played.adjudicate(None, REASONS("move_limit", moves=LONGEST_GAME))
        self._stop_if_over()

    def resign(self, side: Side) -> None:
        """Resign the game."""
        self._require_open()
        self.played.resign(side)
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
            raise Conflict(ERRORS("no_draw_offer", action=action, side=self.game.sides[1 - side]))
        self.draw_offer = None
        if action != "decline":
            self.played.agree_draw()
            self._stop_if_over()

    def _let_engine_answer(self, engine: Side) -> None:
        """Let an engine answer a draw offer: it accepts when its win probability is below a half."""
        if self.seats[engine].kind == "engine":
            self.draw(engine, "accept" if self.engine_win_probability < 0.5 else "decline")

    def take_back(self, side: Side, action: str = "offer") -> None:
        """Ask to take back a side's last move and the replies, or answer the other side; a counter-offer accepts.

        The engine always agrees, and so does a person who holds both seats.
        """
        other = 1 - side
        offered = self.takeback_offer == other
        if action != "offer" and not offered:
            raise Conflict(ERRORS("no_takeback_offer", action=action, side=self.game.sides[other]))
        if action == "decline":
            self.takeback_offer = None
            return
        taking = other if offered else side
        refused = self._why_not_taken_back(taking)
        if refused is not None:
            raise Conflict(refused)
        if offered or self.seats[other].kind == "engine" or self.seats[other].shared:
            self._take_back(self._last_ply(taking))
        else:
            self.takeback_offer = side

    def _take_back(self, last: int) -> None:
        """Take back the moves from a ply on."""
        for _ in range(len(self.moves) - last):
            self.played.undo()
        del self.moves[last:]
        self._longer |= self._stored > len(self.moves)
        self._stored = min(self._stored, len(self.moves))
        self.draw_offer = self.takeback_offer = None
        self._since = self._now()
        self._run_clocks()

    def _why_not_taken_back(self, side: Side) -> str | None:
        """Return why a side cannot take its last move back; None if it can."""
        other = self.seats[1 - side]
        # Also if one person holds both seats: one of the links may have been given to an opponent.
        if self.played.outcome is not None:
            return ERRORS("no_takeback_after_end")
        if self._last_ply(side) < 0:
            return ERRORS("nothing_to_take_back")
        # For the same reason each seat takes back its own moves alone.
        if other.shared and self.moves[-1].side != side:
            return ERRORS("last_move_of_other", side=self.game.sides[1 - side])
        return None

    def _last_ply(self, side: Side) -> int:
        """Return the ply of a side's last move; -1 if it has not moved."""
        return next((ply for ply in reversed(range(len(self.moves))) if self.moves[ply].side == side), -1)

    @property
    def can_take_back(self) -> bool:
        """Whether some player can take a move back now."""
        people = [side for side, seat in enumerate(self.seats) if seat.kind == "human"]
        return any(self._why_not_taken_back(side) is None for side in people)

    @property
    def can_abort(self) -> bool:
        """Whether a player can end the game without a result: between people, until each side has moved."""
        return self.played.outcome is None and self._why_not_aborted() is None

    def _why_not_aborted(self) -> str | None:
        if any(seat.kind != "human" or seat.shared for seat in self.seats):
            return ERRORS("abort_between_people")
        if self.event is not None:
            return ERRORS("abort_in_event")
        if len({move.side for move in self.moves}) == 2:
            return ERRORS("abort_after_moves")
        return None

    def abort(self, side: Side) -> None:
        """End the game without a result."""
        self._require_open()
        refused = self._why_not_aborted()
        if refused is not None:
            raise Conflict(refused)
        self.played.abort(side)
        self._stop_if_over()

    def decline(self) -> None:
        """Decline the invitation to the open seat, which ends the game without a result."""
        self._require_open()
        if self.public or self.open_side is None:
            raise Conflict(ERRORS("open_to_anyone" if self.public else "no_invitation"))
        self.played.abort()
        self._stop_if_over()

    @property
    def claim_after(self) -> float | None:
        """How long the opponent must be gone before the game can be claimed; None where it cannot be.

        As on lichess only the player who waits for the other's move can claim, and only after both have moved.
        """
        people = all(seat.kind == "human" and not seat.shared and seat.taken for seat in self.seats)
        if not people or self.played.outcome is not None or len({move.side for move in self.moves}) < 2:
            return None
        return UNTIMED_CLAIM_AFTER if self.clocks is None else CLAIM_AFTER

    def claim(self, side: Side, result: str, gone: float) -> None:
        """End the game as won or drawn, as the opponent, whose move it is, has been gone for some seconds."""
        self._require_open()
        after = self.claim_after
        if after is None or self.played.side_to_move == side:
            raise Conflict(ERRORS("nothing_to_claim"))
        if gone < after:
            raise Conflict(ERRORS("gone_too_short", gone=round(gone), least=round(after)))
        late = self.game.sides[1 - side]
        self.played.adjudicate(side if result == "win" else None, REASONS("abandoned", side=late))
        self._stop_if_over()

    def decide(self, winner: Side | None) -> None:
        """End the game as the organiser of its event has decided."""
        self._require_open()
        self.played.adjudicate(winner, REASONS("decided"))
        self._stop_if_over()

    def offer_rematch(self, side: Side, action: str) -> bool:
        """Offer a rematch, or answer the other side's offer; a counter-offer accepts it.

        Return False if the rematch has already been agreed.
        """
        other = 1 - side
        if self.played.outcome is None:
            raise Conflict(ERRORS("rematch_before_end"))
        if self.event is not None:
            raise Conflict(ERRORS("rematch_in_event"))
        if not self.seats[other].taken:
            raise Conflict(ERRORS("rematch_without_opponent"))
        if self.rematch is not None and action != "decline":
            return False
        if action != "offer" and (self.rematch is not None or not self.seats[other].rematch):
            raise Conflict(ERRORS("no_rematch_offer", action=action, side=self.game.sides[other]))
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
        return LiveGame(rematch_id(self.id), PlayedGame(self.game, self.played.positions[0]), seats, clocks=clocks)

    def flag(self) -> bool:
        """End the game if the side to move has overstepped its time; return whether it has."""
        if self.clocks is None or self.played.outcome is not None or self.clocks.flag is None:
            return False
        late = self.clocks.flag
        self.played.adjudicate(1 - late, REASONS("time_forfeit", side=self.game.sides[late]))
        self._stop_if_over()
        return True

    def fail(self, side: Side, ply: int) -> None:
        """End the game as a loss for an engine that has failed."""
        self._require_engine(ply)
        self.played.adjudicate(1 - side, REASONS("engine_failed", side=self.game.sides[side]))
        self._stop_if_over()

    def _require_open(self) -> None:
        outcome = self.played.outcome
        if outcome is not None:
            raise Conflict(ERRORS("game_over", outcome=self.game.format_outcome(outcome)))
        if self.seats[0].kind == "record":
            raise Conflict(ERRORS("imported_record"))

    # Clocks.

    def _press_clock(self) -> None:
        if self.clocks is not None and self.clocks.running is not None:
            self.clocks.press(self.played.side_to_move)
        else:
            self._run_clocks()

    def _run_clocks(self) -> None:
        """Start the clock of the side to move, once a move has been played and both seats are taken."""
        if self.clocks is not None:
            self.clocks.stop()
            if self.moves and all(seat.taken for seat in self.seats):
                self.clocks.start(self.played.side_to_move)

    def _stop_if_over(self) -> None:
        """Stop the clocks and withdraw the offers if the game is over."""
        if self.played.outcome is not None:
            self.draw_offer = self.takeback_offer = None
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
        outcome, stored, longer = self.played.outcome, self._stored, self._longer
        self._stored, self._longer = len(self.moves), False
        row = {
            "id": self.id,
            "revision": self.revision,
            "game": self.game.full_name,
            "rules": self.game.version,
            "start": self.start,
            "final": self.game.format_position(self.played.position),
            "winner": None if outcome is None else outcome.winner,
            "reason": None if outcome is None else outcome.reason,
            "seats": [asdict(seat) for seat in self.seats],
            "clock": self._stored_clock(),
            "draw_offer": self.draw_offer,
            "takeback_offer": self.takeback_offer,
            "created": self.created,
            "changed": time(),
            "due": self.is_due,
            "public": self.public,
            "event": self.event,
        }
        added = [
            {"match": self.id, "ply": ply, "text": move.text, "side": move.side, "seconds": move.seconds}
            for ply, move in enumerate(self.moves[stored:], start=stored)
        ]
        return Change(row, before, added, stored if longer else None)

    def _stored_clock(self) -> JsonObject | None:
        clocks = self.clocks
        if clocks is None:
            return None
        return {
            "seconds": self.clock_seconds,
            "left": [clocks.left(0), clocks.left(1)],
            "increment": clocks.increment,
            "running": clocks.running,
        }

    # Serialisation.

    def json(self) -> bytes:
        """Return the public JSON, without the clock, which changes all the time."""
        return json_object(
            id=self.id,
            game=self.game.full_name,
            title=self.game.title,
            start=self.start,
            moves=json_list([move.json for move in self.moves]),
            state=state_json(self.played),
            seats=[_seat_data(side, seat) for side, seat in enumerate(self.seats)],
            draw_offer=self.draw_offer,
            takeback=self.can_take_back,
            takeback_offer=self.takeback_offer,
            abort=self.can_abort,
            claim_after=self.claim_after,
            rematch_offer=self.rematch_offer,
            rematch=self.rematch,
            outcome=outcome_data(self.game, self.played.outcome),
            public=self.public,
            event=self.event,
            created=self.created,
            revision=self.revision,
        )

    def listed_data(self, open_side: Side | None) -> JsonObject:
        """Return what the lobby shows of the game: who waits, where a side is open, or else who plays."""
        clocks = self.clocks
        common = {
            "id": self.id,
            "game": self.game.full_name,
            "clock": clocks and {"seconds": self.clock_seconds, "increment": clocks.increment},
            "created": self.created,
        }
        if open_side is not None:
            return {**common, "side": open_side, "name": self.seats[1 - open_side].name}
        return {**common, "names": [seat.name for seat in self.seats], "moves": len(self.moves)}

    def clock_data(self) -> JsonObject | None:
        """Return the public form of the clock, as of now."""
        stored = self._stored_clock()
        return stored and {**stored, "left": [max(0.0, round(left, 3)) for left in stored["left"]], "at": time()}


def _seat_data(side: Side, seat: Seat) -> JsonObject:
    return {"side": side, "kind": seat.kind, "level": seat.level, "name": seat.name, "taken": seat.taken}


def restore_game(stored: StoredGame, game: AnyGame, ran: float) -> LiveGame:
    """Restore a stored game, whose clock has run for some seconds since."""
    row = stored.row
    winner, reason = row["winner"], row["reason"]
    outcome = None if reason is None else {"winner": None if winner is None else game.sides[winner], "reason": reason}
    played = replay(
        {
            "format": RECORD_FORMAT,
            "version": RECORD_VERSION,
            "game": row["game"],
            "rules": row["rules"],
            "start": row["start"],
            "moves": [move["text"] for move in stored.moves],
            "final": row["final"],
            "outcome": outcome,
        },
        game,
    )
    live = LiveGame(row["id"], played, [Seat(**seat) for seat in row["seats"]], created=row["created"])
    live.moves = [PlayedMove.of(move["text"], move["side"], move["seconds"]) for move in stored.moves]
    live.revision, live.draw_offer = row["revision"], row["draw_offer"]
    live.takeback_offer, live.public, live.event = row["takeback_offer"], row["public"], row["event"]
    live._stored = len(live.moves)
    if row["clock"] is not None:
        live.clocks = _restore_clocks(row["clock"], ran)
        live.clock_seconds = row["clock"]["seconds"]
    return live


def _restore_clocks(stored: Mapping[str, Any], ran: float) -> Clocks:
    left, running = list(stored["left"]), stored["running"]
    if running is not None:
        left[running] -= ran
    clocks = Clocks(left, increment=stored["increment"])
    if running is not None:
        clocks.start(running)
    return clocks
