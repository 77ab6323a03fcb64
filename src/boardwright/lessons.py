"""Interactive lessons: short tasks on the board by which people learn the rules of a game.

The lessons of a game are a TOML file (docs/lessons.md describes it). Whether a task is done is decided by the rules:
its goal, such as ``win`` or ``capture 2``, is checked on the positions, so that every move that reaches it counts.

>>> from boardwright import find_game
>>> lesson = lessons_of(find_game("turm"))[0]
>>> lesson.title, attempt(lesson.tasks[0], []).verdict
('Walk the guard', <Verdict.OPEN: 'open'>)
"""

from __future__ import annotations

import inspect
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum, auto
from functools import lru_cache
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

from boardwright.errors import BoardwrightError, InvalidLessons, quoted
from boardwright.game import AnyGame, Outcome
from boardwright.manifest import file_beside, in_language
from boardwright.names import did_you_mean, find_name
from boardwright.texts import counted
from boardwright.views import MoveView, Piece, Side

LOSSES = ("capture", "drown")
"""The kinds of stage in which a side loses pieces; one that scores is not lost."""
MAX_MOVES = 8
"""The maximum number of own moves in a task: a longer one could take minutes to check."""


class Goal(NamedTuple):
    """What a task asks for: a word of :data:`GOALS` with its arguments."""

    word: str
    arguments: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join((self.word, *self.arguments))


@dataclass(frozen=True, slots=True)
class Task:
    """A position in which the side to move has to reach a goal."""

    game: AnyGame
    position: Any
    instruction: str
    goals: tuple[Goal, ...]
    """All of them have to be reached by the same move."""
    moves: int
    """The number of own moves in which the goal has to be reached."""
    replies: tuple[str, ...]
    """The other side's moves; the rest is chosen so that the goal is as far away as possible."""
    hint: str
    success: str
    wrong: str
    """What is shown after a legal move that misses the goal."""

    @property
    def side(self) -> Side:
        """The side that the learner plays."""
        return self.game.side_to_move(self.position)


@dataclass(frozen=True, slots=True)
class Lesson:
    """Tasks on one topic, with an explanation."""

    game: AnyGame
    title: str
    text: str
    teaches: tuple[str, ...]
    """The rules that it teaches: phrases of the game's rules text, each of one list item."""
    tasks: tuple[Task, ...]


class Verdict(StrEnum):
    """Where the moves of a task have led."""

    OPEN = auto()
    """The goal can still be reached, whatever the other side plays."""
    DONE = auto()
    FAILED = auto()


class Attempt(NamedTuple):
    """The judgement of the moves played in a task."""

    verdict: Verdict
    reply: str | None = None
    """The other side's move, if the task goes on with one."""
    solution: str | None = None
    """A move that leads to the goal, if the task goes on; after the reply."""


class Line(NamedTuple):
    """The moves played in a task, with the positions before, between and after them."""

    task: Task
    positions: tuple[Any, ...]
    moves: tuple[Any, ...] = ()

    @property
    def position(self) -> Any:
        return self.positions[-1]

    @property
    def outcome(self) -> Outcome | None:
        return self.task.game.outcome(self.position)

    @property
    def is_own_turn(self) -> bool:
        return self.task.game.side_to_move(self.position) == self.task.side

    @property
    def own_moves(self) -> list[tuple[Any, Any]]:
        """The learner's moves, each with the position before it."""
        side_to_move, side = self.task.game.side_to_move, self.task.side
        return [pair for pair in zip(self.positions, self.moves, strict=False) if side_to_move(pair[0]) == side]

    def followed_by(self, move: Any) -> Line:
        """Return the line with one more move."""
        after = self.task.game.successor(self.position, move)
        return Line(self.task, (*self.positions, after), (*self.moves, move))


# Goals.


def _wins(line: Line) -> bool:
    outcome = line.outcome
    return outcome is not None and outcome.winner == line.task.side


def _draws(line: Line) -> bool:
    outcome = line.outcome
    return outcome is not None and outcome.winner is None


