"""Programs that are players by DamExchange: those that play, and those that misbehave."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread

import pytest
from tests.draughts.dxp_raw import TIMEOUT, Raw

from boardwright import BoardwrightError, find_game
from boardwright.arena import play_match
from boardwright.arena.pairs import close_kept
from boardwright.arena.play import play_game
from boardwright.cli import main
from boardwright.engine.limits import Limits
from boardwright.engine.players import read_player
from boardwright.executors.executor import SerialExecutor
from boardwright.executors.jobs import Job
from boardwright.games.draughts.protocols.dxp import remote_game
from boardwright.games.draughts.protocols.dxp.messages import GameEnd, MoveMade, format_message, parse_message
from boardwright.games.draughts.protocols.dxp.peer import GREETING, OUR_NAME
from boardwright.games.draughts.protocols.dxp.player import DxpPlayer
from boardwright.games.draughts.protocols.hub import notation as hub_notation
from boardwright.played_game import PlayedGame

pytestmark = pytest.mark.slow

GAME = find_game("draughts")
YES = f"A{'Fake':32}0"


@pytest.fixture(autouse=True)
def impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote_game, "END_TIMEOUT", 0.3)
    monkeypatch.setattr(remote_game, "ACCEPT_TIMEOUT", 0.3)


@contextmanager
def waiting(script: Callable[[Raw], None]) -> Iterator[str]:
    """A program that takes one connection and follows a script; its address."""
    errors: list[BaseException] = []

    def follow() -> None:
        try:
            with Raw(listener.accept()[0]) as raw:
                script(raw)
        except BaseException as error:
            errors.append(error)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(TIMEOUT)
        thread = Thread(target=follow)
        thread.start()
        yield f"127.0.0.1:{listener.getsockname()[1]}"
        thread.join(TIMEOUT)
    assert not errors, errors


def asked(raw: Raw) -> str:
    """The terms of the request that comes, which is accepted."""
    request = raw.hear()
    assert request.startswith(f"R01{OUR_NAME:32}")
    raw.say(YES)
    return request[35:]


def test_it_has_the_minutes_of_the_match_and_begins_where_the_match_stands() -> None:
    terms: list[str] = []

    def script(raw: Raw) -> None:
        terms.append(asked(raw))
        raw.say("M0001192300")
        terms.extend(raw.hear_all())

    played_game = PlayedGame(GAME)
    played_game.play_text("32-28")
    with waiting(script) as address:
        player = read_player(f"dxp:{address}", GAME, limits=Limits(time=2.5))
        found = player.choose(played_game)
        assert GAME.format_move(played_game.position, found.move) == "19-23"
        player.close()
    squares = "z" * 20 + "e" * 7 + "we" + "ew" + "ewwwwwwwwwwwwwwwwww"
    assert terms == [f"Z003000BZ{squares}", "E00"]


def test_settings_come_before_the_address() -> None:
    terms: list[str] = []

    def script(raw: Raw) -> None:
        terms.append(asked(raw))
        raw.say("M0001322800")

    with waiting(script) as address:
        player = read_player(f"dxp:minutes=0,moves=75:{address}", GAME)
        player.choose(PlayedGame(GAME))
        player.close()
    assert terms == ["W000075A"]


def test_it_hears_of_the_last_move_and_of_the_end() -> None:
    heard: list[str] = []

    def script(raw: Raw) -> None:
        asked(raw)
        raw.say("M0000172200", "CI see")
        heard.extend(raw.hear_all())

    with waiting(script) as address:
        first, second = read_player("engine:nodes=100", GAME), read_player(f"dxp:{address}", GAME)
        played = play_game(PlayedGame(GAME, GAME.parse_position("B:W28:B17")), [first, second])
        second.close()
    assert played.forfeit is None
    assert played.played.outcome is not None
    assert played.played.outcome.winner == 0
    assert heard == ["M000028170122", f"C{GREETING}", "E30"]


def test_another_match_is_another_game() -> None:
    heard: list[str] = []

    def script(raw: Raw) -> None:
        for _ in range(2):
            heard.append(asked(raw))
            raw.say("M0000322800")
            heard.append(raw.hear())
            raw.say("E00")

    with waiting(script) as address:
        player = read_player(f"dxp:{address}", GAME)
        for _ in range(2):
            player.choose(PlayedGame(GAME))
        player.close()
    assert heard == ["W001000A", "E00"] * 2


def test_moves_go_back_and_forth() -> None:
    heard: list[str] = []

    def script(raw: Raw) -> None:
        asked(raw)
        for reply in ("M0000322800", "M000028190123", "M0000333900"):
            raw.say(reply)
            heard.append(raw.hear())
        raw.say("E00")

    played_game = PlayedGame(GAME)
    with waiting(script) as address:
        player = read_player(f"dxp:{address}", GAME)
        for reply in ("19-23", "14x23"):
            played_game.play(player.choose(played_game).move)
            played_game.play_text(reply)
        with pytest.raises(BoardwrightError, match="played an illegal move: '33-39' is illegal: men move one square"):
            player.choose(played_game)
        player.close()
    assert heard == ["M0000192300", "M000014230119", "E00"]


def refuse(raw: Raw) -> None:
    raw.hear()
    raw.say(f"A{'Fake':32}2")


def fall_silent(raw: Raw) -> None:
    raw.hear_all()


def vanish(raw: Raw) -> None:
    asked(raw)


def babble(raw: Raw) -> None:
    asked(raw)
    raw.say("Mist")
    raw.hear_all()


def cheat(raw: Raw) -> None:
    asked(raw)
    raw.say("M0000310100")
    assert raw.hear() == "E30"


def resign(raw: Raw) -> None:
    asked(raw)
    raw.say("E10")
    assert raw.hear() == "E00"


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        (refuse, "refuses the game: it does not want this game"),
        (fall_silent, r"does not answer the request: expected it within 0\.3 s"),
        (vanish, "(closed the connection|is gone: .*)"),
        (babble, "sent an invalid message: the message 'Mist': the time is 'ist': expected 4 characters"),
        (cheat, "played an illegal move: '31-1' is illegal: pieces move along a diagonal"),
        (resign, "ended the game and gives up"),
    ],
)
def test_a_program_that_fails_loses_the_game(script: Callable[[Raw], None], reason: str) -> None:
    with waiting(script) as address:
        players = [read_player(text, GAME) for text in (f"dxp:{address}", "random")]
        played = play_game(PlayedGame(GAME), players)
        players[0].close()
    assert played.forfeit == 0
    assert played.played.outcome is not None
    assert played.played.outcome.winner == 1
    told = played.played.outcome.reason
    how = "played an illegal move" if script is cheat else "failed"
    assert told.startswith(f"adjudged, white {how}: {address} ")
    with pytest.raises(BoardwrightError, match=reason):
        raise BoardwrightError(told)


def test_one_that_is_stopped_is_not_waited_for() -> None:
    with waiting(lambda raw: fall_silent(raw) if asked(raw) else None) as address:
        player = read_player(f"dxp:{address}", GAME)
        with pytest.raises(BoardwrightError, match="was not waited for"):
            player.choose(PlayedGame(GAME), stop=lambda: True)
        player.close()


def test_one_without_a_clock_has_failed_after_the_longest_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote_game, "LONGEST_MOVE", 0.2)
    with waiting(lambda raw: fall_silent(raw) if asked(raw) else None) as address:
        player = read_player(f"dxp:minutes=0:{address}", GAME)
        assert player.limits == Limits()
        with pytest.raises(BoardwrightError, match="gave no move in time"):
            player.choose(PlayedGame(GAME))
        player.close()


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("dxp:", "the player dxp lacks its address: expected dxp:HOST:PORT"),
        ("dxp:minutes=3:", "the player dxp lacks its address: expected dxp:HOST:PORT"),
        (
            "dxp:minutes=1000:x",
            "the player dxp has no setting 'minutes=1000': expected minutes or moves, from 0 to 999",
        ),
        ("dxp:hash=3:x", "the player dxp has no setting 'hash=3': expected minutes or moves, from 0 to 999"),
        ("dxp:host:x", "'host:x' is not a valid address: expected HOST or HOST:PORT"),
    ],
)
def test_a_bad_specification_is_one_error(text: str, error: str) -> None:
    with pytest.raises(BoardwrightError, match=error):
        read_player(text, GAME)


def test_nobody_at_the_address_is_one_error() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    told = f"cannot connect to '127.0.0.1:{port}'"
    player = DxpPlayer.read(f"127.0.0.1:{port}", GAME, 0, None)
    with pytest.raises(BoardwrightError, match=told):
        player.choose(PlayedGame(GAME))
    player.close()
    with pytest.raises(BoardwrightError, match=f"^the match was stopped, since a player failed .*: {told}"):
        play_match("draughts", (f"dxp:127.0.0.1:{port}", "random"), games=100, jobs=0)


def follow(raw: Raw, games: int) -> None:
    """Play the first legal move of every position in so many games, which are asked for one after the other."""
    for _ in range(games):
        terms = asked(raw)
        squares, side = terms[9:], "WZ".index(terms[8])
        letters = squares.translate(str.maketrans("zZ", "bB"))
        played_game = PlayedGame(GAME, hub_notation.parse_position("WB"[side] + letters))
        while True:
            move = played_game.legal_moves()[0]
            played_game.play(move)
            raw.say(format_message(MoveMade.of(move, 0.0)))
            heard = parse_message(raw.hear())
            if isinstance(heard, MoveMade):
                played_game.play(GAME.require_legal(played_game.position, heard.move))
            if not isinstance(heard, MoveMade) or played_game.outcome is not None:
                break
        if isinstance(heard, MoveMade):
            raw.say("E10")
            heard = parse_message(raw.hear())
        else:
            raw.say("E00")
        assert isinstance(heard, GameEnd)


@pytest.mark.parametrize("jobs", [0, 2])
def test_a_match_needs_one_connection_to_a_program(jobs: int) -> None:
    """The program takes one connection, and no other one ever."""
    with waiting(lambda raw: follow(raw, 4)) as address:
        result = play_match("draughts", (f"dxp:{address}", "random"), games=4, jobs=jobs, limits=Limits(time=10))
    assert (result.games, result.failures, result.crashes) == (4, [], [])


class Cluster(SerialExecutor):
    """A executor of several processes, of which any may be given a job."""

    @property
    def width(self) -> int:
        return 2

    def begin(self, number: int, job: Job[object]) -> None:
        close_kept()
        super().begin(number, job)


def test_a_match_needs_one_connection_wherever_it_is_played() -> None:
    with waiting(lambda raw: follow(raw, 4)) as address:
        players = f"dxp:{address}", "random"
        result = play_match("draughts", players, games=4, executor=Cluster(), limits=Limits(time=10))
    assert (result.games, result.failures, result.crashes) == (4, [], [])


def test_a_program_that_hangs_up_after_each_game_is_called_again() -> None:
    def answer(raw: Raw) -> None:
        asked(raw)
        raw.say("M0001322800")

    calls: list[int] = []
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(TIMEOUT)

        def serve() -> None:
            for number in range(3):
                with Raw(listener.accept()[0]) as raw:
                    calls.append(number)
                    answer(raw)

        thread = Thread(target=serve)
        thread.start()
        player = read_player(f"dxp:127.0.0.1:{listener.getsockname()[1]}", GAME)
        for _ in range(3):
            player.choose(PlayedGame(GAME))
        player.close()
        thread.join(TIMEOUT)
    assert calls == [0, 1, 2]


def test_the_score_is_told_also_where_the_other_side_leaves_between_games(capsys: pytest.CaptureFixture[str]) -> None:
    def script(raw: Raw) -> None:
        asked(raw)
        raw.hear()
        raw.say("E10")

    with waiting(script) as address:
        status = main(["dxp-client", address, "--games", "3", "--level", "1", "--no-save"])
    told = capsys.readouterr()
    assert told.out.splitlines() == [
        "game 1, white against Fake: white wins: the other side resigned",
        "won 1",
    ]
    # The next game could not be had.
    assert status == 2
    assert told.err.splitlines()[-1].startswith(f"error: {address} ")


def test_a_side_that_leaves_in_a_game_has_lost_it_and_there_is_no_other(capsys: pytest.CaptureFixture[str]) -> None:
    with waiting(vanish) as address:
        assert main(["dxp-client", address, "--games", "3", "--level", "1", "--no-save"]) == 0
    game, score = capsys.readouterr().out.splitlines()
    assert game.startswith(f"game 1, white against Fake: white wins: adjudged, black failed: {address} ")
    assert score == "won 1"
