"""Boards of squares, hexagons and points: names, neighbours, and what renderers make of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import combinations
from math import hypot
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardwright.render import svg, text_diagram
from boardwright.render.geometry import corner, shade_of, size_of
from boardwright.render.point_names import Box, crosses, name_offset
from boardwright.views import Board, Exit, Piece, View

SVG = "{http://www.w3.org/2000/svg}"
ALQUERQUE = Board.graph(
    {column + row: (x, y) for y, row in enumerate("12345") for x, column in enumerate("abcde")},
    [
        *((f"a{row}", f"e{row}") for row in "12345"),
        *((f"{column}1", f"{column}5") for column in "abcde"),
        *(("a1", "e5"), ("e1", "a5"), ("a3", "c5"), ("c5", "e3"), ("e3", "c1"), ("c1", "a3")),
    ],
)
WHEEL = Board.graph({"hub": (1, 1), "top": (1, 2), "foot": (1, 0), "far": (3, 2)}, [("top", "foot"), ("hub", "far")])
# A hub, two rings and eight spokes: at the points of the inner ring, lines leave towards all corners.
SPOKES = [(4, 8), (7, 7), (8, 4), (7, 1), (4, 0), (1, 1), (0, 4), (1, 7)]
RINGS = {"a": SPOKES, "b": [(4 + (x - 4) // 2, 4 + (y - 4) // 2) for x, y in SPOKES]}
WEB = Board.graph(
    {"hub": (4, 4)} | {f"{ring}{at}": place for ring, places in RINGS.items() for at, place in enumerate(places)},
    [
        *((f"{ring}{at}", f"{ring}{(at + 1) % 8}") for ring in RINGS for at in range(8)),
        *((f"{ring}{at}", inner) for at in range(8) for ring, inner in (("a", f"b{at}"), ("b", "hub"))),
    ],
)
HOLE = Board.hexagon(2, gaps=["b2"])


def shown(board: Board, *pieces: Piece) -> View:
    return View(board, pieces, 0)


def man(name: str, side: int = 0, height: int = 1) -> Piece:
    return Piece("man", side, (name,), "wb"[side], height)


def picture(board: Board, *pieces: Piece) -> ElementTree.Element:
    return ElementTree.fromstring(svg(shown(board, *pieces), sides=("white", "black"), glyphs={"man": ""}))


def texts(root: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


class TestNames:
    @given(st.integers(1, 13))
    def test_a_hexagon_has_as_many_hexagons_on_each_side(self, size: int) -> None:
        board = Board.hexagon(size)
        assert len(board.squares) == 3 * size * (size - 1) + 1
        widths = [sum(square.y == y for square in board.squares) for y in range(board.rows)]
        assert widths == [*range(size, 2 * size), *range(2 * size - 2, size - 1, -1)]
        assert (min(square.x for square in board.squares), board.columns) == (0, 4 * size - 2)

    @pytest.mark.parametrize("size", [0, 14])
    def test_a_hexagon_of_another_size_is_refused(self, size: int) -> None:
        with pytest.raises(ValueError, match=f"a hexagonal board of size {size}: expected a size from 1 to 13"):
            Board.hexagon(size)

    def test_columns_of_hexagons_lean_or_are_straight(self) -> None:
        places = {square.name: (square.x, square.y) for square in Board.hex_rows("ab", "123").squares}
        assert (places["a1"], places["a2"], places["a3"]) == ((2, 0), (1, 1), (0, 2))
        places = {square.name: (square.x, square.y) for square in Board.hex_rows("ab", "123", straight=True).squares}
        assert (places["a1"], places["a2"], places["a3"]) == ((0, 0), (1, 1), (0, 2))

    def test_points_are_listed_row_by_row(self) -> None:
        assert [square.name for square in WHEEL.squares] == ["foot", "hub", "top", "far"]

    def test_a_line_to_an_unknown_point_is_refused(self) -> None:
        with pytest.raises(ValueError, match="a line of the board ends at 'b': expected a point, such as 'a'"):
            Board.graph({"a": (0, 0)}, [("a", "b")])

    def test_a_line_has_two_ends_and_a_point_whole_numbers(self) -> None:
        with pytest.raises(ValueError, match=r"a line of the board is \('a', 'b', 'c'\): expected the two points"):
            Board.graph({"a": (0, 0)}, [("a", "b", "c")])  # type: ignore[list-item]
        with pytest.raises(ValueError, match=r"the point a of the board is at \(0, 0.5\): expected whole numbers"):
            Board.graph({"a": (0, 0.5)}, [])  # type: ignore[dict-item]

    @pytest.mark.parametrize("make", [partial(Board.grid, "ab", "12"), partial(Board.hexagon, 2)])
    def test_a_gap_or_a_terrain_outside_the_board_is_refused(self, make: Callable[..., Board]) -> None:
        with pytest.raises(ValueError, match="the board has a gap at 'z9': expected names of its squares, such as a1"):
            make(gaps=["z9"])
        with pytest.raises(ValueError, match="the board has a terrain at 'z9': expected names of its squares"):
            make(terrain={"z9": "goal"})

    def test_an_exit_without_a_comma_is_refused(self) -> None:
        with pytest.raises(ValueError, match="the board has the exit 'pass': expected a tuple of Exits; a single one"):
            Board.grid("a", "1", exits=Exit("pass", "top"))  # type: ignore[arg-type]

    def test_reserves_are_beside_the_board_and_no_part_of_it(self) -> None:
        board = Board.hexagon(2).with_reserves("white", "black")
        assert board.reserves == {"white", "black"}
        assert board.columns == Board.hexagon(2).columns + 2
        assert "white" not in {other for square in board.squares for other in board.neighbours(square.name)}

    def test_the_labels_form_the_names_of_every_kind_of_board(self) -> None:
        for board in (Board.grid("ab", "12"), Board.hexagon(3), ALQUERQUE):
            assert all(map(board.is_spelled, board.squares))
        assert not any(map(WHEEL.is_spelled, WHEEL.squares))

    def test_points_have_the_labels_that_all_their_names_have(self) -> None:
        sparse = Board.graph({"a1": (0, 0), "c1": (2, 0), "c3": (2, 1)}, [])
        assert (sparse.column_labels, sparse.row_labels) == (("a", "", "c"), ("1", "3"))
        assert all(map(sparse.is_spelled, sparse.squares))
        for askew in ({"a1": (0, 0), "b2": (0, 1)}, {"a1": (0, 0), "a2": (1, 1)}, {"a1": (0, 0), "hub": (1, 0)}):
            assert Board.graph(askew, []).column_labels == ()


class TestNeighbours:
    def test_squares_have_those_at_their_edges_and_with_diagonals_at_their_corners(self) -> None:
        board = Board.grid("abc", "123", gaps=["c2"])
        assert board.neighbours("b2") == ("b1", "a2", "b3")
        assert board.neighbours("b2", diagonals=True) == ("a1", "b1", "c1", "a2", "a3", "b3", "c3")

    def test_hexagons_have_up_to_six_and_a_hole_is_none(self) -> None:
        assert Board.hexagon(3).neighbours("c3") == ("b2", "c2", "b3", "d3", "c4", "d4")
        assert HOLE.neighbours("a1") == ("b1", "a2")

    @pytest.mark.parametrize("board", [Board.hexagon(4), Board.hex_rows("abcd", "123", straight=True), HOLE])
    def test_hexagons_are_neighbours_if_their_middles_are_one_hexagon_apart(self, board: Board) -> None:
        for one, other in combinations(board.squares, 2):
            (ax, ay), (bx, by) = corner(board, one), corner(board, other)
            is_near = hypot(ax - bx, ay - by) < 101
            assert (other.name in board.neighbours(one.name)) == (one.name in board.neighbours(other.name)) == is_near

    def test_points_have_the_next_ones_on_their_lines(self) -> None:
        assert ALQUERQUE.neighbours("c3") == ("b2", "c2", "d2", "b3", "d3", "b4", "c4", "d4")
        assert ALQUERQUE.neighbours("b3") == ("b2", "a3", "c3", "b4")
        assert WHEEL.neighbours("hub") == ("foot", "top", "far")

    def test_an_unknown_square_is_refused(self) -> None:
        with pytest.raises(ValueError, match="there is no square 'z9' on the board: expected such as 'a1'"):
            Board.grid("ab", "12").neighbours("z9")


class TestText:
    def test_rows_of_hexagons_are_shifted_with_the_labels_where_rows_and_columns_end(self) -> None:
        lines = [" 3 . w", "2 .   .", " 1 . . c", "    a b"]
        assert text_diagram(shown(HOLE, man("c3"))).splitlines() == lines

    def test_straight_columns_have_their_labels_below(self) -> None:
        lines = ["3 . .", " 2 . .", "1 . .", "  a b"]
        assert text_diagram(shown(Board.hex_rows("ab", "123", straight=True))).splitlines() == lines

    def test_hexagons_that_labels_do_not_spell_are_named_at_the_side(self) -> None:
        board = Board.hex_rows("ab", "12")._replace(row_labels=(), column_labels=())
        assert text_diagram(shown(board)).splitlines() == [". .   a2-b2", " . .  a1-b1"]

    def test_lines_are_drawn_between_points(self) -> None:
        assert text_diagram(shown(ALQUERQUE, man("c3"))).splitlines() == [
            "5 .-.-.-.-.",
            r"  |\|/|\|/|",
            "4 .-.-.-.-.",
            r"  |/|\|/|\|",
            "3 .-.-w-.-.",
            r"  |\|/|\|/|",
            "2 .-.-.-.-.",
            r"  |/|\|/|\|",
            "1 .-.-.-.-.",
            "  a b c d e",
        ]

    def test_lines_that_cross_between_points_and_lines_that_cannot_be_drawn(self) -> None:
        crossed = Board.graph({"a": (0, 0), "b": (1, 1), "c": (1, 0), "d": (0, 1)}, [("a", "b"), ("c", "d")])
        assert text_diagram(shown(crossed)).splitlines() == [". .  d b", " X", ". .  a c"]
        assert text_diagram(shown(WHEEL)).splitlines() == [
            "  .   .  top far",
            "  |",
            "  .      hub",
            "  |",
            "  .      foot",
            "lines: hub-far",
        ]

    def test_what_is_in_hand_is_below_the_board(self) -> None:
        board = Board.grid("ab", "12").with_reserves("white", "black")
        lines = ["2 . .", "1 w .", "  a b", "white in hand: 8 w", "black in hand: none"]
        assert text_diagram(shown(board, man("a1"), man("white", 0, 8))).splitlines() == lines


class TestPicture:
    @pytest.mark.parametrize(
        "board", [Board.hexagon(3), Board.hex_rows("abcde", "1234"), ALQUERQUE, HOLE.with_reserves("white", "black")]
    )
    def test_every_square_is_on_the_board_and_none_covers_the_middle_of_another(self, board: Board) -> None:
        width, height = size_of(board)
        corners = [corner(board, square) for square in board.squares]
        assert all(0 <= x <= width - 100 and 0 <= y <= height - 100 for x, y in corners)
        assert all(hypot(ax - bx, ay - by) > 99 for (ax, ay), (bx, by) in combinations(corners, 2))

    def test_neighbouring_hexagons_differ_in_their_shade(self) -> None:
        board = Board.hexagon(5)
        squares = {square.name: square for square in board.squares}
        for name, square in squares.items():
            assert shade_of(board, square) not in {shade_of(board, squares[near]) for near in board.neighbours(name)}

    def test_hexagons_are_hexagons_with_their_labels_at_the_ends_of_rows_and_columns(self) -> None:
        root = picture(HOLE, man("a1"))
        (outlines,) = (path.get("d", "") for path in root.iter(f"{SVG}path") if path.get("fill") == "none")
        assert (outlines.count("M"), outlines.count("l50 28.9v57.7l-50 28.9l-50-28.9v-57.7z")) == (6, 6)
        assert texts(root) == ["a", "b", "c", "1", "2", "3", "white to move"]
        labels = {text.text: (text.get("x"), text.get("y")) for text in root.iter(f"{SVG}text")}
        assert (labels["a"], labels["2"]) == (("142.5", "315.1"), ("-35", "155"))

    def test_points_are_dots_on_the_lines(self) -> None:
        root = picture(WHEEL, man("far", 1))
        drawn = [path.get("d") for path in root.iter(f"{SVG}path") if path.get("stroke-linecap") == "round"]
        assert drawn == ["M150 50L150 250M150 150L350 50"]
        dots = [(dot.get("cx"), dot.get("cy")) for dot in root.iter(f"{SVG}circle") if dot.get("r") == "8"]
        assert dots == [("150", "250"), ("150", "150"), ("150", "50"), ("350", "50")]
        assert texts(root) == ["foot", "hub", "top", "far", "white to move"]

    def test_names_of_points_avoid_lines_and_stay_on_the_board(self) -> None:
        points = {square.name: (square.x + 0.5, square.y + 0.5) for square in WEB.squares}
        for square in WEB.squares:
            if square.name == "hub":
                continue  # There are lines on all sides.
            width, height = 0.24, 0.2
            across, up = name_offset(WEB, square, width, height)
            x, y = points[square.name][0] + across, points[square.name][1] + up
            box = Box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)
            assert min(box) >= 0, square.name
            assert max(box) <= 9, square.name
            assert not any(crosses(points[start], points[end], box) for start, end in WEB.lines), square.name

    def test_points_that_the_labels_spell_have_no_names(self) -> None:
        assert texts(picture(ALQUERQUE)) == [*"abcde", *"12345", "white to move"]

    def test_a_reserve_has_its_name_below_the_stack_in_hand(self) -> None:
        root = picture(Board.grid("a", "12").with_reserves("white", "black"), man("white", 0, 9))
        assert texts(root) == ["white", "black", "a", "1", "2", "9", "white to move"]

    def test_exits_are_beyond_the_labels_of_hexagons(self) -> None:
        root = picture(Board.hexagon(2, exits=(Exit("pass", "bottom"), Exit("left", "left"))))
        places = {text.text: text for text in root.iter(f"{SVG}text")}
        strips = [group.get("transform") for group in root.iter(f"{SVG}g") if group.find(f"{SVG}rect") is not None]
        assert strips == ["translate(150 367.7)", "translate(-79 144.35) rotate(-90)"]
        assert float(places["a"].get("y", "")) < 367.7 - 23

    def test_labels_and_exits_of_a_large_board_are_larger(self) -> None:
        def sizes(columns: str) -> set[str | None]:
            root = picture(Board.grid(columns, "12", exits=(Exit("pass", "top"),)))
            return {text.get("font-size") for text in root.iter(f"{SVG}text") if text.text in ("a", "pass")}

        assert sizes("abcdefghij") == {"30", "24"}
        assert sizes("abcdefghijkl") == {"45", "36"}

    def test_what_is_written_below_a_large_board_is_larger_too(self) -> None:
        def transform(columns: str) -> str | None:
            return list(picture(Board.grid(columns, "12")).iter(f"{SVG}g"))[-1].get("transform")

        assert transform("abcdefghij") == "translate(0 277)"
        assert transform("abcdefghijkl") == "translate(0 315.5) scale(1.5)"