def _lost(move: MoveView, side: Side, kind: str = "") -> int:
    """Count the pieces of a side, or of a kind of them, that a move removes from the board; scoring is no loss."""

    def count(pieces: Sequence[Piece]) -> int:
        return sum(piece.side == side and kind in ("", piece.kind) for piece in pieces)

    return sum(max(0, count(stage.before) - count(stage.after)) for stage in move.stages if stage.kind in LOSSES)


def _captures(line: Line, number: str = "1") -> bool:
    game, other = line.task.game, 1 - line.task.side
    return sum(_lost(game.move_view(*pair), other) for pair in line.own_moves) >= int(number)


def _keeps(line: Line, kind: str = "") -> bool:
    game, side = line.task.game, line.task.side
    return not any(_lost(game.move_view(*pair), side, kind) for pair in zip(line.positions, line.moves, strict=False))


def _has_stage(line: Line, kind: str) -> bool:
    return any(stage.kind == kind for pair in line.own_moves for stage in line.task.game.move_view(*pair).stages)


def _scores(line: Line) -> bool:
    return _has_stage(line, "score")


def _promotes(line: Line) -> bool:
    return _has_stage(line, "promote")


def _own_pieces(line: Line, position: Any) -> list[Piece]:
    return [piece for piece in line.task.game.view(position).pieces if piece.side == line.task.side]


def _reaches(line: Line, *squares: str) -> bool:
    return any(set(piece.squares) == set(squares) for piece in _own_pieces(line, line.position))


def _moves_from(line: Line, square: str) -> bool:
    first = next((piece for piece in _own_pieces(line, line.positions[0]) if square in piece.squares), None)
    return first is not None and first not in _own_pieces(line, line.position)


def _plays(line: Line, *moves: str) -> bool:
    own = line.own_moves
    return bool(own) and line.task.game.format_move(*own[-1]) in moves


def _is_safe(line: Line, kind: str = "") -> bool:
    game, side = line.task.game, line.task.side
    if line.outcome is not None:
        return line.outcome.winner == side
    if line.is_own_turn:
        return True
    for reply in game.legal_moves(line.position):
        outcome = line.followed_by(reply).outcome
        if outcome is not None and outcome.winner == 1 - side:
            return False
        if kind and _lost(game.move_view(line.position, reply), side, kind):
            return False
    return True


class _GoalWord(NamedTuple):
    is_reached: Callable[..., bool]
    example: str
    """How it is written, for messages."""


GOALS: Mapping[str, _GoalWord] = {
    "win": _GoalWord(_wins, "win"),
    "draw": _GoalWord(_draws, "draw"),
    "capture": _GoalWord(_captures, "capture NUMBER"),
    "keep": _GoalWord(_keeps, "keep KIND"),
    "score": _GoalWord(_scores, "score"),
    "promote": _GoalWord(_promotes, "promote"),
    "reach": _GoalWord(_reaches, "reach SQUARE"),
    "move": _GoalWord(_moves_from, "move SQUARE"),
    "play": _GoalWord(_plays, "play MOVE"),
    "safe": _GoalWord(_is_safe, "safe KIND"),
}
"""The words of goals; docs/lessons.md describes them."""
MOST_ARGUMENTS = {
    "capture": 1,
    "move": 1,
    "keep": 1,
    "safe": 1,
    "reach": MAX_MOVES * MAX_MOVES,
    "play": MAX_MOVES * MAX_MOVES,
}
LEAST_ARGUMENTS = {"move": 1, "reach": 1, "play": 1}


def _is_reached(line: Line) -> bool:
    return all(GOALS[goal.word].is_reached(line, *goal.arguments) for goal in line.task.goals)


# Attempts.


@lru_cache(1_000)
def _judged(task: Task, texts: tuple[str, ...]) -> Attempt:
    line, left = Line(task, (task.position,)), task.moves
    for number, text in enumerate(texts, 1):
        if left == 0 or line.outcome is not None or (line.is_own_turn and line.moves and _is_reached(line)):
            raise BoardwrightError(f"move {number}: the task is over after {counted(number - 1, 'move')}")
        left -= line.is_own_turn
        line = line.followed_by(task.game.parse_move(line.position, text))
    if line.moves and task.game.side_to_move(line.positions[-2]) == task.side and _is_reached(line):
        return Attempt(Verdict.DONE)
    distance = _distance(line, left)
    if distance is None:
        return Attempt(Verdict.FAILED)
    reply = None
    if not line.is_own_turn:
        chosen = max(_replies(line), key=lambda move: _distance(line.followed_by(move), left) or 0)
        reply = task.game.format_move(line.position, chosen)
        line = line.followed_by(chosen)
    return Attempt(Verdict.OPEN, reply, task.game.format_move(line.position, _solution(line, left)))


