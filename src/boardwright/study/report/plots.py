"""Small plots as inline SVG: functions from figures to text, coloured by the classes of the page's style.

A plot is as wide as a phone, so that its text keeps its size there; wide screens put plots side by side. The
``title`` of a mark is its tooltip.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, floor, log10
from typing import NamedTuple

from boardwright.render.markup import element, escaped

WIDTH = 420
LEFT, RIGHT, TOP, BOTTOM = 56, 18, 24, 40
EDGE = 20
"""The margin on both sides of a plot without a vertical axis."""

INNER = WIDTH - LEFT - RIGHT
TALL = 150
LONGEST = 24
LETTER = 6.6
"""The approximate width of a letter of a label."""


class Estimate(NamedTuple):
    """A share with its 95% interval, its name and its colour."""

    label: str
    value: float
    low: float
    high: float
    colour: str


class Part(NamedTuple):
    """A part of a whole: its count, name and colour."""

    number: int
    label: str
    colour: str


class Bin(NamedTuple):
    """A bar of a histogram: its start, its exclusive end, and the count."""

    low: float
    high: float
    number: int


class Curve(NamedTuple):
    """A line through points, with an optional band around it: x, lower, middle, upper."""

    label: str
    colour: str
    points: Sequence[tuple[float, float, float, float]]


def plot(height: float, title: str, *parts: str) -> str:
    """Return a plot of its parts; the title is its accessible name."""
    return element(
        "svg",
        element("title", escaped(title)) + "".join(parts),
        viewBox=f"0 0 {WIDTH} {height:g}",
        role="img",
        class_="plot",
    )


def text(words: str, x: float, y: float, colour: str = "", **attributes: str | float) -> str:
    """Return a label with its baseline at ``y``."""
    return element("text", escaped(words), x=round(x, 1), y=round(y, 1), class_=f"label {colour}".strip(), **attributes)


def line(x1: float, y1: float, x2: float, y2: float, colour: str) -> str:
    """Return a straight line."""
    return element("line", x1=round(x1, 1), y1=round(y1, 1), x2=round(x2, 1), y2=round(y2, 1), class_=colour)


def _titled(tag: str, title: str, **attributes: str | float) -> str:
    return element(tag, element("title", escaped(title)), **attributes)


def cut(label: str) -> str:
    """Return a label that leaves space for figures after it.

    >>> cut("engine:nodes=2000"), cut("ugi:/usr/local/bin/engine --strong")
    ('engine:nodes=2000', 'ugi:/usr/local/bin/engi…')
    """
    return label if len(label) <= LONGEST else f"{label[: LONGEST - 1]}…"


def percent(share: float) -> str:
    """
    >>> percent(0.5), percent(0.0042), percent(0)
    ('50%', '0.4%', '0%')
    """
    return f"{share:.1%}" if 0 < share < 0.01 else f"{share:.0%}"


def estimates(rows: Sequence[Estimate], title: str, *, worse: str, better: str) -> str:
    """Plot shares on a scale from 0 to 1, as a dot with its interval, with a line at one half."""
    step, first = 44, 34
    height = first + step * len(rows) + 26
    parts = []
    for tick in (0.0, 0.25, 0.5, 0.75, 1.0):
        x = EDGE + tick * (WIDTH - 2 * EDGE)
        parts.append(line(x, first - 12, x, height - 26, "even" if tick == 0.5 else "grid"))
        parts.append(text(f"{tick:.0%}", x, height - 10, text_anchor="middle"))
    parts.append(text(f"← {worse}", EDGE, 12))
    parts.append(text(f"{better} →", WIDTH - EDGE, 12, text_anchor="end"))
    for number, row in enumerate(rows):
        y = first + step * number + 24
        low, middle, high = (EDGE + share * (WIDTH - 2 * EDGE) for share in (row.low, row.value, row.high))
        tooltip = f"{row.value:.1%} (95%: {row.low:.1%} to {row.high:.1%})"
        parts.append(text(cut(row.label), EDGE, y - 13, "strong"))
        parts.append(text(tooltip, WIDTH - EDGE, y - 13, "halo", text_anchor="end"))
        parts.append(
            _titled("rect", tooltip, x=low, y=y - 3, width=high - low, height=6, rx=3, class_=f"{row.colour} soft")
        )
        parts.append(_titled("circle", tooltip, cx=middle, cy=y, r=6.5, class_=row.colour))
    return plot(height, title, *parts)


def stacked(rows: Sequence[tuple[str, Sequence[Part]]], title: str) -> str:
    """Plot one bar for each row, divided into its parts."""
    step, bar = 50, 24
    parts = []
    for number, (label, pieces) in enumerate(rows):
        total, x, y = sum(piece.number for piece in pieces), float(EDGE), step * number + 20
        parts.append(text(cut(label), EDGE, y - 6, "strong"))
        parts.append(text(f"{total} games", WIDTH - EDGE, y - 6, text_anchor="end"))
        for piece in pieces:
            width = piece.number / max(total, 1) * (WIDTH - 2 * EDGE)
            if not width:
                continue
            tooltip = f"{piece.label}: {piece.number} ({percent(piece.number / total)})"
            parts.append(_titled("rect", tooltip, x=x, y=y, width=width, height=bar, class_=piece.colour))
            shown = percent(piece.number / total)
            if width > LETTER * len(shown) + 8:
                parts.append(text(shown, x + width / 2, y + 16, f"on-{piece.colour}", text_anchor="middle"))
            x += width
    return plot(step * len(rows), title, *parts)


def histogram(
    bins: Sequence[Bin],
    title: str,
    *,
    across: str,
    colour: str,
    marked: tuple[float, str] | None = None,
    most: int | None = None,
) -> str:
    """Plot a histogram, with one value marked, such as the median; ``most`` ends the upright scale."""
    if not bins:
        return ""
    low, high = bins[0].low, bins[-1].high
    most = most or max(place.number for place in bins)
    ticks_up = ticks(0, most, 4, whole=True)
    x, y = _scale(low, high), _upright(max(most, ticks_up[-1]))
    parts = _axes(ticks(low, high, 6), ticks_up, x, y, across, "games")
    for place in bins:
        left, right = x(place.low), x(place.high)
        tooltip = f"{place.low:g} to {place.high - 1:g}: {place.number}"
        if place.high - place.low <= 1:
            tooltip = f"{place.low:g}: {place.number}"
        parts.append(
            _titled(
                "rect",
                tooltip,
                x=left + 0.5,
                y=y(place.number),
                width=max(right - left - 1, 0.5),
                height=y(0) - y(place.number),
                class_=colour,
            )
        )
    if marked is not None:
        parts += _mark(x(marked[0]), marked[1])
    return plot(TOP + TALL + BOTTOM, title, *parts)


def _mark(x: float, words: str) -> list[str]:
    room = len(words) * LETTER
    anchor, at = ("end", x - 5) if x + room > WIDTH - RIGHT else ("start", x + 5)
    return [line(x, TOP - 20, x, TOP + TALL, "mark"), text(words, at, TOP - 11, "strong", text_anchor=anchor)]


def curves(
    series: Sequence[Curve],
    title: str,
    *,
    across: str,
    up: str,
    whole: bool = False,
    shares: bool = False,
    least: float = 0.0,
    most: tuple[float, float] | None = None,
) -> str:
    """Plot lines with bands around them; with ``shares``, both scales are from 0 to 1.

    ``least`` begins the upright scale, and ``most`` ends both, which plots side by side have in common.
    """
    drawn = [curve for curve in series if curve.points]
    if not drawn:
        return ""
    right, top = (1.0, 1.0) if shares else most or reach(drawn)
    ticks_up = ticks(least, top, 4, whole=whole and not least)
    low = 0.0 if shares else 1.0
    x, y = _scale(low, max(right, low + 1)), _upright(max(top, ticks_up[-1]), least)
    parts = _axes(ticks(low, right, 5, whole=whole), ticks_up, x, y, across, up, shares=shares)
    if shares:
        parts.append(line(LEFT, y(0.5), WIDTH - RIGHT, y(0.5), "even"))
    for curve in drawn:
        upper = [f"{x(point[0]):.1f} {y(point[3]):.1f}" for point in curve.points]
        lower = [f"{x(point[0]):.1f} {y(point[1]):.1f}" for point in reversed(curve.points)]
        parts.append(element("path", d=f"M{'L'.join(upper + lower)}z", class_=f"{curve.colour} band"))
    for curve in drawn:
        middle = "L".join(f"{x(point[0]):.1f} {y(point[2]):.1f}" for point in curve.points)
        parts.append(_titled("path", curve.label, d=f"M{middle}", class_=f"{curve.colour} curve"))
    return plot(TOP + TALL + BOTTOM, title, *parts)


def reach(series: Sequence[Curve]) -> tuple[float, float]:
    """Return the ends of the scales that hold some curves.

    >>> reach([Curve("a", "player", [(1, 2, 3, 4)]), Curve("b", "player", [(1, 1, 1, 1), (9, 1, 2, 3)])])
    (9, 4)
    """
    return (
        max(curve.points[-1][0] for curve in series if curve.points),
        max(point[3] for curve in series for point in curve.points),
    )


def meter(share: float, low: float, high: float, colour: str) -> str:
    """Return a horizontal bar filled to a share, with the interval as a thin line."""
    bar = element("rect", x=0, y=0, width=100, height=8, class_="trough")
    bar += element("rect", x=0, y=0, width=100 * share, height=8, class_=colour)
    whisker = element("rect", x=100 * low, y=3.2, width=100 * (high - low), height=1.6, class_="whisker")
    return element("svg", bar + whisker, viewBox="0 0 100 8", preserveAspectRatio="none", class_="meter", role="img")


def ticks(low: float, high: float, about: int, *, whole: bool = False) -> list[float]:
    """Return about the given number of round values over a range, the first at or above its beginning.

    >>> ticks(0, 37, 4), ticks(3, 3, 4), ticks(0, 1, 4), ticks(0, 2, 4, whole=True)
    ([0, 10, 20, 30, 40], [3.0], [0.0, 0.25, 0.5, 0.75, 1.0], [0, 1, 2])
    """
    span = high - low
    if span <= 0:
        return [float(low)]
    size = 10 ** floor(log10(span / about))
    step = next(size * factor for factor in (1, 2, 2.5, 5, 10) if span / (size * factor) <= about)
    if whole:
        step = max(1, ceil(step))
    first, last = ceil(low / step), ceil(high / step) if low == 0 else floor(high / step)
    return [round(step * number, 6) for number in range(first, last + 1)]


def _scale(low: float, high: float) -> Callable[[float], float]:
    return lambda value: round(LEFT + (value - low) / ((high - low) or 1) * INNER, 2)


def _upright(most: float, least: float = 0.0) -> Callable[[float], float]:
    return lambda value: round(TOP + TALL - (value - least) / ((most - least) or 1) * TALL, 2)


def _axes(
    across_ticks: Sequence[float],
    up_ticks: Sequence[float],
    x: Callable[[float], float],
    y: Callable[[float], float],
    across: str,
    up: str,
    *,
    shares: bool = False,
) -> list[str]:
    shown = percent if shares else "{:g}".format
    parts = []
    for tick in up_ticks:
        parts.append(line(LEFT, y(tick), WIDTH - RIGHT, y(tick), "grid"))
        parts.append(text(shown(tick), LEFT - 6, y(tick) + 4, text_anchor="end"))
    for tick in across_ticks:
        if x(tick) > WIDTH - RIGHT + 1:
            continue
        parts.append(line(x(tick), TOP + TALL, x(tick), TOP + TALL + 4, "axis"))
        parts.append(text(shown(tick), x(tick), TOP + TALL + 17, text_anchor="middle"))
    parts.append(line(LEFT, TOP + TALL, WIDTH - RIGHT, TOP + TALL, "axis"))
    parts.append(text(across, LEFT + INNER / 2, TOP + TALL + 34, text_anchor="middle"))
    middle = TOP + TALL / 2
    parts.append(text(up, 11, middle, transform=f"rotate(-90 11 {middle:g})", text_anchor="middle"))
    return parts
