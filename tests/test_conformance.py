"""Every game and variant, and the example, keeps the contract; and a broken game is caught."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from boardwright import Game, IllegalMove, InvalidMove, InvalidPosition, Outcome, Termination, find_game
from boardwright.cli.commands.moves import move_texts
from boardwright.conformance import Nonconformance, check_game
from boardwright.encoding import Actions
from boardwright.game import AnyGame, History
from boardwright.games.margrites.game import Margrites
from boardwright.games.margrites.rules import Position as Steps
from boardwright.games.turm import Move, Position, Turm
from boardwright.games.turm.encoding import TurmEncoding
from boardwright.manifest import Manifest
from boardwright.registry import BUILT_IN
from boardwright.views import Board, Count, Exit, MoveView, Piece, Side, Square, View

EXAMPLE = "examples/breakthrough.py"
EXAMPLES = [EXAMPLE, "examples/hexxagon.py", "examples/gomoku.py:swap", "examples/morris.py"]
ALL = [f"{name}:{variant}" for name in BUILT_IN for variant in find_game(name).variants] + EXAMPLES


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
def test_random_games_keep_the_contract(name: str) -> None:
    games = 2 if name.startswith("examples/gomoku.py") else 6  # its board is large, and its games are long
    done = check_game(find_game(name), seed=1, games=games)
    assert done.games == games
    assert done.positions == done.moves + games


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in ALL if name not in EXAMPLES])
def test_many_random_games_keep_the_contract(name: str) -> None:
    assert check_game(find_game(name), seed=2, games=12).games == 12


@dataclass(frozen=True)
class Row:
    stones: str
    to_move: Side


class Placing(Game[Row, int]):
    """Put a stone on one of four squares; the first three in a row win. Only what a game must define."""

    name = "placing"
    title = "Placing"
    sides = ("black", "white")
    kinds = ("stone",)
    start_text = "....b"
    board = Board.grid("abcd", "1")

    def legal_moves(self, position: Row) -> list[int]:
        return [] if self.outcome(position) else [at for at, stone in enumerate(position.stones) if stone == "."]

    def successor(self, position: Row, move: int) -> Row:
        stones = position.stones[:move] + "bw"[position.to_move] + position.stones[move + 1 :]
        return Row(stones, 1 - position.to_move)

    def outcome(self, position: Row) -> Outcome | None:
        return None if "." in position.stones else Outcome(None, "the row is full")

    def format_position(self, position: Row) -> str:
        return position.stones + "bw"[position.to_move]

    def parse_position(self, text: str, *, strict: bool = True) -> Row:
        if len(text) != 5 or set(text) - set("bw.") or text[4] == ".":
            raise InvalidPosition(f"{text[:9]!r}: expected four squares and the side to move")
        return Row(text[:4], "bw".index(text[4]))

    def format_move(self, position: Row, move: int) -> str:
        return "abcd"[move] + "1"

    def view(self, position: Row) -> View:
        stones = [(at, stone) for at, stone in enumerate(position.stones) if stone != "."]
        pieces = tuple(Piece("stone", "bw".index(stone), ("abcd"[at] + "1",), stone) for at, stone in stones)
        return View(self.board, pieces, position.to_move)


def test_a_game_that_puts_pieces_on_the_board_needs_nothing_special() -> None:
    assert check_game(Placing()).positions == 15
    assert move_texts(Placing(), Placing().start(), "stone") == ["a1", "b1", "c1", "d1"]


class InHand(Placing):
    """Its stones come from reserves, which the default of move_view knows."""

    board = Board.grid("abcd", "1")._replace(rows=2).with_reserves("black", "white")

    def view(self, position: Row) -> View:
        view = super().view(position)
        left = [2 - sum(piece.side == side for piece in view.pieces) for side in (0, 1)]
        stacks = (Piece("stone", side, (self.sides[side],), "bw"[side], left[side]) for side in (0, 1) if left[side])
        return view._replace(pieces=(*stacks, *view.pieces))


def test_a_stone_from_a_reserve_is_clicked_on_its_square_or_on_the_reserve_before() -> None:
    game = InHand()
    assert check_game(game).positions == 15
    for position, left in (("....b", 1), ("bw..b", 0)):
        shown = game.move_view(game.parse_position(position), 2)
        assert shown.paths == (("c1",), ("black", "c1"))
        (stage,) = shown.stages
        heights = {piece.squares[0]: piece.height for piece in stage.after}
        assert (stage.kind, heights.pop("c1"), heights) == ("place", 1, {"black": 1} if left else {})


class Occupied(Placing):
    """It says of a move to a square that is taken what is wrong with it."""

    def pseudo_legal_moves(self, position: Row) -> range:
        return range(4)

    def why_illegal(self, position: Row, move: int) -> str:
        return f"there is a stone on {self.format_move(position, move)}"


def test_a_refusal_names_the_rule_where_the_move_is_known() -> None:
    game = Occupied()
    assert check_game(game).positions == 15
    with pytest.raises(IllegalMove, match=r"^'a1' is illegal: there is a stone on a1$"):
        game.parse_move(game.parse_position("b...w"), "a1")
    with pytest.raises(InvalidMove, match=r"^'z9' is not a legal move here: expected one of 3 legal moves, such"):
        game.parse_move(game.parse_position("b...w"), "z9")
    with pytest.raises(InvalidMove, match=r"^'a1' is not a legal move here: expected one of 3 legal moves, such"):
        Placing().parse_move(Placing().parse_position("b...w"), "a1")


def test_a_refusal_says_that_the_game_is_over() -> None:
    for game in (Placing(), Occupied()):
        with pytest.raises(IllegalMove, match=r"^'z9' is illegal: the game is over, draw: the row is full$"):
            game.parse_move(game.parse_position("bwbwb"), "z9")


@pytest.mark.parametrize("position", ["b...w", ("b...", 1), Piece("stone", 0, ("a1",), "b")])
def test_a_position_without_a_field_to_move_keeps_its_side(position: Any) -> None:
    with pytest.raises(InvalidPosition, match=r"^placing cannot change the side to move: expected a field to_move$"):
        Placing().with_side_to_move(position, 1)


# Games that break the contract in one thing each, and what is said of them.


class ForgetfulText(Turm):
    def format_position(self, position: Position) -> str:
        return super().format_position(Position(position.board, 0))


class UnreadableText(Placing):
    def format_position(self, position: Row) -> str:
        return super().format_position(position) + "!"


class TwoLines(Placing):
    def format_position(self, position: Row) -> str:
        return super().format_position(position) + "\n"


class ThreeSides(Placing):
    sides = ("black", "white", "grey")  # type: ignore[assignment]


class LooseKinds(Placing):
    kinds = "stone"  # type: ignore[assignment]


class NoStart(Placing):
    start_text = None  # type: ignore[assignment]


class NoVariant(Placing):
    def __init__(self) -> None:
        pass


class BadStart(Placing):
    start_text = "..."


class Mutable(Placing):
    def start(self, setup: str | None = None) -> Any:
        return [*super().start().stones]


class Turnless(Placing):
    def start(self, setup: str | None = None) -> Any:
        return "....b"


class Fickle(Placing):
    def start(self, setup: str | None = None) -> Any:
        return object.__new__(type("Anew", (), {"to_move": 0}))


class ThirdSide(Placing):
    def side_to_move(self, position: Row) -> Side:
        return 2


class Crashing(Placing):
    def parse_position(self, text: str, *, strict: bool = True) -> Row:
        return super().parse_position(text, strict=strict) if text else Row("", int(text))


class Speechless(Placing):
    def parse_move(self, position: Row, text: str, *, strict: bool = False) -> Any:
        return super().parse_move(position, text) if text in ("a1", "b1", "c1", "d1") else None


class Lazy(Placing):
    def legal_moves(self, position: Row) -> Any:
        return (move for move in super().legal_moves(position))


class MovesAsLists(Placing):
    def legal_moves(self, position: Row) -> Any:
        return [[move] for move in super().legal_moves(position)]


class Restless(Placing):
    turns = 0

    def legal_moves(self, position: Row) -> list[int]:
        Restless.turns += 1
        return super().legal_moves(position)[:: 1 if Restless.turns % 2 else -1]


class Twice(Placing):
    def legal_moves(self, position: Row) -> list[int]:
        return super().legal_moves(position) * 2


class Endless(Placing):
    def outcome(self, position: Row) -> Outcome | None:
        return None


class PlainOutcome(Placing):
    def outcome(self, position: Row) -> Any:
        return super().outcome(position) and (None, "the row is full")


class Reasonless(Placing):
    def outcome(self, position: Row) -> Outcome | None:
        return super().outcome(position) and Outcome(None, "")


class AlwaysRepaired(Placing):
    def repair_position(self, text: str) -> tuple[Row, list[str]]:
        return self.parse_position(text, strict=False), ["it looked odd"]


class WrongTermination(Placing):
    def outcome(self, position: Row) -> Outcome | None:
        wrong: Any = "the row is full"
        return super().outcome(position) and Outcome(None, "the row is full", wrong)


class WonWithMoves(Turm):
    def outcome(self, position: Position) -> Outcome | None:
        return super().outcome(position) or (Outcome(0, "tired") if position.to_move else None)


class NoView(Placing):
    def view(self, position: Row) -> Any:
        return super().view(position).pieces


class LoosePieces(Placing):
    def view(self, position: Row) -> Any:
        view = super().view(position)
        pieces: Any = tuple(tuple(piece) for piece in view.pieces)
        return view._replace(pieces=pieces)


class Blind(Placing):
    def view(self, position: Row) -> View:
        return super().view(position)._replace(to_move=1)


class Ghosts(Turm):
    def view(self, position: Position) -> View:
        view = super().view(position)
        return View(view.board, view.pieces + view.pieces[:1], view.to_move)


class Repainted(Placing):
    def piece(self, piece: Piece) -> Piece:
        return piece._replace(kind="pebble")

    def view(self, position: Row) -> View:
        view = super().view(position)
        return view._replace(pieces=tuple(map(self.piece, view.pieces)))


class Stateless(Repainted):
    def piece(self, piece: Piece) -> Piece:
        return piece._replace(side=-1)


class Outlying(Repainted):
    def piece(self, piece: Piece) -> Piece:
        return piece._replace(squares=("z9",))


class OneWord(Repainted):
    def piece(self, piece: Piece) -> Any:
        return piece._replace(squares="a1")  # type: ignore[arg-type]


class NoBoard(Placing):
    board = None  # type: ignore[assignment]


class SameName(Placing):
    board = Board(5, 1, (*Placing.board.squares, Square("a1", 4, 0)))


class SamePlace(Placing):
    board = Board(4, 1, (*Placing.board.squares, Square("e1", 0, 0)))


class HalfSteps(Placing):
    board = Board(4, 1, (Square("a1", 0, 0), Square("b1", 0.5, 0), *Placing.board.squares[2:]))  # type: ignore[arg-type]


class Overhanging(Placing):
    board = Board(3, 1, Placing.board.squares)


class Upwards(Placing):
    board = Placing.board._replace(exits=(Exit("out", "up"),))


class NoComma(Placing):
    board = Placing.board._replace(exits=Exit("out", "left"))  # type: ignore[arg-type]


class Wide(Placing):
    board = Board.hex_rows("abcd", "1")

    def view(self, position: Row) -> View:
        return super().view(position)._replace(pieces=(Piece("stone", 0, ("a1", "b1"), "b"),))


class Octagons(Placing):
    board = Placing.board._replace(kind="octagon")  # type: ignore[arg-type]


class Dangling(Placing):
    board = Placing.board._replace(kind="graph", lines=(("a1", "e1"),))


class Mute(Placing):
    def format_move(self, position: Row, move: int) -> Any:
        return move


class Wordy(Turm):
    def format_move(self, position: Position, move: Move) -> str:
        return super().format_move(position, move).replace("-", " to ", 1)


class Vague(Placing):
    def format_move(self, position: Row, move: int) -> str:
        return "here"


class Overcounted(Turm):
    def counts(self, position: Position) -> tuple[Count, ...]:
        return (Count("stones", 14, 0, 7),)


class Deaf(Placing):
    def parse_move(self, position: Row, text: str, *, strict: bool = False) -> int:
        raise InvalidMove(f"{text[:9]!r} is not a move")


class Mishearing(Placing):
    def parse_move(self, position: Row, text: str, *, strict: bool = False) -> int:
        return min(self.legal_moves(position))


class Narrow(Placing):
    def pseudo_legal_moves(self, position: Row) -> list[int]:
        return [0]


class SamePath(Placing):
    def move_view(self, position: Row, move: int) -> MoveView:
        return super().move_view(position, move)._replace(paths=(("a1",),))


class NoPath(Placing):
    def move_view(self, position: Row, move: int) -> MoveView:
        return super().move_view(position, move)._replace(paths=())


class OffBoard(Turm):
    def move_view(self, position: Position, move: Move) -> MoveView:
        return MoveView((("A1", "Z9"),), super().move_view(position, move).stages)


class LazyStages(Turm):
    def move_view(self, position: Position, move: Move) -> MoveView:
        return MoveView(super().move_view(position, move).paths, ())


class FromNowhere(Placing):
    def move_view(self, position: Row, move: int) -> MoveView:
        paths, (stage,) = super().move_view(position, move)
        return MoveView(paths, (stage._replace(before=stage.after),))


class Rewriting(Placing):
    def play(self, position: Row, move: int) -> Row:
        object.__setattr__(position, "to_move", 1 - position.to_move)
        return self.successor(position, move)


class Forked(Placing):
    def play(self, position: Row, move: int) -> Row:
        return Row(self.successor(position, move).stones, 0)


class Permissive(Turm):
    def require_legal(self, position: Position, move: Move) -> Move:
        return move


class Ruleless(Placing):
    def why_illegal(self, position: Row, move: int) -> str:
        return ""


class Talkative(Turm):
    def listed_moves(self, position: Position) -> list[Move]:
        return super().listed_moves(position) or [Move(0, 1, 1)]

    def play(self, position: Position, move: Move) -> Position:
        return super().successor(position, move) if self.outcome(position) else super().play(position, move)


class Jumpy(Turm):
    def legal_moves(self, position: Position) -> list[Move]:
        return [*super().legal_moves(position), Move(0, 48, 1)]


class Shuffled(Turm):
    def position_text_from_pieces(
        self, pieces: Sequence[Piece], to_move: Side, counts: Mapping[str, int], original: Position
    ) -> str:
        towers = [piece._replace(label="r1") for piece in pieces if piece.kind == "tower"]
        return super().position_text_from_pieces(towers, to_move, counts, original)


class Misplaced(Placing):
    def position_text_from_pieces(
        self, pieces: Sequence[Piece], to_move: Side, counts: Mapping[str, int], original: Row
    ) -> str:
        return "b..." + "bw"[to_move]


class Frugal(Turm):
    @property
    def palette(self) -> tuple[Piece, ...]:
        return super().palette[:9]


class ConfusedEncoding(TurmEncoding):
    def options(self, position: Position, prefix: Actions = ()) -> dict[int, Move | None]:
        options = super().options(position, prefix)
        return dict(zip(options, reversed(options.values()), strict=True))


class Confused(Turm):
    manifest = Manifest(encoding=ConfusedEncoding)


class NarrowEncoding(TurmEncoding):
    def observe(self, position: Position, prefix: Actions = (), **more: Any) -> bytes:
        return super().observe(position, prefix, **more)[1:]


class HalfSeen(Turm):
    manifest = Manifest(encoding=NarrowEncoding)


class Misrecorded(Placing):
    def format_recorded(self, position: Row, move: int) -> str:
        return "a1"


class Grudging(Placing):
    tired = False

    def history_outcome(self, history: History[Row, int]) -> Outcome | None:
        Grudging.tired = Grudging.tired or len(history.moves) == 3
        return Outcome(None, "they are tired") if Grudging.tired else None


START = "r1r11RG1r1r1/2r11r12/3r13/7/3b13/2b11b12/b1b11BG1b1b1 r"
IMMUTABLE = "immutable values, such as frozen dataclasses or named tuples"


@pytest.mark.parametrize(
    ("broken", "found", "expected", "where"),
    [
        (
            UnreadableText,
            "parse_position, strict=True, "
            "refuses what format_position wrote ('....b!': expected four squares and the side to move)",
            "the same position",
            "position '....b!'",
        ),
        (TwoLines, "format_position returns '....b\\n'", "one line of text without spaces around it", ""),
        (
            BadStart,
            "start fails (the start_text of placing: '...': expected four squares and the side to move)",
            "the first position",
            "",
        ),
        (Mutable, "the start position, a list, cannot be hashed", IMMUTABLE, ""),
        (
            Turnless,
            "the start position, a str, has no field to_move",
            "a to_move field, or an overridden side_to_move",
            "",
        ),
        (
            Fickle,
            "two calls of start return different positions",
            "immutable values, such as frozen dataclasses or named tuples",
            "",
        ),
        (ThirdSide, "side_to_move returns 2", "0 or 1", "position '....b'"),
        (
            Crashing,
            "parse_position('', strict=True)"
            " fails (the code of placing failed in parse_position (line N of test_conformance.py): "
            "ValueError: invalid literal for int() with base 10: '')",
            "InvalidPosition or InvalidMove",
            "",
        ),
        (
            Speechless,
            "parse_move(start, '', strict=True) returns None",
            "a value, or InvalidPosition or InvalidMove",
            "",
        ),
        (Lazy, "legal_moves returns a generator", "a list", "position '....b'"),
        (MovesAsLists, "legal_moves lists [0], which cannot be hashed", IMMUTABLE, "position '....b'"),
        (Restless, "two calls of legal_moves differ in moves or order", "the same list", "position '....b'"),
        (Twice, "legal_moves lists a move 2 times", "each move once", "move 'a1', position '....b'"),
        (Endless, "legal_moves is empty and outcome returns None", "an Outcome", "position 'bwbwb'"),
        (PlainOutcome, "outcome returns (None, 'the row is full')", "an Outcome or None", "position 'bwbwb'"),
        (
            Reasonless,
            f"outcome returns Outcome(winner=None, reason='', termination={Termination.RULES!r})",
            "0, 1 or None for the winner, a reason and a Termination",
            "position 'bwbwb'",
        ),
        (
            AlwaysRepaired,
            "repair_position reads what format_position wrote as (Row(stones='....', to_move=0), ['it looked odd'])",
            "the same position and no repairs",
            "position '....b'",
        ),
        (
            WrongTermination,
            "outcome returns Outcome(winner=None, reason='the row is full', termination='the row is full')",
            "0, 1 or None for the winner, a reason and a Termination",
            "position 'bwbwb'",
        ),
        (
            WonWithMoves,
            "outcome returns 'red wins: tired', but legal_moves lists 25 moves",
            "no moves where the game is won",
            "position 'r1r11RG1r1r1/2r1r13/3r13/7/3b13/2b11b12/b1b11BG1b1b1 b'",
        ),
        (NoView, "view returns a tuple", "a View", "position '....b'"),
        (LoosePieces, "view shows ('stone', 0, ('a1',), 'b', 1) among the pieces", "a Piece", "position 'b...w'"),
        (Blind, "view says that side 1 is to move", "0, as side_to_move says", "position '....b'"),
        (Ghosts, "view shows a tower on A1, where a tower stands", "one piece on a square", f"position '{START}'"),
        (Repainted, "view shows a piece of the kind 'pebble'", "one of kinds, ('stone',)", "position 'b...w'"),
        (Stateless, "view shows a stone of the side -1", "0 or 1", "position 'b...w'"),
        (Outlying, "view shows a stone on ('z9',)", "a tuple of names of squares of the board", "position 'b...w'"),
        (OneWord, "view shows a stone on 'a1'", "a tuple of names of squares of the board", "position 'b...w'"),
        (NoBoard, "the view's board is a NoneType", "a Board", "position '....b'"),
        (SameName, "the board has 2 squares or exits named 'a1'", "different names", ""),
        (HalfSteps, "the square b1 of the board is at x=0.5, y=0", "whole numbers", ""),
        (SamePlace, "the squares a1 and e1 are both at x=0, y=0", "different places", ""),
        (Overhanging, "the square d1 of the board is at x=3, y=0", "a place on its 3 columns and 1 row", ""),
        (NoComma, "the board has the exit 'out'", "a tuple of Exits; a single one needs a comma", ""),
        (Upwards, "the exit out is at the edge 'up'", "one of top, bottom, left, right", ""),
        (
            Wide,
            "view shows a stone on a1 b1, on a board of the kind 'hex'",
            "one square for each piece: only boards of squares have larger ones",
            "position '....b'",
        ),
        (Octagons, "the board is of the kind 'octagon'", "square, hex, graph", ""),
        (Dangling, "a line of the board ends at 'e1'", "the name of a point", ""),
        (Mute, "format_move returns 0 for 0", "a text without spaces", "position '....b'"),
        (
            Wordy,
            "format_move returns 'D5 to D6-1' for Move(origin=31, target=38, stones=1)",
            "a text without spaces",
            f"position '{START}'",
        ),
        (
            Vague,
            "format_move returns 'here' both for 0 and for 1",
            "a text of its own for each move",
            "position '....b'",
        ),
        (
            Deaf,
            "parse_move, strict=True, refuses a legal move ('a1' is not a move)",
            "0",
            "move 'a1', position '....b'",
        ),
        (Mishearing, "parse_move, strict=True, returns 0", "1", "move 'b1', position '....b'"),
        (Narrow, "pseudo_legal_moves leaves out a legal move", "all of them", "move 'b1', position '....b'"),
        (
            SamePath,
            "move_view gives the path a1 of 'a1' again",
            "a path of its own for each move",
            "move 'b1', position '....b'",
        ),
        (NoPath, "move_view gives no path to click", "at least one", "move 'a1', position '....b'"),
        (
            OffBoard,
            "move_view gives the path ('A1', 'Z9')",
            "names of squares and exits of the board",
            f"move 'D5-D6-1', position '{START}'",
        ),
        (
            LazyStages,
            "the stages of move_view end without tower r1 on D6",
            "the pieces of the next view",
            f"move 'D5-D6-1', position '{START}'",
        ),
        (
            FromNowhere,
            "a stage of the kind 'move' begins with stone b on a1, which is not there",
            "pieces that are on the board",
            "move 'a1', position '....b'",
        ),
        (
            Rewriting,
            "play changes the position itself from '....b'",
            "another position, and this one as it was",
            "move 'a1', position '....w'",
        ),
        (Forked, "play and successor return different positions", "equal ones", "move 'a1', position '....b'"),
        (
            Permissive,
            "play accepts a move that is not among the legal moves",
            "IllegalMove",
            "move 'E6-D6-1', position 'r1r11RG1r1r1/2r1r13/3r13/7/3b13/2b11b12/b1b11BG1b1b1 b'",
        ),
        (Ruleless, "the refusal names no rule", "a reason from why_illegal", "move 'c1', position '..b.w'"),
        (
            Talkative,
            "play accepts a move in a won position",
            "IllegalMove",
            "move 'E1-E2-1', position '4RG2/1r15/4b1r11/r1b11r13/r16/b11r1r1b12/4b1b1b1 b'",
        ),
        (
            Jumpy,
            "the encoding fails (KeyError: (0, 48))",
            "actions for every legal move",
            f"move 'E6-D6-1', position '{START}'",
        ),
        (
            Shuffled,
            "position_text_from_pieces returns text that parse_position rejects"
            " (the board 'r1r13r1r1/2r11r12/3r13/7/3r13/2r11r12/r1r13r1r1' has no guard: "
            "expected RG and BG, or one of them in a finished game)",
            "the same position",
            f"position '{START}'",
        ),
        (
            Misplaced,
            "position_text_from_pieces writes 'b...b'",
            "the text of the same position",
            "position '....b'",
        ),
        (Frugal, "the palette has no piece like tower b1 on A1", "every piece of a view", f"position '{START}'"),
        (
            Confused,
            "the encoding decodes its actions (476,) as Move(origin=43, target=42, stones=1)",
            "Move(origin=39, target=38, stones=1)",
            f"move 'E6-D6-1', position '{START}'",
        ),
        (HalfSeen, "an observation has 293 values", "294, for 6 planes", f"move 'E6-D6-1', position '{START}'"),
        (
            Misrecorded,
            "the record of a game is refused (the record's move 2: "
            "'a1' is not a legal move here: expected one of 3 legal moves, such as b1)",
            "the same game again",
            "",
        ),
        (
            Grudging,
            "all moves are taken back, but the game is over, draw: they are tired",
            "a game that goes on",
            "position '....b'",
        ),
        (
            Overcounted,
            "counts returns (Count(name='stones', value=14, lowest=0, highest=7),)",
            "different names, and numbers in their range",
            f"position '{START}'",
        ),
    ],
)
def test_what_breaks_the_contract_is_said_with_what_was_expected_and_where(
    broken: type[AnyGame], found: str, expected: str, where: str
) -> None:
    with pytest.raises(Nonconformance) as breach:
        check_game(broken())
    said = re.sub(r"line \d+", "line N", str(breach.value))
    assert said == f"{broken().full_name}: {found}: expected {expected}{where and f' ({where})'}"


@pytest.mark.parametrize(
    ("broken", "problem"),
    [
        (ThreeSides, "its sides are ('black', 'white', 'grey'): expected a tuple of two distinct names"),
        (LooseKinds, "its kinds are 'stone': expected a tuple of distinct names; a single one needs a comma, ('x',)"),
        (NoStart, "expected it to declare start_text, the text of the first position, or to define start"),
        (NoVariant, "its __init__ sets no variant: expected it to call super().__init__(variant)"),
    ],
)
def test_a_declaration_that_is_wrong_is_named(broken: type[AnyGame], problem: str) -> None:
    with pytest.raises(Nonconformance) as breach:
        check_game(broken())
    assert str(breach.value) == f"{broken.__name__}: {problem}"


def test_a_position_that_its_text_does_not_keep_is_shown_before_and_after() -> None:
    with pytest.raises(Nonconformance) as breach:
        check_game(ForgetfulText())
    assert re.search(
        r"parse_position, strict=True, reads the text of Position\(.*to_move=1\) as Position\(.*to_move=0\): "
        r"expected an equal position with an equal hash \(position '.* r'\)$",
        str(breach.value),
    )


class Forgetful(Margrites):
    """Its boards lose the steps left and the score when they are edited, as those of a start."""

    def position_text_from_pieces(
        self, pieces: Sequence[Piece], to_move: Side, counts: Mapping[str, int], original: Steps
    ) -> str:
        start = self.start()
        return super().position_text_from_pieces(
            pieces, to_move, {count.name: count.value for count in self.counts(start)}, start
        )


def test_what_an_edited_board_forgets_is_caught() -> None:
    with pytest.raises(
        Nonconformance, match=r"position_text_from_pieces writes .*: expected the text of the same position"
    ):
        check_game(Forgetful())
