"""What is confirmed is kept, in every kind of database."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from pathlib import Path
from threading import Barrier, BrokenBarrierError
from typing import Any

import pytest
from sqlalchemy import Connection, create_engine, event, inspect, text
from tests.running import ROOT

from boardwright import find_game
from boardwright.web import migrations
from boardwright.web.live_game import restore_game
from boardwright.web.store import LOG, REMIND_EVERY, Health, Store
from boardwright.web.stored import Change, StaleRevision, StoredGame, StoreError

pytestmark = pytest.mark.slow

DATA = ROOT / "tests" / "data"
NEWEST = str(migrations.newest())
ROW: dict[str, Any] = {
    "id": "m",
    "revision": 1,
    "game": "turm:centre",
    "rules": 1,
    "start": "start",
    "final": "final",
    "winner": None,
    "reason": None,
    "seats": [{"kind": "human", "name": "Änne ♟"}, {"kind": "engine"}],
    "clock": {"left": [1.5, 2.0], "increment": 0.0, "running": None},
    "draw_offer": None,
    "takeback_offer": None,
    "created": 1700000000.125,
    "changed": 1700000001.25,
    "due": False,
    "public": False,
    "event": None,
}


def move(ply: int, text: str = "a", match: str = "m") -> dict[str, Any]:
    return {"match": match, "ply": ply, "text": text, "side": ply % 2, "seconds": 0.25}


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    opened = Store(database)
    yield opened
    opened.close()


def put(store: Store, change: Change) -> None:
    store.put(change).result(60)


def test_a_match_comes_back_as_it_was_put(store: Store) -> None:
    put(store, Change(ROW, None, [move(0), move(1)]))
    assert store.load("m") == StoredGame(ROW, [move(0), move(1)])
    assert store.load("n") is None


def test_a_change_adds_moves_and_takes_others_back(store: Store) -> None:
    put(store, Change(ROW, None, [move(0), move(1), move(2)]))
    put(store, Change({**ROW, "revision": 2, "final": "other"}, 1, [move(1, "b")], remaining=1))
    assert store.load("m") == StoredGame({**ROW, "revision": 2, "final": "other"}, [move(0), move(1, "b")])


def test_a_change_of_another_revision_changes_nothing(store: Store) -> None:
    put(store, Change(ROW, None, [move(0)]))
    for before in (0, 2):
        with pytest.raises(StaleRevision, match="the game m was changed by another server"):
            put(store, Change({**ROW, "revision": 3, "final": "lost"}, before, [move(1)], remaining=0))
    assert store.load("m") == StoredGame(ROW, [move(0)])


def test_no_move_is_kept_twice(store: Store) -> None:
    put(store, Change(ROW, None, [move(0)]))
    with pytest.raises(StoreError, match="the store cannot be written: "):
        put(store, Change({**ROW, "revision": 2}, 1, [move(0, "again")]))
    assert store.load("m") == StoredGame(ROW, [move(0)])


def test_one_that_cannot_be_written_does_not_harm_those_beside_it(store: Store) -> None:
    written: list[Future[None]] = []
    for number in range(50):
        row = {**ROW, "id": f"m{number}", "final": None if number % 10 == 3 else "x"}
        written.append(store.put(Change(row, None, [move(0, match=f"m{number}")])))
    wait(written, 60)
    for number, each in enumerate(written):
        assert (each.exception() is not None) == (number % 10 == 3)
        assert (store.load(f"m{number}") is None) == (number % 10 == 3)


def test_one_that_was_overtaken_does_not_harm_those_beside_it(store: Store) -> None:
    rows = [{**ROW, "id": f"m{number}"} for number in range(50)]
    wait([store.put(Change(row, None)) for row in rows], 60)
    written: list[Future[None]] = []
    for number, row in enumerate(rows):
        before = 7 if number % 10 == 3 else 1
        written.append(store.put(Change({**row, "revision": 2}, before, [move(0, match=row["id"])])))
    wait(written, 60)
    for number, (row, each) in enumerate(zip(rows, written, strict=True)):
        saved, error = store.load(row["id"]), each.exception()
        if number % 10 == 3:
            assert str(error) == f"the game m{number} was changed by another server: send the request again"
            assert saved == StoredGame(row, [])
        else:
            assert error is None
            assert saved == StoredGame({**row, "revision": 2}, [move(0, match=row["id"])])


def test_changes_of_one_match_are_written_in_their_order_however_fast_they_come(store: Store) -> None:
    second, third = {**ROW, "revision": 2}, {**ROW, "revision": 3}
    changes = [Change(ROW, None), Change(second, 1, [move(0)]), Change(third, 2, remaining=0)]
    for written in [store.put(change) for change in changes]:
        written.result(60)
    assert store.load("m") == StoredGame(third, [])


def test_a_transaction_whose_end_fails_leaves_nothing_for_the_next(store: Store) -> None:
    put(store, Change(ROW, None))

    def fail(_: object) -> None:
        raise OSError("the disk is full")

    event.listen(store.engine, "commit", fail)
    with pytest.raises(StoreError, match="the store cannot be written: the disk is full"):
        put(store, Change({**ROW, "revision": 2}, 1, [move(0)]))
    event.remove(store.engine, "commit", fail)
    assert store.load("m") == StoredGame(ROW, [])
    put(store, Change({**ROW, "id": "n"}, None))
    assert store.load("m") == StoredGame(ROW, [])
    put(store, Change({**ROW, "revision": 2}, 1, [move(0)]))
    assert store.load("m") == StoredGame({**ROW, "revision": 2}, [move(0)])


def test_what_is_due_is_known_and_when_a_server_lived(store: Store) -> None:
    for number in range(4):
        row = {**ROW, "id": f"m{number}", "due": number % 2 == 1, "created": -number}
        put(store, Change(row, None))
    assert store.due() == ["m3", "m1"]
    assert store.alive() == 0.0
    for at in (1.5, 1700000000.123456):
        store.put_heartbeat(at).result(60)
        assert store.alive() == at


def test_old_matches_are_forgotten_and_others_are_not(store: Store) -> None:
    for number in range(4):
        row = {**ROW, "id": f"m{number}", "changed": float(number)}
        put(store, Change(row, None, [move(0, match=f"m{number}"), move(1, match=f"m{number}")]))
    store.delete_older(2.0).result(60)
    assert [store.load(f"m{number}") is None for number in range(4)] == [True, True, False, False]
    assert len((store.load("m2") or StoredGame({}, [])).moves) == 2
    with pytest.raises(StaleRevision):
        put(store, Change({**ROW, "id": "m0", "revision": 2}, 1, [move(2, match="m0")]))


def test_an_event_is_changed_by_one_server_at_a_time_and_forgotten_like_games(store: Store) -> None:
    store.put_event("e", {"revision": 1, "name": "Änne"}, None, 1.0).result(60)
    store.put_event("e", {"revision": 2}, 1, 2.0).result(60)
    with pytest.raises(StaleRevision, match="the event e was changed by another server"):
        store.put_event("e", {"revision": 2, "name": "lost"}, 1, 3.0).result(60)
    assert store.load_event("e") == {"revision": 2}
    for number, end in enumerate([(None, None), (1, "resigned"), (None, "agreed")]):
        row = {**ROW, "id": f"g{number}", "winner": end[0], "reason": end[1], "event": "e", "changed": 2.25}
        put(store, Change(row, None))
    put(store, Change(ROW, None))
    assert sorted(map(str, store.results("e"))) == [
        "{'id': 'g0', 'winner': None, 'reason': None}",
        "{'id': 'g1', 'winner': 1, 'reason': 'resigned'}",
        "{'id': 'g2', 'winner': None, 'reason': 'agreed'}",
    ]
    store.delete_older(2.5).result(60)
    assert store.load_event("e") is None


@pytest.mark.parametrize("name", ["", "\0", "a\0", "é", "no spaces", "x" * 41])
def test_what_is_no_id_is_not_there_and_no_failure_of_the_store(store: Store, name: str) -> None:
    assert store.load(name) is None
    assert store.load_event(name) is None
    assert not store.health.failing


def test_an_event_is_kept_with_all_its_games_while_one_of_them_goes_on(store: Store) -> None:
    store.put_event("e", {"revision": 1}, None, 1.0).result(60)
    for number, changed in enumerate((1.5, 4.0)):
        row = {**ROW, "id": f"g{number}", "event": "e", "changed": changed}
        put(store, Change(row, None, [move(0, match=f"g{number}")]))
    put(store, Change({**ROW, "id": "lost", "event": "no longer there", "changed": 1.5}, None))
    store.delete_older(3.0).result(60)
    assert store.load_event("e") == {"revision": 1}
    assert [row["id"] for row in store.results("e")] == ["g0", "g1"]
    assert len((store.load("g0") or StoredGame({}, [])).moves) == 1
    assert store.load("lost") is None
    store.delete_older(5.0).result(60)
    assert (store.load_event("e"), store.results("e")) == (None, [])


def test_everything_is_there_after_it_was_opened_again(database: str) -> None:
    first = Store(database)
    first.put(Change(ROW, None, [move(0)]))
    first.close()
    second = Store(database)
    assert second.load("m") == StoredGame(ROW, [move(0)])
    second.close()


def test_what_was_called_off_is_not_an_error_of_the_others(store: Store) -> None:
    written = [store.put(Change({**ROW, "id": f"m{number}"}, None)) for number in range(100)]
    called_off = [each.cancel() for each in written]
    for number, off in enumerate(called_off):
        if not off:
            written[number].result(60)
        assert (store.load(f"m{number}") is None) == off
    put(store, Change(ROW, None))


def test_a_database_of_another_schema_is_left_alone(database: str) -> None:
    Store(database).close()
    engine = create_engine(database)
    with engine.begin() as connection:
        connection.execute(text("UPDATE facts SET value = '99' WHERE name = 'schema'"))
    engine.dispose()
    with pytest.raises(StoreError, match=f"has the schema '99': expected at most {NEWEST} "):
        Store(database)


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("nonsense", "the database 'nonsense' is not supported: expected sqlite:///FILE or postgresql"),
        ("oracle://x/y", "the database oracle://x/y is not supported"),
        ("sqlite:////nowhere/at/all.db", "the database sqlite:////nowhere/at/all.db cannot be opened: unable to open"),
        (
            "postgresql+psycopg://u:geheim@127.0.0.1:1/x",
            r"the database postgresql\+psycopg://u:\*\*\*@127.0.0.1:1/x cannot",
        ),
    ],
)
def test_a_database_that_cannot_be_opened_is_said_in_one_line(url: str, reason: str) -> None:
    with pytest.raises(StoreError, match=reason) as caught:
        Store(url)
    assert "\n" not in str(caught.value)
    assert "geheim" not in str(caught.value)


def test_a_file_that_is_no_database_is_said_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "x.db"
    file.write_bytes(b"no database at all" * 1000)
    with pytest.raises(StoreError, match="cannot be opened: file is not a database"):
        Store(f"sqlite:///{file}")


class TestMigrations:
    """A database of an older version is opened by every later one."""

    @pytest.fixture(params=[1, 2])
    def older(self, database: str, request: pytest.FixtureRequest) -> str:
        engine = create_engine(database)
        with engine.begin() as connection:
            lines = (DATA / f"store-{request.param}.sql").read_text(encoding="utf-8").splitlines()
            for line in lines:
                if not line.startswith("--"):
                    connection.exec_driver_sql(line.replace("%", "%%"))
        engine.dispose()
        return database

    def test_an_older_version_is_opened(self, older: str) -> None:
        store = Store(older)
        try:
            with store.engine.connect() as connection:
                assert connection.scalar(text("SELECT value FROM facts WHERE name = 'schema'")) == NEWEST
            assert store.due() == ["clocked-game"]
            assert store.alive() == 1700000010.0
            clocked, over = store.load("clocked-game"), store.load("resigned-one")
            assert clocked is not None
            assert over is not None
            assert [seat["rematch"] for saved in (clocked, over) for seat in saved.row["seats"]] == [False] * 4
            assert clocked.row["clock"] == {"seconds": 601.5, "left": [600.0, 601.5], "increment": 2, "running": 0}
            assert over.row["clock"] is None
            turm, congo = find_game("turm"), find_game("congo")
            live, ended = restore_game(clocked, turm, 10.0), restore_game(over, congo, 0.0)
            assert live.seconds_to_flag == pytest.approx(590, abs=5)
            assert [played.text for played in live.moves] == ["D5-D4-1", "D3-C3-1"]
            assert live.side_of("blue") == 1
            assert (live.takeback_offer, live.public, live.event) == (None, False, None)
            event = {"revision": 1, "title": "Club evening"}
            store.put_event("e", event, None, 1.0).result(60)
            assert store.load_event("e") == event
            assert store.results("e") == []
            assert congo.format_outcome(ended.played.outcome) == "black wins: the other side resigned"
            put(store, live.change())
        finally:
            store.close()

    @pytest.mark.parametrize("damage", ["seats = '[7, 8]'", "seats = 'null'", "seats = '{'", "clock = '[7]'"])
    def test_a_damaged_match_does_not_stop_the_migration_of_the_others(self, older: str, damage: str) -> None:
        if damage == "seats = '{'" and older.startswith("postgresql"):
            pytest.skip("PostgreSQL checks that JSON can be parsed")
        engine = create_engine(older)
        with engine.begin() as connection:
            connection.exec_driver_sql(f"UPDATE matches SET {damage} WHERE id = 'clocked-game'")
        engine.dispose()
        store = Store(older)
        try:
            other = store.load("resigned-one")
            assert other is not None
            assert [seat["rematch"] for seat in other.row["seats"]] == [False] * 2
        finally:
            store.close()

    def test_steps_are_taken_once_and_in_their_order(self, older: str, monkeypatch: pytest.MonkeyPatch) -> None:
        taken = []

        def add_column(connection: Connection) -> None:
            taken.append("add")
            connection.exec_driver_sql("ALTER TABLE matches ADD COLUMN note TEXT")

        def fill_column(connection: Connection) -> None:
            taken.append("fill")
            connection.exec_driver_sql("UPDATE matches SET note = 'old'")

        monkeypatch.setattr(migrations, "MIGRATIONS", (*migrations.MIGRATIONS, add_column, fill_column))
        for _ in range(2):
            store = Store(older)
            with store.engine.connect() as connection:
                assert connection.scalar(text("SELECT value FROM facts WHERE name = 'schema'")) == str(int(NEWEST) + 2)
                assert set(connection.scalars(text("SELECT note FROM matches"))) == {"old"}
            store.close()
        assert taken == ["add", "fill"]
        monkeypatch.undo()
        with pytest.raises(
            StoreError, match=rf"has the schema '{int(NEWEST) + 2}': expected at most {NEWEST} \(install the version of"
        ):
            Store(older)

    def test_steps_are_taken_all_or_not_at_all(self, older: str, monkeypatch: pytest.MonkeyPatch) -> None:
        def add_column(connection: Connection) -> None:
            connection.exec_driver_sql("ALTER TABLE matches ADD COLUMN note TEXT")

        def fail(connection: Connection) -> None:
            connection.exec_driver_sql("UPDATE nowhere SET x = 1")

        monkeypatch.setattr(migrations, "MIGRATIONS", (*migrations.MIGRATIONS, add_column, fail))
        with pytest.raises(StoreError, match="cannot be opened"):
            Store(older)
        monkeypatch.undo()
        store = Store(older)
        assert "note" not in (store.load("clocked-game") or StoredGame({}, [])).row
        with store.engine.connect() as connection:
            assert "note" not in {column["name"] for column in inspect(connection).get_columns("matches")}
        store.close()

    def test_a_new_database_has_the_newest_schema(self, database: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(
            migrations,
            "MIGRATIONS",
            (lambda connection: pytest.fail("there is nothing to migrate"),) * (int(NEWEST) - 1),
        )
        store = Store(database)
        with store.engine.connect() as connection:
            assert connection.scalar(text("SELECT value FROM facts WHERE name = 'schema'")) == NEWEST
        store.close()


def test_a_new_file_and_those_beside_it_are_for_their_owner_alone(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        store = Store(f"sqlite:///{tmp_path / 'matches.db'}")
        put(store, Change(ROW, None))
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()}
        store.close()
    finally:
        os.umask(before)
    assert modes == dict.fromkeys(("matches.db", "matches.db-wal", "matches.db-shm"), 0o600)


@pytest.mark.skipif(os.name != "posix", reason="files have other permissions there")
@pytest.mark.parametrize(("mode", "warned"), [(0o644, True), (0o640, True), (0o600, False)])
def test_an_existing_file_that_others_can_read_is_warned_of(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, mode: int, warned: bool
) -> None:
    file = tmp_path / "matches.db"
    Store(f"sqlite:///{file}").close()
    file.chmod(mode)
    Store(f"sqlite:///{file}").close()
    told = f"the database {file} can be read by other users of this machine: run chmod 600 on it"
    assert caplog.messages == [told] * warned
    assert stat.S_IMODE(file.stat().st_mode) == mode


def test_servers_that_start_together_prepare_a_database_once(database: str) -> None:
    with ThreadPoolExecutor(8) as threads:
        stores = list(threads.map(Store, [database] * 8))
    put(stores[0], Change(ROW, None))
    assert [store.load("m") for store in stores] == [StoredGame(ROW, [])] * 8
    for store in stores:
        store.close()


class TestHealth:
    """Whoever runs a server hears that its store fails, and not with every request."""

    def test_it_is_logged_once_in_a_while_and_that_it_is_over(self, caplog: pytest.LogCaptureFixture) -> None:
        now = 0.0
        health = Health(lambda: now)
        for _ in range(3):
            assert str(health.failed("the disk is full")) == "the disk is full"
        assert caplog.messages == ["the disk is full"]
        assert health.failing
        now = REMIND_EVERY
        health.failed("the disk is full")
        assert caplog.messages[1:] == ["the disk is full (4 failures so far)"]
        health.succeeded()
        health.succeeded()
        assert not health.failing
        assert caplog.messages[2:] == ["the store has recovered (4 failures)"]

    def test_a_store_that_cannot_be_written_is_in_trouble_until_it_can(
        self, store: Store, caplog: pytest.LogCaptureFixture
    ) -> None:
        def fail(_: object) -> None:
            raise OSError("the disk is full")

        event.listen(store.engine, "commit", fail)
        with pytest.raises(StoreError):
            store.probe().result(60)
        assert store.health.failing
        event.remove(store.engine, "commit", fail)
        store.probe().result(60)
        assert not store.health.failing
        assert caplog.messages == [
            "the store cannot be written: the disk is full",
            "the store has recovered (1 failures)",
        ]

    def test_a_store_that_can_only_be_read_stays_in_trouble(
        self, store: Store, caplog: pytest.LogCaptureFixture
    ) -> None:
        def fail(*arguments: Any) -> None:
            if not arguments[2].startswith("SELECT"):
                raise OSError("the disk is full")

        event.listen(store.engine, "before_cursor_execute", fail)
        with pytest.raises(StoreError):
            put(store, Change(ROW, None))
        for _ in range(2):
            with pytest.raises(StoreError):
                store.probe().result(60)
        assert store.load("m") is None
        assert store.health.failing
        assert caplog.messages == ["the store cannot be written: the disk is full"]
        event.remove(store.engine, "before_cursor_execute", fail)
        store.probe().result(60)
        assert not store.health.failing

    def test_threads_may_report_failures_at_once(self, caplog: pytest.LogCaptureFixture) -> None:
        # Where nothing keeps the other thread out, both are about to log before one of them has noted it.
        both = Barrier(2, timeout=0.5)

        def meet(_: object) -> bool:
            with suppress(BrokenBarrierError):
                both.wait()
            return True

        health = Health()
        LOG.addFilter(meet)
        try:
            with ThreadPoolExecutor(2) as threads:
                list(threads.map(health.failed, ["the disk is full"] * 2))
        finally:
            LOG.removeFilter(meet)
        assert caplog.messages == ["the disk is full"]
