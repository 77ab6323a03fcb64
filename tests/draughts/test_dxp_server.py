"""The DamExchange server as programs meet it: those that play, and those that do everything else."""

from __future__ import annotations

import json
import os
import re
import resource
import signal
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from io import StringIO
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import pytest
from bench.outside import PYDRAUGHTS
from bench.outside import run as outside
from tests.draughts.dxp_raw import NAME, REQUEST, TIMEOUT, Raw, request
from tests.running import ROOT, require_outside

from boardwright import __version__, find_game
from boardwright.arena.openings import Opening
from boardwright.arena.pairs import MatchSetup, play_pair
from boardwright.cli import main
from boardwright.engine.limits import Limits
from boardwright.engine.players import read_player
from boardwright.games.draughts.pdn import read_pdn
from boardwright.games.draughts.protocols.dxp.messages import Message
from boardwright.games.draughts.protocols.dxp.peer import Peer, PeerDisconnected
from boardwright.games.draughts.protocols.dxp.play import OurSide
from boardwright.games.draughts.protocols.dxp.server import Server
from boardwright.played_game import replay
from boardwright.protocols.tcp import listen

pytestmark = pytest.mark.slow

GAME = find_game("draughts")
US = f"Boardwright {__version__}".ljust(32)
ACCEPTED, NOT_THIS_GAME = f"A{US}0", f"A{US}2"
MANY = 1000


class Running:
    """A server in a process of its own."""

    def __init__(self, folder: Path, *options: str, files: int = 256) -> None:
        self.folder = folder
        self.log = folder / "log"
        command = [sys.executable, "-m", "boardwright", "dxp-server", "--port", "0", "--save", str(folder), *options]
        with self.log.open("w") as log:
            limited = ["sh", "-c", f'ulimit -n {files} && exec "$@"', "sh"]
            self.process = subprocess.Popen([*limited, *command], cwd=ROOT, stderr=log)
        self.port = int(self.wait_for(r"waiting for games at \S+:(\d+)\n")[1])

    def wait_for(self, pattern: str) -> re.Match[str]:
        """Something that the log says sooner or later."""
        deadline = time.monotonic() + TIMEOUT
        while time.monotonic() < deadline:
            found = re.search(pattern, self.log.read_text())
            if found is not None:
                return found
            assert self.process.poll() is None, self.log.read_text()
            time.sleep(0.01)
        raise AssertionError(f"{pattern} is not in {self.log.read_text()}")

    def records(self) -> list[dict[str, Any]]:
        """The games that were kept."""
        return kept_in(self.folder)

    def settled(self) -> int:
        """The number of games that were kept, once no game goes on."""
        deadline = time.monotonic() + TIMEOUT
        while len(self.records()) < len(re.findall(r"game \d+: \w+ against", self.log.read_text())):
            assert time.monotonic() < deadline, self.log.read_text()
            time.sleep(0.01)
        return len(self.records())

    def wait_for_record(self, number: int) -> dict[str, Any]:
        """The record of a game, by its place among all."""
        deadline = time.monotonic() + TIMEOUT
        while len(self.records()) <= number:
            assert time.monotonic() < deadline, self.log.read_text()
            time.sleep(0.01)
        return self.records()[number]

    def end(self) -> None:
        self.process.terminate()
        assert self.process.wait(TIMEOUT) == 130
        assert "Traceback" not in self.log.read_text()


def kept_in(folder: Path) -> list[dict[str, Any]]:
    """The games in a folder, but for one that is just being written."""
    texts = [file.read_text() for file in folder.glob("*.jsonl")]
    assert len(texts) <= 1
    return [json.loads(line) for text in texts for line in text.rpartition("\n")[0].splitlines()]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """The server that all of these tests trouble, and that lives."""
    running = Running(tmp_path_factory.mktemp("dxp"), "--level", "3")
    yield running
    running.end()


def begin_game(port: int) -> Raw:
    """A connection on which a game has begun and the server has moved; the game before may still be ending."""
    raw = Raw.connect(port)
    raw.say(request("W"))
    deadline = time.monotonic() + TIMEOUT
    while (answer := raw.hear()) == NOT_THIS_GAME and time.monotonic() < deadline:
        raw.socket.close()
        time.sleep(0.01)
        raw = Raw.connect(port)
        raw.say(request("W"))
    assert answer == ACCEPTED
    assert re.fullmatch(r"M\d{8}00", raw.hear())
    return raw


