"""What the API answers, exactly, with every kind of database."""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor
from time import monotonic, sleep
from typing import Any

import pytest
from tests.web.server_process import TIMEOUT, Served

from boardwright import PlayedGame, find_game
from boardwright.puzzles import puzzles_of
from boardwright.registry import game_names
from boardwright.web.live_games import SHOW_PACE

pytestmark = pytest.mark.slow

TURM_START = "r1r11RG1r1r1/2r11r12/3r13/7/3b13/2b11b12/b1b11BG1b1b1 r"
TURM_WIN_IN_ONE = "7/7/7/7/3RG3/7/BG6 r"


class TestGames:
    def test_they_are_those_of_the_registry_with_all_their_variants(self, server: Served) -> None:
        games = server.get("/api/games")
        assert [game["name"] for game in games] == game_names()
        for game in games:
            for variant in game["variants"]:
                found = find_game(variant["full_name"])
                assert (found.variant, found.full_name) == (variant["name"], variant["full_name"])
                assert found.format_position(found.start()) == variant["start"]

    def test_one_is_told_with_all_that_a_page_needs(self, server: Served) -> None:
        turm = next(game for game in server.get("/api/games") if game["name"] == "turm")
        view = turm["variants"][0].pop("view")
        assert len(view["board"]["squares"]) == 49
        assert {piece["kind"] for piece in turm.pop("palette")} == {"guard", "tower"}
        assert set(turm.pop("glyphs")) <= {"guard", "tower"}
        assert turm.pop("faces") == {}
        assert turm["variants"].pop()["full_name"] == "turm:castle"
        assert turm == {
            "name": "turm",
            "title": "Turm & Wächter",
            "about": "Build towers that go far and hit hard. Take the enemy guard, or walk your own to the goal.",
            "sides": ["red", "blue"],
            "kinds": ["guard", "tower"],
            "variants": [
                {
                    "name": "centre",
                    "title": "Centre",
                    "note": "The goal of both guards is D4, the middle of the board.",
                    "full_name": "turm:centre",
                    "start": TURM_START,
                    "counts": [],
                    "puzzles": len(puzzles_of(find_game("turm"))),
                }
            ],
            "formats": ["json", "moves", "text"],
            "engine": True,
            "client_engine": True,
            "levels": 10,
            "setup": None,
            "lessons": 7,
        }

    def test_every_variant_is_described_and_the_one_for_players_comes_first(self, server: Served) -> None:
        games = {game["name"]: game["variants"] for game in server.get("/api/games")}
        assert [
            variant["full_name"] for variants in games.values() for variant in variants if not variant["note"]
        ] == []
        assert [variant["title"] for variant in games["congo"]] == ["Full game", "Course start"]
        for name, variants in games.items():
            game = find_game(name)
            assert variants[0]["name"] == (game.featured_variant or game.variants[0])
            assert {variant["name"] for variant in variants} == set(game.variants) >= set(game.variant_notes)

    def test_set_ups_are_shown_as_they_are_read(self, server: Served) -> None:
        (game,) = (game for game in server.get("/api/games") if game["setup"])
        asked = {"game": game["name"], "setup": game["setup"]["example"]}
        assert server.post("/api/positions", asked)["position"] == game["variants"][0]["start"]

    @pytest.mark.parametrize("name", game_names())
    def test_the_rules_are_the_readme_with_pictures_that_are_there(self, server: Served, name: str) -> None:
        html = server.get(f"/api/games/{name}/rules")["html"]
        assert html.startswith("<h1>")
        pictures = [part.partition('"')[0] for part in html.split('src="')[1:]]
        assert pictures
        for picture in pictures:
            shown = server.client.get(picture)
            assert (shown.status_code, shown.headers["content-type"]) == (200, "image/svg+xml")
        assert "style=" not in html
        assert "<script" not in html
        assert "<a>" not in html
        assert ".md" not in html

    @pytest.mark.parametrize("name", ["../turm.svg", "..%2F..%2Fgame.py", "game.py", "x.svg", "%00.svg", ".svg"])
    def test_no_other_file_of_a_room_can_be_had(self, server: Served, name: str) -> None:
        assert server.client.get(f"/pictures/turm/{name}").status_code == 404


class TestLessons:
    def test_the_lessons_of_a_game_are_listed_with_their_variants(self, server: Served) -> None:
        lessons = server.get("/api/games/turm:castle/lessons")
        assert {lesson["game"] for lesson in lessons} == {"turm:centre", "turm:castle"}
        assert set(lessons[0]["tasks"][0]) == {"position", "instruction", "hint", "success", "wrong"}

    def test_moves_are_judged_by_the_rules_and_a_solution_is_a_move_to_click(self, server: Served) -> None:
        task = {"game": "turm", "lesson": 1, "task": 1}
        begun = server.post("/api/attempts", task)
        assert (begun["verdict"], begun["reply"], begun["solution"]["paths"]) == ("open", None, [["D3", "D4"]])
        done = server.post("/api/attempts", {**task, "moves": ["D3-D4-1"]})
        assert done == {"verdict": "done", "reply": None, "solution": None}

    @pytest.mark.parametrize(
        ("changed", "status", "error"),
        [
            ({"lesson": 8}, 404, "there is no lesson 8 in turm: it has 7"),
            ({"task": 3}, 404, "there is no task 3 in lesson 1 of turm: it has 2"),
            ({"task": 0}, 422, "the request's 'task' is 0: input should be greater than or equal to 1"),
            ({"moves": ["D3-D5-1"]}, 422, "'D3-D5-1' is illegal: the guard moves exactly one square"),
            ({"moves": ["D3-D4-1", "A1-A2-1"]}, 422, "move 2: the task is over after 1 move"),
        ],
    )
    def test_what_cannot_be_judged_is_refused(
        self, server: Served, changed: dict[str, object], status: int, error: str
    ) -> None:
        refused, text = server.refusal("/api/attempts", {"game": "turm", "lesson": 1, "task": 1, **changed})
        assert (refused, error in text) == (status, True), text


