"""The program that speaks Hub: sessions line by line, what it refuses, and how it ponders and stops."""

from __future__ import annotations

import re
import subprocess
import sys
from io import StringIO
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.draughts.hub_session import LINES, LOST_IN_TWO, ONE_MOVE, OVER, START, WIN_IN_ONE, Talk, hub, masked
from tests.engine.small_bitbases import make
from tests.running import ROOT, Run

from boardwright import BoardwrightError, __version__, find_game
from boardwright.core import Core
from boardwright.engine import Engine
from boardwright.engine.players import EnginePlayer
from boardwright.games.draughts.protocols.hub.engine import serve
from boardwright.games.draughts.protocols.hub.notation import format_move
from boardwright.protocols.lines import LONGEST_LINE

DRAUGHTS = find_game("draughts")
GOING_ON = 'error message="a search is going on: expected stop first"'


@pytest.fixture
def talk() -> Talk:
    return Talk()


def test_the_session_of_the_manual_goes_as_it_says() -> None:
    page = (ROOT / "docs" / "hub.md").read_text(encoding="utf-8")
    (session,) = re.findall(r"^```\n(> hub\n.*?)^```", page, re.MULTILINE | re.DOTALL)
    talk = Talk(hash=64)
    for part in session.split("> ")[1:]:
        line, *answers = part.splitlines()
        assert talk.search(line) == [masked(answer) for answer in answers]


def test_it_introduces_itself_and_its_parameters(talk: Talk) -> None:
    assert talk.say("hub") == [
        f'id name=Boardwright version={__version__} author="The Boardwright developers" country=""',
        "param name=variant value=normal type=enum values=normal",
        "param name=threads value=1 type=int min=1 max=256",
        "param name=hash value=1 type=int min=1 max=1048576",
        "param name=level value=0 type=int min=0 max=10",
        "param name=seed value=0 type=int min=0 max=4294967295",
        "param name=endings value=auto type=string",
        "wait",
    ]
    assert talk.say("set-param name=variant value=normal", "set-param value=2 name=threads", "init") == ["ready"]
    assert "param name=threads value=2 type=int min=1 max=256" in talk.say("hub")
    assert isinstance(talk.server._player, EnginePlayer)
    assert talk.server._player.engine.threads == 2


def test_a_search_tells_its_depths_and_answers_with_a_move(talk: Talk) -> None:
    assert talk.search(f"pos pos={WIN_IN_ONE}", "level depth=3", "go think") == [
        "info depth=1 mean-depth=1.0 score=99.99 nodes=N time=N nps=N pv=28x19x23",
        "done move=28x19x23",
    ]


def test_it_tells_the_move_that_it_expects_and_how_soon_it_loses(talk: Talk) -> None:
    *_, last, done = talk.search(f"pos pos={LOST_IN_TWO}", "level depth=4", "go")
    assert re.fullmatch(r'info depth=\d mean-depth=\d.0 score=-99.98 nodes=N time=N nps=N pv="36-41 46x37x41"', last)
    assert done == "done move=36-41 ponder=46x37x41"


def test_known_endings_are_told_as_won_drawn_and_lost(talk: Talk, tmp_path: Path) -> None:
    folder = tmp_path / "some endings"
    make(folder, 2)
    (refused,) = talk.say("set-param name=endings value=nowhere")
    assert refused.startswith("error message=\"the folder 'nowhere' holds no endings of draughts: expected auto, off")
    assert talk.say(f'set-param name=endings value="{folder}"') == []
    for fen, score in (("W:WK46:B20", "89.00"), ("W:WK46:BK3", "0.00"), ("B:WK46:B20", "-89.00")):
        first, *_ = talk.search(f"pos pos={hub(fen)}", "level depth=3", "go think")
        assert first.startswith(f"info depth=1 mean-depth=1.0 score={score} nodes=N ")


