"""The program for the course's tournament: sessions, whole games, time, and what it withstands."""

from __future__ import annotations

import subprocess
import sys
from io import StringIO
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.running import Run

from boardwright import BoardwrightError
from boardwright.core import Core
from boardwright.engine.limits import Limits
from boardwright.engine.players import OnInfo, Player, Stop, read_player
from boardwright.engine.result import SearchResult, one_move
from boardwright.games.congo import Congo
from boardwright.games.congo.protocols import tournament
from boardwright.games.congo.protocols.tournament import Answer, Tournament, serve
from boardwright.played_game import AnyPlayedGame, PlayedGame
from boardwright.protocols.lines import LONGEST_LINE

pytestmark = pytest.mark.slow

START, FULL = Congo().start_text, Congo("full").start_text
FACE_OFF = "2l4/7/7/7/7/7/2L4 w 0"
BARE = "3l3/7/7/7/7/4L2/7 b 5"
LOST = "7/1p5/3L3/7/7/7/7 b 10"
MARGIN = 0.01
TINY = "0.03"


class Talk:
    """A program in the tournament, and what it prints."""

    def __init__(self) -> None:
        self.output, self.messages = StringIO(), StringIO()
        self.tournament = Tournament(self.output, self.messages, threads=1, hash_mb=1, margin=MARGIN)

    def say(self, *lines: str) -> tuple[list[str], list[str]]:
        """The moves and the messages that some lines bring."""
        for line in lines:
            self.tournament.execute(line)
        both = self.output.getvalue().splitlines(), self.messages.getvalue().splitlines()
        for stream in (self.output, self.messages):
            stream.seek(0)
            stream.truncate()
        return both

    @property
    def position(self) -> str:
        return self.tournament.game.format_position(self.tournament.played.position)


@pytest.fixture
def talk() -> Talk:
    return Talk()


def test_a_table_for_which_there_is_no_memory_becomes_a_smaller_one(monkeypatch: pytest.MonkeyPatch) -> None:
    allocate = Core.new_transposition_table

    def table(core: Core[Any, Any], megabytes: int) -> object:
        if megabytes > 100:
            raise BoardwrightError(f"there is not enough memory for a table of {megabytes} MB")
        return allocate(core, 1)

    monkeypatch.setattr("boardwright.core.Core.new_transposition_table", table)
    output, messages = StringIO(), StringIO()
    serve(StringIO(f"position {FACE_OFF}\ngo 0.1\n"), output, messages, threads=1, hash_mb=1024)
    assert output.getvalue() == "c1c7\n"
    assert messages.getvalue() == "error: there is not enough memory for a table of 1024 MB: it has 64 MB\n"


