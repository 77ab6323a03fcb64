"""Margrites with one rule broken."""

from __future__ import annotations

from tests.check.mutants import Mutant

TARGETS = "for target in squares_in(NEIGHBOURS[origin] | (origin // COLUMNS == last) << goal)"
STRAIGHT = (
    f"{TARGETS} if target in GOALS or target % COLUMNS == origin % COLUMNS or target // COLUMNS == origin // COLUMNS"
)
EXIT = "(origin // COLUMNS == last) << goal"
WRAPPED = (
    "for target in (*(origin + by for by in (-10, -9, -8, -1, 1, 8, 9, 10) if origin + by in SQUARES), "
    "*((goal,) if origin // COLUMNS == last else ()))"
)
EMPTY = "empty = ~(own | enemy)"
OPEN = "open_squares = empty & ~(1 << origins[square]) if square in origins else empty"
DANGER = "not (in_danger and martyred(own, enemy, move))"
TOO_FEW = "if (NEIGHBOURS[target] & enemy).bit_count() < 2:"
FIRST_WAVE = "if touching(own, enemy, target).is_taken:\n        return True\n    "
WAVES = "return any(lost >> target & 1 for lost, _ in capture_waves(own, enemy))"
TWICE = "a step is illegal where the piece would be captured, by twice as many enemies as allies, itself included"


def judged(body: str) -> tuple[str, str]:
    """The end of ``martyred`` as it is, and another one."""
    return FIRST_WAVE + WAVES, f"opp, ally = touching(own, enemy, target)\n    {body}"


MUTANTS = (
    Mutant("a piece steps to any of the eight squares around it", TARGETS, STRAIGHT),
    Mutant("no step leaves the board at its sides", TARGETS, WRAPPED),
    Mutant(
        "a piece may step beside a single enemy",
        TOO_FEW,
        "if NEIGHBOURS[target] & enemy:\n        return True\n    if True:",
    ),
    Mutant("a piece steps to empty squares only", EMPTY, "empty = ~own"),
    Mutant("a piece steps to empty squares only", EMPTY, "empty = ~enemy"),
    Mutant("a piece does not return to the square on which it started the turn", OPEN, "open_squares = empty"),
    Mutant(
        "the start square of a piece is open to other pieces",
        OPEN,
        "open_squares = empty & ~sum(1 << start for start in origins.values())",
    ),
    Mutant("from its last rank a piece may leave the board", f" | {EXIT}", ""),
    Mutant(
        "a piece does not leave the board from another rank",
        EXIT,
        "(origin // COLUMNS in LAST_ROW) << goal",
    ),
    Mutant(
        "a piece does not leave the board from another rank", EXIT, "(origin // COLUMNS in (last, 1, ROWS - 2)) << goal"
    ),
    Mutant(
        "a piece that has moved in this turn may leave the board",
        OPEN,
        OPEN.replace("empty &", "empty & BOARD &", 1),
    ),
    Mutant(TWICE, DANGER, "True"),
    Mutant(TWICE, *judged("return opp > 2 * ally")),
    Mutant(
        "enemies on all eight squares around a piece count",
        *judged("return sum(enemy >> target + by & 1 for by in (-COLUMNS, -1, 1, COLUMNS)) >= 2 * ally"),
    ),
    Mutant("an ally beside a piece protects it from two or three enemies", *judged("return opp >= 2")),
    Mutant("an ally beside a piece protects it from two or three enemies", *judged("return opp > ally")),
    Mutant("four enemies capture a piece that has one ally beside it", *judged("return opp >= 2 and ally == 1")),
    Mutant(
        "a step may give up an ally",
        DANGER,
        "not any(lost for lost, _ in capture_waves(own ^ (1 << move.origin | 1 << move.target), enemy))",
    ),
    Mutant(
        "both sides lose pieces at the same time: what the step captures still captures",
        FIRST_WAVE,
        "enemy ^= next((lost for _, lost in capture_waves(own, enemy)), 0)\n    ",
    ),
    Mutant(
        "a step is illegal where a later wave of captures takes the piece",
        WAVES,
        "return False",
    ),
    Mutant(
        "once a side has no pieces there is no step",
        "if not (own and enemy and position.steps_left):",
        "if not own:",
    ),
)
