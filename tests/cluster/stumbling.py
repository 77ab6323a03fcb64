"""Work that goes wrong at first: what jobs in tests call."""

from __future__ import annotations

import os
import time
from pathlib import Path

from boardwright.cluster.perft import count_lines

PATIENCE = 300.0


def die_once(trace: str, status: int) -> str:
    """End the process, unless it was done before."""
    if not Path(trace).exists():
        Path(trace).touch()
        os._exit(status)
    return "lived"


def count_after_a_death(trace: str, *arguments: object) -> dict[str, int]:
    """Count lines, but wait for the end of the machine at the first try; the trace then names the parent process."""
    if not Path(trace).exists():
        unfinished = Path(f"{trace}.{os.getpid()}")
        unfinished.write_text(str(os.getppid()))
        unfinished.rename(trace)
        time.sleep(PATIENCE)
    return count_lines(*arguments)  # type: ignore[arg-type]
