"""What must hold for every game, checked by random play.

Any game gets this for nothing: ``boardwright check GAME`` and the tests both call
:func:`check_game`.

>>> from boardwright import find_game
>>> check_game(find_game("turm"), games=1, plies=10)
Conformance(games=1, positions=11, moves=10)
"""

from __future__ import annotations

import json
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from traceback import extract_tb
from typing import Any

from boardwright.encoding import Encoding
from boardwright.explore import random_match
from boardwright.game import BoardwrightError, Game, IllegalMove, MoveView, Piece, View
from boardwright.match import Match, replay
from boardwright.registry import AnyGame

THOROUGH_EVERY = 7
GARBAGE = (
    "",
    " ",
    "\x00",
    "x" * 1000,
    "1",
    "-",
    "/",
    "a1",
    "é🦓",
    "w w w w w w",
    "9" * 40,
    "\n\n",
    "a1-b1",
    "K",
    "None",
)


class Nonconformance(AssertionError):
    """A game does not keep the contract; the message says where."""


@dataclass(frozen=True, slots=True)
class Conformance:
    """How much was checked."""

    games: int
    positions: int
    moves: int


def check_game(game: AnyGame, *, seed: int = 0, games: int = 3, plies: int | None = None) -> Conformance:
    """Play random games and check everything the contract promises; raise at the first breach."""
    try:
        return _check(game, seed, games, plies)
    except Nonconformance:
        raise
    except Exception as error:
        where = extract_tb(error.__traceback__)[-1]
        place = f"{where.name}, line {where.lineno} of {where.filename}"
        raise Nonconformance(f"{game.full_name}: {type(error).__name__} in {place}: {error}") from error


def _check(game: AnyGame, seed: int, games: int, plies: int | None) -> Conformance:
    positions = moves = 0
    _check_declarations(game)
    _check_garbage(game)
    encoding = game.encoding
    for number in range(games):
        match = random_match(game, Random(f"{seed} {number}"), plies=plies)
        for ply, position in enumerate(match.positions):
            _check_position(game, position, thorough=ply % THOROUGH_EVERY == 0)
            positions += 1
        for ply, move in enumerate(match.moves):
            _check_move(game, match.positions[ply], move)
            _check_stale_move(game, match.positions[ply + 1], move)
            if ply % THOROUGH_EVERY == 0:
                _check_actions(encoding, match.positions[ply], move)
            moves += 1
        _check_record(match)
        _check_undo(match)
    return Conformance(games, positions, moves)


def _require(holds: bool, game: AnyGame, what: str, position: Any = None, detail: object = "") -> None:
    if not holds:
        where = "" if position is None else f" in {game.format_position(position)!r}"
        raise Nonconformance(f"{game.full_name}: {what}{where}{f': {detail}' if detail != '' else ''}")


def _check_declarations(game: AnyGame) -> None:
    _require(len(set(game.sides)) == 2, game, "two sides have different names", None, game.sides)
    _require(game.side_to_move(game.start()) in (0, 1), game, "the side to move is 0 or 1")
    _require(game.start() == game.start(), game, "the start position is always the same")


def _check_garbage(game: AnyGame) -> None:
    start = game.start()
    for text in GARBAGE:
        for strict in (True, False):
            with suppress(BoardwrightError):
                game.parse_position(text, strict=strict)
            with suppress(BoardwrightError):
                game.parse_move(start, text, strict=strict)


def _check_position(game: AnyGame, position: Any, *, thorough: bool) -> None:
    text = game.format_position(position)
    for strict in (True, False):
        again = game.parse_position(text, strict=strict)
        _require(again == position and hash(again) == hash(position), game, "a position survives its text", position)
    _require(text == text.strip() and "\n" not in text, game, "a position's text is one line", position)
    moves, outcome = game.legal_moves(position), game.outcome(position)
    _require(moves == game.legal_moves(position), game, "legal moves have a fixed order", position)
    _require(len(set(moves)) == len(moves), game, "no legal move is listed twice", position)
    _require(bool(moves) or outcome is not None, game, "a position without moves has an outcome", position)
    if outcome is not None and outcome.winner is not None:
        _require(not moves, game, "a won position has no legal moves", position, outcome)
        for move in game.listed_moves(position)[:3]:
            _require(_refused(game, position, move), game, "a finished game refuses moves", position, move)
    _check_view(game, position, game.view(position))
    _check_arranged(game, position, game.view(position))
    texts = [game.format_move(position, move) for move in moves]
    _require(len(set(texts)) == len(texts), game, "different moves have different texts", position, texts)
    _require(all(len(text.split()) == 1 for text in texts), game, "a move's text has no blanks", position, texts)
    for move, move_text in zip(moves, texts, strict=True) if thorough else ():
        for strict in (True, False):
            parsed = game.parse_move(position, move_text, strict=strict)
            _require(parsed == move, game, "a move survives its text", position, move_text)
        _check_move(game, position, move)
    if thorough:
        paths = Counter(path for move in moves for path in game.move_view(position, move).paths)
        _require(all(n == 1 for n in paths.values()), game, "no two moves share a path", position, paths.most_common(1))


