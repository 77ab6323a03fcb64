"""Forward migrations of the database, one step per schema version.

Every change of the tables in :mod:`boardwright.web.store` appends a step to :data:`MIGRATIONS`, and a dump of the
previous version to the tests. All steps of a start are one transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

from sqlalchemy import JSON, Connection, column, select, table

FIRST = 1
"""The schema of the first version."""

# Steps declare the columns that they change: the current tables may differ from those of their version.
MATCHES = table("matches", column("id"), column("seats", JSON), column("clock", JSON))


def _add_rematches(connection: Connection) -> None:
    """Add to each seat whether its player wants a rematch, and to each clock its initial time.

    The latter was not stored: the larger of the two remaining times is the best estimate.
    """
    for game_id in connection.scalars(select(MATCHES.c.id)).all():
        this = MATCHES.c.id == game_id
        # A damaged row stays as it is: loading the game reports it, and the others are served.
        with suppress(LookupError, TypeError, ValueError):
            row = connection.execute(select(MATCHES).where(this)).one()
            seats = [{"rematch": False, **seat} for seat in row.seats]
            clock = row.clock and {"seconds": max(row.clock["left"]), **row.clock}
            connection.execute(MATCHES.update().where(this).values(seats=seats, clock=clock))


def _add_meetings(connection: Connection) -> None:
    """Add offers of takebacks, public games, and events with their games."""
    columns = "id VARCHAR(40) NOT NULL, revision INTEGER NOT NULL, data JSON NOT NULL, changed FLOAT NOT NULL"
    for statement in (
        "ALTER TABLE matches ADD COLUMN takeback_offer INTEGER",
        "ALTER TABLE matches ADD COLUMN public BOOLEAN NOT NULL DEFAULT FALSE",
        "ALTER TABLE matches ADD COLUMN event VARCHAR(40)",
        "CREATE INDEX ix_matches_event ON matches (event)",
        f"CREATE TABLE events ({columns}, PRIMARY KEY (id))",
        "CREATE INDEX ix_events_changed ON events (changed)",
    ):
        connection.exec_driver_sql(statement)


MIGRATIONS: Sequence[Callable[[Connection], None]] = (_add_rematches, _add_meetings)
"""The steps: the first migrates schema 1 to schema 2, and so on."""


def newest() -> int:
    """Return the schema of this version."""
    return FIRST + len(MIGRATIONS)


def migrate(connection: Connection, schema: int) -> Iterator[int]:
    """Run the steps from a schema to the newest; yield each schema that is reached."""
    for step in MIGRATIONS[schema - FIRST :]:
        step(connection)
        schema += 1
        yield schema
