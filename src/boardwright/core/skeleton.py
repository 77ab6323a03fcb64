"""Write the header of a game to start from: everything that follows from the types of its positions and moves."""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Iterator
from typing import Any, Generic, NamedTuple

from boardwright.core.layout_proposal import Samples
from boardwright.game import Game, M, P, Termination
from boardwright.layouts import WORD, Cells, Field, IntRange, IntSet, Layout, OneOf, UpTo

WIDTH = 120
KEYWORDS = re.compile(
    "auto|bool|case|catch|char|const|default|delete|do|double|else|enum|explicit|export|extern|false|float|"
    "friend|goto|inline|int|long|mutable|namespace|new|operator|private|protected|public|register|short|"
    "signed|sizeof|static|struct|switch|template|this|throw|true|typedef|typename|union|unsigned|using|"
    "virtual|void|volatile"
)
"""Those of C++ that can be names in Python."""


class Standing(NamedTuple):
    """The piece that a character of the board stands for."""

    side: int
    kind: str


class Member(NamedTuple):
    """A member of the C++ position: its declaration, its words, how they are read, and when they are valid."""

    declaration: str
    note: str
    words: list[str]
    reading: list[str]
    valid: str


def skeleton(game: Game[P, M], source: str) -> str:
    """Return the header for a game whose Python file is called ``source``."""
    return Skeleton(game, source).text()


