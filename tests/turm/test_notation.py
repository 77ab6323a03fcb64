"""Turm positions and moves in text."""

from contextlib import suppress
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardwright.errors import IllegalMove, InvalidMove, InvalidPosition
from boardwright.games.turm import Move, Turm
from boardwright.games.turm.notation import START

GAME = Turm()
ASKED = "b36/3b12r3/7/7/1r2RG4/2/BG4/6r1 b"
REPAIRED = "b36/3b12r3/7/7/1r2RG4/2BG4/6r1 b"
ASKED_MOVES = (
    "A7-A4-3 A7-A5-2 A7-A6-1 A7-B7-1 A7-C7-2 A7-D7-3 C2-B2-1 C2-C1-1 C2-C3-1 C2-D2-1 D6-C6-1 D6-D5-1 D6-D7-1 D6-E6-1"
)
STRICT_AND_LENIENT = pytest.mark.parametrize("strict", [True, False], ids=["strict", "lenient"])


def reads_as(text: str, canonical: str, *, strict: bool = True) -> bool:
    return GAME.format_position(GAME.parse_position(text, strict=strict)) == canonical


def refusal(text: str, *, strict: bool = True) -> str:
    with pytest.raises(InvalidPosition) as refused:
        GAME.parse_position(text, strict=strict)
    return str(refused.value)


class TestPositions:
    def test_the_start_has_its_text(self) -> None:
        assert START == "r1r11RG1r1r1/2r11r12/3r13/7/3b13/2b11b12/b1b11BG1b1b1 r"
        assert GAME.format_position(GAME.start()) == START

    def test_tokens_stand_for_heights_and_empty_squares(self) -> None:
        pieces = GAME.view(GAME.parse_position(REPAIRED)).pieces
        assert {piece.squares[0]: piece.label for piece in pieces} == {
            "A7": "b3",
            "D6": "b1",
            "G6": "r3",
            "B3": "r2",
            "C3": "RG",
            "C2": "BG",
            "G1": "r1",
        }

    @STRICT_AND_LENIENT
    def test_bare_letters_are_guards_and_print_in_full(self, strict: bool) -> None:
        assert reads_as("R6/7/7/7/7/7/6B b", "RG6/7/7/7/7/7/6BG b", strict=strict)

    @STRICT_AND_LENIENT
    def test_unmerged_runs_are_read_and_printed_merged(self, strict: bool) -> None:
        assert reads_as("RG33/34/1111111/r124/7/7/6BG b", "RG6/7/7/r16/7/7/6BG b", strict=strict)

    @STRICT_AND_LENIENT
    def test_white_space_around_a_position_is_ignored(self, strict: bool) -> None:
        assert GAME.parse_position(f" \t{START}\r\n", strict=strict) == GAME.start()

    @STRICT_AND_LENIENT
    @pytest.mark.parametrize(
        "text",
        [
            "r7r7r7r7r7r7RG/7/7/7/7/7/b7b7b7b7b7b7BG r",
            "7/7/7/3RG3/7/7/BG6 b",
            "7/7/7/3RG3/7/7/7 b",
            "7/7/7/7/7/7/BG6 b",
        ],
        ids=["more than seven stones", "a guard on the goal", "no blue guard", "no red guard"],
    )
    def test_crowded_and_finished_positions_survive_their_text(self, text: str, strict: bool) -> None:
        assert reads_as(text, text, strict=strict)

    @STRICT_AND_LENIENT
    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("", "'' has 0 fields: expected two, seven ranks and r or b"),
            ("7/7/7/3RG3/7/7/7", "'7/7/7/3RG3/7/7/7' has 1 field: expected two, seven ranks and r or b"),
            ("7/7/7/3RG3/7/7/7 r 1", "'7/7/7/3RG3/7/7/7 r 1' has 3 fields: expected two, seven ranks and r or b"),
            ("7/7/7/3RG3/7/7/7 w", "the side to move is 'w': expected r or b"),
            ("7/7/7/3RG3/7/7/7 rb", "the side to move is 'rb': expected r or b"),
            ("7/7/7/3RG3/7/7/7 R", "the side to move is 'R': expected r or b"),
            (
                "7/7/7/7/7/7/7 r",
                "the board '7/7/7/7/7/7/7' has no guard: expected RG and BG, or one of them in a finished game",
            ),
            ("RGR5/7/7/7/7/7/6BG r", "there are 2 red guards, on A7 and B7: expected one"),
            ("RG6/7/7/7/7/7/BG1BG3BG r", "there are 3 blue guards, on A1, C1 and G1: expected one"),
            ("RG6 r", "the board has 1 rank, 'RG6': expected 7"),
            ("RG6/7/7/3r23/7/7 r", "the board has 6 ranks, 'RG6/7/7/3r23/7/7': expected 7"),
            ("RG6/7/7/7/7/7/7/6BG r", "the board has 8 ranks, 'RG6/7/7/7/7/7/7/6BG': expected 7"),
            ("RG6/7/7/3r33r1/7/7/6BG r", "rank 4 of 7 from the top, '3r33r1', is 8 squares wide: expected 7"),
            ("RG6/7/7/3r32/7/7/6BG r", "rank 4 of 7 from the top, '3r32', is 6 squares wide: expected 7"),
            ("RG6/7/77/7/7/7/6BG r", "rank 3 of 7 from the top, '77', is 14 squares wide: expected 7"),
            ("RG6//7/7/7/7/7/6BG r", "rank 2 of 8 from the top, '', is 0 squares wide: expected 7"),
            ("RG6/7/7/7/7/7/6BG/ r", "rank 8 of 8 from the top, '', is 0 squares wide: expected 7"),
        ],
    )
    def test_a_fault_is_named_with_its_place_and_what_was_expected(self, text: str, message: str, strict: bool) -> None:
        assert refusal(text, strict=strict) == message

    @pytest.mark.parametrize(
        ("rank", "found", "place"),
        [
            ("3x3", "x3", 2),
            ("r86", "r8", 1),
            ("b06", "b0", 1),
            ("8", "8", 1),
            ("07", "07", 1),
            ("rg6", "rg", 1),
            ("RGG5", "G5", 3),
            ("6r", "r", 2),
            ("w16", "w1", 1),
            ("3٣3", "٣3", 2),
        ],
    )
    def test_an_unknown_token_is_shown_with_its_place(self, rank: str, found: str, place: int) -> None:
        assert refusal(f"RG6/{rank}/7/7/7/7/6BG r") == (
            f"rank 2 of 7 from the top, '{rank}', has '{found}' at character {place}: "
            "expected r or b with a height 1-7, RG, BG, or 1-7 empty squares"
        )


