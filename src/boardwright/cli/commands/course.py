"""``boardwright course``."""

from __future__ import annotations

import argparse
import ast
import runpy
import sys
from pathlib import Path

import boardwright
from boardwright.cli.json_output import print_json
from boardwright.cli.options import add_json
from boardwright.errors import BoardwrightError, quoted
from boardwright.names import did_you_mean, find_name

ABOUT = "run a course program, or list them"
PACKAGE = Path(boardwright.__file__).parent
# In a wheel they are inside the package; in a checkout beside src.
FOLDERS = (PACKAGE / "compat", PACKAGE.parents[1] / "compat")


def declare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("program", metavar="GAME:NAME", nargs="?", help="the program; without it, list all of them")
    parser.add_argument("arguments", metavar="ARGUMENT", nargs="*", help="arguments of the program")
    parser.add_argument(
        "--path",
        action="store_true",
        help="print the folder of the course's Python package margrites, for PYTHONPATH",
    )
    add_json(parser)


def run(options: argparse.Namespace) -> None:
    if options.path:
        path = _folder() / "margrites"
        if options.json:
            print_json({"path": str(path)})
        else:
            print(path)
        return
    programs = course_programs()
    if options.program is None:
        _list(programs, as_json=options.json)
        return
    name = find_name(options.program, programs)
    if name is None:
        hint = did_you_mean(options.program, programs) or ": expected a name that boardwright course lists"
        raise BoardwrightError(f"there is no course program {quoted(options.program)}{hint}")
    sys.argv = [str(programs[name]), *options.arguments]
    runpy.run_path(str(programs[name]), run_name="__main__")


def course_programs() -> dict[str, Path]:
    """Return the course programs by their names."""
    return {f"{file.parent.name}:{file.stem}": file for file in sorted(_folder().glob("*/*.py"))}


def _folder() -> Path:
    for folder in FOLDERS:
        if folder.is_dir():
            return folder
    raise BoardwrightError("the course programs are not installed: expected a wheel or a checkout of boardwright")


def _list(programs: dict[str, Path], *, as_json: bool) -> None:
    width = max(map(len, programs))
    for name, file in programs.items():
        about = _about(file)
        if as_json:
            print_json({"program": name, "about": about})
        else:
            print(f"{name:<{width}}  {about}")


def _about(file: Path) -> str:
    return (ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or "").partition("\n")[0]
