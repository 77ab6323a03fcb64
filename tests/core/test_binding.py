"""The Python face of the core: batches, jobs, and refusals where words are not what they should be."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
import time
from random import Random
from typing import Any

import pytest
from tests.running import without_header

from boardwright import BoardwrightError, find_game
from boardwright.core import MAX_HASH, CoreMissing, _core, core_names, core_of, find_core, finish
from boardwright.core._core import Core as CompiledCore
from boardwright.core._core import TranspositionTable, cores
from boardwright.encoding import HISTORY_PLANES, QUIET_STEP
from boardwright.engine import Engine
from boardwright.engine.result import WIN_SCORE
from boardwright.explore import perft, random_game
from boardwright.game import QUIET_PLIES

TURM = find_game("turm")
CORE = core_of(TURM)


@pytest.mark.parametrize("name", core_names())
def test_a_batch_is_the_same_as_one_by_one(name: str) -> None:
    core = core_of(find_game(name))
    positions = list(random_game(core.game, Random(name), plies=40).positions)
    offsets, moves = core.legal_moves(core.pack(positions))
    for i, position in enumerate(positions):
        alone = core.legal_moves(core.pack([position]))[1]
        assert list(moves[offsets[i] : offsets[i + 1]]) == list(alone)
    assert list(core.count(core.pack(positions))) == [int(offsets[i + 1] - offsets[i]) for i in range(len(positions))]


def test_an_empty_batch_is_empty() -> None:
    empty = CORE.pack([])
    offsets, moves = CORE.legal_moves(empty)
    assert (list(offsets), len(moves), len(CORE.outcome(empty)), len(CORE.play(empty, empty))) == ([0], 0, 0, 0)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (b"x", "whole words of eight bytes"),
        (b"\0" * 8, "a position takes 6 words: found 1 words in all"),
        (b"\0" * 48, "the words at index 0 are not a position"),
        (b"\xff" * 48, "the words at index 0 are not a position"),
        (bytes(CORE.pack([TURM.start()])) + b"\xff" * 48, "the words at index 1 are not a position"),
    ],
)
def test_words_that_are_no_positions_raise(words: bytes, complaint: str) -> None:
    for function in (CORE.count, CORE.legal_moves, CORE.outcome, CORE.hash):
        with pytest.raises(ValueError, match=complaint):
            function(words)


def test_what_is_no_buffer_raises() -> None:
    with pytest.raises((TypeError, BufferError)):
        CORE.count("text")


@pytest.mark.parametrize("name", core_names())
def test_illegal_moves_raise(name: str) -> None:
    core = core_of(find_game(name))
    start = core.pack([core.game.start()])
    random = Random(name)
    legal = set(core.legal_moves(start)[1])
    for word in [0, 2**64 - 1, *(random.getrandbits(random.randint(1, 64)) for _ in range(200))]:
        if word not in legal:
            with pytest.raises(ValueError, match="the move at index 0 is not legal"):
                core.play(start, struct.pack("=Q", word))
    with pytest.raises(ValueError, match="expected 1 moves: found 2"):
        core.play(start, struct.pack("=QQ", 0, 0))


@pytest.mark.parametrize("name", core_names())
def test_random_words_never_crash(name: str) -> None:
    core = core_of(find_game(name))
    random = Random(name)
    refusals = []
    for _ in range(3000):
        words = struct.pack(f"={core.words}Q", *(random.getrandbits(random.randint(0, 64)) for _ in range(core.words)))
        try:
            assert core.count(words)[0] == len(core.legal_moves(words)[1])
            assert len(core.outcome(words)) == 2
        except ValueError as error:
            refusals.append(str(error))
    assert set(refusals) == {"the words at index 0 are not a position"}


@pytest.mark.parametrize("core", cores(), ids=lambda core: core.name)
def test_the_room_spells_out_every_reason_that_the_core_numbers(core: CompiledCore) -> None:
    """The game's own reasons, repetition, and at least one more draw of a match."""
    assert len(core_of(find_game(core.name)).endings) >= core.reasons + 2


def test_constants_that_python_needs_without_a_core_are_those_of_the_core() -> None:
    assert _core.max_quiet_plies == QUIET_PLIES
    assert _core.quiet_step == QUIET_STEP
    assert _core.history_planes == len(HISTORY_PLANES)
    assert _core.win_score == 100 * WIN_SCORE


def test_perft_with_threads_and_with_a_table_is_the_same() -> None:
    start = TURM.start()
    assert CORE.perft(start, 0) == 1
    assert CORE.perft(start, 1) == 25
    assert CORE.perft(start, 5) == CORE.perft(start, 5, threads=3) == CORE.perft(start, 5, hash_mb=8) == 8256952
    assert CORE.perft(start, 4) == perft(TURM, start, 4)


def test_a_job_can_be_stopped_and_tells_what_is_known() -> None:
    job = CORE.start_perft(TURM.start(), 9)
    assert not job.wait(0.05)
    began = time.monotonic()
    job.stop()
    assert job.wait(10)
    assert time.monotonic() - began < 1
    assert job.done < job.total
    moves, shares = job.root_moves, job.counts
    assert len(moves) == len(shares) == 25


def test_a_job_that_is_dropped_stops() -> None:
    began = time.monotonic()
    job = CORE.start_perft(TURM.start(), 12, threads=2)
    del job
    assert time.monotonic() - began < 2


