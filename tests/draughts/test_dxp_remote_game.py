"""One game of DamExchange, with an opponent that does as it likes."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from threading import Thread
from typing import Any, TypeAlias

import pytest
from tests.draughts.dxp_raw import REQUEST, Raw

from boardwright.engine.limits import Limits
from boardwright.engine.players import LevelPlayer, OnInfo, Player, Stop, best_player
from boardwright.engine.result import SearchResult
from boardwright.games.draughts import Draughts
from boardwright.games.draughts.protocols.dxp import peer as peer_module
from boardwright.games.draughts.protocols.dxp import remote_game
from boardwright.games.draughts.protocols.dxp.messages import Acceptance, GameEnd, GameRequest, Reason
from boardwright.games.draughts.protocols.dxp.peer import GREETING, Peer, PeerDisconnected
from boardwright.games.draughts.protocols.dxp.play import OurSide
from boardwright.games.draughts.protocols.dxp.remote_game import RemoteGame, Violation, ask_for_game
from boardwright.games.draughts.rules import numbers
from boardwright.played_game import PlayedGame
from boardwright.protocols.tcp import Wire

pytestmark = pytest.mark.slow

GAME = Draughts()
LAST_PIECE = "W:W28:B22"
"""White takes the last piece."""


class Duel:
    """Our side of a remote game, white unless a test wants otherwise, and the raw other side."""

    def __init__(self, fen: str = GAME.start_text, *, side: int = 0, seconds: float = 300.0) -> None:
        self.events: list[str] = []
        ours, theirs = socket.socketpair()
        self.peer = Peer(Wire(ours, "the peer"), self.events.append)
        self.raw = Raw(theirs)
        self.played = PlayedGame(GAME, GAME.parse_position(fen))
        self.remote = RemoteGame(self.peer, self.played, side, seconds)

    def move(self, text: str) -> None:
        """Our move."""
        move = GAME.parse_move(self.played.position, text)
        self.played.play(move)
        self.remote.send_move(move)

    def play(self, player: Player | None = None, *, moves: int = 0) -> str:
        """Play the game out; how it ended."""
        ours = OurSide(player or LevelPlayer(GAME, 1, 1), lambda line: None)
        request = GameRequest("x", self.remote.side, 5, moves)
        return ours.play(self.remote, request, "Tester", 1)

    def close(self) -> None:
        self.peer.close()
        self.raw.socket.close()


@pytest.fixture(autouse=True)
def impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote_game, "END_TIMEOUT", 0.3)
    monkeypatch.setattr(remote_game, "ACCEPT_TIMEOUT", 0.3)
    monkeypatch.setattr(remote_game, "GRACE", 0.1)


Seat: TypeAlias = Callable[..., Duel]


@pytest.fixture
def seat() -> Iterator[Seat]:
    """Makes tables, which are cleared away at the end."""
    with ExitStack() as stack:

        def seated(*arguments: Any, **options: Any) -> Duel:
            duel = Duel(*arguments, **options)
            stack.callback(duel.close)
            return duel

        yield seated


@pytest.fixture
def duel(seat: Seat) -> Duel:
    return seat()


def test_moves_are_told_and_heard(duel: Duel) -> None:
    duel.move("32-28")
    assert duel.raw.hear() == "M0000322800"
    duel.raw.say("M0012192300")
    move = duel.remote.receive_move()
    duel.played.play(move)
    assert GAME.format_move(duel.played.positions[1], move) == "19-23"
    duel.move("28x19")
    assert duel.raw.hear() == "M000028190123"


def test_a_capture_is_heard_whatever_the_order_of_its_pieces(seat: Seat) -> None:
    duel = seat("B:W12,13,22,23,32,33:BK37,K1", side=0)
    move = next(move for move in duel.played.legal_moves() if move.captured.bit_count() == 6)
    duel.raw.say(f"M0000{move.origin:02}{move.target:02}06331322123223")
    assert duel.remote.receive_move() == move


def test_chat_is_answered_once_and_taking_back_refused_before_the_move(duel: Duel) -> None:
    duel.move("32-28")
    assert duel.raw.hear() == "M0000322800"
    duel.raw.say("CHello", "C\x07\n", "B001W", "K0", "A" + "x" * 32 + "0", REQUEST, "M0000192300")
    assert duel.remote.receive_move().origin == 19
    assert [duel.raw.hear() for _ in range(3)] == [
        f"C{GREETING}",
        "K1",
        f"A{peer_module.OUR_NAME:32}{Acceptance.NOT_THIS_GAME:d}",
    ]
    assert duel.events == [
        "the peer says 'Hello'",
        "the peer says '??'",
        "the peer asks to go back to move 1: refused",
    ]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("M0000192400", "the peer played an illegal move: '19-24' is illegal: a capture is compulsory"),
        ("M0000192800", "the peer played an illegal move: '19-28' is illegal: "),
        ("M000019280123", "the peer played an illegal move: '19x28' is illegal: "),
    ],
)
def test_an_illegal_move_is_named_with_its_rule(seat: Seat, text: str, error: str) -> None:
    duel = seat("W:W28,33:B19,24,5")
    duel.move("33-29")
    duel.raw.hear()
    duel.raw.say(text)
    with pytest.raises(Violation, match=error):
        duel.remote.receive_move()


def test_a_move_that_does_not_come_in_time_is_a_breach(seat: Seat) -> None:
    duel = seat(side=1, seconds=0.1)
    with pytest.raises(Violation, match="the peer gave no move in time"):
        duel.remote.receive_move()
    assert duel.remote.clocks.flag == 0


def test_whoever_says_much_and_moves_not_is_gone(duel: Duel) -> None:
    duel.move("32-28")
    duel.raw.say(*["K0"] * 101)
    with pytest.raises(PeerDisconnected, match="the peer talks without end"):
        duel.remote.receive_move()
    with pytest.raises(PeerDisconnected, match="the peer talks without end"):
        duel.peer.receive(0.0)


@pytest.mark.parametrize("data", [b"C" + b"x" * 127 + b"\0", b"M" * 128, b"x" * 1_000_000])
def test_a_message_without_end_is_not_waited_for(duel: Duel, data: bytes) -> None:
    duel.raw.socket.settimeout(0.5)
    sending = Thread(target=lambda: _send(duel.raw.socket, data))
    sending.start()
    with pytest.raises(PeerDisconnected, match="the peer sends a message of more than 127 characters"):
        duel.peer.receive(60.0)
    sending.join()


def _send(connection: socket.socket, data: bytes) -> None:
    try:
        connection.sendall(data)
    except OSError:
        return


def test_the_longest_message_may_come_byte_by_byte(duel: Duel) -> None:
    heard = []
    for byte in b"C" + b"x" * 126 + b"\0E20\0":
        duel.raw.socket.sendall(bytes([byte]))
        heard.append(duel.peer.receive(0.0))
    assert [message for message in heard if message] == [GameEnd(Reason.DRAWN)]
    assert duel.events == [f"the peer says '{'x' * 126}'"]


def test_messages_to_which_nothing_came_are_sent_apart(duel: Duel, monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    monkeypatch.setattr(peer_module, "sleep", pauses.append)
    duel.move("32-28")
    duel.raw.say("M0000192300")
    duel.played.play(duel.remote.receive_move())
    duel.move("28x19")
    duel.remote.finish(Reason.UNKNOWN, at_once=True)
    assert pauses[:2] == [0.0, 0.0]
    assert 0 < pauses[2] <= peer_module.PAUSE


# How a game ends.


def test_who_is_to_move_says_that_the_game_is_over_and_the_other_confirms(seat: Seat) -> None:
    duel = seat(LAST_PIECE)
    duel.raw.say("E10")
    assert duel.play() == "white wins: the side to move has no pieces left"
    assert [duel.raw.hear(), duel.raw.hear()] == ["M000028170122", "E00"]


def test_who_does_not_say_that_the_game_is_over_is_told(seat: Seat) -> None:
    duel = seat(LAST_PIECE)
    assert duel.play() == "white wins: the side to move has no pieces left"
    assert [duel.raw.hear(), duel.raw.hear()] == ["M000028170122", "E30"]


def test_who_plays_on_after_the_end_is_told(seat: Seat) -> None:
    # Not every program knows that the third occurrence of a position is a draw.
    duel = seat("B:WK46:BK1")
    for theirs, ours in [("0106", "46-41"), ("0601", "41-46")] * 2:
        duel.raw.say(f"M0000{theirs}00")
        duel.played.play(duel.remote.receive_move())
        duel.move(ours)
    assert duel.played.outcome is not None
    duel.raw.say("M0000010600", "E20")
    assert duel.play() == "draw: the position has occurred three times"
    assert [duel.raw.hear() for _ in range(5)][-1] == "E20"


@pytest.mark.parametrize(
    ("text", "ended", "answer"),
    [
        ("E10", "white wins: the other side resigned", "E00"),
        ("E20", "draw: agreed", "E00"),
        ("E00", "the peer ended the game without a result", "E00"),
        ("E30", "the peer ended the game and says that it has won", "E00"),
        (
            "M0000010600",
            "white wins: adjudged, black failed: the peer played an illegal move: '1-6' is illegal: ",
            "E30",
        ),
        (
            "X",
            "white wins: adjudged, black failed: the peer sent an invalid message: the message 'X': expected one that",
            "",
        ),
    ],
)
def test_what_the_other_side_says_instead_of_a_move_ends_the_game(
    seat: Seat, text: str, ended: str, answer: str
) -> None:
    duel = seat()
    duel.raw.say(text)
    duel.remote.played.play_text("32-28")
    duel.remote.clocks.press(1)
    told = duel.play()
    assert told.startswith(ended)
    duel.peer.close()
    *chat, last = duel.raw.hear_all() or [""]
    assert last == answer
    # Who has lost by a bad move is told why.
    assert chat == ([f"C{told[told.index('the peer') :]}"] if "illegal" in ended else [])


def test_a_game_ends_after_as_many_moves_as_were_asked_for(seat: Seat) -> None:
    duel = seat(side=0)
    replies = Thread(target=_reply, args=(duel.raw, 2))
    replies.start()
    assert duel.play(moves=2) == "2 moves each were played, and no more were asked for"
    replies.join()
    assert (len(duel.played.moves), duel.played.outcome) == (4, None)


def _reply(raw: Raw, moves: int) -> None:
    """Play black's first legal move so often, and confirm the end."""
    played = PlayedGame(GAME)
    for _ in range(moves):
        text = raw.hear()
        played.play_text(f"{text[5:7]}-{text[7:9]}" if text[9:11] == "00" else f"{text[5:7]}x{text[7:9]}")
        move = played.legal_moves()[0]
        captured = numbers(move.captured)
        raw.say(f"M0000{move.origin:02}{move.target:02}{len(captured):02}{''.join(f'{at:02}' for at in captured)}")
        played.play(move)
    assert raw.hear() == "E00"
    raw.say("E00")


