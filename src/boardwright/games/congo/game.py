"""The contract of Congo."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from itertools import pairwise
from typing import ClassVar, TypeAlias

from boardwright.fen import ranks_of
from boardwright.game import Game
from boardwright.games.congo import illegal, notation, rules
from boardwright.games.congo.glyphs import GLYPHS
from boardwright.games.congo.manifest import MANIFEST
from boardwright.games.congo.material import material
from boardwright.games.congo.rules import (
    CASTLES,
    EMPTY,
    KINDS,
    LAST_NUMBER,
    MONKEYS,
    PIECES,
    RIVER,
    SIDES,
    Move,
    Position,
    square_name,
)
from boardwright.views import Board, Count, MoveView, Piece, Side, Stage, View

DECISIVE = 1500
"""The lead in material that is nearly a win."""
NUMBER = "move number"


class Congo(Game[Position, Move]):
    """Congo, Demian Freeling's game, in the form of the Wits University course.

    >>> game = Congo("full")
    >>> len(game.legal_moves(game.start()))
    24
    """

    name = "congo"
    manifest = MANIFEST
    reasons = rules.REASONS
    refusals = illegal.REFUSALS
    title = "Congo"
    sides = SIDES
    kinds = tuple(KINDS.values())
    variants = tuple(notation.STARTS)
    description = "Lead a troop of animals across the river and capture the enemy lion, but do not drown."
    variant_titles: ClassVar[Mapping[str, str]] = {"standard": "Course start", "full": "Full game"}
    variant_notes: ClassVar[Mapping[str, str]] = {
        "standard": "The smaller start of a university course: a lion, a giraffe, a zebra and seven pawns each.",
        "full": "All the animals from the start: a monkey, two elephants and a crocodile too.",
    }
    featured_variant = "full"
    glyphs = GLYPHS

    def __init__(self, variant: str = "") -> None:
        super().__init__(variant)
        self.start_text = notation.STARTS[self.variant]

    @cached_property
    def board(self) -> Board:
        """The squares, with the castles and the river."""
        terrain = {square_name(square): "castle" for castle in CASTLES for square in castle}
        terrain |= {square_name(square): "river" for square in RIVER}
        return Board.grid("abcdefg", "1234567", terrain=terrain)

    legal_moves = staticmethod(rules.legal_moves)
    successor = staticmethod(rules.play)
    outcome = staticmethod(rules.outcome)

    def why_illegal(self, position: Position, move: Move) -> str:
        return illegal.why_illegal(position, move)

    def broken_rules(self, position: Position, path: Sequence[str]) -> Iterator[str]:
        clicked = notation.parse_squares("".join(path))
        moves = [clicked] if len(clicked) > 1 else illegal.nearest_moves(position.board, clicked[0])
        return (illegal.why_illegal(position, move) for move in moves)

    def parse_position(self, text: str, *, strict: bool = True) -> Position:
        return self.repair_position(text)[0] if not strict else notation.parse_position(text)

    def repair_position(self, text: str) -> tuple[Position, list[str]]:
        repairs: list[str] = []
        return notation.parse_position(text, on_repair=repairs.append), repairs

    format_position = staticmethod(notation.format_position)

    def parse_move(self, position: Position, text: str, *, strict: bool = False) -> Move:
        return self.require_legal(position, notation.parse_move(text, strict=strict))

    def format_move(self, position: Position, move: Move) -> str:
        return notation.format_move(move)

    def view(self, position: Position) -> View:
        pieces = tuple(_piece(square, letter) for square, letter in enumerate(position.board) if letter != EMPTY)
        return View(self.board, pieces, position.to_move)

    def move_view(self, position: Position, move: Move) -> MoveView:
        board = position.board
        letter, target = board[move[0]], move[-1]
        taken = [(square, board[square]) for square in rules.captured(board, move)]
        promoted = PIECES[position.to_move][-1] if rules.promotes(board, move) else letter
        # Only the moved piece can drown on a square where it did not stand before.
        lost = [(square, letter if square == target else board[square]) for square in rules.drowned(board, move)]
        return _move_view(move, letter, tuple(taken), promoted, tuple(lost))

    @property
    def palette(self) -> tuple[Piece, ...]:
        return tuple(_piece(0, letter) for letters in PIECES for letter in letters)

    def counts(self, position: Position) -> tuple[Count, ...]:
        return (Count(NUMBER, position.number, 0, LAST_NUMBER),)

    def position_text_from_pieces(
        self, pieces: Sequence[Piece], to_move: Side, counts: Mapping[str, int], original: Position
    ) -> str:
        return f"{ranks_of(self.board, pieces)} {notation.SIDE_LETTERS[to_move]} {counts[NUMBER]}"

    def repetition_key(self, position: Position) -> Hashable:
        return position.board, position.to_move

    def is_progress(self, position: Position, move: Move) -> bool:
        board = position.board
        return bool(rules.captured(board, move) or rules.promotes(board, move) or rules.drowned(board, move))

    def estimate(self, position: Position) -> float:
        return max(-1.0, min(1.0, material(position.board) / DECISIVE))


Stand: TypeAlias = tuple[int, str]
"""A square, and the letter of what stands on it."""


@lru_cache(maxsize=4_000)
def _move_view(move: Move, letter: str, taken: tuple[Stand, ...], promoted: str, lost: tuple[Stand, ...]) -> MoveView:
    """Return the view of a move: what it captures, promotes to, and what drowns."""
    takes = [Stage("capture", (_piece(*each),), ()) for each in taken]
    goes = [Stage("move", (_piece(a, letter),), (_piece(b, letter),)) for a, b in pairwise(move)]
    if letter in MONKEYS and takes:
        stages = [stage for jump in zip(goes, takes, strict=True) for stage in jump]
    else:
        stages = takes + goes
    if promoted != letter:
        stages.append(Stage("promote", (_piece(move[-1], letter),), (_piece(move[-1], promoted),)))
    if lost:
        stages.append(Stage("drown", tuple(_piece(*each) for each in lost), ()))
    return MoveView((tuple(map(square_name, move)),), tuple(stages))


@cache
def _piece(square: int, letter: str) -> Piece:
    return Piece(KINDS[letter.upper()], int(letter.islower()), (square_name(square),), letter)