class TestPositions:
    def test_the_start_is_where_nothing_is_said(self, server: Served) -> None:
        state = server.post("/api/positions", {"game": "turm"})
        assert (state["game"], state["position"], state["to_move"]) == ("turm:centre", TURM_START, 0)
        assert (state["status"], state["outcome"], state["last"], state["warnings"]) == ("red to move", None, None, [])
        assert len(state["moves"]) == 25

    def test_moves_are_played_and_the_last_one_is_told(self, server: Served) -> None:
        state = server.post("/api/positions", {"game": "turm", "position": TURM_WIN_IN_ONE, "moves": ["D3-D4-1"]})
        guard = {"kind": "guard", "side": 0, "label": "RG", "height": 1}
        assert state["last"] == {
            "text": "D3-D4-1",
            "paths": [["D3", "D4"]],
            "stages": [
                {"kind": "move", "before": [{**guard, "squares": ["D3"]}], "after": [{**guard, "squares": ["D4"]}]}
            ],
        }
        reason = "the red guard has reached D4"
        assert state["outcome"] == {
            "winner": 0,
            "reason": reason,
            "termination": "reached_goal",
            "text": f"red wins: {reason}",
            "code": "goal_reached",
            "arguments": {"side": "red", "square": "D4"},
        }
        assert (state["moves"], state["status"]) == ([], f"red wins: {reason}")

    def test_texts_are_repaired_with_a_warning_unless_that_is_not_wanted(self, server: Served) -> None:
        broken = {"game": "turm", "position": "7/7/7/2BG4/7/5/b11/RG6 b"}
        state = server.post("/api/positions", broken)
        assert state["position"] == "7/7/7/2BG4/7/5b11/RG6 b"
        assert state["warnings"] == ["the board has 8 ranks, expected 7: joined ranks '5' and 'b11' to '5b11'"]
        status, error = server.refusal("/api/positions", {**broken, "strict": True})
        assert (status, error.split(":")[0]) == (422, "the board has 8 ranks, expected 7")

    def test_boards_are_put_together_by_hand(self, server: Served) -> None:
        state = server.post("/api/positions", {"game": "turm", "position": TURM_WIN_IN_ONE})
        asked = {"game": "turm", "pieces": state["view"]["pieces"], "to_move": 0}
        assert server.post("/api/positions", asked)["position"] == TURM_WIN_IN_ONE

    @pytest.mark.parametrize(
        ("game", "position"),
        [
            ("margrites", "4w4/1wwwwwww1/9/9/9/4b4/1bbb1bbb1/4b4 b 3 e3<e2 2(1)-0(3)"),
            ("congo", "g2l2z/ppppppp/7/7/7/PPPPPPP/G2L2Z b 17"),
            ("cabeza", "3hcmf3/3hoof3/4oo4/10/10/10/10/4OO4/4OOH3/4MCH1FF,r"),
            ("draughts", "B:W31,K50:B1,2,3"),
        ],
    )
    def test_what_is_not_edited_is_kept(self, server: Served, game: str, position: str) -> None:
        asked: dict[str, Any] = {"game": game, "position": position}
        state = server.post("/api/positions", asked)
        asked |= {"pieces": state["view"]["pieces"], "to_move": state["to_move"]}
        assert server.post("/api/positions", asked)["position"] == position

    def test_counts_are_edited_by_name(self, server: Served) -> None:
        asked: dict[str, Any] = {"game": "margrites", "position": "9/9/9/3b5/9/9/9/w8 b 3 d5<d4 2(1)-0(3)"}
        state = server.post("/api/positions", asked)
        assert {count["name"]: count["value"] for count in state["counts"]} == {
            "steps left": 3,
            "black's points": 2,
            "white's points": 0,
            "black's captures": 1,
            "white's captures": 3,
        }
        asked |= {"pieces": state["view"]["pieces"], "to_move": 0}
        changed = server.post("/api/positions", {**asked, "counts": {"steps left": 2, "white's points": 5}})
        assert changed["position"] == "9/9/9/3b5/9/9/9/w8 b 2 d5<d4 2(1)-5(3)"
        # With all steps left, no piece can have moved.
        fresh = server.post("/api/positions", {**asked, "counts": {"steps left": 4}})
        assert fresh["position"] == "9/9/9/3b5/9/9/9/w8 b 4 - 2(1)-0(3)"
        refused = server.refusal("/api/positions", {**asked, "counts": {"steps left": 7}})
        assert refused == (422, "the steps left are '7': expected 1 to 4, or 0 in a finished game")
        status, error = server.refusal("/api/positions", {**asked, "counts": {"goals": 1}})
        assert (status, error[:48]) == (422, "margrites has no count 'goals': expected steps l")

    @pytest.mark.parametrize(
        ("body", "status", "error"),
        [
            ({"game": "chess"}, 404, "unknown game 'chess': expected turm,"),
            ({"game": "../examples/breakthrough.py"}, 404, "unknown game '../examples/breakthrough.py'"),
            ({"game": "turm:nowhere"}, 404, "turm has no variant 'nowhere': expected centre or castle"),
            ({"game": "turm", "position": "x"}, 422, "'x' has 1 field: expected two, seven ranks and r or b"),
            ({"game": "turm", "moves": ["D5-D4-1", "A1-A2-9"]}, 422, "move 2: 'A1-A2-9'"),
            ({"game": "turm", "position": "x", "setup": "y"}, 422, "the position is given twice"),
            ({"game": "turm", "setup": "y"}, 422, "turm has a fixed start position: expected no set-up"),
            ({"position": "x"}, 422, "the request has no 'game': expected one"),
            ({"game": "turm", "colour": 1}, 422, "the request's 'colour' is 1: extra inputs are not permitted"),
            ({"game": 7}, 422, "the request's 'game' is 7: input should be a valid string"),
            ([], 422, "the request is []: input should be"),
        ],
    )
    def test_whatever_is_wrong_is_said_in_one_line(self, server: Served, body: Any, status: int, error: str) -> None:
        found = server.refusal("/api/positions", body)
        assert (found[0], found[1][: len(error)]) == (status, error)
        assert "\n" not in found[1]

    def test_threats_are_what_the_other_side_would_do(self, server: Served) -> None:
        asked = {"game": "draughts", "moves": ["32-28", "19-23"]}
        assert [move["text"] for move in server.post("/api/threats", asked)] == ["23x32"]
        assert server.post("/api/threats", {"game": "turm"}) == []
        guards = {"game": "turm", "position": "7/7/7/7/3RG3/7/BG6 b"}
        assert [move["text"] for move in server.post("/api/threats", guards)] == ["D3-D4-1"]


