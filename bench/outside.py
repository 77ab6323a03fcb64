"""Packages of other people from PyPI, each in an environment of its own: to measure and to test against."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
MAX_SECONDS = 120


class NotInstalled(Exception):
    """A package cannot be had here; the message says why."""


@dataclass(frozen=True, slots=True)
class Outside:
    """A package, by its name and the versions that will do."""

    name: str
    versions: str

    @property
    def environment(self) -> Path:
        """The folder of its environment."""
        return ROOT / "build" / self.name

    @property
    def python(self) -> Path:
        """The Python that has it, once it is installed."""
        return self.environment / ("Scripts" if sys.platform == "win32" else "bin") / "python"

    def install(self) -> str:
        """Make the environment unless it is there; the version in it."""
        ask = [str(self.python), "-c", f"from importlib.metadata import version; print(version({self.name!r}))"]
        install = [str(self.python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        try:
            with self._alone():
                if not self.python.exists():
                    run([sys.executable, "-m", "venv", str(self.environment)])
                try:
                    return run(ask)
                except subprocess.CalledProcessError:
                    run([*install, f"{self.name}{self.versions}"])
                    return run(ask)
        except subprocess.CalledProcessError as error:
            raise NotInstalled((error.stderr.strip() or str(error)).splitlines()[-1]) from error
        except (OSError, subprocess.TimeoutExpired) as error:
            raise NotInstalled(str(error)) from error

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """While nobody else makes the same environment, where that can be known."""
        self.environment.mkdir(parents=True, exist_ok=True)
        with (self.environment / "lock").open("w") as lock:
            if sys.platform != "win32":
                import fcntl

                fcntl.flock(lock, fcntl.LOCK_EX)
            yield


def run(command: list[str], seconds: float = MAX_SECONDS) -> str:
    """What a command prints; one that fails raises."""
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=seconds).stdout.strip()


PETTINGZOO_CLASSIC = Outside("pettingzoo", "[classic]>=1.25,<2")
PY_DRAUGHTS = Outside("py-draughts", ">=1.10,<2")
OPEN_SPIEL = Outside("open_spiel", ">=2,<3")
PYDRAUGHTS = Outside("pydraughts", ">=0.6.7,<1")
