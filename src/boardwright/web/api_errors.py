"""Errors of the API: one line of text, and an HTTP status."""

from __future__ import annotations

from http import HTTPStatus
from math import ceil

from boardwright.errors import BoardwrightError


class ApiError(BoardwrightError):
    """A refused request; ``status`` is the HTTP status of the response, and ``retry_after`` a time in seconds."""

    status = HTTPStatus.UNPROCESSABLE_ENTITY

    def __init__(self, text: str, status: HTTPStatus | None = None, *, retry_after: float | None = None) -> None:
        super().__init__(text)
        self.status = status or self.status
        self.headers = {} if retry_after is None else {"retry-after": str(max(1, ceil(retry_after)))}


class NotFound(ApiError):
    """There is no such game or file."""

    status = HTTPStatus.NOT_FOUND


class Conflict(ApiError):
    """The game is not in the state that the request expects."""

    status = HTTPStatus.CONFLICT


class TooMuch(ApiError):
    """The client exceeds a limit."""

    status = HTTPStatus.TOO_MANY_REQUESTS


class Unavailable(ApiError):
    """The server cannot handle the request now: the store fails, or too many requests wait."""

    status = HTTPStatus.SERVICE_UNAVAILABLE


class Damaged(ApiError):
    """The stored data of a game is invalid."""

    status = HTTPStatus.INTERNAL_SERVER_ERROR