class TestMatches:
    def test_a_new_one_has_tokens_for_the_seats_of_its_maker_alone(self, server: Served) -> None:
        made = server.post("/api/matches", {"game": "turm", "seats": ["human", "open"], "names": ["Anna", None]})
        assert [token is None for token in made["tokens"]] == [False, True]
        match = made["match"]
        assert match["seats"] == [
            {"side": 0, "kind": "human", "level": None, "name": "Anna", "taken": True},
            {"side": 1, "kind": "human", "level": None, "name": "", "taken": False},
        ]
        assert (match["game"], match["title"], match["start"]) == ("turm:centre", "Turm & Wächter", TURM_START)
        assert (match["moves"], match["clock"], match["draw_offer"], match["outcome"]) == ([], None, None, None)
        assert match["revision"] == 1
        assert server.get(f"/api/matches/{match['id']}") == match

    def test_whoever_joins_first_has_the_open_seat(self, server: Served) -> None:
        match, (_, _), _ = server.new_match("turm", "open", "human")
        joined = server.post(f"/api/matches/{match}/join", {"name": "Ben"})
        assert (joined["side"], joined["match"]["seats"][0]["name"]) == (0, "Ben")
        assert server.refusal(f"/api/matches/{match}/join", {}) == (
            409,
            "the game has no open seat",
        )
        assert server.refusal(f"/api/matches/{match}/join", {"side": 1})[1].startswith("the seat of blue is taken")
        assert len(server.move(match, joined["token"], "D5-D4-1", 0)["moves"]) == 1

    def test_a_seat_is_joined_once_however_many_try_at_once(self, server: Served) -> None:
        match, _, _ = server.new_match("turm", "human", "open")
        with ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(lambda _: server.ask(f"/api/matches/{match}/join", {}), range(8)))
        assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7

    def test_a_game_is_played_to_its_end(self, server: Served) -> None:
        match, tokens, _ = server.new_match("turm", position=TURM_WIN_IN_ONE)
        over = server.move(match, tokens[0], "d3-d4-1", 0)
        assert over["outcome"]["text"] == "red wins: the red guard has reached D4"
        (made,) = over["moves"]
        assert (made["text"], made["side"]) == ("D3-D4-1", 0)
        assert server.refusal(f"/api/matches/{match}/moves", {"move": "A1-A2-1", "ply": 1}, token=tokens[1]) == (
            409,
            "the game is over, red wins: the red guard has reached D4",
        )

    def test_the_side_to_move_need_not_change(self, server: Served) -> None:
        match, tokens, _ = server.new_match("margrites")
        for ply, step in enumerate(("b2>b3", "b3>b4", "c2>c3", "c3>c4")):
            state = server.move(match, tokens[0], step, ply)["state"]
        assert (state["to_move"], state["view"]["notes"][0]) == (1, ["steps left", "4"])

    def test_a_set_up_of_the_players_begins_it(self, server: Served) -> None:
        _, _, match = server.new_match("margrites", setup="a2-h2 b7-h7,e8")
        assert match["start"] == "4w4/1wwwwwww1/9/9/9/9/bbbbbbbb1/9 b 4 - 0(0)-0(0)"
        status, error = server.refusal(
            "/api/matches", {"game": "margrites", "seats": ["human", "human"], "setup": "a2 b7"}
        )
        assert status == 422
        assert "expected" in error

    @pytest.mark.parametrize(
        ("more", "error"),
        [
            ({"seats": ["human"]}, "the request has no 'seats.1': expected one"),
            ({"seats": ["human", "robot"]}, "the request's 'seats.1' is 'robot'"),
            ({"seats": ["engine:0", "human"]}, "the request's 'seats.0' is 'engine:0'"),
            ({"seats": ["human", "human"], "names": ["a\nb", None]}, "the request's 'names.0' is 'a\\nb'"),
            ({"seats": ["human", "human"], "names": ["a\0", None]}, "the request's 'names.0' is 'a\\x00'"),
            ({"seats": ["human", "human"], "names": ["x" * 41, None]}, "the request's 'names.0' is"),
            ({"seats": ["human", "human"], "clock": {"seconds": 0}}, "the request's 'clock.seconds' is 0"),
            (
                {"seats": ["human", "human"], "clock": {"seconds": 1, "increment": -1}},
                "the request's 'clock.increment'",
            ),
            (
                {"seats": ["human", "human"], "position": "r", "setup": "x"},
                "a game begins with a position or a set-up",
            ),
            ({"seats": ["human", "human"], "position": "r"}, "'r' has 1 field"),
            ({"seats": ["engine", "engine:2"], "clock": {"seconds": 60}}, "the engine plays itself without a clock"),
        ],
    )
    def test_a_wrong_wish_begins_none(self, server: Served, more: dict[str, Any], error: str) -> None:
        status, found = server.refusal("/api/matches", {"game": "turm", **more})
        assert (status, found[: len(error)]) == (422, error)

    @pytest.mark.parametrize("match", ["nowhere", "x" * 40])
    def test_one_that_is_not_there_is_not_found(self, server: Served, match: str) -> None:
        assert server.client.get(f"/api/matches/{match}").json() == {
            "error": f"game '{match}' not found",
            "code": "game_not_found",
            "arguments": {"game": f"'{match}'"},
        }
        assert server.refusal(f"/api/matches/{match}/resign", token="x")[0] == 404

    @pytest.mark.parametrize("match", ["x" * 41, "a b", "a'--", "%2e%2e"])
    def test_a_name_that_none_can_have_is_refused(self, server: Served, match: str) -> None:
        assert server.client.get(f"/api/matches/{match}").status_code in (404, 422)