class Slow(Player):
    """Thinks until it is stopped."""

    def _think(self, played: Any, limits: Limits, on_info: OnInfo, stop: Stop) -> SearchResult[Any]:
        while not stop():
            pass
        raise ValueError("stopped")


@pytest.mark.parametrize(
    ("text", "ended"),
    [
        ("E10", "white wins: the other side resigned"),
        ("M0000192300", "white wins: adjudged, black failed: the peer moved out of turn"),
        ("\x01", "white wins: adjudged, black failed: the peer sent an invalid message"),
        (None, "white wins: adjudged, black failed: the peer closed the connection"),
    ],
)
def test_the_other_side_is_heard_while_we_think(seat: Seat, text: str | None, ended: str) -> None:
    duel = seat()
    if text is None:
        duel.raw.socket.close()
    else:
        duel.raw.say("CAre you there?", text)
    assert duel.play(Slow(GAME, Limits(), 0)).startswith(ended)


class Broken(Player):
    """Fails."""

    def _think(self, played: Any, limits: Limits, on_info: OnInfo, stop: Stop) -> SearchResult[Any]:
        raise RuntimeError("out of\norder")


def test_a_player_of_ours_that_fails_gives_up(seat: Seat) -> None:
    duel = seat()
    assert duel.play(Broken(GAME, Limits(), 0)) == "black wins: adjudged, white failed: out of order"
    assert duel.raw.hear() == "E10"


