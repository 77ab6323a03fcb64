"""Why a move of Congo is illegal, in the words of the rules."""

from __future__ import annotations

from itertools import pairwise

from boardwright.errors import COMMON_REFUSALS
from boardwright.games.congo.rules import (
    CASTLES,
    EMPTY,
    FORWARD,
    JUMPS,
    KINDS,
    LIONS,
    MONKEYS,
    OPEN,
    PAWNS,
    PIECES,
    REACH,
    SIZE,
    SQUARES,
    Move,
    Position,
    square_name,
)
from boardwright.texts import TextTemplates, TranslatableText

REFUSALS = TextTemplates(
    COMMON_REFUSALS,
    no_target="a move goes from the square of a piece to another",
    no_square="there is no square {square}, only 0 (a1) to 48 (g7)",
    opponents="the {piece} on {square} is the opponent's",
    passing="there is no passing: a piece must leave its square",
    only_monkeys="only a monkey moves over several squares, and on {square} stands a {piece}",
    own_piece="a friendly {piece} stands on {square}",
    giraffe_capture="the giraffe captures two squares away, not on the neighbouring {square}",
    castle="{square} is outside the castle, which the lion leaves only to capture the enemy lion",
    retreat_capture="a retreat captures nothing, and the {piece} stands on {square}",
    retreat="a pawn retreats only when it is past the river",
    lion_jumped="the lion is jumped, which ends the move and the game",
    no_enemy="there is no enemy to jump on {square}",
    jumped_twice="the {piece} on {square} is jumped twice",
    landing="the monkey cannot land on {square}, where the {piece} stands",
    monkey_path="a monkey goes on only by jumping: each further square is two squares away, behind an enemy",
    monkey_capture="the monkey captures by jumping, not by stepping onto {square}",
    lion="the lion steps one square at a time inside its castle",
    zebra="the zebra moves like a chess knight",
    giraffe="the giraffe goes one or two squares straight or diagonally",
    elephant="the elephant goes one or two squares along its file or rank",
    monkey="the monkey steps one square, or jumps an adjacent enemy onto the square behind it",
    crocodile="the crocodile steps one square, or slides along its file into the river or along the river",
    pawn="the pawn goes one square forward, straight or diagonally",
    superpawn="the superpawn goes one square forward or sideways, or one or two squares back",
)


def why_illegal(position: Position, move: Move) -> TranslatableText:
    """Return the rule that an illegal move breaks."""
    board = position.board
    if len(move) < 2:
        return REFUSALS("no_target")
    for square in move:
        if square not in SQUARES:
            return REFUSALS("no_square", square=square)
    origin, target = move[0], move[-1]
    piece, met = board[origin], board[target]
    if piece == EMPTY:
        return REFUSALS("empty", square=square_name(origin))
    if piece not in PIECES[position.to_move]:
        return REFUSALS("opponents", piece=_kind(piece), square=square_name(origin))
    if len(set(move)) == 1:
        return REFUSALS("passing")
    if piece in MONKEYS:
        return _why_no_path(board, move)
    if len(move) > 2:
        return REFUSALS("only_monkeys", square=square_name(origin), piece=_kind(piece))
    blocked = _block(board, move)
    if blocked is not None:
        return REFUSALS("blocked", square=square_name(blocked))
    if met in PIECES[position.to_move]:
        return REFUSALS("own_piece", piece=_kind(met), square=square_name(target))
    if met != EMPTY and move in REACH[piece][origin].quiet:
        return REFUSALS("giraffe_capture", square=square_name(target))
    if piece in LIONS and target not in CASTLES[position.to_move]:
        return REFUSALS("castle", square=square_name(target))
    return _why_no_retreat(board, move) or REFUSALS(_kind(piece))


def nearest_moves(board: str, origin: int) -> list[Move]:
    """Return the steps and leaps of the piece on a square, and the first square of each line, occupied or not."""
    steps, quiet, slides, retreats, _ = REACH[board[origin]][origin]
    return [*steps, *quiet, *(line[0] for line in (*slides, *retreats))]


def _kind(piece: str) -> str:
    return KINDS[piece.upper()]


def _block(board: str, move: Move) -> int | None:
    """Return the first occupied square on the line that the piece would follow."""
    reach = REACH[board[move[0]]][move[0]]
    sights = reach.sights if board[move[-1]] in LIONS else ()
    for line in (*reach.slides, *reach.retreats, *sights):
        if move in line:
            between = [passed[1] for passed in line[: line.index(move)] if board[passed[1]] != EMPTY]
            return between[0] if between else None
    return None


def _why_no_retreat(board: str, move: Move) -> TranslatableText | None:
    """Explain what is wrong with a pawn's or superpawn's retreat, if it is one."""
    origin, target = move
    piece = board[origin]
    if any(move in line for line in REACH[piece][origin].retreats):
        return REFUSALS("retreat_capture", piece=_kind(board[target]), square=square_name(target))
    back = (origin - target) * FORWARD[piece.islower()]
    if piece in PAWNS and back in (SIZE, 2 * SIZE):
        return REFUSALS("retreat")
    return None


def _why_no_path(board: str, path: Move) -> TranslatableText:
    """Explain the first error on a monkey's path."""
    origin = path[0]
    jumped: list[int] = []
    for here, there in pairwise(path):
        over = (here + there) // 2
        if (over, there) not in JUMPS[here]:
            return _why_no_step(board, path)
        if any(board[square] in LIONS for square in jumped):
            return REFUSALS("lion_jumped")
        if board[over] not in OPEN[board[origin]][1:]:
            return REFUSALS("no_enemy", square=square_name(over))
        if over in jumped:
            return REFUSALS("jumped_twice", piece=_kind(board[over]), square=square_name(over))
        if board[there] != EMPTY and there != origin:
            return REFUSALS("landing", square=square_name(there), piece=_kind(board[there]))
        jumped.append(over)
    return REFUSALS("monkey")


def _why_no_step(board: str, path: Move) -> TranslatableText:
    origin, target = path[0], path[1]
    step = (origin, target) in REACH[board[origin]][origin].quiet
    if len(path) > 2:
        return REFUSALS("monkey_path")
    if step and board[target] in OPEN[board[origin]][1:]:
        return REFUSALS("monkey_capture", square=square_name(target))
    if step:
        return REFUSALS("own_piece", piece=_kind(board[target]), square=square_name(target))
    return REFUSALS("monkey")