class TestTokens:
    @pytest.mark.parametrize("deed", ["moves", "resign", "draw", "takeback", "rematch"])
    def test_nothing_is_done_without_the_right_one(self, server: Served, deed: str) -> None:
        match, tokens, before = server.new_match("turm", "human", "engine:1")
        _, others, _ = server.new_match("turm")
        offer = {"action": "offer"}
        body = {"moves": {"move": "D5-D4-1", "ply": 0}, "draw": offer, "rematch": offer}.get(deed)
        path = f"/api/matches/{match}/{deed}"
        assert server.refusal(path, body) == (
            401,
            "this needs the token of a seat: expected 'Authorization: Bearer TOKEN'",
        )
        for wrong in (
            *others,
            tokens[0][:-1],
            tokens[0] + "x",
            "null",
            "None",
            "0" * 64,
        ):
            assert server.refusal(path, body, token=wrong) == (403, "the token does not belong to a seat of this game")
        answer = server.client.post(path, json=body, headers={"Authorization": f"Basic {tokens[0]}"})
        assert answer.status_code == 401
        assert server.get(f"/api/matches/{match}") == before

    def test_one_holds_its_own_seat_alone(self, server: Served) -> None:
        match, tokens, _ = server.new_match("turm", "human", "open")
        joined = server.post(f"/api/matches/{match}/join", {})
        path, move = f"/api/matches/{match}/moves", {"move": "D5-D4-1", "ply": 0}
        assert server.refusal(path, move, token=joined["token"]) == (409, "red is to move: expected a move of its own")
        server.post(path, move, token=tokens[0])

    def test_none_is_ever_shown_again(self, server: Served) -> None:
        match, tokens, _ = server.new_match("turm")
        shown = server.client.get(f"/api/matches/{match}").text + server.client.get(f"/api/matches/{match}/record").text
        assert not any(token in shown for token in tokens)
        assert "token" not in shown


class TestMoves:
    def test_a_doubled_request_is_answered_the_same_and_played_once(self, server: Served) -> None:
        match, tokens, _ = server.new_match("turm")
        first = server.move(match, tokens[0], "D5-D4-1", 0)
        assert server.move(match, tokens[0], "D5-D4-1", 0) == first
        assert server.move(match, tokens[0], " d5-d4-1", 0) == first
        server.move(match, tokens[1], "D3-C3-1", 1)
        assert len(server.move(match, tokens[0], "D5-D4-1", 0)["moves"]) == 2

    def test_another_move_at_a_ply_that_was_played_is_refused(self, server: Served) -> None:
        match, tokens, _ = server.new_match("turm")
        server.move(match, tokens[0], "D5-D4-1", 0)
        refused = server.refusal(f"/api/matches/{match}/moves", {"move": "D5-C5-1", "ply": 0}, token=tokens[0])
        assert refused == (409, "the move is for ply 0: expected 1, the number of moves played")

    def test_of_two_moves_at_once_one_is_played(self, server: Served) -> None:
        match, tokens, start = server.new_match("turm")
        texts = [move["text"] for move in start["state"]["moves"]][:8]
        with ThreadPoolExecutor(8) as pool:
            answers = list(
                pool.map(
                    lambda text: server.ask(f"/api/matches/{match}/moves", {"move": text, "ply": 0}, token=tokens[0]),
                    texts,
                )
            )
        assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7
        (won,) = (text for text, answer in zip(texts, answers, strict=True) if answer.status_code == 200)
        assert [move["text"] for move in server.get(f"/api/matches/{match}")["moves"]] == [won]

    def test_an_illegal_one_changes_nothing_and_names_the_rule(self, server: Served) -> None:
        match, tokens, before = server.new_match("congo:full")
        refused = server.refusal(f"/api/matches/{match}/moves", {"move": "g1g3", "ply": 0}, token=tokens[0])
        assert refused == (422, "'g1g3' is illegal: the zebra moves like a chess knight")
        body = {"game": "congo:full", "moves": ["g1f3", "d6d4"]}
        answer = server.ask("/api/positions", body).json()
        assert (answer["code"], answer["arguments"]) == ("pawn", {})
        assert server.get(f"/api/matches/{match}") == before


class TestEnds:
    def test_whoever_resigns_loses_whoever_is_to_move(self, server: Served) -> None:
        match, tokens, _ = server.new_match("turm")
        over = server.post(f"/api/matches/{match}/resign", token=tokens[1])
        assert over["outcome"] == {
            "winner": 0,
            "reason": "the other side resigned",
            "termination": "resignation",
            "text": "red wins: the other side resigned",
            "code": "resigned",
            "arguments": {},
        }
        assert (over["state"]["status"], over["state"]["moves"]) == ("red wins: the other side resigned", [])
        assert server.refusal(f"/api/matches/{match}/resign", token=tokens[0])[0] == 409

    def test_a_draw_is_offered_and_accepted(self, server: Served) -> None:
        match, tokens, _ = server.new_match("turm")
        path = f"/api/matches/{match}/draw"
        assert server.post(path, {"action": "offer"}, token=tokens[0])["draw_offer"] == 0
        refused = server.refusal(path, {"action": "accept"}, token=tokens[0])
        assert refused == (409, "there is no draw to accept: expected an offer of blue first")
        over = server.post(path, {"action": "accept"}, token=tokens[1])
        assert (over["outcome"]["text"], over["draw_offer"]) == ("draw: agreed", None)

    def test_an_offer_ends_when_it_is_declined_or_answered_by_a_move(self, server: Served) -> None:
        match, tokens, _ = server.new_match("turm")
        path = f"/api/matches/{match}/draw"
        server.post(path, {"action": "offer"}, token=tokens[1])
        assert server.post(path, {"action": "decline"}, token=tokens[0])["draw_offer"] is None
        server.post(path, {"action": "offer"}, token=tokens[1])
        assert server.move(match, tokens[0], "D5-D4-1", 0)["draw_offer"] is None
        server.post(path, {"action": "offer"}, token=tokens[0])
        assert server.post(path, {"action": "offer"}, token=tokens[1])["outcome"]["reason"] == "agreed"


