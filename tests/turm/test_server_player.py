"""The arena's player turm:HOST:PORT: whoever has the other seat at a server."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from tests.turm.server_thread import HOST, QUICK_WIN, TIMEOUT, Fixed, Guest, Host, play_in_seat

from boardwright import find_game
from boardwright.arena import play_game
from boardwright.arena.matches import play_match
from boardwright.engine.limits import Limits
from boardwright.engine.players import OnInfo, Player, Stop, read_player
from boardwright.engine.result import SearchResult
from boardwright.errors import BoardwrightError, Disconnected
from boardwright.game import Outcome
from boardwright.games.turm.protocols import player
from boardwright.games.turm.protocols.messages import GAME, State, format_state
from boardwright.played_game import AnyPlayedGame, PlayedGame
from boardwright.records.archive import Archive

pytestmark = pytest.mark.slow


@contextmanager
def remote(host: Host) -> Iterator[Player]:
    """The player that is at the host."""
    made = read_player(f"turm:{HOST}:{host.port}", GAME)
    try:
        yield made
    finally:
        made.close()


@contextmanager
def program(host: Host, level: str) -> Iterator[None]:
    """Another program that comes again for each game, as the course's example does."""
    done = Event()

    def come_again() -> None:
        while not done.is_set():
            with suppress(Disconnected):
                play_in_seat(host, level)

    thread = Thread(target=come_again)
    thread.start()
    try:
        yield
    finally:
        done.set()
        # If it waits for a partner, here is one, who leaves.
        with suppress(ConnectionError):
            Guest(host).close()
        thread.join(TIMEOUT)
        assert not thread.is_alive()


def test_a_match_of_the_arena_is_mirrored_move_by_move(tmp_path: Path) -> None:
    records: list[dict[str, Any]] = []
    with (
        Archive(tmp_path, GAME, datetime(2024, 5, 1)) as archive,
        Host(archive=archive) as host,
        program(host, "level:1"),
    ):
        result = play_match(
            GAME, ("level:4", f"turm:{HOST}:{host.port}"), games=2, jobs=0, opening_plies=0, on_game=records.append
        )
    assert (result.games, result.failures, result.crashes) == (2, [], [])
    seen = [json.loads(line) for line in archive.paths[0].read_text().splitlines()]
    games = [(game["moves"], game["outcome"]) for game in seen]
    assert [record["players"]["blue"] != "level:4" for record in records] == [True, False]
    for record in records:
        assert (record["moves"], record["outcome"]) in games


def test_the_server_gets_to_know_the_last_move() -> None:
    ours, theirs = QUICK_WIN[0::2], QUICK_WIN[1::2]
    told: list[dict[str, Any]] = []
    with Host(games=1) as host:
        with remote(host) as there:

            def answer() -> None:
                host.wait_for("red is")
                guest = Guest(host)
                for before, move in zip(ours, theirs, strict=False):
                    host.wait_for(f"red {before}")
                    guest.ask(move)
                told.append(guest.wait_for_the_end())
                guest.close()

            thread = Thread(target=answer)
            thread.start()
            played = play_game(PlayedGame(GAME), [Fixed(*ours), there])
        thread.join(TIMEOUT)
        host.wait_for_the_end()
    assert played.played.outcome == Outcome(0, "the blue guard is taken")
    assert (told[0]["winner"], told[0]["reason"]) == ("r", "the blue guard is taken")


@pytest.mark.parametrize(
    ("sent", "outcome"),
    [
        (b'"A1-A3-2"', "adjudged, blue sent a bad move: 'A1-A3-2' is illegal: the tower on A1 has 1 stone, not 2"),
        (b"", "adjudged, blue left"),
    ],
)
def test_what_the_referee_at_the_server_says_counts(sent: bytes, outcome: str) -> None:
    with Host() as host, remote(host) as there:

        def fail() -> None:
            host.wait_for("red is")
            guest = Guest(host)
            host.wait_for("red D5-D4-1")
            guest.send(sent)
            if sent:
                guest.wait_for_the_end()
            guest.close()

        thread = Thread(target=fail)
        thread.start()
        played = play_game(PlayedGame(GAME), [Fixed("D5-D4-1"), there])
        thread.join(TIMEOUT)
    assert (played.played.outcome, played.forfeit) == (Outcome(0, outcome), None)


def test_whoever_is_late_at_the_server_has_lost_in_the_arena() -> None:
    class Late(Fixed):
        def _think(self, played_game: AnyPlayedGame, limits: Limits, on_info: OnInfo, stop: Stop) -> SearchResult[Any]:
            if played_game.moves:
                host.wait_for("ran out of time")
            return super()._think(played_game, limits, on_info, stop)

    with Host(seconds=1.5, increment=0.0) as host, remote(host) as there:

        def move() -> None:
            host.wait_for("red is")
            guest = Guest(host)
            host.wait_for("red D5-D4-1")
            guest.ask("A1-A2-1")
            guest.wait_for_the_end()
            guest.close()

        thread = Thread(target=move)
        thread.start()
        played = play_game(PlayedGame(GAME), [Late("D5-D4-1", "D4-D3-1"), there])
        thread.join(TIMEOUT)
    assert (played.played.outcome, played.forfeit) == (Outcome(1, "adjudged, red ran out of time"), None)


