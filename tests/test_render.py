"""Positions for the eye: the same view as text, as styled text and as a picture."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardwright.render import styled_diagram, svg, text_diagram
from boardwright.views import Board, Exit, Piece, Square, View

ROOT = Path(__file__).parents[1]
SVG = "{http://www.w3.org/2000/svg}"
RED_BLUE = ("red", "blue")


def view(*pieces: Piece, board: Board | None = None, to_move: int = 0, **notes: str) -> View:
    return View(board or Board.grid("ab", "12"), pieces, to_move, tuple(notes.items()))


def picture(shown: View, sides: tuple[str, str] = RED_BLUE, **options: Any) -> ElementTree.Element:
    return ElementTree.fromstring(svg(shown, sides=sides, **options))


def texts(root: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


class TestText:
    def test_each_ground_has_its_sign(self) -> None:
        terrain = {"b1": "river", "c1": "castle", "d1": "goal", "e1": "home", "f1": "marsh"}
        assert text_diagram(view(board=Board.grid("abcdef", "1", terrain=terrain))) == "1 . ~ + * : .\n  a b c d e f"

    def test_cells_are_as_wide_as_the_widest_label(self) -> None:
        shown = view(Piece("tower", 0, ("a2",), "r3", 3), Piece("guard", 1, ("b1",), "BG"))
        assert text_diagram(shown) == "2 r3 .\n1 .  BG\n  a  b"

    def test_a_piece_shows_on_all_its_squares(self) -> None:
        shown = view(Piece("flaco", 0, ("a1", "a2"), "F"))
        assert text_diagram(shown) == "2 F .\n1 F .\n  a b"

    def test_squares_out_of_play_are_blank_and_names_the_labels_do_not_spell_stand_beside_the_row(self) -> None:
        board = Board(3, 2, (Square("1", 1, 1, "dark"), Square("2", 0, 0, "dark"), Square("3", 2, 0, "dark")))
        assert text_diagram(view(Piece("man", 1, ("2",), "b"), board=board)) == "  .    1-1\nb   .  2-3"

    def test_row_labels_of_different_widths_end_in_line(self) -> None:
        board = Board.grid("a", [str(row) for row in range(9, 11)])
        assert text_diagram(view(board=board)) == "10 .\n 9 .\n   a"

    def test_notes_follow_one_a_line(self) -> None:
        assert text_diagram(view(score="0(0)-0(0)", steps="4")).endswith("\n  a b\nscore: 0(0)-0(0)\nsteps: 4")

    def test_styled_segments_name_the_sides_colours(self) -> None:
        shown = view(Piece("man", 0, ("a1",), "w"), Piece("man", 1, ("b1",), "b"), board=Board.grid("abc", "1"))
        assert styled_diagram(shown, ("white", "black")) == [
            ("1", "dim"),
            (" ", ""),
            ("w", "bold black on bright_white"),
            (" ", ""),
            ("b", "bold bright_white on black"),
            (" ", ""),
            (".", "dim"),
            ("\n", ""),
            ("  ", ""),
            ("a", "dim"),
            (" ", ""),
            ("b", "dim"),
            (" ", ""),
            ("c", "dim"),
        ]

    def test_sides_of_any_name_have_different_styles(self) -> None:
        shown = view(Piece("man", 0, ("a1",), "n"), Piece("man", 1, ("b1",), "s"))
        styles = dict(styled_diagram(shown, ("north", "south")))
        assert (styles["n"], styles["s"]) == ("bold yellow", "bold magenta")

    def test_styled_segments_join_to_the_plain_text(self) -> None:
        shown = view(Piece("opa", 1, ("a1", "b1", "a2", "b2"), "o", 2), turn="7")
        assert "".join(text for text, _ in styled_diagram(shown, RED_BLUE)) == text_diagram(shown)


class TestPicture:
    def test_it_is_an_image_with_a_title_and_a_description(self) -> None:
        shown = view(Piece("guard", 0, ("a1",), "RG"), Piece("flaco", 1, ("b1", "b2"), "f"), to_move=1, steps="4")
        root = picture(shown, title="Turm & Wächter")
        assert root.get("role") == "img"
        assert [element.tag for element in root][:2] == [f"{SVG}title", f"{SVG}desc"]
        assert root.findtext(f"{SVG}title") == "Turm & Wächter"
        assert root.findtext(f"{SVG}desc") == "blue to move; red: RG a1; blue: f b1 b2; steps: 4"

    def test_without_a_title_it_says_whose_move_it_is(self) -> None:
        assert picture(view()).findtext(f"{SVG}title") == "red to move"
        assert texts(picture(view(), ("white", "black")))[-1] == "white to move"

    def test_each_ground_has_its_colour_and_unknown_ground_is_plain(self) -> None:
        terrain = {"a1": "river", "b1": "goal", "a2": "marsh"}
        paths = list(picture(view(board=Board.grid("ab", "12", terrain=terrain))).iter(f"{SVG}path"))
        assert [(path.get("d"), path.get("fill")) for path in paths[:3]] == [
            ("M0 100h100v100h-100z", "#8cc3de"),
            ("M100 100h100v100h-100z", "#f1d06f"),
            ("M0 0h100v100h-100zM100 0h100v100h-100z", "#eadfc9"),
        ]

    def test_a_name_stands_out_from_its_own_ground(self) -> None:
        board = Board(2, 1, (Square("1", 0, 0, "dark"), Square("2", 1, 0)))
        groups = [group for group in picture(view(board=board)).iter(f"{SVG}g") if group.get("fill-opacity")]
        assert [(group.get("fill"), [text.text for text in group]) for group in groups] == [
            ("#fff", ["1"]),
            ("#26170a", ["2"]),
        ]

    def test_a_gap_in_a_board_of_both_colours_is_not_a_square(self) -> None:
        both = Board.grid("ab", "12", terrain={"a1": "dark", "b2": "dark"}, gaps=["b1"])
        assert "#f0e4cb" not in {path.get("fill") for path in picture(view(board=both)).iter(f"{SVG}path")}

    def test_squares_between_dark_ones_are_light(self) -> None:
        board = Board(2, 2, (Square("1", 1, 1, "dark"), Square("2", 0, 0, "dark")))
        paths = [(path.get("d"), path.get("fill")) for path in picture(view(board=board)).iter(f"{SVG}path")]
        assert paths == [
            ("M0 0h200v200H0z", "#f0e4cb"),
            ("M100 0h100v100h-100zM0 100h100v100h-100z", "#a87f5a"),
        ]

    def test_the_labels_stand_beside_and_below_the_board(self) -> None:
        assert texts(picture(view())) == ["a", "b", "1", "2", "red to move"]

    def test_squares_that_the_labels_do_not_spell_show_their_names(self) -> None:
        board = Board(2, 1, (Square("1", 0, 0, "dark"),), ("a", "b"), ("1",))
        assert texts(picture(view(board=board))) == ["1", "a", "b", "1", "red to move"]

    def test_a_kind_without_a_glyph_shows_its_letter(self) -> None:
        assert texts(picture(view(Piece("zebra", 0, ("b1",), "z"))))[4:-1] == ["Z"]

    def test_a_glyph_stands_for_the_letter(self) -> None:
        root = picture(view(Piece("zebra", 0, ("b1",), "z")), glyphs={"zebra": "M0 0H9V9Z"})
        assert [path.get("transform") for path in root.iter(f"{SVG}path") if path.get("d") == "M0 0H9V9Z"] == [
            "translate(21 21) scale(.58)"
        ]
        assert texts(root)[4:-1] == []

    def test_an_empty_glyph_leaves_the_disc_bare(self) -> None:
        assert texts(picture(view(Piece("pawn", 0, ("b1",), "p")), glyphs={"pawn": ""}))[4:-1] == []

    def test_a_tower_is_a_stack_of_its_height_with_the_number(self) -> None:
        root = picture(view(Piece("tower", 0, ("a1",), "r3", 3)))
        assert [disc.get("cy") for disc in root.iter(f"{SVG}circle") if disc.get("r") == "33"] == ["58", "50", "42"]
        assert texts(root)[4:-1] == ["3"]

    @pytest.mark.parametrize("height", range(1, 50))
    def test_a_stack_stays_in_its_square(self, height: int) -> None:
        root = picture(view(Piece("tower", 0, ("a1",), "r", height)))
        discs = [disc for disc in root.iter(f"{SVG}circle") if disc.get("cx") == "50"]
        assert len(discs) == height + 2
        assert all(float(disc.get("r", "")) <= float(disc.get("cy", "")) for disc in discs)
        assert all(float(disc.get("r", "")) + float(disc.get("cy", "")) <= 100 for disc in discs)

    def test_where_a_piece_covers_squares_all_without_a_glyph_are_blocks(self) -> None:
        board = Board.grid("abc", "12")
        chato = Piece("chato", 0, ("a1", "b1", "a2", "b2"), "H")
        mini, cabeza = Piece("mini", 1, ("c1",), "m"), Piece("cabeza", 1, ("c2",), "c")
        root = picture(view(chato, mini, cabeza, board=board), glyphs={"cabeza": "M0 0H9V9Z"})
        faces = [(face.get("width"), face.get("height")) for face in root.iter(f"{SVG}rect")][1:]
        assert faces == [("176", "176"), ("76", "76")]
        assert texts(root)[5:-1] == ["H", "M"]

    def test_a_block_shows_its_face_above_its_letter(self) -> None:
        block = Piece("block", 0, ("a1", "b1", "a2", "b2"), "h", 2)
        root = picture(view(block, board=Board.grid("ab", "12")), faces={"block": "M0 0H9V9Z"})
        assert [path.get("transform") for path in root.iter(f"{SVG}path") if path.get("d") == "M0 0H9V9Z"] == [
            "translate(90 67.424) scale(1.14) translate(-50 -50)"
        ]
        letter = next(text for text in root.iter(f"{SVG}text") if text.text == "H")
        assert (letter.get("x"), letter.get("font-size")) == ("90", "46")
        assert float(letter.get("y", "")) > 140

    def test_a_higher_block_shows_more_of_its_sides(self) -> None:
        def face(height: int) -> str | None:
            root = picture(view(Piece("block", 0, ("a1", "b1"), "F", height)))
            return list(root.iter(f"{SVG}rect"))[1].get("width")

        assert [face(height) for height in (1, 2, 3)] == ["176", "166", "156"]

    def test_a_piece_that_is_no_rectangle_is_a_block_on_each_square(self) -> None:
        root = picture(view(Piece("corner", 0, ("a1", "b1", "a2"), "L")))
        assert texts(root)[4:-1] == ["L", "L", "L"]

    def test_exits_are_named_strips_that_share_their_edge(self) -> None:
        exits = (Exit("B++", "top"), Exit("in", "left"), Exit("out", "left"))
        root = picture(view(board=Board.grid("ab", "12", exits=exits)))
        strips = [group for group in root.iter(f"{SVG}g") if group.find(f"{SVG}rect") is not None]
        assert [(strip.findtext(f"{SVG}text"), strip.get("transform")) for strip in strips] == [
            ("B++", "translate(100 -23)"),
            ("in", "translate(-23 50) rotate(-90)"),
            ("out", "translate(-23 150) rotate(-90)"),
        ]

    def test_sides_of_any_names_have_different_colours(self) -> None:
        shown = view(Piece("man", 0, ("a1",), "n"), Piece("man", 1, ("b1",), "s"))
        groups = [group.get("fill") for group in picture(shown, ("north", "south")).iter(f"{SVG}g")]
        assert [fill for fill in groups if fill][1:] == ["#e59a1c", "#6a4fa3"]

    def test_notes_stand_beside_the_turn_or_below_it(self) -> None:
        wide = Board.grid("abcdefgh", "1")
        assert texts(picture(view(board=wide, steps="4", score="0-0")))[-2:] == ["red to move", "steps: 4 · score: 0-0"]
        assert texts(picture(view(steps="4", score="0-0")))[-3:] == ["red to move", "steps: 4", "score: 0-0"]

    def test_a_note_without_room_is_cut(self) -> None:
        assert texts(picture(view(plan="x" * 1000)))[-1] == "plan: xxxxxxx…"

    @given(st.text(), st.text(), st.text(), st.text())
    def test_any_text_gives_a_picture_that_parses(self, title: str, label: str, name: str, side: str) -> None:
        board = Board(1, 1, (Square(name, 0, 0, title),), (label,), (title,), (Exit(name, "right"),))
        shown = View(board, (Piece(title, 0, (name,), label),), 0, ((name, label),))
        ElementTree.fromstring(svg(shown, sides=(side, name), glyphs={title: label}, title=title))


def test_the_pictures_of_the_documentation_are_as_written() -> None:
    command = [sys.executable, str(ROOT / "docs" / "pictures.py"), "--check"]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stderr) == (0, "")


def test_every_picture_that_a_page_shows_is_there() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("**/*.md"), *(ROOT / "src").glob("**/*.md")]
    shown = {
        page.parent / name
        for page in pages
        for name in re.findall(r"\]\(([\w/.-]+\.(?:svg|png))\)", page.read_text(encoding="utf-8"))
    }
    assert shown
    assert [path for path in shown if not path.exists()] == []
