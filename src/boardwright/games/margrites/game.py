"""The contract of Margrites."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache

from boardwright.errors import InvalidPosition
from boardwright.fen import ranks_of
from boardwright.game import Game
from boardwright.games.margrites import notation, rules
from boardwright.games.margrites.board import COLUMNS, GOAL_NAMES, GOALS, NUMBERS, ROWS, square_name
from boardwright.games.margrites.captures import SQUARES, set_of, squares_in
from boardwright.games.margrites.glyphs import GLYPHS
from boardwright.games.margrites.manifest import MANIFEST
from boardwright.games.margrites.rules import BLACK, HOME_ROWS, SIDE_NAMES, STEPS_A_TURN, WHITE, Move, Position
from boardwright.views import Board, Count, Exit, MoveView, Piece, Side, Stage, View

COUNTS = ("steps left", "black's points", "white's points", "black's captures", "white's captures")
ROW_SETS = tuple(set_of(range(row * COLUMNS, (row + 1) * COLUMNS)) for row in range(ROWS))


class Margrites(Game[Position, Move]):
    """Margrites: up to four single steps a turn; a move here is one step.

    >>> game = Margrites()
    >>> len(game.legal_moves(game.start()))
    43
    """

    name = "margrites"
    manifest = MANIFEST
    refusals = rules.REFUSALS
    reasons = rules.REASONS
    title = "Margrites"
    sides = SIDE_NAMES
    kinds = ("piece",)
    start_text = notation.START
    description = "Four steps a turn: surround and capture, and walk your pieces off the far edge to score."
    glyphs = GLYPHS

    @cached_property
    def board(self) -> Board:
        """The squares, with the home ranks of both sides and the ways off the board."""
        rows = HOME_ROWS[BLACK] + HOME_ROWS[WHITE]
        home = {square_name(square): "home" for square in SQUARES if square // COLUMNS in rows}
        exits = (Exit(GOAL_NAMES[0], "top"), Exit(GOAL_NAMES[1], "bottom"))
        return Board.grid("abcdefghi", "12345678", terrain=home, exits=exits)

    def start(self, setup: str | None = None) -> Position:
        """Return the default start, or the one that the players chose.

        ``setup`` holds Black's squares, a space and White's, each side's as squares and rows of squares separated by
        commas: ``b2-h2,e1 b7-h7,e8`` is the default.
        """
        return super().start() if setup is None else notation.parse_setup(setup)

    legal_moves = staticmethod(rules.legal_moves)
    successor = staticmethod(rules.play)
    outcome = staticmethod(rules.outcome)
    why_illegal = staticmethod(rules.why_illegal)

    def broken_rules(self, position: Position, path: Sequence[str]) -> Iterator[str]:
        origin, *targets = (NUMBERS[name] for name in path)
        steps = [Move(origin, target) for target in targets] or [
            move for _, move in rules.STEPS[position.to_move][origin]
        ]
        return (rules.why_illegal(position, step) for step in steps)

    def parse_position(self, text: str, *, strict: bool = True) -> Position:
        return self.repair_position(text)[0] if not strict else notation.parse_position(text)

    def repair_position(self, text: str) -> tuple[Position, list[str]]:
        repairs: list[str] = []
        return notation.parse_position(text, on_repair=repairs.append), repairs

    format_position = staticmethod(notation.format_position)

    def parse_move(self, position: Position, text: str, *, strict: bool = False) -> Move:
        move, claimed = notation.parse_move(text, strict=strict)
        notation.check_captures(position, self.require_legal(position, move), claimed)
        return move

    def format_move(self, position: Position, move: Move) -> str:
        return notation.format_move(move)

    def format_recorded(self, position: Position, move: Move) -> str:
        return notation.annotated(position, move)

    @property
    def notations(self) -> Mapping[str, Callable[[Position, Move], str]]:
        return {"annotated": notation.annotated}

    def view(self, position: Position) -> View:
        notes = (("steps left", str(position.steps_left)), ("score", str(notation.score_of(position))))
        return View(self.board, _pieces(*position.pieces), position.to_move, notes)

    def move_view(self, position: Position, move: Move) -> MoveView:
        return _move_view(position.to_move, move, tuple(rules.waves_after(position, move)))

    def counts(self, position: Position) -> tuple[Count, ...]:
        values = (position.steps_left, *position.points, *position.captures)
        most = (STEPS_A_TURN, *[len(SQUARES)] * 4)
        return tuple(Count(name, value, 0, highest) for name, value, highest in zip(COUNTS, values, most, strict=True))

    def position_text_from_pieces(
        self, pieces: Sequence[Piece], to_move: Side, counts: Mapping[str, int], original: Position
    ) -> str:
        steps, *score = (counts[name] for name in COUNTS)
        fields = [ranks_of(self.board, pieces), notation.SIDES[to_move], str(steps)]
        tally = str(notation.Score((score[0], score[1]), (score[2], score[3])))
        same_turn = " ".join((*fields, notation.format_origins(original), tally))
        try:
            notation.parse_position(same_turn)
        except InvalidPosition:
            # The pieces that have moved in this turn are not where they were, or the turn is another one.
            return " ".join((*fields, notation.NO_ORIGINS, tally))
        return same_turn

    def with_side_to_move(self, position: Position, side: Side) -> Position:
        """Return a new turn of the given side, with all its steps."""
        turned = rules.settled(rules.new_turn(position, side))
        if turned.to_move != side:
            raise InvalidPosition(f"{SIDE_NAMES[side]} has no legal step and passes: expected a side that can step")
        return turned

    def repetition_key(self, position: Position) -> Hashable | None:
        """Positions count as repeated at the start of a turn only."""
        return position if position.steps_left == STEPS_A_TURN else None

    def is_progress(self, position: Position, move: Move) -> bool:
        return move.target in GOALS or bool(rules.waves_after(position, move))

    def estimate(self, position: Position) -> float:
        """Estimate by points first, then captures, then how far the pieces have advanced."""
        black, white = position.pieces
        score = 8 * (position.points[BLACK] - position.points[WHITE])
        score += 3 * (position.captures[BLACK] - position.captures[WHITE])
        advanced = sum(
            (ROWS - row) * (black & squares).bit_count() - (row + 1) * (white & squares).bit_count()
            for row, squares in enumerate(ROW_SETS)
        )
        return max(-1.0, min(1.0, (score + advanced / 4) / 32))


@lru_cache(maxsize=4_000)
def _move_view(side: Side, move: Move, waves: tuple[tuple[int, int], ...]) -> MoveView:
    """Return the stages of a step, and of the waves of captures that follow."""
    before = (_piece(side, move.origin),)
    step = Stage("score", before, ()) if move.target in GOALS else Stage("move", before, (_piece(side, move.target),))
    taken = (Stage("capture", _pieces(*wave), ()) for wave in waves)
    return MoveView(((square_name(move.origin), square_name(move.target)),), (step, *taken))


@cache
def _piece(side: Side, square: int) -> Piece:
    return Piece("piece", side, (square_name(square),), notation.SIDES[side])


def _pieces(black: int, white: int) -> tuple[Piece, ...]:
    return tuple(_piece(side, square) for side, pieces in enumerate((black, white)) for square in squares_in(pieces))
