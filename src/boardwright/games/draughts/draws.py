"""The draws of article 6 of the FMJD's rules, which depend on the history."""

from __future__ import annotations

from boardwright.game import REPEATED, REPETITIONS, Ending, History, Outcome, Termination
from boardwright.games.draughts.rules import BIT, REASONS, Move, Position, can_move

KING_MOVES_EACH = 25
ONLY_KINGS = REASONS("only_kings", moves=KING_MOVES_EACH), Termination.NO_PROGRESS
FEW_PIECES = {
    moves: (REASONS(code, moves=moves), Termination.NO_PROGRESS)
    for moves, code in ((16, "king_against_three"), (5, "king_against_two"))
}
"""The draws with one king against few pieces, by the moves that each side has."""


def drawn(history: History[Position, Move]) -> Outcome | None:
    """Return the draw by history, if any; a win on the last move precedes it."""
    position = history.positions[-1]
    repeated = REPEATED if history.occurrences >= REPETITIONS else None
    ending = repeated or _few_pieces(history) or _only_king_moves(history)
    return Outcome(None, *ending) if ending and can_move(position) else None


def _only_king_moves(history: History[Position, Move]) -> Ending | None:
    """25 moves by each side with kings only and no capture."""
    plies = 2 * KING_MOVES_EACH
    if history.quiet_plies < plies:
        return None
    recent = zip(history.positions[-plies - 1 : -1], history.moves[-plies:], strict=True)
    quiet = all(BIT[move.origin] & position.kings and not move.captured for position, move in recent)
    return ONLY_KINGS if quiet else None


def moves_left_each(position: Position) -> int:
    """Return how many moves each side has to win with this material, from when it arose; 0: no limit.

    A lone king draws after 16 moves against three pieces with a king among them, after 5 against two with a king or
    against one king.
    """
    white, black, kings, _ = position
    for lone, others in ((white, black), (black, white)):
        if lone & kings and lone.bit_count() == 1 and others & kings and others.bit_count() <= 3:
            return 16 if others.bit_count() == 3 else 5
    return 0


def _few_pieces(history: History[Position, Move]) -> Ending | None:
    """Neither a capture nor a man's move starts a new count, but falling to two against one does."""
    each = moves_left_each(history.positions[-1])
    lately = history.positions[-2 * each - 1 :]
    if not each or len(lately) <= 2 * each or any(moves_left_each(position) != each for position in lately):
        return None
    return FEW_PIECES[each]
