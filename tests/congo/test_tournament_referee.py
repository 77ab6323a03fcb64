"""Programs against each other in the tournament: how games end, for whom, and what a program is told."""

from __future__ import annotations

import json
import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.running import ROOT

from boardwright import BoardwrightError
from boardwright.arena.openings import Opening
from boardwright.arena.pairs import MatchSetup, play_pair
from boardwright.cli import main
from boardwright.engine.limits import Limits
from boardwright.engine.players import read_player
from boardwright.errors import quoted
from boardwright.games.congo import Congo
from boardwright.games.congo.protocols.player import TournamentPlayer
from boardwright.played_game import PlayedGame, replay
from boardwright.protocols import program
from boardwright.records.record_format import record_formats

pytestmark = pytest.mark.slow

CONGO = Congo()
PYTHON = shlex.quote(sys.executable)
OURS = f"{PYTHON} -m boardwright congo-tournament --threads 1 --hash 1"
LONG, SHORT = ("--seconds", "60"), ("--seconds", "0.05", "--margin", "0.05")
LION_TAKES = "7/1p5/3l3/2E4/7/3L3/7 w 10"
LIONS_AND_PAWN = "4l2/7/7/7/7/P6/2L4 w 0"
AHEAD = "1m1El2/P1P2P1/1S4C/4S2/1E3S1/1P3c1/2GL3 b 79"
PAWN_DROWNS = "3l3/7/7/P6/7/7/4L2 w 5"


def fake(how: str, *moves: str) -> str:
    """The command of a program that plays some moves, and then does one thing."""
    place = shlex.quote(str(ROOT / "tests" / "congo" / "fake_player.py"))
    return " ".join([PYTHON, "-S", "-E", place, shlex.quote(how), *moves])


def refereed(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    """What the referee prints; nothing goes wrong with the games themselves."""
    saving = [] if "--save" in arguments else ["--no-save"]
    status = main(["congo-referee", *arguments, *saving])
    printed, messages = capsys.readouterr()
    assert (status, messages) == (0, "")
    return printed.splitlines()


def test_games_are_told_move_by_move_and_colours_change(capsys: pytest.CaptureFixture[str]) -> None:
    programs = fake("waits", "d2d5"), fake("sleeps", "d2d5")
    one, two = (quoted(command, 120) for command in programs)
    assert refereed(capsys, *programs, *LONG, "--position", LION_TAKES, "--games", "3") == [
        *(f"game 1: white {one}, black {two}", "moves: d2d5", "white wins: the black lion is captured"),
        *(f"game 2: white {two}, black {one}", "moves: d2d5", "white wins: the black lion is captured"),
        *(f"game 3: white {one}, black {two}", "moves: d2d5", "white wins: the black lion is captured"),
        f"score: {one} 2, {two} 1",
    ]


@pytest.mark.parametrize(
    ("position", "white", "black", "moves", "reason"),
    [
        (PAWN_DROWNS, ["e1e2"], [], "e1e2", "only the two lions are left"),
        (
            LIONS_AND_PAWN,
            ["c1c2", "c2c1"] * 2,
            ["e7e6", "e6e7"] * 2,
            "c1c2 e7e6 c2c1 e6e7 c1c2 e7e6 c2c1 e6e7",
            "the position has occurred three times",
        ),
    ],
)
def test_draws(
    capsys: pytest.CaptureFixture[str], position: str, white: list[str], black: list[str], moves: str, reason: str
) -> None:
    programs = fake("sleeps", *white), fake("sleeps", *black)
    shown = refereed(capsys, *programs, *LONG, "--position", position, "--games", "1")
    assert shown[1:3] == [f"moves: {moves}", f"draw: {reason}"]
    assert shown[3] == f"score: {quoted(programs[0], 120)} 0.5, {quoted(programs[1], 120)} 0.5"


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        (fake("", "b4b5"), "plays a bad move: 'b4b5' is illegal: b4 is empty"),
        (
            fake("", "hello?"),
            "plays a bad move: 'hello?' is not a move: expected its squares without spaces",
        ),
        (fake("crashes"), "ended with status 1: 'a giraffe too many'"),
        (fake("closes its output"), "closed its input or output"),
        (fake("prints a line without end"), "prints a line without end"),
        (fake("prints bytes without end"), r"plays a bad move: '\ufffd\x00\x1b[31m\r"),
        (fake("hogs memory"), "ended with status 1: 'MemoryError'"),
    ],
)
def test_a_program_that_fails_loses_with_either_colour(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, bad: str, reason: str
) -> None:
    if "closes" in bad:
        monkeypatch.setattr(program, "END_TIMEOUT", 0.3)
    good = fake("sleeps", "c1c2")
    shown = refereed(capsys, bad, good, *LONG, "--position", LIONS_AND_PAWN, "--memory", "1")
    assert shown[1] == "moves:"
    how = "played an illegal move" if "bad move" in reason else "failed"
    assert shown[2].startswith(f"black wins: adjudged, white {how}: the program ")
    assert reason in shown[2]
    assert shown[4] == "moves: c1c2"
    assert shown[5].startswith(f"white wins: adjudged, black {how}: the program ")
    assert reason in shown[5]
    assert shown[6] == f"score: {quoted(bad, 120)} 0, {quoted(good, 120)} 2"


