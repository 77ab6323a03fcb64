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


def _add_takeback_offers(connection: Connection) -> None:
    """Add the offers to take back a move."""
    connection.exec_driver_sql("ALTER TABLE matches ADD COLUMN takeback_offer INTEGER")


def _add_public_games(connection: Connection) -> None:
    """Add whether a game is listed for anybody; those of older versions are not."""
    connection.exec_driver_sql("ALTER TABLE matches ADD COLUMN public BOOLEAN NOT NULL DEFAULT FALSE")


MIGRATIONS: Sequence[Callable[[Connection], None]] = (_add_rematches, _add_takeback_offers, _add_public_games)
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