class Skeleton(Generic[P, M]):
    """The parts of the header of one game."""

    def __init__(self, game: Game[P, M], source: str) -> None:
        self.game = game
        self.source = source
        self.samples = Samples(game)
        self.position = self.samples.position_layout()
        self.move = self.samples.move_layout()
        self.name = type(game).__name__
        self.pieces = self._pieces()
        self.members = [member for name, field in self._ordered(self.position) for member in self._members(name, field)]

    @staticmethod
    def _ordered(layout: Layout) -> list[tuple[str, Field]]:
        return [(name, layout.fields[name]) for name in layout.order]

    def _board(self) -> tuple[str, Cells] | None:
        """Return the field with a character for each square of the board, if there is one."""
        squares = len(self.game.view(self.samples.positions[0]).board.squares)
        for name, field in self._ordered(self.position):
            if isinstance(field, Cells) and field.length == squares <= WORD:
                return name, field
        return None

    def _pieces(self) -> dict[Any, Standing]:
        """Return the piece that each character of the board stands for; none where this is not so simple."""
        board = self._board()
        if board is None:
            return {}
        found: dict[Any, Standing] = {}
        for position in self.samples.positions:
            view = self.game.view(position)
            cells, numbers = _at(position, board[0]), {square.name: at for at, square in enumerate(view.board.squares)}
            for piece in view.pieces:
                standing = Standing(piece.side, piece.kind)
                character = cells[numbers[piece.squares[0]]]
                if len(piece.squares) > 1 or piece.height > 1 or found.setdefault(character, standing) != standing:
                    return {}
        return found if set(found) == set(board[1].values[1:]) else {}

    def _members(self, name: str, field: Field) -> Iterator[Member]:
        base = _identifier(name)
        if isinstance(field, Cells):
            sets = [self._set_name(base, character, at) for at, character in enumerate(field.values[1:], 1)]
            bits = [_words(each, field.each) for each in sets]
            for each, words, character in zip(sets, bits, field.values[1:], strict=True):
                yield _set(each, f"{name}: {character!r}", field.length, words)
        elif isinstance(field, IntSet):
            yield _set(base, name, field.high + 1, _words(base, field.words))
        elif isinstance(field, UpTo):
            items = [f"{base}[{at}]" for at in range(field.most)]
            yield _number(f"{base}_size", f"the length of {name}", field.most + 1)
            words, reading = [_cast("Bits", each) for each in items], [f"{each} = {{int}};" for each in items]
            yield Member(f"int {base}[{field.most}];", f"{name}: {field.item}", words, reading, "")
        elif isinstance(field, OneOf):
            yield _number(base, f"the index in {field.values!r}", len(field.values))
        elif isinstance(field, IntRange):
            less = f"less {field.low}" if field.low else ""
            none = f"{field.high - field.low + 1} stands for None" if field.optional else ""
            yield _number(base, ", ".join(filter(None, (less, none))), field.high - field.low + 1 + field.optional)

    def _set_name(self, base: str, character: Any, number: int) -> str:
        standing = self.pieces.get(character)
        if standing is None:
            return f"{base}_{number}"
        return _identifier(f"{self.game.sides[standing.side]} {standing.kind}")

    # The text.

    def text(self) -> str:
        """Return the header."""
        outcomes = [self.game.outcome(position) for position in self.samples.positions]
        reasons = {str(outcome.reason): outcome.termination for outcome in outcomes if outcome is not None}
        texts = ", ".join(f'"{_escaped(reason)}"' for reason in reasons) or '"TODO"'
        lines = [
            f"// The rules of {self.source} in C++, for speed. TODO marks what is to be written;",
            f"// `boardwright core {self.source}` compiles this file and compares it with the Python rules.",
            "#include <boardwright/core/c_interface.hpp>",
            "",
            "using namespace boardwright;",
            "",
            f"struct {self.name} : GameDefaults<{self.name}> {{",
            f'    static constexpr const char* name = "{self.game.full_name}";',
            "",
            f"    // What the fields of positions and moves hold, as {self.samples.games} random games have shown.",
            f'    static constexpr const char* position_layout = "{_escaped(self.position.text)}";',
            f'    static constexpr const char* move_layout = "{_escaped(self.move.text)}";',
            "",
            "    // The reasons of outcomes as Python gives them; an empty text for one that varies.",
            f"    static constexpr const char* reason_texts[] = {{{texts}}};",
            *self._terminations(list(reasons.values())),
            f"    static constexpr int reasons = {max(len(reasons), 1)};",
            "",
            *self._position(),
            "",
            *self._moves(),
            "",
            *self._rules(),
            *self._more(),
            "};",
            "",
            f"BOARDWRIGHT_GAMES({self.name})",
        ]
        return "\n".join(lines) + "\n"

    @staticmethod
    def _terminations(found: list[Termination]) -> Iterator[str]:
        if set(found) - {Termination.RULES}:
            texts = ", ".join(f'"{each}"' for each in found)
            yield f"    static constexpr const char* terminations[] = {{{texts}}};"

    def _position(self) -> Iterator[str]:
        yield "    struct Position {"
        for member in self.members:
            yield f"        {member.declaration}" + (f"  // {member.note}" if member.note else "")
        yield "    };"
        yield ""
        words = [word for member in self.members for word in member.words]
        yield f"    using Packed = PackedWords<{len(words)}>;"
        yield "    static Packed pack(const Position& p) {"
        yield f"        return {{{{{', '.join(words)}}}}};"
        yield "    }"
        yield "    // False for words that are not a position."
        yield "    static bool unpack(const Packed& packed, Position& p) {"
        at = 0
        for member in self.members:
            for line in member.reading:
                word = f"packed.word[{at}]"
                yield f"        {line.format(word=word, int=f'static_cast<int>({word})')}"
                at += 1
        valid = " && ".join(member.valid for member in self.members if member.valid)
        yield f"        return {valid or 'true'};"
        yield "    }"

    def _moves(self) -> Iterator[str]:
        """Yield the functions that compose and take apart the word of a move."""
        names, at, parts, reading = [], 0, [], []
        for name, field in self._ordered(self.move):
            member = _identifier(name)
            width = field.bits or 0
            if not isinstance(field, (IntRange, OneOf)):
                reading.append(f"    // {name or 'The move'}: {field}, from bit {at} on: its length, then the items.")
                at += width
                continue
            names.append(member)
            parts.append(_cast("Move", member) + (f" << {at}" if at else ""))
            shifted = f"move >> {at}" if at else "move"
            mask = (1 << width) - 1
            reading.append(f"    static int {member}_of(Move move) {{ return static_cast<int>({shifted} & {mask}); }}")
            at += width
        yield "    // A move in one word: its fields from the lowest bit on."
        if parts:
            parameters = ", ".join(f"int {name}" for name in names)
            yield f"    static Move move_of({parameters}) {{ return {' | '.join(parts)}; }}"
        yield from reading

    def _rules(self) -> Iterator[str]:
        if "to_move" not in self.position.fields:
            yield from self._quoted("side_to_move")
            yield "    static int side_to_move(const Position&) {"
            yield "        // TODO: 0 for the side that moves first, or 1."
            yield "        return 0;"
            yield "    }"
            yield ""
        yield from self._quoted("legal_moves")
        yield "    template <class F> static void each_move(const Position& p, F&& f) {"
        yield "        if (outcome(p).over()) return;"
        yield "        // TODO: call f(move) for each legal move."
        yield "        static_cast<void>(f);"
        yield "    }"
        yield ""
        yield from self._quoted("successor")
        yield "    static Position play(Position p, Move) {"
        yield "        // TODO: the position after a legal move."
        if "to_move" in self.position.fields:
            yield "        p.to_move = 1 - p.to_move;"
        yield "        return p;"
        yield "    }"
        yield "    // TODO: whether a legal move captures, promotes or scores, so that the game cannot return to p."
        yield "    static bool is_progress(const Position&, Move) { return false; }"
        yield ""
        yield from self._quoted("outcome")
        yield "    static Outcome outcome(const Position&) {"
        yield "        // TODO: Outcome::won(side, reason) or Outcome::draw(reason), where the game is over."
        yield "        return {};"
        yield "    }"

    def _quoted(self, method: str) -> Iterator[str]:
        """Yield the Python code of a method as a comment."""
        try:
            source = textwrap.dedent(inspect.getsource(getattr(type(self.game), method)))
        except (OSError, TypeError):
            return
        for line in source.rstrip().splitlines():
            yield f"    // {line}".rstrip()[:WIDTH]

    def _more(self) -> Iterator[str]:
        """Yield what the search and learning environments need, where it follows from the board."""
        if not self.pieces:
            return
        counted = [
            " + ".join(f"popcount(p.{name})" for name in self._sets_of(side)) or "0"
            for side in range(len(self.game.sides))
        ]
        yield ""
        yield "    // For the search: what the pieces of a side are worth, in hundredths."
        yield "    static int material(const Position& p, int side) {"
        yield f"        return 100 * (side ? {counted[1]} : {counted[0]});"
        yield "    }"
        path = self._path()
        if path is None:
            return
        squares = len(self.game.view(self.samples.positions[0]).board.squares)
        yield ""
        yield "    // For learning environments: the pieces, and the squares to click for a move."
        yield f"    static constexpr int kinds = {len(self.game.kinds)}, squares = {squares};"
        yield "    template <class F> static void each_piece(const Position& p, F&& f) {"
        for character, standing in self.pieces.items():
            kind = self.game.kinds.index(standing.kind)
            name = self._set_name("", character, 0)
            yield f"        each_bit(p.{name}, [&](int square) {{ f({standing.side}, {kind}, square); }});"
        yield "    }"
        yield f"    static Path path(const Position&, Move move) {{ return {{{path}}}; }}"

    def _sets_of(self, side: int) -> list[str]:
        return [self._set_name("", each, 0) for each, standing in self.pieces.items() if standing.side == side]

    def _path(self) -> str | None:
        """Return the path of a move, if its fields are the squares to click."""
        fields = self._ordered(self.move)
        if not all(isinstance(field, IntRange) and not field.low and not field.optional for _, field in fields):
            return None
        names = [square.name for square in self.game.view(self.samples.positions[0]).board.squares]
        for position, move in self.samples.moves:
            numbers = [_at(move, name) for name, _ in fields]
            if max(numbers) >= len(names) or self.game.move_view(position, move).paths != (
                tuple(names[number] for number in numbers),
            ):
                return None
        return ", ".join(f"{_identifier(name)}_of(move)" for name, _ in fields)


