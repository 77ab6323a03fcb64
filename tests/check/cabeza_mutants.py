"""Cabeza with one rule broken."""

from __future__ import annotations

from tests.check.mutants import Mutant

EMPTY_LANDINGS = "every landing, also the first of two, is on empty squares"
OPA = "the Opa rolls once, onto the four squares beside it"
MINI = "the Mini rolls once or twice to a square beside it"
FLACO = "the Flaco lies on two squares or stands on one, and rolls once or twice, never straight back"
CHATO = "the Chato lies flat on four squares or stands on two, and rolls once or twice"
CABEZA = "the Cabeza slides to any of the eight squares around it, once or twice"
CRUSH = "a block may land on the enemy Cabeza"
CRUSHED = "to land on the enemy Cabeza ends the turn"

BLOCKED = "blocked = occupied & ~(footprint(pose) | prey)"
FIRST = (
    "if landing & blocked:\n                continue\n            moves.append(move)\n"
    "            if not landing & prey:"
)
MINI_ONCE = "once = steps(footprint(own.mini))"
MINI_REACHED = "reached = (once | steps(once & empty)) & (empty | prey)"
CABEZA_OTHERS = "others = occupied ^ start"
CABEZA_REACHED = "reached = once | slides(once, others)"
SLIDE = "return reached & BOARD & ~occupied"
DIAGONALS = (
    "| origins << STRIDE + 1 & ~(south & west)\n"
    "        | origins << STRIDE - 1 & ~(south & east)\n"
    "        | origins >> STRIDE - 1 & ~(north & west)\n"
    "        | origins >> STRIDE + 1 & ~(north & east)"
)
ALL_DIAGONALS = "(once << STRIDE + 1 | once << STRIDE - 1 | once >> STRIDE - 1 | once >> STRIDE + 1)"
SECONDS = 'if piece not in "Oo" and second != OPPOSITE[first] and on_board(second_landing := roll(landing, second))'

MUTANTS = (
    Mutant(EMPTY_LANDINGS, BLOCKED, "blocked = 0"),
    Mutant(
        EMPTY_LANDINGS,
        FIRST,
        "if not landing & blocked:\n                moves.append(move)\n            if not landing & prey:",
    ),
    Mutant(EMPTY_LANDINGS, MINI_REACHED, MINI_REACHED.replace("(empty | prey)", "BOARD")),
    Mutant(EMPTY_LANDINGS, MINI_REACHED, MINI_REACHED.replace("once & empty", "once")),
    Mutant(EMPTY_LANDINGS, SLIDE, "return reached & BOARD"),
    Mutant(OPA, SECONDS, SECONDS.replace('piece not in "Oo" and ', "")),
    Mutant(
        OPA,
        "landing = roll(pose, first)\n        if not",
        'by_east, by_north = (first == "e") - (first == "w"), (first == "n") - (first == "s")\n'
        "        landing = roll(pose, first)\n"
        '        if piece in "Oo":\n'
        "            landing = Pose(pose.x + by_east, pose.y + by_north, *pose[2:])\n"
        "        if not",
    ),
    Mutant(MINI, MINI_REACHED, "reached = once & (empty | prey)"),
    Mutant(MINI, MINI_ONCE, "once = slides(footprint(own.mini), occupied)"),
    Mutant(FLACO, "return Pose(x - h, y, h, d, w)", "return Pose(x - w, y, w, d, h)"),
    Mutant(FLACO, SECONDS, "if False"),
    Mutant(FLACO, SECONDS, SECONDS.replace("second != OPPOSITE[first] and ", "")),
    Mutant(CHATO, "(2, 2): 1, ", "(2, 2): 2, "),
    Mutant(CHATO, SECONDS, SECONDS.replace('"Oo"', '"OoHh"')),
    Mutant(CABEZA, CABEZA_REACHED, "reached = once"),
    Mutant(CABEZA, DIAGONALS, ""),
    Mutant("no block lands on its own Cabeza", BLOCKED, f"{BLOCKED} & ~start"),
    Mutant("no piece leaves the board", "and x + w <= SIZE and", "and"),
    Mutant(
        "one of two squares on the way of the Mini may be taken",
        MINI_REACHED,
        "mini = footprint(own.mini)\n"
        "    north, south = mini << STRIDE & empty, mini >> STRIDE & empty\n"
        "    east, west = mini << 1 & empty, mini >> 1 & empty\n"
        "    twice = north << STRIDE | south >> STRIDE | east << 1 | west >> 1\n"
        "    twice |= (north << 1 | south << 1) & steps(east) | (north >> 1 | south >> 1) & steps(west)\n"
        "    reached = (once | twice) & (empty | prey)",
    ),
    Mutant(
        "a single piece beside a diagonal slide does not stop it",
        DIAGONALS,
        DIAGONALS.replace(" & west", " | west").replace(" & east", " | east"),
    ),
    Mutant(
        "a diagonal slide between two pieces is refused",
        DIAGONALS,
        DIAGONALS.replace(" & ~(south & west)", "")
        .replace(" & ~(south & east)", "")
        .replace(" & ~(north & west)", "")
        .replace(" & ~(north & east)", ""),
    ),
    Mutant(
        "the second of two slides does not pass between two pieces either",
        CABEZA_REACHED,
        f"reached = once | slides(once, others) | {ALL_DIAGONALS} & ~others",
    ),
    Mutant("the Cabeza never captures", CABEZA_OTHERS, f"{CABEZA_OTHERS} ^ prey"),
    Mutant(CRUSH, BLOCKED, "blocked = occupied & ~footprint(pose)"),
    Mutant(CRUSH, MINI_REACHED, MINI_REACHED.replace("(empty | prey)", "empty")),
    Mutant(CRUSHED, FIRST, FIRST.replace("if not landing & prey:", "if True:")),
    Mutant(CRUSHED, MINI_REACHED, MINI_REACHED.replace("once & empty", "once & (empty | prey)")),
    Mutant(
        "no block lands on the enemy Cabeza and another piece at once",
        FIRST,
        FIRST.replace("if landing & blocked:", "if landing & blocked and not landing & prey:"),
    ),
    Mutant("a won game has no legal moves", " or decided(position):", ":"),
)
