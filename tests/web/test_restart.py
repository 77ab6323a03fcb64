"""A server that ends and starts again goes on where it stood, with every kind of database."""

from __future__ import annotations

from collections.abc import Callable
from time import sleep

import pytest
from sqlalchemy import create_engine, text
from tests.running import ROOT, SUMMARY
from tests.web.fork_server import ForkServer
from tests.web.killed_server import kill_again_and_again
from tests.web.server_process import Served

pytestmark = pytest.mark.slow

DOWN = 1.0
"""How long a server is down, in seconds."""
FIRST, SECOND = "D5-D4-1", "D3-C3-1"


@pytest.mark.parametrize("end", ["stop", "kill"])
def test_every_match_is_as_it_was(serve: Callable[..., Served], database: str, end: str) -> None:
    served = serve(database=database)
    plain, tokens, _ = served.new_match("turm", names=["Anna", "Ben"])
    served.move(plain, tokens[0], FIRST, 0)
    offered, others, _ = served.new_match("margrites", "human", "open")
    served.post(f"/api/matches/{offered}/draw", {"action": "offer"}, token=others[0])
    asked, askers, _ = served.new_match("turm", "human", "open")
    served.move(asked, askers[0], FIRST, 0)
    served.post(f"/api/matches/{asked}/takeback", token=askers[0])
    over, losers, _ = served.new_match("congo")
    served.post(f"/api/matches/{over}/resign", token=losers[0])
    back, both, _ = served.new_match("turm")
    served.move(back, both[0], FIRST, 0)
    served.move(back, both[1], SECOND, 1)
    served.post(f"/api/matches/{back}/takeback", token=both[1])
    record = served.post("/api/records", {"text": "turm\n7/7/7/7/3RG3/7/BG6 r\nD3-D4-1"})["match"]["id"]
    before = {match: served.get(f"/api/matches/{match}") for match in (plain, offered, asked, over, back, record)}
    getattr(served, end)()
    served.start()
    assert {match: served.get(f"/api/matches/{match}") for match in before} == before
    assert len(served.move(plain, tokens[1], SECOND, 1)["moves"]) == 2
    assert served.move(plain, tokens[0], FIRST, 0)["revision"] == 3
    assert served.post(f"/api/matches/{offered}/join", {})["side"] == 1


def test_two_servers_on_one_database_lose_and_double_nothing(serve: Callable[..., Served], database: str) -> None:
    one, other = serve(database=database), serve(database=database)
    match, tokens, start = one.new_match("turm")
    assert other.get(f"/api/matches/{match}") == start
    one.move(match, tokens[0], FIRST, 0)
    status, error = other.refusal(f"/api/matches/{match}/moves", {"move": "D5-C5-1", "ply": 0}, token=tokens[0])
    assert (status, error) == (409, f"the game {match} was changed by another server: send the request again")
    assert other.get(f"/api/matches/{match}") == one.get(f"/api/matches/{match}")
    assert other.move(match, tokens[0], FIRST, 0)["revision"] == 2
    after = other.move(match, tokens[1], SECOND, 1)
    assert [move["text"] for move in after["moves"]] == [FIRST, SECOND]


def test_the_engine_is_asked_again_for_the_moves_that_it_owed(serve: Callable[..., Served], database: str) -> None:
    served = serve(database=database)
    matches = [served.new_match("turm", "engine", "human")[0] for _ in range(4)]
    served.kill()
    served.start()
    for match in matches:
        with served.live(match) as live:
            assert live.match(moves=1)["state"]["to_move"] == 1


def test_clocks_go_on_and_nobody_loses_time_that_the_server_did_not_live(
    serve: Callable[..., Served], database: str
) -> None:
    served = serve(database=database)
    long, tokens, _ = served.new_match("turm", clock={"seconds": 1000, "increment": 5})
    served.move(long, tokens[0], FIRST, 0)
    before = served.move(long, tokens[1], SECOND, 1)["clock"]
    short, others, _ = served.new_match("turm", clock={"seconds": 2, "increment": 0})
    served.move(short, others[0], FIRST, 0)
    for _ in range(2):
        served.kill()
        sleep(DOWN)
        served.start()
    after = served.get(f"/api/matches/{long}")["clock"]
    assert (before["running"], after["running"], after["increment"]) == (0, 0, 5)
    assert after["left"][1] == before["left"][1]
    lived = after["at"] - before["at"] - 2 * DOWN
    assert before["left"][0] - lived < after["left"][0] <= before["left"][0]
    # A flag falls although nobody looks.
    with served.live(short) as live:
        over = live.until(type="match")["match"]
        while over["outcome"] is None:
            over = live.until(type="match")["match"]
    assert over["outcome"]["reason"] == "adjudged, blue overstepped the time"


