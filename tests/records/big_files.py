"""Files that are big, of which little is there at a time."""

from __future__ import annotations

import io


class Repeated(io.StringIO):
    """A text many times over, of which only a part is there at a time."""

    def __init__(self, text: str, times: int) -> None:
        super().__init__()
        self.text = text
        self.times = times

    def read(self, size: int | None = -1, /) -> str:
        count = min(self.times, max(1, (size or 0) // len(self.text)))
        self.times -= count
        return self.text * count
