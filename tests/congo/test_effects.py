"""What a move does besides: drowning, promotion, the number that rises; and the stages that show it."""

from __future__ import annotations

import pytest

from boardwright.games.congo import Congo
from boardwright.games.congo.rules import SQUARES, square_name

GAME = Congo()


def played(fen: str, move: str) -> str:
    position = GAME.parse_position(fen)
    return GAME.format_position(GAME.play(position, GAME.parse_move(position, move)))


def stages(fen: str, move: str) -> list[str]:
    """Each stage as its kind, the pieces before it and those after it, such as ``move Pa3 > Pa4``."""
    position = GAME.parse_position(fen)
    return [
        " ".join(
            [
                stage.kind,
                *(piece.label + piece.squares[0] for piece in stage.before),
                ">",
                *(piece.label + piece.squares[0] for piece in stage.after),
            ]
        )
        for stage in GAME.move_view(position, GAME.parse_move(position, move)).stages
    ]


@pytest.mark.parametrize(
    ("fen", "move", "after"),
    [
        pytest.param("3l3/7/7/P6/7/7/4L2 w 5", "e1e2", "3l3/7/7/7/7/4L2/7 b 5", id="a bystander"),
        pytest.param("3l3/7/7/2pS3/7/7/4L2 w 9", "d4c4", "3l3/7/7/7/7/7/4L2 b 9", id="a capture in the river"),
        pytest.param("3l3/7/7/P1Z4/7/7/4L2 w 0", "c4b6", "3l3/1Z5/7/7/7/7/4L2 b 0", id="one leaves, one drowns"),
        pytest.param("3l3/7/7/C5P/7/7/4L2 w 3", "e1e2", "3l3/7/7/C6/7/4L2/7 b 3", id="the crocodile stays"),
        pytest.param("7/1p5/3l3/2E4/7/3L3/7 w 10", "d2d5", "7/1p5/3L3/7/7/7/7 b 10", id="win and drowning"),
        pytest.param("2l4/7/7/1cM4/1p1e3/3L3/7 w 0", "c4a4c2e4", "2l4/7/7/7/7/3L3/7 b 0", id="a monkey comes back"),
        pytest.param("3l3/7/7/7/P6/7/4L2 w 0", "a3a4", "3l3/7/7/P6/7/7/4L2 b 0", id="who enters is safe"),
        pytest.param("3l3/7/7/p6/1P5/7/4L2 w 0", "b3a4", "3l3/7/7/P6/7/7/4L2 b 0", id="who enters by capture is safe"),
        pytest.param("3l3/7/7/pz5/7/7/4L2 w 0", "e1e2", "3l3/7/7/pz5/7/4L2/7 b 0", id="enemies are untouched"),
        pytest.param("3l3/7/7/2C1p2/7/7/4L2 w 0", "c4e4", "3l3/7/7/4C2/7/7/4L2 b 0", id="the crocodile swims"),
        pytest.param("3l3/7/7/2G4/7/7/4L2 w 0", "c4e4", "3l3/7/7/7/7/7/4L2 b 0", id="a giraffe swims and drowns"),
    ],
)
def test_drowning(fen: str, move: str, after: str) -> None:
    assert played(fen, move) == after


@pytest.mark.parametrize(
    ("fen", "move", "after"),
    [
        ("3l3/P6/7/7/7/7/4L2 w 0", "a6a7", "S2l3/7/7/7/7/7/4L2 b 0"),
        ("3l3/2P4/7/7/7/7/4L2 w 0", "c6d7", "3S3/7/7/7/7/7/4L2 b 0"),
        ("3l3/7/7/7/7/p6/4L2 b 7", "a2a1", "3l3/7/7/7/7/7/s3L2 w 8"),
        ("3l3/S6/7/7/7/7/4L2 w 0", "a6a7", "S2l3/7/7/7/7/7/4L2 b 0"),
    ],
)
def test_a_pawn_becomes_a_superpawn_on_its_last_rank(fen: str, move: str, after: str) -> None:
    assert played(fen, move) == after


