"""``boardwright doctor``."""

from __future__ import annotations

import argparse
import platform
import sys
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import boardwright
from boardwright.cli.json_output import print_json
from boardwright.cli.options import add_json
from boardwright.core import KERNELS, core_names, is_compiled
from boardwright.core.compiler import compiler_version, find_compiler
from boardwright.errors import BoardwrightError
from boardwright.installing import core_advice, extra_command
from boardwright.paths import cache_folder, data_folder

ABOUT = "report what is installed, and where files are stored"
EXTRAS = {
    "rich": "cli",
    "prompt_toolkit": "cli",
    "shtab": "cli",
    "platformdirs": "cli",
    "fastapi": "web",
    "uvicorn": "web",
    "sqlalchemy": "web",
    "psycopg": "postgresql",
    "numpy": "train",
    "scipy": "train",
    "torch": "torch",
    "pettingzoo": "rl",
    "ray": "cluster",
}


def declare(parser: argparse.ArgumentParser) -> None:
    add_json(parser)


def run(options: argparse.Namespace) -> None:
    report = findings()
    if options.json:
        print_json(report)
        return
    lines = _lines(report)
    width = max(map(len, lines))
    for name, value in lines.items():
        print(f"{name:<{width}}  {value}")


def findings() -> dict[str, Any]:
    """Return what is installed and where, as plain data; ``advice`` says how to install what is missing."""
    folder = data_folder()
    return {
        "boardwright": boardwright.__version__,
        "python": {"version": platform.python_version(), "executable": sys.executable},
        "platform": platform.platform(),
        "core": {
            "compiled": is_compiled(),
            "games": core_names(),
            "kernels": list(KERNELS),
            "advice": None if is_compiled() else core_advice(),
        },
        "compiler": _compiler(),
        "packages": {name: _package(name, extra) for name, extra in EXTRAS.items()},
        "data": None if folder is None else str(folder),
    }


def _compiler() -> dict[str, str | None]:
    """Return the compiler of the headers of games in one file, or how to get one."""
    try:
        return {"version": compiler_version(*find_compiler()), "cache": str(cache_folder()), "advice": None}
    except BoardwrightError as error:
        return {"version": None, "cache": None, "advice": str(error)}


def _package(name: str, extra: str) -> dict[str, str | None]:
    try:
        installed, advice = version(name), None
    except PackageNotFoundError:
        installed, advice = None, extra_command(extra)
    return {"version": installed, "extra": extra, "advice": advice}


def _lines(report: dict[str, Any]) -> dict[str, str]:
    """Return the findings as text, by name."""
    core, python, compiler = report["core"], report["python"], report["compiler"]
    return {
        "boardwright": report["boardwright"],
        "python": f"{python['version']} ({python['executable']})",
        "platform": report["platform"],
        "core": f"compiled: {', '.join(core['games'])}" if core["compiled"] else f"not compiled: {core['advice']}",
        "compiler": f"{compiler['version']}, for headers of your own games; libraries in {compiler['cache']}"
        if compiler["version"]
        else f"none: {compiler['advice']}",
        "kernel": core["kernels"][0] if core["kernels"] else "none",
        **{
            name: package["version"] or f"not installed: run {package['advice']}"
            for name, package in report["packages"].items()
        },
        "data": report["data"] or f"no folder: to save the console history, run {extra_command('cli')}",
    }
