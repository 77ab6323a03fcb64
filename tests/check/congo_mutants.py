"""Congo with one rule broken, and the programs of its course."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.check.mutants import Mutant

from boardwright.games.congo.rule_positions import own_pieces_rule

STEPS = "moves = [move for move in steps if board[move[1]] in free]"
QUIET = "moves += [move for move in quiet if board[move[1]] == EMPTY]"
SLIDE = (
    "if board[move[1]] in free:\n                moves.append(move)\n"
    "            if board[move[1]] != EMPTY:\n                break"
)
RETREAT = (
    "for line in retreats:\n        for move in line:\n            if board[move[1]] != EMPTY:\n                break"
)
SIGHT = (
    "if board[move[1]] != EMPTY:\n                if board[move[1]] in LIONS:\n"
    "                    moves.append(move)\n                break"
)
LION_STEPS = "_steps(origin, KING) if move[1] in CASTLES[side]"
LION_LINES = "_line(origin, dx, FORWARD[side], SIZE) for dx in (-1, 0, 1)"
ZEBRA = "return Reach(_steps(origin, KNIGHT))"
GIRAFFE = "return Reach(_steps(origin, TWO_STEPS), quiet=_steps(origin, KING))"
PAWN = "_steps(origin, [(-1, ahead), (0, ahead), (1, ahead)])"
PAWN_RETREAT = "retreats=(_line(origin, 0, -ahead, 2),) if past_river else ()"
PAST_RIVER = "past_river = (origin // SIZE - 3) * ahead > 0"
SUPERPAWN = "_steps(origin, [(-1, ahead), (0, ahead), (1, ahead), (-1, 0), (1, 0)])"
SUPERPAWN_RETREATS = "retreats = [_line(origin, dx, -ahead, 2) for dx in (-1, 0, 1)]"
ELEPHANT = "return Reach(_steps(origin, ROOK + TWO_STEPS[::2]))"
CROCODILE = "_steps(origin, KING) if move not in begun"
CROCODILE_FILE = "_line(origin, 0, 1 if rank < 3 else -1, abs(rank - 3))"
CROCODILE_RIVER = "[_line(origin, -1, 0, SIZE), _line(origin, 1, 0, SIZE)]"
MONKEY = "return Reach(quiet=_steps(origin, KING))"
JUMPS = "moves += jumps(board, origin)"
LANDING = "(board[behind] != EMPTY and behind != origin)"
GO_ON = "if board[over] not in LIONS:"


def wrapped(text: str) -> str:
    """The same steps without a look at the files of the board."""
    start, _, offsets = text.partition("_steps(origin, ")
    offsets, end = (offsets[: offsets.index(")")], offsets[offsets.index(")") + 1 :])
    if "[(" in text:
        offsets, end = text[text.index("[") : text.index("]") + 1], text[text.index("]") + 2 :]
    step = "origin + SIZE * dy + dx"
    return f"{start}tuple((origin, {step}) for dx, dy in {offsets} if {step} in SQUARES){end}"


def quiet_steps(condition: str) -> str:
    """Some steps do not capture."""
    return f"moves = [move for move in steps if board[move[1]] in (EMPTY if {condition} else free)]"


def blocked_steps(condition: str, between: str) -> str:
    """Some steps are blocked by a piece between."""
    return STEPS.replace("in free]", f"in free and not ({condition} and board[{between}] != EMPTY)]")


def retreats_that_capture(letters: str) -> str:
    return RETREAT.replace(
        "                break",
        f'                if piece in "{letters}" and board[move[1]] in free:\n'
        "                    moves.append(move)\n                break",
    )


def retreats_that_jump(letters: str) -> str:
    return RETREAT.replace(
        "                break",
        f'                if piece in "{letters}":\n                    continue\n                break',
    )


def own_steps(letters: str) -> str:
    return STEPS.replace("in free]", f'in free or piece in "{letters}"]')


CASTLE = "the lion does not leave its castle"
ONE_OR_TWO = "the giraffe goes one or two squares in any direction"
BACK = "past the river the pawn may go back one or two squares straight"
NOT_BACK = "the pawn does not go back in the river or before it"
SUPER = "the superpawn goes one square straight or diagonally forward, or sideways"
SUPER_BACK = "the superpawn goes back one or two squares straight or diagonally, wherever it stands"
CROCODILE_STEP = "the crocodile steps one square in any direction, and captures there"
MONKEY_JUMP = "the monkey captures by a jump over a piece beside it to the empty square behind, and no piece twice"
MONKEY_CHAIN = "the monkey may go on jumping, in any direction, and may stop after any jump"
KNIGHT_BETWEEN = (
    "origin + (SIZE * ((move[1] // SIZE - origin // SIZE) // 2) if abs(move[1] // SIZE - origin // SIZE) == 2 "
    "else (move[1] % SIZE - origin % SIZE) // 2)"
)

PIECES: Mapping[str, Sequence[Mutant]] = {
    "lion": (
        Mutant("the lion steps one square in any direction", LION_STEPS, LION_STEPS.replace("KING", "ROOK")),
        Mutant(CASTLE, LION_STEPS, "_steps(origin, KING)"),
        Mutant(
            CASTLE,
            STEPS,
            f"{STEPS}\n    if piece in LIONS:\n"
            "        moves += [m for m in _steps(origin, KING) if m not in steps and board[m[1]] in free[1:]]",
        ),
        Mutant("the lion captures inside its castle", STEPS, quiet_steps("piece in LIONS")),
        Mutant("the lion captures the enemy lion along an open file", LION_LINES, LION_LINES.replace(" 0,", "")),
        Mutant(
            "the lion captures the enemy lion along an open diagonal",
            LION_LINES,
            LION_LINES.replace("(-1, 0, 1)", "(0,)"),
        ),
        Mutant("the lion captures nothing but the lion across the river", SIGHT, SIGHT.replace("in LIONS", "in free")),
        Mutant(
            "a piece between the lions blocks the capture",
            SIGHT,
            "if board[move[1]] in LIONS:\n                moves.append(move)\n                break",
        ),
    ),
    "zebra": (
        Mutant("the zebra moves like a knight in chess", ZEBRA, ZEBRA.replace("KNIGHT", "KNIGHT[::2]")),
        Mutant("the zebra captures", STEPS, quiet_steps('piece in "Zz"')),
        Mutant("the zebra jumps over other pieces", STEPS, blocked_steps('piece in "Zz"', KNIGHT_BETWEEN)),
        Mutant("the zebra does not leave the board", ZEBRA, wrapped(ZEBRA)),
    ),
    "giraffe": (
        Mutant(ONE_OR_TWO, GIRAFFE, "return Reach(_steps(origin, TWO_STEPS))"),
        Mutant(ONE_OR_TWO, GIRAFFE, GIRAFFE.replace("TWO_STEPS", "TWO_STEPS[::2]")),
        Mutant("the giraffe does not leave the board", GIRAFFE, wrapped(GIRAFFE)),
        Mutant(
            "the giraffe does not capture one square away", GIRAFFE, "return Reach(_steps(origin, TWO_STEPS + KING))"
        ),
        Mutant("the giraffe captures two squares away", STEPS, quiet_steps('piece in "Gg"')),
        Mutant("the giraffe jumps over other pieces", STEPS, blocked_steps('piece in "Gg"', "(origin + move[1]) // 2")),
    ),
    "pawn": (
        Mutant("the pawn goes one square straight or diagonally forward", PAWN, "_steps(origin, [(0, ahead)])"),
        Mutant(
            "the pawn captures straight and diagonally forward",
            STEPS,
            quiet_steps("piece in PAWNS and (move[1] - origin) % SIZE == 0"),
        ),
        Mutant(
            "the pawn captures straight and diagonally forward",
            STEPS,
            quiet_steps("piece in PAWNS and (move[1] - origin) % SIZE"),
        ),
        Mutant(BACK, PAWN_RETREAT, "retreats=()"),
        Mutant(BACK, PAWN_RETREAT, PAWN_RETREAT.replace("2", "1")),
        Mutant(NOT_BACK, PAST_RIVER, PAST_RIVER.replace(">", ">=")),
        Mutant(NOT_BACK, PAST_RIVER, "past_river = True"),
        Mutant("the pawn does not capture when it goes back", RETREAT, retreats_that_capture("Pp")),
        Mutant("the pawn does not jump when it goes back", RETREAT, retreats_that_jump("Pp")),
        Mutant("the pawn does not leave the board", PAWN, wrapped(PAWN)),
    ),
    "superpawn": (
        Mutant(SUPER, SUPERPAWN, SUPERPAWN.replace(", (-1, 0), (1, 0)", "")),
        Mutant(SUPER, SUPERPAWN, "_steps(origin, [(0, ahead), (-1, 0), (1, 0)])"),
        Mutant(SUPER_BACK, SUPERPAWN_RETREATS, SUPERPAWN_RETREATS.replace("(-1, 0, 1)", "(0,)")),
        Mutant(SUPER_BACK, SUPERPAWN_RETREATS, SUPERPAWN_RETREATS.replace("2", "1")),
        Mutant(
            SUPER_BACK,
            SUPERPAWN_RETREATS,
            SUPERPAWN_RETREATS.replace("(-1, 0, 1)", "(-1, 0, 1) if (origin // SIZE - 3) * ahead > 0"),
        ),
        Mutant(
            "the superpawn captures forward and sideways",
            STEPS,
            quiet_steps('piece in "Ss" and abs(move[1] - origin) == 1'),
        ),
        Mutant("the superpawn does not capture when it goes back", RETREAT, retreats_that_capture("Ss")),
        Mutant("the superpawn does not jump when it goes back", RETREAT, retreats_that_jump("Ss")),
        Mutant("the superpawn does not leave the board", SUPERPAWN, wrapped(SUPERPAWN)),
    ),
    "elephant": (
        Mutant(
            "the elephant goes one or two squares along its file or rank",
            ELEPHANT,
            ELEPHANT.replace(" + TWO_STEPS[::2]", ""),
        ),
        Mutant("the elephant does not leave the board", ELEPHANT, wrapped(ELEPHANT)),
        Mutant("the elephant captures one or two squares away", STEPS, quiet_steps('piece in "Ee"')),
        Mutant(
            "the elephant jumps over other pieces",
            STEPS,
            blocked_steps(
                'piece in "Ee" and abs(move[1] - origin) in (2, 2 * SIZE)',
                "(origin + move[1]) // 2",
            ),
        ),
    ),
    "crocodile": (
        Mutant(CROCODILE_STEP, CROCODILE, CROCODILE.replace("KING", "ROOK")),
        Mutant(CROCODILE_STEP, STEPS, quiet_steps('piece in "Cc"')),
        Mutant(
            "the crocodile does not slide past the river",
            CROCODILE_FILE,
            CROCODILE_FILE.replace("abs(rank - 3)", "SIZE"),
        ),
        Mutant(
            "the crocodile slides along its file into the river",
            CROCODILE_FILE,
            CROCODILE_FILE.replace("abs(rank - 3)", "1"),
        ),
        Mutant("in the river the crocodile slides along it", CROCODILE_RIVER, CROCODILE_RIVER.replace("SIZE", "1")),
        Mutant(
            "a slide of the crocodile may end in a capture",
            SLIDE,
            SLIDE.replace("in free:", "in (free if move == line[0] else EMPTY):"),
        ),
        Mutant("a slide of the crocodile ends at the first piece", SLIDE, SLIDE.partition("\n            if board")[0]),
        Mutant("the crocodile does not leave the board", CROCODILE, wrapped(CROCODILE)),
    ),
    "monkey": (
        Mutant("the monkey steps one square in any direction", MONKEY, MONKEY.replace("KING", "ROOK")),
        Mutant(
            "the monkey does not capture by a step",
            QUIET,
            QUIET.replace("== EMPTY", "in (free if piece in MONKEYS else EMPTY)"),
        ),
        Mutant(MONKEY_JUMP, JUMPS, "pass"),
        Mutant(MONKEY_JUMP, "over in jumped", "len(path) > 6"),
        Mutant(
            "the monkey does not jump where the square behind the piece is taken",
            LANDING,
            "(board[behind] not in OPEN[board[origin]] and behind != origin)",
        ),
        Mutant(MONKEY_CHAIN, GO_ON, "if False:"),
        Mutant(
            MONKEY_CHAIN,
            JUMPS,
            "paths = list(jumps(board, origin))\n"
            "            moves += [path for path in paths if not any(path == other[:-1] for other in paths)]",
        ),
        Mutant("the start square of the monkey counts as empty while it jumps", LANDING, "board[behind] != EMPTY"),
        Mutant("a jump over the lion is the last one", GO_ON, "if True:"),
        Mutant("the monkey does not leave the board", MONKEY, wrapped(MONKEY)),
    ),
}
OWN_PIECES: Mapping[str, Mutant] = {
    **{
        kind: Mutant(own_pieces_rule(kind), STEPS, own_steps(letters))
        for kind, letters in (
            ("lion", "Ll"),
            ("zebra", "Zz"),
            ("giraffe", "Gg"),
            ("pawn", "Pp"),
            ("superpawn", "Ss"),
            ("elephant", "Ee"),
            ("crocodile", "Cc"),
        )
    },
    "monkey": Mutant(
        own_pieces_rule("monkey"), "enemies = OPEN[board[origin]][1:]", "enemies = PIECES[WHITE] + PIECES[BLACK]"
    ),
}
MOVES = (
    *(mutant for mutants in PIECES.values() for mutant in mutants),
    *OWN_PIECES.values(),
    Mutant(
        "a game with a captured lion has no legal moves",
        'return side_moves(board, position.to_move) if "L" in board and "l" in board else []',
        "return side_moves(board, position.to_move)",
    ),
)

SAVED = "origin in RIVER and target in RIVER and board[origin] in own"
WON = "won = outcome is not None and outcome.winner is not None"
LION_LEAD = "value = lead * LION_VALUE if lead else balance(board)"
NUMBER = "min(position.number + side, LAST_NUMBER)"
DEPTH_2 = "def minimax(position: Position, depth: int = 2)"
DEPTH_4 = "def alphabeta(position: Position, depth: int = 4,"
NUMBER_RISES = "the number rises after Black's moves only"
PAWN_WORTH = "a pawn is worth 100, seen from the side to move"
MOBILITY = "each move counts one point, White's moves minus Black's"
TWO_DEEP = "each side plays its best move, two moves deep"
FOUR_DEEP = "each side plays its best move, four moves deep, for material, mobility and attack"
STUCK = "a side without a move scores -10000"

OTHER_PROGRAMS: Mapping[str, Sequence[Mutant]] = {
    "setup": (
        Mutant(
            "the last line is the side to play",
            "{SIDES[position.to_move]}",
            "{SIDES[1 - position.to_move]}",
            "course.programs",
        ),
        Mutant(
            "the squares of every kind of piece are listed",
            "if met == piece)",
            'if met == piece and met not in "Ee")',
            "course.programs",
        ),
        Mutant(
            "squares are in alphabetical order",
            "squares = sorted(rules.square_name",
            "squares = list(rules.square_name",
            "course.programs",
        ),
    ),
    "execute": (
        Mutant(NUMBER_RISES, NUMBER, "position.number + 1"),
        Mutant(NUMBER_RISES, NUMBER, "position.number"),
        Mutant(
            "a pawn becomes a superpawn on the last rank",
            "PIECES[side][-1] if promotes(board, move) else board[move[0]]",
            "board[move[0]]",
        ),
        Mutant("a captured lion ends the game", WON, "won = False", "course.programs"),
        Mutant(
            "a pawn that captures the lion on the last rank becomes a superpawn too",
            'move[1] in LAST_RANK[piece == "p"]',
            'move[1] in LAST_RANK[piece == "p"] and board[move[1]] not in LIONS',
        ),
        Mutant(
            "a piece that stays in the river drowns",
            "squares = [square for square in RIVER if board[square] in own and square != origin]",
            "squares = []",
        ),
        Mutant(
            "where only the lions are left the game continues",
            WON,
            "won = outcome is not None",
            "course.programs",
        ),
        Mutant("a piece that moves within the river drowns, also when it captures", SAVED, "False"),
        Mutant("a piece that has just entered the river is safe", SAVED, "target in RIVER and board[origin] in own"),
        Mutant("a crocodile does not drown", 'DROWNING = ("LZGEMPS", "lzgemps")', "DROWNING = PIECES"),
        Mutant(
            "enemy pieces in the river are safe",
            "own = DROWNING[board[origin].islower()]",
            "own = DROWNING[WHITE] + DROWNING[BLACK]",
        ),
        Mutant(
            "pieces drown after the winning move too",
            "for square in drowned(board, move):",
            "for square in drowned(board, move) if board[move[1]] not in LIONS else ():",
        ),
        Mutant(
            "the monkey removes every piece that it jumps",
            "for a, b in pairwise(move) if ((a + b) // 2, b) in JUMPS[a]]",
            "for a, b in pairwise(move) if ((a + b) // 2, b) in JUMPS[a]][-1:]",
        ),
        Mutant(
            "a monkey that leaves the river and comes back to it drowns",
            SAVED,
            f"{SAVED} and len(move) == 2",
        ),
    ),
    "evaluate": (
        Mutant(
            "the pieces of the other side are subtracted",
            "board.count(letter) - board",
            "board.count(letter) + board",
            "material",
        ),
        Mutant(PAWN_WORTH, '"P": 100', '"P": 110', "material"),
        Mutant(PAWN_WORTH, "return -value if position.to_move else value", "return value", "course.programs"),
        Mutant("a zebra is worth 300", '"Z": 300', '"Z": 310', "material"),
        Mutant("a superpawn is worth 350", '"S": 350', '"S": 360', "material"),
        Mutant("a giraffe is worth 400", '"G": 400', '"G": 410', "material"),
        Mutant("a captured lion is worth 10000", LION_LEAD, "value = balance(board)", "course.programs"),
    ),
    "minimax": (
        Mutant(TWO_DEEP, DEPTH_2, DEPTH_2.replace("2", "1"), "course.programs"),
        Mutant(TWO_DEEP, DEPTH_2, DEPTH_2.replace("2", "3"), "course.programs"),
        Mutant(TWO_DEEP, "(-minimax(successor", "(minimax(successor", "course.programs"),
        Mutant(STUCK, "default=-LION_VALUE)", "default=0)", "course.programs"),
    ),
    "advanced": (
        Mutant(MOBILITY, "points = len(moves)", "points = 0", "course.programs"),
        Mutant(MOBILITY, " - _activity(board, rules.BLACK)", "", "course.programs"),
        Mutant("a move that captures counts one point more", "in LIONS else 1", "in LIONS else 0", "course.programs"),
        Mutant(
            "a move that captures the lion counts eleven points more",
            "LION_ATTACK = 11",
            "LION_ATTACK = 1",
            "course.programs",
        ),
        Mutant(
            "where only the lions are left the value is 0",
            "if rules.only_lions(board):",
            "if False:",
            "course.programs",
        ),
        Mutant("a captured lion is worth 10000", LION_LEAD, "value = balance(board)", "course.programs"),
    ),
    "alphabeta": (
        Mutant(FOUR_DEEP, DEPTH_4, DEPTH_4.replace("4", "3"), "course.programs"),
        Mutant(FOUR_DEEP, DEPTH_4, DEPTH_4.replace("4", "2"), "course.programs"),
        Mutant(FOUR_DEEP, "min(beta, advanced(position))", "min(beta, evaluate(position))", "course.programs"),
        Mutant(STUCK, "min(beta, -LION_VALUE)", "min(beta, 0)", "course.programs"),
    ),
}
COURSE: Mapping[str, Sequence[Mutant]] = {
    **{kind: (*PIECES[kind], OWN_PIECES[kind]) for kind in ("lion", "zebra", "giraffe", "pawn", "superpawn")},
    **OTHER_PROGRAMS,
}
"""By program of the course."""
