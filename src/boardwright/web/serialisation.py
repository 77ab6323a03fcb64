"""Positions, moves and outcomes in JSON, in the shapes of :mod:`boardwright.web.models`.

Most of it recurs in many responses, so that the JSON of parts is cached and joined as bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from functools import lru_cache, wraps
from itertools import takewhile
from typing import Any, TypeAlias, TypeVar

from pydantic_core import to_json

from boardwright.game import AnyGame, Game, M, Outcome, P
from boardwright.played_game import AnyPlayedGame
from boardwright.texts import TranslatableText
from boardwright.views import Board, MoveView, Piece, Side, Stage, View

T = TypeVar("T")

LONGEST_CACHED = 100
"""The total length of a move's paths up to which its JSON is cached: all moves but a few captures."""
LONGEST_TURN = 16
"""The maximum number of moves in ``last_turn``: if the other side always passes, a turn has no end."""

JsonObject: TypeAlias = dict[str, Any]
"""A JSON object before serialisation."""


def json_object(**parts: object) -> bytes:
    """Serialise an object; parts that are bytes are JSON already.

    >>> json_object(side=0, pieces=b"[]")
    b'{"side":0,"pieces":[]}'
    """
    return b"{%b}" % b",".join(
        [
            b'"%b":%b' % (name.encode(), part if isinstance(part, bytes) else to_json(part))
            for name, part in parts.items()
        ]
    )


def _cached(size: int) -> Callable[[Callable[[T], bytes]], Callable[[T], bytes]]:
    """Cache the JSON of recent values; unhashable ones, such as lists, are serialised every time."""

    def decorate(serialise: Callable[[T], bytes]) -> Callable[[T], bytes]:
        cached = lru_cache(size)(serialise)

        @wraps(serialise)
        def serialised(value: T) -> bytes:
            try:
                return cached(value)
            except TypeError:
                return serialise(value)

        return serialised

    return decorate


def json_list(parts: Iterable[bytes]) -> bytes:
    """Join parts that are JSON already into a list."""
    return b"[%b]" % b",".join(parts)


def state_json(played: AnyPlayedGame, /, *, warnings: Sequence[str] = (), **more: object) -> bytes:
    """Serialise the current position of a game with its legal moves and its last move.

    >>> from boardwright import PlayedGame, find_game
    >>> played = PlayedGame(find_game("congo"))
    >>> state_json(played)[:47]
    b'{"game":"congo:standard","position":"g2l2z/pppp'
    """
    game, position, outcome = played.game, played.position, played.outcome
    return json_object(
        game=game.full_name,
        position=game.format_position(position),
        view=view_json(game.view(position)),
        to_move=played.side_to_move,
        status=game.status(position) if outcome is None else game.format_outcome(outcome),
        outcome=outcome_data(game, outcome),
        moves=json_list([move_json(game, position, move) for move in played.legal_moves()]),
        last=last_move_json(played),
        last_turn=json_list(_last_turn(played)),
        warnings=warnings,
        **more,
    )


def last_move_json(played: AnyPlayedGame) -> bytes:
    """Serialise the last move of a game, null if there is none."""
    return move_json(played.game, played.positions[-2], played.moves[-1]) if played.moves else b"null"


def _last_turn(played: AnyPlayedGame) -> list[bytes]:
    """Serialise the moves of the last turn."""
    game, end = played.game, len(played.moves)
    sides = [game.side_to_move(position) for position in played.positions[max(0, end - LONGEST_TURN) : end]]
    length = sum(1 for _ in takewhile(lambda side: side == sides[-1], reversed(sides)))
    return [move_json(game, played.positions[ply], played.moves[ply]) for ply in range(end - length, end)]


def moves_with_sides(played: AnyPlayedGame) -> Sequence[tuple[str, Side]]:
    """Return the text and side of each move that led to the position.

    >>> from boardwright import PlayedGame, find_game
    >>> played = PlayedGame(find_game("margrites"))
    >>> played.play_text("e2>e3")
    >>> played.play_text("e3>e4")
    >>> moves_with_sides(played)
    [('e2>e3', 0), ('e3>e4', 0)]
    """
    game = played.game
    made = zip(played.positions, played.moves, strict=False)
    return [(game.format_move(position, move), game.side_to_move(position)) for position, move in made]


def move_json(game: Game[P, M], position: P, move: M) -> bytes:
    """Serialise a move with its paths to click and its stages to animate.

    >>> from boardwright import PlayedGame, find_game
    >>> game = find_game("turm")
    >>> move_json(game, game.start(), game.legal_moves(game.start())[0])[:60]
    b'{"text":"D5-D6-1","paths":[["D5","D6"]],"stages":[{"kind":"m'
    """
    view = game.move_view(position, move)
    # A capture in draughts may have hundreds of paths: such moves must not fill the memory.
    write = _move_view_once if sum(map(len, view.paths)) <= LONGEST_CACHED else _move_view
    return b'{"text":%b,%b' % (to_json(game.format_move(position, move)), write(view))


def outcome_data(game: AnyGame, outcome: Outcome | None) -> JsonObject | None:
    """Return an outcome as plain data, with its text and the code and arguments of its reason."""
    if outcome is None:
        return None
    return {**asdict(outcome), "text": game.format_outcome(outcome), **TranslatableText(outcome.reason).data}


def counts_data(game: Game[P, M], position: P) -> list[JsonObject]:
    """Return the counts of a position as plain data.

    >>> from boardwright import PlayedGame, find_game
    >>> congo = find_game("congo")
    >>> counts_data(congo, congo.start())
    [{'name': 'move number', 'value': 0, 'lowest': 0, 'highest': 999999999}]
    """
    return [count._asdict() for count in game.counts(position)]


def view_json(view: View) -> bytes:
    """Serialise the view of a position."""
    return json_object(
        board=_board(view.board),
        pieces=json_list(map(piece_json, view.pieces)),
        to_move=view.to_move,
        notes=view.notes,
    )


def _move_view(view: MoveView) -> bytes:
    """Serialise a move without its text, as the rest of an object."""
    return json_object(paths=view.paths, stages=json_list(map(_stage, view.stages)))[1:]


# The same moves of the same pieces recur in all games.
_move_view_once = _cached(5_000)(_move_view)


def _stage(stage: Stage) -> bytes:
    before, after = (json_list(map(piece_json, pieces)) for pieces in (stage.before, stage.after))
    return json_object(kind=stage.kind, before=before, after=after)


@_cached(5_000)
def piece_json(piece: Piece) -> bytes:
    """Serialise a piece."""
    return to_json(piece._asdict())


@_cached(100)
def _board(board: Board) -> bytes:
    squares, exits = ([each._asdict() for each in those] for those in (board.squares, board.exits))
    return to_json({**board._asdict(), "squares": squares, "exits": exits})
