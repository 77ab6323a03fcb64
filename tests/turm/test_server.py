"""The course's server with guests that do as they should."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from tests.turm.server_thread import HOST, QUICK_WIN, TIMEOUT, Guest, Host, pair, play_in_seat, play_quick_win

from boardwright.cli import main
from boardwright.errors import BoardwrightError
from boardwright.game import Outcome
from boardwright.games.turm.protocols.messages import GAME
from boardwright.games.turm.protocols.server import CourseServer
from boardwright.played_game import replay
from boardwright.records.archive import Archive
from boardwright.records.record_format import record_formats

pytestmark = pytest.mark.slow

START = GAME.start_text


def test_what_guests_are_told_and_what_is_said_of_their_game() -> None:
    with Host(seconds=600.0, increment=0.0) as host:
        red = Guest(host)
        waiting = {"board": START, "turn": "r", "bothConnected": False, "time": 600_000, "end": False}
        assert (red.side, red.ask()) == (0, waiting)
        blue = Guest(host)
        assert (blue.side, blue.ask()) == (1, waiting | {"bothConnected": True})
        answer = red.ask(QUICK_WIN[0])
        board = "r1r11RG1r1r1/2r11r12/7/3r13/3b13/2b11b12/b1b11BG1b1b1 b"
        assert answer == waiting | {"board": board, "turn": "b", "bothConnected": True, "time": answer["time"]}
        assert 0 < answer["time"] < 600_000
        for ply, move in enumerate(QUICK_WIN[1:], 1):
            (red, blue)[ply % 2].ask(move)
        for guest in (red, blue):
            # What comes after the end changes nothing.
            end = guest.ask("A7-B7-1")
            assert end == {
                "board": "r1r11RG1r1r1/2r11r12/7/7/7/b11b1r1b12/1b13b1b1 b",
                "turn": "b",
                "bothConnected": True,
                "time": end["time"],
                "end": True,
                "winner": "r",
                "reason": "the blue guard is taken",
            }
        red.close()
        blue.close()
        assert host.tale(1) == [
            "red is HERE",
            "blue is HERE",
            "red D5-D4-1, red T s, blue T s",
            "blue A1-A2-1, red T s, blue T s",
            "red D4-D3-1, red T s, blue T s",
            "blue D1-D2-1, red T s, blue T s",
            "red D3-D2-1, red T s, blue T s",
            "red wins: the blue guard is taken",
        ]


def test_messages_in_any_pieces() -> None:
    with Host() as host, pair(host) as (red, blue):
        red.send(b'"get""get"  "D5-D4-1"\r\n"get"')
        assert [red.hear()["turn"] for _ in range(4)] == ["r", "r", "b", "b"]
        for byte in b'"A1-A2-1"':
            blue.send(bytes([byte]))
        assert blue.hear()["turn"] == "r"


def test_two_of_our_clients_play_to_the_end() -> None:
    outcomes: list[Outcome | None] = []
    with Host(games=1) as host:
        players = [
            Thread(target=lambda player=player: outcomes.append(play_in_seat(host, player)))
            for player in ("level:3", "level:1")
        ]
        for player in players:
            player.start()
        for player in players:
            player.join(TIMEOUT)
        host.wait_for_the_end()
    assert len(outcomes) == 2
    assert outcomes[0] is not None
    assert outcomes[0] == outcomes[1]
    assert host.tale(1)[-1] == GAME.format_outcome(outcomes[0])
    assert not outcomes[0].reason.startswith("adjudged")


def test_a_client_as_students_write_it_plays_to_the_end() -> None:
    """One that takes whatever comes after a message for the whole answer to it."""
    with Host() as host:
        ours = Thread(target=lambda: play_in_seat(host, "level:4"))
        with socket.create_connection((HOST, host.port), timeout=TIMEOUT) as connection:

            def send(message: str) -> dict[str, Any]:
                connection.send(json.dumps(message).encode())
                answer: dict[str, Any] = json.loads(connection.recv(4096).decode())
                return answer

            assert int(connection.recv(2048).decode()) == 0
            ours.start()
            while not (game := send("get"))["end"]:
                if game["bothConnected"] and game["turn"] == "r":
                    position = GAME.parse_position(game["board"])
                    send(GAME.format_move(position, GAME.legal_moves(position)[0]))
            assert host.tale(1)[-1].endswith(f": {game['reason']}")
            assert not game["reason"].startswith("adjudged")
        ours.join(TIMEOUT)


def test_games_at_the_same_time_do_not_touch_each_other() -> None:
    with Host() as host, pair(host) as first, pair(host) as second:
        first[0].ask("A7-A6-1")
        for ply, move in enumerate(QUICK_WIN):
            second[ply % 2].ask(move)
        assert second[1].ask()["end"] is True
        answer = first[1].ask()
        assert (answer["board"].partition("/")[0], answer["turn"], answer["end"]) == ("1r11RG1r1r1", "b", False)


def test_who_is_to_move_and_says_nothing_loses_on_time() -> None:
    with Host(seconds=0.05) as host, pair(host) as (red, blue):
        assert blue.wait_for_the_end()["reason"] == "adjudged, red ran out of time"
        answer = red.ask()
        assert (answer["end"], answer["time"], answer["winner"]) == (True, 0, "b")


def test_the_clock_of_who_is_not_to_move_stands_still() -> None:
    with Host(seconds=600.0, increment=0.0) as host, pair(host) as (_, blue):
        host.wait_for("blue is")
        assert {blue.ask()["time"] for _ in range(50)} == {600_000}


def test_a_finished_game_is_answered_for_a_while_and_then_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boardwright.games.turm.protocols.server.CLOSE_TIMEOUT", 0.2)
    with Host() as host, pair(host) as (red, blue):
        red.send(b'"quit"')
        assert blue.wait_for_the_end()["winner"] == "b"
        assert red.is_cut_off()
        assert blue.is_cut_off()


def test_the_server_ends_after_its_games_and_lets_nobody_in_who_would_not_play() -> None:
    with Host(games=2) as host:
        play_quick_win(host)
        with pair(host) as (red, _):
            # The last game has begun: there is nobody to play with any more.
            with suppress(ConnectionError, ValueError):
                Guest(host)
            red.ask(QUICK_WIN[0])
        host.wait_for_the_end()
    assert host.tale(2)[-1] in ("blue wins: adjudged, red left", "red wins: adjudged, blue left")
    assert host.tale(3) == []


def test_records_are_written_and_replay(tmp_path: Path) -> None:
    with Archive(tmp_path, GAME, datetime(2024, 5, 1)) as archive, Host(archive=archive) as host:
        play_quick_win(host)
        with pair(host) as (_, blue):
            blue.ask("A1-A2-1")
        host.wait_for("blue sent 'A1-A2-1' while red was to move")
    records = [json.loads(line) for line in archive.paths[0].read_text().splitlines()]
    assert [replay(record).outcome for record in records] == [
        Outcome(0, "the blue guard is taken"),
        Outcome(0, "adjudged, blue sent 'A1-A2-1' while red was to move"),
    ]
    assert [record["round"] for record in records] == ["1", "2"]
    with archive.paths[1].open() as stream:
        matches = list(record_formats(GAME)["text"].read(stream))
    assert [played.record() for played in matches] == [replay(record).record() for record in records]
    assert records[0]["moves"] == list(QUICK_WIN)
    assert len(records[0]["seconds"]) == 5
    assert set(records[0]["players"]) == {"red", "blue"}


def test_a_full_disk_stops_no_game(tmp_path: Path) -> None:
    class FullDisk(Archive):
        def add(self, *game: object) -> None:
            raise OSError(28, "No space left on device")

    with Host(archive=FullDisk(tmp_path, GAME, datetime(2024, 5, 1))) as host:
        for number in (1, 2):
            play_quick_win(host)
            host.wait_for(f"game {number}: cannot be saved: No space left on device")
    assert list(tmp_path.iterdir()) == []


def started(*options: str, stderr: int | None = None) -> subprocess.Popen[str]:
    """A server in a process of its own."""
    command = [sys.executable, "-m", "boardwright", "turm-server", "--port", "0", *options]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ, stderr=stderr)


@pytest.mark.parametrize("kind", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_server_that_is_told_to_end_keeps_the_games_that_it_broke_off(tmp_path: Path, kind: signal.Signals) -> None:
    with started("--save", str(tmp_path), stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == f"saving games in {tmp_path}\n"
        host = Host()
        host.port = int(process.stdout.readline().rpartition(":")[2])
        with pair(host) as (red, _):
            red.ask(QUICK_WIN[0])
            process.send_signal(kind)
            assert process.wait(TIMEOUT) == 130
        lines = process.stdout.read().splitlines()
        assert [line.partition(",")[0] for line in lines[2:]] == ["game 1: red D5-D4-1", "game 1: broken off"]
        assert process.stderr.read() == "interrupted\n"
    (record,) = tmp_path.glob("*.jsonl")
    played = replay(json.loads(record.read_text()))
    assert (played.move_texts(), played.outcome) == (["D5-D4-1"], None)


def test_nobody_who_plays_waits_for_who_reads_the_log() -> None:
    # More than a pipe and the log hold.
    games = 200
    with started("--no-save", "--games", str(games)) as process:
        assert process.stdout is not None
        host = Host()
        host.port = int(process.stdout.readline().rpartition(":")[2])
        for _ in range(games):
            play_quick_win(host)
        assert process.wait(TIMEOUT) == 0
        lines = process.stdout.read().splitlines()
    assert lines[0].startswith("game 1: red is 127.0.0.1:")
    assert len(lines) < 8 * games


def test_an_address_that_cannot_be_had_is_told_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with Host() as host:
        assert main(["turm-server", "--no-save", "--port", str(host.port)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"error: cannot listen on '127.0.0.1:{host.port}': Address already in use")


@pytest.mark.parametrize(
    "wrong", [("--port", "65536"), ("--seconds", "0"), ("--increment", "-1"), ("--games", "x"), ("--save",)]
)
def test_wrong_options_are_told_in_one_line(wrong: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["turm-server", *wrong]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"error: argument {wrong[0]}: ")


def test_a_host_name_that_is_none_is_told() -> None:
    with pytest.raises(BoardwrightError, match="cannot listen on"):
        asyncio.run(CourseServer(print).serve("no such host", 0))
