"""Our client at servers of the course's protocol: ours, and such as the course's with all that they leave out."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Thread
from typing import Any

import pytest
from tests.turm.server_thread import HOST, QUICK_WIN, TIMEOUT, Fixed, Guest, Host, play_in_seat

from boardwright.cli import main
from boardwright.engine.limits import Limits
from boardwright.engine.players import OnInfo, Stop
from boardwright.engine.result import SearchResult
from boardwright.engine.time_management import optimum_seconds
from boardwright.errors import BoardwrightError, Disconnected
from boardwright.game import Outcome
from boardwright.games.turm.commands import turm_client
from boardwright.games.turm.protocols import client
from boardwright.games.turm.protocols.client import ClientGame, Seat
from boardwright.games.turm.protocols.messages import GAME, INCREMENT
from boardwright.played_game import AnyPlayedGame, PlayedGame

pytestmark = pytest.mark.slow

START = GAME.start_text
WON_SOON = "3RG3/7/7/7/7/3r13/3BG3 r"
SHUTTLE = ("D7-D6-1", "D1-D2-1", "D6-D7-1", "D2-D1-1") * 2
"""After these moves the start position is there for the third time."""


def states(*moves: str) -> list[dict[str, Any]]:
    """What a server tells after each of some moves, and no more than it must."""
    played_game: AnyPlayedGame = PlayedGame(GAME)
    told = []
    for move in moves:
        if played_game.is_drawn_by_history:
            played_game.play_on()
        played_game.play_text(move)
        told.append({"board": GAME.format_position(played_game.position), "bothConnected": True, "end": False})
    return told


class Server:
    """Answers one connection as it was told to: the first bytes at once, then one answer a message; then it ends."""

    def __init__(self, first: bytes, answers: Sequence[object]) -> None:
        self.heard: list[Any] = []
        self._listening = socket.create_server((HOST, 0))
        self.port: int = self._listening.getsockname()[1]
        self._thread = Thread(target=self._serve, args=(first, answers))
        self._thread.start()

    def _serve(self, first: bytes, answers: Sequence[object]) -> None:
        with self._listening:
            connection, _ = self._listening.accept()
        # Nobody can connect from here on.
        with connection:
            connection.settimeout(TIMEOUT)
            connection.sendall(first)
            for answer in answers:
                data = connection.recv(1 << 16)
                if not data:
                    return
                self.heard.append(json.loads(data))
                connection.sendall(answer if isinstance(answer, bytes) else json.dumps(answer).encode())

    def wait(self) -> None:
        self._thread.join(TIMEOUT)
        assert not self._thread.is_alive()


@contextmanager
def seat_at(first: bytes, *answers: object) -> Iterator[tuple[Seat, Server]]:
    server = Server(first, answers)
    seat = Seat.connect(HOST, server.port)
    try:
        yield seat, server
    finally:
        seat.close()
        server.wait()


def sit(seat: Seat, *moves: str) -> tuple[Outcome | None, list[str]]:
    """How a game ended in which these are our moves, and what was said of it."""
    lines: list[str] = []
    return ClientGame(seat, Fixed(*moves), Limits(), lines.append).play(), lines


def test_what_the_server_leaves_out_is_reckoned_and_what_it_adds_is_left_out() -> None:
    state = {"board": WON_SOON, "turn": "r", "bothConnected": True, "end": False, "winner": 7, "player1": True}
    for time in ({}, {"time": 3000}, {"time": 2999.5}, {"time": "?"}, {"time": -5}):
        with seat_at(b"0", state | time, state | {"end": True, "board": START}) as (seat, server):
            outcome, lines = sit(seat, "D2-D1-1")
        assert outcome == Outcome(0, "the blue guard is taken")
        assert lines == [f"the board is now {WON_SOON}", "red D2-D1-1"]
        assert server.heard == ["get", "D2-D1-1"]


def test_the_colour_and_the_first_answer_in_one_piece() -> None:
    with seat_at(b' 1\n{"board": "' + START.encode() + b'", "end": true, "reason": "agreed"}', b"") as (seat, _):
        assert seat.side == 1
        assert sit(seat) == (Outcome(None, "agreed"), [])


def test_an_end_without_a_reason_is_what_the_board_says() -> None:
    *before, last = states(*QUICK_WIN)
    with seat_at(b"1", *before, last | {"end": True}) as (seat, server):
        outcome, lines = sit(seat, *QUICK_WIN[1::2])
    assert outcome == Outcome(0, "the blue guard is taken")
    assert lines == [f"{('red', 'blue')[ply % 2]} {move}" for ply, move in enumerate(QUICK_WIN)]
    assert server.heard == ["get", "A1-A2-1", "get", "D1-D2-1", "get"]


def test_a_reset_board_at_the_end_says_nothing() -> None:
    after = {"board": START, "turn": "r", "bothConnected": True, "end": True}
    with seat_at(b"1", *states(*QUICK_WIN[:2]), after) as (seat, _):
        assert sit(seat, QUICK_WIN[1]) == (None, ["red D5-D4-1", "blue A1-A2-1"])


def test_it_waits_for_the_other_side_and_for_its_turn() -> None:
    waiting = {"board": START, "turn": "r", "bothConnected": False, "time": 120000, "end": False}
    moved, _ = states(*QUICK_WIN[:2])
    end = {"board": "?", "end": True, "winner": "b", "reason": "adjudged, red left"}
    with seat_at(b"1", waiting, waiting, waiting | {"bothConnected": True}, moved, end) as (seat, server):
        outcome, lines = sit(seat, QUICK_WIN[1])
    assert (outcome, lines) == (Outcome(1, "adjudged, red left"), ["red D5-D4-1", "blue A1-A2-1"])
    assert server.heard == ["get", "get", "get", "get", "A1-A2-1"]


def test_a_move_is_not_sent_again_where_the_server_is_slow_to_take_it() -> None:
    before = {"board": START, "turn": "r", "bothConnected": True, "end": False}
    with seat_at(b"0", before, before, before, before | {"end": True}) as (seat, server):
        assert sit(seat, "D5-D4-1") == (None, ["red D5-D4-1"])
    assert server.heard == ["get", "D5-D4-1", "get", "get"]


def test_it_stops_where_the_game_is_over_though_the_server_does_not_see_it() -> None:
    over = states(*QUICK_WIN)[-1]
    with seat_at(b"1", *states(*QUICK_WIN), over) as (seat, _):
        outcome, _ = sit(seat, *QUICK_WIN[1::2])
    assert outcome == Outcome(0, "the blue guard is taken")


def test_it_plays_on_after_a_repetition_if_the_server_does() -> None:
    *before, last = states(*SHUTTLE, "A7-A6-1")
    with seat_at(b"1", *before, last | {"end": True}) as (seat, _):
        outcome, lines = sit(seat, *SHUTTLE[1::2])
    assert (outcome, len(lines)) == (None, 9)


def test_a_repetition_is_a_draw_if_the_server_ends_there() -> None:
    *before, last = states(*SHUTTLE)
    with seat_at(b"1", *before, last | {"end": True}) as (seat, _):
        outcome, _ = sit(seat, *SHUTTLE[1::2])
    assert outcome == Outcome(None, "the position has occurred three times")


@pytest.mark.parametrize(
    ("told", "left"), [({"time": 4000}, 4), ({"time": 99.5}, 0.0995), ({"time": -1}, 0), ({}, 120), ({"time": {}}, 120)]
)
def test_it_thinks_as_long_as_the_clock_allows(told: dict[str, Any], left: float) -> None:
    class Watched(Fixed):
        def _think(self, played_game: AnyPlayedGame, limits: Limits, on_info: OnInfo, stop: Stop) -> SearchResult[Any]:
            given.append(limits.optimum)
            return super()._think(played_game, limits, on_info, stop)

    given: list[float | None] = []
    begin = {"board": START, "bothConnected": True}
    with seat_at(b"0", begin | told, begin | {"end": True}) as (seat, _):
        ClientGame(seat, Watched("D5-D4-1"), Limits(), lambda line: None).play()
    assert given == [optimum_seconds(left, INCREMENT)]


@pytest.mark.parametrize(
    ("first", "answers", "told"),
    [
        (b"2", [], "begins with 2: expected 0 for red or 1 for blue"),
        (b"HTTP/1.1 400 Bad Request", [], "'H' does not start a message: expected a string or an object"),
        (b'"0"', [], 'begins with "0": expected 0 for red or 1 for blue'),
        (b"0", [b"[1]"], "'[1]' is not the state of a game: expected an object with a board"),
        (b"0", [b"\xff"], "does not start a message"),
        (b"0", [b'{"board": "' + b"x" * 10_000], "does not end: expected messages of at most 4096 bytes"),
        (b"0", [{"board": "7/7 r", "bothConnected": True}], "2 ranks"),
    ],
)
def test_a_server_that_talks_nonsense_is_told_of_in_one_line(
    first: bytes, answers: list[object], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    server = Server(first, answers)
    assert main(["turm-client", HOST, str(server.port), "--level", "1"]) == 2
    server.wait()
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("error: ")
    assert told in line


def test_a_server_that_hangs_up_leaves_the_end_unknown(capsys: pytest.CaptureFixture[str]) -> None:
    server = Server(b"0", [{"board": START, "bothConnected": False}])
    assert main(["turm-client", HOST, str(server.port), "--level", "1"]) == 1
    server.wait()
    at = f"{HOST}:{server.port}"
    assert capsys.readouterr().out == f"red at {at}\nnot known how it ended: {at} closed the connection\n"


def test_a_server_that_hangs_up_after_the_winning_move_leaves_no_doubt(capsys: pytest.CaptureFixture[str]) -> None:
    server = Server(b"0", [{"board": WON_SOON, "bothConnected": True, "time": 500}, b""])
    assert main(["turm-client", HOST, str(server.port), "--level", "9"]) == 0
    server.wait()
    assert capsys.readouterr().out.splitlines()[1:] == [
        f"the board is now {WON_SOON}",
        "red D2-D1-1",
        "won: the blue guard is taken",
    ]


def test_a_server_that_says_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "RESPONSE_TIMEOUT", 0.1)
    with socket.create_server((HOST, 0)) as silent, pytest.raises(Disconnected, match="does not answer"):
        Seat.connect(HOST, silent.getsockname()[1])


def test_the_command_plays_and_says_how_it_ended(capsys: pytest.CaptureFixture[str]) -> None:
    with Host(games=2) as host:
        loser = Thread(target=lambda: [play_in_seat(host, "level:1") for _ in range(2)])
        loser.start()
        host.wait_for("red is")
        assert main(["turm-client", HOST, str(host.port), "--time", "0.01", "--hash", "1", "--games", "2"]) == 0
        loser.join(TIMEOUT)
        host.wait_for_the_end()
    lines = capsys.readouterr().out.splitlines()
    ends = [line for line in lines if line.startswith(("won: ", "lost: ", "drawn: "))]
    outcomes = [host.tale(number)[-1] for number in (1, 2)]
    assert [line.partition(": ")[2] for line in ends] == [outcome.partition(": ")[2] for outcome in outcomes]
    assert lines[0] == f"blue at {HOST}:{host.port}"


def test_who_was_sent_garbage_by_the_other_side_has_won() -> None:
    with Host() as host:
        guest = Guest(host)
        played: list[Outcome | None] = []
        ours = Thread(target=lambda: played.append(play_in_seat(host, "level:1")))
        ours.start()
        host.wait_for("blue is")
        guest.send(b"!")
        ours.join(TIMEOUT)
        guest.close()
    assert played == [
        Outcome(1, "adjudged, red sent a bad message: '!' does not start a message: expected a string or an object")
    ]


def test_where_nobody_listens_the_client_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server((HOST, 0)) as closed:
        port = closed.getsockname()[1]
    assert main(["turm-client", HOST, str(port)]) == 2
    assert capsys.readouterr().err.startswith(f"error: cannot connect to '{HOST}:{port}'")


def test_a_board_that_cannot_be_read_is_an_error() -> None:
    with (
        seat_at(b"0", {"board": "x", "bothConnected": True}) as (seat, _),
        pytest.raises(BoardwrightError, match="'x'"),
    ):
        sit(seat)


def test_games_without_end_wait_for_a_server_that_is_away_between_them(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Enough(Exception):
        pass

    def rest(seconds: float) -> None:
        if seconds == turm_client.RETRY_PAUSE:
            raise Enough

    end = {"board": START, "end": True, "winner": "r", "reason": "adjudged, blue left"}
    server = Server(b"0", [end])
    monkeypatch.setattr(turm_client, "sleep", rest)
    with pytest.raises(Enough):
        main(["turm-client", f"{HOST}:{server.port}", "--games", "0", "--level", "1"])
    server.wait()
    seated, ended, away = capsys.readouterr().out.splitlines()
    assert (seated, ended) == (f"red at {HOST}:{server.port}", "won: adjudged, blue left")
    assert away.startswith(f"cannot connect to '{HOST}:{server.port}': ")
    assert away.endswith(": trying again in 2 s")
