"""The contract of Cabeza."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from itertools import pairwise, product

from boardwright.fen import ranks_of
from boardwright.game import Game
from boardwright.games.cabeza import illegal, notation, rules
from boardwright.games.cabeza.glyphs import FACES, GLYPHS
from boardwright.games.cabeza.manifest import MANIFEST
from boardwright.games.cabeza.notation import piece_letter, square_name, square_names
from boardwright.games.cabeza.rules import HEIGHTS, KINDS, LETTERS, RED, SIDES, SIZE, Move, Pose, Position
from boardwright.views import Board, MoveView, Piece, Side, Stage, View

DIGITS = "0123456789"


class Cabeza(Game[Position, Move]):
    """Cabeza: blocks that roll, and two Cabezas that run for the far row.

    >>> game = Cabeza()
    >>> len(game.legal_moves(game.start()))
    13
    """

    name = "cabeza"
    manifest = MANIFEST
    reasons = rules.REASONS
    refusals = illegal.REFUSALS
    title = "Cabeza"
    sides = SIDES
    kinds = KINDS
    start_text = notation.START
    description = "Roll your blocks over the board: crush the enemy Cabeza, or bring your own to the far side."
    glyphs = GLYPHS
    faces = FACES

    @cached_property
    def board(self) -> Board:
        """The squares, with the home rows of both sides."""
        home = {square_name(x, y): "home" for x in range(SIZE) for y in rules.GOAL_ROWS}
        return Board.grid(DIGITS, DIGITS, terrain=home)

    legal_moves = staticmethod(rules.legal_moves)
    successor = staticmethod(rules.play)
    outcome = staticmethod(rules.outcome)
    why_illegal = staticmethod(illegal.why_illegal)

    def broken_rules(self, position: Position, path: Sequence[str]) -> Iterator[str]:
        return illegal.broken_rules(position, [(int(name[0]), int(name[1])) for name in path])

    def parse_position(self, text: str, *, strict: bool = True) -> Position:
        return notation.parse_position(text)

    format_position = staticmethod(notation.format_position)

    def parse_move(self, position: Position, text: str, *, strict: bool = False) -> Move:
        return self.require_legal(position, notation.parse_move(text, strict=strict))

    def format_move(self, position: Position, move: Move) -> str:
        return notation.format_move(move)

    def view(self, position: Position) -> View:
        pieces = tuple(_piece(side, kind, pose) for side, kind, pose in rules.pieces(position))
        return View(self.board, pieces, position.to_move)

    def move_view(self, position: Position, move: Move) -> MoveView:
        side = position.to_move
        kind = KINDS[LETTERS[side].index(move.piece)]
        poses = (rules.moved_pose(position, move), *rules.landings(position, move))
        return _move_view(side, kind, poses, rules.crushed(position, poses[-1]))

    @property
    def palette(self) -> tuple[Piece, ...]:
        return tuple(
            _piece(side, kind, Pose(0, 0, w, d, h))
            for side in range(len(SIDES))
            for kind in KINDS
            for (w, d), h in HEIGHTS[kind].items()
        )

    def position_text_from_pieces(
        self, pieces: Sequence[Piece], to_move: Side, counts: Mapping[str, int], original: Position
    ) -> str:
        stands = any(piece.kind == "cabeza" and piece.side == to_move for piece in pieces)
        crushed = "" if stands else f",{notation.CRUSHED}"
        return f"{ranks_of(self.board, pieces)},{notation.SIDE_LETTERS[to_move]}{crushed}"

    is_progress = staticmethod(rules.crushes)

    def estimate(self, position: Position) -> float:
        """Estimate by the race of the Cabezas: the lead of red's in rows, the move counted as one."""
        red, blue = (team.cabeza for team in position.teams)
        if red is None or blue is None:
            return -1.0 if red is None else 1.0
        lead = red.y - (SIZE - 1 - blue.y) + (1 if position.to_move == RED else -1)
        return lead / SIZE


@lru_cache(maxsize=4_000)
def _move_view(side: Side, kind: str, poses: tuple[Pose, ...], prey: Pose | None) -> MoveView:
    """Return the view of a piece's move, and of the Cabeza that it crushes, if any."""
    pieces = [_piece(side, kind, pose) for pose in poses]
    how = "move" if kind == "cabeza" else "roll"
    stages = [Stage(how, (before,), (after,)) for before, after in pairwise(pieces)]
    if prey is not None:
        stages.insert(-1, Stage("capture", (_piece(1 - side, "cabeza", prey),), ()))
    clicked = (poses[0], poses[-1]) if kind in ("cabeza", "mini") else poses
    return MoveView(tuple(product(*map(square_names, clicked))), tuple(stages))


@cache
def _piece(side: Side, kind: str, pose: Pose) -> Piece:
    return Piece(kind, side, square_names(pose), piece_letter(side, kind), pose.h)
