"""An event: a round robin, in which everyone plays everyone, with its pairings and its table.

Nothing here waits, stores or sends, as in :mod:`boardwright.web.live_game`; :mod:`boardwright.web.events` does.
"""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from hashlib import sha256
from http import HTTPStatus
from typing import Any, NamedTuple, TypeAlias

from boardwright.errors import quoted
from boardwright.web.api_errors import ERRORS, ApiError, Conflict
from boardwright.web.live_game import ID_BYTES, hashed_token, new_token
from boardwright.web.serialisation import JsonObject

MAX_PLAYERS = 24
FEWEST_PLAYERS = 2

Result: TypeAlias = float | None
"""The points of the first player of a game; None while it goes on."""


@dataclass(frozen=True, slots=True)
class EventPlayer:
    """A player of an event: a number that stays the same, a name, and the hash of the token."""

    number: int
    name: str
    token: str


class Pairing(NamedTuple):
    """A game of an event: the places of both players in the list of players, the one that moves first at first."""

    first: int
    second: int


def round_robin(players: int, *, double: bool = False) -> list[list[Pairing]]:
    """Return the rounds in which everyone plays everyone once, or twice with sides changed (the circle method).

    >>> [[tuple(pairing) for pairing in games] for games in round_robin(4)]
    [[(0, 3), (1, 2)], [(3, 2), (0, 1)], [(1, 3), (2, 0)]]
    >>> [len(games) for games in round_robin(5, double=True)]
    [2, 2, 2, 2, 2, 2, 2, 2, 2, 2]
    """
    size = players + players % 2
    rounds = []
    for number in range(size - 1):
        # The last place stays, and the others rotate; with an odd number of players it is empty.
        circle = [(place + number * (size // 2)) % (size - 1) for place in range(size - 1)]
        pairs = [(circle[0], size - 1)] + [(circle[place], circle[-place]) for place in range(1, size // 2)]
        if number % 2:
            pairs[0] = pairs[0][::-1]
        rounds.append([Pairing(*pair) for pair in pairs if max(pair) < players])
    if double:
        rounds += [[Pairing(second, first) for first, second in games] for games in rounds]
    return rounds


class Standing(NamedTuple):
    """A line of the table."""

    place: int
    """The place in the list of players."""
    points: float
    won: int
    drawn: int
    lost: int
    tie_break: float
    """Sonneborn-Berger: the points of the opponents who were beaten, and half of the points of those who drew."""


def standings(players: int, results: Mapping[Pairing, Result]) -> list[Standing]:
    """Return the table: by points, then by the tie-break.

    >>> [(line.place, line.points) for line in standings(3, {Pairing(0, 1): 0.0, Pairing(1, 2): 0.5})]
    [(1, 1.5), (2, 0.5), (0, 0.0)]
    """
    scores: list[list[tuple[int, float]]] = [[] for _ in range(players)]
    for (first, second), result in results.items():
        if result is not None:
            scores[first].append((second, result))
            scores[second].append((first, 1.0 - result))
    points = [sum(score for _, score in own) for own in scores]
    lines = [
        Standing(
            place,
            points[place],
            won=sum(score == 1.0 for _, score in own),
            drawn=sum(score == 0.5 for _, score in own),
            lost=sum(score == 0.0 for _, score in own),
            tie_break=sum(score * points[other] for other, score in own),
        )
        for place, own in enumerate(scores)
    ]
    return sorted(lines, key=lambda line: (-line.points, -line.tie_break, line.place))


@dataclass(frozen=True, slots=True)
class Event:
    """An event, as it is stored; its games and their results are stored as live games."""

    id: str
    title: str
    game: str
    clock: Mapping[str, float] | None
    double: bool
    by_round: bool
    """Whether a round begins when the one before it is over; otherwise all games begin at once."""
    organiser: str
    """The hash of the organiser's token."""
    players: Sequence[EventPlayer] = ()
    joined: int = 0
    """How many have joined, including those who were removed: the number of the next player."""
    started: bool = False
    revision: int = field(default=1, compare=False)

    # Changes; each returns the changed event.

    def join(self, name: str) -> tuple[Event, str]:
        """Add a player; return the player's token too."""
        self._require_open()
        if not name:
            raise ApiError(ERRORS("name_missing"))
        if any(player.name.casefold() == name.casefold() for player in self.players):
            raise Conflict(ERRORS("name_taken", name=quoted(name)))
        if len(self.players) >= MAX_PLAYERS:
            raise Conflict(ERRORS("event_full", players=MAX_PLAYERS))
        token, hashed = new_token()
        players = (*self.players, EventPlayer(self.joined, name, hashed))
        return self._changed(players=players, joined=self.joined + 1), token

    def remove(self, number: int) -> Event:
        """Remove a player before the start."""
        self._require_open()
        players = tuple(player for player in self.players if player.number != number)
        if len(players) == len(self.players):
            raise Conflict(ERRORS("no_player", number=number))
        return self._changed(players=players)

    def start(self) -> Event:
        """Begin the games."""
        self._require_open()
        if len(self.players) < FEWEST_PLAYERS:
            raise Conflict(ERRORS("too_few_players", least=FEWEST_PLAYERS))
        return self._changed(started=True)

    def _require_open(self) -> None:
        if self.started:
            raise Conflict(ERRORS("event_started"))

    def _changed(self, **changes: Any) -> Event:
        return replace(self, revision=self.revision + 1, **changes)

    def require_organiser(self, token: str | None) -> None:
        """Raise unless a token is the organiser's."""
        if not token:
            raise ApiError(ERRORS("organiser_token_missing"), HTTPStatus.UNAUTHORIZED)
        if not hmac.compare_digest(self.organiser, hashed_token(token)):
            raise ApiError(ERRORS("organiser_token_wrong"), HTTPStatus.FORBIDDEN)

    # Games.

    @property
    def rounds(self) -> list[list[Pairing]]:
        """All pairings by round; none before the start."""
        return round_robin(len(self.players), double=self.double) if self.started else []

    def game_id(self, pairing: Pairing) -> str:
        """Return the id of a game, which follows from its event, so that no game is ever made twice."""
        text = f"game {pairing.first} {pairing.second} of the event {self.id}"
        return urlsafe_b64encode(sha256(text.encode()).digest()[:ID_BYTES]).decode()

    def due(self, results: Mapping[str, Result]) -> list[Pairing]:
        """Return the games that should exist, given the results of those that do, by id."""
        found = []
        for games in self.rounds:
            found += games
            if self.by_round and any(results.get(self.game_id(pairing)) is None for pairing in games):
                break
        return found

    # Storage and serialisation.

    def stored(self) -> JsonObject:
        """Return the event as it is stored."""
        return asdict(self)

    def data(self, results: Mapping[str, Result]) -> JsonObject:
        """Return the public form, with the results of the games that exist, by id."""
        ids = {pairing: self.game_id(pairing) for games in self.rounds for pairing in games}
        played = {pairing: results.get(game_id) for pairing, game_id in ids.items()}
        return {
            "id": self.id,
            "title": self.title,
            "game": self.game,
            "clock": self.clock,
            "double": self.double,
            "by_round": self.by_round,
            "started": self.started,
            "finished": self.started and None not in played.values(),
            "players": [
                {
                    "number": self.players[line.place].number,
                    "name": self.players[line.place].name,
                    **{key: value for key, value in line._asdict().items() if key != "place"},
                }
                for line in standings(len(self.players), played)
            ],
            "rounds": [
                [
                    {
                        "id": ids[pairing] if ids[pairing] in results else None,
                        "players": [self.players[place].number for place in pairing],
                        "result": played[pairing],
                    }
                    for pairing in games
                ]
                for games in self.rounds
            ],
        }


def restore_event(stored: Mapping[str, Any]) -> Event:
    """Restore a stored event."""
    return Event(**{**stored, "players": tuple(EventPlayer(**player) for player in stored["players"])})
