"""International draughts with one rule broken."""

from __future__ import annotations

from tests.check.mutants import Mutant

from boardwright.games.draughts.rule_positions import EVERY_ROUTE, ONE_MOVE

MEN_STEP = "for direction in FORWARD[to_move]:"
KINGS_GO = "for square in numbers(own & kings):\n        for ray in KING_MOVES[square]:"
KING_BLOCKED = "if not target & empty:\n                    break"
CAPTURES = "return list(capture_waves(position, pieces, position[1 - position.to_move])[-1])"
COMPULSORY = f"if pieces:\n        {CAPTURES}"
LEGAL = f"pieces = captors(position)\n    {COMPULSORY}"
LOOKED_FOR = (
    LEGAL,
    "waves = capture_waves(position, position[position.to_move], position[1 - position.to_move])\n"
    "    if len(waves) > 1:\n        return list(waves[-1])",
)
"""Captures are looked for from every piece: a mutant may capture where the reference does not."""
MAN_RAYS = "MAN_RAYS = tuple(tuple(ray[:2] for ray in rays) for rays in KING_RAYS)"
RAYS = "rays = (KING_RAYS if position.kings & start else MAN_RAYS)[square]"
JUMPS = "for _, taken, landing in jumps(rays, prey & ~captured, empty | start):"
JUMP_BLOCKED = "elif taken or not square & prey:"
TWICE = "a man captures a piece beside it by a jump to the empty square behind it, and no piece twice"
MOST = "of all captures of a side the one that takes the most pieces must be played"
ANY_DISTANCE = "a king captures from any distance, forward and backward, and lands on any free square behind the piece"
OWN_PIECES = "a king that captures does not jump over a piece of its own side"

