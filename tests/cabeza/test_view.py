"""Cabeza for the eye: the board, the pieces, and what a move shows."""

from boardwright.check import programs_of
from boardwright.games.cabeza import Cabeza
from boardwright.views import MoveView, Piece, Stage

GAME = Cabeza()


def shown(position: str, move: str) -> MoveView:
    parsed = GAME.parse_position(position)
    return GAME.move_view(parsed, GAME.parse_move(parsed, move))


def test_squares_are_named_column_then_row_and_the_home_rows_are_marked() -> None:
    board = GAME.view(GAME.start()).board
    assert (board.columns, board.rows, len(board.squares)) == (10, 10, 100)
    assert board.column_labels == board.row_labels == tuple("0123456789")
    south_east = next(square for square in board.squares if square.name == "90")
    assert (south_east.x, south_east.y, south_east.terrain) == (9, 0, "home")
    assert {square.y for square in board.squares if square.terrain == "home"} == {0, 9}
    assert {square.terrain for square in board.squares if 0 < square.y < 9} == {"plain"}


def test_a_piece_shows_its_whole_footprint_its_letter_and_its_present_height() -> None:
    view = GAME.view(GAME.start())
    assert view.to_move == 0
    assert view.pieces[:5] == (
        Piece("cabeza", 0, ("50",), "C", 1),
        Piece("mini", 0, ("40",), "M", 1),
        Piece("flaco", 0, ("30", "31"), "F", 1),
        Piece("chato", 0, ("60", "61"), "H", 2),
        Piece("opa", 0, ("41", "51", "42", "52"), "O", 2),
    )
    assert [piece.label for piece in view.pieces[5:]] == list("cmfho")


def test_a_crushed_cabeza_is_not_shown() -> None:
    view = GAME.view(GAME.parse_position("h4f3m/h7oo/8oo/4F5/4F5/10/10/10/8OO/M1C1HH2OO,b,x"))
    assert [piece.label for piece in view.pieces] == list("CMFHOmfho")


def test_each_roll_is_a_stage_and_any_square_of_each_footprint_can_be_clicked() -> None:
    view = shown("3hcmf3/3hoof3/4oo4/10/10/10/10/4OO4/3FOOH3/3FMCH3,r", "Fnw")
    lying = Piece("flaco", 0, ("30", "31"), "F", 1)
    standing = Piece("flaco", 0, ("32",), "F", 2)
    across = Piece("flaco", 0, ("12", "22"), "F", 1)
    assert view.stages == (Stage("roll", (lying,), (standing,)), Stage("roll", (standing,), (across,)))
    assert view.paths == (("30", "32", "12"), ("30", "32", "22"), ("31", "32", "12"), ("31", "32", "22"))


def test_a_crush_shows_the_capture_before_the_landing() -> None:
    view = shown("h4f3m/h7oo/8oo/10/5c4/4F5/10/10/8OO/M1C1HH2OO,r", "Fen")
    assert [stage.kind for stage in view.stages] == ["roll", "capture", "roll"]
    assert view.stages[1] == Stage("capture", (Piece("cabeza", 1, ("55",), "c", 1),), ())
    assert view.stages[2].after == (Piece("flaco", 0, ("55", "65"), "F", 1),)


def test_a_mini_is_clicked_from_square_to_square_and_rolls_the_way_that_is_free() -> None:
    view = shown("h4f1c1m/h9/4oo4/4oo4/5M4/10/9F/10/8OO/2C1HH2OO,r", "Mne")
    assert view.paths == (("55", "66"),)
    assert [stage.kind for stage in view.stages] == ["roll", "roll"]
    assert [stage.after[0].squares for stage in view.stages] == [("65",), ("66",)]


def test_a_cabeza_is_clicked_from_square_to_square_and_slides_a_legal_way() -> None:
    text = "h6c1m/h9/10/3oo5/3oo5/3MC5/4ff3F/10/8OO/4HH2OO,r"
    one = shown(text, "Cne")
    assert one.paths == (("44", "55"),)
    assert [(stage.kind, stage.after[0].squares) for stage in one.stages] == [("move", ("55",))]
    two = shown(text, "Csee")
    assert two.paths == (("44", "63"),)
    assert [(stage.kind, stage.after[0].squares) for stage in two.stages] == [("move", ("54",)), ("move", ("63",))]


def test_only_a_crush_is_progress() -> None:
    position = GAME.parse_position("h4f3m/h7oo/8oo/4c5/10/4F5/10/10/8OO/M1C1HH2OO,r")
    progress = [move for move in GAME.legal_moves(position) if GAME.is_progress(position, move)]
    assert [GAME.format_move(position, move) for move in progress] == ["Fn"]


def test_a_program_that_lists_moves_can_be_checked() -> None:
    from random import Random

    program = programs_of(GAME)["moves"]
    case = program.case(GAME.start(), Random(1))
    assert case.arguments == ("3hcmf3/3hoof3/4oo4/10/10/10/10/4OO4/3FOOH3/3FMCH3,r",)
    assert " ".join(case.answer) == "Fn Fnn Fnw Fw Fwn Fww He Hee Hen Hn Hne Hnn On"
