"""Positions and moves of international draughts in text, and what is said about damaged ones."""

import pytest

from boardwright.errors import AmbiguousMove, IllegalMove, InvalidMove, InvalidPosition
from boardwright.games.draughts import Draughts, Move
from boardwright.games.draughts.notation import format_board, parse_board, parse_turn
from boardwright.games.draughts.rules import BIT, legal_moves

GAME = Draughts()

START_BOARD = "\n".join(
    [
        *(" b b b b b", "b b b b b ") * 2,
        *(" . . . . .", ". . . . . "),
        *(" w w w w w", "w w w w w ") * 2,
    ]
)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("B:W31:B20", "B:W31:B20"),
        ("B:B20:W31", "B:W31:B20"),
        ("W:WK41,49:B9,10", "W:WK41,49:B9,10"),
        ("W:W50,K31-33,1:BK2", "W:W1,K31,K32,K33,50:BK2"),
        ("W:W31-31:B20.", "W:W31:B20"),
        (" W:W31:B\n", "W:W31:B"),
        ("B:W:B01", "B:W:B1"),
        ("W:W:B", "W:W:B"),
        ("W:W1:B50", "W:W1:B50"),
    ],
)
def test_a_fen_is_read_and_written_canonically(text: str, canonical: str) -> None:
    assert GAME.format_position(GAME.parse_position(text)) == canonical
    assert GAME.parse_position(canonical) == GAME.parse_position(text)


def test_the_start_position_is_written_without_ranges() -> None:
    white, black = (",".join(map(str, squares)) for squares in (range(31, 51), range(1, 21)))
    assert GAME.format_position(GAME.start()) == f"W:W{white}:B{black}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("W:W31-50", "'W:W31-50' has 2 parts: expected side:W...:B..., such as W:W31-50:B1-20"),
        ("W:W31:B20:H0", "'W:W31:B20:H0' has 4 parts: expected side:W...:B..., such as W:W31-50:B1-20"),
        ("w:W31:B20", "the side to move, part 1 of the FEN, is 'w': expected W or B"),
        (":W31:B20", "the side to move, part 1 of the FEN, is '': expected W or B"),
        ("W:31:B20", "part 2 of the FEN, '31', has no colour: expected W or B first"),
        ("W:W31:", "part 3 of the FEN, '', has no colour: expected W or B first"),
        ("W:W31:W20", "parts 2 and 3 of the FEN are both W: expected one W and one B"),
        (
            "W:W31,,32:B20",
            "part 2 of the FEN, 'W31,,32', has '': "
            "expected a square from 1 to 50, a range such as 31-50, or K and either",
        ),
        (
            "W:W31:Bk20",
            "part 3 of the FEN, 'Bk20', has 'k20': "
            "expected a square from 1 to 50, a range such as 31-50, or K and either",
        ),
        ("W:W0:B20", "part 2 of the FEN, 'W0', has '0': expected squares from 1 to 50"),
        ("W:W31:B20,51", "part 3 of the FEN, 'B20,51', has '51': expected squares from 1 to 50"),
        ("W:W50-31:B1", "part 2 of the FEN, 'W50-31', has '50-31': expected the smaller square first"),
        ("W:W31-50,40:B1", "part 2 of the FEN names square 40 again in '40'"),
        ("W:W31-50:B1-31", "part 3 of the FEN names square 31 again in '1-31'"),
        ("", "'' is not a position: expected a FEN such as W:W31-50:B1-20, or the ten lines of a board"),
        ("W", "'W' is not a position: expected a FEN such as W:W31-50:B1-20, or the ten lines of a board"),
    ],
)
def test_a_damaged_fen_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(InvalidPosition) as refused:
        GAME.parse_position(text)
    assert str(refused.value) == message


def test_the_board_is_ten_lines_of_ten_characters() -> None:
    assert format_board(GAME.start()) == START_BOARD
    assert GAME.parse_position(START_BOARD) == GAME.start()


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(line.rstrip() for line in START_BOARD.split("\n")),
        f"\n  \n{START_BOARD}\n\n",
        START_BOARD.replace("\n", "\r\n") + "\r\n",
        START_BOARD.replace("\n", "/"),
        START_BOARD.replace("\n", "/") + "/W",
        f"{START_BOARD}\nW\n",
        f"{START_BOARD}\n\n W \n",
    ],
)
def test_blanks_at_line_ends_and_blank_lines_around_the_board_do_not_matter(text: str) -> None:
    assert GAME.parse_position(text) == GAME.start()


def test_the_eleventh_line_gives_the_side_to_move() -> None:
    assert GAME.parse_position(f"{START_BOARD}\nB") == GAME.start()._replace(to_move=1)
    assert GAME.parse_position(START_BOARD.replace("\n", "/") + "/B") == GAME.start()._replace(to_move=1)


