"""Turm & Wächter with one rule broken."""

from __future__ import annotations

from tests.check.mutants import Mutant

GUARD_STEPS = "[ray[0] for ray in RAYS[origin] if board[ray[0].target] * sign <= 0]"
GUARD_MEETS = "if board[ray[0].target] * sign <= 0]"
ON_BOARD = "if not (0 <= tx < SIZE and 0 <= ty < SIZE):"
REACHED = "for move in ray[:height]:"
FREE = "if met == 0:\n                    moves.append(move)"
LANDS = "met + move[2] <= TALLEST if met > 0 else move[2] >= -met or met == -GUARD"
BLOCKED = "moves.append(move)\n                break"

MUTANTS = (
    Mutant(
        "the guard moves one square along its row or column",
        GUARD_STEPS,
        "[move for ray in RAYS[origin] for move in ray[:2] if board[move.target] * sign <= 0]",
    ),
    Mutant("the guard does not leave the board", ON_BOARD, "if not 0 <= ty < SIZE or ty * SIZE + tx not in SQUARES:"),
    Mutant(
        "the guard does not leave the board",
        GUARD_STEPS,
        f"{GUARD_STEPS} + [Move(origin, origin + 42, 1)] * (position.to_move == 0 and origin < SIZE)",
    ),
    Mutant(
        "the guard takes an enemy tower of any height",
        GUARD_MEETS,
        "if board[ray[0].target] * sign in (0, -1, -GUARD)]",
    ),
    Mutant("the guard takes an enemy tower of any height", GUARD_MEETS, "if board[ray[0].target] == 0]"),
    Mutant(
        "the guard takes an enemy tower of any height",
        GUARD_MEETS,
        "if board[ray[0].target] * sign <= 0 and (not board[ray[0].target] or sign * (origin - ray[0].target) < SIZE)]",
    ),
    Mutant("the guard takes the enemy guard", GUARD_MEETS, "if 0 >= board[ray[0].target] * sign > -GUARD]"),
    Mutant("one stone moves one square", REACHED, "for move in ray[: height + 1]:"),
    Mutant(
        "n stones of a tower, from one to all of them, move exactly n squares",
        REACHED,
        "for move in ray[height - 1 : height]:",
    ),
    Mutant(
        "n stones of a tower, from one to all of them, move exactly n squares",
        FREE,
        "if met == 0:\n                    moves += [Move(*move[:2], stones) for stones in range(move[2], height + 1)]",
    ),
    Mutant(
        "n stones of a tower, from one to all of them, move exactly n squares",
        FREE,
        "if met == 0:\n                    moves.append(Move(*move[:2], height))",
    ),
    Mutant(
        "stones do not leave the board",
        ON_BOARD,
        "if not (0 <= ty < SIZE and (n > 1 or 0 <= tx < SIZE)) or ty * SIZE + tx not in SQUARES:",
    ),
    Mutant("of a tower of seven stones up to six move", REACHED, "for move in ray[: min(height, 5)]:"),
    Mutant("stones may join a tower of their own side", LANDS, LANDS.replace("met + move[2] <= TALLEST", "False")),
    Mutant("no tower grows higher than seven stones", LANDS, LANDS.replace("met + move[2] <= TALLEST", "met < GUARD")),
    Mutant(
        "no tower grows higher than seven stones",
        LANDS,
        LANDS.replace("met + move[2] <= TALLEST", "met + move[2] < TALLEST"),
    ),
    Mutant(
        "stones do not land on the guard of their own side",
        LANDS,
        LANDS.replace("met + move[2] <= TALLEST", "met == GUARD or met + move[2] <= TALLEST"),
    ),
    Mutant("the guard does not land on a tower of its own side", GUARD_MEETS, "]"),
    Mutant("stones take an enemy tower that is not higher", LANDS, LANDS.replace("move[2] >= -met", "move[2] > -met")),
    Mutant("stones take an enemy tower that is not higher", LANDS, LANDS.replace("move[2] >= -met", "False")),
    Mutant(
        "stones take an enemy tower that is not higher",
        LANDS,
        LANDS.replace("move[2] >= -met", "move[2] >= max(2, -met)"),
    ),
    Mutant(
        "stones take an enemy tower that is not higher",
        LANDS,
        LANDS.replace("move[2] >= -met", "4 >= -met <= move[2]"),
    ),
    Mutant("stones do not take an enemy tower that is higher", LANDS, LANDS.replace("move[2] >= -met", "True")),
    Mutant(
        "in a capture only the stones that move count, not those that stay behind",
        LANDS,
        LANDS.replace("move[2] >= -met", "height >= -met"),
    ),
    Mutant("stones of any number take the enemy guard", LANDS, LANDS.replace(" or met == -GUARD", "")),
    Mutant(
        "stones do not jump over a tower of their own side",
        BLOCKED,
        BLOCKED.replace("break", "if met < 0 or met == GUARD:\n                    break"),
    ),
    Mutant(
        "stones do not jump over a tower of their own side",
        BLOCKED,
        BLOCKED.replace("break", "if met < 0 or met == GUARD or move[2] == 1:\n                    break"),
    ),
    Mutant(
        "stones do not jump over an enemy tower",
        BLOCKED,
        BLOCKED.replace("break", "if met > 0 or met == -GUARD:\n                    break"),
    ),
    Mutant(
        "stones do not jump over an enemy tower",
        BLOCKED,
        BLOCKED.replace("break", "if met > 0 or met == -GUARD or move[2] == 1:\n                    break"),
    ),
    Mutant(
        "stones do not jump over a guard",
        BLOCKED,
        BLOCKED.replace("break", "if abs(met) != GUARD:\n                    break"),
    ),
    Mutant(
        "stones do not jump over a guard",
        BLOCKED,
        BLOCKED.replace("break", "if abs(met) != GUARD or move[2] == 1:\n                    break"),
    ),
    Mutant(
        "the moves of a finished game are listed as well",
        "listed_moves = staticmethod(rules.piece_moves)",
        "listed_moves = lambda self, position: rules.legal_moves(position, self.variant)",
        "game",
    ),
)
