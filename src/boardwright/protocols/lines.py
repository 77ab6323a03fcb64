"""Lines from outside, of any length."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TextIO

LONGEST_LINE = 1 << 20


def read_lines(stream: TextIO) -> Iterator[str | None]:
    """The lines of a stream without their ends; None stands for one that is too long to be kept.

    >>> from io import StringIO
    >>> list(read_lines(StringIO("go\\n" + "x" * 3_000_000 + "\\nstop")))
    ['go', None, 'stop']
    """
    while line := stream.readline(LONGEST_LINE):
        if line.endswith("\n") or len(line) < LONGEST_LINE:
            yield line.rstrip("\r\n")
            continue
        while (rest := stream.readline(LONGEST_LINE)) and not rest.endswith("\n"):
            pass
        yield None
