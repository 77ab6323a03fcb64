"""The page draws boards and pieces in the colours of the package's pictures."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from boardwright import web
from boardwright.render.ground import DECORATION, DOT, FRAME, FRAME_TEXT, GROUND, LINES, STRIP
from boardwright.render.picture import FACE, FACE_UP, LETTER_DOWN, LETTER_ROOM, OTHER_PAINTS, PAINTS, Paint

PAGE = Path(web.__file__).with_name("page")
THEME = (PAGE / "theme.js").read_text()
STYLES = (PAGE / "board.css").read_text()


def full(colour: str) -> str:
    """Write a colour with six digits."""
    return colour if len(colour) == 7 else "#" + "".join(2 * digit for digit in colour[1:])


def declarations(selector: str) -> dict[str, str]:
    """The declarations of the first rule for a selector; of two for one property the first, without a dark theme."""
    body = re.search(rf"^{re.escape(selector)} \{{(.*?)\}}", STYLES, re.MULTILINE | re.DOTALL)
    assert body is not None, selector
    return dict(reversed(re.findall(r"([\w-]+): ([^;]+);", body[1])))


def test_pieces_have_the_same_paints() -> None:
    written = re.findall(r'(\w+: )?\{ face: "(#\w+)", edge: "(#\w+)", mark: "(#\w+)" \}', THEME)
    paints = [Paint(*colours) for _, *colours in written]
    expected = [Paint(*(full(colour) for colour in paint)) for paint in (*PAINTS.values(), *OTHER_PAINTS)]
    assert [name.rstrip(": ") for name, *_ in written if name] == list(PAINTS)
    assert paints == expected


@pytest.mark.parametrize("terrain", GROUND)
def test_squares_have_the_same_colours(terrain: str) -> None:
    selector = {"plain": ".tile", "light": ".ground-light"}.get(terrain, f".ground-{terrain} .tile")
    assert declarations(selector)["fill"] == GROUND[terrain]


def test_lines_and_points_have_the_same_colour() -> None:
    assert declarations(".graph-lines")["stroke"] == declarations(".graph-points")["fill"] == LINES
    assert declarations(".graph-ground")["fill"] == GROUND["plain"]
    assert f'svg("circle", {{ r: {DOT},' in (PAGE / "board_svg.js").read_text()


def test_the_frame_has_the_same_colours() -> None:
    assert declarations(".frame")["fill"] == declarations(".frame")["stroke"] == FRAME
    assert declarations(".board")["--frame-text"] == FRAME_TEXT
    assert declarations(".ground-exit .tile")["fill"] == STRIP


def test_faces_have_the_same_place_on_blocks() -> None:
    written = re.findall(r"(\w+): ([\d.]+)", re.findall(r"const FACE = \{(.*?)\}", (PAGE / "flat.js").read_text())[0])
    names = ("size", FACE), ("up", FACE_UP), ("letterRoom", LETTER_ROOM), ("letterDown", LETTER_DOWN)
    assert [(name, float(number)) for name, number in written] == list(names)


def test_decorations_are_the_same() -> None:
    shapes = dict(re.findall(r'(\w+): "M([^"]+)",', THEME))
    assert shapes == {terrain: path.removeprefix("m") for terrain, (path, _) in DECORATION.items()}
    for terrain, (_, style) in DECORATION.items():
        expected = {name.replace("_", "-"): str(value) for name, value in style.items()}
        assert declarations(f".on-{terrain}") == expected
