"""Turns and annotated games in text, and the asked-for programs."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.running import Run

from boardwright.errors import BoardwrightError, IllegalMove, InvalidMove, InvalidPosition, InvalidRecord
from boardwright.games.margrites.course import (
    GameState,
    format_score,
    format_turn,
    parse_score,
    parse_state,
    parse_turn,
    play_turn,
    print_replay,
    replay,
)

COMPAT = Path(__file__).parents[2] / "compat" / "margrites"
START = "9/9/9/4b4/4b4/9/9/w7w b"
TURN = "e5>e6; e6>e7; e7>e8; e8>B++"


def complaint(*lines: str) -> str:
    with pytest.raises(InvalidRecord) as caught:
        list(replay(lines))
    return str(caught.value)


def test_a_turn_formats_and_parses_back() -> None:
    state = parse_state("9/9/3ww4/1b1bwww2/1bbwb1w1w/9/9/9 b 4 - 0(0)-0(3)")
    text = "d5>c6(xe4); c6>c7; c7>c8; c8>B++"
    steps = parse_turn(state, text)
    assert steps == [((3, 3), (2, 2)), ((2, 2), (1, 2)), ((1, 2), (0, 2)), ((0, 2), "B++")]
    assert format_turn(state, steps) == text
    assert parse_turn(state, "d5>c6;c6>c7 ;c7>c8; c8>B++") == steps, "captures may be left out"
    assert format_score(play_turn(state, steps)) == "1(0)-0(4)"


def test_the_turn_of_a_stuck_side_has_no_steps() -> None:
    state = GameState.from_setup(["i4"], ["h4", "i2", "i6"])
    assert parse_turn(state, "") == []
    assert format_turn(state, []) == ""


def test_turns_that_do_not_fit_name_the_step() -> None:
    state = parse_state(START)
    with pytest.raises(InvalidMove, match="'e6-e7' is not a step"):
        parse_turn(state, "e5>e6; e6-e7")
    with pytest.raises(IllegalMove, match="'e6>e5' is illegal: start square"):
        parse_turn(state, "e5>e6; e6>e5")
    with pytest.raises(IllegalMove, match="the step takes nothing"):
        parse_turn(state, "e5>e6(xe4)")
    with pytest.raises(IllegalMove, match="'e6>e5' is illegal: start square"):
        format_turn(state, [("e5", "e6"), ("e6", "e5")])


@pytest.mark.parametrize("text", ["3(0)-2(5)", "R0(2)-1(3)", "0(2)-R1(3)"])
def test_score_lines_parse_and_format_back(text: str) -> None:
    assert str(parse_score(text)) == text


@pytest.mark.parametrize("text", ["", "3-2", "3(0)-2(5)x", "R3(0)-R2(5)", "-1(0)-2(5)", "3(0) - 2(5)", "٣(0)-2(5)"])
def test_other_score_lines_are_refused(text: str) -> None:
    with pytest.raises(InvalidPosition, match=r"expected Black's points\(captures\)-White's, such as 3\(0\)-2\(5\)"):
        parse_score(text)


def test_a_replay_gives_each_turn_with_the_state_after_it() -> None:
    (played,) = replay([START, "", TURN, "1(0)-0(0)"])
    assert (played.color, played.turn, str(played.score), played.resigned) == (1, TURN, "1(0)-0(0)", None)
    assert played.state == play_turn(parse_state(START), parse_turn(parse_state(START), TURN))
    assert played.outcome is None


def test_a_replay_may_start_in_mid_turn_and_skip_the_turn_of_a_stuck_side() -> None:
    played = list(replay(["w8/9/8w/9/7wb/9/8w/9 w 1", "a8>a7", "a7>a6; a6>a5; a5>a4; a4>a3"]))
    assert [turn.color for turn in played] == [-1, -1]


def test_an_r_in_the_score_line_is_a_resignation_and_ends_the_game() -> None:
    (played,) = replay([START, TURN, "1(0)-R0(0)"])
    assert (played.resigned, str(played.score)) == (-1, "1(0)-R0(0)")
    assert played.outcome is not None
    assert (played.outcome.winner, played.outcome.reason) == (0, "white resigned")
    assert complaint(START, TURN, "R1(0)-0(0)", "a1>a2; a2>a3; a3>a4; a4>a5") == (
        "line 4: 'a1>a2; a2>a3; a3>a4; a4>a5' is illegal: the game is over, white wins: black resigned"
    )


def test_a_replay_that_does_not_fit_names_the_line() -> None:
    assert complaint() == "the game is empty: expected a position on the first line"
    assert complaint("nonsense").startswith("line 1: 'nonsense' has 1 field: expected")
    assert complaint(START, "e5>e6; e6>e7; e7>e8") == (
        "line 2: 'the turn' is illegal: it ends with 1 step left, and a player must step while one is legal"
    )
    assert complaint(START, TURN, "0(0)-0(0)") == (
        "line 3: the score is 1(0)-0(0) after this turn: expected that, not 0(0)-0(0)"
    )
    assert complaint(START, "", "0(0)-0(0)").startswith("line 3: the score 0(0)-0(0) stands alone")
    assert complaint(START, TURN, "1(0)-0(0)", "1(0)-0(0)").startswith("line 4: the score 1(0)-0(0) stands alone")
    assert complaint(START, "hello").startswith("line 2: the score is 'hello': expected")
    assert complaint(START, "x>" * 500_000).startswith("line 2: 'x>x>")
    over = ("9/w8/9/9/9/9/9/4b4 w 1", "a7>a6")
    assert [turn.outcome for turn in replay(over)] == [None]
    end = ("9/w8/9/4b4/9/9/9/9 b", TURN)
    assert complaint(*end, "1(0)-R0(0)").startswith("line 3: white resigned when the game was over")
    assert "the game is over, black wins: black has no pieces" in complaint(*end, "a7>a6")


@given(st.lists(st.sampled_from([START, TURN, "1(0)-0(0)", "R1(0)-0(0)", "", "a1>a2"]) | st.text(), max_size=5))
def test_any_lines_replay_or_give_an_error_of_ours(lines: list[str]) -> None:
    try:
        played = list(replay(lines))
    except BoardwrightError:
        return
    assert all(turn.turn for turn in played)


def test_a_printed_replay_shows_board_and_score_after_each_turn() -> None:
    out = StringIO()
    print_replay(str(COMPAT / "games" / "c.txt"), out)
    text = out.getvalue()
    assert text.count("  a b c d e f g h i\n") == 7
    assert text.endswith(
        "black: a6>a7; b6>b7; a7>a8; a8>B++(xb7)\n"
        "8 : w w : : : : : :\n"
        "7 : : : : : : : : :\n"
        "6 . . . . . . . . .\n"
        "5 . . . . w w w . .\n"
        "4 . . . . . . w . .\n"
        "3 . . . . . . . . .\n"
        "2 : : : : : : : : :\n"
        "1 : : : : : : : : :\n"
        "  a b c d e f g h i\n"
        "3(0)-2(5)\n"
        "\n"
        "black wins: black has no pieces, decided on points\n"
    )


def test_the_replay_program_runs_from_any_directory(run: Run, tmp_path: Path) -> None:
    program = str(COMPAT / "replay.py")
    done = run(program, str(COMPAT / "games" / "a.txt"), cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("  a b c d e f g h i\n") == 8
    bad = tmp_path / "bad.txt"
    bad.write_text(f"{START}\n{TURN}\n0(0)-0(0)\n")
    wrong = run(program, str(bad), cwd=tmp_path)
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert wrong.stderr == "error: line 3: the score is 1(0)-0(0) after this turn: expected that, not 0(0)-0(0)\n"
    missing = run(program, "nowhere.txt", cwd=tmp_path)
    assert missing.returncode == 2
    assert missing.stderr.startswith("error: ")
    for arguments, count in (((), "0 arguments"), (("a.txt", "b.txt"), "2 arguments")):
        refused = run(program, *arguments, cwd=tmp_path)
        assert (refused.returncode, refused.stdout) == (2, "")
        assert refused.stderr == f"error: got {count}: expected one, the file of an annotated game\n"


def test_the_interface_is_importable_as_a_package_named_margrites(run: Run, tmp_path: Path) -> None:
    script = """
from margrites import GameState, apply_step, engine, io_pgn, is_terminal, legal_steps, legal_turn_exists, play_turn
from margrites import resolve_captures, result, rules, state, types, winner
from margrites.engine import legal_turn_exists, play_turn
from margrites.io_pgn import format_turn, parse_turn, replay
from margrites.rules import apply_step, is_terminal, legal_steps, resolve_captures, result, touching_counts, winner
from margrites.rules import would_be_captured
from margrites.state import GameState
from margrites.types import Coord, neighbors
from boardwright.games.margrites import course
assert state.GameState is course.GameState
print(len(legal_steps(GameState.from_setup(["e8"], ["a1"]))))
"""
    done = run("-c", script, cwd=tmp_path, PYTHONPATH=str(COMPAT))
    assert (done.returncode, done.stdout, done.stderr) == (0, "6\n", "")


def test_a_turn_has_at_most_four_steps_also_when_the_other_side_passes() -> None:
    state = GameState.from_setup(["i4"], ["h4", "i2", "i6", "a8"], -1)
    with pytest.raises(IllegalMove, match="'a4>a3' is illegal: the turn is over after 4 steps"):
        parse_turn(state, "a8>a7; a7>a6; a6>a5; a5>a4; a4>a3")
