"""Layouts: what the fields of a game's positions and moves hold, and how they are packed into words.

A layout is a text. Its entries are separated by semicolons; nested fields have names with dots, and a move that is a
single value has an entry without a name.

==========================  ==================================  ================================================
entry                       the field                           in a position's words
==========================  ==================================  ================================================
``to_move: 0..1``           an int in a range                   one word: the value less the lowest
``passant: 0..63 or None``  an int in a range, or None          one word: None is one more than the highest
``phase: ('set', 'play')``  one of some values                  one word: its index
``taken: square or None``   the name of a square or exit        one word: its number; None is one more than the last
``board: 64 of '.wb'``      a string of this length             a bit set for each character but the first
``cells: 9 of (None, 0)``   a tuple of this length              a bit set for each value but the first
``gone: set of 0..63``      a frozenset of ints                 a bit set
``path: up to 8 of 0..63``  a tuple of ints, of any length      a word for the length, and one for each item
==========================  ==================================  ================================================

A bit set of more than 64 places takes several words, the lowest places first. A move is one word: its fields follow
each other from the lowest bit on, each as wide as its largest value needs; bit sets have no place there.

>>> move = Layout("0: 0..48; 1: 0..48", (0, 1))
>>> move.to_word((3, 10)), move.from_word(3 | 10 << 6)
(643, (3, 10))
"""

from __future__ import annotations

import ast
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from boardwright.errors import BoardwrightError, quoted

WORD = 64
MAX_WORDS = 64
RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)( or None)?")
CELLS = re.compile(r"(\d+) of (.+)")
PLACE = re.compile(r"square( or None)?")
SET = re.compile(r"set of 0\.\.(\d+)")
UP_TO = re.compile(r"up to (\d+) of (.+)")
NAMED = re.compile(r"([\w.]+):")
ENTRY = re.compile(r"""(?:[^;'"]|'[^']*'|"[^"]*")+""")


class InvalidLayout(BoardwrightError):
    """A layout that cannot be read, or that does not fit the game."""


class Unpackable(BoardwrightError):
    """A value that a layout does not allow."""


class Field(ABC):
    """What one field holds, and how it is packed."""

    words: int
    bits: int | None = None
    """The width in the word of a move; None where the field has no place there."""

    @abstractmethod
    def pack(self, value: Any) -> list[int]:
        """Return the words of a value."""

    @abstractmethod
    def unpack(self, words: Sequence[int]) -> Any:
        """Return the value of some words."""

    def to_bits(self, value: Any) -> int:
        """Return a value as bits of a move's word."""
        (word,) = self.pack(value)
        return word

    def from_bits(self, word: int) -> Any:
        """Return the value of some bits."""
        return self.unpack([word])


class IntRange(Field):
    """An int in a range, or None."""

    words = 1

    def __init__(self, low: int, high: int, optional: bool) -> None:
        if not (low <= high and high - low < 2**62):
            raise InvalidLayout(f"{low}..{high} is not a range: expected the lowest and the highest value")
        self.low, self.high, self.optional = low, high, optional
        self.none = high - low + 1
        """The word that stands for None."""
        self.bits = (high - low + optional).bit_length()

    def __str__(self) -> str:
        return f"{self.low}..{self.high}" + (" or None" if self.optional else "")

    def pack(self, value: Any) -> list[int]:
        if value is None and self.optional:
            return [self.none]
        if not isinstance(value, int) or not self.low <= value <= self.high:
            raise Unpackable(f"{value!r}: expected {self}")
        return [value - self.low]

    def unpack(self, words: Sequence[int]) -> int | None:
        value = words[0] + self.low
        return None if self.optional and value > self.high else value


class OneOf(Field):
    """One of some values."""

    words = 1

    def __init__(self, values: tuple[Any, ...]) -> None:
        self.values = values
        self.bits = max(len(values) - 1, 1).bit_length()
        self._index = {value: index for index, value in enumerate(values)}

    def __str__(self) -> str:
        return repr(self.values)

    def pack(self, value: Any) -> list[int]:
        if value not in self._index:
            raise Unpackable(f"{value!r}: expected one of {self}")
        return [self._index[value]]

    def unpack(self, words: Sequence[int]) -> Any:
        return self.values[words[0]]


class Place(OneOf):
    """The name of a square or exit of the board, or None."""

    def __init__(self, names: Sequence[str], optional: bool) -> None:
        super().__init__((*names, None) if optional else tuple(names))
        self.optional = optional
        self.none = len(names)
        """The word that stands for None."""

    def __str__(self) -> str:
        return "square or None" if self.optional else "square"

    def pack(self, value: Any) -> list[int]:
        if value not in self._index:
            raise Unpackable(f"{value!r}: expected the name of a {self}")
        return super().pack(value)


