"""One game: whatever a player does, it ends with a reason."""

from __future__ import annotations

import re
from collections.abc import Callable
from time import sleep
from typing import Any

import pytest

from boardwright import find_game
from boardwright.arena import play, play_game
from boardwright.engine import Limits, Player, SearchResult, read_player
from boardwright.engine.players import EndedElsewhere, OnInfo, Stop
from boardwright.engine.result import one_move
from boardwright.game import Outcome
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


def test_a_game_without_end_is_a_draw() -> None:
    played = play_game(PlayedGame(TURM), (Scripted(first_move), Scripted(first_move)), longest=2)
    assert played.played.outcome == Outcome(None, "adjudged, 2 moves were played")
    assert replay(played.played.record()).outcome == played.played.outcome


def test_every_move_is_shown() -> None:
    shown: list[int] = []
    players = (Scripted(first_move), Scripted(first_move))
    play_game(PlayedGame(TURM), players, longest=3, on_move=lambda played_game: shown.append(len(played_game.moves)))
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