def test_what_it_says_is_what_the_engine_finds_every_time(talk: Talk) -> None:
    found = Engine(DRAUGHTS, hash_mb=1).search(DRAUGHTS.start(), depth=7)
    assert found.score is not None
    pv = " ".join(map(format_move, found.pv))
    for _ in range(2):
        talk.search("new-game", f"pos pos={START}", "level depth=7", "go think")
        last, done = talk.output.getvalue().splitlines()[-2:]
        assert last.startswith(
            f"info depth=7 mean-depth=7.0 score={found.score.value + 0.0:.2f} nodes={found.nodes} time="
        )
        assert last.endswith(f' pv="{pv}"')
        assert done == "done move={} ponder={}".format(*pv.split())


def test_arguments_come_in_any_order_quoted_or_not(talk: Talk) -> None:
    for line in (
        f'pos pos={START} moves="32-28 19-23 28x19x23"',
        f'  pos   moves="32-28  19-23 28x19x23 "  pos = "{START}"',
        'pos start moves="32-28 19-23 28x19x23"',
        'pos\tmoves="32-28 19-23 28x19x23"',
    ):
        talk.say("new-game")
        assert talk.say(line) == []
        assert [format_move(move) for move in talk.server.played.moves] == ["32-28", "19-23", "28x19x23"]
    talk.say('pos pos=""')
    assert len(talk.server.played.moves) == 3


def test_a_position_goes_on_from_the_last_one_or_begins_anew(talk: Talk) -> None:
    talk.say(f"pos pos={START} moves=32-28")
    played_game = talk.server.played
    assert talk.say(f'pos pos={START} moves="32-28 19-23"') == []
    assert talk.server.played is played_game
    assert played_game.move_texts() == ["32-28", "19-23"]
    talk.say(f"pos pos={START} moves=33-28")
    assert talk.server.played.move_texts() == ["33-28"]
    talk.say("new-game")
    assert talk.server.played.position == DRAUGHTS.start()
    assert not talk.server.played.moves


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("pos pos=We", "the position 'We' has 2 letters: expected 51, the side to move and its squares"),
        (f"pos pos=X{START[1:]}", "the position begins with 'X': expected W or B, the side to move"),
        (f"pos pos={START[:-1]}x", "square 50 of the position has 'x': expected w, b, W, B or e"),
        (f'pos pos={START} moves="32-28 32-28"', "'32-28' is illegal: 32 is empty"),
        (f'pos pos={START} moves="32-28 19-23 33-29"', "'33-29' is illegal: a capture is compulsory"),
        (f'pos pos={START} moves="32-28 19-23 28x19"', "'28x19' is not a move: expected FROM-TO such as 32-28, or "),
        (f'pos pos={START} moves="32-28 19-23 28x19x23x23"', "'28x19x23x23' takes a square twice: expected each once"),
        (f"pos pos={START} moves=32-28,19-23", "'32-28,19-23' is not a move: expected "),
        (f"pos pos={START} moves=51-46", "'51-46' names square 51: expected squares from 1 to 50"),
    ],
)
def test_a_bad_position_changes_nothing(talk: Talk, line: str, error: str) -> None:
    talk.say(f'pos pos={START} moves="31-26 19-23"')
    (answer,) = talk.say(line)
    assert answer.startswith(f'error message="{error}')
    assert answer.endswith('"')
    assert talk.server.played.move_texts() == ["31-26", "19-23"]
    assert talk.say(f'pos pos={START} moves="31-26 19-23 33-28"') == []
    assert talk.server.played.move_texts() == ["31-26", "19-23", "33-28"]


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("hello", "unknown command 'hello': expected hub, set-param, init, new-game, pos, level, go, "),
        ("Hub", "unknown command 'Hub': expected "),
        ("hub=2", "the line begins with 'hub=2': expected a command"),
        ("=", "the line goes on with '=': expected NAME, NAME=VALUE or NAME='VALUE'"),
        ('pos pos="Wb', "the line goes on with 'pos='Wb': expected a closing quote"),
        ('pos pos=a"b" moves=', "the line goes on with 'pos=a'b' moves=': expected NAME, NAME=VALUE or NAME='VALUE'"),
        ("level depth=", "the line goes on with 'depth=': expected NAME, NAME=VALUE or NAME='VALUE'"),
        ("level depth=3 depth=4", "level has 'depth' twice: expected it once"),
        ("level", "level has no limit: expected depth, nodes, moves, move-time, time, inc, infinite"),
        ("level ponder", "level has no limit: expected depth, "),
        ("level dept=3", "level has no limit: expected depth, "),
        ("level depth", "depth '': expected a whole number from 1 to 1000000"),
        ("level depth=0", "depth '0': expected a whole number from 1 to 1000000"),
        ("level nodes=-5", "nodes '-5': expected a whole number from 1 to "),
        ("level move-time=-1", "move-time '-1': expected a number of seconds from 0 to 1e+09"),
        ("level move-time=nan", "move-time 'nan': expected a number of seconds"),
        ("level time=1e99", "time '1e99': expected a number of seconds"),
        ("level time=5 inc=much", "inc 'much': expected a number of seconds"),
        ("level moves=9", "level has moves or inc without time: expected time too"),
        ("go think ponder", "go has think and ponder: expected one of think, ponder, analyze"),
        ("set-param name=threads", "set-param lacks a name or a value: expected set-param name=NAME value=VALUE"),
        ("set-param name=speed value=3", "there is no option 'speed': expected threads, hash, level, seed, endings"),
        ("set-param name=multipv value=3", "there is no option 'multipv': expected threads, "),
        ("set-param name=hash value=big", "hash 'big': expected a whole number from 1 to 1048576"),
        ("set-param name=level value=11", "level '11': expected a whole number from 0 to 10"),
        ("set-param name=variant value=frisian", "the variant 'frisian' is not played here: expected normal"),
        ("stop now", "stop knows no 'now', and leaves it out: expected nothing"),
    ],
)
def test_a_bad_line_is_answered_by_one_that_says_why(talk: Talk, line: str, error: str) -> None:
    (answer,) = talk.say(line)
    assert answer.startswith(f'error message="{error}')
    assert answer.count('"') == 2
    assert talk.say("ping") == ["pong"]


