"""One game: whatever a player does, it ends with a reason."""

from __future__ import annotations

import re
from collections.abc import Callable
from time import sleep
from typing import Any

import pytest

from boardwright import find_game
from boardwright.arena import play, play_game
from boardwright.engine import Limits, Player, SearchResult, Variation, read_player
from boardwright.engine.players import AnyMatch, EndedElsewhere, OnInfo, Stop
from boardwright.game import Outcome
from boardwright.played_game import Match, replay

TURM = find_game("turm")


class Scripted(Player):
    """A player that does what a function does."""

    def __init__(self, act: Callable[[Match[Any, Any]], Any], limits: Limits | None = None) -> None:
        super().__init__(TURM, limits or Limits(), 0)
        self.act = act

    def _think(self, match: AnyMatch, limits: Limits, on_info: OnInfo, stop: Stop) -> SearchResult[Any]:
        return SearchResult((Variation((self.act(match),), 0.5),), 1, 1, 0.0)


def first_move(match: Match[Any, Any]) -> Any:
    return match.legal_moves()[0]


def fail(match: Match[Any, Any]) -> Any:
    raise RuntimeError("out of\npaper")


def dawdle(match: Match[Any, Any]) -> Any:
    sleep(0.05)
    return first_move(match)


def dawdle_and_fail(match: Match[Any, Any]) -> Any:
    sleep(0.05)
    return fail(match)


def forfeit_of(player: Player) -> tuple[Outcome, bool]:
    """How a game ends that the player loses with its first move, as the second side."""
    played = play_game(Match(TURM), (Scripted(first_move), player), margin=0.01)
    assert played.forfeit == 1
    assert len(played.match.moves) == len(played.thoughts) == 1
    assert replay(played.match.record()).record() == played.match.record()
    outcome = played.match.outcome
    assert outcome is not None
    return outcome, played.late


def test_a_player_that_fails_loses() -> None:
    assert forfeit_of(Scripted(fail)) == (Outcome(0, "adjudged, blue failed: out of paper"), False)


def test_a_game_that_another_referee_ended_is_over_as_that_one_says() -> None:
    def hear_of_the_end(match: Match[Any, Any]) -> Any:
        raise EndedElsewhere(1, "red was late")

    played = play_game(Match(TURM), (Scripted(first_move), Scripted(hear_of_the_end)))
    assert (played.match.outcome, played.forfeit) == (Outcome(1, "adjudged, red was late"), None)
    assert replay(played.match.record()).outcome == played.match.outcome


def test_an_illegal_move_loses() -> None:
    outcome, late = forfeit_of(Scripted(lambda match: TURM.legal_moves(TURM.start())[0]))
    assert outcome.reason.startswith("adjudged, blue played an illegal move: '")
    assert (outcome.winner, late) == (0, False)


@pytest.mark.parametrize("nonsense", [None, 17, "D4"])
def test_no_move_at_all_loses(nonsense: Any) -> None:
    outcome, late = forfeit_of(Scripted(lambda match: nonsense))
    assert (outcome.winner, late) == (0, False)


@pytest.mark.parametrize("act", [dawdle, dawdle_and_fail])
def test_more_than_the_time_and_the_margin_loses_on_time(act: Callable[[Match[Any, Any]], Any]) -> None:
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
    played = play_game(Match(TURM), (Scripted(dawdle, Limits(time=0.01)), Scripted(fail)), margin=60, longest=1)
    assert (played.forfeit, played.match.outcome) == (None, Outcome(None, "adjudged, 1 moves were played"))


def test_without_a_limit_of_time_nobody_is_late() -> None:
    played = play_game(Match(TURM), (Scripted(dawdle, Limits(nodes=1)), Scripted(fail)), margin=0, longest=1)
    assert played.forfeit is None


def test_a_game_without_end_is_a_draw() -> None:
    played = play_game(Match(TURM), (Scripted(first_move), Scripted(first_move)), longest=2)
    assert played.match.outcome == Outcome(None, "adjudged, 2 moves were played")
    assert replay(played.match.record()).outcome == played.match.outcome


def test_every_move_is_shown() -> None:
    shown: list[int] = []
    players = (Scripted(first_move), Scripted(first_move))
    play_game(Match(TURM), players, longest=3, on_move=lambda match: shown.append(len(match.moves)))
    assert shown == [1, 2, 3]


def test_the_opening_has_no_thoughts() -> None:
    match: Match[Any, Any] = Match(TURM)
    for _ in range(3):
        match.play(first_move(match))
    played = play_game(match, [read_player("engine:nodes=200", TURM), read_player("random", TURM)])
    assert (played.opening, played.match) == (3, match)
    assert len(played.thoughts) == len(match.moves) - 3
    assert played.thoughts[0].score is None
    assert played.thoughts[1].score is not None
