"""Adjudication by scores: when it ends a game, for whom, and how it is counted."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from boardwright import find_game
from boardwright.arena import Adjudication, DrawRule, ResignRule, play_game, play_match
from boardwright.arena.adjudication import Adjudged, Adjudicator
from boardwright.cli.contest_tables import match_lines
from boardwright.engine import Limits, Player, SearchResult
from boardwright.engine.players import OnInfo, Stop
from boardwright.engine.result import Score, one_move
from boardwright.errors import BoardwrightError
from boardwright.game import Termination
from boardwright.played_game import AnyPlayedGame, PlayedGame, replay

TURM = find_game("turm")
SIDES = ("red", "blue")


def ended_after(rules: Adjudication, scores: Sequence[float | None]) -> tuple[int, Adjudged] | None:
    """After which ply a game with these scores, of both sides in turn, is adjudicated."""
    adjudicator = Adjudicator(rules, SIDES)
    for ply, score in enumerate(scores, 1):
        adjudged = adjudicator.after_move((ply - 1) % 2, score, ply)
        if adjudged is not None:
            return ply, adjudged
    return None


DRAW = Adjudication(draw=DrawRule(movecount=2, score=10))


@pytest.mark.parametrize(
    ("scores", "ply"),
    [
        ([0.1, -0.1, 0.0, 0.1], 4),
        ([0.1, -0.1, 0.11, 0.1, 0.0, 0.0, 0.0], 7),
        ([0.1, None, 0.1, 0.1, 0.1, 0.1], 6),
        ([0.1, 0.2] * 9, None),
        # 0.07 has no exact representation: a hundred times it is more than 7.
        ([0.0] * 4, 4),
    ],
)
def test_a_draw_needs_scores_of_both_players_near_0(scores: list[float | None], ply: int | None) -> None:
    ended = ended_after(DRAW, scores)
    assert (ended and ended[0]) == ply
    if ended is not None:
        assert ended[1] == ("draw", None, "a draw by score", Termination.ADJUDICATION)


def test_the_hundredths_of_a_score_are_exact() -> None:
    for hundredths in range(1, 1000):
        for rules in (Adjudication(DrawRule(1, hundredths)), Adjudication(resign=ResignRule(1, hundredths))):
            assert ended_after(rules, [-hundredths / 100] * 2) is not None


def test_before_its_move_number_no_game_is_drawn() -> None:
    rules = Adjudication(draw=DrawRule(movecount=1, score=0, movenumber=3))
    ended = ended_after(rules, [0.0] * 20)
    assert ended is not None
    assert ended[0] == 6


@pytest.mark.parametrize(
    ("twosided", "scores", "expected"),
    [
        (False, [5.0, -6.0, 5.0, -6.1], (4, 0)),
        (False, [5.0, -6.0, 5.0, -5.9, 5.0, -6.0, 5.0, -7.0], (8, 0)),
        (False, [-6.0, -6.0, -6.0], (3, 1)),
        (True, [5.0, -6.0, 5.0, -6.1, 6.0, -6.0, 6.0], (7, 0)),
        (True, [5.0, -6.0] * 10, None),
        (True, [None, -6.0] * 10, None),
        (False, [9.0] * 10, None),
    ],
)
def test_who_would_resign_loses(twosided: bool, scores: list[float | None], expected: tuple[int, int] | None) -> None:
    ended = ended_after(Adjudication(resign=ResignRule(2, 600, twosided)), scores)
    assert (ended and (ended[0], ended[1].winner)) == expected
    if ended is not None and expected is not None:
        assert ended[1].reason == f"{SIDES[1 - expected[1]]} lost by score"


def test_moves_of_each_side_are_counted() -> None:
    ended = ended_after(Adjudication(max_moves=2), [None] * 9)
    assert ended == (4, ("max_moves", None, "2 moves of each side were played", Termination.MOVE_LIMIT))


class Sure(Player):
    """A player with an opinion."""

    def __init__(self, score: float, choose: Callable[[AnyPlayedGame], Any]) -> None:
        super().__init__(TURM, Limits(), 0)
        self.score = score
        self.act = choose

    def _think(self, played: AnyPlayedGame, limits: Limits, on_info: OnInfo, stop: Stop) -> SearchResult[Any]:
        return one_move(played.position, self.act(played), 0.5, Score(self.score))


def test_an_adjudicated_game_says_so_and_replays() -> None:
    players = [Sure(score, lambda played: played.legal_moves()[0]) for score in (1.0, -2.0)]
    game = play_game(PlayedGame(TURM), players, adjudication=Adjudication(resign=ResignRule(2, 200)))
    outcome = game.played.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (0, "adjudged, blue lost by score")
    assert (outcome.termination, game.adjudged_by, game.forfeit) == (Termination.ADJUDICATION, "resign", None)
    assert replay(game.played.record()).outcome == outcome


def test_the_rules_of_the_game_come_first() -> None:
    won = PlayedGame(TURM, TURM.parse_position("7/7/7/7/3RG3/7/BG6 r"))
    move = TURM.parse_move(won.position, "D3-D4-1")
    player = Sure(0.0, lambda played: move)
    game = play_game(won, [player, player], adjudication=Adjudication(DrawRule(1, 0), max_moves=1))
    assert (game.played.outcome and game.played.outcome.termination, game.adjudged_by) == (
        Termination.REACHED_GOAL,
        None,
    )


@pytest.mark.slow
def test_adjudicated_games_of_a_match_are_counted_apart() -> None:
    rules = Adjudication(DrawRule(1, 0), ResignRule(1, 20), max_moves=8)
    result = play_match("turm", ("engine:nodes=200", "level:3"), games=12, jobs=0, adjudication=rules)
    counts = result.summary()["adjudicated"]
    assert sum(counts.values()) == sum(result.endings[name] for name in result.endings if "adjudged" in name) > 0
    (line,) = [line for line in match_lines(result) if line.startswith("adjudicated")]
    assert f"won by score {counts['resign']}" in line


@pytest.mark.parametrize(
    ("parse", "text", "message"),
    [
        (DrawRule.parse, "movecount=8", "'movecount=8' lacks score="),
        (DrawRule.parse, "movenumber=x,movecount=8,score=0", "movenumber='x': expected a whole number from 0"),
        (DrawRule.parse, "movecount=0,score=0", "movecount='0': expected a whole number from 1"),
        (DrawRule.parse, "movecount=1,score=0.1", "score='0.1': expected a whole number from 0"),
        (ResignRule.parse, "movecount=3,score=600,twosides", "'twosides' (did you mean twosided?)"),
        (ResignRule.parse, "3,600", "'3': expected movecount=, score=, twosided, such as movecount=3,score=600"),
    ],
)
def test_what_is_not_a_rule_is_refused(parse: Callable[[str], object], text: str, message: str) -> None:
    with pytest.raises(BoardwrightError, match=re.escape(message)):
        parse(text)


@pytest.mark.parametrize("text", ["movenumber=40,movecount=8,score=10"])
def test_the_text_of_a_draw_rule_is_its_option(text: str) -> None:
    assert str(DrawRule.parse(text)) == text


@pytest.mark.parametrize("text", ["movecount=3,score=600", "movecount=3,score=600,twosided"])
def test_the_text_of_a_resign_rule_is_its_option(text: str) -> None:
    assert str(ResignRule.parse(text)) == text
