"""Players by their specification, and the levels."""

from __future__ import annotations

from typing import Any

import pytest
from tests.running import without_header

from boardwright import BoardwrightError, find_game
from boardwright.engine import Limits, best_player, read_player
from boardwright.engine.players import LEVELS, EnginePlayer, LevelPlayer, RandomPlayer
from boardwright.played_game import AnyPlayedGame, PlayedGame

TURM = find_game("turm")
BREAKTHROUGH = find_game(without_header("examples/breakthrough.py"))


@pytest.mark.parametrize(
    ("text", "limits"),
    [
        ("engine", Limits(time=1.0)),
        ("engine:time=0.25", Limits(time=0.25)),
        ("engine:nodes=2000,depth=7", Limits(depth=7, nodes=2000)),
        ("baseline:depth=3,hash=2,threads=2", Limits(depth=3)),
        ("mcts:visits=100", Limits(nodes=100)),
        ("level:3", Limits(depth=LEVELS[2].depth)),
    ],
)
def test_a_specification_says_how_long_a_player_thinks(text: str, limits: Limits) -> None:
    assert read_player(text, TURM).limits == limits


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("engin", r"unknown player 'engin' \(did you mean engine\?\): expected engine"),
        ("level:11", "a player's level is '11': expected a whole number from 1 to 10"),
        ("level", "a player's level is '': expected a whole number from 1 to 10"),
        ("engine:time=-1", "a player's time is '-1': expected a positive number of seconds"),
        ("engine:depth=many", "a player's depth is 'many': expected a whole number"),
        (
            "engine:time=1e9",
            "a player's time is '1e9': expected a positive number of seconds below 1000000, in 'engine",
        ),
        ("engine:params=lmr_base=9/lmr_base=8", "the search parameter lmr_base is set twice: expected it once"),
        ("engine:params=lmr_base=x", "'lmr_base=x' is not a search parameter: expected NAME=NUMBER, several"),
        ("engine:params=", "'' is not a search parameter: expected NAME=NUMBER, several separated by /"),
        ("engine:params=lmr_bas=9", "unknown search parameter 'lmr_bas' .did you mean lmr_base"),
        ("engine:speed=9", "the player engine has no option 'speed': expected"),
        ("engine:visits=9", "the player engine has no option 'visits': expected time or depth or nodes"),
        ("engine:nodes=9,time=1,nodes=8", "the player 'engine:nodes=9,time=1,nodes=8' sets nodes twice"),
        (
            "mcts:nodes=9,visits=8",
            "the player 'mcts:nodes=9,visits=8' sets nodes twice: expected it once",
        ),
        (
            "mcts:depth=9",
            "the player 'mcts:depth=9' needs another limit than depth: expected time or visits too",
        ),
        ("turm:host:80", "the protocol supports only turm:castle: found turm:centre"),
    ],
)
def test_a_wrong_specification_is_told_in_one_line(text: str, complaint: str) -> None:
    with pytest.raises(BoardwrightError, match=complaint):
        read_player(text, TURM)


@pytest.mark.parametrize("option", ["threads=2", "network=x", "endings=x", "params=lmr_base=9"])
def test_a_game_without_a_core_has_an_engine_without_the_options_of_the_core(option: str) -> None:
    name = option.partition("=")[0]
    complaint = f"breakthrough has no core, without which the engine has no option {name}: expected hash or weights"
    with pytest.raises(BoardwrightError, match=f"^{complaint}$"):
        read_player(f"engine:{option}", BREAKTHROUGH)
    for player in best_player(BREAKTHROUGH), read_player("engine:hash=1,weights=default", BREAKTHROUGH):
        assert isinstance(player, EnginePlayer)
    with pytest.raises(BoardwrightError, match="turm:centre has a core: expected a network instead of weights"):
        read_player("engine:weights=default", TURM)


def test_the_levels_of_a_game_without_a_core_are_bounded_by_nodes() -> None:
    played: AnyPlayedGame = PlayedGame(BREAKTHROUGH)
    for number in (1, 5, len(LEVELS)):
        chosen = [LevelPlayer(BREAKTHROUGH, number, seed=1).choose(played, Limits(nodes=300)) for _ in range(2)]
        assert chosen[0].variations == chosen[1].variations
        assert chosen[0].depth <= LEVELS[number - 1].depth
        assert chosen[0].nodes <= 300


def test_a_level_plays_a_win_that_it_sees_and_never_looks_deeper_than_it_may() -> None:
    played: AnyPlayedGame = PlayedGame(TURM, TURM.parse_position("7/7/7/7/3RG3/7/BG6 r"))
    for number in range(1, len(LEVELS) + 1):
        player = LevelPlayer(TURM, number, seed=1)
        assert TURM.format_move(played.position, player.choose(played).move) == "D3-D4-1"
    assert LevelPlayer(TURM, 4, seed=1).choose(PlayedGame(TURM), Limits(time=0.2)).depth == LEVELS[3].depth


def test_a_search_without_limits_goes_on_until_it_is_stopped() -> None:
    depths: list[int] = []
    player = EnginePlayer(TURM, Limits(nodes=1), 0)
    result = player.choose(
        PlayedGame(TURM), Limits(), on_info=lambda each: depths.append(each.depth), stop=lambda: depths[-1:] >= [5]
    )
    assert result.depth >= 5
    assert player.choose(PlayedGame(TURM)).depth == 1


def test_a_seed_repeats_a_level_and_another_one_varies_it() -> None:
    def moves(seed: int) -> list[str]:
        played: AnyPlayedGame = PlayedGame(TURM)
        player = LevelPlayer(TURM, 1, seed)
        while played.outcome is None and len(played.move_texts()) < 12:
            played.play(player.choose(played).move)
        return played.move_texts()

    assert moves(1) == moves(1)
    assert moves(1) != moves(2)


@pytest.mark.parametrize(
    ("position", "optimum", "to_play", "expected"),
    [
        ("W:W28:B22", 30.0, False, 0.0),
        ("W:W28:B22", None, True, 0.0),
        ("W:W28:B22", None, False, None),
        ("W:W28:B1", 30.0, True, 30.0),
    ],
)
def test_the_only_move_of_a_game_aims_at_no_time(
    position: str, optimum: float | None, to_play: bool, expected: float | None
) -> None:
    class Recorder(RandomPlayer):
        def _think(self, played: Any, limits: Limits, *rest: Any) -> Any:
            heard.append(limits.optimum)
            return super()._think(played, limits, *rest)

    heard: list[float | None] = []
    game = find_game("draughts")
    played = PlayedGame(game, game.parse_position(position))
    Recorder(game, Limits(), 0).choose(played, Limits(time=60.0, optimum=optimum), to_play=to_play)
    assert heard == [expected]