class Cells(Field):
    """A string or tuple of fixed length: a bit set of places for each value but the first."""

    def __init__(self, length: int, values: str | tuple[Any, ...]) -> None:
        if len(set(values)) != len(values) or not values or not length:
            raise InvalidLayout(f"{length} of {values!r}: expected a length and different values")
        self.length, self.values = length, values
        self.each = -(-length // WORD)
        self.words = self.each * (len(values) - 1)
        self._known = frozenset(values)

    def __str__(self) -> str:
        return f"{self.length} of {self.values!r}"

    def pack(self, value: Any) -> list[int]:
        if len(value) != self.length or not self._known.issuperset(value):
            raise Unpackable(f"{value!r}: expected {self}")
        sets = []
        for held in self.values[1:]:
            if isinstance(value, str):
                # The fastest way in Python: the last square is the first digit.
                digits = "".join(["1" if cell == held else "0" for cell in reversed(value)])
                sets.append(int(digits, 2))
            else:
                sets.append(sum(1 << place for place, cell in enumerate(value) if cell == held))
        return [word for bits in sets for word in _split(bits, self.each)]

    def unpack(self, words: Sequence[int]) -> Any:
        cells = [self.values[0]] * self.length
        for number, held in enumerate(self.values[1:]):
            bits = _joined(words[number * self.each : (number + 1) * self.each])
            for place in range(self.length):
                if bits >> place & 1:
                    cells[place] = held
        return "".join(cells) if isinstance(self.values, str) else tuple(cells)


class IntSet(Field):
    """A frozenset of ints from 0 on."""

    def __init__(self, high: int) -> None:
        self.high = high
        self.words = high // WORD + 1

    def __str__(self) -> str:
        return f"set of 0..{self.high}"

    def pack(self, value: Any) -> list[int]:
        if not all(isinstance(item, int) and 0 <= item <= self.high for item in value):
            raise Unpackable(f"{value!r}: expected a {self}")
        return _split(sum(1 << item for item in value), self.words)

    def unpack(self, words: Sequence[int]) -> frozenset[int]:
        bits = _joined(words)
        return frozenset(item for item in range(self.high + 1) if bits >> item & 1)


class UpTo(Field):
    """A tuple of at most the given number of items."""

    def __init__(self, most: int, item: IntRange | OneOf) -> None:
        self.most, self.item = most, item
        self.words = 1 + most
        self.size_bits = most.bit_length()
        self.item_bits = item.bits or 0
        self.bits = self.size_bits + most * self.item_bits

    def __str__(self) -> str:
        return f"up to {self.most} of {self.item}"

    def pack(self, value: Any) -> list[int]:
        if not isinstance(value, tuple) or len(value) > self.most:
            raise Unpackable(f"{value!r}: expected a tuple of {self}")
        items = [self.item.pack(item)[0] for item in value]
        return [len(items), *items, *[0] * (self.most - len(items))]

    def unpack(self, words: Sequence[int]) -> tuple[Any, ...]:
        return tuple(self.item.unpack([word]) for word in words[1 : 1 + words[0]])

    def to_bits(self, value: Any) -> int:
        size, *items = self.pack(value)
        return size | sum(item << self.size_bits + at * self.item_bits for at, item in enumerate(items))

    def from_bits(self, word: int) -> tuple[Any, ...]:
        size, mask = word & (1 << self.size_bits) - 1, (1 << self.item_bits) - 1
        return self.unpack([size, *(word >> self.size_bits + at * self.item_bits & mask for at in range(self.most))])


def _split(bits: int, words: int) -> list[int]:
    return [bits >> WORD * at & (1 << WORD) - 1 for at in range(words)]


def _joined(words: Sequence[int]) -> int:
    return sum(word << WORD * at for at, word in enumerate(words))


def parse_field(text: str, names: Sequence[str] = ()) -> Field:
    """Parse what a field holds; ``names`` are those of the board's squares and exits.

    >>> str(parse_field("64 of '.wb'")), parse_field("0..63 or None").bits
    ("64 of '.wb'", 7)
    """
    text = text.strip()
    if found := RANGE.fullmatch(text):
        return IntRange(int(found[1]), int(found[2]), bool(found[3]))
    if names and (found := PLACE.fullmatch(text)):
        return Place(names, bool(found[1]))
    if found := SET.fullmatch(text):
        return IntSet(int(found[1]))
    if found := UP_TO.fullmatch(text):
        item = parse_field(found[2], names)
        if isinstance(item, (IntRange, OneOf)):
            return UpTo(int(found[1]), item)
    elif found := CELLS.fullmatch(text):
        values = _literal(found[2])
        if isinstance(values, (str, tuple)):
            return Cells(int(found[1]), values)
    elif isinstance(values := _literal(text), tuple) and values:
        return OneOf(values)
    raise InvalidLayout(f"{quoted(text)} is not what a field can hold: expected something like 0..63 or 64 of '.wb'")


def _literal(text: str) -> Any:
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return None


def members(value: object) -> dict[str, Any] | None:
    """Return the fields of a dataclass, a named tuple or a tuple by name; None for other values.

    >>> members((3, 10)), members("text")
    ({'0': 3, '1': 10}, None)
    """
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in fields(value) if field.init}
    if isinstance(value, tuple):
        names = getattr(value, "_fields", None) or map(str, range(len(value)))
        return dict(zip(names, value, strict=True))
    return None