@pytest.mark.parametrize("how", ["sleeps", "prints empty lines without end"])
def test_a_program_that_gives_no_move_in_time_loses(capsys: pytest.CaptureFixture[str], how: str) -> None:
    shown = refereed(capsys, fake(how), fake("sleeps"), *SHORT, "--games", "1")
    assert shown[1] == "moves:"
    assert re.fullmatch(
        r"black wins: adjudged, white overstepped its time: "
        r"\d+\.\d{3} s for a move of 0.05 s, with a margin of 0.05 s",
        shown[2],
    )


def test_a_program_that_says_more_than_its_move_is_told_so_at_its_next(capsys: pytest.CaptureFixture[str]) -> None:
    programs = fake("talks too much", "c1c2", "c2c1"), fake("sleeps", "e7e6")
    shown = refereed(capsys, *programs, *LONG, "--position", LIONS_AND_PAWN, "--games", "1")
    assert shown[1] == "moves: c1c2 e7e6"
    assert shown[2].startswith("black wins: adjudged, white played an illegal move: the program ")
    assert "'and I am winning'" in shown[2]


def test_two_of_ours_play_to_the_end_and_the_record_is_kept(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    settings = ("--seconds", "0.04", "--margin", "100", "--games", "1", "--variant", "full")
    shown = refereed(capsys, OURS, OURS, *settings, "--position", AHEAD, "--save", str(tmp_path))
    path, text = sorted(tmp_path.iterdir())
    assert shown[-2:] == [f"saved in {file}" for file in (path, text)]
    (line,) = path.read_text().splitlines()
    record = json.loads(line)
    played = replay(record)
    with text.open() as stream:
        (again,) = record_formats(played.game)["text"].read(stream)
    assert again.record() == played.record()
    assert record["game"] == "congo:full"
    assert record["players"] == dict.fromkeys(("white", "black"), f"congo:time=0.04,memory=6:{OURS}")
    assert shown[1] == f"moves: {' '.join(played.move_texts())}"
    assert shown[2] == played.game.format_outcome(played.outcome)
    assert "adjudged" not in shown[2]
    assert record["start"] == AHEAD


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["/no/such/program", "x"], "the program '/no/such/program' cannot be run: "),
        (["true", "'half"], 'the program "\'half" cannot be run: No closing quotation'),
        (["", "true"], "the player congo needs a program: expected congo:COMMAND"),
        (["true"], "the following arguments are required: PROGRAM"),
        (["true", "true", "--position", "7/7 w"], "the board '7/7' has 2 ranks: expected 7"),
        (
            ["true", "true", "--position", "7/7/7/7/7/7/2L4 b 0"],
            "there is nothing to play: the game is over, ",
        ),
        (["true", "true", "--seconds", "0"], "'0': expected a positive number of seconds"),
        (["true", "true", "--seconds", "1e7"], "a player's time is '1e+07': expected a positive number of seconds"),
        (["true", "true", "--games", "0"], "'0': expected a whole number, 1 or more"),
        (["true", "true", "--variant", "half"], "'half': expected standard or full"),
        (["true", "true", "--memory", "-1"], "'-1': expected a whole number from 0 to 1000000"),
    ],
)
def test_games_that_cannot_be_played_are_refused(
    capsys: pytest.CaptureFixture[str], arguments: list[str], error: str
) -> None:
    assert main(["congo-referee", *arguments]) == 2
    printed, messages = capsys.readouterr()
    assert printed == ""
    assert messages.startswith("error: ")
    assert error in messages
    assert messages.count("\n") == 1


