"""What a store of live games keeps of each, and how its changes are described."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Protocol

from boardwright.errors import BoardwrightError


class StoreError(BoardwrightError):
    """The store cannot be opened, read or written."""


class StaleRevision(StoreError):
    """The stored game has another revision than the change expects: another server has changed it."""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A stored game."""

    row: Mapping[str, Any]
    moves: Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a game: its whole new row, and the new moves.

    ``before`` is the revision that the store must have; None for a new game. ``remaining`` is the number of
    stored moves that remain; None for all.
    """

    row: Mapping[str, Any]
    before: int | None
    added: Sequence[Mapping[str, Any]] = ()
    remaining: int | None = None


class Failing(Protocol):
    """Whether a store fails."""

    failing: bool


class GameStore(Protocol):
    """What the live games need of a store; ``put`` and the others complete when the change is kept, or raise."""

    @property
    def health(self) -> Failing: ...

    def put(self, work: Change, /) -> Future[None]: ...
    def put_heartbeat(self, at: float) -> Future[None]: ...
    def probe(self) -> Future[None]: ...
    def delete_older(self, before: float) -> Future[None]: ...
    def load(self, game_id: str) -> StoredGame | None: ...
    def alive(self) -> float: ...
    def due(self) -> Sequence[str]: ...
