"""Prove a puzzle again: its win, and that there is no other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from boardwright.errors import BoardwrightError
from boardwright.game import AnyGame
from boardwright.puzzles import Puzzle, Turn, turns_of
from boardwright.study.puzzles.proof import BruteForce, Prover, TooLarge, rival

MOST_EXPANDED = 20_000
"""How many positions brute force expands for one puzzle at most."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What the proof of a puzzle has found.

    ``problem`` says why it is not a puzzle; None if it is one. ``other`` is the best move besides the solution with its
    win probability. ``expanded`` is the number of positions that brute force has expanded to prove that the solution
    wins within its distance and that no other move does; None if there are too many, or if a bitbase proves the win.
    """

    problem: str | None = None
    other: tuple[str, float] | None = None
    expanded: int | None = None

    def to_json(self) -> dict[str, object]:
        """Return the proof as plain data."""
        other = None if self.other is None else {"move": self.other[0], "win_probability": round(self.other[1], 4)}
        return {"problem": self.problem, "other": other, "brute_force": self.expanded}


def prove(game: AnyGame, prover: Prover, puzzle: Puzzle, nodes: int) -> Proof:
    """Prove that a puzzle has one solution: by search in each of its turns, and by brute force where that is short."""
    try:
        turns = turns_of(game, puzzle)
    except BoardwrightError as error:
        return Proof(str(error))
    own = [turn for turn in turns if turn.side == turns[0].side]
    for number, turn in enumerate(own):
        if problem := _problem_of(game, prover, turn, nodes, is_first=number == 0):
            return Proof(problem)
    other = prover.best_other(turns[0].position, {order[0] for order in turns[0].orders}, nodes)
    told = None if other is None else (game.format_move(turns[0].position, other[0]), other[1])
    if puzzle.distance is None:
        return Proof(other=told)
    brute = BruteForce(game, MOST_EXPANDED)
    try:
        problem = _brute_problem(brute, turns[0], puzzle.distance)
    except TooLarge:
        return Proof(other=told)
    return Proof(problem, told, brute.expanded)


def _problem_of(game: AnyGame, prover: Prover, turn: Turn, nodes: int, *, is_first: bool) -> str | None:
    """Return what the search finds wrong with a turn of the solver."""
    where = game.format_position(turn.position)
    if prover.win(turn.position, nodes) is None:
        return f"no win is proved in {where}"
    found = rival(game, prover, turn, nodes, strict=is_first)
    if found is None:
        return None
    position, move, win_probability = found
    text = game.format_move(position, move)
    return f"{text} has a win probability of {win_probability:.0%} in {game.format_position(position)}"


def _brute_problem(brute: BruteForce, turn: Turn, distance: int) -> str | None:
    """Return what brute force finds wrong: another first move than those of the solution wins, or none does."""
    accepted: set[Any] = {order[0] for order in turn.orders}
    winning = set(brute.winning_moves(turn.position, distance))
    if not winning & accepted:
        return f"{turn.moves[0]} does not win within {distance} plies"
    if others := winning - accepted:
        return f"{min(others)} wins within {distance} plies too"
    return None
