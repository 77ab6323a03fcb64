"""Write the pictures that the documentation shows: ``python docs/pictures.py [--check]``.

With ``--check`` nothing is written; the exit status is 1 if a picture is not as it would be written.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

from boardwright import find_game, games
from boardwright.render import position_svg
from boardwright.render.markup import element, escaped

GAMES = Path(games.__file__).parent


class Picture(NamedTuple):
    """A file in the game's package, and the position it shows (default: the start position)."""

    file: str
    game: str
    position: str = ""
    title: str = "start position"

    @property
    def path(self) -> Path:
        """Where the file is."""
        return GAMES / self.game.partition(":")[0] / "pictures" / self.file


PICTURES = (
    Picture("turm.svg", "turm"),
    Picture("turm-moves.svg", "turm", "RG6/7/3r13/b12r31b11/7/3b23/6BG r", "a tower of three between other towers"),
    Picture("turm-guard.svg", "turm", "7/7/3RG3/7/r32BG3/7/7 r", "three stones reach the blue guard"),
    Picture("margrites.svg", "margrites"),
    Picture("margrites-chain.svg", "margrites", "9/9/5w3/6ww1/5bbw1/1b7/9/9 w", "White plays f6>f5"),
    Picture("margrites-martyrdom.svg", "margrites", "9/9/9/4bww2/4bb3/3www3/9/9 b", "Black may not play e5>d4"),
    Picture("congo.svg", "congo"),
    Picture("congo-full.svg", "congo:full", title="start position with all animals"),
    Picture("congo-faceoff.svg", "congo", "7/7/4l2/7/2L4/7/7 w 0", "two lions on an open diagonal"),
    Picture("congo-monkey.svg", "congo", "2l4/7/1Mep3/1c2m2/2e4/3L3/7 w 0", "a monkey with three pieces to jump"),
    Picture("congo-river.svg", "congo", "2l4/7/7/1P1Z3/7/7/3L3 w 0", "a zebra and a pawn in the river"),
    Picture("cabeza.svg", "cabeza"),
    Picture(
        "cabeza-slides.svg",
        "cabeza",
        "h6c1m/h9/10/3oo5/3oo5/3MC5/4ff3F/10/8OO/4HH2OO,r",
        "the Cabeza between an Opa, a Flaco and its Mini",
    ),
    Picture(
        "cabeza-crush.svg",
        "cabeza",
        "h4f3m/h7oo/8oo/4c5/10/4F5/10/10/8OO/M1C1HH2OO,r",
        "the Flaco can roll north onto the blue Cabeza",
    ),
    Picture("draughts.svg", "draughts"),
    Picture("draughts-strike.svg", "draughts", "W:WK41,49:B9,10,12,19,38", "the king on 41 must take four"),
    Picture("draughts-majority.svg", "draughts", "W:W36,47:BK31,33,42", "one man can take a king, the other two men"),
    Picture("draughts-example.svg", "draughts", "W:WK1,29,38,40,48:B7,13,20,24,35,39,K47", "the board of the example"),
)


def render(picture: Picture) -> str:
    """The text of the picture's file."""
    game = find_game(picture.game)
    position = game.parse_position(picture.position) if picture.position else game.start()
    return position_svg(game, position, title=f"{game.title}, {picture.title}") + "\n"


CURVES = "learning.md"
"""The page with the table of the learning curves, and the picture's colour for each of its opponents."""
COLOURS = ("#0b7a75", "#c2410c", "#6d5bd0", "#9a6b12")


def curves_of(table: str) -> str:
    """Draw the table of a learner: minutes, games and positions, then the points against each opponent in per cent."""
    rows = [[cell.strip() for cell in row.strip("|").split("|")] for row in table.splitlines()]
    names = [name.strip("`") for name in rows[0][3:]]
    minutes = [float(row[0]) for row in rows[2:]]
    left, width, top, height = 48, 420, 16, 220

    def at(minute: float, points: float) -> str:
        return f"{left + width * minute / minutes[-1]:.1f} {top + height * (1 - points / 100):.1f}"

    def label(text: str, x: float, y: float, **attributes: str) -> str:
        return element("text", escaped(text), x=round(x, 1), y=round(y, 1), **attributes)

    parts = [element("title", "Points of the learner by minutes of training")]
    for points in (0, 25, 50, 75, 100):
        parts.append(element("path", d=f"M{at(0, points)}L{at(minutes[-1], points)}", stroke="#8888", fill="none"))
        parts.append(label(f"{points}%", left - 8, top + height * (1 - points / 100) + 4, text_anchor="end"))
    ticks = [(tick, left + width * tick / minutes[-1]) for tick in range(int(minutes[-1]) + 1)]
    parts += [label(str(tick), x, top + height + 18, text_anchor="middle") for tick, x in ticks]
    parts.append(label("minutes", left + width / 2, top + height + 36, text_anchor="middle"))
    for number, (name, colour) in enumerate(zip(names, COLOURS, strict=False), 3):
        drawn = [at(minute, float(row[number].rstrip("%"))) for minute, row in zip(minutes, rows[2:], strict=True)]
        parts.append(element("path", d=f"M{'L'.join(drawn)}", stroke=colour, stroke_width=2.5, fill="none"))
        for point in drawn:
            x, y = map(float, point.split())
            parts.append(element("circle", cx=x, cy=y, r=3.5, fill=colour))
        parts.append(label(name, left + width + 12, y + 4, style=f"fill:{colour}"))
    style = element("style", "text{font:13px system-ui,'DejaVu Sans',sans-serif;fill:#777}")
    size = f"0 0 {left + width + 150} {top + height + 48}"
    return element("svg", style + "".join(parts), xmlns="http://www.w3.org/2000/svg", viewBox=size, role="img") + "\n"


def written() -> dict[Path, str]:
    """All pictures, by their files."""
    page = Path(__file__).with_name(CURVES).read_text(encoding="utf-8")
    table = page[page.index("| minutes |") :].partition("\n\n")[0]
    curves = {Path(__file__).parent / "pictures" / "alphazero.svg": curves_of(table)}
    return {picture.path: render(picture) for picture in PICTURES} | curves


def main(arguments: list[str]) -> int:
    """The exit status."""
    if arguments not in ([], ["--check"]):
        print(f"usage: python {Path(__file__).name} [--check]", file=sys.stderr)
        return 2
    status = 0
    for path, text in written().items():
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        if arguments:
            print(f"{path.name} is not as it would be written: run python docs/pictures.py", file=sys.stderr)
            status = 1
        else:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
