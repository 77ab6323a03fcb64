"""Servers and databases for the tests of the web."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text
from tests.web.fork_server import ForkServer, fork_server
from tests.web.postgres import postgresql, program
from tests.web.server_process import Served, sqlite_url

DATABASES = ("sqlite", "postgresql")
NUMBERS = count()
PLENTY = [
    f"--limit={name}=1000000"
    for name in ("requests", "files", "work", "messages", "sockets", "matches", "open", "events")
]
"""The tests are one client that asks for a lot."""


@pytest.fixture(scope="session")
def postgresql_url() -> Iterator[str]:
    if program("initdb") is None:
        pytest.skip("there is no PostgreSQL: install it (Debian: apt-get install postgresql)")
    with postgresql() as url:
        yield url


@pytest.fixture(scope="session")
def new_database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], str]:
    """The URL of an empty database of a kind."""

    def make(kind: str) -> str:
        if kind == "sqlite":
            return sqlite_url(tmp_path_factory.mktemp("store"))
        url: str = request.getfixturevalue("postgresql_url")
        name = f"matches{next(NUMBERS)}"
        engine = create_engine(url, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {name}"))
        engine.dispose()
        return url.replace("/postgres?", f"/{name}?")

    return make


@pytest.fixture(params=DATABASES)
def database(request: pytest.FixtureRequest, new_database: Callable[[str], str]) -> str:
    """An empty database, of every kind in turn."""
    return new_database(request.param)


@pytest.fixture(scope="session")
def home() -> Iterator[ForkServer]:
    """Where servers come from."""
    with fork_server() as opened:
        yield opened


@pytest.fixture(scope="session", params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def server(request: pytest.FixtureRequest, home: ForkServer, new_database: Callable[[str], str]) -> Iterator[Served]:
    """A server that the tests share, with every kind of database in turn."""
    served = Served(home, new_database(request.param), *PLENTY)
    yield served
    assert served.stop() == "exit status 0\n"
    served.close()


@pytest.fixture
def serve(home: ForkServer, tmp_path: Path) -> Iterator[Callable[..., Served]]:
    """Start a server with options of its own, by default with a new SQLite file."""
    running: list[Served] = []

    def start(*options: str, database: str | None = None) -> Served:
        running.append(Served(home, database or sqlite_url(tmp_path), *options))
        return running[-1]

    yield start
    for served in running:
        served.close()