class TestStraySlash:
    def test_lenient_parsing_joins_the_asked_for_example_and_warns(self) -> None:
        position, repairs = GAME.repair_position(ASKED)
        assert repairs == ["the board has 8 ranks, expected 7: joined ranks '2' and 'BG4' to '2BG4'"]
        assert GAME.parse_position(ASKED, strict=False) == position
        assert GAME.format_position(position) == REPAIRED
        assert sorted(GAME.format_move(position, move) for move in GAME.legal_moves(position)) == ASKED_MOVES.split()

    def test_strict_parsing_names_the_ranks_and_the_repair(self) -> None:
        assert refusal(ASKED) == (
            "the board has 8 ranks, expected 7: lenient parsing would join ranks '2' and 'BG4' to '2BG4'"
        )

    @pytest.mark.parametrize(
        ("text", "canonical", "joins"),
        [
            ("RG/6/7/7/7/7/7/6BG r", "RG6/7/7/7/7/7/6BG r", "ranks 'RG' and '6' to 'RG6'"),
            ("RG6/7/7/7/7/7/6/BG r", "RG6/7/7/7/7/7/6BG r", "ranks '6' and 'BG' to '6BG'"),
            ("RG6/7/7/r1/b3/23/7/7/6BG r", "RG6/7/7/r1b35/7/7/6BG r", "ranks 'r1', 'b3' and '23' to 'r1b323'"),
            ("RG6/7/3/4/2/5/7/7/6BG r", "RG6/7/7/7/7/7/6BG r", "ranks '3' and '4' to '34'; ranks '2' and '5' to '25'"),
            ("RG6/3//4/7/7/7/7/6BG r", "RG6/7/7/7/7/7/6BG r", "ranks '3', '' and '4' to '34'"),
        ],
    )
    def test_whatever_gives_seven_full_ranks_is_joined(self, text: str, canonical: str, joins: str) -> None:
        assert reads_as(text, canonical, strict=False)
        assert [repair.partition("joined ")[2] for repair in GAME.repair_position(text)[1]] == [joins]
        assert refusal(text).endswith(f"lenient parsing would join {joins}")

    def test_a_board_of_single_squares_is_joined(self) -> None:
        position, (repair,) = GAME.repair_position("RG/" + "1/" * 47 + "BG r")
        assert repair.startswith("the board has 49 ranks, expected 7")
        assert GAME.format_position(position) == "RG6/7/7/7/7/7/6BG r"

    def test_each_rank_is_read_by_itself_before_ranks_are_joined(self) -> None:
        assert refusal("RG6/7/7/r/16/7/7/6BG r", strict=False).startswith(
            "rank 4 of 8 from the top, 'r', has 'r' at character 1"
        )
        assert refusal("R/G6/7/7/7/7/7/6BG r", strict=False).startswith(
            "rank 2 of 8 from the top, 'G6', has 'G6' at character 1"
        )

    @pytest.mark.parametrize(
        ("text", "fault"),
        [
            ("RG6/7/7/2/6/7/7/6BG r", "rank 4 of 8 from the top, '2', is 2 squares wide"),
            ("RG6/7/7/2/4/7/7/6BG r", "rank 4 of 8 from the top, '2', is 2 squares wide"),
            ("RG6/7/2/7/5/7/7/6BG r", "rank 3 of 8 from the top, '2', is 2 squares wide"),
            ("RG6/7/2/5/5/7/7/6BG r", "rank 5 of 8 from the top, '5', is 5 squares wide"),
            ("RG6/7/2/5/7/7/7/7/6BG r", "rank 3 of 9 from the top, '2', is 2 squares wide"),
            ("RG6/2/5/7/7/7/6BG r", "rank 2 of 7 from the top, '2', is 2 squares wide"),
            ("RG6/" + "1/" * 60 + "6BG r", "rank 2 of 62 from the top, '1', is 1 square wide"),
            ("RG6/3/4" + "/" * 60 + "7/7/7/7/6BG r", "rank 2 of 67 from the top, '3', is 3 squares wide"),
        ],
    )
    def test_what_cannot_be_joined_is_refused(self, text: str, fault: str) -> None:
        message = refusal(text, strict=False)
        assert message.startswith(fault)
        assert message.endswith(": expected 7")

    def test_a_whole_position_is_not_repaired(self) -> None:
        assert GAME.repair_position(START) == (GAME.start(), [])


