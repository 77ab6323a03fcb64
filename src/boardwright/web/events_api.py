"""Routes for events: creating and joining them, their games and their table."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from fastapi import APIRouter, Path
from fastapi.responses import Response

from boardwright.web import models
from boardwright.web.dependencies import TheEvents, TheToken, error_responses, json_response
from boardwright.web.event import Event
from boardwright.web.serialisation import json_object

router = APIRouter()

EventId: TypeAlias = Annotated[str, Path(alias="event", pattern="^[A-Za-z0-9_-]{1,40}$", description="the event's id")]
ORGANISER = error_responses(401, 403, 404, 409, 503)


@router.post("/api/events", response_model=models.EventCreated, responses=error_responses(404, 503))
async def create(request: models.NewEvent, events: TheEvents) -> Response:
    """Create an event. The response has the token of its organiser."""
    events.live_games.game(request.game)
    events.live_games.clients.count("event")
    clock = None if request.clock is None else dict(request.clock)
    event, token = await events.create(
        request.title, request.game, clock, double=request.double, by_round=request.by_round
    )
    return json_response(json_object(event=await events.show(event.id), token=token))


@router.get("/api/events/{event}", response_model=models.Event, responses=error_responses(404, 503))
async def look(event_id: EventId, events: TheEvents) -> Response:
    """Return an event with its games and its table; meant to be asked for every few seconds."""
    return json_response(await events.show(event_id))


@router.post("/api/events/{event}/join", response_model=models.EventJoined, responses=error_responses(404, 409, 503))
async def join(event_id: EventId, request: models.JoinEvent, events: TheEvents) -> Response:
    """Join an event before its start. The response has the token for all seats of the player in its games."""
    event, token = await events.change(event_id, lambda event: event.join(request.name))
    number = event.players[-1].number
    return json_response(json_object(event=await events.show(event_id), number=number, token=token))


@router.post("/api/events/{event}/start", response_model=models.Event, responses=ORGANISER)
async def start(event_id: EventId, events: TheEvents, token: TheToken) -> Response:
    """Begin the games, as the organiser."""

    def work(event: Event) -> tuple[Event, None]:
        event.require_organiser(token)
        return event.start(), None

    await events.change(event_id, work)
    return json_response(await events.show(event_id))


@router.post("/api/events/{event}/remove", response_model=models.Event, responses=ORGANISER)
async def remove(event_id: EventId, request: models.RemovePlayer, events: TheEvents, token: TheToken) -> Response:
    """Remove a player before the start, as the organiser."""

    def work(event: Event) -> tuple[Event, None]:
        event.require_organiser(token)
        return event.remove(request.number), None

    await events.change(event_id, work)
    return json_response(await events.show(event_id))


@router.post("/api/events/{event}/decide", response_model=models.Event, responses=ORGANISER)
async def decide(event_id: EventId, request: models.Decision, events: TheEvents, token: TheToken) -> Response:
    """End a game that is not over, as the organiser."""
    await events.require_organiser(event_id, token)
    await events.decide(event_id, request.game, request.winner)
    return json_response(await events.show(event_id))
