"""Routes for games and positions."""

from __future__ import annotations

from functools import lru_cache

from fastapi import APIRouter, Request
from fastapi.responses import Response

from boardwright.errors import quoted
from boardwright.web import answers, models
from boardwright.web.api_errors import NotFound, Unavailable
from boardwright.web.catalogue import Catalogue
from boardwright.web.content import Content, content_of
from boardwright.web.dependencies import (
    GameName,
    LanguageCode,
    PuzzleNumber,
    TheLiveGames,
    error_responses,
    json_response,
)
from boardwright.web.files import content_response, file_response
from boardwright.web.languages import SOURCE
from boardwright.web.reviews import review
from boardwright.web.rules_pages import picture, rules_html

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
    return json_response(await live_games.work.run(answers.lessons_json, live_games.game(game), language))


@router.post("/api/attempts", response_model=models.Attempt, responses=error_responses(404))
async def judge_attempt(request: models.AttemptRequest, live_games: TheLiveGames) -> Response:
    """Judge the moves played in a task of a lesson; if the task goes on, return the reply and a solution."""
    return json_response(await live_games.work.run(answers.attempt_json, live_games.game(request.game), request))


@router.get("/api/games/{game}/puzzles", responses=error_responses(404))
async def list_puzzles(game: GameName, live_games: TheLiveGames) -> models.Puzzles:
    """List the numbers of a game's puzzles by difficulty; none for a game without puzzles."""
    return await live_games.work.run(answers.puzzle_numbers, live_games.game(game))


@router.get("/api/games/{game}/puzzles/{number}", responses=error_responses(404))
async def show_puzzle(game: GameName, number: PuzzleNumber, live_games: TheLiveGames) -> models.Puzzle:
    """Return a puzzle with its solution."""
    return await live_games.work.run(answers.puzzle, live_games.game(game), number)


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
    return json_response(await live_games.work.run(answers.state, live_games.game(request.game), request))


@router.post("/api/threats", response_model=list[models.Move], responses=error_responses(404))
async def list_threats(request: models.PositionRequest, live_games: TheLiveGames) -> Response:
    """List the moves with which the other side would capture, score or win if it were to move."""
    return json_response(await live_games.work.run(answers.threats_json, live_games.game(request.game), request))


@router.post("/api/reviews", responses=error_responses(404))
async def review_game(request: models.ReviewRequest, live_games: TheLiveGames) -> models.Review:
    """Grade the moves of a game by the evaluations of its positions, for the side that moves first, with accuracies."""
    return await live_games.work.run(review, live_games.game(request.game), request)


@router.post("/api/why-not", responses=error_responses(404))
async def why_not(request: models.WhyNotRequest, live_games: TheLiveGames) -> models.WhyNot:
    """Return the rule that forbids the clicked path; null if a legal move begins with it, or no rule is known."""
    return await live_games.work.run(answers.why_not, live_games.game(request.game), request)


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
    return content_of(answers.games_json(catalogue.games.values()), "application/json")
