"""What one client may have of a server: requests, sockets, matches, analyses."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from ipaddress import IPv6Address, ip_address
from time import monotonic

from boardwright.game import BoardwrightError, quoted
from boardwright.numerals import read_whole_number
from boardwright.web.refusals import TooMuch

MOST_CLIENTS = 10_000
"""So many clients are remembered; those that were quiet longest are forgotten."""
HOUR = 3600.0
LARGEST = 10**9


@dataclass(frozen=True, slots=True)
class Limits:
    """What one client may have. A client is an address, or a network of the sixth version of the protocol."""

    requests: int = 20
    """Requests a second, after a burst of five times as many."""
    messages: int = 20
    """Messages a second over a socket, after a burst of three times as many."""
    sockets: int = 40
    """Sockets at a time."""
    matches: int = 200
    """New matches and records an hour."""
    analyses: int = 3
    """Analyses at a time."""
    body: int = 300_000
    """Bytes in a request."""


def with_limit(limits: Limits, text: str) -> Limits:
    """Limits of which one is another, as a command line says it.

    >>> with_limit(Limits(), "sockets=400").sockets
    400
    """
    name, _, value = text.partition("=")
    names = [field.name for field in fields(Limits)]
    number = read_whole_number(value, 1, LARGEST)
    if name not in names or number is None:
        raise BoardwrightError(f"the limit {quoted(text)} is none: expected {', '.join(names)}, then = and a number")
    return replace(limits, **{name: number})


class Bucket:
    """Something that fills at a steady pace, and of which a burst may be taken at once.

    >>> time = 0.0
    >>> bucket = Bucket(pace=2, most=3, now=lambda: time)
    >>> [bucket.take() for _ in range(4)]
    [True, True, True, False]
    >>> time = 0.5
    >>> bucket.take(), bucket.take()
    (True, False)
    """

    __slots__ = ("_left", "_most", "_now", "_pace", "_since")

    def __init__(self, pace: float, most: float, now: Callable[[], float] = monotonic) -> None:
        self._pace, self._most, self._now = pace, most, now
        self._left, self._since = float(most), now()

    def take(self) -> bool:
        """Take one; whether there was one."""
        now = self._now()
        self._left = min(self._most, self._left + (now - self._since) * self._pace)
        self._since = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Clients:
    """What all clients have at the moment."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._buckets: dict[str, OrderedDict[str, Bucket]] = defaultdict(OrderedDict)
        self._held: Counter[tuple[str, str]] = Counter()

    def ask(self, client: str) -> None:
        """Count a request."""
        most = self.limits.requests
        self._take("requests", client, Bucket(most, 5 * most), f"{most} requests a second")

    def begin_match(self, client: str) -> None:
        """Count a new match or record."""
        most = self.limits.matches
        self._take("matches", client, Bucket(most / HOUR, most), f"{most} new matches an hour")

    def _take(self, what: str, client: str, full: Bucket, allowed: str) -> None:
        buckets = self._buckets[what]
        bucket = buckets.pop(client, full)
        buckets[client] = bucket
        if len(buckets) > MOST_CLIENTS:
            buckets.popitem(last=False)
        if not bucket.take():
            raise TooMuch(f"this client asks too much: expected at most {allowed}")

    @contextmanager
    def holding(self, what: str, client: str) -> Iterator[None]:
        """While a client has one more socket or analysis."""
        most = getattr(self.limits, what)
        key = what, client
        if self._held[key] >= most:
            raise TooMuch(f"this client has {most} {what} already: expected no more at a time")
        self._held[key] += 1
        try:
            yield
        finally:
            self._held[key] -= 1
            if not self._held[key]:
                del self._held[key]

    def messages(self) -> Bucket:
        """The messages that a socket may send."""
        return Bucket(self.limits.messages, 3 * self.limits.messages)


def client_of(address: str) -> str:
    """Who is behind an address: of the sixth version of the protocol, everybody in its network.

    >>> client_of("192.0.2.7"), client_of("2001:db8::1:2:3:4"), client_of("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8::', '192.0.2.7')
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Address(int(found) >> 64 << 64))