def attempt(task: Task, moves: Sequence[str]) -> Attempt:
    """Judge the moves of both sides that were played from a task's position.

    An illegal move raises the error that names the rule it breaks.
    """
    return _judged(task, tuple(moves))


def solutions(task: Task) -> list[Any]:
    """Return the first moves that reach the goal, or after which it can still be reached."""
    start = Line(task, (task.position,))
    return [
        move
        for move in task.game.legal_moves(task.position)
        if _distance_after(start.followed_by(move), task.moves - 1) is not None
    ]


def _distance(line: Line, left: int) -> int | None:
    """Return how many own moves reach the goal against every reply, of ``left`` at most; None if they cannot."""
    if line.outcome is not None:
        return None
    if not line.is_own_turn:
        farthest: int | None = None
        for move in _replies(line):
            distance = _distance(line.followed_by(move), left)
            if distance is None:
                return None
            farthest = max(distance, farthest or 0)
        return farthest
    for allowed in range(1, left + 1):
        for move in line.task.game.legal_moves(line.position):
            if _distance_after(line.followed_by(move), allowed - 1) is not None:
                return allowed
    return None


def _distance_after(line: Line, left: int) -> int | None:
    """Return the distance of a line that ends with an own move."""
    if _is_reached(line):
        return 0
    return _distance(line, left) if left else None


def _solution(line: Line, left: int) -> Any:
    """Return an own move on the shortest way to the goal, which can be reached."""
    return next(
        move
        for allowed in range(1, left + 1)
        for move in line.task.game.legal_moves(line.position)
        if _distance_after(line.followed_by(move), allowed - 1) is not None
    )


def _replies(line: Line) -> list[Any]:
    """Return the moves with which the other side may reply: the one that the lesson names, or all."""
    task = line.task
    number = len(line.moves) - len(line.own_moves)
    if number < len(task.replies):
        return [task.game.parse_move(line.position, task.replies[number], strict=True)]
    return task.game.legal_moves(line.position)


# The file.

FILE_FIELDS = {"lessons": list, "only_in_text": list}
LESSON_FIELDS = {"title": str, "text": str, "teaches": list, "variant": str, "tasks": list}
TASK_FIELDS = {
    "position": str,
    "instruction": str,
    "goal": str,
    "moves": int,
    "replies": list,
    "hint": str,
    "success": str,
    "wrong": str,
}
OPTIONAL = ("only_in_text", "variant", "teaches", "position", "moves", "replies")
KINDS = {str: "a text", int: "a number", list: "a list"}


def lessons_of(game: AnyGame, language: str = "en") -> tuple[Lesson, ...]:
    """Return the lessons of a game, in all its variants; none if it has no file of lessons.

    Their texts are those of the translation beside the file, such as ``lessons.de.toml``; English without one. A file
    with a mistake raises :class:`InvalidLessons`, one line that names the place.
    """
    kind = type(game)
    translation = in_language(lessons_file(kind), language)
    return _translated(kind, translation) if translation else _read(kind)


def only_in_text(game: AnyGame) -> tuple[str, ...]:
    """Return phrases of the list items of the rules text that no lesson needs to teach."""
    return tuple(_table(type(game)).get("only_in_text", ()))


def lessons_file(kind: type[AnyGame]) -> Path:
    """Return the path of a game's lessons: the file of its manifest, or ``NAME.lessons.toml`` beside ``NAME.py``."""
    return file_beside(kind, kind.manifest.lessons or f"{Path(inspect.getfile(kind)).stem}.lessons.toml")


@lru_cache
def _read(kind: type[AnyGame]) -> tuple[Lesson, ...]:
    listed, name = _table(kind).get("lessons", []), lessons_file(kind).name
    return tuple(_lesson(kind, entry, f"{name}, lesson {number}") for number, entry in enumerate(listed, 1))


