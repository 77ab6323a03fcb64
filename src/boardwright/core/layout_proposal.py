"""Propose the layouts of a game's positions and moves from what its fields hold in random games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any, Generic, NamedTuple

from boardwright.explore import random_game
from boardwright.game import Game, M, P
from boardwright.layouts import InvalidLayout, Layout, members

GAMES = 20
SHORT = 4
"""The largest plain tuple that is taken for a record with a field for each item."""
FEW = 16
EMPTY = ". -_0"
"""Characters that usually stand for an empty square, the most usual first."""


class Samples(Generic[P, M]):
    """Positions and moves of random games."""

    def __init__(self, game: Game[P, M], games: int = GAMES) -> None:
        self.games = games
        self.positions: list[P] = []
        self.moves: list[tuple[P, M]] = []
        for number in range(games):
            played = random_game(game, Random(number))
            self.positions += played.positions
            self.moves += zip(played.positions, played.moves, strict=False)
        start = self.positions[0]
        self._names = game.view(start).board.places
        self.moves += ((start, move) for move in game.legal_moves(start))

    def position_layout(self) -> Layout:
        """Return a layout that has room for more than was seen."""
        return self._layout(self.positions, spare=4)

    def move_layout(self) -> Layout:
        """Return a layout that fits into a word."""
        moves = [move for _, move in self.moves]
        layout = self._layout(moves, spare=1)
        layout.bits  # noqa: B018 (raises where a move does not fit)
        return layout

    def _layout(self, values: Sequence[Any], *, spare: int) -> Layout:
        entries = _entries("", values, _Room(spare, frozenset(self._names)))
        return Layout("; ".join(entries), values[0], self._names)


class _Room(NamedTuple):
    """What a field may hold besides what was seen: a multiple of it, and any name of a square or exit."""

    spare: int
    names: frozenset[str]


def _entries(name: str, values: Sequence[Any], room: _Room) -> Iterator[str]:
    """Yield the entries for the values of a field."""
    inner = [members(value) for value in values]
    first = inner[0]
    if first and all(each is not None and each.keys() == first.keys() for each in inner) and _is_record(values[0]):
        for part in first:
            held = [getattr(value, part) if hasattr(value, part) else value[int(part)] for value in values]
            yield from _entries(f"{name}.{part}".lstrip("."), held, room)
        return
    yield f"{name}: {_field(name, values, room)}" if name else _field(name, values, room)


def _is_record(value: Any) -> bool:
    return not isinstance(value, tuple) or hasattr(value, "_fields") or len(value) <= SHORT


def _field(name: str, values: Sequence[Any], room: _Room) -> str:
    """Return what a field holds, as layouts write it."""
    different = list(dict.fromkeys(values))
    some = [value for value in different if value is not None]
    optional = " or None" if len(some) < len(different) else ""
    if some and all(isinstance(value, str) and value in room.names for value in some):
        return f"square{optional}"
    if some and all(isinstance(value, bool) for value in some) and not optional:
        return "(False, True)"
    if some and all(isinstance(value, int) for value in some):
        return _range(some, room.spare) + optional
    if some and not optional:
        lengths = {len(value) for value in some if isinstance(value, (str, tuple))}
        if all(isinstance(value, frozenset) for value in some):
            items = [item for value in some for item in value]
            if all(isinstance(item, int) and item >= 0 for item in items):
                return f"set of 0..{_room(max(items, default=63), 1)}"
        if all(isinstance(value, str) for value in some):
            if len(lengths) == 1 and max(lengths) > SHORT and len(different) > 1:
                return f"{max(lengths)} of {''.join(_cells(some))!r}"
        elif all(isinstance(value, tuple) for value in some):
            items = [item for value in some for item in value]
            if len(lengths) == 1 and len(set(map(repr, items))) <= FEW:
                return f"{max(lengths)} of {tuple(_cells(some))!r}"
            if all(isinstance(item, int) for item in items):
                return f"up to {_room(max(lengths), 1)} of {_range(items, room.spare)}"
            if all(isinstance(item, str) and item in room.names for item in items):
                return f"up to {_room(max(lengths), 1)} of square"
    if len(different) <= FEW and all(isinstance(value, (str, int, type(None))) for value in different):
        return repr(tuple(different))
    raise InvalidLayout(
        f"{name or 'a move'} holds {values[0]!r}, of which no layout is known: expected ints, bools, None, strings or "
        "tuples of fixed length, sets of ints, or tuples of ints, in named tuples or dataclasses; for anything else, "
        "give the manifest a packing"
    )


def _range(values: Iterable[int], spare: int) -> str:
    low, high = min(values), max(values)
    if low >= 0 and high <= 1:
        return "0..1"
    return f"{0 if low >= 0 else -1 - _room(-low, spare)}..{_room(max(high, 0), spare)}"


def _room(high: int, spare: int) -> int:
    """Return the largest number of as many bits, with some spare room."""
    return (1 << high.bit_length()) * spare - 1


def _cells(values: Sequence[Any]) -> list[Any]:
    """Return what stands in the cells, the empty one first, then in the order of the first value."""
    counts = Counter(item for value in values for item in value)
    usual = [item for item in (*EMPTY, None, 0, "") if item in counts]
    empty = usual[0] if usual else counts.most_common(1)[0][0]
    return [empty, *(item for item in counts if item != empty)]
