"""Allowed hosts, against DNS rebinding.

Another site can let its own name resolve to this machine, and a browser then treats both as one site. But such a
request has that site's name in its ``Host`` header. Names that only this machine or its operator gives cannot be
another site's, and neither can IP addresses, which are not resolved.
"""

from __future__ import annotations

import socket
from collections.abc import Iterable
from ipaddress import ip_address

from boardwright.errors import BoardwrightError, quoted

ALL = "*"
LOCALHOST = "localhost"


class Hosts:
    """The hosts that requests may name.

    >>> hosts = Hosts(["Board.example.org"])
    >>> [host in hosts for host in ("board.example.org:8000", "localhost:8000", "a.localhost", "127.0.0.1", "[::1]:80")]
    [True, True, True, True, True]
    >>> [host in hosts for host in ("example.org", "127.0.0.1.evil.example", "[::1", "")]
    [False, False, False, False]
    >>> "evil.example" in Hosts(["*"])
    True
    """

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._names = {_checked(name) for name in names}

    def __contains__(self, host: object) -> bool:
        if ALL in self._names:
            return True
        name = _name_of(str(host))
        return name in self._names or name == LOCALHOST or name.endswith(f".{LOCALHOST}") or _is_address(name)


def own_names(address: str) -> list[str]:
    """Return the names of this machine in its network, for a server that listens on an address."""
    names = [] if _is_address(address) else [address]
    if not _is_address(address) or not ip_address(address).is_loopback:
        name = socket.gethostname().lower()
        short = name.partition(".")[0]
        names += [name, short, f"{short}.local"] if short else []
    return names


def _checked(name: str) -> str:
    if name != ALL and (not name or _name_of(name) != name.lower()):
        raise BoardwrightError(f"the host {quoted(name)} is not a name: expected one such as board.example.org, or *")
    return name.lower()


def _name_of(host: str) -> str:
    """Return the name or address in a Host header without the port.

    >>> _name_of("[::1]:8000"), _name_of("Example.org.:80")
    ('::1', 'example.org')
    """
    if host.startswith("["):
        return host[1:].partition("]")[0] if "]" in host else ""
    return host.partition(":")[0].lower().removesuffix(".")


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