def _table(kind: type[AnyGame]) -> dict[str, Any]:
    file = lessons_file(kind)
    if file.exists():
        return _parsed(kind, file, FILE_FIELDS)
    if kind.manifest.lessons:
        raise InvalidLessons(f"the lessons of {kind.name}: there is no file {quoted(file.name)}")
    return {}


def _parsed(kind: type[AnyGame], file: Path, fields: Mapping[str, type[Any]]) -> dict[str, Any]:
    try:
        table = tomllib.loads(file.read_text(encoding="utf-8"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise _invalid(kind, file.name, f"not a TOML file: {error}") from error
    _check_fields(kind, table, fields, file.name)
    return table


def _invalid(kind: type[AnyGame], place: str, problem: str) -> InvalidLessons:
    return InvalidLessons(f"the lessons of {kind.name} ({place}): {problem}")


def _check_fields(kind: type[AnyGame], table: object, fields: Mapping[str, type[Any]], place: str) -> None:
    """Raise unless a table has exactly these fields with values of these types."""
    if not isinstance(table, dict):
        raise _invalid(kind, place, f"{quoted(str(table))} is not a table: expected {', '.join(fields)}")
    for name in table:
        if name not in fields:
            hint = did_you_mean(name, fields)
            raise _invalid(kind, place, f"unknown field {quoted(name)}{hint}: expected {', '.join(fields)}")
    for name, wanted in fields.items():
        value: Any = table.get(name)
        if value is None and name in OPTIONAL:
            continue
        if not isinstance(value, wanted) or isinstance(value, bool) or not (value or name in OPTIONAL):
            found = "is missing" if value is None else f"is {quoted(str(value))}"
            raise _invalid(kind, place, f"{name} {found}: expected {KINDS[wanted]}")
        if wanted is list and name not in ("lessons", "tasks") and not all(isinstance(each, str) for each in value):
            raise _invalid(kind, place, f"{name} is {quoted(str(value))}: expected a list of texts")


def _lesson(kind: type[AnyGame], entry: dict[str, Any], place: str) -> Lesson:
    _check_fields(kind, entry, LESSON_FIELDS, place)
    variant = entry.get("variant", "")
    if variant and find_name(variant, kind.variants) is None:
        raise _invalid(kind, place, f"no variant {quoted(variant)}: expected {' or '.join(kind.variants)}")
    game = kind(variant)
    tasks = [_task(kind, game, task, f"{place}, task {number}") for number, task in enumerate(entry["tasks"], 1)]
    return Lesson(game, entry["title"], _one_line(entry["text"]), tuple(entry.get("teaches", ())), tuple(tasks))


def _one_line(text: str) -> str:
    """Join the lines of a text that is wrapped in the file."""
    return " ".join(text.split())


def _task(kind: type[AnyGame], game: AnyGame, entry: dict[str, Any], place: str) -> Task:
    _check_fields(kind, entry, TASK_FIELDS, place)
    moves = entry.get("moves", 1)
    if not 1 <= moves <= MAX_MOVES:
        raise _invalid(kind, place, f"moves is {moves}: expected a number from 1 to {MAX_MOVES}")
    try:
        position = game.parse_position(entry["position"]) if "position" in entry else game.start()
    except BoardwrightError as error:
        raise _invalid(kind, place, f"position: {error}") from error
    task = Task(
        game,
        position,
        *(_one_line(entry["instruction"]), _goals(kind, game, position, entry["goal"], place), moves),
        tuple(entry.get("replies", ())),
        *(_one_line(entry[name]) for name in ("hint", "success", "wrong")),
    )
    if not game.legal_moves(position):
        raise _invalid(kind, place, f"position {quoted(game.format_position(position))} has no legal moves")
    return task


def _goals(kind: type[AnyGame], game: AnyGame, position: Any, text: str, place: str) -> tuple[Goal, ...]:
    return tuple(_goal(kind, game, position, part.split(), place) for part in text.split(" and "))


def _goal(kind: type[AnyGame], game: AnyGame, position: Any, words: list[str], place: str) -> Goal:
    word, *arguments = words or [""]
    if word not in GOALS:
        expected = ", ".join(goal.example for goal in GOALS.values())
        raise _invalid(kind, place, f"unknown goal {quoted(word)}{did_you_mean(word, GOALS)}: expected {expected}")
    if not LEAST_ARGUMENTS.get(word, 0) <= len(arguments) <= MOST_ARGUMENTS.get(word, 0):
        raise _invalid(kind, place, f"goal {quoted(' '.join(words))}: expected {quoted(GOALS[word].example)}")
    if word == "capture" and arguments and not (arguments[0].isdecimal() and int(arguments[0]) > 0):
        raise _invalid(kind, place, f"goal {quoted(' '.join(words))}: expected {quoted(GOALS[word].example)}")
    if word in ("keep", "safe") and not set(arguments) <= set(game.kinds):
        raise _invalid(kind, place, f"goal {quoted(' '.join(words))}: expected a kind of {', '.join(game.kinds)}")
    names = {square.name for square in game.view(position).board.squares} if word in ("reach", "move") else None
    for argument in arguments:
        if names is not None and argument not in names:
            raise _invalid(kind, place, f"goal {quoted(' '.join(words))}: there is no square {quoted(argument)}")
    return Goal(word, tuple(arguments))


# Translations: the texts of a file of lessons, in its order.

TRANSLATED_FIELDS = {"lessons": list}
TRANSLATED_LESSON_FIELDS = {"title": str, "text": str, "tasks": list}
TRANSLATED_TASK_FIELDS = {"instruction": str, "hint": str, "success": str, "wrong": str}


@lru_cache
def _translated(kind: type[AnyGame], file: Path) -> tuple[Lesson, ...]:
    """Return the lessons with the texts of a translation."""
    listed = _parsed(kind, file, TRANSLATED_FIELDS)["lessons"]
    return tuple(
        _translated_lesson(kind, lesson, entry, place)
        for lesson, entry, place in _paired(kind, _read(kind), listed, "lesson", file.name)
    )


def _translated_lesson(kind: type[AnyGame], lesson: Lesson, entry: dict[str, Any], place: str) -> Lesson:
    _check_fields(kind, entry, TRANSLATED_LESSON_FIELDS, place)
    tasks = []
    for task, texts, where in _paired(kind, lesson.tasks, entry["tasks"], "task", place):
        _check_fields(kind, texts, TRANSLATED_TASK_FIELDS, where)
        tasks.append(replace(task, **{name: _one_line(text) for name, text in texts.items()}))
    return replace(lesson, title=entry["title"], text=_one_line(entry["text"]), tasks=tuple(tasks))


def _paired(
    kind: type[AnyGame], originals: Sequence[Any], entries: Sequence[Any], what: str, place: str
) -> Iterator[tuple[Any, Any, str]]:
    """Pair lessons or tasks with their translations, each with its place; raise where one of the two is missing."""
    for number, (original, entry) in enumerate(zip_longest(originals, entries), 1):
        if original is None or entry is None:
            problem = "is missing" if entry is None else "is one too many"
            expected = f"expected {counted(len(originals), what)}, as in {lessons_file(kind).name}"
            raise _invalid(kind, f"{place}, {what} {number}", f"{problem}: {expected}")
        yield original, entry, f"{place}, {what} {number}"


# Checking that lessons can be done.


def lesson_problems(game: AnyGame) -> list[str]:
    """Return what is wrong with the tasks of a game, a line for each: unsolvable ones, and those that any move solves.

    A mistake in the file raises, as in :func:`lessons_of`.
    """
    problems = []
    for number, lesson in enumerate(lessons_of(game), 1):
        for place, task in enumerate(lesson.tasks, 1):
            problem = _problem(task)
            if problem:
                problems.append(f"lesson {number}, task {place}: {problem}")
    return problems


def _problem(task: Task) -> str:
    goal = " and ".join(map(str, task.goals))
    try:
        solving = solutions(task)
    except BoardwrightError as error:
        return f"the reply cannot be played: {error}"
    if not solving:
        return f"no move reaches the goal {quoted(goal)}: expected one that the rules allow"
    legal = task.game.legal_moves(task.position)
    if len(solving) == len(legal) > 1:
        return f"every legal move reaches the goal {quoted(goal)}: expected at least one that does not"
    return ""
