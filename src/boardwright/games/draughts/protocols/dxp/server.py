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
from boardwright.games.draughts.protocols.dxp.peer import COURTESY_TIMEOUT, OUR_NAME, Peer, PeerDisconnected
from boardwright.games.draughts.protocols.dxp.play import GAME, OurSide
from boardwright.games.draughts.protocols.dxp.remote_game import LONGEST_MOVE, RemoteGame
from boardwright.played_game import PlayedGame
from boardwright.protocols.tcp import Wire, format_address

MAX_CLIENTS = 50
"""How many connections may be open besides the game; for one more, the longest silent one is closed."""
MAX_ACCEPTS = 20
"""How many connections are accepted at a time, so that the game does not wait."""
ACCEPT_RETRY = 0.01


class Server:
    """Accepts connections and requests, and plays one game at a time.

    Everything runs in one thread: while the game waits for a move, of the opponent or of the search, the other
    connections are served. A client has ``longest_move`` seconds for a move: there is one board for all.
    """

    def __init__(self, listener: socket.socket, ours: OurSide, longest_move: float = LONGEST_MOVE) -> None:
        self._ours = ours
        self._longest_move = longest_move
        self._log = ours.log
        self._listener = listener
        self._selector = selectors.DefaultSelector()
        self._clients: dict[Peer, None] = {}
        """The peers without a game; the longest silent one comes first."""
        self._request: tuple[Peer, GameRequest] | None = None
        self._opponent: Peer | None = None
        listener.setblocking(False)
        self._selector.register(listener, selectors.EVENT_READ)
        self._log(f"waiting for games at {format_address(listener.getsockname())}")

    def serve(self, games: int | None = None) -> None:
        """Play ``games`` games, or for ever."""
        number = 0
        while games is None or number < games:
            peer, request = self._next_request()
            # A peer that disconnects before it receives our acceptance has had no game.
            number += self._play(peer, request, number + 1, last=number + 1 == games)

    def close(self) -> None:
        """Close all connections."""
        for client in list(self._clients):
            self._disconnect(client, f"{client.name}: the server ends")
        self._selector.close()
        self._listener.close()

    def _next_request(self) -> tuple[Peer, GameRequest]:
        while self._request is None:
            self._serve_events(None)
        return self._request

    def _play(self, peer: Peer, request: GameRequest, number: int, *, last: bool) -> bool:
        """Play a game if the peer is still connected; return whether it is."""
        begun = False
        del self._clients[peer]
        self._opponent, self._request = peer, None
        peer.reset_idle()
        try:
            with suppress(PeerDisconnected):
                peer.send(GameAnswer(OUR_NAME, Acceptance.YES))
                begun = True
                played = PlayedGame(GAME, request.position)
                remote = RemoteGame(
                    peer,
                    played,
                    request.colour,
                    request.minutes * 60,
                    last=last,
                    receive=self._receive,
                    longest_move=self._longest_move,
                )
                self._ours.play(remote, request, plain(request.name) or peer.name, number)
        finally:
            self._opponent = None
            self._clients[peer] = None
        # The next request may have arrived with the last message.
        self._read(peer)
        return begun

    def _receive(self, seconds: float) -> Message | None:
        """Wait for the opponent's next message, serving the others meanwhile."""
        assert self._opponent is not None
        deadline = monotonic() + seconds
        message = self._opponent.next()
        while message is None:
            left = deadline - monotonic()
            self._serve_events(max(0.0, left))
            message = self._opponent.receive(0.0)
            if left <= 0:
                break
        return message

    def _serve_events(self, seconds: float | None) -> None:
        """Wait for an event, and serve all peers but the opponent."""
        for key, _ in self._selector.select(seconds):
            if key.fileobj is self._listener:
                self._accept()
            elif isinstance(key.fileobj, Peer) and key.fileobj in self._clients:
                self._read(key.fileobj)

    def _accept(self) -> None:
        for _ in range(MAX_ACCEPTS):
            try:
                connection, address = self._listener.accept()
            except BlockingIOError:
                return
            except OSError as error:
                # For example, too many open files: close waiting peers.
                self._log(f"a connection cannot be taken: {reason_of(error)}")
                if self._clients:
                    self._disconnect_oldest()
                sleep(ACCEPT_RETRY)
                return
            client = Peer(Wire(connection, format_address(address)), self._log)
            self._log(f"{client.name} has come")
            self._selector.register(client, selectors.EVENT_READ)
            self._clients[client] = None
            if len(self._clients) > MAX_CLIENTS:
                self._disconnect_oldest()

    def _disconnect_oldest(self) -> None:
        oldest = next(iter(self._clients))
        self._disconnect(oldest, f"{oldest.name} was silent the longest, and makes room")

    def _read(self, client: Peer) -> None:
        del self._clients[client]
        self._clients[client] = None
        try:
            message = client.receive(0.0)
            while message is not None:
                if isinstance(message, GameRequest) and self._accepts(client, message):
                    # Anything after it belongs to the game.
                    self._request = client, message
                    return
                message = client.next()
        except PeerDisconnected as error:
            self._disconnect(client, str(error))

    def _accepts(self, client: Peer, request: GameRequest) -> bool:
        """Whether a game can be played; if not, the client receives a refusal."""
        if self._opponent is not None or self._request is not None:
            code, why = Acceptance.NOT_THIS_GAME, "another game goes on"
        elif request.version != VERSION:
            code, why = Acceptance.OTHER_VERSION, f"its version is {request.version}, ours {VERSION}"
        elif request.position is not None and any(side.bit_count() > MAX_PIECES for side in request.position[:2]):
            code, why = Acceptance.NOT_THIS_GAME, f"a side has more than {MAX_PIECES} pieces"
        elif request.position is not None and GAME.outcome(request.position) is not None:
            code, why = Acceptance.NOT_THIS_GAME, f"the game is over, {GAME.status(request.position)}"
        else:
            return True
        self._log(f"{client.name} is refused a game: {why}")
        client.send(GameAnswer(OUR_NAME, code), COURTESY_TIMEOUT)
        return False

    def _disconnect(self, client: Peer, why: str) -> None:
        """Close the connection to a client, and drop its request."""
        if self._request is not None and self._request[0] is client:
            self._request = None
        del self._clients[client]
        self._selector.unregister(client)
        client.close(why)
        self._log(why)
