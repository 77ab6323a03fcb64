"""Turns and annotated games in text.

A turn is its steps joined by ``; ``, each with what it takes in brackets:
``d5>c6(xe4); c6>c7; c7>c8; c8>B++``. An annotated game is a position text, then one turn a line,
each with an optional score line after it, which is checked. A turn that a stuck side passes has
no line. An ``R`` in a score line says that the side resigned, which ends the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TextIO

from boardwright.errors import BoardwrightError, IllegalMove, InvalidRecord
from boardwright.game import Outcome, Termination
from boardwright.games.margrites import notation, rules
from boardwright.games.margrites.course.engine import play_turn
from boardwright.games.margrites.course.rules import move_of, step_of
from boardwright.games.margrites.course.state import GameState
from boardwright.games.margrites.course.types import COLORS, Coord, Goal, Step
from boardwright.games.margrites.game import Margrites
from boardwright.games.margrites.notation import Score, parse_score, score_of
from boardwright.games.margrites.rules import SIDE_NAMES, STEPS_A_TURN
from boardwright.texts import counted

__all__ = [
    "Replayed",
    "format_score",
    "format_state",
    "format_turn",
    "parse_score",
    "parse_state",
    "parse_turn",
    "print_replay",
    "replay",
]


class Replayed(NamedTuple):
    """A turn of an annotated game: its side (+1 or -1), its text, the state after it, and who resigned then."""

    color: int
    turn: str
    state: GameState
    resigned: int | None = None

    @property
    def score(self) -> Score:
        """The score line."""
        side = None if self.resigned is None else COLORS.index(self.resigned)
        return score_of(self.state.position)._replace(resigned=side)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended with this turn, if it did."""
        resigned = self.score.resigned
        if resigned is not None:
            return Outcome(1 - resigned, f"{SIDE_NAMES[resigned]} resigned", Termination.RESIGNATION)
        return rules.outcome(self.state.position)


def parse_state(text: str) -> GameState:
    """The state of a position text."""
    return GameState.from_position(notation.parse_position(text))


def format_state(state: GameState) -> str:
    """The position text of a state."""
    return notation.format_position(state.position)


def format_score(state: GameState) -> str:
    """The score line of a state, such as ``3(0)-2(5)``."""
    return str(score_of(state.position))


def parse_turn(state: GameState, text: str) -> list[tuple[Coord, Coord | Goal]]:
    """Parse the steps of a turn, each legal where it is played; captures in the text are checked.

    >>> parse_turn(GameState.from_setup(["e7"], ["a4"]), "e7>e8; e8>B++")
    [(Coord(row=1, col=4), Coord(row=0, col=4)), (Coord(row=0, col=4), <Goal.BLACK: 'B++'>)]
    """
    game, position = Margrites(), state.position
    steps: list[tuple[Coord, Coord | Goal]] = []
    for part in text.split(";") if text.strip() else ():
        if steps and position.steps_left == STEPS_A_TURN:
            raise IllegalMove(part.strip(), f"the turn is over after {counted(len(steps), 'step')}")
        move = game.parse_move(position, part)
        steps.append(step_of(move))
        position = rules.play(position, move)
    return steps


def format_turn(state: GameState, steps: Iterable[Step]) -> str:
    """Return the text of a turn, with the captures of each step.

    >>> chain = GameState.from_setup("b3,f4,g4", "f6,g5,h4,h5", -1)
    >>> format_turn(chain, [("f6", "f5")])
    'f6>f5(xg4, xf4)'
    """
    game, position = Margrites(), state.position
    texts = []
    for step in steps:
        move = move_of(step)
        after = game.play(position, move)
        texts.append(notation.annotated(position, move))
        position = after
    return "; ".join(texts)


def replay(lines: Iterable[str]) -> Iterator[Replayed]:
    """Replay the turns of an annotated game.

    >>> for played in replay(["9/w8/9/4b4/9/9/9/9 b", "e5>e6; e6>e7; e7>e8; e8>B++", "1(0)-0(0)"]):
    ...     print(played.score, played.outcome.reason)
    1(0)-0(0) black has no pieces, decided on points
    """
    state: GameState | None = None
    played: Replayed | None = None
    scored = False
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if not text:
            continue
        try:
            if state is None:
                state = parse_state(text)
            elif ">" in text:
                if played is not None:
                    yield played
                played, scored = _next_turn(state, text, played), False
                state = played.state
            else:
                played, scored = _scored(played, text, scored), True
        except BoardwrightError as error:
            raise InvalidRecord(f"line {number}: {error}") from error
    if state is None:
        raise InvalidRecord("the game is empty: expected a position on the first line")
    if played is not None:
        yield played


def _next_turn(state: GameState, text: str, last: Replayed | None) -> Replayed:
    if last is not None and last.outcome is not None:
        raise IllegalMove(text, Margrites().why_ended(last.outcome))
    steps = parse_turn(state, text)
    return Replayed(state.to_move, format_turn(state, steps), play_turn(state, steps))


def _scored(played: Replayed | None, text: str, scored: bool) -> Replayed:
    """Check the score line of a turn; return the turn with the resignation in the line."""
    score = parse_score(text)
    if played is None or scored:
        raise InvalidRecord(f"the score {score} stands alone: expected a turn before it")
    if score._replace(resigned=None) != played.score:
        raise InvalidRecord(f"the score is {played.score} after this turn: expected that, not {score}")
    if score.resigned is None:
        return played
    if played.outcome is not None:
        raise InvalidRecord(f"{SIDE_NAMES[score.resigned]} resigned when the game was over: expected {played.score}")
    return played._replace(resigned=COLORS[score.resigned])


def print_replay(path: str, out: TextIO) -> None:
    """Replay the annotated game in a file, and print each turn, the board and the score after it, and the end."""
    from pathlib import Path

    from boardwright.render import text_diagram

    game = Margrites()
    with Path(path).open(encoding="utf-8", errors="replace") as lines:
        for played in replay(lines):
            board = game.view(played.state.position)._replace(notes=())
            print(f"{SIDE_NAMES[COLORS.index(played.color)]}: {played.turn}", file=out)
            print(text_diagram(board), played.score, sep="\n", end="\n\n", file=out)
            if played.outcome is not None:
                print(game.format_outcome(played.outcome), file=out)
