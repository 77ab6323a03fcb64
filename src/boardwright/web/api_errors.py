"""Errors of the API: one line of text, and an HTTP status."""

from __future__ import annotations

from math import ceil

from boardwright.errors import BoardwrightError


class ApiError(BoardwrightError):
    """A refused request; ``status`` is the HTTP status of the response."""

    status = 422

    @property
    def headers(self) -> dict[str, str]:
        """Additional headers of the response."""
        return {}


class NotFound(ApiError):
    """There is no such game or file."""

    status = 404


class NoToken(ApiError):
    """The request needs the token of a seat and has none."""

    status = 401


class WrongToken(ApiError):
    """The token does not belong to a seat of the game."""

    status = 403


class Conflict(ApiError):
    """The game is not in the state that the request expects."""

    status = 409


class TooMuch(ApiError):
    """The client exceeds a rate limit; it may retry after some seconds, if known."""

    status = 429

    def __init__(self, text: str, seconds: float | None = None) -> None:
        super().__init__(text)
        self.seconds = seconds

    @property
    def headers(self) -> dict[str, str]:
        """The Retry-After header, if the time is known."""
        return {} if self.seconds is None else {"retry-after": str(max(1, ceil(self.seconds)))}


class Unavailable(ApiError):
    """The server cannot handle the request now: the store fails, or too many requests wait."""

    status = 503


class TooLarge(ApiError):
    """The request is too large."""

    status = 413


class TooSlow(ApiError):
    """The request was not received in time."""

    status = 408


class WrongOrigin(ApiError):
    """The request comes from a page of another site."""

    status = 403


class WrongHost(ApiError):
    """The request names a host that this server does not serve."""

    status = 421


class Damaged(ApiError):
    """The stored data of a game is invalid."""

    status = 500


class Failed(ApiError):
    """An unexpected error of the server or of a game's own code."""

    status = 500