def assert_plays(port: int) -> None:
    """The server begins the next game, and ends it when it is told to."""
    with begin_game(port) as raw:
        raw.say("E00")
        assert raw.hear() == "E00"


# Games.


def test_our_own_client_plays_it(server: Running, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    before = server.settled()
    arguments = ["--level", "2", "--games", "2", "--minutes", "1", "--save", str(tmp_path)]
    assert main(["dxp-client", "127.0.0.1", str(server.port), *arguments]) == 0
    told = capsys.readouterr().out.splitlines()
    ours = kept_in(tmp_path)
    assert (len(told), len(ours)) == (3, 2)
    for number, record in enumerate(ours):
        other = server.wait_for_record(before + number)
        assert record | {"round": other["round"]} == other
        played = replay(record)
        assert played.outcome is not None
        side = ("white", "black")[number]
        assert told[number] == f"game {number + 1}, {side} against {US.strip()}: {GAME.format_outcome(played.outcome)}"
    assert re.fullmatch(r"(won|drawn|lost) [12](, (drawn|lost) 1)?", told[2])
    games = list(read_pdn(StringIO(next(tmp_path.glob("*.pdn")).read_text())))
    assert [game.to_played_game().move_texts() for game in games] == [record["moves"] for record in ours]
    assert [game.tags["Round"] for game in games] == ["1", "2"]


def test_a_position_of_ones_own_and_its_side_to_move(server: Running) -> None:
    before = server.settled()
    with Raw.connect(server.port) as raw:
        raw.say(request("Z", position="BZ" + "e" * 21 + "z" + "e" * 5 + "w" + "e" * 22))
        assert raw.hear() == ACCEPTED
        assert raw.hear() == "M000022330128"
        raw.say("E10")
        assert raw.hear() == "E00"
        raw.say(REQUEST)
        assert raw.hear() == ACCEPTED
        raw.say("M0000322800")
        assert re.fullmatch(r"M\d{8}00", raw.hear())
        raw.say("E20")
        assert raw.hear() == "E00"
    reasons = [server.wait_for_record(before + number)["outcome"]["reason"] for number in range(2)]
    assert reasons == ["the side to move has no pieces left", "agreed"]


def test_it_plays_in_the_arena(server: Running) -> None:
    before = server.settled()
    contest = MatchSetup(GAME, (f"dxp:127.0.0.1:{server.port}", "level:2"), Limits(time=0.1), 1)
    reports = play_pair(contest, 0, 0, Opening(("32-28", "19-23", "28x19", "14x23"))).games
    assert [figures.forfeits for report in reports for figures in report.figures] == [0, 0, 0, 0]
    kept = [server.wait_for_record(before + number) for number in range(2)]
    for report, record, opening in zip(reports, kept, (4, 5), strict=True):
        assert record["moves"] == report.record["moves"][opening:]
        assert record["outcome"] == report.record["outcome"]
        assert record["final"] == report.record["final"]
    assert [record["players"]["white"] for record in kept] == [US.strip(), US.strip()]


def test_a_request_that_cannot_be_played_is_refused_with_its_code(server: Running) -> None:
    server.settled()
    over = "BZ" + "e" * 49 + "w"
    crowded = "BW" + "z" * 21 + "e" * 9 + "w" * 20
    with Raw.connect(server.port) as raw:
        for text, code in ((request(version="02"), 1), (request(position=over), 2), (request(position=crowded), 2)):
            raw.say(text)
            assert raw.hear() == f"A{US}{code}"
        raw.say(request("W"))
        assert raw.hear() == ACCEPTED
        raw.hear()
        raw.say("E00")
        assert raw.hear() == "E00"
    log = server.log.read_text()
    assert "is refused a game: its version is 2, ours 1\n" in log
    assert "is refused a game: the game is over, white wins: the side to move has no pieces left\n" in log
    assert "is refused a game: a side has more than 20 pieces\n" in log


def test_whoever_asks_during_a_game_is_refused_and_the_game_goes_on(server: Running) -> None:
    with begin_game(server.port) as raw, Raw.connect(server.port) as other:
        for _ in range(3):
            other.say(REQUEST)
            assert other.hear() == NOT_THIS_GAME
        raw.say("CStill there?")
        assert raw.hear().startswith("CGood day")
        raw.say("E00")
        assert raw.hear() == "E00"
        other.say(request("W"))
        assert other.hear() == ACCEPTED
    assert_plays(server.port)


@pytest.mark.parametrize("said", [["E00", request("W")], [request("W")]])
def test_the_next_request_may_come_with_the_end_of_the_game_or_instead(server: Running, said: list[str]) -> None:
    server.settled()
    with Raw.connect(server.port) as raw:
        # White takes the last piece, and black is to say that it has lost.
        raw.say(request("W", position="BW" + "e" * 21 + "z" + "e" * 5 + "w" + "e" * 22))
        assert raw.hear() == ACCEPTED
        assert raw.hear() == "M000028170122"
        raw.say(*said)
        assert [raw.hear(), raw.hear()] == ["E00", ACCEPTED]
    assert_plays(server.port)


@pytest.mark.parametrize("minutes", [0, 999])
def test_a_guest_that_falls_silent_holds_the_board_for_so_long_and_no_longer(tmp_path: Path, minutes: int) -> None:
    running = Running(tmp_path, "--level", "1", "--longest-move", "0.5")
    try:
        with Raw.connect(running.port) as silent, Raw.connect(running.port) as other:
            silent.say(request(minutes=minutes))
            assert silent.hear() == ACCEPTED
            # It never moves, and says nothing when it is told that it has lost.
            record = running.wait_for_record(0)
            assert "white failed: 127.0.0.1:" in record["outcome"]["reason"]
            assert record["outcome"]["reason"].endswith("gave no move in time")
            other.say(request(minutes=minutes))
            assert other.hear() == ACCEPTED
    finally:
        running.end()


def test_a_game_that_the_opponent_leaves_is_lost_for_it_and_kept(server: Running) -> None:
    before = server.settled()
    begin_game(server.port).socket.close()
    record = server.wait_for_record(before)
    assert record["players"] == {"white": US.strip(), "black": "Tester"}
    assert re.fullmatch(
        r"adjudged, black failed: 127\.0\.0\.1:\d+ (closed the connection|is gone: .*)", record["outcome"]["reason"]
    )
    assert replay(record).outcome is not None
    assert_plays(server.port)


def test_an_illegal_move_loses_and_another_game_can_be_asked_for(server: Running) -> None:
    before = server.settled()
    with Raw.connect(server.port) as raw:
        raw.say(REQUEST)
        assert raw.hear() == ACCEPTED
        raw.say("M0000322700", "M0000322700")
        said = [raw.hear()]
        # The server's own move comes first, unless the second one came before it.
        while said[-1] != "E30":
            said.append(raw.hear())
        assert re.match(r"C127\.0\.0\.1:\d+ (moved out of turn|played an illegal move: )", said[-2])
        raw.say("E00")
        reason = server.wait_for_record(before)["outcome"]["reason"]
        assert (
            re.fullmatch(r"adjudged, white failed: 127\.0\.0\.1:\d+ moved out of turn", reason) or "illegal" in reason
        )
        raw.say(REQUEST)
        assert raw.hear() == ACCEPTED
    assert_plays(server.port)


# Everything else.


def test_random_bytes_are_survived(server: Running) -> None:
    random = Random(7)
    for size in (1, 10, 100, 1000, 100_000):
        for in_game in (False, True):
            raw = begin_game(server.port) if in_game else Raw.connect(server.port)
            with raw:
                raw.socket.sendall(random.randbytes(size) + b"\0")
                raw.hear_all()
    assert_plays(server.port)


def test_any_messages_in_any_order_are_survived(server: Running) -> None:
    random = Random(11)
    sayings = [REQUEST, request("W"), request(version="02"), f"A{NAME}0", "M0000322800", "M0000192300", "M000028190123"]
    sayings += ["E00", "E11", "E20", "E31", "Chello", "B001W", "K0", "K2", "M0000", "R01", "", "C"]
    for _ in range(40):
        with Raw.connect(server.port) as raw:
            text = "".join(f"{saying}\0" for saying in random.choices(sayings, k=random.randrange(1, 12)))
            cut = random.randrange(len(text))
            raw.socket.sendall(text[:cut].encode())
            with suppress(ConnectionError):
                raw.socket.sendall(text[cut:].encode())
    assert_plays(server.port)


def test_what_is_wrong_is_said_before_the_connection_ends(server: Running) -> None:
    with Raw.connect(server.port) as raw:
        name = "{}:{}".format(*raw.socket.getsockname())
        raw.say("Mxxxx")
        error = f"{name} sent an invalid message: "
        error += "the message 'Mxxxx': the time is 'xxxx': expected digits from 0000 to 9999"
        assert raw.hear_all() == [f"C{error[:126]}"]
    server.wait_for(f"{re.escape(error)}\n")


def test_a_message_without_end_ends_the_connection(server: Running) -> None:
    with Raw.connect(server.port) as raw:
        name = "{}:{}".format(*raw.socket.getsockname())
        raw.socket.sendall(b"C" * 128)
        assert raw.hear_all() == [f"C{name} sends a message of more than 127 characters"]
    server.wait_for(f"{name} sends a message of more than 127 characters\n")


def test_chatter_without_end_ends_the_connection(server: Running) -> None:
    with Raw.connect(server.port) as raw:
        raw.say(*["Chello"] * 101)
        assert len(raw.hear_all()) <= 2
    server.wait_for("talks without end\n")


def test_a_move_may_come_with_the_request(server: Running) -> None:
    server.settled()
    with Raw.connect(server.port) as raw:
        raw.say(REQUEST, "M0000322800")
        assert raw.hear() == ACCEPTED
        assert re.fullmatch(r"M\d{8}00", raw.hear())
        raw.say("E00")
        assert raw.hear() == "E00"


def test_a_request_may_come_byte_by_byte(server: Running) -> None:
    server.settled()
    with Raw.connect(server.port) as raw:
        for byte in request("W").encode() + b"\0":
            raw.socket.sendall(bytes([byte]))
        assert raw.hear() == ACCEPTED
        raw.hear()
        for byte in b"CPardon?\0E00\0":
            raw.socket.sendall(bytes([byte]))
        assert raw.hear().startswith("C")
        assert raw.hear() == "E00"


@pytest.mark.parametrize("abruptly", [False, True])
@pytest.mark.parametrize(
    "said",
    [
        [],
        [REQUEST[:20]],
        [REQUEST + "\0"],
        [request("W") + "\0"],
        [request("W") + "\0M00"],
        [REQUEST + "\0M0000322800\0"],
        [REQUEST + "\0E00\0"],
        [REQUEST + "\0X\0"],
        [f"A{NAME}0\0M0000322800\0K0\0E00\0"],
    ],
)
def test_whoever_vanishes_at_any_stage_harms_nobody(server: Running, said: list[str], abruptly: bool) -> None:
    with Raw.connect(server.port) as raw:
        for text in said:
            raw.socket.sendall(text.encode())
        if abruptly:
            raw.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    assert_plays(server.port)


def test_a_thousand_idle_connections_disturb_no_game(server: Running) -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(before[1], 4 * MANY), before[1]))
    try:
        with ExitStack() as stack, begin_game(server.port) as raw:
            for number in range(MANY):
                idle = stack.enter_context(Raw.connect(server.port))
                if number % 10 == 0:
                    idle.socket.sendall(b"R01half a request")
            raw.say("CStill there?")
            assert raw.hear().startswith("CGood day")
            last = stack.enter_context(Raw.connect(server.port))
            last.say(REQUEST)
            assert last.hear() == NOT_THIS_GAME
            raw.say("E00")
            assert raw.hear() == "E00"
            assert_plays(server.port)
            open_files = len(list(Path(f"/proc/{server.process.pid}/fd").iterdir())) if sys.platform == "linux" else 0
            assert open_files < 100
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_a_server_that_can_open_few_files_lives(tmp_path: Path) -> None:
    running = Running(tmp_path, "--level", "1", files=30)
    with ExitStack() as stack:
        for _ in range(60):
            stack.enter_context(Raw.connect(running.port))
        running.wait_for("a connection cannot be taken: .*Too many open files")
        assert_plays(running.port)
    running.end()