@contextmanager
def course_server(*answers: bytes) -> Iterator[str]:
    """A server that gives us red, a few answers, and then hangs up; its address."""

    def follow() -> None:
        with listener.accept()[0] as connection:
            connection.settimeout(TIMEOUT)
            connection.sendall(b"0")
            for answer in answers:
                connection.recv(4096)
                connection.sendall(answer)
            connection.recv(4096)

    with socket.create_server((HOST, 0)) as listener:
        thread = Thread(target=follow)
        thread.start()
        yield f"{HOST}:{listener.getsockname()[1]}"
        thread.join(TIMEOUT)


@pytest.mark.parametrize(
    ("last", "why"),
    [
        ([], "(closed the connection|is gone: .*)"),
        ([b'{"board": "7/7/7/7/3RG3/7/BG6 r", "end": true}'], "does not report it"),
        ([b"nonsense"], "sent a bad message: 'n' does not start a message.*"),
        ([b'{"board": "?"}'], ".*"),
    ],
)
def test_an_end_of_which_nothing_is_known_is_a_win_for_nobody(last: list[bytes], why: str) -> None:
    met = format_state(State(GAME.start_text, True, 60.0, False, None))
    with course_server(met, *last) as address:
        there = read_player(f"turm:{address}", GAME)
        played = play_game(PlayedGame(GAME), [Fixed("D5-D4-1"), there])
        there.close()
    outcome = played.played.outcome
    assert outcome is not None
    assert (outcome.winner, played.forfeit) == (None, None)
    assert re.fullmatch(f"adjudged, not known how it ended: ({address} )?{why}", outcome.reason)


def test_a_seat_of_the_wrong_side_is_not_taken_again_all_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player, "MAX_TRIES", 5)
    monkeypatch.setattr(player, "LONGEST_PAUSE", 0.05)
    came = 0

    def give_blue() -> None:
        nonlocal came
        with suppress(OSError):
            while True:
                with listener.accept()[0] as connection:
                    came += 1
                    connection.sendall(b"1")
                    connection.recv(4096)

    with socket.create_server((HOST, 0)) as listener:
        thread = Thread(target=give_blue)
        thread.start()
        address = f"{HOST}:{listener.getsockname()[1]}"
        played_game: AnyPlayedGame = PlayedGame(GAME)
        played_game.play_text("D5-D4-1")
        there = read_player(f"turm:{address}", GAME)
        with pytest.raises(BoardwrightError, match=rf"nobody has taken blue at {address} in [0-9.]+ s: "):
            there.choose(played_game)
        there.close()
        listener.shutdown(socket.SHUT_RDWR)
        thread.join(TIMEOUT)
    assert came == 5


@pytest.mark.parametrize("plies", [2, 3])
def test_a_server_begins_at_the_start_position(plies: int) -> None:
    played_game: AnyPlayedGame = PlayedGame(GAME)
    for move in QUICK_WIN[:plies]:
        played_game.play_text(move)
    with Host() as host, remote(host) as there:
        with pytest.raises(BoardwrightError, match="begin at the start position: expected --openings 0"):
            there.choose(played_game)
        assert len(host.lines) == 1


@pytest.mark.parametrize("theirs", [0, 1])
def test_nobody_there_is_told_after_a_while(theirs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player, "OPPONENT_TIMEOUT", 0.3)
    monkeypatch.setattr(player, "LONGEST_PAUSE", 0.05)
    played_game: AnyPlayedGame = PlayedGame(GAME)
    for move in QUICK_WIN[:theirs]:
        played_game.play_text(move)
    with Host() as host, remote(host) as there:
        words = f"nobody has taken {('red', 'blue')[theirs]} at {HOST}:{host.port} in [0-9.]+ s: expected a program"
        with pytest.raises(BoardwrightError, match=words):
            there.choose(played_game)


def test_it_is_for_the_castle_variant_and_for_addresses_alone() -> None:
    with pytest.raises(BoardwrightError, match="the protocol supports only turm:castle: found turm:centre"):
        read_player("turm:localhost", find_game("turm"))
    with pytest.raises(BoardwrightError, match="'localhost:x' is not a valid address: expected HOST or HOST:PORT"):
        read_player("turm:localhost:x", GAME)
    made = read_player("turm:localhost", GAME)
    assert isinstance(made, player.CoursePlayer)
    assert (made.host, made.port, made.limits) == ("localhost", 5555, Limits())
    made.close()
