"""The programs of the course COMS3005A of Wits University, from text to text.

Each is given a number N and N boards, and answers every board with one or more lines.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, partial
from typing import TYPE_CHECKING, NamedTuple, TextIO

from boardwright.errors import BoardwrightError, print_warning, quoted
from boardwright.games.congo import rules
from boardwright.games.congo.game import Congo
from boardwright.games.congo.material import VALUES, material
from boardwright.games.congo.notation import STARTS, format_move, format_position, has_both_lions, parse_position
from boardwright.games.congo.rules import EMPTY, KINDS, LAST_RANK, LIONS, PIECES, SIDES, Position
from boardwright.texts import counted
from boardwright.views import Side

if TYPE_CHECKING:
    from random import Random

    from boardwright.check import Case, Program, Question

SETUP_ORDER = "PSGMELCZ"
LION_VALUE = 10_000
LION_ATTACK = 11
WINDOW = 1_000_000
"""Greater than the score of any board."""

PIECE_VALUES = {EMPTY: 0} | {letter: value for kind, value in VALUES.items() for letter in (kind, kind.lower())}
PIECE_VALUES |= dict.fromkeys(LIONS, LION_VALUE)
MAX_BOARDS = 1_000_000


def setup(position: Position) -> tuple[str, ...]:
    """Part 1: the squares of each kind of piece, and the side to play."""
    lines = []
    for kind in SETUP_ORDER:
        for side, piece in zip(SIDES, (kind, kind.lower()), strict=True):
            squares = sorted(rules.square_name(at) for at, met in enumerate(position.board) if met == piece)
            lines.append(" ".join([f"{side} {KINDS[kind]}:", *squares]))
    return (*lines, f"side to play: {SIDES[position.to_move]}")


def piece_moves(position: Position, kind: str) -> str:
    """Part 2: the moves of the pieces of one kind, even if a lion is missing.

    >>> piece_moves(parse_position("g2l2z/ppppppp/7/7/7/PPP1PPP/2GLZ2 w 4"), "lion")
    'd1d2'
    """
    board, own = position.board, PIECES[position.to_move]
    origins = [origin for origin, piece in enumerate(board) if piece in own and KINDS[piece.upper()] == kind]
    return " ".join(sorted(format_move(move) for origin in origins for move in rules.moves_from(board, origin)))


def execute(position: Position, move: str) -> tuple[str, str]:
    """Part 3: the position after a move, and the winner, if any.

    >>> execute(parse_position("7/1p5/3l3/2E4/7/3L3/7 w 10"), "d2d5")
    ('7/1p5/3L3/7/7/7/7 b 10', 'White wins')
    """
    after = rules.play(position, Congo().parse_move(position, move))
    outcome = rules.outcome(after)
    won = outcome is not None and outcome.winner is not None
    return format_position(after), f"{SIDES[1 - after.to_move].capitalize()} wins" if won else "Continue"


def evaluate(position: Position) -> int:
    """Part 4: the material for the side to move; 0 if only the lions are left."""
    return _signed(position, material)


def minimax(position: Position, depth: int = 2) -> int:
    """Part 4: plain negamax; only a missing lion ends the search early."""
    if depth == 0 or not has_both_lions(position):
        return evaluate(position)
    successors = [rules.play(position, move) for move in rules.legal_moves(position)]
    return max((-minimax(successor, depth - 1) for successor in successors), default=-LION_VALUE)


def advanced(position: Position) -> int:
    """Part 5: material, mobility and attack, for the side to move."""
    return _signed(position, _material_mobility_attack)


def alphabeta(position: Position, depth: int = 4, alpha: int = -WINDOW, beta: int = WINDOW) -> int:
    """Part 5: fail-hard alpha-beta, with the full window unless another is given."""
    if depth == 0 or not has_both_lions(position):
        return max(alpha, min(beta, advanced(position)))
    moves = rules.legal_moves(position)
    if not moves:
        return max(alpha, min(beta, -LION_VALUE))
    board = position.board
    # Good captures first: the order changes the speed, never the value.
    for move in sorted(moves, key=lambda move: -PIECE_VALUES[board[move[1]]]):
        alpha = max(alpha, -alphabeta(rules.play(position, move), depth - 1, -beta, -alpha))
        if alpha >= beta:
            return beta
    return alpha


def _signed(position: Position, balance: Callable[[str], int]) -> int:
    board = position.board
    if rules.only_lions(board):
        return 0
    lead = ("L" in board) - ("l" in board)
    value = lead * LION_VALUE if lead else balance(board)
    return -value if position.to_move else value


@lru_cache(maxsize=1 << 16)
def _material_mobility_attack(board: str) -> int:
    return material(board) + _activity(board, rules.WHITE) - _activity(board, rules.BLACK)


def _activity(board: str, side: Side) -> int:
    """Return a point for each move, another if it captures; a lion counts eleven."""
    moves = rules.side_moves(board, side)
    points = len(moves)
    for move in moves:
        taken = rules.captured(board, move)
        if taken:
            points += LION_ATTACK if board[taken[-1]] in LIONS else 1
    return points


def _boards(text: str) -> tuple[int, list[str]]:
    """Return N and the boards: each begins at a token that contains a slash, and ends before the next one.

    The last of the N boards ends with its own fields; anything after it is ignored.
    """
    first, *tokens = text.split() or [""]
    number = _count(first)
    boards: list[list[str]] = []
    for token in tokens:
        if "/" in token:
            boards.append([])
        if boards:
            boards[-1].append(token)
    if 0 < number <= len(boards):
        last = boards[number - 1]
        has_number = len(last) > 2 and last[2].isdigit()
        boards[number - 1] = last[: 3 if has_number else 2]
    return number, [" ".join(board) for board in boards]


def _pairs(text: str) -> tuple[int, list[str]]:
    """Return N and the pairs of lines, each a board and a move."""
    first, *lines = text.rstrip().split("\n")
    return _count(first.strip()), ["\n".join(lines[at : at + 2]) for at in range(0, len(lines), 2)]


def _count(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) <= len(str(MAX_BOARDS)) and int(text) <= MAX_BOARDS:
        return int(text)
    raise BoardwrightError(f"the input begins with {quoted(text)}: expected the number of boards, 0 to {MAX_BOARDS}")


def _ask_board(position: Position, random: Random) -> str:
    return format_position(position)


def _ask_pair(position: Position, random: Random) -> str:
    return f"{format_position(position)}\n{format_move(random.choice(rules.legal_moves(position)))}"


class CourseProgram(NamedTuple):
    """A program of the course: its input and its answers."""

    about: str
    answer: Callable[[str], tuple[str, ...]]
    """Returns the answer to one board, in ``lines`` lines."""
    lines: int = 1
    unread: int = 1
    """How many empty lines answer a board that cannot be parsed."""
    spaced: bool = False
    """Whether an empty line separates two answers."""
    read: Callable[[str], tuple[int, list[str]]] = _boards
    """Returns the number of boards that the input announces, and the boards it holds."""
    ask: Callable[[Position, Random], str] = _ask_board
    """Formats a position as a board of the input."""
    kind: str = ""
    """The kind of piece that it is about, if any."""
    is_slow: bool = False
    """Whether answers take so long that a check uses few positions."""


def _about_board(function: Callable[[Position], object]) -> Callable[[str], tuple[str, ...]]:
    return lambda text: (str(function(parse_position(text, on_repair=print_warning))),)


def _list_moves(kind: str) -> Callable[[str], tuple[str, ...]]:
    return lambda text: (piece_moves(parse_position(text, on_repair=print_warning, both_lions=True), kind),)


def _set_up_board(text: str) -> tuple[str, ...]:
    return setup(parse_position(text, on_repair=print_warning))


def _execute_pair(text: str) -> tuple[str, ...]:
    fen, _, move = text.partition("\n")
    return execute(parse_position(fen, on_repair=print_warning), move)


PIECE_PROGRAMS = ("lion", "zebra", "giraffe", "pawn", "superpawn")
COURSE: Mapping[str, CourseProgram] = {
    "setup": CourseProgram("prints where the pieces stand", _set_up_board, lines=17, spaced=True),
    **{kind: CourseProgram(f"lists the moves of the {kind}", _list_moves(kind), kind=kind) for kind in PIECE_PROGRAMS},
    "execute": CourseProgram(
        "plays a move and prints whether it wins", _execute_pair, lines=2, unread=2, read=_pairs, ask=_ask_pair
    ),
    "evaluate": CourseProgram("prints the material", _about_board(evaluate)),
    "minimax": CourseProgram("prints the value of a minimax search of depth 2", _about_board(minimax)),
    "advanced": CourseProgram("prints material, mobility and attack", _about_board(advanced)),
    "alphabeta": CourseProgram(
        "prints the value of an alpha-beta search of depth 4", _about_board(alphabeta), is_slow=True
    ),
}


def main(name: str) -> Callable[[list[str]], int]:
    """Run the program of that name from standard input to standard output; return its exit status."""

    def program(arguments: list[str]) -> int:
        if arguments:
            raise BoardwrightError(
                f"unexpected argument {quoted(arguments[0])}: expected none, the boards come on standard input"
            )
        text = sys.stdin.buffer.read().decode("utf-8-sig", errors="replace")
        return answer(COURSE[name], text, sys.stdout, sys.stderr)

    return program


def answer(program: CourseProgram, text: str, output: TextIO, messages: TextIO) -> int:
    """Answer every board of the input; a board that cannot be parsed is answered with empty lines."""
    number, boards = program.read(text)
    unread = ("",) * program.unread
    status = 0
    for at, board in enumerate(boards[:number]):
        try:
            lines = program.answer(board)
        except BoardwrightError as error:
            print(f"error: board {at + 1}: {error}", file=messages)
            lines, status = unread, 1
        if program.spaced and at:
            print(file=output)
        print(*lines, sep="\n", file=output)
    missing = number - len(boards)
    if missing > 0:
        print(f"error: the input ends after board {len(boards)}: expected {counted(number, 'board')}", file=messages)
        output.write("\n" * len(unread) * missing)
        status = 1
    return status


def programs(game: Congo) -> dict[str, Program[Position]]:
    """The programs of the course, for ``boardwright check``."""
    from boardwright.check import RANDOM_POSITIONS, Program

    return {
        name: Program(
            f"{program.about}, for N boards on standard input",
            partial(_case, program),
            True,
            program.lines,
            partial(_by_rule, name),
            RANDOM_POSITIONS // 10 if program.is_slow else RANDOM_POSITIONS,
        )
        for name, program in COURSE.items()
    }


def _by_rule(name: str) -> Iterator[Question[Position]]:
    """Return the questions that test the rules of a program one by one."""
    from boardwright.check import Case, Question
    from boardwright.games.congo.rule_positions import COURSE_POSITIONS

    for rule, texts in COURSE_POSITIONS[name].items():
        for text in texts:
            board, side, number, *move = text.split(" ")
            fen = f"{board} {side} {number}"
            stdin = "\n".join([fen, *move])
            yield Question(parse_position(fen), Case(COURSE[name].answer(stdin), stdin), rule)


def _case(program: CourseProgram, position: Position, random: Random) -> Case:
    from boardwright.check import Case

    text = program.ask(_suited(program.kind, position, random), random)
    return Case(program.answer(text), text)


def _suited(kind: str, position: Position, random: Random) -> Position:
    """Adapt the position: unfinished, as the course promises, and with a piece of the kind in question."""
    outcome = rules.outcome(position)
    if outcome is not None and outcome.winner is not None:
        position = parse_position(STARTS["standard"])
    board, side = position.board, position.to_move
    wanted = next((PIECES[side][at] for at, known in enumerate(KINDS.values()) if known == kind), None)
    others = [at for at in rules.SQUARES if board[at] in PIECES[side][1:] and at not in LAST_RANK[side]]
    if wanted is None or wanted in board or not others:
        return position
    place = random.choice(others)
    return Position(board[:place] + wanted + board[place + 1 :], side, position.number)