RULES_OF_BOTH = (
    Mutant("a man moves one square diagonally forward", MEN_STEP, "for direction in DIRECTIONS:"),
    Mutant(
        "no man leaves the board at its sides",
        KINGS_GO,
        "moves += [\n"
        "        Move(n, n + (5 if to_move else -5) + (1 if n % 10 == 5 else -1))\n"
        "        for n in numbers(men) if n % 10 in (5, 6)\n"
        f"    ]\n    {KINGS_GO}",
    ),
    Mutant(
        "a man moves to an empty square only",
        "targets = shifted(men, SHIFTS[direction]) & empty",
        "targets = shifted(men, SHIFTS[direction]) & BOARD",
    ),
    Mutant(
        "a man does not jump over a man of its own side",
        LEGAL,
        LOOKED_FOR[1].replace("position[1 - position.to_move]", "position.white | position.black"),
    ),
    Mutant(
        "a king moves any number of free squares, forward and backward",
        KINGS_GO,
        KINGS_GO.replace("KING_MOVES[square]", "(ray[:1] for ray in KING_MOVES[square])"),
    ),
    Mutant(
        "a king moves any number of free squares, forward and backward",
        KINGS_GO,
        KINGS_GO.replace("KING_MOVES[square]", "(KING_MOVES[square][direction] for direction in FORWARD[to_move])"),
    ),
    Mutant(
        "a king moves any number of free squares, forward and backward",
        KINGS_GO,
        "moves += [Move(n, n - 6) for n in numbers(own & kings) if n % 10 == 6]\n    " + KINGS_GO,
    ),
    Mutant("a king does not move over other pieces", KING_BLOCKED, KING_BLOCKED.replace("break", "continue")),
    Mutant("a man does not capture from a distance", RAYS, "rays = KING_RAYS[square]", also=LOOKED_FOR),
    Mutant(TWICE, "pieces = captors(position)", "pieces = captors(position) & position.kings"),
    Mutant(TWICE, JUMPS, JUMPS.replace(" & ~captured", ""), also=("while wave:", "while wave and len(waves) < 9:")),
    Mutant(
        "a man does not jump where the square behind the piece is taken",
        JUMP_BLOCKED,
        "elif taken and len(ray) == 2 and square & prey:\n                yield direction, taken, square\n"
        f"            {JUMP_BLOCKED}",
        also=LOOKED_FOR,
    ),
    Mutant(
        "a man does not jump off the board at its sides",
        MAN_RAYS,
        "def _beyond(n, ray):\n"
        "    edge = NUMBER[ray[0]] if len(ray) == 1 else 0\n"
        "    behind = edge + {5: 1, 6: 9}.get(edge % 10, -edge) - 10 * (edge < n)\n"
        "    return (*ray, BIT[behind]) if behind in SQUARES else ray[:2]\n"
        "MAN_RAYS = tuple(tuple(_beyond(n, ray) for ray in rays) for n, rays in enumerate(KING_RAYS))",
        also=LOOKED_FOR,
    ),
    Mutant(
        "a capture is compulsory",
        COMPULSORY,
        COMPULSORY.replace("return list(", "return quiet_moves(position) + list("),
    ),
    Mutant(
        "a man captures backward as well",
        JUMPS,
        JUMPS.replace("for _,", "for direction,")
        + "\n                if not position.kings & start and direction not in FORWARD[position.to_move]:"
        "\n                    continue",
        also=LOOKED_FOR,
    ),
    Mutant(
        "a capture goes on, in any direction, as long as there is a piece to take",
        CAPTURES,
        CAPTURES.replace("[-1]", "[1]"),
    ),
    Mutant(
        "a capture goes on, in any direction, as long as there is a piece to take",
        CAPTURES,
        CAPTURES.replace("[-1]", "[:4][-1]"),
    ),
    Mutant(
        "a capture goes on, in any direction, as long as there is a piece to take",
        CAPTURES,
        "waves = capture_waves(position, pieces, position[1 - position.to_move])\n"
        "        return [move for wave in waves[1:] for move in wave]",
    ),
    Mutant(
        MOST,
        CAPTURES,
        "waves = capture_waves(position, pieces, position[1 - position.to_move])[1:]\n"
        "        continued = {move for wave in waves for moves in wave.values() for move in moves}\n"
        "        return [move for wave in waves for move in wave if move not in continued]",
    ),
    Mutant(
        "a captured king counts no more than a captured man",
        CAPTURES,
        "moves = list(capture_waves(position, pieces, position[1 - position.to_move])[-1])\n"
        "        most = max((move.captured & position.kings).bit_count() for move in moves)\n"
        "        return [move for move in moves if (move.captured & position.kings).bit_count() == most]",
    ),
    Mutant(ANY_DISTANCE, RAYS, "rays = MAN_RAYS[square]", also=LOOKED_FOR),
    Mutant(
        ANY_DISTANCE,
        "yield direction, taken, square",
        "yield direction, taken, square\n                    break",
    ),
    Mutant(
        ANY_DISTANCE,
        JUMPS,
        JUMPS.replace("for _,", "for direction,")
        + "\n                if position.kings & start and direction not in FORWARD[position.to_move]:"
        "\n                    continue",
        also=LOOKED_FOR,
    ),
    Mutant(
        "a capture by a king does not come before a capture by a man",
        CAPTURES,
        "moves = list(capture_waves(position, pieces, position[1 - position.to_move])[-1])\n"
        "        return [move for move in moves if BIT[move.origin] & position.kings] or moves",
    ),
    Mutant(
        "one jump takes one piece: two in a row block a king",
        f"{JUMP_BLOCKED}\n                break\n            else:\n                taken = square",
        "elif not square & prey:\n                break\n            else:\n                taken |= square",
        also=LOOKED_FOR,
    ),
    Mutant(
        OWN_PIECES,
        JUMP_BLOCKED,
        "elif not taken and not square & prey:\n                continue\n            elif taken:",
        also=LOOKED_FOR,
    ),
    Mutant(
        OWN_PIECES,
        JUMP_BLOCKED,
        f"elif taken and not square & prey:\n                continue\n            {JUMP_BLOCKED}",
    ),
)
RULES_OF_BOTH_AT_LAST = (
    Mutant(
        "the start square counts as empty once the piece has left it", JUMPS, JUMPS.replace("empty | start", "empty")
    ),
    Mutant(
        "a square may be crossed or landed on more than once",
        JUMPS,
        "visited, back = set(), capture\n"
        "            for earlier in reversed(waves[1:]):\n"
        "                visited.add(BIT[back.target])\n"
        "                back = earlier[back][0]\n"
        f"            {JUMPS}\n                if landing in visited:\n                    continue",
    ),
    Mutant(
        "a man that passes the far row while it captures stays a man",
        RAYS,
        RAYS.replace("position.kings & start", "position.kings & start or BIT[square] & FAR_ROW[position.to_move]"),
    ),
    Mutant(
        "captured pieces stay on the board until the move ends, and block it",
        JUMPS,
        JUMPS.replace("empty | start", "empty | start | captured"),
    ),
)

MOVES = (
    *RULES_OF_BOTH,
    Mutant(
        ONE_MOVE,
        "legal_moves = staticmethod(rules.legal_moves)",
        "legal_moves = staticmethod(lambda at: [move for move in rules.legal_moves(at) for _ in routes_of(at, move)])",
        "game",
    ),
    *RULES_OF_BOTH_AT_LAST,
)
TURNS = (
    *RULES_OF_BOTH,
    Mutant(EVERY_ROUTE, "if unique:", "if True:", "course.valid_turns"),
    *RULES_OF_BOTH_AT_LAST,
)