def _check_view(game: AnyGame, position: Any, view: View) -> None:
    names = {square.name for square in view.board.squares}
    covered = [name for piece in view.pieces for name in piece.squares]
    _require(set(covered) <= names, game, "pieces stand on squares of the board", position, covered)
    _require(len(set(covered)) == len(covered), game, "no two pieces share a square", position, covered)
    _require({piece.kind for piece in view.pieces} <= set(game.kinds), game, "pieces are of declared kinds", position)
    _require({piece.side for piece in view.pieces} <= {0, 1}, game, "pieces belong to a side", position)
    _require(view.to_move == game.side_to_move(position), game, "the view shows whose turn it is", position)


def _check_arranged(game: AnyGame, position: Any, view: View) -> None:
    """A game whose boards can be put together by hand gets this one back, and shows its pieces for it."""
    if type(game).arranged is Game.arranged:
        return
    again = game.view(game.parse_position(game.arranged(view.pieces, view.to_move)))
    _require(set(again.pieces) == set(view.pieces), game, "a board can be put together by hand", position)
    shapes = {_shape(piece) for piece in game.palette}
    _require({_shape(piece) for piece in view.pieces} <= shapes, game, "the palette has every piece", position)


def _shape(piece: Piece) -> tuple[object, ...]:
    return piece._replace(squares=()), len(piece.squares)


def _check_move(game: AnyGame, position: Any, move: Any) -> None:
    before = game.format_position(position)
    after = game.play(position, move)
    _require(game.format_position(position) == before, game, "play leaves the position as it was", position, move)
    _require(after == game.successor(position, move), game, "play and successor agree", position, move)
    shown = game.move_view(position, move)
    _check_paths(game, position, shown)
    pieces = Counter(game.view(position).pieces)
    for stage in shown.stages:
        pieces.subtract(stage.before)
        _require(min(pieces.values(), default=0) >= 0, game, "a stage removes what is there", position, stage)
        pieces.update(stage.after)
    _require(+pieces == Counter[Piece](game.view(after).pieces), game, "stages end in the next view", position, move)


def _check_paths(game: AnyGame, position: Any, shown: MoveView) -> None:
    board = game.view(position).board
    names = {square.name for square in board.squares} | {way_out.name for way_out in board.exits}
    _require(bool(shown.paths), game, "a move can be clicked", position)
    for path in shown.paths:
        _require(bool(path) and set(path) <= names, game, "a path leads over squares and exits", position, path)


def _check_stale_move(game: AnyGame, position: Any, move: Any) -> None:
    """The move just played is refused in the next position, unless it is legal there again."""
    if move not in game.legal_moves(position):
        _require(_refused(game, position, move), game, "an illegal move is refused", position, move)


def _refused(game: AnyGame, position: Any, move: Any) -> bool:
    try:
        game.play(position, move)
    except IllegalMove as error:
        return bool(error.rule)
    return False


def _check_actions(encoding: Encoding[Any, Any], position: Any, move: Any) -> None:
    actions = encoding.actions_of(position, move)
    _require(encoding.move_of(position, actions) == move, encoding.game, "a move survives its actions", position, move)
    size = len(encoding.planes) * encoding.area
    seen = [len(encoding.observe(position, actions[:-1], side=side)) for side in (0, 1)]
    _require(seen == [size, size], encoding.game, "observations have all planes", position, seen)


def _check_record(match: Match[Any, Any]) -> None:
    game = match.game
    again = replay(json.loads(json.dumps(match.record())), game)
    _require(again.positions == match.positions, game, "a record replays to the same positions")
    _require(again.outcome == match.outcome, game, "a record replays to the same outcome")


def _check_undo(match: Match[Any, Any]) -> None:
    game, played = match.game, list(match.positions)
    for position in reversed(played[:-1]):
        match.undo()
        _require(match.position == position, game, "undo returns to the position before", position)
    _require(match.outcome is None, game, "a game that was taken back goes on")
