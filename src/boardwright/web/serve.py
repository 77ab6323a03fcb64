"""Run the server: sockets, process settings, uvicorn."""

from __future__ import annotations

import gc
import logging
import os
import socket
import sys
import webbrowser
from contextlib import closing, suppress
from dataclasses import dataclass, field
from ipaddress import ip_address
from threading import Thread

import uvicorn
from fastapi import FastAPI

from boardwright.errors import BoardwrightError, one_line, reason_of
from boardwright.installing import extra_command
from boardwright.paths import data_folder
from boardwright.web.app import create_app
from boardwright.web.catalogue import Catalogue
from boardwright.web.connections import MAX_CONNECTIONS, PROXY, Connection, Listener, Socket
from boardwright.web.hosts import Hosts, own_names
from boardwright.web.rate_limits import ClientLimits
from boardwright.web.store import Store

FOLDER_MODE = 0o700
"""Access for the owner only."""
LONGEST_MESSAGE = 1 << 16
BACKLOG = 4096
ACCEPTED_AT_ONCE = 16
"""The number of connections that are accepted before the event loop handles existing ones again."""
IDLE_SECONDS = 75
"""How long a connection may be idle: longer than clients and proxies keep one, so that none uses a closed one."""
SWITCH_SECONDS = 0.0005
"""The thread switch interval, a tenth of Python's default: the store's thread must not wait long for the event loop."""
COLLECT_AFTER = 5_000, 100, 10
"""The thresholds of the garbage collector: games hold thousands of objects, so that full collections are expensive."""
OTHER_FILES = 200
"""The number of open files that are not connections: the database, the engines' pipes, files of the page."""
SHUTDOWN_SECONDS = 5
"""How long open requests may take at shutdown, in seconds."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a server: address, database, additional games, hosts and limits."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: str | None = None
    games: list[str] = field(default_factory=list)
    hosts: list[str] = field(default_factory=list)
    limits: ClientLimits = field(default_factory=ClientLimits)
    processes: int | None = None
    keep_days: int | None = None
    open_page: bool = False


def serve(settings: Settings) -> None:
    """Serve until Ctrl-C."""
    catalogue = Catalogue(settings.games)
    hosts = Hosts([*settings.hosts, *own_names(settings.host)])
    most_connections = _most_connections(_allow_files(2 * MAX_CONNECTIONS))
    with (
        _listener(settings.host, settings.port) as listener,
        closing(Store(settings.database or default_database())) as store,
    ):
        app = create_app(
            catalogue,
            store,
            limits=settings.limits,
            hosts=hosts,
            processes=settings.processes,
            keep_days=settings.keep_days,
            most_connections=most_connections,
        )
        listener.clients = app.state.clients
        _make_ready()
        server = _Server(_config(app, most_connections), open_page=settings.open_page)
        with suppress(KeyboardInterrupt, SystemExit):
            server.run([listener])
        if not server.started:
            raise BoardwrightError(f"the server cannot start: {one_line(app.state.failure)}")


def _config(app: FastAPI, most_connections: int) -> uvicorn.Config:
    """The settings of the HTTP server."""
    return uvicorn.Config(
        app,
        # The limits on connections need asyncio's loop: uvloop does not call Listener.accept.
        loop="asyncio",
        http=Connection,
        ws=Socket,
        backlog=ACCEPTED_AT_ONCE,
        # No access log: errors of clients are reported to them only, and their requests are private.
        log_level="critical",
        access_log=False,
        server_header=False,
        forwarded_allow_ips=PROXY,
        ws_max_size=LONGEST_MESSAGE,
        ws_per_message_deflate=False,
        # Idle connections are closed before this limit is reached.
        limit_concurrency=most_connections + BACKLOG,
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
    )


class _Server(uvicorn.Server):
    """A server that prints its address once it has started."""

    def __init__(self, config: uvicorn.Config, *, open_page: bool) -> None:
        super().__init__(config)
        self._open_page = open_page

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and sockets:
            # uvicorn's backlog is also asyncio's number of accepts at once; more connections may wait.
            sockets[0].listen(BACKLOG)
            _announce(sockets[0], open_page=self._open_page)


def default_database() -> str:
    """Return the URL of the SQLite file in the user's data folder."""
    folder = data_folder()
    if folder is None:
        raise BoardwrightError(
            f"there is no folder for the games: expected --database URL, or run {extra_command('cli')}"
        )
    try:
        folder.mkdir(FOLDER_MODE, parents=True, exist_ok=True)
    except OSError as error:
        raise BoardwrightError(f"the folder {folder} cannot be made: {reason_of(error)}") from error
    return f"sqlite:///{folder / 'matches.db'}"


def _listener(host: str, port: int) -> Listener:
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listener = Listener(fileno=socket.create_server((host, port), family=family).detach())
        # Accepted sockets inherit TCP_NODELAY, which avoids stalls of Nagle's algorithm with delayed ACKs.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return listener
    except OSError as error:
        text = error.strerror if isinstance(error, socket.gaierror) else os.strerror(error.errno or 0)
        reason = (text or str(error)).lower()
        raise BoardwrightError(f"{host} port {port} cannot be listened to: {reason} (see --host and --port)") from error


def _announce(listener: socket.socket, *, open_page: bool) -> None:
    host, port = listener.getsockname()[:2]
    address = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
    print(f"the board is at {address} (Ctrl-C ends it)", flush=True)
    if not ip_address(host).is_loopback:
        print("warning: everybody who reaches this machine can play (see docs/operations.md)", file=sys.stderr)
    if open_page and _has_display():
        # In a thread: some browsers block until they are closed.
        Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _make_ready() -> None:
    """Tune the process for many short requests."""
    # asyncio logs a warning for every connection that a client resets.
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    sys.setswitchinterval(SWITCH_SECONDS)
    # Objects made so far live as long as the process: keep them out of collections.
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)


def _most_connections(files: int) -> int:
    """Return the number of connections for a number of open files: idle ones must be closed before files run out.

    >>> _most_connections(1024), _most_connections(1_000_000)
    (824, 4000)
    """
    return max(1, min(MAX_CONNECTIONS, files - OTHER_FILES))


def _allow_files(wanted: int) -> int:
    """Raise the limit of open files up to a number, as far as the system allows; return the limit."""
    try:
        import resource
    except ImportError:
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    return allowed


def _has_display() -> bool:
    """Whether a graphical browser can be opened: a text browser would take over the terminal."""
    return sys.platform in ("darwin", "win32") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