def test_a_position_for_which_there_is_no_player_changes_nothing(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(core: Core[Any, Any], megabytes: int) -> object:
        raise BoardwrightError("there is no memory left")

    before = talk.position
    with monkeypatch.context() as patched:
        patched.setattr("boardwright.core.Core.new_transposition_table", none)
        assert talk.say(f"position {FULL}") == ([], ["error: there is no memory left"])
    assert (talk.position, talk.tournament.game.variant) == (before, "standard")
    assert talk.say(f"position {FACE_OFF}", f"go {TINY}") == (["c1c7"], [])


def test_a_session_of_the_program(boardwright: Run) -> None:
    lines = [
        "newgame",
        "position 7/1p5/3l3/2E4/7/3L3/7 w 10",
        "go 2",
        "go 2",
        "what?",
        "newgame",
        "position 2l4/7/7/7/7/7/c1L4 b 3",
        "go 0",
        "quit",
        "go 2",
    ]
    done = boardwright("congo-tournament", "--threads", "2", "--hash", "8", stdin="\n".join(lines))
    assert (done.returncode, done.stdout) == (0, "d2d5\nc7c1\n")
    assert done.stderr.splitlines() == [
        "error: no legal move: the game is over, white wins: the black lion is captured",
        "error: unknown command 'what?': expected newgame, position, moves, go, quit",
    ]


@pytest.mark.parametrize("fen", [START, FULL])
def test_a_whole_game(talk: Talk, fen: str) -> None:
    game = Congo("full" if fen == FULL else "standard")
    played = PlayedGame(game)
    other = read_player("engine:nodes=200", game)
    assert talk.say("newgame", f"position {fen}") == ([], [])
    while played.outcome is None:
        (move,), messages = talk.say(f"go {TINY}")
        assert messages == []
        played.play_text(move, strict=True)
        if played.outcome is None:
            played.play(other.choose(played).move)
            told = game.format_move(played.positions[-2], played.moves[-1])
            assert talk.say(f"moves {told}") == ([], [])
        assert talk.position == game.format_position(played.position)
    assert len(played.moves) > 4
    player = talk.tournament._player
    assert player is not None
    assert player.game.variant == game.variant


def test_it_plays_its_own_moves_and_those_that_it_is_told(talk: Talk) -> None:
    talk.say("newgame", f"position {START}")
    assert talk.say("moves d2d3 d6d5 e2e3") == ([], [])
    assert talk.position == "g2l2z/ppp1ppp/3p3/7/3PP2/PPP2PP/G2L2Z b 1"
    (move,), _ = talk.say(f"go {TINY}")
    assert talk.tournament.played.move_texts() == ["d2d3", "d6d5", "e2e3", move]
    assert talk.say("moves") == ([], [])
    assert talk.position.endswith(" w 2")


def test_without_a_position_it_is_the_start(talk: Talk) -> None:
    assert talk.say("moves D2D3") == ([], [])
    assert talk.position == "g2l2z/ppppppp/7/7/3P3/PPP1PPP/G2L2Z b 0"
    talk.say("newgame")
    assert talk.position == START


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("hello", "unknown command 'hello': expected newgame, position, moves, go, quit"),
        ("GO 1", "unknown command 'GO': expected newgame, position, moves, go, quit"),
        ("newgame now", "newgame takes no argument: found 'now'"),
        ("quit 1", "quit takes no argument: found '1'"),
        ("position", "'' has 0 fields: expected seven ranks, w or b, and a number"),
        ("position startpos", "'startpos' has 1 field: expected seven ranks, w or b, and a number"),
        ("position 7/7/7/7/7/7/7 w 0", "ranks 7 to 1, '7/7/7/7/7/7/7', have no lion: expected L and l"),
        ("moves e7e5", "'e7e5' is illegal: e7 is empty"),
        ("moves a6a5 a2a3 z9", "'z9' is not a move: expected its squares without spaces, such as d1d2 or c3c5e5"),
        ("moves a6a5 a2a5", "'a2a5' is illegal: the pawn goes one square forward, straight or diagonally"),
        ("go", "go '': expected a number of seconds from 0 to 86400"),
        ("go soon", "go 'soon': expected a number of seconds from 0 to 86400"),
        ("go nan", "go 'nan': expected a number of seconds from 0 to 86400"),
        ("go inf", "go 'inf': expected a number of seconds from 0 to 86400"),
        ("go -1", "go '-1': expected a number of seconds from 0 to 86400"),
        ("go 1e99", "go '1e99': expected a number of seconds from 0 to 86400"),
        ("go 1 2", "go '1 2': expected a number of seconds from 0 to 86400"),
    ],
)
def test_a_bad_line_is_told_in_one_and_changes_nothing(talk: Talk, line: str, error: str) -> None:
    talk.say(f"position {START}", "moves d2d3")
    played, before = talk.tournament.played, talk.position
    assert talk.say(line) == ([], [f"error: {error}"])
    assert (talk.tournament.played, talk.position, talk.tournament.done) == (played, before, False)
    assert talk.tournament.played.move_texts() == ["d2d3"]


def test_a_damaged_position_is_repaired_with_a_warning(talk: Talk, capsys: pytest.CaptureFixture[str]) -> None:
    assert talk.say("position 313/7/6S/7/1Z1S1p1/3L3/7 w 23") == ([], [])
    assert capsys.readouterr().err.startswith("warning: rank 7, '313', is read as '3l3'")
    assert talk.position == "3l3/7/6S/7/1Z1S1p1/3L3/7 w 23"


def test_what_has_stood_twice_is_a_draw_the_third_time(talk: Talk) -> None:
    """White is far behind, and saves itself by coming back to what has stood twice; else it would take an elephant."""
    there_and_back = "c7c6 d1e1 c6c7"
    talk.say("position c1l3c/e5e/e5e/7/5e1/7/3L2Z b 0", f"moves {there_and_back} e1d1 {there_and_back}")
    position = talk.position
    assert talk.say("go 0.6") == (["e1d1"], [])
    assert Talk().say(f"position {position}", "go 0.6") == (["g1f3"], [])


