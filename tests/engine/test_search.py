"""The engine: what it finds, what it repeats, how it stops."""

from __future__ import annotations

import shlex
import subprocess
import sys
import time
from random import Random
from typing import Any

import pytest

from boardwright import BoardwrightError, find_game
from boardwright.core import MAX_DEPTH, core_names, core_of
from boardwright.engine import Engine, Limits, SearchResult
from boardwright.engine.network import zero_network
from boardwright.engine.players import EnginePlayer
from boardwright.explore import random_game, random_positions
from boardwright.played_game import PlayedGame

TURM = find_game("turm")
DRAUGHTS = find_game("draughts")
HASH = 4


def engine(name: str = "turm", **options: Any) -> Engine[Any, Any]:
    return Engine(find_game(name), hash_mb=HASH, **options)


@pytest.mark.parametrize("name", core_names())
def test_lines_are_legal_and_scores_agree_with_chances(name: str) -> None:
    game = find_game(name)
    random, player, seen = Random(7), engine(name), 0
    for position in random_positions(game, random):
        if game.outcome(position) is not None:
            continue
        found = player.search(position, nodes=3000, multipv=2)
        for line in found.variations:
            played = PlayedGame(game, position)
            for move in line.moves:
                played.play(move)
            assert line.score is not None
            assert (line.score.value > 0) == (
                line.win_probability > 0.5
            ) or line.score.value == 0 == line.win_probability - 0.5
            if line.score.distance is not None and len(line.moves) == line.score.distance:
                winner = played.position and game.outcome(played.position)
                assert winner is not None
                assert winner.winner == (position.to_move if line.score.value > 0 else 1 - position.to_move)
        seen += 1
        if seen == 30:
            return


@pytest.mark.parametrize("name", core_names())
def test_nodes_and_one_thread_give_the_same_every_time(name: str) -> None:
    game = find_game(name)
    position = random_game(game, Random(3), plies=10).position
    # So many nodes in so small a table that much is thrown out of it.
    player = Engine(game, hash_mb=1)
    first = player.search(position, nodes=200_000)
    player.search(game.start(), nodes=100_000)
    second = player.search(position, nodes=200_000)
    third = Engine(game, hash_mb=1).search(position, nodes=200_000)
    assert (first.variations, first.depth, first.nodes) == (second.variations, second.depth, second.nodes)
    assert (first.variations, first.depth, first.nodes) == (third.variations, third.depth, third.nodes)


def test_a_search_keeps_to_its_limits() -> None:
    assert engine().search(TURM.start(), depth=5).depth == 5
    assert engine().search(TURM.start(), nodes=12_345).nodes == 12_345
    found = engine().search(TURM.start(), time=0.2)
    assert 0.2 <= found.seconds < 20


def test_every_finished_depth_is_told() -> None:
    told: list[SearchResult[Any]] = []
    last = engine().search(TURM.start(), depth=6, on_info=told.append)
    assert sorted({found.depth for found in told}) == [1, 2, 3, 4, 5, 6]
    assert told[-1] == last
    assert [found.nodes for found in told] == sorted(found.nodes for found in told)


def test_the_last_depth_is_reported_once_however_late_the_end_of_the_search_is_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    searcher = engine()
    start_search = searcher.core.start_search

    class SeenLate:
        """A search that has made all its reports when the first poll still finds it running."""

        def __init__(self, *args: Any, **options: Any) -> None:
            self.job, self.polls = start_search(*args, **options), 0

        def wait(self, seconds: float) -> bool:
            while not self.job.wait(seconds):
                pass
            self.polls += 1
            return self.polls > 1

        def __getattr__(self, name: str) -> Any:
            return getattr(self.job, name)

    monkeypatch.setattr(searcher.core, "start_search", SeenLate)
    reported: list[SearchResult[Any]] = []
    last = searcher.search(TURM.start(), depth=4, on_info=reported.append)
    assert [result.depth for result in reported] == [1, 2, 3, 4]
    assert last == reported[-1]


def test_several_lines_begin_with_different_moves_best_first() -> None:
    found = engine().search(TURM.start(), depth=5, multipv=4)
    scores = [line.score.value for line in found.variations if line.score is not None]
    assert len({line.moves[0] for line in found.variations}) == len(found.variations) == len(scores) == 4
    assert scores == sorted(scores, reverse=True)