class TestLobby:
    def test_a_public_game_is_offered_to_all_and_then_shown_to_all(self, server: Served) -> None:
        _, _, hidden = server.new_match("turm", "human", "open")
        match, _, made = server.new_match("congo:full", "open", "human", names=[None, "Anna"], public=True)
        assert (hidden["public"], made["public"]) == (False, True)

        def listed(kind: str) -> Any:
            deadline = monotonic() + TIMEOUT
            while monotonic() < deadline:
                found = [game for game in server.get("/api/lobby")[kind] if game["id"] in (match, hidden["id"])]
                if found:
                    return found
                sleep(0.05)
            raise AssertionError(f"the game is not among those of the list {kind}")

        (game,) = listed("open")
        assert {"id": match, "game": "congo:full", "side": 0, "name": "Anna", "clock": None}.items() <= game.items()
        server.post(f"/api/matches/{match}/join", {"name": "Ben"})
        (game,) = listed("running")
        assert {"id": match, "names": ["Ben", "Anna"], "moves": 0, "spectators": 0}.items() <= game.items()

    @pytest.mark.parametrize("seats", [["human", "human"], ["human", "engine"], ["open", "open"]])
    def test_one_that_nobody_could_join_is_not_public(self, server: Served, seats: list[str]) -> None:
        refused = server.refusal("/api/matches", {"game": "turm", "seats": seats, "public": True})
        assert refused == (
            422,
            "a public game has a seat for you and one for others: expected the seats human and open",
        )


class TestEndsWithoutAResult:
    @pytest.mark.parametrize("form", ["json", "moves", "text"])
    def test_a_game_is_aborted_and_its_record_says_so(self, server: Served, form: str) -> None:
        match, tokens, begun = server.new_match("turm", "human", "open")
        assert (begun["abort"], begun["claim_after"]) == (True, None)
        tokens[1] = server.post(f"/api/matches/{match}/join", {})["token"]
        server.move(match, tokens[0], "D5-D4-1", 0)
        over = server.post(f"/api/matches/{match}/abort", token=tokens[1])
        text = "no result: blue aborted the game"
        assert (over["outcome"]["text"], over["outcome"]["termination"], over["abort"]) == (text, "aborted", False)
        assert server.refusal(f"/api/matches/{match}/abort", token=tokens[0]) == (409, f"the game is over, {text}")
        record = server.client.get(f"/api/matches/{match}/record?format={form}").text
        again = server.post("/api/records", {"text": record})["match"]
        if form == "text":
            assert '[Result "*"]\n[Termination "blue aborted the game"]' in record
        else:
            assert again["outcome"] == over["outcome"]

    def test_an_invitation_is_declined_and_who_invites_sees_it(self, server: Served) -> None:
        match, _, _ = server.new_match("turm", "human", "open")
        with server.live(match) as live:
            live.next()
            server.post(f"/api/matches/{match}/decline")
            told = live.until(type="match")["match"]
        assert told["outcome"]["text"] == "no result: the invitation was declined"
        taken, _, _ = server.new_match("turm")
        assert server.refusal(f"/api/matches/{taken}/decline")[0] == 409

    def test_a_game_is_claimed_from_one_who_was_gone_for_long_enough(self, server: Served) -> None:
        clock = {"seconds": 600, "increment": 0}
        match, tokens, _ = server.new_match("turm", "human", "open", clock=clock)
        tokens[1] = server.post(f"/api/matches/{match}/join", {})["token"]
        for ply, move in enumerate(("D5-D4-1", "D3-C3-1", "C6-C5-1")):
            played = server.move(match, tokens[ply % 2], move, ply)
        assert played["claim_after"] == 60
        status, error = server.refusal(f"/api/matches/{match}/claim", {"result": "win"}, token=tokens[0])
        assert status == 409
        assert re.fullmatch(r"the opponent has been gone for \d+ s: expected at least 60", error)
        assert server.refusal(f"/api/matches/{match}/claim", {"result": "all"}, token=tokens[0])[0] == 422


class TestRematches:
    def finished(self, server: Served, *seats: str) -> tuple[str, list[str]]:
        clock = {"seconds": 300, "increment": 2}
        match, tokens, _ = server.new_match("turm", *seats, position=TURM_WIN_IN_ONE, clock=clock, names=["Anna", None])
        if seats[1] == "open":
            tokens[1] = server.post(f"/api/matches/{match}/join", {"name": "Ben"})["token"]
        server.move(match, tokens[0], "D3-D4-1", 0)
        return match, tokens

    def test_both_players_are_told_and_play_on_with_their_tokens(self, server: Served) -> None:
        match, tokens = self.finished(server, "human", "open")
        with server.live(match) as live:
            assert live.until(type="match")["match"]["rematch_offer"] is None
            server.post(f"/api/matches/{match}/rematch", {"action": "offer"}, token=tokens[1])
            assert live.until(type="match")["match"]["rematch_offer"] == 1
            agreed = server.post(f"/api/matches/{match}/rematch", {"action": "accept"}, token=tokens[0])
            told = live.until(type="match")["match"]
        assert (told["rematch"], told["rematch_offer"]) == (agreed["rematch"], None)
        again = server.get(f"/api/matches/{agreed['rematch']}")
        assert [seat["name"] for seat in again["seats"]] == ["Ben", "Anna"]
        assert (again["start"], again["moves"], again["outcome"]) == (TURM_WIN_IN_ONE, [], None)
        assert (again["clock"]["seconds"], again["clock"]["increment"]) == (300, 2)
        refused = server.refusal(f"/api/matches/{again['id']}/moves", {"move": "D3-C3-1", "ply": 0}, token=tokens[0])
        assert refused == (409, "red is to move: expected a move of its own")
        assert len(server.move(again["id"], tokens[1], "D3-C3-1", 0)["moves"]) == 1
        # The same request again makes no third match.
        same = server.post(f"/api/matches/{match}/rematch", {"action": "accept"}, token=tokens[0])
        assert (same["rematch"], same["revision"]) == (agreed["rematch"], agreed["revision"])

    def test_one_that_is_declined_is_not_begun(self, server: Served) -> None:
        match, tokens = self.finished(server, "human", "open")
        path = f"/api/matches/{match}/rematch"
        assert server.post(path, {"action": "offer"}, token=tokens[0])["rematch_offer"] == 0
        declined = server.post(path, {"action": "decline"}, token=tokens[1])
        assert (declined["rematch_offer"], declined["rematch"]) == (None, None)
        assert server.refusal(path, {"action": "accept"}, token=tokens[1]) == (
            409,
            "there is no rematch to accept: expected an offer of red first",
        )

    def test_the_engine_begins_the_next_one(self, server: Served) -> None:
        match, tokens = self.finished(server, "human", "engine:1")
        again = server.post(f"/api/matches/{match}/rematch", {"action": "offer"}, token=tokens[0])["rematch"]
        with server.live(again) as live:
            made = live.match(moves=1)
        assert [seat["kind"] for seat in made["seats"]] == ["engine", "human"]
        assert made["moves"][0]["side"] == 0


