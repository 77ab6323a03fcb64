"""What a server answers to what it cannot do: one line, and the HTTP status that says whose fault it is."""

from __future__ import annotations

from boardwright.game import BoardwrightError


class Refusal(BoardwrightError):
    """A request that is not granted; ``status`` is that of the HTTP answer."""

    status = 422


class NotFound(Refusal):
    """There is no such game, match or file."""

    status = 404


class NoToken(Refusal):
    """The request needs the token of a seat and came without one."""

    status = 401


class WrongToken(Refusal):
    """The token is that of no seat, or of another one."""

    status = 403


class Conflict(Refusal):
    """The match does not stand as the request supposes."""

    status = 409


class TooMuch(Refusal):
    """A client asks for more than its share."""

    status = 429


class Unavailable(Refusal):
    """The server cannot do it now: the store cannot be reached, or all engines are busy."""

    status = 503


class TooLarge(Refusal):
    """A request is longer than any that makes sense."""

    status = 413


class TooSlow(Refusal):
    """A request does not come to its end."""

    status = 408


class WrongOrigin(Refusal):
    """A page of another site asks."""

    status = 403


class Failed(Refusal):
    """The server itself is at fault."""

    status = 500