def test_a_peer_that_reads_nothing_is_let_go(server: Running) -> None:
    with begin_game(server.port) as raw, Raw.connect(server.port) as deaf:
        for _ in range(50):
            deaf.socket.sendall(f"{REQUEST}\0".encode() * 2)
        raw.say("E00")
        assert raw.hear() == "E00"
    assert_plays(server.port)


@pytest.mark.parametrize("side", ["white", "black"])
def test_the_client_of_pydraughts_plays_it_to_the_end(server: Running, side: str) -> None:
    require_outside(PYDRAUGHTS)
    before = server.settled()
    script = ROOT / "tests" / "draughts" / "dxp_pydraughts.py"
    fen, heard = outside([str(PYDRAUGHTS.python), str(script), str(server.port), side, "1"], TIMEOUT).split()
    record = server.wait_for_record(before)
    assert record["players"][side] == "DXP Client"
    assert record["final"] == GAME.format_position(GAME.parse_position(fen))
    assert int(heard) == len(record["moves"][side == "white" :: 2])
    assert record["outcome"] is not None
    assert not record["outcome"]["reason"].startswith("adjudged")


# The process.


def test_the_last_game_of_some_is_said_to_be_the_last(tmp_path: Path) -> None:
    running = Running(tmp_path, "--level", "1", "--games", "1")
    with begin_game(running.port) as raw:
        raw.say("E00")
        assert raw.hear() == "E01"
        assert running.process.wait(TIMEOUT) == 0
    assert running.records()[0]["outcome"] is None
    assert running.records()[0]["ended"].endswith("ended the game without a result")


