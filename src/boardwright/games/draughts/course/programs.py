"""The course programs of draughts, for ``boardwright check``."""

from __future__ import annotations

from functools import partial
from random import Random

from boardwright.check import MOVES, Case, Program, move_list_program, rule_questions
from boardwright.games.draughts.course.valid_turns import turns
from boardwright.games.draughts.game import Draughts
from boardwright.games.draughts.notation import format_board
from boardwright.games.draughts.rule_positions import TURN_POSITIONS
from boardwright.games.draughts.rules import Position


def programs(game: Draughts) -> dict[str, Program[Position]]:
    """Return the programs of the course."""
    about = "prints every turn of the colour in its argument, for the board on standard input, one per line, sorted"
    by_rule = partial(rule_questions, game, _turns_case, TURN_POSITIONS)
    return {"valid_turns": Program(about, _turns_case, by_rule=by_rule), MOVES: move_list_program(game)}


def _turns_case(position: Position, random: Random) -> Case:
    board = format_board(position) + "\n"
    return Case(tuple(turns(position)), stdin=board, arguments=(Draughts.sides[position.to_move],))
