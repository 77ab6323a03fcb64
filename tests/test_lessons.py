"""The lessons of the games: every task can be done, and is judged by the rules."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from boardwright import Engine, find_game
from boardwright.errors import BoardwrightError, IllegalMove, InvalidLessons
from boardwright.lessons import GOALS, Lesson, Task, Verdict, attempt, lesson_problems, lessons_of, solutions
from boardwright.registry import BUILT_IN

EXAMPLE = "examples/breakthrough.py"
TASK_TEXTS = ("instruction", "hint", "success", "wrong")
LESSONS = [lesson for name in [*BUILT_IN, EXAMPLE] for lesson in lessons_of(find_game(name))]
each_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=[f"{each.game.name}: {each.title}" for each in LESSONS])


def played(task: Task) -> list[str]:
    """Play a task to its end by its solutions; return the moves of both sides."""
    moves: list[str] = []
    judged = attempt(task, moves)
    while judged.verdict is Verdict.OPEN:
        assert judged.solution is not None
        moves.append(judged.solution)
        judged = attempt(task, moves)
        moves += [judged.reply] if judged.reply else []
    assert judged.verdict is Verdict.DONE
    return moves


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_game_has_five_to_eight_lessons_of_different_titles(name: str) -> None:
    lessons = lessons_of(find_game(name))
    assert 5 <= len({lesson.title for lesson in lessons}) == len(lessons) <= 8


@pytest.mark.parametrize("name", [*BUILT_IN, EXAMPLE])
def test_every_task_can_be_done_and_no_task_by_every_move(name: str) -> None:
    assert lesson_problems(find_game(name)) == []


@each_lesson
def test_the_solutions_reach_the_goal_and_other_moves_miss_it(lesson: Lesson) -> None:
    for task in lesson.tasks:
        game, position = task.game, task.position
        assert game.parse_position(game.format_position(position)) == position
        moves = played(task)
        with pytest.raises(BoardwrightError, match="the task is over"):
            attempt(task, [*moves, "anything"])
        solving = solutions(task)
        for move in game.legal_moves(position):
            verdict = attempt(task, [game.format_move(position, move)]).verdict
            assert (verdict is not Verdict.FAILED) == (move in solving)
        assert all(text == " ".join(text.split()) for text in (getattr(task, name) for name in TASK_TEXTS))


@pytest.mark.slow
@each_lesson
def test_the_engine_finds_the_wins_that_the_tasks_ask_for(lesson: Lesson) -> None:
    for task in lesson.tasks:
        if "win" not in {goal.word for goal in task.goals} or lesson.game.name == "breakthrough":
            continue
        result = Engine(task.game).search(task.position, nodes=50_000)
        assert result.score is not None
        assert result.score.distance is not None
        assert 0 < result.score.distance <= 2 * task.moves - 1
        assert result.move in solutions(task)


# The format.

HEAD = '[[lessons]]\ntitle = "Run"\ntext = "Pawns run."\n'
TASK = """[[lessons.tasks]]
position = "8/2w5/8/8/8/5b2/1w6/8 w"
instruction = "Win."
goal = "win"
hint = "c8."
success = "Won."
wrong = "No."
"""


def lessons_from(folder: Path, text: str) -> tuple[Lesson, ...]:
    """Read these lessons, beside a copy of the example."""
    file = folder / "other.py"
    file.write_text(Path(EXAMPLE).read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "other.lessons.toml").write_text(text, encoding="utf-8")
    return lessons_of(find_game(str(file)))


def test_a_file_beside_a_game_of_one_file_has_its_lessons(tmp_path: Path) -> None:
    (lesson,) = lessons_from(tmp_path, HEAD + TASK)
    assert (lesson.title, lesson.text, lesson.teaches) == ("Run", "Pawns run.", ())
    (task,) = lesson.tasks
    assert attempt(task, []) == (Verdict.OPEN, None, "c7b8")
    assert attempt(task, ["c7d8"]) == (Verdict.DONE, None, None)
    assert attempt(task, ["b2b3"]) == (Verdict.FAILED, None, None)
    with pytest.raises(IllegalMove, match="a pawn goes one square forward"):
        attempt(task, ["c7a8"])


def test_a_game_without_a_file_has_no_lessons(tmp_path: Path) -> None:
    file = tmp_path / "bare.py"
    file.write_text(Path(EXAMPLE).read_text(encoding="utf-8"), encoding="utf-8")
    assert lessons_of(find_game(str(file))) == ()


def test_the_other_side_replies_as_the_lesson_says_or_so_that_the_goal_is_far(tmp_path: Path) -> None:
    task = TASK.replace("8/2w5/8/8/8/5b2/1w6/8 w", "8/8/w7/7w/5b2/8/8/8 w").replace('"win"\n', '"win"\nmoves = 2\n')
    (lesson,) = lessons_from(tmp_path, HEAD + task + 'replies = ["f4g3"]\n')
    assert attempt(lesson.tasks[0], ["a6a7"]) == (Verdict.OPEN, "f4g3", "a7a8")
    assert attempt(lesson.tasks[0], ["h5h6"]).verdict is Verdict.FAILED


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[lessons]\n", "(other.lessons.toml): not a TOML file: Expected "),
        ("lesson = 1\n", "unknown field 'lesson' (did you mean lessons?): expected lessons, only_in_text"),
        ("only_in_text = ['x']\n", "(other.lessons.toml): lessons is missing: expected a list"),
        ("lessons = [1]\n", "lesson 1): '1' is not a table: expected title, "),
        (HEAD, "(other.lessons.toml, lesson 1): tasks is missing: expected a list"),
        (HEAD.replace('"Run"', "3") + TASK, "lesson 1): title is '3': expected a text"),
        (HEAD + "teaches = [1]\n" + TASK, "lesson 1): teaches is '[1]': expected a list of texts"),
        (HEAD + 'variant = "big"\n' + TASK, "lesson 1): no variant 'big': expected standard"),
        (HEAD + TASK.replace("hint =", "hints ="), "lesson 1, task 1): unknown field 'hints' (did you mean hint?)"),
        (HEAD + TASK.replace('"No."', '""'), "task 1): wrong is '': expected a text"),
        (HEAD + TASK + "moves = 9\n", "task 1): moves is 9: expected a number from 1 to 8"),
        (HEAD + TASK + "moves = true\n", "task 1): moves is 'True': expected a number"),
        (
            HEAD + TASK.replace("8/2w5", "9/2w5"),
            "task 1): position: rank 8, '9', has '9' at character 1: expected w, b",
        ),
        (HEAD + TASK.replace("2w5", "8").replace("5b2", "8").replace("1w6", "8"), "has no legal moves"),
        (HEAD + TASK.replace('"win"', '"wim"'), "task 1): unknown goal 'wim' (did you mean win?): expected win, draw"),
        (HEAD + TASK.replace('"win"', '"capture many"'), "goal 'capture many': expected 'capture NUMBER'"),
        (HEAD + TASK.replace('"win"', '"win and reach"'), "goal 'reach': expected 'reach SQUARE'"),
        (HEAD + TASK.replace('"win"', '"reach z9"'), "goal 'reach z9': there is no square 'z9'"),
        (HEAD + TASK.replace('"win"', '"safe king"'), "goal 'safe king': expected a kind of pawn"),
    ],
)
def test_a_mistake_in_the_file_is_one_line_that_names_the_place(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InvalidLessons) as caught:
        lessons_from(tmp_path, text)
    assert str(caught.value).startswith("the lessons of breakthrough (other.lessons.toml")
    assert message in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


# Translations.

GERMAN_TASK = """[[lessons.tasks]]
instruction = "Gewinne."
hint = "c8."
success = "Gewonnen."
wrong = "Nein."
"""
GERMAN = f'[[lessons]]\ntitle = "Lauf"\ntext = "Bauern\\nlaufen."\n{GERMAN_TASK}'
NAMES = re.compile(r"\b[A-Ia-i]?[0-9]+\b|\b[BW][+]{2}")
"""Squares, exits and numbers, which no translation changes."""


def texts_of(lesson: Lesson) -> list[str]:
    return [lesson.title, lesson.text, *(getattr(task, name) for task in lesson.tasks for name in TASK_TEXTS)]


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_german_lessons_have_the_tasks_of_the_english_ones_in_german(name: str) -> None:
    game = find_game(name)
    english, german = lessons_of(game), lessons_of(game, "de")
    for lesson, translated in zip(english, german, strict=True):
        assert replace(translated, title=lesson.title, text=lesson.text, tasks=lesson.tasks) == lesson
        for task, other in zip(lesson.tasks, translated.tasks, strict=True):
            assert replace(other, **{name: getattr(task, name) for name in TASK_TEXTS}) == task
        for text, words in zip(texts_of(lesson), texts_of(translated), strict=True):
            assert words == " ".join(words.split()) != text
            assert set(NAMES.findall(words)) == set(NAMES.findall(text)), words


@pytest.mark.parametrize("language", ["en", "fr", "", "../de", "DE"])
def test_without_a_translation_the_lessons_are_english(language: str) -> None:
    game = find_game("turm")
    assert lessons_of(game, language) is lessons_of(game)


def test_a_game_of_one_file_is_translated_beside_it(tmp_path: Path) -> None:
    (tmp_path / "other.lessons.de.toml").write_text(GERMAN, encoding="utf-8")
    (lesson,) = lessons_from(tmp_path, HEAD + TASK)
    (translated,) = lessons_of(lesson.game, "de")
    assert texts_of(lesson) == ["Run", "Pawns run.", "Win.", "c8.", "Won.", "No."]
    assert texts_of(translated) == ["Lauf", "Bauern laufen.", "Gewinne.", "c8.", "Gewonnen.", "Nein."]
    assert attempt(translated.tasks[0], ["c7d8"]).verdict is Verdict.DONE


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[lessons]\n", "(other.lessons.de.toml): not a TOML file: Expected "),
        ("only_in_text = []\n", "(other.lessons.de.toml): unknown field 'only_in_text': expected lessons"),
        (GERMAN + GERMAN, "(other.lessons.de.toml, lesson 2): is one too many: expected 1 lesson, as in other.l"),
        (GERMAN + GERMAN_TASK, "toml, lesson 1, task 2): is one too many: expected 1 task, as in other.lessons.toml"),
        ("lessons = [1]\n", "(other.lessons.de.toml, lesson 1): '1' is not a table: expected title, text, tasks"),
        (GERMAN.replace("title", "titel"), "lesson 1): unknown field 'titel' (did you mean title?)"),
        (GERMAN + 'goal = "win"\n', "lesson 1, task 1): unknown field 'goal': expected instruction, hint, success"),
        (GERMAN.replace('"Nein."', '""'), "lesson 1, task 1): wrong is '': expected a text"),
    ],
)
def test_a_mistake_in_a_translation_is_one_line_that_names_the_place(tmp_path: Path, text: str, message: str) -> None:
    (lesson,) = lessons_from(tmp_path, HEAD + TASK)
    (tmp_path / "other.lessons.de.toml").write_text(text, encoding="utf-8")
    with pytest.raises(InvalidLessons) as caught:
        lessons_of(lesson.game, "de")
    assert str(caught.value).startswith("the lessons of breakthrough (other.lessons.de.toml")
    assert message in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("english", "place"), [(HEAD + TASK + TASK, "lesson 1, task 2"), (HEAD + TASK + HEAD + TASK, "lesson 2")]
)
def test_what_a_translation_lacks_is_named(tmp_path: Path, english: str, place: str) -> None:
    game = lessons_from(tmp_path, english)[0].game
    (tmp_path / "other.lessons.de.toml").write_text(GERMAN, encoding="utf-8")
    with pytest.raises(InvalidLessons, match=rf"[(]other.lessons.de.toml, {place}[)]: is missing: expected 2 "):
        lessons_of(game, "de")


# Checking.


@pytest.mark.parametrize(
    ("goal", "problem"),
    [
        ("draw", "lesson 1, task 1: no move reaches the goal 'draw': expected one that the rules allow"),
        ("keep", "lesson 1, task 1: every legal move reaches the goal 'keep': expected at least one that does not"),
    ],
)
def test_a_task_that_nobody_or_everybody_solves_is_reported(tmp_path: Path, goal: str, problem: str) -> None:
    (lesson,) = lessons_from(tmp_path, HEAD + TASK.replace('"win"', f'"{goal}"'))
    assert lesson_problems(lesson.game) == [problem]


def test_every_goal_is_used_by_a_lesson_or_tested_here() -> None:
    used = {goal.word for lesson in LESSONS for task in lesson.tasks for goal in task.goals}
    assert set(GOALS) - used == {"draw"}


def test_a_draw_is_a_goal() -> None:
    congo = find_game("congo")
    task = lessons_of(congo)[0].tasks[0]
    position = congo.parse_position("2l4/7/7/7/4p2/3L3/7 w 0")
    drawn = Task(congo, position, "", (type(task.goals[0])("draw", ()),), 1, (), "", "", "")
    assert [congo.format_move(position, move) for move in solutions(drawn)] == ["d2e3"]
