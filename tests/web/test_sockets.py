"""The sockets, with every kind of database."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from random import Random
from socket import SHUT_WR, create_connection, socket
from typing import Any
from urllib.parse import urlsplit

import pytest
from tests.running import ROOT
from tests.web.server_process import TIMEOUT, Served
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from boardwright import Engine, find_game
from boardwright.core import core_of
from boardwright.engine.packed import pack_path
from boardwright.engine.result import AnySearchResult
from boardwright.game import AnyGame

pytestmark = pytest.mark.slow

FIRST, SECOND = "D5-D4-1", "D3-C3-1"


class TestLive:
    def test_everybody_gets_every_change(self, server: Served) -> None:
        match, tokens, start = server.new_match("turm", "human", "open")
        with server.live(match) as first, server.live(match) as second:
            for socket in (first, second):
                assert socket.next() == {"type": "match", "match": start, "moved": None}
            joined = server.post(f"/api/matches/{match}/join", {"name": "Ben"})
            server.move(match, tokens[0], FIRST, 0)
            server.move(match, joined["token"], SECOND, 1)
            for socket in (first, second):
                seats = socket.next()
                assert (seats["match"]["revision"], seats["match"]["seats"][1]["name"]) == (2, "Ben")
                for revision, text in ((3, FIRST), (4, SECOND)):
                    message = socket.next()
                    assert (message["match"]["revision"], message["moved"]["text"]) == (revision, text)
                    assert message["moved"] == message["match"]["state"]["last"]

    def test_a_repeated_move_is_played_and_sent_once(self, server: Served) -> None:
        match, tokens, _ = server.new_match("turm")
        with server.live(match) as live:
            live.next()
            answers = [server.move(match, tokens[0], FIRST, 0) for _ in range(3)]
            assert [answer["revision"] for answer in answers] == [2, 2, 2]
            live.send(type="ping")
            assert [live.next()["type"] for _ in range(2)] == ["match", "pong"]
            server.move(match, tokens[1], SECOND, 1)
            assert live.next()["match"]["revision"] == 3

    def test_the_flag_falls_by_itself(self, server: Served) -> None:
        match, tokens, _ = server.new_match("turm", clock={"seconds": 0.5, "increment": 0})
        with server.live(match) as live:
            server.move(match, tokens[0], FIRST, 0)
            live.match(moves=1)
            over = live.until(type="match")
        assert over["match"]["outcome"]["text"] == "red wins: adjudged, blue overstepped the time"
        assert (over["moved"], over["match"]["clock"]["running"]) == (None, None)
        assert over["match"]["clock"]["left"][1] == 0
        status, error = server.refusal(f"/api/matches/{match}/moves", {"move": SECOND, "ply": 1}, token=tokens[1])
        assert (status, error[:38]) == (409, "the game is over, red wins: adjudged, ")

    def test_an_unknown_game_is_an_error_and_the_socket_is_closed(self, server: Served) -> None:
        with server.live("nowhere") as live:
            error = {"error": "game 'nowhere' not found", "code": "game_not_found", "arguments": {"game": "'nowhere'"}}
            assert live.next() == {"type": "error", **error}
            with pytest.raises(ConnectionClosed):
                live.next()

    @pytest.mark.parametrize(
        ("message", "error"),
        [
            ("", "the message is not JSON: EOF while parsing a value at line 1 column 0"),
            ("{", "the message is not JSON: EOF while parsing an object at line 1 column 1"),
            ("[]", "the message is []: "),
            ("{}", "the message is {}: unable to extract tag using discriminator 'type'"),
            (
                '{"type":"dance"}',
                "the message is {'type': 'dance'}: input tag 'dance' found using 'type' does not match",
            ),
            ('{"type":"move","move":"x","ply":0}', "the message is {'type': 'move', "),
            ('{"type":"resign"}', "the message is {'type': 'resign'}: input tag 'resign' "),
            ('{"type":"ping","now":true}', "the message's 'ping.now' is True"),
            ('{"type":"identify","tokens":["a","b","c"]}', "the message's 'identify.tokens' is "),
            (b"\xff\xfe", "the message is not JSON"),
            ("[" * 10000, "the message is not JSON"),
        ],
    )
    def test_a_client_sends_only_pings_and_who_it_is_and_an_error_leaves_the_socket_open(
        self, server: Served, message: str | bytes, error: str
    ) -> None:
        match, tokens, start = server.new_match("turm")
        with server.live(match) as live:
            live.next()
            live.connection.send(message)
            found = live.next()
            assert (found["type"], found["error"][: len(error)]) == ("error", error)
            assert len(found["error"]) < 300
            assert server.get(f"/api/matches/{match}") == start
            server.move(match, tokens[0], FIRST, 0)
            assert live.next()["moved"]["text"] == FIRST


class TestPresence:
    def test_players_are_seen_to_come_and_go_and_spectators_are_counted(self, server: Served) -> None:
        match, tokens, _ = server.new_match("turm", "human", "open")
        tokens[1] = server.post(f"/api/matches/{match}/join", {})["token"]
        with server.live(match) as anna:
            anna.send(type="identify", tokens=[tokens[0]])
            presence = anna.until(type="presence")["presence"]
            assert (presence["here"], presence["gone"][0], presence["spectators"]) == ([True, False], None, 0)
            assert presence["gone"][1] >= 0
            with server.live(match) as ben, server.live(match) as other:
                ben.send(type="identify", tokens=[tokens[1]])
                other.send(type="identify")
                wanted = {"here": [True, True], "gone": [None, None], "spectators": 1}
                for socket in (anna, other):
                    while socket.until(type="presence")["presence"] != wanted:
                        pass
            while (presence := anna.until(type="presence")["presence"])["here"] != [True, False]:
                pass
            assert presence["spectators"] == 0

    def test_a_token_of_no_seat_is_an_error_and_no_token_is_sent_back(self, server: Served) -> None:
        match, tokens, _ = server.new_match("turm")
        with server.live(match) as live:
            live.next()
            live.send(type="identify", tokens=["wrong"])
            error = {
                "error": "the token does not belong to a seat of this game",
                "code": "token_wrong",
                "arguments": {},
            }
            assert live.next() == {"type": "error", **error}
            live.send(type="identify", tokens=tokens)
            message = live.until(type="presence")
            assert message["presence"]["here"] == [True, True]
            assert not any(token in json.dumps(message) for token in tokens)

    def test_who_does_not_identify_hears_of_the_game_alone(self, server: Served) -> None:
        match, tokens, _ = server.new_match("turm")
        with server.live(match) as quiet, server.live(match) as live:
            quiet.next()
            live.send(type="identify", tokens=[tokens[0]])
            live.until(type="presence")
            while live.until(type="presence")["presence"]["spectators"] != 1:
                pass
            server.move(match, tokens[0], FIRST, 0)
            assert quiet.next()["moved"]["text"] == FIRST


class TestAnalysis:
    def test_it_tells_what_it_finds_and_that_it_is_done(self, server: Served) -> None:
        with server.socket("/api/analysis") as analysis:
            analysis.send(
                type="analyse", id=7, game="turm", position="7/7/7/7/3RG3/7/BG6 r", moves=[], lines=2, seconds=0.3
            )
            found = analysis.next()
            assert (found["type"], found["id"]) == ("result", 7)
            while (message := analysis.next())["type"] == "result":
                found = message
            assert message == {"type": "done", "id": 7}
            assert found["result"]["variations"][0]["moves"] == ["D3-D4-1"]
            assert len(found["result"]["variations"]) == 2
            assert found["result"]["variations"][0]["score"]["distance"] == 1

    def test_the_next_one_ends_the_one_before_and_a_stop_ends_it_too(self, server: Served) -> None:
        with server.socket("/api/analysis") as analysis:
            analysis.send(type="analyse", id=1, game="turm", seconds=60)
            analysis.until(type="result", id=1)
            analysis.send(type="analyse", id=2, game="congo:full", moves=["d2d3"], seconds=60)
            analysis.until(type="done", id=1)
            analysis.until(type="result", id=2)
            analysis.send(type="stop", id=1)
            analysis.send(type="ping")
            analysis.until(type="pong")
            analysis.send(type="stop", id=2)
            analysis.until(type="done", id=2)

    @pytest.mark.parametrize(
        ("asked", "error"),
        [
            ({"game": "chess"}, "unknown game 'chess'"),
            ({"game": "turm", "position": "x"}, "'x' has 1 field"),
            ({"game": "turm", "moves": ["x"]}, "move 1: 'x'"),
            ({"game": "turm", "position": "7/7/7/3RG3/7/7/BG6 b"}, "there is nothing to think about: red wins"),
        ],
    )
    def test_what_cannot_be_analysed_is_said(self, server: Served, asked: dict[str, Any], error: str) -> None:
        with server.socket("/api/analysis") as analysis:
            analysis.send(type="analyse", id=3, **asked)
            found = analysis.next()
            assert (found["type"], found["id"], found["error"][: len(error)]) == ("error", 3, error)
            assert analysis.next() == {"type": "done", "id": 3}

    @pytest.mark.parametrize("wrong", [{"seconds": 61}, {"seconds": 0}, {"lines": 6}, {"lines": 0}, {"id": "x"}])
    def test_more_than_is_allowed_is_refused(self, server: Served, wrong: dict[str, Any]) -> None:
        with server.socket("/api/analysis") as analysis:
            analysis.send(**{"type": "analyse", "id": 3, "game": "turm", **wrong})
            assert analysis.next()["error"].startswith(f"the message's 'analyse.{next(iter(wrong))}' is ")


class TestClientAnalysis:
    """The client searches, here by the compiled core, and the server reads its reports."""

    def test_a_search_is_sent_and_reports_become_results(self, server: Served) -> None:
        game = find_game("congo:full")
        with server.socket("/api/analysis") as analysis:
            analysis.send(
                type="analyse", id=4, game=game.full_name, moves=["d2d3"], lines=2, seconds=9, engine="client"
            )
            message = analysis.next()
            search = message["search"]
            assert (message["type"], message["id"]) == ("search", 4)
            assert (search["module"], search["network"]) == ("congo", "congo-full")
            assert (search["lines"], search["seconds"], search["depth"]) == (2, 9, None)
            start = game.start()
            position = game.successor(start, game.parse_move(start, "d2d3"))
            assert search["path"] == pack_path(game, [start, position])
            found = Engine(game).search(position, depth=3, multipv=2)
            for final in (False, True):
                analysis.send(type="report", id=4, report=report_of(game, found), final=final)
                assert analysis.next() == {"type": "result", "id": 4, "result": found.to_json(game, 16)}
            assert analysis.next() == {"type": "done", "id": 4}
        assert server.get("/api/health")["queue"] == 0

    def test_other_analyses_and_stops_end_it(self, server: Served) -> None:
        turm = find_game("turm")
        report = report_of(turm, Engine(turm).search(turm.start(), depth=1))
        with server.socket("/api/analysis") as analysis:
            for number in (1, 2):
                analysis.send(type="analyse", id=number, game="turm", engine="client")
                analysis.until(type="search", id=number)
            analysis.send(type="report", id=1, report=report)
            analysis.send(type="report", id=2, report=report)
            assert analysis.until(type="result")["id"] == 2
            analysis.send(type="stop", id=2)
            analysis.until(type="done", id=2)
            # Reports on what is over are late, not wrong.
            analysis.send(type="report", id=2, report=report)
            analysis.send(type="ping")
            assert analysis.next() == {"type": "pong"}

    @pytest.mark.parametrize(
        ("wrong", "error"),
        [
            ({"depth": -1}, "the message's 'report.report.depth' is -1: input should be greater than or equal to 0"),
            ({"scale": 0}, "the message's 'report.report.scale' is 0: input should be greater than or equal to 200"),
            ({"seconds": "nan"}, "the message's 'report.report.seconds' is "),
            ({"lines": []}, "the message's 'report.report.lines' is []: list should have at least 1 item"),
            ({"lines": [{"moves": "00"}]}, "the message's 'report.report.lines.0.moves' is '00': "),
            ({"lines": [{"moves": "0" * 16 * 17}]}, "the message's 'report.report.lines.0.moves' is '0000"),
            ({"lines": [{"score": 10**9}]}, "the message's 'report.report.lines.0.score' is 1000000000: "),
            ({"lines": [{"moves": "0" * 16}]}, "the move 0000000000000000 is not legal in "),
            ({"lines": [{}, {}]}, "the report has 2 lines: expected at most 1"),
        ],
    )
    def test_impossible_reports_are_refused(self, server: Served, wrong: dict[str, Any], error: str) -> None:
        turm = find_game("turm")
        report = report_of(turm, Engine(turm).search(turm.start(), depth=1))
        lines = [{**report["lines"][0], **line} for line in wrong.get("lines", [{}])]
        with server.socket("/api/analysis") as analysis:
            analysis.send(type="analyse", id=5, game="turm", engine="client")
            analysis.until(type="search", id=5)
            analysis.send(type="report", id=5, report={**report, **wrong, "lines": lines})
            found = analysis.next()
            assert (found["type"], found["error"][: len(error)]) == ("error", error)
            analysis.send(type="ping")
            analysis.until(type="pong")

    def test_reports_are_limited_as_all_messages_are(self, serve: Callable[..., Served]) -> None:
        served = serve("--limit=messages=2")
        turm = find_game("turm")
        report = report_of(turm, Engine(turm).search(turm.start(), depth=1))
        with served.socket("/api/analysis") as analysis:
            with suppress(ConnectionClosed):
                for _ in range(20):
                    analysis.send(type="report", id=5, report=report)
            assert analysis.next()["error"] == "this client exceeds its limit: expected at most 2 messages a second"
            with pytest.raises(ConnectionClosed):
                analysis.next()

    def test_nothing_is_to_analyse_after_the_end(self, server: Served) -> None:
        with server.socket("/api/analysis") as analysis:
            analysis.send(type="analyse", id=3, game="turm", position="7/7/7/3RG3/7/7/BG6 b", engine="client")
            assert analysis.next()["error"].startswith("there is nothing to think about: red wins")
            assert analysis.next() == {"type": "done", "id": 3}

    def test_the_server_searches_a_game_without_a_module(self, serve: Callable[..., Served]) -> None:
        served = serve(f"--game={ROOT / 'examples' / 'morris.py'}")
        with served.socket("/api/analysis") as analysis:
            analysis.send(type="analyse", id=6, game="morris", seconds=0.3, engine="client")
            assert analysis.next()["type"] == "result"
            analysis.until(type="done", id=6)


def report_of(game: AnyGame, found: AnySearchResult) -> dict[str, Any]:
    """A search result as a client reports it."""
    packing = core_of(game).packing
    lines = []
    for variation in found.variations:
        assert variation.score is not None
        moves = [packing.pack_move(move) for move in variation.moves]
        score, distance = round(100 * variation.score.value), variation.score.distance
        text = b"".join(word.to_bytes(8, "little") for word in moves).hex()
        lines.append({"score": score, "distance": distance, "bitbase": False, "moves": text})
    numbers = {"depth": found.depth, "nodes": found.nodes, "seconds": found.seconds, "scale": core_of(game).scale}
    return {**numbers, "lines": lines}


class TestAbuse:
    def test_any_frames_at_all_leave_the_server_as_it_was(self, server: Served) -> None:
        random = Random(7)
        match, _, _ = server.new_match("turm")
        with server.live(match) as good:
            good.next()
            for _ in range(40):
                with server.socket(f"/api/matches/{match}/live", farewell=0.1) as bad:
                    with suppress(ConnectionClosed, OSError):
                        for _ in range(random.randrange(1, 20)):
                            bad.connection.send(some_frame(random))
                    if random.random() < 0.5:
                        # Gone without a word, and without having read anything.
                        bad.connection.socket.close()
            good.send(type="ping")
            good.until(type="pong")
        assert server.get("/api/health")["status"] == "ok"

    def test_bytes_that_are_no_frames_end_their_socket_alone(self, server: Served) -> None:
        random = Random(8)
        for _ in range(100):
            with raw_socket(server, "/api/analysis") as bad, suppress(OSError):
                bad.sendall(random.randbytes(random.randrange(1, 200)))
                if random.random() < 0.3:
                    bad.shutdown(SHUT_WR)
                    while bad.recv(1000):
                        pass
        assert server.get("/api/health")["status"] == "ok"

    def test_a_message_that_is_too_long_ends_its_socket(self, server: Served) -> None:
        with server.socket("/api/analysis") as bad:
            with suppress(ConnectionClosed):
                bad.connection.send("x" * 100_000)
            with pytest.raises(ConnectionClosed) as closed:
                bad.next()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009

    def test_a_page_of_another_site_gets_no_socket(self, server: Served) -> None:
        address = server.address.replace("http", "ws") + "/api/analysis"
        with pytest.raises(InvalidStatus) as refused, connect(address, origin=Origin("http://example.org")):
            pass
        assert refused.value.response.status_code == 403
        assert json.loads(refused.value.response.body or b"")["error"].startswith("this socket is for")
        with connect(address, origin=Origin(server.address)):
            pass


class TestLimits:
    def test_each_has_its_own_and_one_line_that_says_so(self, serve: Callable[..., Served]) -> None:
        limits = ("requests=3", "files=2", "messages=2", "sockets=2", "matches=1", "body=2000")
        served = serve(*(f"--limit={limit}" for limit in limits))
        served.new_match("turm")
        wish = {"game": "turm", "seats": ["human", "human"]}
        assert served.refusal("/api/matches", wish) == (
            429,
            "this client exceeds its limit: expected at most 1 new games an hour",
        )
        assert served.refusal("/api/positions", {"game": "x" * 3000}) == (
            413,
            "the request is too large: expected at most 2000 bytes",
        )
        with served.socket("/api/analysis") as first, served.socket("/api/analysis"):
            with pytest.raises(InvalidStatus) as refused, served.socket("/api/analysis"):
                pass
            assert refused.value.response.status_code == 429
            assert b"this client has 2 sockets already" in (refused.value.response.body or b"")
            for _ in range(30):
                with suppress(ConnectionClosed):
                    first.send(type="ping")
            first.until(type="error", error="this client exceeds its limit: expected at most 2 messages a second")
            with pytest.raises(ConnectionClosed) as closed:
                first.next()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1008
        answers = [served.client.get("/api/health") for _ in range(40)]
        refused_ones = [answer for answer in answers if answer.status_code == 429]
        assert refused_ones
        assert refused_ones[0].json() == {
            "error": "this client exceeds its limit: expected at most 3 requests a second",
            "code": "too_many_requests",
            "arguments": {"allowed": "3 requests a second"},
        }
        assert int(refused_ones[0].headers["retry-after"]) >= 1
        # Files are counted apart.
        assert served.client.get("/").status_code == 200
        files = [served.client.get(path) for path in ("/", "/static/main.js", "/nowhere") for _ in range(20)]
        (refused_file, *_) = (answer for answer in files if answer.status_code == 429)
        expected = "this client exceeds its limit: expected at most 2 requests for files a second"
        assert refused_file.json()["error"] == expected

    def test_analyses_beyond_the_limit_are_refused_until_others_end(self, serve: Callable[..., Served]) -> None:
        served = serve("--limit=analyses=1")
        with served.socket("/api/analysis") as first, served.socket("/api/analysis") as second:
            first.send(type="analyse", id=1, game="turm", seconds=60)
            first.until(type="result")
            second.send(type="analyse", id=2, game="turm", seconds=60)
            assert second.next()["error"] == "this client has 1 analyses already: expected no more at a time"
            first.send(type="stop", id=1)
            first.until(type="done")
            second.send(type="analyse", id=3, game="turm", seconds=60)
            second.until(type="result", id=3)


@contextmanager
def raw_socket(server: Served, path: str) -> Iterator[socket]:
    """A connection on which the server has agreed to speak in frames."""
    url = urlsplit(server.address)
    with create_connection((url.hostname, url.port), TIMEOUT) as connection:
        lines = (
            f"GET {path} HTTP/1.1",
            f"Host: {url.netloc}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        )
        connection.sendall("\r\n".join((*lines, "", "")).encode())
        assert connection.recv(1000).startswith(b"HTTP/1.1 101 ")
        yield connection


def some_frame(random: Random) -> str | bytes:
    """Anything that a socket might get."""
    kinds: list[Callable[[], str | bytes]] = [
        lambda: random.randbytes(random.randrange(200)),
        lambda: "".join(chr(random.randrange(1, 0xD7FF)) for _ in range(random.randrange(50))),
        lambda: json.dumps(some_value(random, 3)),
        lambda: json.dumps({"type": random.choice(["analyse", "stop", "move", "ping"]), **some_fields(random)}),
        lambda: "[" * random.randrange(60_000),
        lambda: '{"type":"move","move":"' + "x" * random.randrange(60_000) + '","ply":0}',
    ]
    return random.choice(kinds)()


def some_fields(random: Random) -> dict[str, Any]:
    names = ["move", "ply", "action", "tokens", "type", "x"]
    return {random.choice(names): some_value(random, 2) for _ in range(random.randrange(4))}


def some_value(random: Random, depth: int) -> Any:
    values: list[Callable[[], Any]] = [
        lambda: None,
        lambda: random.choice([True, False, 0, -1, 10**30, 1e308, "", "\0", "accept"]),
        lambda: [some_value(random, depth - 1) for _ in range(random.randrange(3))] if depth else [],
        lambda: {str(key): some_value(random, depth - 1) for key in range(random.randrange(3))} if depth else {},
    ]
    return random.choice(values)()
