"""The DXP server: it accepts connections, and plays one game at a time."""

from __future__ import annotations

import selectors
import socket
from contextlib import suppress
from time import monotonic, sleep

from boardwright.errors import reason_of
from boardwright.games.draughts.protocols.dxp.messages import (
    MAX_PIECES,
    VERSION,
    Acceptance,
    GameAnswer,
    GameRequest,
    Message,
    plain,
)
from boardwright.games.draughts.protocols.dxp.peer import HURRY, OUR_NAME, Peer, PeerGone
from boardwright.games.draughts.protocols.dxp.play import GAME, OurSide
from boardwright.games.draughts.protocols.dxp.table import LONGEST_MOVE, Table
from boardwright.played_game import PlayedGame
from boardwright.protocols.tcp import Wire, format_address

MAX_GUESTS = 50
"""How many connections may be open besides the game; for one more, the longest silent one is closed."""
MAX_WELCOMES = 20
"""How many connections are accepted at a time, so that the game does not wait."""
POLL_INTERVAL = 0.01


class Server:
    """Accepts connections and requests, and plays one game at a time.

    Everything runs in one thread: while the game waits for a move, of the opponent or of the search, the other
    connections are served. A guest has ``longest_move`` seconds for a move: there is one board for all.
    """

    def __init__(self, listener: socket.socket, ours: OurSide, longest_move: float = LONGEST_MOVE) -> None:
        self._ours = ours
        self._longest_move = longest_move
        self._tell = ours.tell
        self._listener = listener
        self._selector = selectors.DefaultSelector()
        self._guests: dict[Peer, None] = {}
        """The peers without a game; the longest silent one comes first."""
        self._asked: tuple[Peer, GameRequest] | None = None
        self._opponent: Peer | None = None
        listener.setblocking(False)
        self._selector.register(listener, selectors.EVENT_READ)
        self._tell(f"waiting for games at {format_address(listener.getsockname())}")

    def serve(self, games: int | None = None) -> None:
        """Play ``games`` games, or for ever."""
        number = 0
        while games is None or number < games:
            peer, request = self._next_request()
            # A peer that is gone before it receives our acceptance has had no game.
            number += self._play(peer, request, number + 1, last=number + 1 == games)

    def close(self) -> None:
        """Close all connections."""
        for guest in list(self._guests):
            self._dismiss(guest, f"{guest.name}: the server ends")
        self._selector.close()
        self._listener.close()

    def _next_request(self) -> tuple[Peer, GameRequest]:
        while self._asked is None:
            self._attend(None)
        return self._asked

    def _play(self, peer: Peer, request: GameRequest, number: int, *, last: bool) -> bool:
        """Play a game if the peer is still connected; return whether it is."""
        begun = False
        del self._guests[peer]
        self._opponent, self._asked = peer, None
        peer.forgive()
        try:
            with suppress(PeerGone):
                peer.send(GameAnswer(OUR_NAME, Acceptance.YES))
                begun = True
                played = PlayedGame(GAME, request.position)
                table = Table(
                    peer,
                    played,
                    request.colour,
                    request.minutes * 60,
                    last=last,
                    receive=self._receive,
                    longest_move=self._longest_move,
                )
                self._ours.play(table, request, plain(request.name) or peer.name, number)
        finally:
            self._opponent = None
            self._guests[peer] = None
        # The next request may have arrived with the last message.
        self._hear(peer)
        return begun

    def _receive(self, seconds: float) -> Message | None:
        """Wait for the opponent's next message, serving the others meanwhile."""
        assert self._opponent is not None
        deadline = monotonic() + seconds
        message = self._opponent.next()
        while message is None:
            left = deadline - monotonic()
            self._attend(max(0.0, left))
            message = self._opponent.receive(0.0)
            if left <= 0:
                break
        return message

    def _attend(self, seconds: float | None) -> None:
        """Wait for an event, and serve all peers but the opponent."""
        for key, _ in self._selector.select(seconds):
            if key.fileobj is self._listener:
                self._welcome()
            elif isinstance(key.fileobj, Peer) and key.fileobj in self._guests:
                self._hear(key.fileobj)

    def _welcome(self) -> None:
        for _ in range(MAX_WELCOMES):
            try:
                connection, address = self._listener.accept()
            except BlockingIOError:
                return
            except OSError as error:
                # For example, too many open files: close waiting peers.
                self._tell(f"a connection cannot be taken: {reason_of(error)}")
                if self._guests:
                    self._make_room()
                sleep(POLL_INTERVAL)
                return
            guest = Peer(Wire(connection, format_address(address)), self._tell)
            self._tell(f"{guest.name} has come")
            self._selector.register(guest, selectors.EVENT_READ)
            self._guests[guest] = None
            if len(self._guests) > MAX_GUESTS:
                self._make_room()

    def _make_room(self) -> None:
        oldest = next(iter(self._guests))
        self._dismiss(oldest, f"{oldest.name} was silent the longest, and makes room")

    def _hear(self, guest: Peer) -> None:
        del self._guests[guest]
        self._guests[guest] = None
        try:
            message = guest.receive(0.0)
            while message is not None:
                if isinstance(message, GameRequest) and self._accepts(guest, message):
                    # Anything after it belongs to the game.
                    self._asked = guest, message
                    return
                message = guest.next()
        except PeerGone as gone:
            self._dismiss(guest, str(gone))

    def _accepts(self, guest: Peer, request: GameRequest) -> bool:
        """Whether a game can be played; if not, the guest receives a refusal."""
        if self._opponent is not None or self._asked is not None:
            code, why = Acceptance.NOT_THIS_GAME, "another game goes on"
        elif request.version != VERSION:
            code, why = Acceptance.OTHER_VERSION, f"its version is {request.version}, ours {VERSION}"
        elif request.position is not None and any(side.bit_count() > MAX_PIECES for side in request.position[:2]):
            code, why = Acceptance.NOT_THIS_GAME, f"a side has more than {MAX_PIECES} pieces"
        elif request.position is not None and GAME.outcome(request.position) is not None:
            code, why = Acceptance.NOT_THIS_GAME, f"the game is over, {GAME.status(request.position)}"
        else:
            return True
        self._tell(f"{guest.name} is refused a game: {why}")
        guest.send(GameAnswer(OUR_NAME, code), HURRY)
        return False

    def _dismiss(self, guest: Peer, why: str) -> None:
        """Close the connection to a guest, and drop its request."""
        if self._asked is not None and self._asked[0] is guest:
            self._asked = None
        del self._guests[guest]
        self._selector.unregister(guest)
        guest.hang_up(why)
        self._tell(why)