def _at(value: Any, name: str) -> Any:
    """Return what a field holds."""
    for part in filter(None, name.split(".")):
        value = value[int(part)] if part.isdigit() else getattr(value, part)
    return value


def _identifier(name: str) -> str:
    """Return a name for C++.

    >>> _identifier("white pawn"), _identifier("0"), _identifier("double"), _identifier("")
    ('white_pawn', 'part_0', 'double_', 'value')
    """
    word = re.sub(r"\W+", "_", name) or "value"
    if KEYWORDS.fullmatch(word):
        return f"{word}_"
    return f"part_{word}" if word[0].isdigit() else word


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _cast(kind: str, value: str) -> str:
    return f"static_cast<{kind}>({value})"


def _words(name: str, words: int) -> list[str]:
    return [f"p.{name}"] if words == 1 else [f"p.{name}[{at}]" for at in range(words)]


def _set(name: str, note: str, squares: int, words: list[str]) -> Member:
    """Return a bit set of squares."""
    declaration = f"Bits {name};" if len(words) == 1 else f"Bits {name}[{len(words)}];"
    last = squares % WORD
    return Member(
        declaration, note, words, [f"{each} = {{word}};" for each in words], f"!({words[-1]} >> {last})" if last else ""
    )


def _number(name: str, note: str, values: int) -> Member:
    """Return an int below a number of values."""
    return Member(
        f"int {name};",
        note,
        [_cast("Bits", f"p.{name}")],
        [f"p.{name} = {{int}};"],
        f"p.{name} >= 0 && p.{name} < {values}",
    )
