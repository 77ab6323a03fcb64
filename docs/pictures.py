"""Write the pictures that the documentation shows: ``python docs/pictures.py [--check]``.

With ``--check`` nothing is written; the exit status is 1 if a picture is not as it would be written.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

from boardwright import find_game
from boardwright.diagram import svg

FOLDER = Path(__file__).with_name("pictures")


class Picture(NamedTuple):
    """A file in the folder, and the position it shows; the start where no position is given."""

    file: str
    game: str
    position: str = ""
    title: str = "start position"


PICTURES = (Picture("turm.svg", "turm"),)


def render(picture: Picture) -> str:
    """The text of the picture's file."""
    game = find_game(picture.game)
    position = game.parse_position(picture.position) if picture.position else game.start()
    title = f"{game.title}, {picture.title}"
    return svg(game.view(position), sides=game.sides, glyphs=game.glyphs, title=title) + "\n"


def main(arguments: list[str]) -> int:
    """The exit status."""
    if arguments not in ([], ["--check"]):
        print(f"usage: python {Path(__file__).name} [--check]", file=sys.stderr)
        return 2
    status = 0
    FOLDER.mkdir(exist_ok=True)
    for picture in PICTURES:
        path, text = FOLDER / picture.file, render(picture)
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        if arguments:
            print(f"{picture.file} is not as it would be written: run python docs/pictures.py", file=sys.stderr)
            status = 1
        else:
            path.write_text(text, encoding="utf-8", newline="\n")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
