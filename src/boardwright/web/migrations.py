"""How a database of an older version is brought up to date, one step after the other, and never back.

Every change of the tables in :mod:`boardwright.web.store` adds a step at the end of :data:`MIGRATIONS`, and a dump of
the last version before it to the tests. All steps of a start are one transaction: done together or not at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from sqlalchemy import JSON, Connection, column, select, table

FIRST = 1
"""The schema of the first version."""

# A step names the columns that it changes: the tables of this version may differ from those that it meets.
MATCHES = table("matches", column("id"), column("seats", JSON), column("clock", JSON))


def _add_rematches(connection: Connection) -> None:
    """Say of each seat whether its player wants a rematch, and of each clock what the sides began with.

    The latter was not kept: the side that has more left is nearest to it.
    """
    for match in connection.execute(select(MATCHES)).all():
        seats = [{"rematch": False, **seat} for seat in match.seats]
        clock = match.clock and {"seconds": max(match.clock["left"]), **match.clock}
        connection.execute(MATCHES.update().where(MATCHES.c.id == match.id).values(seats=seats, clock=clock))


MIGRATIONS: Sequence[Callable[[Connection], None]] = (_add_rematches,)
"""The steps: the first leads from schema 1 to schema 2, and so on."""


def newest() -> int:
    """The schema of this version."""
    return FIRST + len(MIGRATIONS)


def migrate(connection: Connection, schema: int) -> Iterator[int]:
    """Take the steps that a database of a schema needs; each schema that it reaches."""
    for step in MIGRATIONS[schema - FIRST :]:
        step(connection)
        schema += 1
        yield schema
