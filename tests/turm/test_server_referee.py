"""What the referee of the course's server lets pass, and what loses."""

from __future__ import annotations

import json

import pytest
from tests.turm.server_thread import QUICK_WIN

from boardwright.game import Outcome
from boardwright.games.turm.protocols.messages import BadMessage
from boardwright.games.turm.protocols.referee import Referee
from boardwright.played_game import replay


class Game:
    """A referee with a time that goes on when it is told to."""

    def __init__(self, *, begun: bool = True, seconds: float = 120.0) -> None:
        self.time = 0.0
        self.lines: list[str] = []
        self.referee = Referee(self.lines.append, seconds=seconds, now=lambda: self.time)
        if begun:
            self.referee.begin()

    @property
    def outcome(self) -> Outcome | None:
        return self.referee.played.outcome


def test_a_game_to_its_end_line_by_line() -> None:
    game = Game()
    for ply, move in enumerate(QUICK_WIN):
        game.time += 1.5
        game.referee.receive(ply % 2, move)
    assert game.lines == [
        "red D5-D4-1, red 118.51 s, blue 120.00 s",
        "blue A1-A2-1, red 118.51 s, blue 118.51 s",
        "red D4-D3-1, red 117.02 s, blue 118.51 s",
        "blue D1-D2-1, red 117.02 s, blue 117.02 s",
        "red D3-D2-1, red 115.53 s, blue 117.02 s",
        "red wins: the blue guard is taken",
    ]
    game.time += 1000
    game.referee.receive(1, "A2-A3-1")
    game.referee.lose(0, "left")
    game.referee.look_at_clocks()
    state = game.referee.state(1)
    assert (state.end, state.outcome, round(state.left or 0, 2)) == (
        True,
        Outcome(0, "the blue guard is taken"),
        117.02,
    )
    assert game.referee.figures == {"clocks": {"seconds": 120.0, "increment": 0.01}, "seconds": [1.5] * 5}
    assert replay(json.loads(json.dumps(game.referee.played.record()))).record()["moves"] == list(QUICK_WIN)


@pytest.mark.parametrize(
    ("side", "message", "reason"),
    [
        (0, "A7-A1-6", "red sent a bad move: 'A7-A1-6' is illegal: the tower on A7 has 1 stone, not 6"),
        (0, "A1-A2-1", "red sent a bad move: 'A1-A2-1' is illegal: the piece on A1 is the opponent's"),
        (0, "quit", "red sent a bad move: 'quit' is not a move: expected FROM-TO-STONES, such as A7-C7-2"),
        (0, "", "red sent a bad move: '' is not a move: expected FROM-TO-STONES, such as A7-C7-2"),
        (0, "GET", "red sent a bad move: 'GET' is not a move: expected FROM-TO-STONES, such as A7-C7-2"),
        (0, "\ud800", r"red sent a bad move: '\ud800' is not a move: expected FROM-TO-STONES, such as A7-C7-2"),
        (0, {"move": "A7-B7-1"}, """red sent '{"move": "A7-B7-1"}': expected "get" or a move such as "A7-B7-1\""""),
        (0, 7, """red sent '7': expected "get" or a move such as "A7-B7-1\""""),
        (1, "A1-A2-1", "blue sent 'A1-A2-1' while red was to move"),
        (1, None, """blue sent 'null': expected "get" or a move such as "A7-B7-1\""""),
    ],
)
def test_what_loses_at_once(side: int, message: object, reason: str) -> None:
    game = Game()
    game.referee.receive(side, message)
    assert game.outcome == Outcome(1 - side, f"adjudged, {reason}")
    assert game.lines == [f"{('blue', 'red')[side]} wins: adjudged, {reason}"]
    assert replay(game.referee.played.record()).outcome == game.outcome


def test_questions_change_nothing() -> None:
    game = Game()
    for side in (0, 1, 1, 0):
        game.referee.receive(side, "get")
    assert (game.lines, game.outcome, game.referee.played.moves) == ([], None, [])


def test_moves_are_read_leniently() -> None:
    game = Game()
    game.referee.receive(0, " d7-d6 ")
    assert game.lines == ["red D7-D6-1, red 120.01 s, blue 120.00 s"]


@pytest.mark.parametrize("message", ["get", "D5-D4-1", {}])
def test_a_move_after_the_time_is_too_late(message: object) -> None:
    game = Game(seconds=2.0)
    game.time = 2.001
    game.referee.receive(1 if message == "get" else 0, message)
    assert game.lines == ["blue wins: adjudged, red ran out of time"]


def test_a_move_in_the_last_moment_counts() -> None:
    game = Game(seconds=2.0)
    game.time = 2.0
    game.referee.receive(0, "D5-D4-1")
    assert game.lines == ["red D5-D4-1, red 0.01 s, blue 2.00 s"]
    game.time = 4.1
    game.referee.look_at_clocks()
    assert game.outcome == Outcome(0, "adjudged, blue ran out of time")


def test_before_the_game_only_questions_are_allowed() -> None:
    game = Game(begun=False)
    game.time = 1000.0
    game.referee.receive(0, "get")
    state = game.referee.state(0)
    assert (state.both_connected, state.left, state.end, state.turn) == (False, 120.0, False, 0)
    with pytest.raises(BadMessage, match="'D5-D4-1' comes before the game begins: expected \"get\""):
        game.referee.receive(0, "D5-D4-1")
    assert game.lines == []


def test_the_third_repetition_is_a_draw() -> None:
    game = Game()
    for ply, move in enumerate(["D7-D6-1", "D1-D2-1", "D6-D7-1", "D2-D1-1"] * 2):
        game.referee.receive(ply % 2, move)
    assert game.lines[-1] == "draw: the position has occurred three times"
    assert game.referee.state(0).outcome == Outcome(None, "the position has occurred three times")
