"""What the page about operations promises: backups of a running server, and a proxy in front of it."""

from __future__ import annotations

import sqlite3
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url
from tests.web.fork_server import ForkServer
from tests.web.postgres import program
from tests.web.server_process import Served

pytestmark = pytest.mark.slow

FIRST, SECOND = "D5-D4-1", "D3-C3-1"


def back_up(database: str, place: Path, restored: str) -> None:
    """Copy a database that is in use into an empty one, as the page says."""
    if database.startswith("sqlite"):
        source, target = (sqlite3.connect(url.removeprefix("sqlite:///")) for url in (database, restored))
        source.backup(target)
        source.close()
        target.close()
        return
    options = [f"--host={make_url(database).query['host']}", "--username=boardwright"]
    dump = place / "matches.dump"
    commands = [
        ["pg_dump", *options, "--format=custom", f"--file={dump}", str(make_url(database).database)],
        ["pg_restore", *options, "--no-owner", f"--dbname={make_url(restored).database}", str(dump)],
    ]
    for name, *arguments in commands:
        found = program(name)
        assert found is not None
        subprocess.run([found, *arguments], check=True, timeout=120)


def test_a_backup_of_a_running_server_goes_on_from_there(
    serve: Callable[..., Served], database: str, new_database: Callable[[str], str], tmp_path: Path
) -> None:
    served = serve(database=database)
    match, tokens, _ = served.new_match("turm", clock={"seconds": 1000, "increment": 0})
    before = served.move(match, tokens[0], FIRST, 0)
    restored = new_database(database.partition(":")[0].partition("+")[0])
    back_up(database, tmp_path, restored)
    served.move(match, tokens[1], SECOND, 1)
    again = serve(database=restored)
    found = again.get(f"/api/matches/{match}")
    for same in ("moves", "state", "seats", "start", "created"):
        assert found[same] == before[same]
    assert 900 < found["clock"]["left"][1] <= 1000
    assert len(again.move(match, tokens[1], SECOND, 1)["moves"]) == 2


def test_behind_a_proxy_every_client_has_its_own_limits(home: ForkServer, tmp_path: Path) -> None:
    served = Served(home, f"sqlite:///{tmp_path / 'x.db'}", "--limit=matches=1")
    wish = {"game": "turm", "seats": ["human", "human"]}
    statuses = [
        served.client.post("/api/matches", json=wish, headers={"X-Forwarded-For": client}).status_code
        for client in ("192.0.2.1", "192.0.2.2", "192.0.2.1", "2001:db8::1", "2001:db8::2", "2001:db8:0:1::1")
    ]
    served.close()
    assert statuses == [200, 200, 429, 200, 429, 200]