def test_more_lines_than_moves_are_all_moves() -> None:
    position = DRAUGHTS.parse_position("W:W32:B19")
    assert len(engine("draughts").search(position, depth=3, multipv=50).variations) == len(
        DRAUGHTS.legal_moves(position)
    )


def test_a_search_is_stopped_soon() -> None:
    asked: list[float] = []

    def stop() -> bool:
        asked.append(time.perf_counter())
        return len(asked) >= 3

    found = engine(threads=2).search(TURM.start(), time=60, stop=stop)
    assert time.perf_counter() - asked[2] < 20
    assert found.move in TURM.legal_moves(TURM.start())


class SlowJob:
    """A search of the core whose first depth comes only after it was looked at a few times."""

    def __init__(self, reports: list[Any]) -> None:
        self.found = reports
        self.looks = 0
        self.stopped = False
        self.nodes, self.seconds = 1, 1.0

    def wait(self, seconds: float) -> bool:
        self.looks += 1
        return self.stopped

    def reports(self, first: int) -> list[Any]:
        return self.found[first:] if self.looks > 3 else []

    def stop(self) -> None:
        self.stopped = True


def test_a_search_asks_from_its_beginning_but_is_not_stopped_before_it_has_a_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    move = TURM.legal_moves(TURM.start())[0]
    searcher = engine()
    word = searcher.core.packing.pack_move(move)
    job = SlowJob([(1, 1, 0.1, [(0, None, [word], False)])])
    monkeypatch.setattr(searcher.core, "start_search", lambda *_, **__: job)
    asked: list[int] = []

    def stop() -> bool:
        asked.append(job.looks)
        return True

    assert searcher.search(TURM.start(), time=60, stop=stop).move == move
    assert asked == [1, 2, 3, 4]


def test_an_analysis_that_is_closed_ends() -> None:
    analysis = engine().analyse(TURM.start())
    assert next(analysis).depth == 1
    analysis.close()


def test_a_finished_game_and_a_search_without_limit_are_refused() -> None:
    with pytest.raises(BoardwrightError, match="the game is over"):
        engine().search(TURM.parse_position("7/7/7/3RG3/7/7/BG6 b"), depth=1)
    with pytest.raises(BoardwrightError, match="needs a limit"):
        engine().search(TURM.start())


def test_what_has_stood_twice_is_a_draw_the_third_time() -> None:
    """Blue is far ahead, but must not step back to what has stood twice."""
    played = PlayedGame(TURM, TURM.parse_position("RG6/7/7/7/6b4/7/BG5b1 b"))
    for _ in range(2):
        for text in ("G1-F1-1", "A7-A6-1", "F1-G1-1", "A6-A7-1"):
            played.play_text(text)
    assert played.outcome is not None, "the start has stood three times"
    played.undo()
    back = played.position
    found = engine().search(back, history=played.positions[:-1], depth=1, multipv=50)
    scores = {TURM.format_move(back, line.moves[0]): line.score for line in found.variations}
    assert str(scores["A6-A7-1"]) == "+0.00"


def test_bare_lions_are_a_draw_although_they_could_go_on() -> None:
    congo = find_game("congo")
    position = congo.parse_position("3l3/7/7/P6/7/7/4L2 w 5")
    found = engine("congo").search(position, depth=4, multipv=50)
    scores = {congo.format_move(position, line.moves[0]): str(line.score) for line in found.variations}
    assert scores["e1e2"] == "+0.00"
    assert scores["e1d2"] == "loss in 2", "the lions would face each other"


@pytest.mark.parametrize("name", core_names())
def test_a_win_in_one_move_is_never_made_up(name: str) -> None:
    game = find_game(name)
    core = core_of(game)
    checked, random = 0, Random(11)
    for position in random_positions(game, random):
        if game.outcome(position) is not None:
            continue
        _, _, wins, _ = core.evaluate(core.pack([position]), zero_network(game).compiled())
        if wins:
            after = (game.outcome(game.successor(position, move)) for move in game.legal_moves(position))
            assert any(outcome is not None and outcome.winner == position.to_move for outcome in after)
        checked += 1
        if checked == 200:
            return


@pytest.mark.parametrize(
    "limits", [{"time": 0}, {"time": -1.0}, {"nodes": 0}, {"depth": 0}, {"depth": 3, "multipv": 0}]
)
def test_limits_that_are_none_are_refused(limits: dict[str, Any]) -> None:
    with pytest.raises(BoardwrightError, match=f"invalid {list(limits)[-1]} .*: expected a number above 0"):
        engine().search(TURM.start(), **limits)


