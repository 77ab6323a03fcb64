"""Routes for games and positions."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from boardwright import clicked
from boardwright.engine.players import LEVELS
from boardwright.errors import quoted
from boardwright.game import AnyGame, Game
from boardwright.lessons import Lesson, attempt, lessons_of
from boardwright.puzzles import DIFFICULTIES, difficulty_of, puzzles_of, turns_of
from boardwright.views import Piece
from boardwright.web import models
from boardwright.web.api_errors import ERRORS, ApiError, NotFound, Unavailable
from boardwright.web.catalogue import Catalogue
from boardwright.web.dependencies import (
    GameName,
    LanguageCode,
    PuzzleNumber,
    TheLiveGames,
    error_responses,
    json_response,
)
from boardwright.web.files import Content, content_of, content_response, file_response
from boardwright.web.languages import SOURCE
from boardwright.web.position_requests import play_moves, read_position, threats
from boardwright.web.records import formats_of
from boardwright.web.reviews import review
from boardwright.web.rules_pages import picture, rules_html, summary
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

router = APIRouter()


@router.get("/api/games", response_model=list[models.Game], responses=error_responses())
async def games(live_games: TheLiveGames, request: Request) -> Response:
    """List the games with their variants, the featured variant first."""
    content = await live_games.work.run(games_content, live_games.catalogue)
    # The same until a file of a game is saved, or the server is started again.
    return content_response(request, content, headers={"cache-control": "no-cache"})


@router.get("/api/games/{game}/rules", responses=error_responses(404))
async def rules(game: GameName, live_games: TheLiveGames, language: LanguageCode = SOURCE) -> models.Rules:
    """Return the rules of a game in HTML, in a language if there is a translation."""
    return models.Rules(html=await live_games.work.run(rules_html, live_games.game(game), language))


@router.get("/api/games/{game}/lessons", response_model=list[models.Lesson], responses=error_responses(404))
async def list_lessons(game: GameName, live_games: TheLiveGames, language: LanguageCode = SOURCE) -> Response:
    """List the interactive lessons of a game, in a language if there is a translation."""
    return json_response(await live_games.work.run(_lessons, live_games.game(game), language))


def _lessons(game: AnyGame, language: str) -> bytes:
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


@router.post("/api/attempts", response_model=models.Attempt, responses=error_responses(404))
async def judge_attempt(request: models.AttemptRequest, live_games: TheLiveGames) -> Response:
    """Judge the moves played in a task of a lesson; if the task goes on, return the reply and a solution."""
    return json_response(await live_games.work.run(_attempt, live_games.game(request.game), request))


def _attempt(game: AnyGame, request: models.AttemptRequest) -> bytes:
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


@router.get("/api/games/{game}/puzzles", responses=error_responses(404))
async def list_puzzles(game: GameName, live_games: TheLiveGames) -> models.Puzzles:
    """List the numbers of a game's puzzles by difficulty; none for a game without puzzles."""
    return await live_games.work.run(_puzzles, live_games.game(game))


@router.get("/api/games/{game}/puzzles/{number}", responses=error_responses(404))
async def show_puzzle(game: GameName, number: PuzzleNumber, live_games: TheLiveGames) -> models.Puzzle:
    """Return a puzzle with its solution."""
    return await live_games.work.run(_puzzle, live_games.game(game), number)


def _puzzles(game: AnyGame) -> models.Puzzles:
    numbers: dict[str, list[int]] = {name: [] for name in DIFFICULTIES}
    for number, puzzle in enumerate(puzzles_of(game), 1):
        numbers[difficulty_of(puzzle)].append(number)
    return models.Puzzles(game=game.full_name, **numbers)


def _puzzle(game: AnyGame, number: int) -> models.Puzzle:
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


@router.get("/pictures/{game}/{name}", include_in_schema=False)
async def show_picture(game: GameName, name: str, live_games: TheLiveGames, request: Request) -> Response:
    """Serve a picture of the rules."""
    file = picture(live_games.game(game), name)
    if file is None:
        raise NotFound(f"there is no picture {quoted(name)} of {game}")
    return file_response(request, file)


@router.post("/api/positions", response_model=models.State, responses=error_responses(404))
async def positions(request: models.EditedPositionRequest, live_games: TheLiveGames) -> Response:
    """Read a position and moves from it; return the view, the legal moves and the outcome."""
    return json_response(await live_games.work.run(_state, live_games.game(request.game), request))


def _state(game: AnyGame, request: models.EditedPositionRequest) -> bytes:
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


@router.post("/api/threats", response_model=list[models.Move], responses=error_responses(404))
async def list_threats(request: models.PositionRequest, live_games: TheLiveGames) -> Response:
    """List the moves with which the other side would capture, score or win if it were to move."""
    return json_response(await live_games.work.run(_threats, live_games.game(request.game), request))


def _threats(game: AnyGame, request: models.PositionRequest) -> bytes:
    position, _ = read_position(game, request.position)
    return json_list(threats(play_moves(game, position, request.moves)))


@router.post("/api/reviews", responses=error_responses(404))
async def review_game(request: models.ReviewRequest, live_games: TheLiveGames) -> models.Review:
    """Grade the moves of a game by the evaluations of its positions, for the side that moves first, with accuracies."""
    return await live_games.work.run(review, live_games.game(request.game), request)


@router.post("/api/why-not", responses=error_responses(404))
async def why_not(request: models.WhyNotRequest, live_games: TheLiveGames) -> models.WhyNot:
    """Return the rule that forbids the clicked path; null if a legal move begins with it, or no rule is known."""
    return await live_games.work.run(_why_not, live_games.game(request.game), request)


def _why_not(game: AnyGame, request: models.WhyNotRequest) -> models.WhyNot:
    position, _ = read_position(game, request.position)
    refusal = clicked.why_not(game, play_moves(game, position, request.moves).position, request.squares)
    return models.WhyNot(rule=None) if refusal is None else models.WhyNot(rule=str(refusal), **refusal.data)


@router.get("/api/health", responses=error_responses(503))
async def health(live_games: TheLiveGames) -> models.Health:
    """Check the server: the number of engine processes, and of searches that wait for them."""
    if live_games.store_fails:
        raise Unavailable("the store fails: see the server's log")
    return models.Health(
        status="ok", workers=live_games.engine_pool.processes, queue=len(live_games.engine_pool.waiting)
    )


def games_content(catalogue: Catalogue) -> Content:
    """Describe all games, in JSON."""
    return _games_content(catalogue, catalogue.version)


@lru_cache
def _games_content(catalogue: Catalogue, _version: int) -> Content:
    return content_of(json_list(map(_described, catalogue.games.values())), "application/json")


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