@contextmanager
def entrant(text: str) -> Iterator[TournamentPlayer]:
    made = read_player(f"congo:{text}", CONGO)
    assert isinstance(made, TournamentPlayer)
    try:
        yield made
    finally:
        made.close()


def test_a_program_is_told_the_other_sides_moves_alone() -> None:
    with entrant(f"time=60:{fake('repeats what it hears', 'e7e6', 'e6e7', 'e6d6', 'a2a3')}") as one:
        played = PlayedGame(CONGO, CONGO.parse_position(LIONS_AND_PAWN))
        for move in ("c1c2", "c2c1"):
            played.play_text(move)
            played.play(one.choose(played).move)
        assert one.program.stderr_tail.decode().splitlines() == [
            *("newgame", f"position {LIONS_AND_PAWN}", "moves c1c2", "go 60"),
            *("moves c2c1", "go 60"),
        ]
        played.undo()
        assert CONGO.format_move(played.position, one.choose(played).move) == "e6d6"
        assert CONGO.format_move(CONGO.start(), one.choose(PlayedGame(CONGO), Limits(time=0.5)).move) == "a2a3"
        assert one.program.stderr_tail.decode().splitlines()[6:] == [
            *("newgame", "position 7/4l2/7/7/7/P1L4/7 w 1", "moves c2c1", "go 60"),
            *("newgame", f"position {CONGO.start_text}", "go 0.5"),
        ]


def test_programs_play_in_the_arena() -> None:
    contest = MatchSetup(Congo("full"), (f"congo:{OURS}", "random"), Limits(time=0.02), 1, margin=100)
    for report in play_pair(contest, 0, 0, Opening(("d2d3", "d6d5", "e2e3"))).games:
        assert [figures.forfeits for figures in report.figures] == [0, 0]
        assert report.failure is None


def test_a_program_with_a_table_beyond_its_memory_says_so_and_plays_with_a_smaller_one() -> None:
    with entrant(f"memory=1:{OURS} --hash 2048") as one:
        assert one.choose(PlayedGame(CONGO), Limits(time=1)).move in CONGO.legal_moves(CONGO.start())
        told = rb"error: there is not enough memory for a table of 2048 MB: it has (512|256|128|64) MB\n"
        assert re.fullmatch(told, one.program.stderr_tail)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "the player congo needs a program: expected congo:COMMAND"),
        ("time=0:x", "a player's time is '0': expected a positive number of seconds"),
        ("memory=0:x", "a player's memory is '0': expected a positive number of gigabytes"),
        ("memory=nan:x", "a player's memory is 'nan': expected a positive number of gigabytes"),
        ("depth=3:x", "the player congo has no other limit than its time: expected congo:time=S:COMMAND"),
        ("/no/such/program", "the program '/no/such/program' cannot be run"),
    ],
)
def test_a_bad_specification_is_one_error(text: str, error: str) -> None:
    with pytest.raises(BoardwrightError, match=error):
        read_player(f"congo:{text}", CONGO)


def test_a_limit_that_the_protocol_does_not_know_is_refused() -> None:
    expected = "the player congo has no other limit than its time: expected congo:time=S:COMMAND"
    with pytest.raises(BoardwrightError, match=expected):
        read_player("congo:true", CONGO, limits=Limits(nodes=100))
