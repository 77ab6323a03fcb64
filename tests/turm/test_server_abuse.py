"""The course's server with guests that do as they should not: it loses them their game, and nothing else."""

from __future__ import annotations

import shlex
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from random import Random

import pytest
from tests.turm.server_thread import HOST, TIMEOUT, Guest, Host, pair, play_quick_win

from boardwright.games.turm.protocols import server

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def host() -> Iterator[Host]:
    """One server for all that is done to it here; at the end it is well."""
    with Host() as host:
        yield host
        play_quick_win(host)


SILENT_CROWD = """
import resource, socket, sys
_, most = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (min(2000, most) if most > 0 else 2000, most))
crowd = [socket.create_connection(("127.0.0.1", int(sys.argv[1]))) for _ in range(1000)]
sys.stdin.read()
"""

BAD = "adjudged, red sent a bad message: "
ENDLESS = "does not end: expected messages of at most 4096 bytes, none nested deeper than 8"
NO_JSON = "is not JSON: expected a string or an object"
NO_MESSAGE = "does not start a message: expected a string or an object"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"D5-D4-1", f"{BAD}'D' {NO_MESSAGE}"),
        (b"\0" * 100, rf"{BAD}'\x00' {NO_MESSAGE}"),
        (b'"D5-D4-1\0"', rf"""{BAD}'"D5-D4-1\x00"' {NO_JSON}"""),
        (b"true", f"{BAD}'t' {NO_MESSAGE}"),
        (b"GET / HTTP/1.1\r\n\r\n", f"{BAD}'G' {NO_MESSAGE}"),
        (b'"' + b"x" * (1 << 20), f"""{BAD}'"{"x" * 59}'... (4097 characters) {ENDLESS}"""),
        (b"[" * 100_000, f"{BAD}'[[[[[[[[[' {ENDLESS}"),
        (b'"get" "get" ]', f"{BAD}']' {NO_MESSAGE}"),
        (
            b'{"move": "D5-D4-1"}',
            """adjudged, red sent '{"move": "D5-D4-1"}': expected "get" or a move such as "A7-B7-1\"""",
        ),
        (b'"D5-D3-2"', "adjudged, red sent a bad move: 'D5-D3-2' is illegal: the tower on D5 has 1 stone, not 2"),
    ],
)
def test_garbage_loses_and_both_are_told(host: Host, data: bytes, reason: str) -> None:
    with pair(host) as (red, blue):
        red.send(data)
        end = blue.wait_for_the_end()
        assert (end["winner"], end["reason"]) == ("b", reason)
        while not (answer := red.hear())["end"]:
            pass
        assert (answer["winner"], answer["reason"]) == ("b", reason)


def test_random_bytes(host: Host) -> None:
    random = Random(7)
    for _ in range(20):
        with pair(host) as (red, blue):
            red.send(random.randbytes(5000))
            assert blue.wait_for_the_end()["winner"] == "b"


def test_half_a_message_loses_on_time() -> None:
    with Host(seconds=0.05) as host, pair(host) as (red, blue):
        red.send(b'"D5-D4')
        assert blue.wait_for_the_end()["reason"] == "adjudged, red ran out of time"


def test_a_move_out_of_turn_loses(host: Host) -> None:
    with pair(host) as (red, blue):
        assert blue.ask("A1-A2-1")["reason"] == "adjudged, blue sent 'A1-A2-1' while red was to move"
        assert red.ask()["winner"] == "r"


def test_who_waits_and_sends_something_else_than_a_question_is_sent_away() -> None:
    with Host() as host:
        for data, told in [
            (b'"D5-D4-1"', "'D5-D4-1' comes before the game begins: expected \"get\""),
            (b"xyz", f"'x' {NO_MESSAGE}"),
        ]:
            guest = Guest(host)
            guest.send(b'"get"' + data)
            assert guest.is_cut_off()
            guest.close()
            assert host.wait_for(told) == f"game 1: red sent a bad message: {told}, before the game began"
        play_quick_win(host)
        assert host.tale(1)[-1] == "red wins: the blue guard is taken"


