"""Cores of this machine for processes that are pinned to one each."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from boardwright.errors import BoardwrightError
from boardwright.texts import counted

SIBLINGS = "/sys/devices/system/cpu/cpu{core}/topology/thread_siblings_list"


def cores_for(processes: int) -> list[int]:
    """Return a core for each process, physical ones first; there must be as many.

    Cores are numbered as by the system, and only those that this process may use count.
    """
    if not hasattr(os, "sched_getaffinity"):
        raise BoardwrightError("processes cannot be pinned to cores on this system: expected Linux")
    usable = sorted(os.sched_getaffinity(0))
    if processes > len(usable):
        raise BoardwrightError(
            f"{counted(len(usable), 'core')} can be used, too few to pin {processes} processes: expected no more"
        )
    # Two threads of one physical core share its units, so that each is slower while the other one runs.
    seen: set[str] = set()
    first: list[int] = []
    others: list[int] = []
    for core in usable:
        siblings = str(core)
        with suppress(OSError):
            siblings = Path(SIBLINGS.format(core=core)).read_text(encoding="ascii").strip()
        (others if siblings in seen else first).append(core)
        seen.add(siblings)
    return (first + others)[:processes]


def pin_to(core: int | None) -> None:
    """Run this process, and those that it starts, on one core only; None: on any."""
    if core is not None:
        os.sched_setaffinity(0, {core})