def test_playouts_are_the_same_whatever_the_threads() -> None:
    totals = []
    for threads in (1, 2, 5):
        job = CORE.start_playouts(TURM.start(), 1000, 7, threads=threads)
        finish(job)
        totals.append(job.totals)
    assert totals[0] == totals[1] == totals[2]
    assert totals[0]["games"] == sum(games for _, _, games in totals[0]["endings"]) == 1000


@pytest.mark.slow
@pytest.mark.parametrize("name", core_names())
def test_random_games_end_as_those_of_the_reference_do(name: str) -> None:
    """The same game by the same rules: lengths and branching agree within what chance allows."""
    game = find_game(name)
    core = core_of(game)
    job = core.start_playouts(game.start(), 4000, 1, threads=2)
    finish(job)
    totals = job.totals
    matches = [random_game(game, Random(f"{name} {number}")) for number in range(60)]
    mean = sum(len(played.moves) for played in matches) / len(matches)
    assert totals["plies"] / totals["games"] == pytest.approx(mean, rel=0.35)
    endings = {game.format_outcome(core.read_outcome(kind, reason)) for kind, reason, _ in totals["endings"]}
    assert {game.format_outcome(played.outcome) for played in matches} <= endings


def test_rollouts_repeat_by_their_seed() -> None:
    start = TURM.start()
    assert CORE.rollouts(start, 50, 3) == CORE.rollouts(start, 50, 3)
    assert sum(CORE.rollouts(start, 50, 4)) == 50


def test_a_game_without_a_core_says_so() -> None:
    game = find_game(without_header("examples/breakthrough.py"))
    assert find_core(game) is None
    with pytest.raises(CoreMissing, match="breakthrough has no core: it plays by its Python rules alone"):
        core_of(game)


def run_without(module: str, program: str, tmp_path: Any) -> str:
    """What a program prints where a module cannot be imported."""
    (tmp_path / f"{module}.py").write_text("raise ImportError", encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment, check=True)
    return done.stdout


def test_without_numpy_arrays_are_memoryviews(tmp_path: Any) -> None:
    program = (
        "from boardwright import find_game; from boardwright.core import core_of\n"
        "core = core_of(find_game('turm'))\n"
        "offsets, moves = core.legal_moves(core.pack([core.game.start()] * 2))\n"
        "print(type(moves).__name__, list(offsets), len(moves))"
    )
    assert run_without("numpy", program, tmp_path) == "memoryview [0, 25, 50] 50\n"


def test_without_a_core_limits_and_scores_are_still_read() -> None:
    program = (
        "import sys; sys.modules['boardwright.core._core'] = None\n"
        "from boardwright.core import MAX_DEPTH, is_compiled\n"
        "from boardwright.protocols.go import read_go\n"
        "from boardwright.protocols.info import parse_info\n"
        "depth = read_go('depth 9', 0).depth\n"
        "print(is_compiled(), MAX_DEPTH, depth, parse_info('info score loss 4 pv x').score)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False 1000 9 loss in 4\n"


FORKED = """
import os, sys
from boardwright import find_game
from boardwright.core import core_of
from boardwright.engine import Engine

turm = find_game("turm")
core = core_of(turm)
jobs = [core.start_playouts(turm.start(), 10**9, 1, threads=2), core.start_perft(turm.start(), 30)]
thinking = Engine(turm, threads=2).analyse(turm.start())
next(thinking)
child = os.fork()
if not child:
    # The threads that work are the parent's alone.
    assert jobs[0].wait(1000) and jobs[1].wait(1000)
    assert jobs[0].totals["games"] >= 0
    assert Engine(turm).search(turm.start(), depth=3).depth == 3
    sys.exit(7)
status = os.waitpid(child, 0)[1]
for job in jobs:
    job.stop()
print(os.waitstatus_to_exitcode(status), next(thinking).depth > 0, jobs[0].wait(60), jobs[1].wait(60))
"""


def test_a_fork_during_a_search_ends_as_it_would_otherwise() -> None:
    done = subprocess.run([sys.executable, "-c", FORKED], capture_output=True, text=True, timeout=120, check=False)
    assert (done.stdout, done.stderr) == ("7 True True True\n", "")


@pytest.mark.parametrize("megabytes", [-1, MAX_HASH + 1, 2**44, 2**44 + 1, 2**64])
def test_a_table_of_an_impossible_size_is_refused(megabytes: int) -> None:
    told = f"^a table of {megabytes} MB is not possible: expected"
    with pytest.raises(BoardwrightError, match=f"{told} 1 to 1048576 MB$"):
        Engine(TURM, hash_mb=megabytes)
    with pytest.raises(BoardwrightError, match=f"{told} 0 to 1048576 MB$"):
        CORE.perft(TURM.start(), 3, hash_mb=megabytes)


def test_the_core_itself_refuses_a_table_whose_size_would_wrap() -> None:
    with pytest.raises(ValueError, match="expected a table of at most 1048576 MB"):
        TranspositionTable(2**44 + 1)
    compiled = next(core for core in cores() if core.name == TURM.full_name)
    with pytest.raises(ValueError, match="expected a table of at most 1048576 MB"):
        compiled.start_perft(CORE.pack([TURM.start()]), 3, 1, 2**44)