def test_who_waits_and_leaves_is_forgotten() -> None:
    with Host() as host:
        for times in range(1, 4):
            Guest(host).close()
            host.wait_for("game 1: red left, before the game began", times)
        play_quick_win(host)


@pytest.mark.parametrize("said", [b"", b'"get"', b'"D5-', b'"D5-D4-1"'])
@pytest.mark.parametrize("leaver", [0, 1])
@pytest.mark.parametrize("reset", [False, True])
def test_who_leaves_has_lost(host: Host, said: bytes, leaver: int, reset: bool) -> None:
    with pair(host) as guests:
        if said == b'"D5-D4-1"':
            guests[0].ask("D5-D4-1")
        else:
            guests[leaver].send(said)
        if reset:
            # The connection breaks without a farewell.
            guests[leaver].socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        guests[leaver].close()
        end = guests[1 - leaver].wait_for_the_end()
        assert end["reason"] == f"adjudged, {('red', 'blue')[leaver]} left"


def test_who_leaves_after_the_end_harms_nobody(host: Host) -> None:
    with pair(host) as (red, blue):
        red.ask("nonsense")
        red.close()
        assert blue.wait_for_the_end()["reason"].startswith("adjudged, red sent a bad move: 'nonsense'")


def test_who_does_not_read_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "SEND_TIMEOUT", 0.2)
    with Host() as host, pair(host) as (red, blue):
        red.socket.settimeout(0.5)
        with suppress(OSError):
            while True:
                red.send(b'"get"' * 1000)
        assert blue.wait_for_the_end()["reason"] == "adjudged, red does not read what it is sent"
        play_quick_win(host)


def test_thousands_of_questions_are_all_answered_while_others_play(host: Host) -> None:
    with pair(host) as (red, _):
        red.send(b'"get"' * 3000)
        play_quick_win(host)
        assert not any(red.hear()["end"] for _ in range(3000))


def test_no_more_connections_than_allowed() -> None:
    with Host(most_connections=3) as host, pair(host) as (red, _):
        waiting = Guest(host)
        with socket.create_connection((HOST, host.port), timeout=TIMEOUT) as late, suppress(ConnectionError):
            assert late.recv(1) == b""
        host.wait_for("is turned away: 3 connections are open")
        assert red.ask()["end"] is False
        waiting.close()
        host.wait_for("red left, before the game began")
        waiting = Guest(host)
        assert waiting.ask()["bothConnected"] is False
        waiting.close()


def test_a_system_that_allows_few_files_lets_few_in() -> None:
    command = f"ulimit -n 90; exec {shlex.quote(sys.executable)} -m boardwright turm-server --port 0 --no-save"
    process = subprocess.Popen(["bash", "-c", command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    host = Host()
    host.port = int(process.stdout.readline().rpartition(":")[2])
    with ExitStack() as crowd:
        for _ in range(40):
            crowd.enter_context(socket.create_connection((HOST, host.port), timeout=TIMEOUT))
        said = [process.stdout.readline() for _ in range(40)]
        assert [line.strip().endswith("is turned away: 26 connections are open") for line in said] == (
            [False] * 26 + [True] * 14
        )
    for _ in range(13):
        assert process.stdout.readline().strip().endswith(" left")
    play_quick_win(host)
    process.send_signal(signal.SIGINT)
    _, complaints = process.communicate(timeout=TIMEOUT)
    assert complaints == "interrupted\n"


def test_a_game_is_played_to_its_end_among_a_thousand_who_say_nothing() -> None:
    with Host() as host:
        crowd = subprocess.Popen([sys.executable, "-c", SILENT_CROWD, str(host.port)], stdin=subprocess.PIPE)
        try:
            host.wait_for("game 500: blue is")
            play_quick_win(host)
            assert host.tale(501)[-1] == "red wins: the blue guard is taken"
            assert host.tale(1) == ["red is HERE", "blue is HERE"]
        finally:
            crowd.communicate()
        # They are gone, each with a game that is over.
        host.wait_for(" left", 500)
