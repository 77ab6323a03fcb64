"""One game: whatever a player does, it ends with a reason."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from time import sleep
from typing import Any

import pytest

from boardwright import find_game
from boardwright.arena import play, play_game
from boardwright.engine import Limits, Player, SearchResult, read_player
from boardwright.engine.players import EndedElsewhere, OnInfo, Stop
from boardwright.engine.result import one_move
from boardwright.engine.time_control import TimeControl
from boardwright.errors import BoardwrightError
from boardwright.game import Outcome, Termination
from boardwright.played_game import AnyPlayedGame, PlayedGame, replay

TURM = find_game("turm")


class Scripted(Player):
    """A player that does what a function does."""

    def __init__(self, act: Callable[[AnyPlayedGame], Any], limits: Limits | None = None) -> None:
        super().__init__(TURM, limits or Limits(), 0)
        self.act = act

    def _think(self, played_game: AnyPlayedGame, limits: Limits, on_info: OnInfo, stop: Stop) -> SearchResult[Any]:
        return one_move(played_game.position, self.act(played_game))


def first_move(played_game: AnyPlayedGame) -> Any:
    return played_game.legal_moves()[0]


def fail(played_game: AnyPlayedGame) -> Any:
    raise RuntimeError("out of\npaper")


def dawdle(played_game: AnyPlayedGame) -> Any:
    sleep(0.05)
    return first_move(played_game)


def dawdle_and_fail(played_game: AnyPlayedGame) -> Any:
    sleep(0.05)
    return fail(played_game)


def forfeit_of(player: Player) -> tuple[Outcome, bool]:
    """How a game ends that the player loses with its first move, as the second side."""
    played = play_game(PlayedGame(TURM), (Scripted(first_move), player), margin=0.01)
    assert played.forfeit == 1
    assert len(played.played.moves) == len(played.move_stats) == 1
    assert replay(played.played.record()).record() == played.played.record()
    outcome = played.played.outcome
    assert outcome is not None
    return outcome, played.late


def test_a_player_that_fails_loses() -> None:
    assert forfeit_of(Scripted(fail)) == (Outcome(0, "adjudged, blue failed: out of paper"), False)


def test_a_game_that_another_referee_ended_is_over_as_that_one_says() -> None:
    def hear_of_the_end(played_game: AnyPlayedGame) -> Any:
        raise EndedElsewhere(1, "red was late")

    played = play_game(PlayedGame(TURM), (Scripted(first_move), Scripted(hear_of_the_end)))
    assert (played.played.outcome, played.forfeit) == (Outcome(1, "adjudged, red was late"), None)
    assert replay(played.played.record()).outcome == played.played.outcome


def test_an_illegal_move_loses() -> None:
    outcome, late = forfeit_of(Scripted(lambda played_game: TURM.legal_moves(TURM.start())[0]))
    assert outcome.reason.startswith("adjudged, blue played an illegal move: '")
    assert (outcome.winner, late) == (0, False)


@pytest.mark.parametrize("nonsense", [None, 17, "D4"])
def test_no_move_at_all_loses(nonsense: Any) -> None:
    outcome, late = forfeit_of(Scripted(lambda played_game: nonsense))
    assert (outcome.winner, late) == (0, False)


@pytest.mark.parametrize("act", [dawdle, dawdle_and_fail])
def test_more_than_the_time_and_the_margin_loses_on_time(act: Callable[[AnyPlayedGame], Any]) -> None:
    outcome, late = forfeit_of(Scripted(act, Limits(time=0.02)))
    assert re.fullmatch(
        r"adjudged, blue overstepped its time: \d\.\d{3} s for a move of 0.02 s, with a margin of 0.01 s",
        outcome.reason,
    )
    assert (outcome.winner, late) == (0, True)


def test_the_search_for_the_cause_of_a_failure_is_not_on_the_players_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0

    def search_long(error: Exception) -> None:
        nonlocal now
        now += 100.0

    monkeypatch.setattr(play, "perf_counter", lambda: now)
    monkeypatch.setattr(play, "game_failure", search_long)
    assert forfeit_of(Scripted(fail, Limits(time=1.0))) == (Outcome(0, "adjudged, blue failed: out of paper"), False)


def test_less_than_the_margin_does_not_lose() -> None:
    played = play_game(PlayedGame(TURM), (Scripted(dawdle, Limits(time=0.01)), Scripted(fail)), margin=60, longest=1)
    assert (played.forfeit, played.played.outcome) == (None, Outcome(None, "adjudged, 1 moves were played"))


def test_without_a_limit_of_time_nobody_is_late() -> None:
    played = play_game(PlayedGame(TURM), (Scripted(dawdle, Limits(nodes=1)), Scripted(fail)), margin=0, longest=1)
    assert played.forfeit is None


class Timed(Player):
    """A player on a clock that takes the next of the given seconds for each of its moves; None: it never answers."""

    def __init__(self, tc: str, taken: Sequence[float | None], wall: Wall) -> None:
        super().__init__(TURM, Limits(tc=TimeControl.parse(tc)), 0)
        self.taken = iter(taken)
        self.wall = wall
        self.seen: list[Limits] = []

    def _think(self, played_game: AnyPlayedGame, limits: Limits, on_info: OnInfo, stop: Stop) -> SearchResult[Any]:
        self.seen.append(limits)
        taken = next(self.taken, 0.0)
        while taken is None and not stop():
            self.wall.now += 0.25
        self.wall.now += taken or 0.0
        return one_move(played_game.position, first_move(played_game))


class Wall:
    """The clock on the wall."""

    now = 0.0


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> Wall:
    clock = Wall()
    monkeypatch.setattr(play, "perf_counter", lambda: clock.now)
    return clock


def test_a_clock_runs_for_the_whole_game_and_grows_by_its_increment(wall: Wall) -> None:
    timed, other = Timed("10+1", [4.0, 4.0, 4.0], wall), Timed("2/5", [3.0, 1.0], wall)
    played = play_game(PlayedGame(TURM), (timed, other), margin=0.0, longest=6)
    assert played.forfeit is None
    clocks = [limits.clocks for limits in timed.seen]
    assert [clock and clock.readings[0] for clock in clocks] == [(10, 1, None), (7, 1, None), (4, 1, None)]
    # Two moves made in 4 of 5 seconds give another 5.
    assert [clock and clock.readings[1] for clock in clocks] == [(5, 0, 2), (2, 0, 1), (6, 0, 2)]
    assert all(limits.optimum and limits.time and limits.time <= 10 for limits in timed.seen)


@pytest.mark.parametrize(
    ("margin", "taken", "moves", "late"),
    [(0.0, [4.0, 6.5], 1, "6.500"), (1.0, [4.0, 6.5, 2.0], 2, "2.000"), (0.5, [4.0, None], 1, "6.750")],
)
def test_who_is_over_its_clock_by_more_than_the_margin_loses(
    margin: float, taken: Sequence[float | None], moves: int, late: str, wall: Wall
) -> None:
    timed = Timed("10", taken, wall)
    played = play_game(PlayedGame(TURM), (timed, Scripted(first_move)), margin=margin)
    outcome = played.played.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.termination, played.forfeit) == (1, Termination.TIME_FORFEIT, 0)
    left = 10 - sum(seconds or 0 for seconds in taken[:moves])
    assert played.detail == f"{late} s for a move with {left:.3f} s on the clock, with a margin of {margin:g} s"
    assert len(played.move_stats) == 2 * moves


def test_without_a_running_clock_a_move_is_the_first_of_the_time_control(wall: Wall) -> None:
    timed = Timed("40/60", [0.0], wall)
    timed.choose(PlayedGame(TURM))
    assert timed.seen[0] == Limits().on_clock(60, 0, 40)


@pytest.mark.parametrize("text", ["", "0", "0/60", "60+", "60+-1", "1e9", "x/60", "1:2:3", "9999999", "60 +1", "nan"])
def test_what_is_not_a_time_control_is_refused(text: str) -> None:
    with pytest.raises(BoardwrightError, match=re.escape("expected [MOVES/][MINUTES:]SECONDS[+INCREMENT]")):
        TimeControl.parse(text)


def test_a_game_without_end_is_a_draw() -> None:
    played = play_game(PlayedGame(TURM), (Scripted(first_move), Scripted(first_move)), longest=2)
    assert played.played.outcome == Outcome(None, "adjudged, 2 moves were played")
    assert replay(played.played.record()).outcome == played.played.outcome


def test_every_move_is_shown() -> None:
    shown: list[int] = []
    players = (Scripted(first_move), Scripted(first_move))
    play_game(PlayedGame(TURM), players, longest=3, on_move=lambda played, stats: shown.append(len(played.moves)))
    assert shown == [1, 2, 3]


def test_the_opening_has_no_thoughts() -> None:
    played_game: AnyPlayedGame = PlayedGame(TURM)
    for _ in range(3):
        played_game.play(first_move(played_game))
    played = play_game(played_game, [read_player("engine:nodes=200", TURM), read_player("random", TURM)])
    assert (played.opening, played.played) == (3, played_game)
    assert len(played.move_stats) == len(played_game.moves) - 3
    assert played.move_stats[0].score is None
    assert played.move_stats[1].score is not None