def test_all_four_kinds_of_piece_are_read_from_a_board() -> None:
    text = START_BOARD.replace(". . . . . ", "w b K B . ")
    position = GAME.parse_position(text)
    assert (position.white & BIT[26], position.black & BIT[27]) == (BIT[26], BIT[27])
    assert (position.white & BIT[28], position.black & BIT[29]) == (BIT[28], BIT[29])
    assert position.kings == BIT[28] | BIT[29]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            START_BOARD,
            START_BOARD[1:],
            "line 1, column 1 of the board has 'b': expected a space, for the square is light",
        ),
        (
            ". . . . . ",
            ". . x . . ",
            "line 6, column 5 of the board has 'x': expected . w b K or B, for the square is dark",
        ),
        (". . . . . ", ". . .", "line 6, column 7 of the board has ' ': expected . w b K or B, for the square is dark"),
        (
            ". . . . . ",
            ". .w. . . ",
            "line 6, column 4 of the board has 'w': expected a space, for the square is light",
        ),
        (" . . . . .", " . . . . . .", "line 5 of the board, ' . . . . . .', is 12 characters long: expected 10"),
        (
            ". . . . . \n",
            "",
            "the board ' b b b b b/b b b b b/ b b b b b/b b b b b/ . . . . ./ w w w '... (94 characters) "
            "has 9 lines: expected 10",
        ),
        (START_BOARD, ". .\n.", "the board '. ./.' has 2 lines: expected 10"),
    ],
)
def test_a_damaged_board_is_refused_with_line_and_column(old: str, new: str, message: str) -> None:
    with pytest.raises(InvalidPosition) as refused:
        GAME.parse_position(START_BOARD.replace(old, new, 1))
    assert str(refused.value) == message


def test_a_board_alone_has_no_side_to_move() -> None:
    with pytest.raises(InvalidPosition, match=r"^the board .* has 11 lines: expected 10$"):
        parse_board(f"{START_BOARD}\nW", 0)


AMBIGUOUS = GAME.parse_position("W:WK47:B14,19,29,31,42")


def test_a_move_is_read_by_its_full_path_and_by_any_of_its_routes() -> None:
    low, high = (GAME.parse_move(AMBIGUOUS, text) for text in ("47x38x20x9x36", "47x38x24x13x36"))
    assert low == Move(47, 36, BIT[14] | BIT[29] | BIT[31] | BIT[42])
    assert high == Move(47, 36, BIT[19] | BIT[29] | BIT[31] | BIT[42])
    assert GAME.parse_move(AMBIGUOUS, "47x33x20x9x36") == low


def test_origin_and_target_do_where_they_fit_one_move() -> None:
    position = GAME.parse_position("W:WK41,49:B9,10,12,19,38")
    assert [GAME.parse_move(position, text) for text in ("41x43", "41-43", " 41x43 ")] == legal_moves(position) * 3


def test_an_ambiguous_move_is_refused_with_its_candidates() -> None:
    with pytest.raises(AmbiguousMove) as refused:
        GAME.parse_move(AMBIGUOUS, "47x36")
    assert refused.value.candidates == ("47x38x20x9x36", "47x38x24x13x36")
    assert str(refused.value) == "'47x36' is ambiguous: write one of 47x38x20x9x36, 47x38x24x13x36"


