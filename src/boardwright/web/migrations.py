"""How a database of an older version is brought up to date, one step after the other, and never back.

Every change of the tables in :mod:`boardwright.web.store` adds a step at the end of :data:`MIGRATIONS`, and a dump of
the last version before it to the tests. All steps of a start are one transaction: done together or not at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from sqlalchemy import Connection

FIRST = 1
"""The schema of the first version."""

MIGRATIONS: Sequence[Callable[[Connection], None]] = ()
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