def test_the_number_rises_after_blacks_moves_only() -> None:
    assert played("3l3/7/7/7/7/7/4L2 w 41", "e1e2").endswith(" b 41")
    assert played("3l3/7/7/7/7/7/4L2 b 41", "d7d6").endswith(" w 42")


@pytest.mark.parametrize(
    ("fen", "move", "expected"),
    [
        ("3l3/7/7/7/P6/7/4L2 w 0", "a3a4", ["move Pa3 > Pa4"]),
        ("3l3/7/7/p6/1P5/7/4L2 w 0", "b3a4", ["capture pa4 >", "move Pb3 > Pa4"]),
        ("3l3/7/7/P1Z4/7/7/4L2 w 0", "c4b6", ["move Zc4 > Zb6", "drown Pa4 >"]),
        ("3l3/7/7/P1pS3/7/7/4L2 w 9", "d4c4", ["capture pc4 >", "move Sd4 > Sc4", "drown Pa4 Sc4 >"]),
        (
            "3l3/2P4/7/1Z5/7/7/4L2 w 0",
            "c6d7",
            ["capture ld7 >", "move Pc6 > Pd7", "promote Pd7 > Sd7", "drown Zb4 >"],
        ),
        (
            "2l4/7/7/1cM4/1p1e3/3L3/7 w 0",
            "c4a4c2e4",
            [
                "move Mc4 > Ma4",
                "capture cb4 >",
                "move Ma4 > Mc2",
                "capture pb3 >",
                "move Mc2 > Me4",
                "capture ed3 >",
                "drown Me4 >",
            ],
        ),
        ("2l4/7/7/2M4/7/3L3/7 w 0", "c4b4", ["move Mc4 > Mb4", "drown Mb4 >"]),
    ],
)
def test_the_stages_of_a_move(fen: str, move: str, expected: list[str]) -> None:
    assert stages(fen, move) == expected
    position = GAME.parse_position(fen)
    quiet = {stage.split()[0] for stage in expected} == {"move"}
    assert GAME.is_progress(position, GAME.parse_move(position, move)) is not quiet


def test_a_move_is_clicked_along_its_whole_path() -> None:
    position = GAME.parse_position("2l4/7/7/1cM4/1p1e3/3L3/7 w 0")
    move = GAME.parse_move(position, "c4a4c2e4")
    assert GAME.move_view(position, move).paths == (("c4", "a4", "c2", "e4"),)


def test_the_board_shows_the_river_and_the_castles() -> None:
    ground = {square.name: square.terrain for square in GAME.view(GAME.start()).board.squares}
    rows = ["".join(ground[square_name(7 * rank + file)][0] for file in range(7)) for rank in range(6, -1, -1)]
    assert rows == ["ppcccpp"] * 3 + ["rrrrrrr"] + ["ppcccpp"] * 3
    assert len(ground) == len(SQUARES)


def test_a_piece_is_shown_with_its_kind_side_and_letter() -> None:
    pieces = GAME.view(GAME.parse_position("3l3/7/7/7/7/7/C3L2 b 0")).pieces
    assert [(piece.kind, piece.side, piece.squares, piece.label) for piece in pieces] == [
        ("crocodile", 0, ("a1",), "C"),
        ("lion", 0, ("e1",), "L"),
        ("lion", 1, ("d7",), "l"),
    ]


def test_a_repeated_position_is_told_without_its_number() -> None:
    early, late, other = (GAME.parse_position(f"3l3/7/7/7/7/7/Z3L2 {rest}") for rest in ("w 3", "w 9", "b 3"))
    assert GAME.repetition_key(early) == GAME.repetition_key(late) != GAME.repetition_key(other)


def test_the_estimate_follows_the_material() -> None:
    assert GAME.estimate(GAME.start()) == 0
    assert GAME.estimate(GAME.parse_position("3l3/7/7/7/7/7/Z3L2 b 0")) == pytest.approx(0.2)
    assert GAME.estimate(GAME.parse_position("3l3/ccccccc/7/7/7/7/4L2 b 0")) == -1
