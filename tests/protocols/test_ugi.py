"""The generic protocol: sessions line by line, what it refuses, and how it stops."""

from __future__ import annotations

import re
import subprocess
import sys
from contextlib import suppress
from io import StringIO
from itertools import islice
from pathlib import Path
from random import Random
from time import perf_counter, sleep
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.engine.small_bitbases import DRAUGHTS, make
from tests.protocols.ugi_session import OVER, WIN_IN_ONE, Talk, masked
from tests.running import ROOT, Run, without_header

from boardwright import BoardwrightError, __version__, find_game
from boardwright.core import Core
from boardwright.engine import Engine
from boardwright.engine.players import EnginePlayer
from boardwright.explore import random_positions
from boardwright.game import AnyGame
from boardwright.protocols.info import format_info, parse_info
from boardwright.protocols.lines import LONGEST_LINE
from boardwright.protocols.ugi import serve
from boardwright.registry import installed_games

TURM = find_game("turm")
BREAKTHROUGH = find_game(without_header("examples/breakthrough.py"))
ALL = [type(game)(variant) for game in [*installed_games(), BREAKTHROUGH] for variant in game.variants]


@pytest.fixture
def turm() -> Talk:
    return Talk(TURM)


def test_it_introduces_itself_and_its_options(turm: Talk) -> None:
    assert turm.say("ugi") == [
        f"id name boardwright {__version__}",
        "id game turm:centre",
        "option name Threads type spin default 1 min 1 max 256",
        "option name Hash type spin default 64 min 1 max 1048576",
        "option name Level type spin default 0 min 0 max 10",
        "option name MultiPV type spin default 1 min 1 max 100",
        "option name Seed type spin default 0 min 0 max 4294967295",
        "ugiok",
    ]
    assert turm.say("isready") == ["readyok"]


def test_the_session_of_the_manual_goes_as_it_says(turm: Talk) -> None:
    page = (ROOT / "docs" / "protocols.md").read_text(encoding="utf-8")
    (session,) = re.findall(r"^```\n(> ugi\n.*?)^```", page, re.MULTILINE | re.DOTALL)
    for part in session.split("> ")[1:]:
        line, *answers = part.splitlines()
        assert turm.say(line) == [masked(answer) for answer in answers]


def test_a_game_with_endings_has_an_option_for_them(tmp_path: Path) -> None:
    folder = tmp_path / "some endings"
    make(folder, 2)
    draughts = Talk(DRAUGHTS)
    assert draughts.say("ugi")[-2:] == ["option name Endings type string default auto", "ugiok"]
    (refused,) = draughts.say("setoption name Endings value nowhere")
    assert refused.startswith(
        "info string error: the folder 'nowhere' holds no endings of draughts: expected auto, off"
    )
    assert draughts.say(f"setoption name endings value {folder}", "position fen W:WK46:BK3", "go depth 3") == [
        "info depth 1 score ending drawn winprob 0.5000 nodes N nps N time N multipv 1 pv 46-5",
        "bestmove 46-5",
    ]


def test_a_search_tells_its_depths_and_answers_with_a_move(turm: Talk) -> None:
    assert turm.say(f"position fen {WIN_IN_ONE}", "go depth 3") == [
        "info depth 1 score win 1 winprob 1.0000 nodes N nps N time N multipv 1 pv D3-D4-1",
        "bestmove D3-D4-1",
    ]


def test_a_side_that_must_lose_is_told_how_soon(turm: Talk) -> None:
    *_, last, best = turm.say("position fen RG6/7/7/7/3BG3/7/7 r", "go depth 4")
    assert re.fullmatch(
        r"info depth \d score loss 2 winprob 0.0000 nodes N nps N time N multipv 1 pv (\S+) D3-D4-1", last
    )
    assert best == f"bestmove {last.split()[-2]}"


def test_several_lines_are_numbered_from_the_best(turm: Talk) -> None:
    answer = turm.say("setoption name multipv value 3", f"position fen {WIN_IN_ONE}", "go depth 1")
    assert [re.sub(r".* (multipv \d).*", r"\1", line) for line in answer] == [
        "multipv 1",
        "multipv 2",
        "multipv 3",
        "bestmove D3-D4-1",
    ]


def test_what_it_says_is_what_the_engine_finds_every_time(turm: Talk) -> None:
    found = Engine(TURM).search(TURM.start(), depth=5)
    (expected,) = format_info(TURM, found)
    for _ in range(2):
        turm.output.truncate(0)
        turm.say("ugnewgame", "position startpos", "go depth 5")
        last, best = turm.output.getvalue().splitlines()[-2:]
        assert last.split(" nps ")[0] == expected.split(" nps ")[0]
        assert last.split(" pv ")[1] == expected.split(" pv ")[1]
        assert best == f"bestmove {TURM.format_move(TURM.start(), found.move)}"


