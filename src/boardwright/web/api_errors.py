"""What a server answers to what it cannot do: one line, and the HTTP status that says whose fault it is."""

from __future__ import annotations

from math import ceil

from boardwright.errors import BoardwrightError


class ApiError(BoardwrightError):
    """A request that is not granted; ``status`` is that of the HTTP answer."""

    status = 422

    @property
    def headers(self) -> dict[str, str]:
        """The headers that the HTTP answer has besides."""
        return {}


class NotFound(ApiError):
    """There is no such game, match or file."""

    status = 404


class NoToken(ApiError):
    """The request needs the token of a seat and came without one."""

    status = 401


class WrongToken(ApiError):
    """The token is that of no seat, or of another one."""

    status = 403


class Conflict(ApiError):
    """The match does not stand as the request supposes."""

    status = 409


class TooMuch(ApiError):
    """A client asks for more than its share; it may ask again after some seconds, where that is known."""

    status = 429

    def __init__(self, text: str, seconds: float | None = None) -> None:
        super().__init__(text)
        self.seconds = seconds

    @property
    def headers(self) -> dict[str, str]:
        """When to ask again."""
        return {} if self.seconds is None else {"retry-after": str(max(1, ceil(self.seconds)))}


class Unavailable(ApiError):
    """The server cannot do it now: the store cannot be reached, or all engines are busy."""

    status = 503


class TooLarge(ApiError):
    """A request is longer than any that makes sense."""

    status = 413


class TooSlow(ApiError):
    """A request does not come to its end."""

    status = 408


class WrongOrigin(ApiError):
    """A page of another site asks."""

    status = 403


class WrongHost(ApiError):
    """A request is for a host by whose name this server is not known."""

    status = 421


class Damaged(ApiError):
    """What the store holds of a match makes no sense."""

    status = 500


class Failed(ApiError):
    """The server itself is at fault."""

    status = 500
