"""``boardwright doctor``."""

from __future__ import annotations

import argparse
import json
import platform
import sys
from importlib.metadata import PackageNotFoundError, version

import boardwright
from boardwright.arguments import add_json
from boardwright.core import HOW_TO_COMPILE, core_names, is_compiled
from boardwright.folders import data_folder

ABOUT = "what is installed, and where things are"
COMMAND_FOLLOWS = False
EXTRAS = {
    "rich": "cli",
    "prompt_toolkit": "cli",
    "platformdirs": "cli",
    "fastapi": "web",
    "uvicorn": "web",
    "sqlalchemy": "web",
    "psycopg": "postgresql",
    "numpy": "tune",
    "scipy": "tune",
    "pettingzoo": "rl",
    "ray": "cluster",
}


def declare(parser: argparse.ArgumentParser) -> None:
    add_json(parser)


def run(options: argparse.Namespace) -> None:
    report = findings()
    if options.json:
        print(json.dumps(report))
        return
    width = max(map(len, report))
    for name, value in report.items():
        print(f"{name:<{width}}  {value}")


def findings() -> dict[str, str]:
    """What there is, by name."""
    folder = data_folder()
    return {
        "boardwright": boardwright.__version__,
        "python": f"{platform.python_version()} ({sys.executable})",
        "platform": platform.platform(),
        "core": f"compiled: {', '.join(core_names())}" if is_compiled() else HOW_TO_COMPILE,
        **{name: _installed(name, extra) for name, extra in EXTRAS.items()},
        "data": "nowhere: the console keeps its history with boardwright[cli]" if folder is None else str(folder),
    }


def _installed(name: str, extra: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return f"not installed: pip install 'boardwright[{extra}]'"