def test_an_argument_that_is_not_known_does_no_harm(talk: Talk) -> None:
    first, *_ = talk.say("ping id=7")
    assert first == "pong"
    refused, *rest = talk.search(f"pos pos={START} fen=x", "level depth=2 handicap=3", "go think")
    assert refused == "error message=\"pos knows no 'fen', and leaves it out: expected start, pos, moves\""
    assert rest[0].startswith("error message=\"level knows no 'handicap', and leaves it out: expected depth, nodes")
    assert rest[-2].startswith("info depth=2 ")
    assert rest[-1].startswith("done move=")


@pytest.mark.parametrize(
    "limits",
    [
        ["nodes=500"],
        ["move-time=0.02"],
        ["move-time=0"],
        ["depth=2 nodes=100000"],
        ["move-time=1000000", "depth=2"],
        ["time=0.5"],
        ["time=0.5 inc=0.01"],
        ["time=-3 inc=3.1"],
        ["time=-3"],
        ["moves=5 time=.5"],
        ["moves=0 time=5e-1 ponder"],
    ],
)
def test_every_kind_of_level_ends_a_search(talk: Talk, limits: list[str]) -> None:
    answer = talk.search(f"pos pos={START}", *(f"level {limit}" for limit in limits), "go think")
    assert answer[-1].startswith("done move=")
    assert talk.answers == 1


def test_a_depth_beyond_the_deepest_is_none(talk: Talk) -> None:
    assert talk.search(f"pos pos={WIN_IN_ONE}", "level depth=999999", "go think")[-1] == "done move=28x19x23"


