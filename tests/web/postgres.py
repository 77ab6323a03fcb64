"""A real PostgreSQL for the tests, in a folder of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

DEBIAN = Path("/usr/lib/postgresql")
UNPRIVILEGED = "nobody"
# The tests kill servers, but never this one: it need not wait for the disk.
SETTINGS = ("listen_addresses=", "max_connections=40", "shared_buffers=16MB", "fsync=off")


def program(name: str) -> Path | None:
    """A program of PostgreSQL, which Debian keeps out of the path."""
    found = shutil.which(name)
    return Path(found) if found else max(DEBIAN.glob(f"*/bin/{name}"), default=None)


@contextmanager
def postgresql() -> Iterator[str]:
    """The URL of a server that has nothing in it, reached over a socket in a temporary folder."""
    initdb, pg_ctl = program("initdb"), program("pg_ctl")
    assert initdb is not None
    assert pg_ctl is not None
    # PostgreSQL does not run as root.
    user = UNPRIVILEGED if os.getuid() == 0 else None
    with TemporaryDirectory(prefix="pg", dir="/tmp") as name:
        if user is not None:
            shutil.chown(name, user)
        folder = Path(name) / "data"

        def run(*command: str | Path) -> None:
            subprocess.run(command, check=True, user=user, cwd=name, stdout=subprocess.DEVNULL, timeout=120)

        run(initdb, "-D", folder, "-U", "boardwright", "-A", "trust", "-E", "UTF8", "--no-sync")
        options = " ".join(f"-c {setting}" for setting in (*SETTINGS, f"unix_socket_directories={name}"))
        run(pg_ctl, "-D", folder, "-w", "-t", "60", "-l", Path(name) / "log", "-o", options, "start")
        try:
            yield f"postgresql+psycopg://boardwright@/postgres?host={name}"
        finally:
            with suppress(subprocess.CalledProcessError):
                run(pg_ctl, "-D", folder, "-w", "-m", "immediate", "stop")