def test_strict_parsing_takes_the_full_path_alone() -> None:
    position = GAME.parse_position("W:WK41,49:B9,10,12,19,38")
    assert GAME.parse_move(position, "41x14x3x21x43", strict=True) == legal_moves(position)[0]
    with pytest.raises(InvalidMove, match="'41x43' is not the full path: expected 41x14x3x21x43"):
        GAME.parse_move(position, "41x43", strict=True)
    with pytest.raises(InvalidMove, match="'47x33x20x9x36' is not the full path: expected 47x38x20x9x36"):
        GAME.parse_move(AMBIGUOUS, "47x33x20x9x36", strict=True)
    with pytest.raises(InvalidMove, match="'41-43' is not the full path: expected 41x14x3x21x43"):
        GAME.parse_move(position, "41-43", strict=True)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' is not a move: expected squares from 1 to 50, such as 32-28 or 28x19"),
        ("32", "'32' is not a move: expected squares from 1 to 50, such as 32-28 or 28x19"),
        ("32-28-23", "'32-28-23' is not a move: expected squares from 1 to 50, such as 32-28 or 28x19"),
        ("32-28x19", "'32-28x19' is not a move: expected squares from 1 to 50, such as 32-28 or 28x19"),
        ("32-51", "'32-51' names square 51: expected squares from 1 to 50"),
        ("0x9", "'0x9' names square 0: expected squares from 1 to 50"),
    ],
)
def test_what_is_no_move_is_refused(text: str, message: str) -> None:
    with pytest.raises(InvalidMove) as refused:
        GAME.parse_move(GAME.start(), text)
    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("position", "text", "rule"),
    [
        ("W:W31-50:B1-20", "20-25", "the piece on 20 is the opponent's"),
        ("W:W31-50:B1-20", "28-22", "28 is empty"),
        ("W:W31-50:B1-20", "32-22", "pieces move along a diagonal"),
        ("W:W31-50:B1-20", "32-23", "men move one square forward"),
        ("W:W28:B1", "28-33", "men move one square forward"),
        ("W:W31-50:B1-20", "37-31", "the path is blocked on 31"),
        ("W:W28,50:B22", "50-44", "a capture is compulsory, and must take one"),
        ("W:W26:B12,13,K21,31", "26x37", "it takes one and must take three, the most possible"),
        ("W:W26:B12,13,K21,31", "26x17x8", "it takes two and must take three, the most possible"),
        ("W:W31-50:B1-20", "32x28", "there is nothing to take between 32 and 28"),
        ("W:W31-50:B1-20", "20x25", "the piece on 20 is the opponent's"),
        ("W:W31-50:B1-20", "32x22", "32 and 22 are not on one diagonal"),
        ("W:W37,32:B1", "37x28", "the friendly piece on 32 cannot be taken"),
        ("W:W37:B32,28", "37x28", "28 is not empty"),
        ("W:WK37:B32,28", "37x23", "one jump takes one piece, not those on 32 and 28"),
        ("W:W46:B37", "46x32", "a man takes the piece next to it: 46 to 32 is too far"),
        (
            "W:WK46:B28,13",
            "46x14x37",
            "the piece on 28 is taken already, and stays on the board until the move ends",
        ),
        (
            "W:W28:B22,12,13,23",
            "28x17x8x19x28x17",
            "the piece on 22 is taken already, and stays on the board until the move ends",
        ),
        ("W:W35:B30,24", "35-30", "the game is over, black wins: the side to move is blocked"),
        ("W:W:B24", "35x24", "the game is over, black wins: the side to move has no pieces left"),
    ],
)
def test_an_illegal_text_is_refused_with_the_rule_it_breaks(position: str, text: str, rule: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        GAME.parse_move(GAME.parse_position(position), text)
    assert refused.value.rule == rule
    assert str(refused.value) == f"'{text}' is illegal: {rule}"


def test_the_short_notation_gives_the_full_path_only_where_it_must() -> None:
    short = GAME.notations["short"]
    assert sorted(short(AMBIGUOUS, move) for move in legal_moves(AMBIGUOUS)) == ["47x38x20x9x36", "47x38x24x13x36"]
    position = GAME.parse_position("W:WK41,49:B9,10,12,19,38")
    assert [short(position, move) for move in legal_moves(position)] == ["41x43"]
    assert short(GAME.start(), Move(32, 28)) == "32-28"


def test_the_notations_are_pdn_short_and_kata() -> None:
    position = GAME.parse_position("W:WK41,49:B9,10,12,19,38")
    assert {name: write(position, legal_moves(position)[0]) for name, write in GAME.notations.items()} == {
        "pdn": "41x14x3x21x43",
        "short": "41x43",
        "kata": "11x77x59x15x51",
    }


def test_turns_are_read_in_their_own_squares() -> None:
    assert parse_turn(GAME.start(), "33-44") == Move(32, 28)
    assert GAME.notations["kata"](GAME.start(), Move(32, 28)) == "33-44"
    position = GAME.parse_position("W:WK41,49:B9,10,12,19,38")
    assert [parse_turn(position, text) for text in ("11x51", "11x77x59x15x51")] == legal_moves(position) * 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("33-45", "'33-45' names 45, a light square: expected dark ones, such as 00 or 11"),
        ("3-4", "'3-4' is not a turn: expected squares as x and y, such as 44-35 or 71x44x99"),
        ("33-53", "'33-53' is illegal: pieces move along a diagonal"),
    ],
)
def test_what_is_no_turn_is_refused(text: str, message: str) -> None:
    with pytest.raises((InvalidMove, IllegalMove)) as refused:
        parse_turn(GAME.start(), text)
    assert str(refused.value) == message


def test_an_ambiguous_turn_lists_its_candidates_in_its_own_squares() -> None:
    with pytest.raises(AmbiguousMove) as refused:
        parse_turn(AMBIGUOUS, "20x02")
    assert refused.value.candidates == ("20x42x75x57x02", "20x42x86x68x02")