def test_a_level_is_for_one_search(talk: Talk) -> None:
    talk.search(f"pos pos={START}", "level depth=2", "go think")
    talk.say("go think")
    talk.wait_for(r"info depth=3 .*")
    assert talk.answers == 1
    assert talk.say("stop")[-1].startswith("done move=")


def test_infinite_takes_the_limits_away(talk: Talk) -> None:
    talk.say(f"pos pos={START}", "level depth=2", "level infinite", "go analyze")
    talk.wait_for(r"info depth=3 .*")
    assert talk.answers == 0
    talk.say("stop")
    assert talk.answers == 1


def test_analysis_with_a_limit_ends_by_itself(talk: Talk) -> None:
    *_, last, done = talk.search(f"pos pos={START}", "level depth=4", "go analyze")
    assert last.startswith("info depth=4 ")
    assert done.startswith("done move=")


def test_a_strength_level_keeps_its_depth(talk: Talk) -> None:
    answer = talk.search("set-param name=level value=3", f"pos pos={START}", "level move-time=100", "go think")
    assert answer[-2].startswith("info depth=2 ")


def test_the_only_move_on_a_clock_takes_no_time(talk: Talk) -> None:
    assert talk.search(f"pos pos={ONE_MOVE}", "level time=1e8", "go think")[-1].startswith("done move=28x19x23")


def test_a_finished_game_has_no_move(talk: Talk) -> None:
    assert talk.say(f"pos pos={OVER}", "level depth=3", "go think", "go ponder", "stop") == ["done", "done"]


def test_a_draw_by_history_does_not_end_the_game_and_the_history_is_kept(talk: Talk) -> None:
    moves = "47-42 4-9 42-47 9-4 " * 3
    *_, done = talk.search(f'pos pos={hub("W:WK47:BK4")} moves="{moves}"', "level depth=3", "go think")
    assert done.startswith("done move=47-")
    assert talk.server.played.occurrences == 4
    assert talk.say(f'pos pos={hub("W:WK47:BK4")} moves="{moves}47-42"') == []


def test_the_search_knows_the_positions_that_were_there_before(talk: Talk) -> None:
    """Black is three men behind, and draws by the third occurrence of a position."""
    played = "47-42 4-9 42-47 9-4 47-42 4-9 42-47"
    *_, last, done = talk.search(f'pos pos={hub("W:WK47,40,45,50:BK4")} moves="{played}"', "level depth=4", "go think")
    assert " score=0.00 " in last
    assert done.startswith("done move=9-4")
    *_, last, _ = talk.search("new-game", f"pos pos={hub('B:WK47,40,45,50:BK9')}", "level depth=4", "go think")
    assert " score=-" in last


def test_stop_ends_a_search_with_one_answer_and_the_next_can_begin_at_once(talk: Talk) -> None:
    for number, mode in enumerate(("go", "go think", "go analyze", "go ponder"), 1):
        talk.say(f"pos pos={START}", mode)
        for line in (f"pos pos={START}", "level depth=3", "go think", "new-game", "set-param name=hash value=2"):
            assert GOING_ON in talk.say(line)
        assert talk.answers == number - 1
        assert re.fullmatch(r"done move=\S+ ponder=\S+|done move=\S+", talk.say("stop")[-1])
        assert talk.say("stop", "ponder-hit", "ping") == ["pong"]
        assert talk.answers == number


def test_ping_and_init_are_answered_during_a_search(talk: Talk) -> None:
    talk.say(f"pos pos={START}", "go analyze")
    assert "pong" in talk.say("ping")
    assert "ready" in talk.say("init")
    assert "wait" in talk.say("hub")
    assert talk.answers == 0
    talk.say("stop")
    assert talk.answers == 1


