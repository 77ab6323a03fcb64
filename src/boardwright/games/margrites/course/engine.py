"""The course's interface to whole turns."""

from __future__ import annotations

from collections.abc import Iterable

from boardwright.errors import IllegalMove
from boardwright.games.margrites import rules
from boardwright.games.margrites.course.rules import apply_step, is_terminal, legal_steps, move_of, result, winner
from boardwright.games.margrites.course.state import GameState
from boardwright.games.margrites.course.types import Step
from boardwright.games.margrites.game import Margrites
from boardwright.games.margrites.rules import STEPS_A_TURN, Position
from boardwright.texts import counted

__all__ = ["apply_step", "is_terminal", "legal_steps", "legal_turn_exists", "play_turn", "result", "winner"]


def legal_turn_exists(state: GameState) -> bool:
    """Whether the side to move has a legal step; if not, it passes."""
    return rules.can_step(state.position)


def play_turn(state: GameState, step_sequence: Iterable[Step]) -> GameState:
    """Return the state after the steps of one whole turn; a side that is stuck has a turn without steps.

    The steps must end the turn or the game, and not go beyond.

    >>> steps = [("e5", "e6"), ("e6", "e7"), ("e7", "e8"), ("e8", "B++")]
    >>> winner(play_turn(GameState.from_setup(["e5"], ["a7"]), steps))
    1
    """
    position = state.position
    game = Margrites()
    over = game.why_over(position)
    if over is not None:
        raise IllegalMove("a turn", over)
    ended = not rules.can_step(position)
    if ended:
        position = rules.settled(position)
    for number, step in enumerate(step_sequence, 1):
        if ended:
            raise IllegalMove(f"step {number}", "the turn has ended before it")
        position = game.play(position, move_of(step))
        ended = turn_ended(position)
    if not ended:
        left = counted(position.steps_left, "step")
        raise IllegalMove("the turn", f"it ends with {left} left, and a player must step while one is legal")
    return GameState.from_position(position)


def turn_ended(position: Position) -> bool:
    """Whether the step that led to this position was the last of its turn."""
    return position.steps_left == STEPS_A_TURN or rules.finished(position)
