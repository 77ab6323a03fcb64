"""The contract of Turm & Wächter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from typing import ClassVar

from boardwright.fen import ranks_of
from boardwright.game import Game, Outcome
from boardwright.games.turm import notation, rules
from boardwright.games.turm.manifest import MANIFEST
from boardwright.games.turm.rules import GOALS, GUARD, SIGN, TALLEST, Move, Position, square_name
from boardwright.views import Board, MoveView, Piece, Side, Stage, View


class Turm(Game[Position, Move]):
    """Turm & Wächter (Guard & Towers).

    >>> game = Turm("castle")
    >>> len(game.legal_moves(game.start()))
    25
    """

    name = "turm"
    manifest = MANIFEST
    refusals = rules.REFUSALS
    reasons = rules.REASONS
    title = "Turm & Wächter"
    sides = rules.SIDES
    kinds = ("guard", "tower")
    description = "Build towers that go far and hit hard. Take the enemy guard, or walk your own to the goal."
    variants = ("centre", "castle")
    variant_notes: ClassVar[Mapping[str, str]] = {
        "centre": "The goal of both guards is D4, the middle of the board.",
        "castle": "The goal is the square on which the enemy guard began.",
    }
    start_text = notation.START
    glyphs: ClassVar[Mapping[str, str]] = {
        "guard": "M50 2L90 15V48C90 72 74 89 50 98C26 89 10 72 10 48V15ZM50 15V84C68 76 78 63 78 47V24Z",
        "tower": "",
    }

    @cached_property
    def board(self) -> Board:
        """The squares, with the goals of the variant."""
        goals = {square_name(goal): "goal" for goal in GOALS[self.variant]}
        return Board.grid(rules.COLUMNS, rules.ROWS, terrain=goals)

    def legal_moves(self, position: Position) -> list[Move]:
        return rules.legal_moves(position, self.variant)

    listed_moves = staticmethod(rules.piece_moves)
    successor = staticmethod(rules.play)

    def outcome(self, position: Position) -> Outcome | None:
        return rules.outcome(position, self.variant)

    why_illegal = staticmethod(rules.why_illegal)

    def broken_rules(self, position: Position, path: Sequence[str]) -> Iterator[str]:
        origin, *targets = map(notation.parse_square, path)
        moves = [rules.move_to(position, origin, target) for target in targets]
        return (rules.why_illegal(position, move) for move in moves or [ray[0] for ray in rules.RAYS[origin]])

    def parse_position(self, text: str, *, strict: bool = True) -> Position:
        return self.repair_position(text)[0] if not strict else notation.parse_position(text)

    def repair_position(self, text: str) -> tuple[Position, list[str]]:
        repairs: list[str] = []
        return notation.parse_position(text, on_repair=repairs.append), repairs

    format_position = staticmethod(notation.format_position)

    def parse_move(self, position: Position, text: str, *, strict: bool = False) -> Move:
        return self.require_legal(position, notation.parse_move(position, text, strict=strict))

    def format_move(self, position: Position, move: Move) -> str:
        return notation.format_move(move)

    def view(self, position: Position) -> View:
        pieces = tuple(_piece(square, piece) for square, piece in enumerate(position.board) if piece)
        return View(self.board, pieces, position.to_move)

    def move_view(self, position: Position, move: Move) -> MoveView:
        return _move_view(move, position.board[move.origin], position.board[move.target])

    @property
    def palette(self) -> tuple[Piece, ...]:
        return tuple(_piece(0, sign * piece) for sign in SIGN for piece in (GUARD, *range(1, TALLEST + 1)))

    def position_text_from_pieces(
        self, pieces: Sequence[Piece], to_move: Side, counts: Mapping[str, int], original: Position
    ) -> str:
        return f"{ranks_of(self.board, pieces)} {notation.SIDE_LETTERS[to_move]}"

    def is_progress(self, position: Position, move: Move) -> bool:
        return position.board[move.target] * SIGN[position.to_move] < 0

    def estimate(self, position: Position) -> float:
        # The stones; the guards cancel out while the game is not over.
        return max(-1.0, min(1.0, sum(position.board) / 7))


@lru_cache(maxsize=4_000)
def _move_view(move: Move, piece: int, met: int) -> MoveView:
    """Return the view of a move; ``met`` is what stands on its target."""
    origin, target, _ = move
    left, arrived = rules.moved(piece, met, move.stones)
    stages = []
    if met * piece < 0:
        stages.append(Stage("capture", (_piece(target, met),), ()))
        met = 0
    before = (_piece(origin, piece), *((_piece(target, met),) if met else ()))
    after = (*((_piece(origin, left),) if left else ()), _piece(target, arrived))
    stages.append(Stage("move", before, after))
    return MoveView(((square_name(origin), square_name(target)),), tuple(stages))


@cache
def _piece(square: int, piece: int) -> Piece:
    side = int(piece < 0)
    if abs(piece) == GUARD:
        return Piece("guard", side, (square_name(square),), notation.piece_text(piece))
    return Piece("tower", side, (square_name(square),), notation.piece_text(piece), abs(piece))