def test_a_position_goes_on_from_the_last_one_or_begins_anew(turm: Talk) -> None:
    turm.say("position startpos moves D5-D4-1")
    played = turm.server.played
    assert turm.say("position startpos moves D5-D4-1 D3-D4-1") == []
    assert turm.server.played is played
    assert turm.server.played.move_texts() == ["D5-D4-1", "D3-D4-1"]
    turm.say("position startpos moves C6-C5-1")
    assert turm.server.played.move_texts() == ["C6-C5-1"]
    turm.say(f"position fen {WIN_IN_ONE}  moves")
    assert TURM.format_position(turm.server.played.position) == WIN_IN_ONE
    turm.say("ugnewgame")
    assert turm.server.played.position == TURM.start()


@pytest.mark.parametrize(
    "line",
    [
        "position startpos moves D5-D4-1 Z9-Z9-9",
        "position startpos moves C6-C5-1 D3-D4-1 D5-D4-9",
        "position fen 7/7 r",
        "position fen",
        "position",
        "position moves D5-D4-1",
        "position startpos D5-D4-1",
    ],
)
def test_a_bad_position_changes_nothing(turm: Talk, line: str) -> None:
    turm.say("position startpos moves D5-D4-1")
    (answer,) = turm.say(line)
    assert answer.startswith("info string error: ")
    assert turm.server.played.move_texts() == ["D5-D4-1"]
    assert turm.say("position startpos moves D5-D4-1 D3-D4-1") == []
    assert turm.server.played.move_texts() == ["D5-D4-1", "D3-D4-1"]


def test_a_finished_game_has_no_best_move(turm: Talk) -> None:
    assert turm.say(f"position fen {OVER}", "go depth 3", "go infinite") == ["bestmove none"] * 2
    there_and_back = " D7-D6-1 D1-D2-1 D6-D7-1 D2-D1-1" * 2
    assert turm.say(f"position startpos moves{there_and_back}", "go depth 3") == ["bestmove none"]
    assert turm.say("d")[-1] == "draw: the position has occurred three times"


def test_d_draws_the_board(turm: Talk) -> None:
    answer = turm.say(f"position fen {WIN_IN_ONE}", "d")
    assert answer[4] == "3 .  .  .  RG .  .  ."
    assert answer[-3:] == ["", WIN_IN_ONE, "red to move"]


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("hello", "unknown command 'hello': expected ugi, isready, setoption, "),
        ("isready now", "isready takes no argument: found 'now'"),
        ("go depth", "depth '': expected a whole number from 1 to 120"),
        ("go depth 0", "depth '0': expected a whole number from 1 to 120"),
        ("go depth 999", "depth '999': expected"),
        ("go movetime 1e3", "movetime '1e3': expected"),
        ("go nodes -5", "nodes '-5': expected"),
        ("go wtime 5", "go has no argument 'wtime': expected infinite alone or movetime, depth, nodes, firsttime, "),
        ("go infinite depth 3", "go infinite takes no limit: expected infinite alone, or movetime"),
        ("go depth 2 depth 3", "go has depth twice: expected it once"),
        (
            "go secondtime 1000",
            "go has no limit for the side to move: expected firsttime, movetime, depth, nodes or infinite",
        ),
        ("setoption Hash 3", "setoption 'Hash 3': expected setoption name NAME value VALUE"),
        ("setoption name Speed value 3", "there is no option 'Speed': expected Threads, Hash, Level, MultiPV, Seed"),
        ("setoption name Hash value big", "Hash 'big': expected a whole number from 1 to 1048576"),
        ("setoption name Level value 11", "Level '11': expected a whole number from 0 to 10"),
    ],
)
def test_a_bad_line_is_answered_by_one_that_says_why(turm: Talk, line: str, error: str) -> None:
    (answer,) = turm.say(line)
    assert answer.startswith(f"info string error: {error}")
    assert turm.say("isready") == ["readyok"]


@pytest.mark.parametrize(
    "limit",
    ["movetime 20", "nodes 500", "depth 2 nodes 100000", "firsttime 1000 secondtime 1", "firsttime 0 firstinc 10"],
)
def test_every_kind_of_limit_ends_a_search(turm: Talk, limit: str) -> None:
    assert turm.say(f"go {limit}")[-1].startswith("bestmove ")


@pytest.mark.parametrize("limit", ["movetime 100000", "firsttime 100000000"])
def test_the_only_legal_move_is_answered_at_once(limit: str) -> None:
    draughts = Talk(DRAUGHTS)
    began = perf_counter()
    assert draughts.say("position fen W:W28,50:B1,23", f"go {limit}")[-1] == "bestmove 28x19"
    assert perf_counter() - began < 50


