"""Events: pairings, the table, and what the API does with them, also after a restart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import monotonic, sleep
from typing import Any

import pytest
from tests.web.server_process import TIMEOUT, Served

from boardwright.web.event import MAX_PLAYERS, Pairing, round_robin, standings


@pytest.mark.parametrize("players", range(2, MAX_PLAYERS + 1))
@pytest.mark.parametrize("double", [False, True])
def test_everyone_plays_everyone_and_moves_first_as_often_as_others(players: int, double: bool) -> None:
    rounds = round_robin(players, double=double)
    games = [game for games in rounds for game in games]
    met = Counter(frozenset(game) for game in games)
    assert len(met) == players * (players - 1) // 2
    assert set(met.values()) == {2 if double else 1}
    assert len(set(games)) == len(games)
    for one in rounds:
        assert len({place for game in one for place in game}) == 2 * len(one)
    first = Counter(game.first for game in games)
    second = Counter(game.second for game in games)
    assert max(abs(first[place] - second[place]) for place in range(players)) <= (0 if double else 1)


def test_the_table_is_by_points_and_then_by_the_points_of_the_beaten() -> None:
    results = {Pairing(0, 1): 1.0, Pairing(2, 3): 1.0, Pairing(1, 2): 1.0, Pairing(3, 0): 0.5, Pairing(0, 2): None}
    lines = standings(4, results)
    assert [(line.place, line.points, line.won, line.drawn, line.lost) for line in lines] == [
        (0, 1.5, 1, 1, 0),
        (1, 1.0, 1, 0, 1),
        (2, 1.0, 1, 0, 1),
        (3, 0.5, 0, 1, 1),
    ]
    # Who has beaten the better one is ahead.
    assert [line.tie_break for line in lines[1:3]] == [1.0, 0.5]


def new_event(server: Served, *names: str, **more: Any) -> tuple[str, str, list[Any]]:
    """An event with its path, the organiser's token, and what its players were answered."""
    wish = {"title": "Club evening", "game": "turm", "clock": {"seconds": 300, "increment": 2}} | more
    made = server.post("/api/events", wish)
    path = f"/api/events/{made['event']['id']}"
    return path, made["token"], [server.post(f"{path}/join", {"name": name}) for name in names]


def games_of(event: Any) -> list[Any]:
    return [game for games in event["rounds"] for game in games]


