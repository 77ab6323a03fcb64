"""What is confirmed is kept, in every kind of database."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, wait
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, event, text

from boardwright.web.store import Change, Overtaken, Saved, Store, StoreError

pytestmark = pytest.mark.slow

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
    "created": 1700000000.125,
    "changed": 1700000001.25,
    "due": False,
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
    assert store.load("m") == Saved(ROW, [move(0), move(1)])
    assert store.load("n") is None


def test_a_change_adds_moves_and_takes_others_back(store: Store) -> None:
    put(store, Change(ROW, None, [move(0), move(1), move(2)]))
    put(store, Change({**ROW, "revision": 2, "final": "other"}, 1, [move(1, "b")], kept=1))
    assert store.load("m") == Saved({**ROW, "revision": 2, "final": "other"}, [move(0), move(1, "b")])


def test_a_change_of_another_revision_changes_nothing(store: Store) -> None:
    put(store, Change(ROW, None, [move(0)]))
    for before in (0, 2):
        with pytest.raises(Overtaken, match="the match m was changed by another server"):
            put(store, Change({**ROW, "revision": 3, "final": "lost"}, before, [move(1)], kept=0))
    assert store.load("m") == Saved(ROW, [move(0)])


def test_no_move_is_kept_twice(store: Store) -> None:
    put(store, Change(ROW, None, [move(0)]))
    with pytest.raises(StoreError, match="the store cannot be written: "):
        put(store, Change({**ROW, "revision": 2}, 1, [move(0, "again")]))
    assert store.load("m") == Saved(ROW, [move(0)])


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
            assert str(error) == f"the match m{number} was changed by another server: expected to be asked again"
            assert saved == Saved(row, [])
        else:
            assert error is None
            assert saved == Saved({**row, "revision": 2}, [move(0, match=row["id"])])


def test_changes_of_one_match_are_written_in_their_order_however_fast_they_come(store: Store) -> None:
    second, third = {**ROW, "revision": 2}, {**ROW, "revision": 3}
    changes = [Change(ROW, None), Change(second, 1, [move(0)]), Change(third, 2, kept=0)]
    for written in [store.put(change) for change in changes]:
        written.result(60)
    assert store.load("m") == Saved(third, [])


def test_a_transaction_whose_end_fails_leaves_nothing_for_the_next(store: Store) -> None:
    put(store, Change(ROW, None))

    def fail(_: object) -> None:
        raise OSError("the disk is full")

    event.listen(store.engine, "commit", fail)
    with pytest.raises(StoreError, match="the store cannot be written: the disk is full"):
        put(store, Change({**ROW, "revision": 2}, 1, [move(0)]))
    event.remove(store.engine, "commit", fail)
    assert store.load("m") == Saved(ROW, [])
    put(store, Change({**ROW, "id": "n"}, None))
    assert store.load("m") == Saved(ROW, [])
    put(store, Change({**ROW, "revision": 2}, 1, [move(0)]))
    assert store.load("m") == Saved({**ROW, "revision": 2}, [move(0)])


def test_what_is_due_is_known_and_when_a_server_lived(store: Store) -> None:
    for number in range(4):
        row = {**ROW, "id": f"m{number}", "due": number % 2 == 1, "created": -number}
        put(store, Change(row, None))
    assert store.due() == ["m3", "m1"]
    assert store.alive() == 0.0
    for at in (1.5, 1700000000.123456):
        store.put_alive(at).result(60)
        assert store.alive() == at


def test_old_matches_are_forgotten_and_others_are_not(store: Store) -> None:
    for number in range(4):
        row = {**ROW, "id": f"m{number}", "changed": float(number)}
        put(store, Change(row, None, [move(0, match=f"m{number}"), move(1, match=f"m{number}")]))
    store.forget(2.0).result(60)
    assert [store.load(f"m{number}") is None for number in range(4)] == [True, True, False, False]
    assert len((store.load("m2") or Saved({}, [])).moves) == 2
    with pytest.raises(Overtaken):
        put(store, Change({**ROW, "id": "m0", "revision": 2}, 1, [move(2, match="m0")]))


def test_everything_is_there_after_it_was_opened_again(database: str) -> None:
    first = Store(database)
    first.put(Change(ROW, None, [move(0)]))
    first.close()
    second = Store(database)
    assert second.load("m") == Saved(ROW, [move(0)])
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
    with pytest.raises(StoreError, match="has the schema '99': expected at most 1 "):
        Store(database)


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("nonsense", "the database 'nonsense' is none that is known: expected sqlite:///FILE or postgresql"),
        ("oracle://x/y", "the database oracle://x/y is none that is known"),
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