def test_a_ponder_search_has_its_time_from_the_hit_on(talk: Talk) -> None:
    talk.say(f"pos pos={START} moves=32-28", "level move-time=0.2", "go ponder")
    talk.wait_for(r"info .* time=(0\.[3-9]|[1-9])\S* .*")
    assert talk.answers == 0
    began = monotonic()
    talk.say("ponder-hit")
    talk.wait_for(r"done move=\S+ ponder=\S+")
    assert monotonic() - began >= 0.2
    assert talk.say("ponder-hit", "stop", "ping") == ["pong"]
    assert talk.answers == 1


def test_a_ponder_search_on_a_clock_shares_out_the_time_from_the_hit_on(talk: Talk) -> None:
    talk.say(f"pos pos={START} moves=32-28", "level time=16", "go ponder")
    talk.wait_for(r"info depth=5 .*")
    began = monotonic()
    talk.say("ponder-hit")
    talk.wait_for(r"done move=\S+ ponder=\S+")
    # The least is half of a fortieth.
    assert monotonic() - began >= 0.19


def test_the_only_move_takes_no_time_but_is_analysed_as_long_as_is_asked(talk: Talk) -> None:
    began = monotonic()
    forced = hub("W:W28,48,47,49:B22,1,2,3")
    assert talk.search(f"pos pos={forced}", "level move-time=100", "go think")[-1].startswith("done move=28x17x22")
    assert monotonic() - began < 50
    began = monotonic()
    assert talk.search("level move-time=0.2", "go analyze")[-1].startswith("done move=28x17x22")
    assert monotonic() - began >= 0.2


@pytest.mark.parametrize("limit", ["time=1e8", "move-time=1e8"])
def test_a_ponder_search_for_the_only_move_is_answered_with_the_hit(talk: Talk, limit: str) -> None:
    talk.say("set-param name=endings value=off", f"pos pos={ONE_MOVE}", f"level {limit}", "go ponder")
    talk.wait_for(r"info depth=5 .*")
    assert talk.answers == 0
    talk.say("ponder-hit")
    talk.wait_for(r"done move=28x19x23 ponder=\S+")


def test_a_ponder_search_that_is_through_waits_for_the_hit(talk: Talk) -> None:
    talk.say(f"pos pos={START}", "level depth=2", "go ponder")
    talk.wait_for(r"info depth=2 .*")
    thread = talk.server._thread
    assert thread is not None
    thread.join(0.1)
    assert thread.is_alive()
    assert talk.answers == 0
    talk.say("ponder-hit")
    talk.wait_for("done .*")
    assert talk.answers == 1
    assert [line for line in talk.lines if line.startswith("info depth=3 ")] == []


def test_a_ponder_search_without_a_limit_goes_on_after_the_hit(talk: Talk) -> None:
    talk.say(f"pos pos={START}", "level infinite", "go ponder", "ponder-hit")
    talk.wait_for(r"info depth=3 .*")
    assert talk.answers == 0
    talk.say("stop")
    assert talk.answers == 1


def test_a_hit_is_nothing_to_a_search_that_thinks(talk: Talk) -> None:
    talk.say("ponder-hit", f"pos pos={START}", "go analyze", "ponder-hit", "ponder-hit")
    talk.wait_for(r"info depth=4 .*")
    assert talk.answers == 0
    talk.say("stop")
    assert talk.answers == 1


def test_after_a_ponder_search_a_think_search_keeps_its_own_time(talk: Talk) -> None:
    talk.say(f"pos pos={START}", "level move-time=0.01", "go ponder", "ponder-hit")
    talk.wait_for("done .*")
    *_, last, _ = talk.search("level depth=9", "go think")
    assert last.startswith("info depth=9 ")


def test_a_table_that_cannot_be_had_is_one_of_the_usual_size(monkeypatch: pytest.MonkeyPatch) -> None:
    allocate = Core.new_transposition_table

    def table(core: Core[Any, Any], megabytes: int) -> object:
        if megabytes > 100:
            raise BoardwrightError(f"there is not enough memory for a table of {megabytes} MB")
        return allocate(core, megabytes)

    monkeypatch.setattr("boardwright.core.Core.new_transposition_table", table)
    complaint = 'error message="there is not enough memory for a table of 4096 MB: hash stays at 64"'
    assert Talk(hash=4096).say("init", "init") == [complaint, "ready", "ready"]


