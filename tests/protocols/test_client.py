"""Other programs as players: those that play, and those that misbehave in every way."""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest
from tests.running import ROOT

from boardwright import BoardwrightError, find_game
from boardwright.arena.openings import Opening
from boardwright.arena.pairs import MatchSetup, play_pair
from boardwright.arena.play import play_game
from boardwright.engine.limits import Limits
from boardwright.engine.players import read_player
from boardwright.engine.result import SearchResult
from boardwright.played_game import PlayedGame
from boardwright.protocols import player as program_player
from boardwright.protocols import program
from boardwright.protocols.client import UgiPlayer

pytestmark = pytest.mark.slow

TURM = find_game("turm")
OURS = f"{shlex.quote(sys.executable)} -m boardwright ugi"
FAKE = f"{shlex.quote(sys.executable)} -S -E {shlex.quote(str(ROOT / 'tests' / 'protocols' / 'fake_program.py'))}"


@contextmanager
def player(text: str, **options: Any) -> Iterator[UgiPlayer]:
    """A player of turm that is closed at the end; its process must be gone then."""
    made = UgiPlayer(TURM, Limits(time=0.05), 7, command=text, **options) if options else read_player(text, TURM)
    assert isinstance(made, UgiPlayer)
    try:
        yield made
    finally:
        made.close()
        with pytest.raises(ProcessLookupError):
            os.killpg(made.program.process_id, 0)


def test_our_own_program_plays_itself_to_the_end() -> None:
    with player(f"ugi:nodes=300,hash=1:{OURS} turm") as first, player(f"ugi:depth=2,Level=2:{OURS} turm") as second:
        played = play_game(PlayedGame(TURM), [first, second])
    assert played.forfeit is None
    outcome = played.played.outcome
    assert outcome is not None
    assert outcome.reason.startswith(("the red guard", "the blue guard", "the position"))
    assert len(played.move_stats) == len(played.played.moves)
    assert {thought.nodes for thought in played.move_stats[::2]} <= set(range(1, 301))
    assert all(thought.depth <= 2 for thought in played.move_stats[1::2])


def test_it_tells_what_the_program_tells() -> None:
    told: list[SearchResult[Any]] = []
    position = TURM.parse_position("7/7/7/7/3RG3/7/BG6 r")
    with player(f"ugi:depth=3:{OURS} turm") as one:
        found = one.choose(PlayedGame(TURM, position), on_info=told.append)
    assert told[-1] == found
    assert (TURM.format_move(position, found.move), str(found.score), found.win_probability) == (
        "D3-D4-1",
        "win in 1",
        1.0,
    )


def test_it_plays_in_the_arena() -> None:
    contest = MatchSetup(TURM, (f"ugi:{OURS} turm", "random"), Limits(nodes=1000), 1)
    for report in play_pair(contest, 0, 0, Opening(("D5-D4-1",))).games:
        assert [figures.forfeits for figures in report.figures] == [0, 0]
        assert 1 <= report.figures[0].nodes <= 1000 * report.figures[0].moves


def test_a_program_works_in_the_folder_that_is_given(tmp_path: Path) -> None:
    folder = tmp_path / "my engines, old: 2"
    folder.mkdir()
    program = folder / "engine"
    program.write_text(f"#!{sys.executable}\nimport runpy, sys\nrunpy.run_path(sys.argv[1], run_name='__main__')\n")
    program.chmod(0o755)
    fake = shlex.quote(str(ROOT / "tests" / "protocols" / "fake_program.py"))
    # It is given as its own argument, so it does nothing wrong.
    with player(f"ugi:time=0.05,cwd='{folder}':./engine {fake}") as one:
        assert one.limits == Limits(time=0.05)
    congo = read_player(f"congo:cwd='{folder}':./engine {fake}", find_game("congo"))
    congo.close()
    for text in ("ugi:cwd=/no/such/folder:./engine", f"ugi:cwd='{program}':./engine"):
        with pytest.raises(BoardwrightError, match=r"^the program '\./engine' cannot be run: there is no folder '"):
            read_player(text, TURM)


def test_a_program_for_another_game_is_refused() -> None:
    with pytest.raises(BoardwrightError, match="plays 'congo:standard', not turm:centre"):
        read_player(f"ugi:{OURS} congo", TURM)
    with pytest.raises(BoardwrightError, match="plays 'chess', not turm:centre"):
        read_player(f"ugi:{FAKE} 'plays chess'", TURM)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("ugi:", "the player ugi needs a program: expected ugi:COMMAND"),
        ("ugi:/no/such/program", "the program '/no/such/program' cannot be run: .*No such file"),
        ("ugi:'half", 'the program "\'half" cannot be run: No closing quotation'),
        ("ugi:time=1,Time=2:x", "the player 'time=1,Time=2:x' sets Time twice: expected it once"),
        ("ugi:time=0:x", "'0': expected a positive number of seconds"),
        (f"ugi:Hash=3:{FAKE} good", "has no option 'Hash': expected time or depth or nodes or tc or Seed or cwd"),
        ("ugi:\0", "cannot be run"),
    ],
)
def test_a_bad_specification_is_one_error(text: str, error: str) -> None:
    with pytest.raises(BoardwrightError, match=error):
        read_player(text, TURM)


