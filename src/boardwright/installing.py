"""Installation commands for missing extras and for the core, used by all messages that advise to install something."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from boardwright.errors import BoardwrightError

PACKAGE = "boardwright"
COMPILER = "a C++20 compiler (g++ 12 or later, or clang)"
THEN_RUN = "then run"
BUILD_AGAIN = ("--force-reinstall", "--no-cache-dir", "--no-deps")
"""pip options that prevent it from reusing a cached wheel that was built without a compiler."""


class MissingExtra(ModuleNotFoundError, BoardwrightError):
    """A required package is not installed; the message says how to install it."""


@contextmanager
def needs(what: str, *, extra: str = "", package: str = "") -> Iterator[None]:
    """Wrap imports of optional packages; if one is missing, the error says how to install the extra or the package."""
    try:
        yield
    except ModuleNotFoundError as error:
        missing = str(error.name).partition(".")[0]
        if isinstance(error, MissingExtra) or missing == PACKAGE:
            raise
        command = extra_command(extra) if extra else _pip(package)
        raise MissingExtra(f"{what} needs {missing}: run {command}", name=missing) from None


def extra_command(extra: str) -> str:
    """Return the command that installs the dependencies of an extra."""
    # If the package is installed, pip fetches only the dependencies of the extra.
    source = PACKAGE if _installed() else str(_checkout() or PACKAGE)
    return _pip(f"{source}[{extra}]")


def core_advice() -> str:
    """Return how to install a missing core; the command follows at the end, after ``run: ``."""
    installed = _installed()
    origin = _origin(installed) if installed else {}
    folder = _folder(origin) if installed else _checkout()
    is_editable = bool(origin.get("dir_info", {}).get("editable"))
    if folder and is_editable and Path(sys.prefix) == folder / ".venv":
        return f"install {COMPILER}, {THEN_RUN}: {shlex.join(['sh', str(folder / 'setup.sh'), 'play'])}"
    if folder:
        source = ["-e", str(folder)] if is_editable else [str(folder)]
    else:
        source = _remote_source(origin) if installed else []
    place = "" if source else f" in a checkout of {PACKAGE}"
    return f"install {COMPILER}, {THEN_RUN}{place}: {_pip(*BUILD_AGAIN, *(source or ['.']))}"


def _pip(*arguments: str) -> str:
    """Return a pip command for this Python, which may not be the one on the PATH."""
    return shlex.join([sys.executable, "-m", "pip", "install", *arguments])


def _installed() -> Distribution | None:
    try:
        return distribution(PACKAGE)
    except PackageNotFoundError:
        return None


def _checkout() -> Path | None:
    """Return the source checkout that the package runs from, if any."""
    folder = Path(__file__).resolve().parents[2]
    return folder if (folder / "pyproject.toml").is_file() else None


def _origin(installed: Distribution) -> dict[str, Any]:
    """Return pip's PEP 610 record of the origin; empty for a package installed by name."""
    origin: dict[str, Any] = json.loads(installed.read_text("direct_url.json") or "{}")
    return origin


def _folder(origin: dict[str, Any]) -> Path | None:
    """Return the folder that the package was installed from, if it still exists."""
    folder = Path(unquote(urlsplit(origin.get("url", "")).path))
    return folder if "dir_info" in origin and folder.is_dir() else None


def _remote_source(origin: dict[str, Any]) -> list[str]:
    """Return the pip arguments that rebuild the package; none if it was installed from a wheel."""
    if not origin:
        return ["--no-binary", PACKAGE, PACKAGE]
    if "vcs_info" in origin:
        return [f"{origin['vcs_info']['vcs']}+{origin['url']}@{origin['vcs_info']['commit_id']}"]
    return [origin["url"]] if "archive_info" in origin and not origin["url"].endswith(".whl") else []