def test_it_plays_on_where_a_match_is_drawn_by_history(talk: Talk) -> None:
    there_and_back = "c1c2 e7e6 c2c1 e6e7"
    talk.say("position 4l2/7/7/7/7/P6/2L4 w 0", f"moves {there_and_back} {there_and_back}")
    assert talk.tournament.played.outcome is None
    assert len(talk.tournament.played.moves) == 0
    moves, messages = talk.say(f"go {TINY}")
    assert (len(moves), messages) == (1, [])


def test_bare_lions_play_on_and_do_not_face_each_other(talk: Talk) -> None:
    talk.say(f"position {BARE}")
    assert talk.tournament.played.outcome is not None
    for _ in range(10):
        (move,), messages = talk.say("go 1")
        assert messages == []
        position = talk.tournament.played.position
        assert talk.tournament.game.format_outcome(talk.tournament.game.outcome(position)).startswith("draw"), move


def test_a_bare_lion_that_steps_into_the_line_is_taken(talk: Talk) -> None:
    assert talk.say(f"position {BARE}", "moves d7e7", "go 0") == (["e2e7"], [])


def test_tiny_times_are_answered_without_a_search(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk.tournament, "_player", Unused(Congo(), Limits(), 0))
    for seconds in ("0", "0.001", "1e-300"):
        moves, messages = talk.say(f"position {START}", f"go {seconds}")
        assert (moves, messages) == (["a1a3"], [])
    assert talk.say(f"position {FACE_OFF}", "go 0") == (["c1c7"], [])


def test_the_only_move_is_played_at_once(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk.tournament, "_player", Unused(Congo(), Limits(), 0))
    crowded = "PPPlPPP/PPZZZPP/PPPPPPP/PPPPPPP/PPPPPPP/1PPPPPP/PZPLPPP w 0"
    assert talk.say(f"position {crowded}", "go 3600") == (["a1a2"], [])


class Unused(Player):
    """A player that nobody asks."""

    def _think(self, played: AnyPlayedGame, limits: Limits, on_info: OnInfo, stop: Stop) -> SearchResult[Any]:
        raise AssertionError("asked")


def line_of(move: Any) -> SearchResult[Any]:
    return one_move(None, move)


class Sluggish(Player):
    """A player that does not end when its time is over, and then thinks of something else."""

    output: StringIO
    printed_meanwhile = ""

    def _think(self, played: AnyPlayedGame, limits: Limits, on_info: OnInfo, stop: Stop) -> SearchResult[Any]:
        assert on_info is not None
        _, second, third, fourth, *_ = played.legal_moves()
        on_info(line_of(second))
        while not stop():
            pass
        self.printed_meanwhile = self.output.getvalue()
        on_info(line_of(third))
        return line_of(fourth)


