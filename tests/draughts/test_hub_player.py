"""Programs that speak Hub as players: those that play, and those that misbehave."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest
from tests.draughts.hub_session import LOST_IN_TWO
from tests.running import ROOT

from boardwright import BoardwrightError, find_game
from boardwright.arena import play_match
from boardwright.arena.openings import Opening
from boardwright.arena.pairs import MatchSetup, play_pair
from boardwright.arena.play import play_game
from boardwright.engine.limits import Limits
from boardwright.engine.players import read_player
from boardwright.engine.result import SearchResult
from boardwright.games.draughts.protocols.hub.notation import format_move, parse_position
from boardwright.games.draughts.protocols.hub.player import HubPlayer
from boardwright.played_game import PlayedGame
from boardwright.protocols import player as program_player

pytestmark = pytest.mark.slow

DRAUGHTS = find_game("draughts")
OURS = f"{shlex.quote(sys.executable)} -m boardwright hub --hash 1"
FAKE = f"{shlex.quote(sys.executable)} -S -E {shlex.quote(str(ROOT / 'tests' / 'draughts' / 'fake_hub.py'))}"
OLD = f"{shlex.quote(sys.executable)} {shlex.quote(str(ROOT / 'tests' / 'draughts' / 'fake_hub1.py'))}"


@contextmanager
def player(text: str, **options: Any) -> Iterator[HubPlayer]:
    """A player that is closed at the end; its process must be gone then."""
    made = read_player(text, DRAUGHTS, **options)
    assert isinstance(made, HubPlayer)
    try:
        yield made
    finally:
        made.close()
        with pytest.raises(ProcessLookupError):
            os.killpg(made.program.process_id, 0)


def test_our_own_program_plays_itself_to_the_end() -> None:
    with player(f"hub:nodes=300,hash=2:{OURS}") as first, player(f"hub:depth=2,level=2:{OURS}") as second:
        played = play_game(PlayedGame(DRAUGHTS), [first, second])
    assert played.forfeit is None
    assert played.played.outcome is not None
    assert played.played.outcome.winner in (0, None)
    assert len(played.move_stats) == len(played.played.moves) > 20
    assert {thought.nodes for thought in played.move_stats[::2]} <= set(range(1, 301))
    assert all(thought.depth <= 2 for thought in played.move_stats[1::2])


def test_nobody_is_late_in_twenty_games_of_short_moves() -> None:
    with player(f"hub:time=0.02:{OURS}") as theirs:
        for number in range(20):
            random, played_game = Random(number), PlayedGame(DRAUGHTS)
            for _ in range(2 * number):
                played_game.play(random.choice(played_game.legal_moves()))
            ours = read_player("engine:time=0.02", DRAUGHTS)
            players = [ours, theirs] if number % 2 else [theirs, ours]
            played = play_game(played_game, players, longest=len(played_game.moves) + 30)
            assert (played.forfeit, played.late) == (None, False), played_game.outcome


def test_it_tells_what_the_program_tells() -> None:
    told: list[SearchResult[Any]] = []
    position = parse_position(LOST_IN_TWO)
    with player(f"hub:depth=3:{OURS}") as one:
        found = one.choose(PlayedGame(DRAUGHTS, position), on_info=told.append)
    assert told[-1] == found
    assert [format_move(move) for move in found.pv] == ["36-41", "46x37x41"]
    assert (str(found.score), found.win_probability) == ("loss in 2", 0.0)


def test_it_plays_on_from_a_position_with_a_history() -> None:
    played_game = PlayedGame(DRAUGHTS, DRAUGHTS.parse_position("W:WK47,40,45,50:BK4"))
    for text in ["47-42", "4-9", "42-47", "9-4", "47-42", "4-9", "42-47"]:
        played_game.play_text(text)
    with player(f"hub:depth=4:{OURS}") as one:
        found = one.choose(played_game)
    assert format_move(found.move) == "9-4"
    assert str(found.score) == "+0.00"


def test_it_plays_matches_in_the_arena() -> None:
    result = play_match("draughts", (f"hub:nodes=400:{OURS}", "random"), games=2, jobs=0)
    assert (result.won, result.drawn, result.lost) == (2, 0, 0)


def test_a_program_that_fails_loses_its_games_with_the_reason() -> None:
    contest = MatchSetup(DRAUGHTS, (f"hub:{FAKE} 'plays an illegal move'", "random"), Limits(nodes=10), 1)
    for report in play_pair(contest, 0, 0, Opening()).games:
        assert report.failure is not None
        assert "plays a bad move: '32-23' is illegal" in report.failure
        assert report.winner == 1


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("hub:", "the player hub needs a program: expected hub:COMMAND"),
        ("hub:/no/such/program", "the program '/no/such/program' cannot be run: .*No such file"),
        (f"hub:threads=3:{FAKE} good", "has no option 'threads': expected time or depth or .* or tt-size or variant"),
        (f"hub:{FAKE} 'plays frisian'", "plays 'frisian killer', not normal"),
        (f"hub:{FAKE} 'dies at once'", "ended with status 1: 'no licence found'"),
        (f"hub:{FAKE} 'has no memory'", "refuses: 'no memory for the table'"),
        (f"hub:hash=0:{OURS}", "refuses: \"hash '0': expected a whole number from 1 to 1048576\""),
    ],
)
def test_a_program_that_cannot_begin_is_one_error(text: str, error: str) -> None:
    with pytest.raises(BoardwrightError, match=error) as raised:
        read_player(text, DRAUGHTS)
    assert "\n" not in str(raised.value)


def test_a_program_that_is_deaf_is_one_error() -> None:
    with pytest.raises(BoardwrightError, match="did not send wait"):
        HubPlayer(DRAUGHTS, Limits(time=0.05), 1, command=f"{FAKE} 'is deaf'", timeout=0.3)


@pytest.mark.parametrize(
    ("how", "error"),
    [
        ("dies in a search", "ended with status 1: 'a man too many'"),
        ("says nothing", "gave no move in time"),
        ("refuses", "refuses: 'bad position'"),
        ("refuses in a half line", "refuses: 'message=\"bad'"),
        ("plays a bad move", "plays a bad move: '32-27x1' is not a move: expected FROM-TO such as 32-28"),
        ("plays an illegal move", "plays a bad move: '32-23' is illegal: "),
        ("plays a capture as others write it", "plays a bad move: '32x28' is not a move"),
        ("plays nonsense", r"plays a bad move: '\\x1b\[31mzzz"),
        ("gives up", "returned no move in a game that is not over"),
        ("says half a line", "returned no move in a game that is not over"),
    ],
)
def test_a_program_that_fails_in_the_game_is_one_error(how: str, error: str) -> None:
    with player(f"hub:time=0.05:{FAKE} '{how}'") as one:
        if how == "says nothing":
            one.timeout = 0.2
        for _ in range(2):
            with pytest.raises(BoardwrightError, match=error) as raised:
                one.choose(PlayedGame(DRAUGHTS))
            assert "\n" not in str(raised.value)
            assert len(str(raised.value)) < 500


def test_what_a_program_says_too_much_does_no_harm() -> None:
    with player(f"hub:{FAKE} 'talks too much'") as one:
        for _ in range(2):
            found = one.choose(PlayedGame(DRAUGHTS))
            assert [format_move(move) for move in found.pv] == ["32-28"]
            assert (found.depth, found.nodes, found.seconds, str(found.score)) == (5, 7, 0.003, "-0.12")


def test_a_program_can_be_stopped_and_one_that_does_not_stop_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    with player(f"hub:{FAKE} 'waits for stop'") as one:
        assert one.choose(PlayedGame(DRAUGHTS), stop=lambda: True).depth == 0
    monkeypatch.setattr(program_player, "STOP_TIMEOUT", 0.2)
    late = pytest.raises(BoardwrightError, match="gave no move in time")
    with player(f"hub:{FAKE} 'ignores stop'") as one, late:
        one.choose(PlayedGame(DRAUGHTS), stop=lambda: True)


def test_the_program_gets_its_parameters_and_plays_the_normal_game() -> None:
    """What it is told comes back on its standard error."""
    with player(f"hub:tt-size=22,time=0.01:{FAKE} 'begins with frisian'") as one:
        assert one.limits == Limits(time=0.01)
        one._ask("ping", until="pong")
        assert one.program.stderr_tail.decode().splitlines() == [
            "set-param name=variant value=normal",
            "set-param name=tt-size value=22",
        ]


def test_our_program_gets_the_seed() -> None:
    with player(f"hub:level=3:{OURS}", seed=2**32 + 7) as one:
        assert "param name=seed value=7 type=int min=0 max=4294967295" in one._ask("hub", until="wait")


def test_a_program_of_the_first_version_is_spoken_to_in_it() -> None:
    played_game = PlayedGame(DRAUGHTS)
    for text in ("32-28", "19-23", "28x19"):
        played_game.play_text(text)
    with player(f"hub:time=0.05,depth=7,threads=2:{OLD}") as one:
        found = one.choose(played_game)
        told = one.program.stderr_tail.decode().splitlines()
    assert found.move == played_game.legal_moves()[0]
    assert (found.depth, found.nodes, found.seconds, str(found.score)) == (13, 4321, 0.25, "-0.25")
    start = "w" + "b" * 20 + "e" * 10 + "w" * 20
    assert told == [
        *("hub", "set threads 2", "init", "new", f"pos {start}", "move 32-28", "move 19-23", "move 28x19x23", "ping"),
        *("time 50", "depth 7", "go"),
    ]


def test_a_program_of_the_first_version_plays_matches() -> None:
    result = play_match("draughts", (f"hub:{OLD}", "random"), games=2, jobs=0, margin=100)
    assert (result.games, result.failures) == (2, [])


def test_the_first_version_has_no_limit_by_nodes() -> None:
    with pytest.raises(BoardwrightError, match="speaks Hub 1, which has no limit by nodes: expected time, tc or depth"):
        read_player(f"hub:nodes=100:{OLD}", DRAUGHTS)