class TestTheEngine:
    def test_it_answers_every_move_and_is_taken_back_with_it(self, server: Served) -> None:
        match, tokens, start = server.new_match("turm", "human", "engine:1")
        with server.live(match) as live:
            state = start["state"]
            for ply in (0, 2):
                server.move(match, tokens[0], state["moves"][0]["text"], ply)
                state = live.match(moves=ply + 2)["state"]
            server.post(f"/api/matches/{match}/takeback", token=tokens[0])
            back = live.match(moves=2)
            assert back["state"]["to_move"] == 0
        assert server.get(f"/api/matches/{match}") == back

    def test_it_begins_where_it_has_the_first_side(self, server: Served) -> None:
        match, tokens, _ = server.new_match("congo", "engine:1", "human")
        with server.live(match) as live:
            assert live.match(moves=1)["state"]["to_move"] == 1
        refused = server.refusal(f"/api/matches/{match}/takeback", token=tokens[1])
        assert refused == (409, "nothing to take back")

    def test_it_plays_all_steps_of_a_turn(self, server: Served) -> None:
        match, _, _ = server.new_match("margrites", "engine:1", "human")
        with server.live(match) as live:
            assert live.match(moves=4)["state"]["to_move"] == 1

    def test_it_plays_itself(self, server: Served) -> None:
        match, _, _ = server.new_match("turm", "engine", "engine", position="7/3RG3/2r22r11/7/7/1b15/3BG2b1 r")
        with server.live(match) as live:
            over = live.until(type="match")["match"]
            while over["outcome"] is None:
                over = live.until(type="match")["match"]
        assert over["outcome"]["winner"] == 0
        # People can follow it.
        assert min(move["seconds"] for move in over["moves"]) >= SHOW_PACE

    def test_it_plays_itself_only_while_somebody_watches(self, server: Served) -> None:
        match, _, start = server.new_match("turm", "engine:1", "engine:1")
        other, _, _ = server.new_match("turm", "engine:1", "human")
        with server.live(other) as live:
            live.match(moves=1)
        assert server.get(f"/api/matches/{match}") == start
        with server.live(match) as live:
            live.match(moves=2)

    def test_moves_between_people_are_taken_back_by_consent(self, server: Served) -> None:
        match, tokens, _ = server.new_match("turm", "human", "open")
        tokens[1] = server.post(f"/api/matches/{match}/join", {})["token"]
        server.move(match, tokens[0], "D5-D4-1", 0)
        path = f"/api/matches/{match}/takeback"
        asked = server.post(path, token=tokens[0])
        assert (asked["takeback_offer"], len(asked["moves"])) == (0, 1)
        assert server.post(path, {"action": "decline"}, token=tokens[1])["takeback_offer"] is None
        server.post(path, {"action": "offer"}, token=tokens[0])
        back = server.post(path, {"action": "accept"}, token=tokens[1])
        assert (back["takeback_offer"], back["moves"], back["takeback"]) == (None, [], False)
        assert server.refusal(path, {"action": "accept"}, token=tokens[1])[0] == 409

    def test_one_person_with_both_seats_takes_back_one_move(self, server: Served) -> None:
        match, tokens, _ = server.new_match("turm")
        server.move(match, tokens[0], "D5-D4-1", 0)
        server.move(match, tokens[1], "D3-C3-1", 1)
        refused = server.refusal(f"/api/matches/{match}/takeback", token=tokens[0])
        assert refused == (409, "the last move is blue's: expected the token of that seat")
        back = server.post(f"/api/matches/{match}/takeback", token=tokens[1])
        assert (len(back["moves"]), back["takeback"]) == (1, True)
        assert len(server.move(match, tokens[1], "D3-E3-1", 1)["moves"]) == 2
        for moves in (1, 0):
            back = server.post(f"/api/matches/{match}/takeback", token=tokens[moves])
            assert (len(back["moves"]), back["takeback"]) == (moves, bool(moves))


