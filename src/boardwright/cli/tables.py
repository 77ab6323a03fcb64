"""Tables and figures of results, as text."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, isfinite

from boardwright.arena.statistics import EloEstimate


def elo_text(estimate: EloEstimate) -> str:
    """Format an Elo estimate with its confidence interval.

    >>> elo_text(EloEstimate(12.4, -3.2, 28.1)), elo_text(EloEstimate(inf, 190.0, inf))
    ('+12 (95%: -3 to +28)', 'above +190 (95%)')
    """
    elo, low, high = estimate
    if low == -inf and high == inf:
        return "unknown"
    if not isfinite(elo):
        return f"above {low:+z.0f} (95%)" if elo > 0 else f"below {high:+z.0f} (95%)"
    return f"{elo:+z.0f} (95%: {low:+z.0f} to {high:+z.0f})"


def rating_cells(rating: EloEstimate) -> tuple[str, str]:
    """Return a rating and the half-width of its interval; nothing if it is unknown.

    >>> rating_cells(EloEstimate(12.4, -3.2, 28.0)), rating_cells(EloEstimate(float("nan"), -inf, inf))
    (('+12', '±16'), ('', ''))
    """
    return (f"{rating.elo:+z.0f}", f"±{rating.high - rating.elo:.0f}") if isfinite(rating.high) else ("", "")


def aligned(rows: Sequence[tuple[str, ...]], *, texts: bool = False) -> list[str]:
    """Format rows as a table: the first column is left-aligned, the others right-aligned unless ``texts``.

    >>> aligned([("a", "100"), ("bcd", "7")])
    ['a    100', 'bcd    7']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.rjust(width) if at and not texts else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