def test_an_endless_search_goes_on_for_the_only_legal_move() -> None:
    draughts = Talk(DRAUGHTS)
    draughts.say("setoption name Endings value off", "position fen W:W28,50:B1,23", "go infinite")
    while "info depth 5 " not in draughts.output.getvalue():
        sleep(0.01)
    assert draughts.say("stop")[-1] == "bestmove 28x19"


def test_a_level_keeps_its_depth(turm: Talk) -> None:
    turm.say("setoption name Level value 3")
    assert turm.say("go movetime 10000")[-2].startswith("info depth 2 ")


@pytest.fixture
def little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """No table of more than 100 MB can be had."""

    allocate = Core.new_transposition_table

    def table(core: Core[Any, Any], megabytes: int) -> object:
        if megabytes > 100:
            raise BoardwrightError(f"there is not enough memory for a table of {megabytes} MB")
        return allocate(core, megabytes)

    monkeypatch.setattr("boardwright.core.Core.new_transposition_table", table)


TOO_LARGE = "info string error: there is not enough memory for a table of 4096 MB: Hash stays at"


@pytest.mark.usefixtures("little_memory")
def test_a_table_that_cannot_be_had_leaves_the_one_before(turm: Talk) -> None:
    turm.say("setoption name Hash value 8", "isready")
    player = turm.server._player
    assert turm.say("setoption name Hash value 4096", "isready", "isready") == [f"{TOO_LARGE} 8", "readyok", "readyok"]
    assert turm.server._player is player
    answer = turm.say("setoption name Hash value 4096", "setoption name Threads value 2", "go depth 3")
    assert answer[0] == f"{TOO_LARGE} 8"
    assert answer[-2].startswith("info depth 3 ")
    assert isinstance(turm.server._player, EnginePlayer)
    assert turm.server._player.engine.threads == 2


@pytest.mark.usefixtures("little_memory")
def test_a_first_table_that_cannot_be_had_is_one_of_the_usual_size(turm: Talk) -> None:
    answer = turm.say("setoption name Hash value 4096", f"position fen {WIN_IN_ONE}", "go depth 3")
    assert answer[0] == f"{TOO_LARGE} 64"
    assert answer[1].startswith("info depth 1 score win 1 ")
    assert answer[2:] == ["bestmove D3-D4-1"]


@pytest.mark.usefixtures("little_memory")
def test_a_level_that_has_no_use_for_a_large_table_does_not_make_it_good(turm: Talk) -> None:
    answer = turm.say("setoption name Hash value 4096", "setoption name Level value 2", "isready")
    assert answer == ["readyok"]
    assert turm.say("setoption name Level value 0", "isready") == [f"{TOO_LARGE} 64", "readyok"]


def test_a_game_without_a_core_is_searched_on_one_thread() -> None:
    talk = Talk(BREAKTHROUGH)
    assert talk.say("ugi")[1:] == [
        "id game breakthrough",
        "option name Hash type spin default 64 min 1 max 1048576",
        "option name Level type spin default 0 min 0 max 10",
        "option name MultiPV type spin default 1 min 1 max 100",
        "option name Seed type spin default 0 min 0 max 4294967295",
        "ugiok",
    ]
    first = talk.say("setoption name MultiPV value 2", "position fen 8/2w5/8/8/8/8/5b2/8 w", "go nodes 30")
    assert first[-1] in ("bestmove c7b8", "bestmove c7c8", "bestmove c7d8")
    assert re.fullmatch(r"info depth 1 score win 1 winprob 1.0000 nodes N nps N time N multipv 1 pv c7.8", first[0])
    for limit in ("movetime 20", "firsttime 500", "depth 2"):
        assert talk.say("position startpos", f"go {limit}")[-1].startswith("bestmove ")


@pytest.mark.parametrize("game", [TURM, find_game("margrites"), BREAKTHROUGH], ids=lambda game: game.name)
def test_stop_ends_an_endless_search_with_one_best_move(game: AnyGame) -> None:
    talk = Talk(game)
    for searches in range(1, 4):
        talk.say("go infinite")
        refusal = "info string error: a search is going on: expected stop first"
        assert refusal in talk.say("position startpos")
        best = talk.say("stop")[-1]
        game.parse_move(game.start(), best.removeprefix("bestmove "), strict=True)
        assert talk.say("stop", "isready") == ["readyok"]
        assert len(re.findall("^bestmove ", talk.output.getvalue(), re.MULTILINE)) == searches