def test_one_engine_searches_once_at_a_time() -> None:
    player = engine()
    analysis = player.analyse(TURM.start())
    next(analysis)
    with pytest.raises(BoardwrightError, match="the engine is already searching"):
        player.search(TURM.start(), depth=1)
    del analysis
    assert player.search(TURM.start(), depth=1).depth == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", core_names())
def test_an_announced_loss_is_a_loss_however_early_the_search_was_broken_off(name: str) -> None:
    game = find_game(name)
    seen = 0
    for position in random_positions(game, Random(5)):
        if game.outcome(position) is not None:
            continue
        for nodes in (100, 300, 1000):
            found = engine(name).search(position, nodes=nodes)
            if found.win_probability == 0.0:
                assert engine(name).search(position, nodes=50_000).win_probability == 0.0, game.format_position(
                    position
                )
        seen += 1
        if seen == 60:
            return


def test_a_depth_that_was_broken_off_is_not_told_as_finished() -> None:
    whole = engine().search(TURM.start(), depth=7)
    assert engine().search(TURM.start(), nodes=whole.nodes - 1).depth == 6
    assert engine().search(TURM.start(), nodes=whole.nodes + 1).depth == 7


@pytest.mark.parametrize("name", core_names())
def test_several_lines_come_best_first(name: str) -> None:
    game = find_game(name)
    for plies in (4, 8, 12):
        position = random_game(game, Random(plies), plies=plies).position
        for depth in (3, 4, 5):
            lines = engine(name).search(position, depth=depth, multipv=4).variations
            scores = [line.score.value for line in lines if line.score is not None]
            assert scores == sorted(scores, reverse=True)


def test_draw_clocks_reach_back_over_a_crowning() -> None:
    """Three against one since 31 plies, the man crowned meanwhile: whatever is moved now is a draw."""
    played = PlayedGame(DRAUGHTS, DRAUGHTS.parse_position("W:WK50,K49,13:BK5"))
    moves = (
        "50-33 5-14 49-43 14-10 43-16 10-46 13-8 46-5 8-3 5-41 3-8 41-10 16-49 10-46 33-39 46-10 49-16 10-4 39-28 4-9 "
        "16-21 9-20 28-44 20-29 21-32 29-45 32-49 45-29 44-50 29-47 49-16"
    )
    for text in moves.split():
        played.play_text(text)
    assert (len(played.moves), played.quiet_plies, played.outcome) == (31, 22, None)
    for endings, score in (("off", "+0.00"), ("auto", "drawn ending")):
        found = EnginePlayer(DRAUGHTS, Limits(depth=1), 0, endings=endings).choose(played)
        assert str(found.score) == score


def test_two_threads_find_a_win_as_well() -> None:
    position = TURM.parse_position("7/7/7/7/3RG3/7/BG6 r")
    found = engine(threads=2).search(position, depth=4)
    assert (TURM.format_move(position, found.move), str(found.score)) == ("D3-D4-1", "win in 1")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("threads", "limits"), [(1, {"depth": 13}), (2, {"depth": MAX_DEPTH}), (1, {"depth": 13, "time": 1000})]
)
def test_a_depth_ends_a_search_that_looks_for_a_shorter_win(threads: int, limits: dict[str, Any]) -> None:
    # A win in 11 is found at once; that none is shorter takes 50 million nodes to see.
    position = find_game("cabeza").parse_position("10/1hh1ooF3/1hh1ooF3/8m1/7c2/7HH1/10/2OO6/2OO1M4/3C3ff1,r")
    found = engine("cabeza", threads=threads).search(position, **limits)
    assert str(found.score) == "win in 11"
    # Each thread has its share, of which the others may have searched little when the first one ends.
    assert 10_000_000 // threads < found.nodes < 16_000_000


def test_threads_that_the_system_refuses_are_told_in_one_line() -> None:
    command = f"ulimit -v 2000000; {shlex.quote(sys.executable)} -m boardwright search turm --threads 256 --depth 3"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "error: 256 threads cannot be started: Resource temporarily unavailable: expected fewer\n"
    with pytest.raises(BoardwrightError, match="the engine's threads are 1000: expected from 1 to 256"):
        engine(threads=1000)