class TestRecords:
    def played(self, server: Served, game: str, *moves: str) -> str:
        match, tokens, state = server.new_match(game, names=["Anna", "Ben"])
        for ply, move in enumerate(moves):
            state = server.move(match, tokens[state.get("state", state)["to_move"]], move, ply)
        server.post(f"/api/matches/{match}/resign", token=tokens[0])
        return match

    @pytest.mark.parametrize(
        ("game", "moves", "form"),
        [
            ("draughts", ["32-28", "19-23", "28x19"], "pdn"),
            ("draughts", ["32-28", "19-23"], "json"),
            ("margrites", ["b2>b3", "b3>b4", "c2>c3", "c3>c4", "h7>h6"], "moves"),
            ("turm:castle", ["D5-D4-1"], "moves"),
            ("turm", [], "moves"),
            ("turm:castle", ["D5-D4-1"], "text"),
            ("margrites", ["b2>b3", "b3>b4", "c2>c3", "c3>c4", "h7>h6"], "text"),
            ("congo:full", ["d2d3", "d6d5"], "json"),
        ],
    )
    def test_a_match_goes_out_and_comes_in_again(self, server: Served, game: str, moves: list[str], form: str) -> None:
        match = self.played(server, game, *moves)
        file = server.client.get(f"/api/matches/{match}/record?format={form}")
        assert file.headers["content-disposition"].startswith(f'attachment; filename="{game.replace(":", "-")}')
        before = server.get(f"/api/matches/{match}")
        for named in ("auto", form):
            again = server.post("/api/records", {"text": file.text, "format": named})["match"]
            for same in ("game", "start", "outcome", "state"):
                assert again[same] == before[same]
            assert [move["text"] for move in again["moves"]] == moves
            assert [seat["kind"] for seat in again["seats"]] == ["record", "record"]
            assert server.get(f"/api/matches/{again['id']}") == again

    @pytest.mark.parametrize(
        ("game", "text", "moves"),
        [
            ("congo", "1. d2d3 d6d5 *", ["d2d3", "d6d5"]),
            ("congo:full", '[White "Anna"] d2d3 d6d5', ["d2d3", "d6d5"]),
            ("draughts", "32-28 19-23", ["32-28", "19-23"]),
            ("congo:full", '[Game "turm:castle"] 1. D5-D4-1 *', ["D5-D4-1"]),
        ],
    )
    def test_a_text_that_names_no_game_is_of_the_one_that_is_asked_for(
        self, server: Served, game: str, text: str, moves: list[str]
    ) -> None:
        match = server.post("/api/records", {"text": text, "game": game})["match"]
        named = "turm:castle" if "Game" in text else find_game(game).full_name
        assert (match["game"], [move["text"] for move in match["moves"]]) == (named, moves)
        status, error = server.refusal("/api/records", {"text": text, "game": "chess"})
        assert (status, error[:22]) == (404, "unknown game 'chess': ")

    @pytest.mark.parametrize("form", ["pdn", "text", "json"])
    def test_several_games_are_listed_and_each_can_be_had(self, server: Served, form: str) -> None:
        game, moves = ("draughts", ["32-28", "19-23"]) if form == "pdn" else ("congo", ["d2d3", "d6d5"])
        played = [self.played(server, game, *moves[:count]) for count in (1, 2)]
        texts = [server.client.get(f"/api/matches/{match}/record?format={form}").text for match in played]
        answer = server.post("/api/records", {"text": "".join(texts)})
        assert answer["match"] is None
        assert [listed["text"] for listed in answer["games"]] == [text.strip() for text in texts]
        lost = "0-2" if form == "pdn" else "0-1"
        for count, listed in enumerate(answer["games"], 1):
            assert (listed["players"], listed["result"], listed["moves"]) == (["Anna", "Ben"], lost, count)
            match = server.post("/api/records", {"text": listed["text"]})["match"]
            assert [move["text"] for move in match["moves"]] == moves[:count]

    def test_a_game_that_is_wrong_does_not_hide_the_others(self, server: Served) -> None:
        answer = server.post("/api/records", {"text": "1. 32-27 19-23 2-0\n\n1. 32-99 *\n\n1. 32-28 19-23 1-1"})
        assert [(listed["result"], listed["moves"]) for listed in answer["games"]] == [("2-0", 2), ("*", 1), ("1-1", 2)]
        status, error = server.refusal("/api/records", {"text": answer["games"][1]["text"]})
        assert (status, error[:27]) == (422, "line 1, column 4: '32-99' n")

    def test_bare_moves_are_in_the_notation_of_the_game(self, server: Served) -> None:
        match = self.played(server, "margrites", "b2>b3", "b3>b4", "c2>c3", "c3>c4", "h7>h6")
        text = server.client.get(f"/api/matches/{match}/record?format=moves").text
        assert text == (
            "margrites\n4w4/1wwwwwww1/9/9/9/9/1bbbbbbb1/4b4 b 4 - 0(0)-0(0)\n"
            "b2>b3; b3>b4; c2>c3; c3>c4\nh7>h6\nwhite wins: the other side resigned\n"
        )

    def test_players_are_named_in_it(self, server: Served) -> None:
        match = self.played(server, "draughts", "32-28")
        assert '[White "Anna"]' in server.client.get(f"/api/matches/{match}/record?format=pdn").text
        assert server.get(f"/api/matches/{match}/record")["players"] == {"white": "Anna", "black": "Ben"}

    def test_nobody_plays_on_in_one(self, server: Served) -> None:
        text = "turm\n" + TURM_START + "\nD5-D4-1\n"
        match = server.post("/api/records", {"text": text})["match"]["id"]
        assert server.refusal(f"/api/matches/{match}/resign", token="x")[0] == 403
        assert server.refusal(f"/api/matches/{match}/join", {})[0] == 409

    @pytest.mark.parametrize(
        ("text", "form", "error"),
        [
            ("{", "auto", "the text is not JSON: "),
            ("{}", "auto", "the record's format is 'None None': expected 'boardwright 1'"),
            ("[]", "json", "a record is an object"),
            ("turm", "auto", "the text ends after the name of the game"),
            ("turm\nx", "auto", "'x' has 1 field"),
            (f"turm\n{TURM_START}\nA1-A1", "moves", "move 1: 'A1-A1'"),
            (f"turm\n{TURM_START}\nred wins: magic", "moves", "the record's outcome is"),
            ("chess", "moves", "the text begins with 'chess': expected the name of a game on a line"),
            ("x", "sgf", "there is no format 'sgf': expected auto, json, moves, text, pdn"),
            ('[Red "Anna"] 1. D5-D4-1', "text", "the text names no game: expected a tag such as [Game "),
            (
                "",
                "auto",
                "the text is not a record in any known format: expected JSON, tags and moves (text, pdn), or ",
            ),
            ("hello world", "auto", "the text is not a record in any known format: expected JSON, "),
            ("32-28 hello", "auto", "line 1, column 7: unexpected 'hello'"),
            ("1. 32-28 1. nonsense", "auto", ""),
            (f"turm\n{TURM_START}\n" + "D5-D4-1\n" * 5001, "auto", "the record has 5001 moves: expected at most 5000"),
            ('{"game":"turm","moves":[' + "1," * 5000 + "1]}", "auto", "the record has 5001 moves"),
            ('{"format":"boardwright","version":1,"game":"/etc/passwd"}', "auto", "unknown game '/etc/passwd'"),
        ],
    )
    def test_what_is_none_is_refused(self, server: Served, text: str, form: str, error: str) -> None:
        status, found = server.refusal("/api/records", {"text": text, "format": form})
        assert (status, found[: len(error)]) == (422, error)

    def test_a_format_that_the_game_has_not_is_not_found(self, server: Served) -> None:
        match, _, _ = server.new_match("turm")
        answer = server.client.get(f"/api/matches/{match}/record?format=pdn")
        assert (answer.status_code, answer.json()) == (
            404,
            {"error": "turm has no format 'pdn': expected json, moves, text"},
        )

    @pytest.mark.parametrize("sign", ["\0", "\n", "\x1b"])
    def test_a_reason_with_control_characters_is_refused(self, server: Served, sign: str) -> None:
        played = PlayedGame(find_game("turm"))
        played.adjudicate(0, f"it{sign}rains")
        status, error = server.refusal("/api/records", {"text": json.dumps(played.record())})
        assert (status, error.startswith("the record's 'reason' is 'adjudged, it")) == (422, True)
        assert server.get("/api/health")["status"] == "ok"