def test_an_endless_search_waits_for_stop_with_its_answer(turm: Talk) -> None:
    turm.say(f"position fen {WIN_IN_ONE}", "go infinite")
    sleep(0.1)
    assert turm.say("isready") == ["readyok"]
    assert "bestmove" not in turm.output.getvalue()
    assert turm.say("stop", "stop") == ["bestmove D3-D4-1"]


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.full_name)
def test_moves_and_positions_survive_a_line_of_words(game: AnyGame) -> None:
    """No text of a move has a space in it, no text of a position the word moves."""
    for position in islice(random_positions(game, Random(1)), 40):
        assert "moves" not in game.format_position(position).split()
        for move in game.legal_moves(position):
            assert len(game.format_move(position, move).split()) == 1


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.full_name)
def test_every_game_is_played(game: AnyGame) -> None:
    talk = Talk(game)
    moves: list[str] = []
    for _ in range(3):
        told = " ".join(["position startpos", *(["moves", *moves] if moves else [])])
        moves.append(talk.say(told, "go nodes 20")[-1].removeprefix("bestmove "))
    position = game.start()
    for text in moves:
        position = game.play(position, game.parse_move(position, text, strict=True))


VOCABULARY = """
    ugi isready setoption name value Threads Hash Level MultiPV Seed ugnewgame position startpos fen moves go
    movetime depth nodes infinite firsttime secondtime firstinc movestogo stop d 1 2 3 -1 99999999999999999999
    D5-D4-1 D3-D4-1 r 7/7/7/7/3RG3/7/BG6 info score cp win loss winprob pv time multipv nan 1e999
"""
WORDS = st.sampled_from(VOCABULARY.split())
GARBAGE = st.text(max_size=60) | st.binary(max_size=60).map(lambda line: line.decode(errors="replace"))
LINES = st.lists(WORDS, max_size=8).map(" ".join) | GARBAGE


@settings(max_examples=150)
@given(st.lists(LINES, max_size=8))
def test_every_line_is_survived(lines: list[str]) -> None:
    output = StringIO()
    serve(TURM, StringIO("\n".join(["setoption name Hash value 1", *lines, "stop", "isready"])), output)
    answers = output.getvalue().splitlines()
    assert answers[-1] == "readyok"
    assert not any("Traceback" in answer for answer in answers)


def test_a_line_too_long_is_told_and_forgotten() -> None:
    output = StringIO()
    serve(TURM, StringIO(f"position startpos moves {'x ' * LONGEST_LINE}\nisready\n{'y' * LONGEST_LINE}"), output)
    complaint = f"info string error: the line is longer than {LONGEST_LINE} characters"
    assert output.getvalue().splitlines() == [complaint, "readyok", complaint]


def test_a_search_with_a_limit_is_finished_after_the_last_command_and_an_endless_one_ended() -> None:
    for limit, depth in (("depth 4", "info depth 4 "), ("infinite", "info depth ")):
        output = StringIO()
        serve(TURM, StringIO(f"go {limit}\n"), output)
        *_, last, best = output.getvalue().splitlines()
        assert last.startswith(depth)
        assert best.startswith("bestmove ")


@pytest.mark.parametrize("end", ["quit\n", ""])
def test_the_command_ends_cleanly_in_the_middle_of_a_search(boardwright: Run, end: str) -> None:
    done = boardwright("ugi", "turm", stdin=b"\xff\xfe\x00garbage\ngo infinite\n" + end.encode())
    assert (done.returncode, done.stderr) == (0, "")
    assert re.match(r"info string error: unknown command ", done.stdout)
    assert done.stdout.splitlines()[-1].startswith("bestmove ")


def test_a_closed_output_ends_it_without_a_word() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "boardwright", "ugi", "turm"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdin.write(b"isready\ngo infinite\n")
    process.stdin.flush()
    assert process.stdout.readline() == b"readyok\n"
    process.stdout.close()
    with suppress(BrokenPipeError):
        process.stdin.write(b"isready\nd\n")
        process.stdin.close()
    assert (process.wait(20), process.stderr.read()) == (0, b"")
    process.stderr.close()


@given(LINES)
def test_no_line_of_another_program_is_too_strange_to_read(line: str) -> None:
    for text in (line, f"info {line}", f"info {line} pv D5-D4-1 {line}"):
        info = parse_info(text)
        if info is not None:
            assert 0 <= info.win_probability <= 1
            info.result(TURM, TURM.start())


def test_what_is_written_is_read_again() -> None:
    for position in (TURM.start(), TURM.parse_position(WIN_IN_ONE), TURM.parse_position("RG6/7/7/7/3BG3/7/7 r")):
        found = Engine(TURM).search(position, depth=3)
        info = parse_info(*format_info(TURM, found))
        assert info is not None
        read = info.result(TURM, position)
        assert read is not None
        assert (read.pv, read.score, read.depth, read.nodes) == (found.pv, found.score, found.depth, found.nodes)


def test_a_game_from_a_file_is_served(boardwright: Run) -> None:
    done = boardwright("ugi", str(Path("examples") / "breakthrough.py"), stdin="position startpos moves a2a3\nd\n")
    assert done.stdout.splitlines()[-1] == "black to move"