def test_the_answer_is_given_in_time_whatever_the_search_still_does(
    talk: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = Sluggish(Congo(), Limits(), 0)
    player.output = talk.output
    monkeypatch.setattr(talk.tournament, "_player", player)
    second = Congo().format_move(Congo().start(), Congo().legal_moves(Congo().start())[1])
    assert talk.say(f"position {START}", f"go {TINY}") == ([second], [])
    assert player.printed_meanwhile == f"{second}\n"
    assert talk.tournament.played.move_texts() == [second]


class Broken(Player):
    """A player that fails."""

    def _think(self, played: AnyPlayedGame, limits: Limits, on_info: OnInfo, stop: Stop) -> SearchResult[Any]:
        raise RuntimeError("out of\npaper")


def test_a_search_that_fails_still_leaves_a_move(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk.tournament, "_player", Broken(Congo(), Limits(), 0))
    assert talk.say(f"position {START}", "go 1") == (["a1a3"], ["error: out of paper"])


def test_an_answer_is_given_once() -> None:
    output = StringIO()
    answer = Answer((0, 14), 0.0, output)
    assert answer.give_once_due()
    answer.update(line_of((0, 7)))
    answer.give()
    assert output.getvalue() == "a1a3\n"


def test_the_margin_is_kept_but_for_half_of_the_time() -> None:
    assert tournament._time_to_think(5, 0.2) == 4.8
    assert tournament._time_to_think(0.2, 0.2) == 0.1
    assert tournament._time_to_think(0, 0.2) == 0


def test_options_beyond_the_limits_of_the_tournament_are_refused(boardwright: Run) -> None:
    for flag, value, error in [
        ("--hash", "6001", "expected a whole number from 1 to 4096"),
        ("--threads", "9", "expected a whole number from 1 to 8"),
        ("--margin", "-1", "expected 0 seconds or more"),
    ]:
        done = boardwright("congo-tournament", flag, value)
        assert (done.returncode, done.stdout) == (2, "")
        assert error in done.stderr


VOCABULARY = f"""
    newgame position moves go go go 0 0.001 -1 nan 1e999 1e-9 0x1 w b 5 d2d3 d6d5 a1a3 a7a5 e7e6 e2e7 c1c7 zz
    {START.split()[0]} {FULL.split()[0]} {BARE.split()[0]} {LOST.split()[0]} {FACE_OFF.split()[0]} 7/7/7/7/7/7/7
"""
WORDS = st.sampled_from(VOCABULARY.split())
POSITIONS = st.sampled_from([f"position {fen}" for fen in (START, FULL, BARE, LOST, FACE_OFF)])
GARBAGE = st.text(max_size=60) | st.binary(max_size=60).map(lambda line: line.decode(errors="replace"))
LINES = st.lists(WORDS, max_size=8).map(" ".join) | POSITIONS | st.just("go 0") | GARBAGE
PLAYED = Talk()


@settings(max_examples=150)
@given(st.lists(LINES.filter(lambda line: line.strip() != "quit"), max_size=10))
def test_every_line_is_answered_by_at_most_one_and_only_go_by_a_move(lines: list[str]) -> None:
    for line in lines:
        before = PLAYED.tournament.played
        position, texts = PLAYED.position, before.move_texts()
        moves, messages = PLAYED.say(line)
        asked = line.split()[:1] == ["go"]
        assert len(moves) + len(messages) <= 1
        assert bool(moves) <= asked
        assert not asked or moves or messages
        if moves:
            game = Congo()
            old = game.parse_position(position)
            assert PLAYED.position == game.format_position(game.play(old, game.parse_move(old, *moves)))
        if messages:
            assert messages[0].startswith("error: ")
            assert messages[0].isprintable()
            assert PLAYED.tournament.played is before
            assert before.move_texts() == texts


def test_a_line_too_long_is_told_and_forgotten() -> None:
    output, messages = StringIO(), StringIO()
    lines = [f"moves {'a1a3 ' * LONGEST_LINE}", f"position {FACE_OFF}", "x" * 3 * LONGEST_LINE, "go 0"]
    serve(StringIO("\n".join(lines)), output, messages, threads=1, hash_mb=1)
    complaint = f"error: the line is longer than {LONGEST_LINE} characters"
    assert (output.getvalue(), messages.getvalue().splitlines()) == ("c1c7\n", [complaint] * 2)


def test_random_bytes_do_not_end_the_program(boardwright: Run) -> None:
    noise = Random(3).randbytes(50_000).replace(b"quit", b"")
    half = f"\nposition {FACE_OFF}\ngo 0".encode()
    done = boardwright("congo-tournament", "--hash", "1", "--threads", "1", stdin=noise + half)
    assert (done.returncode, done.stdout) == (0, "c1c7\n")
    assert all(line.startswith("error: ") for line in done.stderr.splitlines())


def test_nobody_who_listens_ends_it_without_a_word() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "boardwright", "congo-tournament", "--hash", "1", "--threads", "1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    process.stdout.close()
    _, messages = process.communicate(b"go 0\ngo 0\n" * 1000, timeout=60)
    assert (process.returncode, messages) == (0, b"")


def test_closed_messages_do_not_end_the_game() -> None:
    output, messages = StringIO(), StringIO()
    messages.close()
    serve(StringIO(f"what?\nposition {FACE_OFF}\ngo 0\n"), output, messages, threads=1, hash_mb=1)
    assert output.getvalue() == "c1c7\n"