@settings(max_examples=150)
@given(st.lists(LINES, max_size=8))
def test_every_line_is_survived(lines: list[str]) -> None:
    output = StringIO()
    serve(StringIO("\n".join([*lines, "stop", "ping"])), output, {"hash": 1})
    answers = output.getvalue().splitlines()
    assert answers[-1] == "pong"
    known = {"id", "param", "wait", "ready", "pong", "info", "done", "error"}
    assert {answer.split()[0] for answer in answers} <= known


def test_lines_of_a_megabyte_are_survived() -> None:
    long = LONGEST_LINE - 100
    output = StringIO()
    lines = (
        f"pos pos={'x' * long}",
        f'pos pos={START} moves="{"32-28 " * (long // 6)}"',
        f"level depth={'1' * long}",
        f"level time={'1' * long}",
        f"level time={'1' * long}x",
        '"' * long,
        "=" * long,
        "a " * (long // 2),
        "go" + " " * long + "=",
        f'pos pos="{" " * long}',
        "x" * 3 * long,
    )
    serve(StringIO("\n".join([*lines, "ping"])), output, {"hash": 1})
    *errors, last = output.getvalue().splitlines()
    assert last == "pong"
    assert len(errors) == len(lines)
    assert all(re.fullmatch(r'error message="[^"]{10,400}"', error) for error in errors)


def test_a_search_with_a_limit_is_finished_after_the_last_command_and_others_are_ended() -> None:
    for lines, depth in (("level depth=4\ngo", "info depth=4 "), ("go analyze", "info depth="), ("go ponder", "info ")):
        output = StringIO()
        serve(StringIO(f"pos pos={START}\n{lines}\n"), output, {"hash": 1})
        *_, last, done = output.getvalue().splitlines()
        assert last.startswith(depth)
        assert done.startswith("done move=")


@pytest.mark.parametrize("end", ["quit\n", ""])
def test_the_command_ends_cleanly_in_the_middle_of_a_search(boardwright: Run, end: str) -> None:
    commands = b"\xff\xfe\x00garbage\nhub\n" + f"pos pos={START}\ngo ponder\n{end}".encode()
    done = boardwright("hub", "--threads", "2", "--hash", "3", stdin=commands)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0].startswith('error message="unknown command ')
    assert lines[3:5] == [
        "param name=threads value=2 type=int min=1 max=256",
        "param name=hash value=3 type=int min=1 max=1048576",
    ]
    assert lines[-1].startswith("done move=")


def test_without_a_core_it_searches_by_the_python_rules() -> None:
    program = (
        "import sys; sys.modules['boardwright.core._core'] = None\n"
        "from boardwright.games.draughts.protocols.hub.engine import serve\n"
        "serve(sys.stdin, sys.stdout, {'threads': 2, 'hash': 1})"
    )
    commands = (
        f"hub\npos pos={WIN_IN_ONE}\nlevel nodes=30\ngo think\nstop\nlevel move-time=0.01\ngo ponder\nponder-hit\n"
    )
    done = subprocess.run([sys.executable, "-c", program], input=commands, capture_output=True, text=True, check=True)
    lines = [masked(line) for line in done.stdout.splitlines()]
    assert [line.split()[1] for line in lines[1:5]] == ["name=variant", "name=hash", "name=level", "name=seed"]
    assert lines[5] == "wait"
    # A search that is stopped at once has no score.
    win, none = (
        f"info depth=1 mean-depth=1.0 score={score} nodes=N time=N nps=N pv=28x19x23" for score in ("99.99", "0.00")
    )
    assert {win, "done move=28x19x23"} <= set(lines[6:]) <= {win, none, "done move=28x19x23"}
    assert lines.count("done move=28x19x23") == 2