@pytest.mark.slow
class TestEvents:
    def test_a_round_begins_when_the_one_before_is_over_and_the_table_counts(self, server: Served) -> None:
        path, organiser, joined = new_event(server, "Anna", "Ben", "Carla", "Dora", by_round=True)
        tokens = {answer["number"]: answer["token"] for answer in joined}
        event = server.post(f"{path}/start", token=organiser)
        assert (event["started"], event["finished"], len(event["rounds"])) == (True, False, 3)
        for number, games in enumerate(event["rounds"]):
            assert [game["id"] is not None for game in games] == [number == 0] * 2
        for number in range(3):
            games = server.get(path)["rounds"][number]
            for game in games:
                live = server.get(f"/api/matches/{game['id']}")
                assert (live["event"], live["abort"], live["clock"]["seconds"]) == (path.split("/")[-1], False, 300)
                # Whoever moves second resigns.
                server.post(f"/api/matches/{game['id']}/resign", token=tokens[game["players"][1]])
            self.until(server, path, lambda event: all(game["result"] == 1.0 for game in event["rounds"][number]))  # noqa: B023
        event = server.get(path)
        assert event["finished"]
        assert sum(player["points"] for player in event["players"]) == 6
        assert [player["points"] for player in event["players"]] == sorted(
            (player["points"] for player in event["players"]), reverse=True
        )

    def until(self, server: Served, path: str, wanted: Callable[[Any], bool]) -> Any:
        """The event once it is as wanted; its state may be a second old."""
        deadline = monotonic() + TIMEOUT
        while not wanted(event := server.get(path)):
            assert monotonic() < deadline, f"the event stays as it is: {event}"
            sleep(0.05)
        return event

    def test_all_games_begin_at_once_and_a_player_s_token_is_that_of_all_own_seats(self, server: Served) -> None:
        path, organiser, joined = new_event(server, "Anna", "Ben", "Carla", double=True)
        event = server.post(f"{path}/start", token=organiser)
        assert len({game["id"] for game in games_of(event)} - {None}) == 6
        anna = joined[0]
        for game in games_of(event):
            if anna["number"] in game["players"]:
                side = game["players"].index(anna["number"])
                live = server.get(f"/api/matches/{game['id']}")
                assert live["seats"][side]["name"] == "Anna"
                move = {"move": "D5-D4-1", "ply": 0}
                answer = server.ask(f"/api/matches/{game['id']}/moves", move, token=anna["token"])
                assert answer.status_code == (200 if side == 0 else 409)
        game = games_of(event)[0]["id"]
        token = next(each["token"] for each in joined if each["number"] == games_of(event)[0]["players"][0])
        assert server.refusal(f"/api/matches/{game}/abort", token=token)[0] == 409
        over = server.post(f"{path}/decide", {"game": game, "winner": None}, token=organiser)
        assert games_of(over)[0]["result"] == 0.5
        outcome = server.get(f"/api/matches/{game}")["outcome"]
        assert outcome["text"] == "draw: adjudged, the organiser decided the game"
        assert (outcome["code"], outcome["arguments"]) == ("decided", {})
        refused = server.refusal(f"/api/matches/{game}/rematch", {"action": "offer"}, token=token)
        assert refused == (409, "the game is part of an event, which pairs the players: there is no rematch")

    def test_only_the_organiser_starts_it_and_nobody_joins_later(self, server: Served) -> None:
        path, organiser, joined = new_event(server, "Anna")
        few = (409, "the event has too few players: expected at least 2")
        assert server.refusal(f"{path}/start", token=organiser) == few
        assert server.refusal(f"{path}/join", {"name": "anna"}) == (
            409,
            "there is a player called 'anna' already: expected another name",
        )
        for blank in ("", " "):
            nameless = (422, "a player of an event has a name: expected at least one character")
            assert server.refusal(f"{path}/join", {"name": blank}) == nameless
            assert server.refusal("/api/events", {"title": blank, "game": "turm"})[0] == 422
        server.post(f"{path}/join", {"name": "Ben"})
        assert server.refusal(f"{path}/start") == (401, "this needs the token of the event's organiser")
        wrong = (403, "the token is not that of the event's organiser")
        assert server.refusal(f"{path}/start", token=joined[0]["token"]) == wrong
        assert server.refusal(f"{path}/remove", {"number": 0}, token=joined[0]["token"]) == wrong
        left = server.post(f"{path}/remove", {"number": 1}, token=organiser)
        assert [player["name"] for player in left["players"]] == ["Anna"]
        again = server.post(f"{path}/join", {"name": "Ben"})
        assert again["number"] == 2
        server.post(f"{path}/start", token=organiser)
        started = (409, "the event has started: its players are fixed")
        assert server.refusal(f"{path}/start", token=organiser) == started
        assert server.refusal(f"{path}/join", {"name": "Carla"}) == started
        elsewhere, _, _ = server.new_match("turm")
        assert server.refusal(f"{path}/decide", {"game": elsewhere, "winner": 0}, token=organiser)[0] == 404

    def test_many_who_join_at_once_are_all_in_it_and_not_more_than_there_may_be(self, server: Served) -> None:
        path, _, _ = new_event(server)
        with ThreadPoolExecutor(8) as threads:
            answers = list(
                threads.map(
                    lambda number: server.ask(f"{path}/join", {"name": f"Player {number}"}), range(MAX_PLAYERS + 4)
                )
            )
        joined = [answer.json()["number"] for answer in answers if answer.status_code == 200]
        assert sorted(joined) == list(range(MAX_PLAYERS))
        assert sorted({answer.status_code for answer in answers}) == [200, 409]

    def test_an_event_goes_on_after_a_restart(self, serve: Callable[..., Served], database: str) -> None:
        served = serve(database=database)
        path, organiser, joined = new_event(served, "Anna", "Ben", "Carla", by_round=True)
        event = served.post(f"{path}/start", token=organiser)
        (game,) = event["rounds"][0]
        loser = next(each for each in joined if each["number"] == game["players"][0])
        served.post(f"/api/matches/{game['id']}/resign", token=loser["token"])
        served.kill()
        served.start()
        after = served.get(path)
        assert after["rounds"][0][0]["result"] == 0.0
        assert after["rounds"][1][0]["id"] is not None
        refused = served.refusal(f"{path}/start", token=organiser)
        assert refused == (409, "the event has started: its players are fixed")

    def test_a_link_to_it_says_what_is_played(self, server: Served) -> None:
        path, _, _ = new_event(server, title="<b>Club</b>")
        html = server.client.get(path.removeprefix("/api")).text
        assert "&lt;b&gt;Club&lt;/b&gt;" in html
        assert "Turm &amp; Wächter, Centre: everyone plays everyone." in html
        assert "<b>" not in html
        # The page of an event that is not there says so itself.
        assert server.client.get("/events/nowhere").status_code == 200

    def test_an_event_that_is_not_there_is_said(self, server: Served) -> None:
        answer = server.client.get("/api/events/nowhere")
        error = {"error": "event 'nowhere' not found", "code": "event_not_found", "arguments": {"event": "'nowhere'"}}
        assert (answer.status_code, answer.json()) == (404, error)