class TestTheRest:
    @pytest.mark.parametrize(
        "body",
        [
            b"",
            b"{",
            b"[" * 100_000,
            b'{"game":' * 20_000,
            b"\xff\xfe",
            b"\0",
            b'"\\ud800"',
            b"1" * 5000,
            b"NaN",
            b"null",
        ],
        ids=lambda body: f"{body[:8]!r} of {len(body)}",
    )
    def test_any_bytes_are_answered_in_one_line(self, server: Served, body: bytes) -> None:
        for path in ("/api/matches", "/api/positions", "/api/records"):
            answer = server.client.post(path, content=body, headers={"content-type": "application/json"})
            assert (answer.status_code, list(answer.json())) == (422, ["error"])
            assert len(answer.json()["error"]) < 300

    def test_the_server_is_well(self, server: Served) -> None:
        assert server.get("/api/health") == {"status": "ok", "workers": 2, "queue": 0}

    def test_what_is_not_there_is_said_in_the_same_way(self, server: Served) -> None:
        for path, status, error in [
            ("/api/nothing", 404, "GET '/api/nothing': not found"),
            ("/static/nothing.js", 404, "GET '/static/nothing.js': not found"),
            ("/static/../app.py", 404, "GET '/app.py': not found"),
            ("/static/%2e%2e/app.py", 404, "GET '/static/../app.py': not found"),
            ("/api/matches", 405, "GET '/api/matches': method not allowed"),
        ]:
            answer = server.client.get(path)
            assert (answer.status_code, answer.json()) == (status, {"error": error})

    def test_a_browser_is_told_by_the_page_that_nothing_is_there(self, server: Served) -> None:
        browser = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
        for path in ("/nonsense", "/play/a/b", "/%zz"):
            answer = server.client.get(path, headers=browser)
            assert (answer.status_code, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")
            assert '<main id="main"' in answer.text
        answer = server.client.get("/api/nothing", headers=browser)
        assert (answer.status_code, answer.json()) == (404, {"error": "GET '/api/nothing': not found"})

    @pytest.mark.parametrize("path", ["/", "/play/anything", "/analyse/turm", "/rules/turm", "/puzzles/turm"])
    def test_all_pages_are_the_page(self, server: Served, path: str) -> None:
        page = server.client.get(path)
        assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
        assert page.headers["content-security-policy"].startswith("default-src 'self';")
        assert page.headers["x-content-type-options"] == "nosniff"
        assert "unsafe" not in page.headers["content-security-policy"]

    def test_a_form_of_another_site_begins_no_match(self, server: Served) -> None:
        body = '{"game":"turm","seats":["human","human"]}'
        answer = server.client.post("/api/matches", content=body, headers={"content-type": "text/plain"})
        assert answer.status_code == 422


class TestCompression:
    """What is large is compressed, but nothing that may hold a secret."""

    @pytest.mark.parametrize("path", ["/static/style.css", "/api/games", "/api/games/turm/rules"])
    def test_what_is_read_is_compressed_for_those_who_can_read_it(self, server: Served, path: str) -> None:
        plain = server.client.get(path, headers={"Accept-Encoding": "identity"})
        answer = server.client.get(path)
        assert (plain.headers.get("content-encoding"), answer.headers.get("content-encoding")) == (None, "gzip")
        assert int(answer.headers["content-length"]) < len(plain.content) / 2
        assert answer.content == plain.content
        assert "accept-encoding" in answer.headers["vary"].lower()

    def test_positions_are_compressed(self, server: Served) -> None:
        assert server.ask("/api/positions", {"game": "turm"}).headers["content-encoding"] == "gzip"

    def test_an_answer_with_a_token_is_not(self, server: Served) -> None:
        made = server.ask("/api/matches", {"game": "turm", "seats": ["human", "open"]})
        joined = server.ask(f"/api/matches/{made.json()['match']['id']}/join", {})
        for answer in (made, joined):
            assert len(answer.content) > 1000
            assert "content-encoding" not in answer.headers

    def test_a_file_that_has_not_changed_is_not_sent_again(self, server: Served) -> None:
        first = server.client.get("/static/style.css")
        again = server.client.get("/static/style.css", headers={"If-None-Match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
