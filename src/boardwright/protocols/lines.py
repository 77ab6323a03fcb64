"""Reading lines of untrusted input with a length limit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TextIO

LONGEST_LINE = 1 << 20


def read_lines(stream: TextIO) -> Iterator[str | None]:
    """Yield the lines of a stream without line ends; None stands for a line that is too long.

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