def test_a_match_of_a_game_that_is_gone_harms_no_other(serve: Callable[..., Served], database: str) -> None:
    served = serve("--game", str(ROOT / "examples" / "breakthrough.py"), database=database)
    strange, _, start = served.new_match("breakthrough", "engine", "human")
    assert start["title"] == "Breakthrough"
    turm, tokens, _ = served.new_match("turm", "engine:1", "human")
    served.kill()
    served.options = ()
    served.start()
    with served.live(turm) as live:
        live.match(moves=1)
    answer = served.client.get(f"/api/matches/{strange}")
    assert (answer.status_code, answer.json()["error"][:29]) == (404, "unknown game 'breakthrough': ")
    assert tokens
    warning, status = served.stop().splitlines()
    assert warning.startswith(f"the game {strange} cannot be resumed: unknown game 'breakthrough'")
    assert status == "exit status 0"


def test_a_store_that_is_gone_for_a_while_costs_no_move(serve: Callable[..., Served], postgresql_url: str) -> None:
    """Connections that the database cut are made anew; what it does not take is not acknowledged."""
    served = serve(database=postgresql_url)
    match, tokens, _ = served.new_match("turm")
    cut = text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
    engine = create_engine(postgresql_url)
    for ply, move in enumerate((FIRST, SECOND)):
        with engine.connect() as connection:
            connection.execute(cut)
        assert len(served.move(match, tokens[ply], move, ply)["moves"]) == ply + 1
    with engine.begin() as connection:
        connection.execute(text("ALTER TABLE moves RENAME TO away"))
    status, error = served.refusal(f"/api/matches/{match}/moves", {"move": "C6-C5-1", "ply": 2}, token=tokens[0])
    # Its own words are for the log.
    assert (status, error) == (503, "the store cannot be written: try again later")
    assert served.client.get("/api/health").status_code == 503
    owed, _, _ = served.new_match("turm", "engine:1", "human")
    with served.live(owed) as live:
        assert live.next()["match"]["moves"] == []
        with engine.begin() as connection:
            connection.execute(text("ALTER TABLE away RENAME TO moves"))
        # What the engine could not have stored is stored as soon as it can be.
        live.match(moves=1)
    engine.dispose()
    assert len(served.get(f"/api/matches/{match}")["moves"]) == 2
    assert len(served.move(match, tokens[0], "C6-C5-1", 2)["moves"]) == 3
    assert served.get("/api/health")["status"] == "ok"
    failed, again, *_ = served.stop().splitlines()
    assert failed.startswith("the store cannot be written: ")
    assert again.startswith("the store has recovered ")


def test_a_full_disk_is_logged_and_shown_by_health(serve: Callable[..., Served]) -> None:
    served = serve()
    match, tokens, _ = served.new_match("turm")
    engine = create_engine(served.database)
    with engine.begin() as connection:
        connection.execute(text("CREATE TRIGGER full BEFORE INSERT ON moves BEGIN SELECT RAISE(ABORT, 'no room'); END"))
    for _ in range(3):
        refused = served.refusal(f"/api/matches/{match}/moves", {"move": FIRST, "ply": 0}, token=tokens[0])
        assert refused == (503, "the store cannot be written: try again later")
    health = served.client.get("/api/health")
    assert (health.status_code, health.json()) == (503, {"error": "the store fails: see the server's log"})
    with engine.begin() as connection:
        connection.execute(text("DROP TRIGGER full"))
    engine.dispose()
    assert len(served.move(match, tokens[0], FIRST, 0)["moves"]) == 1
    assert served.get("/api/health")["status"] == "ok"
    failed, again, status = served.stop().splitlines()
    assert failed == "the store cannot be written: no room"
    assert again.startswith("the store has recovered ")
    assert status == "exit status 0"


@pytest.mark.parametrize(
    "damage", ["seats = '{'", "seats = '[7, 8]'", "clock = '{}'", "changed = 'then'", "start = 7", "revision = 'x'"]
)
def test_a_damaged_match_is_left_aside_and_the_others_go_on(serve: Callable[..., Served], damage: str) -> None:
    served = serve()
    damaged, _, _ = served.new_match("turm", "engine:1", "human", clock={"seconds": 600, "increment": 0})
    with served.live(damaged) as live:
        live.match(moves=1)
    other, _, _ = served.new_match("turm", "engine:1", "human")
    served.stop()
    engine = create_engine(served.database)
    with engine.begin() as connection:
        connection.execute(text(f"UPDATE matches SET {damage} WHERE id = '{damaged}'"))
    engine.dispose()
    served.start()
    with served.live(other) as live:
        live.match(moves=1)
    for _ in range(2):
        answer = served.client.get(f"/api/matches/{damaged}")
        assert answer.status_code in (422, 500)
    told, status = served.stop().splitlines()
    assert told.startswith((f"the game {damaged} is damaged in the store", f"the game {damaged} cannot be resumed"))
    assert status == "exit status 0"


@pytest.mark.parametrize("kills", [4, pytest.param(25, marks=pytest.mark.slow)])
def test_a_killed_server_has_lost_nothing_that_it_acknowledged(
    home: ForkServer, database: str, kills: int, record_property: Callable[[str, object], None]
) -> None:
    found = kill_again_and_again(home, database, kills)
    assert found.wrong == []
    assert found.kills == kills
    assert found.acknowledged >= kills
    told = f"{found.acknowledged} moves acknowledged, {found.unheard} stored unheard, none lost or doubled"
    record_property(SUMMARY, f"{database.partition(':')[0]}: {kills} kills, {told}")
