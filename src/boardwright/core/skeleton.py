"""Write the header of a game to start from: everything that follows from the types of its positions and moves."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, NamedTuple

from boardwright.core.layout_proposal import Samples
from boardwright.game import Game, M, P, Termination
from boardwright.layouts import WORD, Cells, Field, IntRange, IntSet, Layout, OneOf, Place, UpTo
from boardwright.views import Board

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
        self.board = game.view(self.samples.positions[0]).board
        self.squares = len(self.board.squares) - len(self.board.reserves)
        """The number of squares, without the reserves behind them."""
        self.pieces = self._pieces()
        self.members = [member for name, field in self._ordered(self.position) for member in self._members(name, field)]

    @staticmethod
    def _ordered(layout: Layout) -> list[tuple[str, Field]]:
        return [(name, layout.fields[name]) for name in layout.order]

    def _cells(self) -> tuple[str, Cells] | None:
        """Return the field with a character for each square of the board, if there is one."""
        for name, field in self._ordered(self.position):
            if isinstance(field, Cells) and field.length == self.squares <= WORD:
                return name, field
        return None

    def _pieces(self) -> dict[Any, Standing]:
        """Return the piece that each character of the board stands for; none where this is not so simple."""
        board = self._cells()
        if board is None:
            return {}
        numbers = {name: at for at, name in enumerate(self.board.places[: self.squares])}
        found: dict[Any, Standing] = {}
        for position in self.samples.positions:
            cells = _at(position, board[0])
            for piece in self.game.view(position).pieces:
                if self.board.reserves.issuperset(piece.squares):
                    continue
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
        elif isinstance(field, Place):
            yield _number(base, f"the number of a {field}", len(field.values))
        elif isinstance(field, OneOf):
            yield _number(base, f"the index in {field.values!r}", len(field.values))
        elif isinstance(field, IntRange):
            less = f"less {field.low}" if field.low else ""
            none = f"{field.none} stands for None" if field.optional else ""
            yield _number(base, ", ".join(filter(None, (less, none))), field.high - field.low + 1 + field.optional)

    def _set_name(self, base: str, character: Any, number: int) -> str:
        standing = self.pieces.get(character)
        if standing is None:
            return f"{base}_{number}"
        return _identifier(f"{self.game.sides[standing.side]} {standing.kind}")

    # The text.

    def text(self) -> str:
        """Return the header."""
        reasons = self._reasons() or [("TODO", Termination.RULES)]
        texts = ", ".join(f'"{_escaped(reason)}"' for reason, _ in reasons)
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
            f"    // What the fields of positions and moves hold, as {self.samples.games} random games have shown:",
            "    // widen the ranges of numbers that other games may exceed.",
            f'    static constexpr const char* position_layout = "{_escaped(self.position.text)}";',
            f'    static constexpr const char* move_layout = "{_escaped(self.move.text)}";',
            "",
            "    // The reasons of outcomes as Python gives them; an empty text for one that varies. These are known",
            "    // from random games and from the code: add others.",
            f"    static constexpr const char* reason_texts[] = {{{texts}}};",
            *self._terminations([termination for _, termination in reasons]),
            f"    static constexpr int reasons = {len(reasons)};",
            "",
            *self._position(),
            "",
            *self._moves(),
            "",
            *self._geometry(),
            *self._rules(),
            *self._more(),
            "};",
            "",
            *self._other_variants(),
            f"BOARDWRIGHT_GAMES({self.name})",
        ]
        return "\n".join(lines) + "\n"

    def _reasons(self) -> list[tuple[str, Termination]]:
        """Return the reasons of outcomes with their terminations; "" for those that differ by numbers alone.

        They are those of the random games, and those that the code gives as plain texts.
        """
        outcomes = [self.game.outcome(position) for position in self.samples.positions]
        seen = {str(outcome.reason): outcome.termination for outcome in outcomes if outcome is not None}
        shapes: dict[str, list[str]] = {}
        for reason in seen:
            shapes.setdefault(re.sub(r"\d+", "0", reason), []).append(reason)
        found = [(alike[0] if len(alike) == 1 else "", seen[alike[0]]) for alike in shapes.values()]
        return found + [written for written in _written_reasons(type(self.game).outcome) if written[0] not in seen]

    def _other_variants(self) -> Iterator[str]:
        others = [f"{self.game.name}:{variant}" for variant in self.game.variants if variant != self.game.variant]
        if others:
            yield f"// TODO: a class for each other variant, {', '.join(others)}, named behind a comma below."

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
            if isinstance(field, (Place, IntRange)) and field.optional:
                reading.append(f"    // {name or 'The move'}: {field.none} stands for None.")
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

    def _geometry(self) -> Iterator[str]:
        """Yield tables of a board on which squares cannot be told by their numbers: all but full rectangles."""
        squares = self.board.squares[: self.squares]
        if self.board.kind == "square" and len(squares) == self.board.columns * self.board.rows:
            return
        yield "    // The squares are numbered in the order of the Python board:"
        names = textwrap.wrap(" ".join(square.name for square in squares), WIDTH - len("    //   "))
        yield from (f"    //   {line}" for line in names)
        yield "    // Their neighbours (on a graph, the next points on its lines) and coordinates."
        yield from _table(*_neighbours(self.board, self.squares))
        yield from _table(f"int square_x[{len(squares)}]", [str(square.x) for square in squares])
        yield from _table(f"int square_y[{len(squares)}]", [str(square.y) for square in squares])
        yield "    // The square at some coordinates; -1 if there is none."
        yield "    static constexpr int square_at(int x, int y) {"
        yield f"        for (int square = 0; square < {len(squares)}; ++square)"
        yield "            if (square_x[square] == x && square_y[square] == y) return square;"
        yield "        return -1;"
        yield "    }"
        yield ""

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
        if path is None or self.board.reserves:
            return
        yield ""
        yield "    // For learning environments: the pieces, and the squares to click for a move."
        yield f"    static constexpr int kinds = {len(self.game.kinds)}, squares = {self.squares};"
        if self.board.exits:
            yield f"    static constexpr int exits = {len(self.board.exits)};"
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
        if not all(isinstance(field, (IntRange, Place)) and not field.optional for _, field in fields):
            return None
        names = dict(enumerate(self.board.places))
        for position, move in self.samples.moves:
            path = tuple(names.get(held, held) for held in (_at(move, name) for name, _ in fields))
            if self.game.move_view(position, move).paths != (path,):
                return None
        return ", ".join(f"{_identifier(name)}_of(move)" for name, _ in fields)


def _at(value: Any, name: str) -> Any:
    """Return what a field holds."""
    for part in filter(None, name.split(".")):
        value = value[int(part)] if part.isdigit() else getattr(value, part)
    return value


def _written_reasons(method: Callable[..., object]) -> Iterator[tuple[str, Termination]]:
    """Yield the plain texts that a method gives as reasons of outcomes, with their terminations."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(method)))
    except (OSError, TypeError, SyntaxError):
        return
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="Outcome"), args=[_, ast.Constant(value=str(reason)), *rest]):
                name = rest[0].attr if rest and isinstance(rest[0], ast.Attribute) else ""
                yield reason, Termination.__members__.get(name, Termination.RULES)


def _neighbours(board: Board, squares: int) -> tuple[str, list[str]]:
    """Return the declaration of a table of neighbours and its entries: bit sets, or lists that end with -1."""
    numbers = {name: at for at, name in enumerate(board.places)}
    found = [[numbers[name] for name in board.neighbours(square.name)] for square in board.squares[:squares]]
    if squares <= WORD:
        return f"Bits neighbours[{squares}]", [hex(sum(1 << at for at in near)) for near in found]
    most = max(map(len, found))
    rows = ("{" + ", ".join(map(str, [*near, *[-1] * (most - len(near))])) + "}" for near in found)
    return f"int neighbours[{squares}][{most}]", list(rows)


def _table(declaration: str, entries: Sequence[str]) -> Iterator[str]:
    """Yield the lines of a table."""
    yield f"    static constexpr {declaration} = {{"
    yield from (f"        {line}" for line in textwrap.wrap(", ".join(entries), WIDTH - 8))
    yield "    };"


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
