"""``boardwright new``."""

from __future__ import annotations

import argparse
import keyword
import re
import sys
from pathlib import Path

from boardwright.cli.inputs import write_file
from boardwright.cli.json_output import print_json
from boardwright.cli.options import add_json
from boardwright.errors import BoardwrightError, quoted
from boardwright.registry import game_names

ABOUT = "begin a game of your own: a small complete one in a file, with tests, to be changed"
FOLDER = Path(__file__).parents[1] / "starter"
"""The game that is written, and its tests, called starter; both are tested as they are."""
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
RESERVED = ("boardwright", "conftest", "pytest")


def declare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="name of the game and of its file, such as my_game")
    add_json(parser)


def run(options: argparse.Namespace) -> None:
    name = _checked(options.name)
    files = {f"{name}.py": "starter.py", f"test_{name}.py": "test_starter.py"}
    for file in files:
        # Not only when it is written: both files are written, or none.
        if Path(file).exists():
            raise BoardwrightError(f"the file {quoted(file)} exists already: expected another name")
    for file, template in files.items():
        write_file(file, _renamed((FOLDER / template).read_text(encoding="utf-8"), name), replace=False)
    if options.json:
        print_json({"game": f"{name}.py", "files": list(files)})
        return
    print(f"written: {' and '.join(files)}; next:")
    for command in (f"boardwright check {name}.py", f"boardwright serve --game {name}.py", f"pytest test_{name}.py"):
        print(f"  {command}")


def _checked(name: str) -> str:
    """Return a name for a game and its module."""
    if not NAME.fullmatch(name) or keyword.iskeyword(name):
        raise BoardwrightError(
            f"{quoted(name)} cannot be the name of a game in a file: expected letters, digits and _, such as my_game"
        )
    if name.lower() in sys.stdlib_module_names or name.lower() in RESERVED or name.startswith("test_"):
        raise BoardwrightError(f"{quoted(name)} is the name of another Python module: expected a new one")
    if name.lower() in game_names():
        raise BoardwrightError(f"there is a game called {quoted(name.lower())} already: expected another name")
    return name


def _renamed(text: str, name: str) -> str:
    """Return the template with another name.

    >>> _renamed('class StarterGame: name = "starter"; title = "Starter"', "tug_of_war")
    'class TugOfWarGame: name = "tug_of_war"; title = "Tug of War"'
    """
    words = [word for word in name.split("_") if word]
    title = " ".join(word[0].upper() + word[1:] if len(word) > 2 or word is words[0] else word for word in words)
    class_name = "".join(word[0].upper() + word[1:] for word in words)
    new = {"StarterGame": f"{class_name}Game", "Starter": title, "starter": name}
    return re.sub("StarterGame|Starter|starter", lambda found: new[found.group()], text)
