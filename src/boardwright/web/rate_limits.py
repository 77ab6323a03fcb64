"""Limits per client: requests, sockets, new games, analyses, computing time."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, fields, replace
from ipaddress import IPv6Address, ip_address
from time import monotonic
from typing import NamedTuple

from boardwright.errors import BoardwrightError, quoted
from boardwright.parse_numbers import read_whole_number
from boardwright.web.api_errors import ERRORS, TooMuch, Unavailable

MAX_CLIENTS = 10_000
"""The number of clients that are remembered; those that were quiet longest are forgotten."""
HOUR = 3600.0
LARGEST = 10**9
BODIES_OF_CLIENT = 8
"""The number of bodies of full size that one client may be sending at a time; correspondingly more of smaller ones."""
DISCARDED_BODIES = 10
"""The number of full-size bodies of refused requests that are drained at once for one client, then one a second."""
MAX_BODY_BYTES = 1 << 26
"""The total size of all bodies being read."""
LEAST_BODY_BYTES = 1 << 10
"""The minimum that an unfinished request counts for."""
SIZED_AS_ONE = 1 << 12
"""The size up to which a message counts once; a longer one counts several times."""

current_client: ContextVar[str | None] = ContextVar("current_client", default=None)
"""The client whose request is being handled; None if the server acts by itself."""


@dataclass(frozen=True, slots=True)
class ClientLimits:
    """The limits of one client, which is an IPv4 address or an IPv6 /64 network."""

    requests: int = 20
    """Requests to the API per second, after a burst of five times as many."""
    files: int = 200
    """Other requests per second, after a burst of three times as many."""
    work: int = 250
    """Milliseconds of CPU time per second for positions and records, after a burst of eight times as many."""
    messages: int = 40
    """Messages per second over all sockets together, after a burst of three times as many."""
    sockets: int = 40
    """Sockets at a time."""
    connections: int = 100
    """Idle connections at a time from one address, and new ones per second after a burst of five times as many."""
    matches: int = 200
    """New games and imported records per hour."""
    events: int = 5
    """New events per hour."""
    open: int = 10
    """Open games at a time in the lobby."""
    analyses: int = 3
    """Analyses at a time."""
    body: int = 300_000
    """Bytes in a request."""


def with_limit(limits: ClientLimits, text: str) -> ClientLimits:
    """Return limits with one changed, as given on the command line.

    >>> with_limit(ClientLimits(), "sockets=400").sockets
    400
    """
    name, _, value = text.partition("=")
    names = [field.name for field in fields(ClientLimits)]
    number = read_whole_number(value, 1, LARGEST)
    if name not in names or number is None:
        raise BoardwrightError(f"invalid limit {quoted(text)}: expected {', '.join(names)}, then = and a number")
    return replace(limits, **{name: number})


class Bucket:
    """A token bucket: it fills at a steady rate, and a burst may be taken at once.

    >>> time = 0.0
    >>> bucket = Bucket(pace=2, most=3, now=lambda: time)
    >>> [bucket.take() for _ in range(4)]
    [True, True, True, False]
    >>> time = 0.5
    >>> bucket.take(), bucket.take()
    (True, False)

    A cost that is known only afterwards may overdraw it.

    >>> bucket.spend(3)
    >>> bucket.seconds_until(1)
    2.0
    """

    __slots__ = ("_left", "_most", "_now", "_pace", "_since")

    def __init__(self, pace: float, most: float, now: Callable[[], float] = monotonic) -> None:
        self._pace, self._most, self._now = pace, most, now
        self._left, self._since = float(most), now()

    def take(self, amount: float = 1) -> bool:
        """Take an amount if it is available; return whether it was."""
        if self.seconds_until(amount) > 0:
            return False
        self._left -= amount
        return True

    def spend(self, amount: float) -> None:
        """Take an amount even if it is not available."""
        self._fill()
        self._left -= amount

    def seconds_until(self, amount: float) -> float:
        """Return the time until an amount is available; for one above the capacity, until the bucket is full."""
        self._fill()
        return max(0.0, min(amount, self._most) - self._left) / self._pace

    def _fill(self) -> None:
        now = self._now()
        self._left = min(self._most, self._left + (now - self._since) * self._pace)
        self._since = now


class Rate(NamedTuple):
    """How a rate is computed from a limit: per how many seconds it holds, and the burst, as a multiple of it."""

    limit: str
    seconds: float
    burst: float
    unit: str = ""


RATES = {
    "request": Rate("requests", 1, 5, "requests a second"),
    "file": Rate("files", 1, 3, "requests for files a second"),
    "message": Rate("messages", 1, 3, "messages a second"),
    "new game": Rate("matches", HOUR, 1, "new games an hour"),
    "event": Rate("events", HOUR, 1, "new events an hour"),
    "work": Rate("work", 1, 8, "milliseconds of computing a second"),
    "connection": Rate("connections", 1, 5),
    "discarded": Rate("body", 1, DISCARDED_BODIES),
}


class Clients:
    """The current use of the server by all clients."""

    def __init__(self, limits: ClientLimits) -> None:
        self.limits = limits
        self._buckets: dict[str, OrderedDict[str, Bucket]] = defaultdict(OrderedDict)
        self._held: Counter[tuple[str, str | None]] = Counter()
        self._body_bytes: Counter[str | None] = Counter()

    def count(self, what: str, amount: float = 1) -> None:
        """Count a request, a new game and so on of the current client; raise if it exceeds its rate."""
        bucket = self._bucket(what, current_client.get())
        if not bucket.take(amount):
            raise self._too_much(what, bucket.seconds_until(amount))

    def count_message(self, size: int) -> None:
        """Count a message of the current client over a socket by its size."""
        self.count("message", 1 + size // SIZED_AS_ONE)

    def may_connect(self, client: str) -> bool:
        """Count a new connection; return whether it is within the limit."""
        return self._bucket("connection", client).take()

    def may_discard(self, size: int) -> bool:
        """Count the body of a refused request; return whether it may be drained."""
        most = DISCARDED_BODIES * self.limits.body
        return size < most and self._bucket("discarded", current_client.get()).take(size)

    def may_work(self, client: str) -> None:
        """Refuse a client that has used up its computing time."""
        wait = self._bucket("work", client).seconds_until(1)
        if wait:
            raise self._too_much("work", wait)

    def worked(self, client: str, seconds: float) -> None:
        """Count the CPU time of a client's request."""
        self._bucket("work", client).spend(1e3 * seconds)

    def _bucket(self, what: str, client: str | None) -> Bucket:
        buckets, rate = self._buckets[what], RATES[what]
        most = getattr(self.limits, rate.limit)
        bucket = buckets.pop(client or "", None) or Bucket(most / rate.seconds, most * rate.burst)
        buckets[client or ""] = bucket
        if len(buckets) > MAX_CLIENTS:
            buckets.popitem(last=False)
        return bucket

    def _too_much(self, what: str, seconds: float) -> TooMuch:
        allowed = f"{getattr(self.limits, RATES[what].limit)} {RATES[what].unit}"
        return TooMuch(ERRORS("too_many_requests", allowed=allowed), retry_after=seconds)

    @contextmanager
    def reading(self, size: int) -> Iterator[None]:
        """Count a body of the current client while it is being read."""
        client, most = current_client.get(), self.limits.body
        taken = max(size, LEAST_BODY_BYTES)
        if self._body_bytes[client] and self._body_bytes[client] + taken > BODIES_OF_CLIENT * most:
            raise TooMuch(
                "this client sends too much at a time: expected its other requests to end first", retry_after=1
            )
        if self._body_bytes.total() + taken > MAX_BODY_BYTES:
            raise Unavailable("too many requests are being sent: try again later")
        self._body_bytes[client] += taken
        try:
            yield
        finally:
            self._body_bytes[client] -= taken
            if not self._body_bytes[client]:
                del self._body_bytes[client]

    @contextmanager
    def holding(self, what: str) -> Iterator[None]:
        """Count a socket or an analysis of the current client while it is open."""
        most = getattr(self.limits, what)
        key = what, current_client.get()
        if self._held[key] >= most:
            raise TooMuch(ERRORS("too_many_at_once", most=most, what=what))
        self._held[key] += 1
        try:
            yield
        finally:
            self._held[key] -= 1
            if not self._held[key]:
                del self._held[key]


def client_of(address: str) -> str:
    """Return the client of an address: an IPv4 address itself, or the /64 network of an IPv6 address.

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
