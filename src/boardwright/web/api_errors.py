"""Errors of the API: one line of text, and an HTTP status."""

from __future__ import annotations

from http import HTTPStatus
from math import ceil

from boardwright.errors import AmbiguousMove, BoardwrightError, IllegalMove, InvalidMove, InvalidPosition, InvalidRecord
from boardwright.texts import PLAIN, TextTemplates, TranslatableText
from boardwright.web.serialisation import JsonObject

ERRORS = TextTemplates(
    unknown_game="unknown game {name}: expected {games:, }, or NAME:VARIANT",
    unknown_variant="{game} has no variant {name}: expected {variants: or }",
    game_not_found="game {game} not found",
    event_not_found="event {event} not found",
    no_lesson="there is no lesson {number} in {game}: it has {lessons}",
    no_task="there is no task {number} in lesson {lesson} of {game}: it has {tasks}",
    token_missing="this needs the token of a seat: expected 'Authorization: Bearer TOKEN'",
    token_wrong="the token does not belong to a seat of this game",
    organiser_token_missing="this needs the token of the event's organiser",
    organiser_token_wrong="the token is not that of the event's organiser",
    game_over="the game is over, {outcome}",
    imported_record="the game is an imported record: expected one that is played",
    no_open_seat="the game has no open seat",
    seat_taken="the seat of {side} is taken: expected one that is open",
    other_ply="the move is for ply {ply}: expected {expected}, the number of moves played",
    other_turn="{side} is to move: expected a move of its own",
    gone_on="the game has gone on without the engine",
    no_draw_offer="there is no draw to {action}: expected an offer of {side} first",
    no_takeback_offer="there is no takeback to {action}: expected an offer of {side} first",
    no_rematch_offer="there is no rematch to {action}: expected an offer of {side} first",
    no_takeback_after_end="the game is over: nothing can be taken back",
    nothing_to_take_back="nothing to take back",
    last_move_of_other="the last move is {side}'s: expected the token of that seat",
    abort_between_people="only a game between people can be aborted: resign instead",
    abort_in_event="a game of an event needs a result: resign instead",
    abort_after_moves="both sides have moved: resign instead",
    no_invitation="the game has no open seat: there is no invitation to decline",
    open_to_anyone="the game is open to anyone: there is no invitation to decline",
    nothing_to_claim="there is nothing to claim: expected an opponent who has moved before and is to move",
    gone_too_short="the opponent has been gone for {gone} s: expected at least {least}",
    rematch_before_end="the game is not over: expected a rematch to be offered after it",
    rematch_in_event="the game is part of an event, which pairs the players: there is no rematch",
    rematch_without_opponent="nobody has taken the other seat: expected an opponent for the rematch",
    name_missing="a player of an event has a name: expected at least one character",
    name_taken="there is a player called {name} already: expected another name",
    event_full="the event has {players} players: expected no more",
    no_player="there is no player with the number {number}",
    too_few_players="the event has too few players: expected at least {least}",
    event_started="the event has started: its players are fixed",
    too_many_open_games="this client has {most} open games already: expected no more at a time",
    too_many_requests="this client exceeds its limit: expected at most {allowed}",
    too_many_at_once="this client has {most} {what} already: expected no more at a time",
    too_large="the request is too large: expected at most {most} bytes",
    busy="too many clients wait for an answer: try again later",
    engine_busy="too many analyses wait for the engine: try again later",
    ending="the server is about to end: try again later",
    store_unreadable="the store cannot be read: try again later",
    store_unwritable="the store cannot be written: try again later",
    other_rules="this game cannot be replayed by the current rules of {game}: {detail}",
    code_failed="the code of the game failed: {problem}",
    nothing_to_analyse="there is nothing to think about: {outcome}",
)
"""The errors that the users of the page can meet; others are for programmers, and have no translation."""
CODES = {
    InvalidPosition: "invalid_position",
    InvalidMove: "invalid_move",
    AmbiguousMove: "ambiguous_move",
    InvalidRecord: "invalid_record",
}
"""The codes of errors whose text is for programmers: it is the argument ``detail`` of their translation."""


class ApiError(BoardwrightError):
    """A refused request; ``status`` is the HTTP status of the response, and ``retry_after`` a time in seconds."""

    status = HTTPStatus.UNPROCESSABLE_ENTITY

    def __init__(self, text: str, status: HTTPStatus | None = None, *, retry_after: float | None = None) -> None:
        super().__init__(text)
        self.text = TranslatableText(text)
        self.status = status or self.status
        self.headers = {} if retry_after is None else {"retry-after": str(max(1, ceil(retry_after)))}


class NotFound(ApiError):
    """There is no such game or file."""

    status = HTTPStatus.NOT_FOUND


class Conflict(ApiError):
    """The game is not in the state that the request expects."""

    status = HTTPStatus.CONFLICT


class TooMuch(ApiError):
    """The client exceeds a limit."""

    status = HTTPStatus.TOO_MANY_REQUESTS


class Unavailable(ApiError):
    """The server cannot handle the request now: the store fails, or too many requests wait."""

    status = HTTPStatus.SERVICE_UNAVAILABLE


class Damaged(ApiError):
    """The stored data of a game is invalid."""

    status = HTTPStatus.INTERNAL_SERVER_ERROR


def error_json(error: BaseException) -> JsonObject:
    """Return an error with the code and arguments by which it can be translated, if it has any.

    Those of an illegal move are those of the rule that it breaks.

    >>> error_json(ApiError(ERRORS("seat_taken", side="red")))["code"], error_json(InvalidMove("not a move"))
    ('seat_taken', {'error': 'not a move', 'code': 'invalid_move', 'arguments': {'detail': 'not a move'}})
    """
    found: JsonObject = {}
    cause: BaseException | None = error
    while cause is not None and not found:
        if isinstance(cause, IllegalMove):
            found = cause.rule.data
        elif isinstance(cause, ApiError) and cause.text.code != PLAIN:
            found = cause.text.data
        elif type(cause) in CODES:
            found = {"code": CODES[type(cause)], "arguments": {"detail": str(error)}}
        cause = cause.__cause__
    return {"error": str(error), **found}
