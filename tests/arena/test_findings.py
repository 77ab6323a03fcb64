"""What a balance study finds weak in the rules of a game, and that it finds nothing where nothing is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from tests.arena.countdown import Countdown, Heap
from tests.arena.statues import Statues
from tests.arena.test_balance import BREAKTHROUGH, invented

from boardwright import find_game
from boardwright.arena.pairs import MatchSetup
from boardwright.arena.results import MatchResult
from boardwright.engine import Limits
from boardwright.game import Termination
from boardwright.study.balance import Balance, Finding, Sample, Severity, study_balance
from boardwright.study.balance.findings import find_weaknesses
from boardwright.study.balance.forced import forced_win
from boardwright.study.balance.game_statistics import GameStatistics
from boardwright.study.balance.values import Choices, MoveValue, move_values


def studied(games: Sequence[GameStatistics], name: str = "turm", **more: object) -> Balance:
    """A study with these games of the player."""
    game = find_game(name)
    return Balance(game, Sample(game, "someone", list(games)), Sample(game, "random"), **more)  # type: ignore[arg-type]


def codes(balance: Balance) -> set[str]:
    return {finding.code for finding in find_weaknesses(balance)}


def fair(number: int = 40) -> list[GameStatistics]:
    """Games that both sides win, and in which every square of Turm is used."""
    squares = frozenset(square.name for square in find_game("turm").view(find_game("turm").start()).board.squares)
    kinds = frozenset(find_game("turm").kinds)
    played = replace(invented(0, length=20), choices=(5,) * 20, occupied=squares, kinds=kinds)
    return [replace(played, winner=count % 2, first_move=str(count % 4)) for count in range(number)]


def setup(game: str, player: str) -> MatchSetup:
    return MatchSetup(game, (player, player), Limits(), 0)


MATCH = ("player", "weaker")


# Each finding, and the nearest case without it.


def test_fair_games_have_no_findings() -> None:
    # None of the pieces of these invented games moves.
    assert codes(studied(fair())) == {"idle_kind"}


@pytest.mark.parametrize(
    ("won", "severity"), [(20, None), (26, None), (29, "warning"), (38, "serious"), (11, "warning"), (2, "serious")]
)
def test_an_advantage_is_a_finding_once_the_games_prove_it(won: int, severity: str | None) -> None:
    games = [replace(game, winner=int(number >= won)) for number, game in enumerate(fair())]
    found = [each for each in find_weaknesses(studied(games)) if each.code == "unfair_start"]
    assert [each.severity.value for each in found] == ([severity] if severity else [])
    assert all(each.sentence.startswith("red" if won > 20 else "blue") for each in found)


@pytest.mark.parametrize(("drawn", "is_drawish"), [(20, False), (24, False), (30, True)])
def test_a_game_is_drawish_once_the_games_prove_it(drawn: int, is_drawish: bool) -> None:
    games = [replace(game, winner=None if number < drawn else game.winner) for number, game in enumerate(fair())]
    assert ("drawish" in codes(studied(games))) == is_drawish


def test_games_that_only_a_limit_ends_are_endless() -> None:
    limited = [replace(game, termination=Termination.MOVE_LIMIT, winner=None) for game in fair(10)]
    assert "endless" in codes(studied([*limited, *fair(30)]))
    assert "endless" not in codes(studied([*limited[:3], *fair(37)]))


def test_thinking_does_not_pay_if_it_does_not_beat_random_moves() -> None:
    even = MatchResult("turm", MATCH, pairs=[0, 0, 40, 0, 0], won=40, lost=40)
    better = MatchResult("turm", MATCH, pairs=[0, 0, 10, 0, 30], won=70, lost=10)
    few = MatchResult("turm", MATCH, pairs=[0, 0, 2, 0, 0], won=2, lost=2)
    assert "no_skill" in codes(studied(fair(), against_random=even, skill=even))
    assert "no_skill" not in codes(studied(fair(), against_random=better, skill=even))
    assert "no_skill" not in codes(studied(fair(), against_random=few))


def test_equal_moves_are_a_finding_unless_thinking_pays() -> None:
    even = MatchResult("turm", MATCH, pairs=[0, 0, 40, 0, 0])
    better = MatchResult("turm", MATCH, pairs=[0, 0, 0, 0, 40])
    first = [MoveValue("a", 0.5), MoveValue("b", 0.5)]
    assert "idle_choices" in codes(studied(fair(), skill=even, choices=Choices(first, 60, 50, "x")))
    assert "idle_choices" not in codes(studied(fair(), skill=even, choices=Choices(first, 60, 30, "x")))
    assert "idle_choices" not in codes(studied(fair(), skill=better, choices=Choices(first, 60, 50, "x")))
    assert "idle_choices" not in codes(studied(fair(), choices=Choices(first, 60, 50, "x")))


def test_forced_moves_and_early_decisions_are_findings() -> None:
    forced = [replace(game, choices=(1,) * 15 + (5,) * 5) for game in fair()]
    assert "forced_moves" in codes(studied(forced))
    early = [replace(game, chances=tuple([0.5] * 4 + [(game.winner == 0 and 0.95) or 0.05] * 16)) for game in fair()]
    assert "early_decision" in codes(studied(early))
    late = [replace(game, chances=tuple([0.5] * 16 + [(game.winner == 0 and 0.95) or 0.05] * 4)) for game in fair()]
    assert "early_decision" not in codes(studied(late))


def test_one_opening_is_a_finding_by_its_games_or_by_its_value() -> None:
    same = [replace(game, first_move="D7-D6-1") for game in fair()]
    found = next(each for each in find_weaknesses(studied(same)) if each.code == "one_opening")
    assert found.severity is Severity.NOTICE
    assert "in effect 1.0 first moves of 5" in found.evidence
    apart = [MoveValue("a", 0.8), MoveValue("b", 0.5), MoveValue("c", 0.4)]
    close = [MoveValue("a", 0.55), MoveValue("b", 0.5), MoveValue("c", 0.4)]
    assert "one_opening" in codes(studied(fair(), choices=Choices(apart, 0, 0)))
    # A player with values may always begin with the same of several good moves.
    assert "one_opening" not in codes(studied(same, choices=Choices(close, 0, 0)))


def test_squares_without_use_are_a_finding_after_enough_games() -> None:
    games = [replace(game, occupied=game.occupied - {"A1"}) for game in fair()]
    found = next(each for each in find_weaknesses(studied(games)) if each.code == "unused_squares")
    assert found.sentence == "1 of 49 squares are never used: A1"
    assert "unused_squares" not in codes(studied(games[:9]))
    assert "unused_squares" not in codes(studied([*games, *fair(1)]))


def test_a_kind_of_another_variant_is_not_missed() -> None:
    balance = study_balance("congo:standard", player="random", games=10, jobs=0)
    assert "unseen_kind" not in {finding.code for finding in balance.findings}


# Proofs.


def test_a_forced_win_is_proven_with_its_line() -> None:
    forced = forced_win(Statues())
    assert forced is not None
    assert (forced.side, forced.plies, len(forced.line)) == (0, 3, 3)
    assert forced.line[0].startswith("a3")


class SecondWins(Countdown):
    """Whoever leaves a multiple of four wins: here the second side."""

    start_text = "8 0"


def test_a_forced_win_of_the_second_side_is_proven_too() -> None:
    forced = forced_win(SecondWins())
    assert forced is not None
    assert (forced.side, forced.plies) == (1, 4)
    game, heap = SecondWins(), Heap(8, 0)
    for text in forced.line:
        heap = game.successor(heap, int(text))
    assert game.outcome(heap) is not None


def test_nothing_is_proven_where_the_search_is_stopped_or_too_short() -> None:
    assert forced_win(Statues(), stop=lambda: True) is None
    assert forced_win(find_game(BREAKTHROUGH)) is None
    assert forced_win(find_game("turm")) is None


def test_the_values_of_moves_come_from_players_that_evaluate_them() -> None:
    game = find_game("turm")
    start = game.format_position(game.start())
    values = move_values(setup("turm", "engine:nodes=2000"), start)
    assert len(values) == len(game.legal_moves(game.start()))
    assert values == sorted(values, key=lambda value: -value.win_probability)
    assert move_values(setup("turm", "mcts:visits=50"), start) == []


# Whole studies.


def test_a_broken_game_is_flagged() -> None:
    balance = study_balance(Statues(), player="mcts:visits=10", games=20, jobs=0)
    found = {finding.code: finding for finding in balance.findings}
    assert {"forced_win", "unfair_start", "idle_kind", "unseen_kind", "unused_squares"} <= set(found)
    assert found["forced_win"].sentence == "white wins by force within 3 moves"
    assert found["idle_kind"].sentence == "no statue ever moves, nor is one taken"
    assert found["unseen_kind"].sentence == "no ghost ever appears"
    assert balance.findings[0].severity is Severity.SERIOUS
    assert balance.complete
    assert balance.summary()["findings"][0] == balance.findings[0]._asdict()
    assert balance.summary()["forced_win"]["side"] == "white"


@pytest.mark.slow
def test_a_sound_game_is_not_flagged() -> None:
    found: list[Finding] = study_balance(BREAKTHROUGH, player="mcts:visits=6", games=12, jobs=0).findings
    assert found == []