def test_it_waits_at_any_address_of_this_machine(tmp_path: Path) -> None:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError as why:
        pytest.skip(f"there is no IPv6 here: {why}")
    running = Running(tmp_path, "--level", "1", "--host", "::1", "--games", "1")
    address = running.wait_for(r"waiting for games at (\S+)\n")[1]
    assert address == f"[::1]:{running.port}"
    assert main(["dxp-client", address, "--level", "1", "--position", "W:W28:B22", "--no-save"]) == 0
    assert running.process.wait(TIMEOUT) == 0


@pytest.mark.parametrize("kind", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_server_that_is_told_to_end_keeps_its_game(tmp_path: Path, kind: signal.Signals) -> None:
    running = Running(tmp_path, "--level", "1")
    with begin_game(running.port) as raw:
        os.kill(running.process.pid, kind)
        assert raw.hear() == "E01"
        assert running.process.wait(TIMEOUT) == 130
    (record,) = running.records()
    assert (len(record["moves"]), record["outcome"], record["ended"]) == (1, None, "the game was interrupted")
    assert running.log.read_text().endswith("interrupted\n")


def test_whoever_leaves_before_the_game_begins_has_had_none(monkeypatch: pytest.MonkeyPatch) -> None:
    answers: list[Message] = []
    send = Peer.send

    def send_but_the_first(peer: Peer, message: Message, *seconds: float) -> None:
        answers.append(message)
        if len(answers) == 1:
            raise PeerDisconnected("the peer is gone")
        send(peer, message, *seconds)

    monkeypatch.setattr(Peer, "send", send_but_the_first)
    told: list[str] = []
    with closing(Server(listen("127.0.0.1", 0), OurSide(read_player("level:1", GAME), told.append))) as served:
        thread = Thread(target=served.serve, args=(1,))
        thread.start()
        port = int(told[0].rpartition(":")[2])
        with Raw.connect(port) as first, Raw.connect(port) as second:
            first.say(REQUEST)
            while not answers:
                time.sleep(0.01)
            second.say(request("W"))
            assert second.hear() == ACCEPTED
            second.hear()
            second.say("E00")
            assert second.hear() == "E01"
            thread.join(TIMEOUT)
    assert not thread.is_alive()
    assert next(line for line in told if line.startswith("game ")).startswith("game 1: white against Tester")


def test_a_port_that_is_taken_leaves_nothing_behind(
    server: Running, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["dxp-server", "--save", str(tmp_path), "--port", str(server.port)]) == 2
    assert list(tmp_path.iterdir()) == []
    capsys.readouterr()


def test_a_port_that_is_taken_is_one_error(server: Running, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dxp-server", "--no-save", "--port", str(server.port)]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"error: cannot listen on '127.0.0.1:{server.port}': ")
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["127.0.0.1", "0"], "argument PORT: '0': expected a whole number from 1 to 65535"),
        (["127.0.0.1", "--minutes", "1000"], "argument --minutes: '1000': expected a whole number from 0 to 999"),
        (["127.0.0.1", "--level", "3", "--time", "1"], "argument --time: not allowed with argument --level"),
        (["127.0.0.1", "--position", "B:W31:B"], "the game is over, white wins: .*: expected another position"),
        (["127.0.0.1", "--position", "x"], "'x' is not a position: expected a FEN"),
    ],
)
def test_bad_arguments_of_the_client_are_one_error(
    arguments: list[str], error: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["dxp-client", *arguments]) == 2
    told = capsys.readouterr().err
    assert re.search(error, told)
    assert told.count("\n") == 1