@pytest.mark.parametrize(
    ("how", "timeout", "error"),
    [
        ("dies at once", 20, "ended with status 1: 'no licence found'"),
        ("is deaf", 0.3, "did not send ugiok"),
        ("prints without end", 20, "prints a line without end"),
        ("prints garbage for ever", 0.3, "did not send ugiok"),
        ("closes its output", 20, "closed its input or output"),
        ("floods its standard error", 0.3, "did not send ugiok"),
        ("floods its standard error and ends", 20, "ended with status 1"),
    ],
)
def test_a_program_that_cannot_begin_is_one_error(
    how: str, timeout: float, error: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program, "END_TIMEOUT", 0.3)
    with pytest.raises(BoardwrightError, match=error) as raised, player(f"{FAKE} '{how}'", timeout=timeout):
        pass
    assert "\n" not in str(raised.value)
    assert "fake_program.py" in str(raised.value) or "characters)" in str(raised.value)


@pytest.mark.parametrize(
    ("how", "error"),
    [
        ("dies in a search", "ended with status 1: 'a rook too many'"),
        ("says nothing", "gave no move in time"),
        ("refuses", "refuses: 'what position\\?'"),
        ("plays a bad move", "plays a bad move: 'A1-A2-1' is illegal: "),
        ("plays nonsense", r"plays a bad move: '\\x1b\[31mzzz"),
        ("gives up", "returned no move in a game that is not over"),
    ],
)
def test_a_program_that_fails_in_the_game_is_one_error(how: str, error: str) -> None:
    with player(f"{FAKE} '{how}'", timeout=20) as one:
        if how == "says nothing":
            one.timeout = 0.2
        with pytest.raises(BoardwrightError, match=error) as raised:
            one.choose(PlayedGame(TURM))
        assert "\n" not in str(raised.value)
        assert len(str(raised.value)) < 500
        with pytest.raises(BoardwrightError, match=error):
            one.choose(PlayedGame(TURM))


def test_what_a_program_says_too_much_does_no_harm() -> None:
    with player(f"{FAKE} 'talks too much'", timeout=20) as one:
        played_game = PlayedGame(TURM)
        for _ in range(2):
            found = one.choose(played_game)
            assert TURM.format_move(played_game.position, found.move) == "D5-D4-1"
            assert (len(found.pv), found.depth, found.nodes, str(found.score)) == (1, 5, 7, "+0.12")


def test_a_program_can_be_stopped() -> None:
    with player(f"{FAKE} 'waits for stop'", timeout=20) as one:
        assert one.choose(PlayedGame(TURM), stop=lambda: True).depth == 0


def test_a_program_that_does_not_stop_or_quit_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program_player, "STOP_TIMEOUT", 0.2)
    monkeypatch.setattr(program, "END_TIMEOUT", 0.2)
    late = pytest.raises(BoardwrightError, match="gave no move in time")
    with player(f"{FAKE} 'ignores stop'", timeout=20) as one, late:
        one.choose(PlayedGame(TURM), stop=lambda: True)
    began = perf_counter()
    with player(f"{FAKE} 'does not quit'", timeout=20):
        pass
    assert perf_counter() - began < 15


def test_a_program_that_does_not_read_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "SEND_TIMEOUT", 0.2)
    deaf = program.Program(f"{FAKE} 'is deaf'")
    with pytest.raises(BoardwrightError, match="does not read its input"):
        deaf.send("x" * 1_000_000)


def test_a_program_that_only_knows_the_end_of_its_input_ends_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "END_TIMEOUT", 60)
    one = program.Program(f"{shlex.quote(sys.executable)} -S -E -c 'import sys; sys.stdin.read(); sys.exit(7)'")
    one.close("quit")
    assert one._process.returncode == 7


def test_the_memory_of_a_program_is_limited() -> None:
    hog = f"{shlex.quote(sys.executable)} -S -E -c 'len(bytearray(2_000_000_000)); print(1)'"
    one = program.Program(hog, memory=1_000_000_000)
    with pytest.raises(BoardwrightError, match="ended with status 1: 'MemoryError'"):
        one.receive(60)


def test_the_program_gets_the_seed() -> None:
    one = UgiPlayer(TURM, Limits(nodes=1), 7, command=f"{FAKE} 'dies in a search'")
    with pytest.raises(BoardwrightError, match="a rook too many"):
        one.choose(PlayedGame(TURM))
    assert re.search(rb"setoption name Seed value 7", one.program.stderr_tail)