class TestMoves:
    def test_a_tower_move_is_from_to_and_stones(self) -> None:
        position = GAME.parse_position(REPAIRED)
        for text in ASKED_MOVES.split():
            for strict in (True, False):
                assert GAME.format_move(position, GAME.parse_move(position, text, strict=strict)) == text

    @STRICT_AND_LENIENT
    def test_a_guard_move_may_lack_its_number_and_prints_it(self, strict: bool) -> None:
        position = GAME.start()
        move = GAME.parse_move(position, "D7-D6", strict=strict)
        assert move == Move(45, 38, 1) == GAME.parse_move(position, "D7-D6-1", strict=strict)
        assert GAME.format_move(position, move) == "D7-D6-1"

    @STRICT_AND_LENIENT
    def test_a_tower_move_may_not_lack_its_number(self, strict: bool) -> None:
        with pytest.raises(InvalidMove) as refused:
            GAME.parse_move(GAME.start(), "A7-A6", strict=strict)
        assert str(refused.value) == "'A7-A6' lacks its number of stones: expected a form such as A7-A6-1"

    @STRICT_AND_LENIENT
    def test_white_space_around_a_move_is_ignored(self, strict: bool) -> None:
        assert GAME.parse_move(GAME.start(), " A7-A6-1\n", strict=strict) == Move(42, 35, 1)

    def test_only_lenient_parsing_takes_lower_case(self) -> None:
        assert GAME.parse_move(GAME.start(), "a7-a6-1") == Move(42, 35, 1)
        with pytest.raises(InvalidMove, match="'a7-a6-1' is not a move: expected FROM-TO-STONES, such as A7-C7-2"):
            GAME.parse_move(GAME.start(), "a7-a6-1", strict=True)

    @STRICT_AND_LENIENT
    @pytest.mark.parametrize(
        "text",
        [
            "",
            "A7",
            "A7-A6-",
            "A7-A6-0",
            "A7-A6-8",
            "A7-A6-11",
            "A7A6",
            "A7 A6 1",
            "H7-A6-1",
            "A8-A6-1",
            "A7-A6-1 A7-A6-1",
            "A٧-A6-1",
            "\x00",
        ],
    )
    def test_other_texts_are_no_moves(self, text: str, strict: bool) -> None:
        with pytest.raises(InvalidMove, match="is not a move: expected FROM-TO-STONES, such as A7-C7-2"):
            GAME.parse_move(GAME.start(), text, strict=strict)

    def test_a_move_of_a_finished_game_is_refused(self) -> None:
        with pytest.raises(IllegalMove, match="'G1-G2-1' is illegal: the game is over, blue wins"):
            GAME.parse_move(GAME.parse_position("7/7/7/7/7/7/6BG b"), "G1-G2")