def _rebuilt(sample: Any, values: Sequence[Any]) -> Any:
    """Return a value of the sample's type with these fields."""
    if is_dataclass(sample) and not isinstance(sample, type):
        return type(sample)(**dict(zip(members(sample) or (), values, strict=True)))
    return type(sample)(*values) if hasattr(sample, "_fields") else tuple(values)


def _below(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


class Layout:
    """A layout for values like a sample; ``names`` are those of the board's squares and exits."""

    def __init__(self, text: str, sample: object, names: Sequence[str] = ()) -> None:
        self.text = text
        self.sample = sample
        self.fields: dict[str, Field] = {}
        for entry in map(str.strip, ENTRY.findall(text)):
            named = NAMED.match(entry)
            self.fields[named[1] if named else ""] = parse_field(entry[named.end() :] if named else entry, names)
        self.order = list(self._leaves(sample, ""))
        unused = self.fields.keys() - set(self.order)
        if unused:
            raise self._invalid(f"has the field {min(unused) or '(without a name)'}, which {_type(sample)} lacks")
        self.words = sum(field.words for field in self.fields.values())
        if self.words > MAX_WORDS:
            raise self._invalid(f"takes {self.words} words: expected {MAX_WORDS} at most")

    def _invalid(self, problem: str) -> InvalidLayout:
        return InvalidLayout(f"the layout {quoted(self.text, 200)} {problem}")

    def _leaves(self, sample: object, path: str) -> Iterator[str]:
        """Yield the names of the fields in the order of the type."""
        if path in self.fields:
            yield path
            return
        inner = members(sample)
        if inner is None:
            raise self._invalid(f"lacks the field {path}" if path else f"has names, but {_type(sample)} has no fields")
        for name, each in inner.items():
            yield from self._leaves(each, _below(path, name))

    def to_words(self, value: object) -> list[int]:
        """Return the words of a value."""
        return [word for name, held in self._held(value) for word in self._packed(name, held, self.fields[name].pack)]

    def from_words(self, words: Sequence[int]) -> Any:
        """Return the value of some words."""
        values, at = {}, 0
        for name in self.order:
            field = self.fields[name]
            values[name] = field.unpack(words[at : at + field.words])
            at += field.words
        return self._built(self.sample, "", values)

    @property
    def bits(self) -> int:
        """The width of a value in one word."""
        total = 0
        for name, field in self.fields.items():
            if field.bits is None:
                raise self._invalid(f"has {name}, {field}, which has no place in a word")
            total += field.bits
        if total > WORD:
            raise self._invalid(f"takes {total} bits: expected {WORD} at most")
        return total

    def to_word(self, value: object) -> int:
        """Return a value in one word."""
        word = at = 0
        for name, held in self._held(value):
            field = self.fields[name]
            word |= self._packed(name, held, field.to_bits) << at
            at += field.bits or 0
        return word

    def from_word(self, word: int) -> Any:
        """Return the value of a word."""
        values = {}
        for name in self.order:
            width = self.fields[name].bits or 0
            values[name] = self.fields[name].from_bits(word & (1 << width) - 1)
            word >>= width
        return self._built(self.sample, "", values)

    def _held(self, value: object) -> Iterator[tuple[str, Any]]:
        """Yield the fields in order, with what a value holds there."""
        if type(value) is not type(self.sample):
            raise Unpackable(f"{value!r} is of the type {_type(value)}: expected {_type(self.sample)}")
        for name in self.order:
            held = value
            for part in filter(None, name.split(".")):
                held = (members(held) or {}).get(part, held) if part.isdigit() else getattr(held, part)
            yield name, held

    def _packed(self, name: str, held: object, pack: Callable[[Any], Any]) -> Any:
        try:
            return pack(held)
        except Unpackable as error:
            raise Unpackable(f"{name or _type(self.sample)} is {error}") from None
        except (TypeError, AttributeError):
            raise Unpackable(f"{name or _type(self.sample)} is {held!r}: expected {self.fields[name]}") from None

    def _built(self, sample: object, path: str, values: dict[str, Any]) -> Any:
        if path in values:
            return values[path]
        inner = members(sample) or {}
        return _rebuilt(sample, [self._built(each, _below(path, name), values) for name, each in inner.items()])


def _type(value: object) -> str:
    return type(value).__name__
