"""The answers to requests about games and positions: functions of the game and the request, which never wait."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from boardwright import clicked
from boardwright.engine.players import LEVELS
from boardwright.errors import quoted
from boardwright.game import AnyGame, Game
from boardwright.lessons import Lesson, attempt, lessons_of
from boardwright.puzzles import DIFFICULTIES, difficulty_of, puzzles_of, turns_of
from boardwright.views import Piece
from boardwright.web import models
from boardwright.web.api_errors import ERRORS, ApiError, NotFound
from boardwright.web.client_engine import has_module
from boardwright.web.descriptions import summary
from boardwright.web.position_requests import play_moves, read_position, threats
from boardwright.web.records import formats_of
from boardwright.web.serialisation import (
    JsonObject,
    counts_data,
    json_list,
    json_object,
    move_json,
    moves_with_sides,
    piece_json,
    state_json,
    view_json,
)


def games_json(games: Iterable[list[AnyGame]]) -> bytes:
    """Describe games, given by their variants."""
    return json_list(map(_described, games))


def lessons_json(game: AnyGame, language: str) -> bytes:
    return json_list(
        json_object(game=lesson.game.full_name, title=lesson.title, text=lesson.text, tasks=_tasks(lesson))
        for lesson in lessons_of(game, language)
    )


def _tasks(lesson: Lesson) -> list[JsonObject]:
    return [
        {
            "position": task.game.format_position(task.position),
            "instruction": task.instruction,
            "hint": task.hint,
            "success": task.success,
            "wrong": task.wrong,
        }
        for task in lesson.tasks
    ]


def attempt_json(game: AnyGame, request: models.AttemptRequest) -> bytes:
    lessons = lessons_of(game)
    if request.lesson > len(lessons):
        raise NotFound(ERRORS("no_lesson", number=request.lesson, game=game.name, lessons=len(lessons)))
    tasks = lessons[request.lesson - 1].tasks
    if request.task > len(tasks):
        which = {"number": request.task, "lesson": request.lesson, "game": game.name}
        raise NotFound(ERRORS("no_task", **which, tasks=len(tasks)))
    task = tasks[request.task - 1]
    judged = attempt(task, request.moves)
    solution = b"null"
    if judged.solution is not None:
        played = play_moves(task.game, task.position, [*request.moves, *([judged.reply] if judged.reply else [])])
        move = task.game.parse_move(played.position, judged.solution, strict=True)
        solution = move_json(task.game, played.position, move)
    return json_object(verdict=judged.verdict, reply=judged.reply, solution=solution)


def puzzle_numbers(game: AnyGame) -> models.Puzzles:
    numbers: dict[str, list[int]] = {name: [] for name in DIFFICULTIES}
    for number, puzzle in enumerate(puzzles_of(game), 1):
        numbers[difficulty_of(puzzle)].append(number)
    return models.Puzzles(game=game.full_name, **numbers)


def puzzle(game: AnyGame, number: int) -> models.Puzzle:
    puzzles = puzzles_of(game)
    if not 1 <= number <= len(puzzles):
        expected = f"expected a number from 1 to {len(puzzles)}" if puzzles else "it has no puzzles"
        raise NotFound(f"{game.full_name} has no puzzle {number}: {expected}")
    puzzle = puzzles[number - 1]
    return models.Puzzle.model_validate(
        {
            "game": game.full_name,
            "number": number,
            "position": puzzle.position,
            "difficulty": difficulty_of(puzzle),
            "distance": puzzle.distance,
            "solved": puzzle.solved,
            "turns": [{"side": turn.side, "orders": turn.orders} for turn in turns_of(game, puzzle)],
        }
    )


def state(game: AnyGame, request: models.EditedPositionRequest) -> bytes:
    position, repaired = _requested_position(game, request)
    played = play_moves(game, position, request.moves, strict=request.strict)
    moves = [{"text": text, "side": side} for text, side in moves_with_sides(played)]
    counts = counts_data(game, played.position)
    return state_json(played, warnings=repaired, played=moves, counts=counts)


def _requested_position(game: AnyGame, request: models.EditedPositionRequest) -> tuple[Any, list[str]]:
    if request.setup is not None:
        if request.position is not None or request.pieces is not None:
            raise ApiError("the position is given twice: expected either a set-up, or a position and pieces")
        return game.start(request.setup), []
    position, repaired = read_position(game, request.position, strict=request.strict)
    if request.pieces is None:
        return position, repaired
    pieces = [Piece(**{**dict(piece), "squares": tuple(piece.squares)}) for piece in request.pieces]
    counts = {count.name: count.value for count in game.counts(position)}
    for name in request.counts:
        if name not in counts:
            raise ApiError(f"{game.name} has no count {quoted(name)}: expected {', '.join(counts) or 'none'}")
    text = game.position_text_from_pieces(pieces, request.to_move, counts | request.counts, position)
    return read_position(game, text, strict=request.strict)


def threats_json(game: AnyGame, request: models.PositionRequest) -> bytes:
    position, _ = read_position(game, request.position)
    return json_list(threats(play_moves(game, position, request.moves)))


def why_not(game: AnyGame, request: models.WhyNotRequest) -> models.WhyNot:
    position, _ = read_position(game, request.position)
    refusal = clicked.why_not(game, play_moves(game, position, request.moves).position, request.squares)
    return models.WhyNot(rule=None) if refusal is None else models.WhyNot(rule=str(refusal), **refusal.data)


def _described(variants: list[AnyGame]) -> bytes:
    game = variants[0]
    return json_object(
        name=game.name,
        title=game.title,
        about=game.description or summary(game),
        sides=game.sides,
        kinds=game.kinds,
        glyphs=dict(game.glyphs),
        faces=dict(game.faces),
        variants=json_list(
            _variant(each) for each in sorted(variants, key=lambda game: game.variant != game.featured_variant)
        ),
        formats=formats_of(game),
        engine=True,
        client_engine=has_module(game),
        levels=len(LEVELS),
        setup=_setup(game),
        palette=json_list(map(piece_json, game.palette if _overrides(game, "position_text_from_pieces") else ())),
        lessons=len(lessons_of(game)),
    )


def _variant(game: AnyGame) -> bytes:
    start = game.start()
    return json_object(
        name=game.variant,
        title=game.variant_title,
        note=game.variant_note or game.description or summary(game),
        full_name=game.full_name,
        start=game.format_position(start),
        view=view_json(game.view(start)),
        counts=counts_data(game, start),
        puzzles=len(puzzles_of(game)),
    )


def _setup(game: AnyGame) -> JsonObject | None:
    """Describe the format of set-ups, if the players choose them."""
    if not _overrides(game, "start"):
        return None
    first, second = game.sides
    pieces = game.view(game.start()).pieces
    squares = [[piece.squares[0] for piece in pieces if piece.side == side] for side in (0, 1)]
    return {
        "about": f"the squares of {first}, separated by commas, a space, and those of {second}",
        "example": " ".join(map(",".join, squares)),
    }


def _overrides(game: AnyGame, method: str) -> bool:
    return getattr(type(game), method) is not getattr(Game, method)