def test_two_of_ours_keep_their_time_to_the_end(seat: Seat) -> None:
    first, second = seat(seconds=2.0), seat(side=1, seconds=2.0)
    one, other = socket.socketpair()
    for duel, end in ((first, one), (second, other)):
        duel.close()
        duel.peer = duel.remote.peer = Peer(Wire(end, "the other"), duel.events.append)
        duel.remote._receive = duel.peer.receive
    ended: list[str] = []
    thread = Thread(target=lambda: ended.append(second.play(best_player(GAME, hash_mb=1))))
    thread.start()
    ended.append(first.play(best_player(GAME, hash_mb=1)))
    thread.join()
    assert ended[0] == ended[1]
    assert "adjudged" not in ended[0]
    assert first.played.record() == second.played.record()
    assert first.remote.clocks.left(0) > 0
    assert second.remote.clocks.left(1) > 0


# Asking for a game.


def test_an_accepted_game_has_an_opponent(duel: Duel) -> None:
    duel.raw.say("CWelcome", "E00", "A" + "Scan\t3.1".ljust(32) + "0")
    assert ask_for_game(duel.peer, GameRequest("Us", 1, 5, 0)) == "Scan?3.1"
    assert duel.raw.hear() == "R01" + "Us".ljust(32) + "Z005000A"


@pytest.mark.parametrize(
    ("code", "why"),
    [
        (1, "it speaks another version of the protocol"),
        (2, "it does not want this game"),
        (3, "it does not want any game"),
    ],
)
def test_a_refused_game_is_an_error(duel: Duel, code: int, why: str) -> None:
    duel.raw.say(f"A{'Scan':32}{code}")
    with pytest.raises(ValueError, match=f"the peer refuses the game: {why}"):
        ask_for_game(duel.peer, GameRequest("Us", 1, 5, 0))


def test_a_request_without_an_answer_is_given_up(duel: Duel) -> None:
    with pytest.raises(ValueError, match=r"the peer does not answer the request: expected it within 0\.3 s"):
        ask_for_game(duel.peer, GameRequest("Us", 1, 5, 0))