MEGABYTE = 1_000_000


@pytest.mark.parametrize(
    "text",
    [
        "x" * MEGABYTE,
        "\x00" * MEGABYTE,
        "7" * MEGABYTE + " r",
        "1/" * (MEGABYTE // 2) + "1 r",
        "7/" * (MEGABYTE // 2) + "7 r",
        "/" * MEGABYTE + " r",
        "r1" * (MEGABYTE // 2) + "x r",
        "r " * (MEGABYTE // 2),
        "r " + "x" * MEGABYTE,
    ],
    ids=lambda text: f"{text[:4]!r}",
)
def test_a_huge_text_is_refused_at_once_in_one_short_line(text: str) -> None:
    begun = process_time()
    for strict in (True, False):
        message = refusal(text, strict=strict)
        assert len(message) < 400
        assert message.isprintable()
        with pytest.raises(InvalidMove) as refused:
            GAME.parse_move(GAME.start(), text, strict=strict)
        assert len(str(refused.value)) < 400
    # A quadratic step would take minutes.
    assert process_time() - begun < 20


TOKENS = st.sampled_from(["RG", "BG", "R", "B", *(f"{side}{n}" for side in "rb" for n in range(9)), *"0123456789/ xrb"])
NEARLY_POSITIONS = st.lists(TOKENS, max_size=60).map("".join) | st.tuples(
    st.lists(st.lists(TOKENS, max_size=7).map("".join), min_size=5, max_size=9).map("/".join), st.sampled_from("rbx")
).map(" ".join)


@given(st.text() | NEARLY_POSITIONS, st.booleans())
def test_for_every_text_there_is_a_position_that_survives_or_an_error_of_ours(text: str, strict: bool) -> None:
    with suppress(InvalidPosition):
        position = GAME.parse_position(text, strict=strict)
        again = GAME.parse_position(GAME.format_position(position))
        assert again == position
        assert hash(again) == hash(position)


@given(st.text() | st.from_regex(r"\s*[A-Ha-h][0-8]-[A-Ha-h][0-8](-[0-8])?\s*", fullmatch=True), st.booleans())
def test_for_every_text_there_is_a_legal_move_or_an_error_of_ours(text: str, strict: bool) -> None:
    with suppress(InvalidMove, IllegalMove):
        assert GAME.parse_move(GAME.start(), text, strict=strict) in GAME.legal_moves(GAME.start())


@st.composite
def split_boards(draw: st.DrawFn) -> tuple[str, str]:
    """A canonical position, and the same with slashes between squares of one or more of its ranks."""
    squares = draw(st.lists(st.sampled_from(["1", "1", "r1", "b7", "r3"]), min_size=47, max_size=47))
    squares.insert(draw(st.integers(0, 47)), "RG")
    squares.insert(draw(st.integers(0, 48)), "BG")
    cuts = draw(st.sets(st.integers(1, 48).filter(lambda cut: cut % 7), min_size=1))
    cuts |= set(range(7, 49, 7))
    text = "".join(("/" if at in cuts else "") + square for at, square in enumerate(squares))
    whole = "/".join("".join(squares[at : at + 7]) for at in range(0, 49, 7))
    return f"{whole} r", f"{text} r"


@given(split_boards())
def test_for_every_board_stray_slashes_inside_ranks_are_mended(boards: tuple[str, str]) -> None:
    whole, split = boards
    position, repairs = GAME.repair_position(split)
    assert (position, len(repairs)) == (GAME.parse_position(whole), 1)
    assert "lenient parsing would join" in refusal(split)
