"""Positions, moves and outcomes in JSON, in the shapes of :mod:`boardwright.web.models`.

A server writes little else, and most of it again and again: what recurs is written once, and put together from there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, wraps
from typing import Any, TypeAlias, TypeVar

from pydantic_core import to_json

from boardwright.game import Outcome
from boardwright.played_game import Match
from boardwright.registry import AnyGame
from boardwright.views import Board, MoveView, Piece, Side, Stage, View

T = TypeVar("T")

LONGEST_KEPT = 100
"""Moves of so many squares, in all their ways, are kept as they were written: all but a few captures."""
LONGEST_TURN = 16
"""The most moves of the last turn that a state shows: where the other side passes again and again, one has no end."""

Plain: TypeAlias = dict[str, Any]
"""An object of JSON, before it is written."""


def json_object(**parts: object) -> bytes:
    """An object of parts, of which those in bytes are JSON already.

    >>> json_object(side=0, pieces=b"[]")
    b'{"side":0,"pieces":[]}'
    """
    return b"{%b}" % b",".join(
        [
            b'"%b":%b' % (name.encode(), part if isinstance(part, bytes) else to_json(part))
            for name, part in parts.items()
        ]
    )


def _written_once(size: int) -> Callable[[Callable[[T], bytes]], Callable[[T], bytes]]:
    """Keep what was written of so many things, lately; of what cannot be kept, such as lists, nothing is."""

    def keep(write: Callable[[T], bytes]) -> Callable[[T], bytes]:
        kept = lru_cache(size)(write)

        @wraps(write)
        def written(thing: T) -> bytes:
            try:
                return kept(thing)
            except TypeError:
                return write(thing)

        return written

    return keep


def json_list(parts: Iterable[bytes]) -> bytes:
    """A list of what is JSON already."""
    return b"[%b]" % b",".join(parts)


def shown_state(match: Match[Any, Any], last: bytes, *, warnings: Sequence[str] = (), **more: object) -> bytes:
    """The position of a match, what can be done in it, and the move that led to it.

    >>> from boardwright import find_game
    >>> match = Match(find_game("congo"))
    >>> shown_state(match, shown_last(match))[:47]
    b'{"game":"congo:standard","position":"g2l2z/pppp'
    """
    game, position, outcome = match.game, match.position, match.outcome
    return json_object(
        game=game.full_name,
        position=game.format_position(position),
        view=shown_view(game.view(position)),
        to_move=match.side_to_move,
        status=game.status(position) if outcome is None else game.format_outcome(outcome),
        outcome=shown_outcome(game, outcome),
        moves=json_list([shown_move(game, position, move) for move in match.legal_moves()]),
        last=last,
        last_turn=json_list([*_shown_before(match), last] if match.moves else []),
        warnings=warnings,
        **more,
    )


def shown_last(match: Match[Any, Any]) -> bytes:
    """The last move of a match, if there is one."""
    return shown_move(match.game, match.positions[-2], match.moves[-1]) if match.moves else b"null"


def _shown_before(match: Match[Any, Any]) -> list[bytes]:
    """The moves that the side of the last move made before it in the same turn."""
    game, positions = match.game, match.positions
    side, last = game.side_to_move(positions[-2]), len(match.moves) - 1
    first = last
    while first > max(0, last + 1 - LONGEST_TURN) and game.side_to_move(positions[first - 1]) == side:
        first -= 1
    return [shown_move(game, positions[ply], match.moves[ply]) for ply in range(first, last)]


def made_moves(match: Match[Any, Any]) -> Sequence[tuple[str, Side]]:
    """The moves that led to a position: the text of each, and the side that made it.

    >>> from boardwright import find_game
    >>> match = Match(find_game("margrites"))
    >>> match.play_text("e2>e3")
    >>> match.play_text("e3>e4")
    >>> made_moves(match)
    [('e2>e3', 0), ('e3>e4', 0)]
    """
    game = match.game
    made = zip(match.positions, match.moves, strict=False)
    return [(game.format_move(at, move), game.side_to_move(at)) for at, move in made]


def shown_move(game: AnyGame, position: Any, move: Any) -> bytes:
    """A move to click and to animate.

    >>> from boardwright import find_game
    >>> game = find_game("turm")
    >>> shown_move(game, game.start(), game.legal_moves(game.start())[0])[:60]
    b'{"text":"D5-D6-1","paths":[["D5","D6"]],"stages":[{"kind":"m'
    """
    view = game.move_view(position, move)
    # A capture in draughts may have hundreds of ways: nobody's positions shall fill the memory.
    write = _move_view_once if sum(map(len, view.paths)) <= LONGEST_KEPT else _move_view
    return b'{"text":%b,%b' % (to_json(game.format_move(position, move)), write(view))


def shown_outcome(game: AnyGame, outcome: Outcome | None) -> Plain | None:
    """How a game ended, in words too."""
    return None if outcome is None else {**outcome._asdict(), "text": game.format_outcome(outcome)}


def shown_counts(game: AnyGame, position: Any) -> list[Plain]:
    """The numbers of a position besides its pieces.

    >>> from boardwright import find_game
    >>> congo = find_game("congo")
    >>> shown_counts(congo, congo.start())
    [{'name': 'move number', 'value': 0, 'lowest': 0, 'highest': 999999999}]
    """
    return [count._asdict() for count in game.counts(position)]


def shown_view(view: View) -> bytes:
    """A position to look at."""
    return json_object(
        board=_board(view.board),
        pieces=json_list(map(shown_piece, view.pieces)),
        to_move=view.to_move,
        notes=view.notes,
    )


def _move_view(view: MoveView) -> bytes:
    """What a move's text is followed by."""
    return json_object(paths=view.paths, stages=json_list(map(_stage, view.stages)))[1:]


# The same pieces stand on the same squares again and again, and go the same ways, in every match.
_move_view_once = _written_once(5_000)(_move_view)


def _stage(stage: Stage) -> bytes:
    before, after = (json_list(map(shown_piece, pieces)) for pieces in (stage.before, stage.after))
    return json_object(kind=stage.kind, before=before, after=after)


@_written_once(5_000)
def shown_piece(piece: Piece) -> bytes:
    """A piece."""
    return to_json(piece._asdict())


@_written_once(100)
def _board(board: Board) -> bytes:
    squares, exits = ([each._asdict() for each in those] for those in (board.squares, board.exits))
    return to_json({**board._asdict(), "squares": squares, "exits": exits})
