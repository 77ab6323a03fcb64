"""Run the server until it is told to end."""

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

from boardwright.arena.play import one_line
from boardwright.errors import BoardwrightError, reason_of
from boardwright.installing import extra_command
from boardwright.paths import data_folder
from boardwright.web.app import create_app
from boardwright.web.catalogue import Catalogue
from boardwright.web.connections import MOST_CONNECTIONS, PROXY, Connection, Listener, Socket
from boardwright.web.hosts import Hosts, own_names
from boardwright.web.rate_limits import Limits
from boardwright.web.store import Store

FOLDER_MODE = 0o700
"""For its owner alone."""
LONGEST_MESSAGE = 1 << 16
BACKLOG = 4096
ACCEPTED_AT_ONCE = 16
"""The connections that are accepted before those that are there have their turn again."""
IDLE_SECONDS = 75
"""How long a connection may be idle: longer than clients and proxies wait, who would else ask into a closed one."""
SWITCH_SECONDS = 0.0005
"""How long the thread that writes may wait for the one that answers: ten times shorter than Python's default."""
COLLECT_AFTER = 5_000, 100, 10
"""How many new objects there must be before those without an owner are looked for among them, how often so before older
ones are looked at too, and how often that before all: a match has thousands, and to look at all takes longest."""
OTHER_FILES = 200
"""The open files that are not connections of clients: the database, the engine's pipes, files of the page."""
LAST_WORDS = 5
"""How long open requests may take when the server is told to end, in seconds."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Where to listen, where to keep matches, what to offer, and to whom how much."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: str | None = None
    games: list[str] = field(default_factory=list)
    hosts: list[str] = field(default_factory=list)
    limits: Limits = field(default_factory=Limits)
    processes: int | None = None
    keep_days: int | None = None
    open_page: bool = False


def serve(settings: Settings) -> None:
    """Serve until Ctrl-C."""
    catalogue = Catalogue(settings.games)
    hosts = Hosts([*settings.hosts, *own_names(settings.host)])
    most_connections = _most_connections(_allow_files(2 * MOST_CONNECTIONS))
    with _listener(settings.host, settings.port) as listener, closing(_store(settings.database)) as store:
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
        # The connections have limits that need asyncio's own: uvloop would accept around them.
        loop="asyncio",
        http=Connection,
        ws=Socket,
        backlog=ACCEPTED_AT_ONCE,
        # What clients do wrong is theirs to know, and what they ask for is nobody's business.
        log_level="critical",
        access_log=False,
        server_header=False,
        forwarded_allow_ips=PROXY,
        ws_max_size=LONGEST_MESSAGE,
        ws_per_message_deflate=False,
        # Before that, silent ones make way.
        limit_concurrency=most_connections + BACKLOG,
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=LAST_WORDS,
    )


class _Server(uvicorn.Server):
    """A server that says where it is once it is there."""

    def __init__(self, config: uvicorn.Config, *, open_page: bool) -> None:
        super().__init__(config)
        self._open_page = open_page

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and sockets:
            # More may wait than are accepted at once.
            sockets[0].listen(BACKLOG)
            _announce(sockets[0], open_page=self._open_page)


def _store(database: str | None) -> Store:
    return Store(database or default_database())


def default_database() -> str:
    """The SQLite file in the user's data folder."""
    folder = data_folder()
    if folder is None:
        raise BoardwrightError(
            f"there is no folder for the matches: expected --database URL, or run {extra_command('cli')}"
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
        # Connections inherit it: without, every answer waits for the other side's delayed acknowledgement.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return listener
    except OSError as error:
        told = error.strerror if isinstance(error, socket.gaierror) else os.strerror(error.errno or 0)
        reason = (told or str(error)).lower()
        raise BoardwrightError(f"{host} port {port} cannot be listened to: {reason} (see --host and --port)") from error


def _announce(listener: socket.socket, *, open_page: bool) -> None:
    host, port = listener.getsockname()[:2]
    address = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
    print(f"the board is at {address} (Ctrl-C ends it)", flush=True)
    if not ip_address(host).is_loopback:
        print("warning: everybody who reaches this machine can play (see docs/operations.md)", file=sys.stderr)
    if open_page and _has_display():
        # Whatever a browser does, the server goes on.
        Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _make_ready() -> None:
    """Make this process one that answers many at once, and soon."""
    # It would tell of every connection that a client cut.
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    sys.setswitchinterval(SWITCH_SECONDS)
    # What is there now stays: nobody needs to look through it for garbage again and again.
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)


def _most_connections(files: int) -> int:
    """The connections that fit into a number of open files: past it, nothing could be accepted to make way for.

    >>> _most_connections(1024), _most_connections(1_000_000)
    (824, 4000)
    """
    return max(1, min(MOST_CONNECTIONS, files - OTHER_FILES))


def _allow_files(wanted: int) -> int:
    """Have as many files and connections open as the system allows, up to a number; how many that are."""
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
    """Whether a browser can show a page: one for terminals would take this one over."""
    return sys.platform in ("darwin", "win32") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
