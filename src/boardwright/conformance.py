"""Conformance test: checks the contract of a game by random play.

``boardwright check GAME`` and the tests both call :func:`check_game`.

>>> from boardwright import find_game
>>> check_game(find_game("turm"), games=1, plies=10)
Conformance(games=1, positions=11, moves=10)
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import get_args

from boardwright.encoding import OPPOSITE_EDGE, Encoding, encoding_of
from boardwright.errors import BoardwrightError, IllegalMove, described, quoted
from boardwright.failures import GameFailed, code_failure, frames_of, outside_game
from boardwright.game import AnyGame, Game, M, Outcome, P, Termination
from boardwright.played_game import AnyPlayedGame, PlayedGame, replay
from boardwright.registry import declaration_problem
from boardwright.texts import counted
from boardwright.views import Board, BoardKind, Exit, MoveView, Piece, View

GAMES = 3
"""The default number of random games."""
THOROUGH_EVERY = 7
SHORT_GAME = 20
"""Length in plies of the random game that checks the contract after an error."""
LONGEST = 200
"""Maximum number of characters of a position or a move in a message."""
IMMUTABLE = "immutable values, such as frozen dataclasses or named tuples"
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
    """A game breaks the contract; the message says what was found, where, and what was expected."""


@dataclass(frozen=True, slots=True)
class Conformance:
    """Number of games, positions and moves that were checked."""

    games: int
    positions: int
    moves: int


def game_failure(error: BaseException) -> GameFailed | None:
    """Describe an error that a game from outside the package caused; None for other errors.

    Either the game's code raised it, or the game breaks the contract that our code relies on.
    """
    failure = code_failure(error)
    if failure is not None or isinstance(error, (BoardwrightError, OSError, MemoryError, RecursionError)):
        return failure
    game = outside_game(error)
    if game is None:
        return None
    try:
        check_game(game, games=1, plies=SHORT_GAME)
    except Nonconformance as breach:
        return GameFailed(f"the contract is broken: {breach}")
    return None


def check_game(game: AnyGame, *, seed: int = 0, games: int = GAMES, plies: int | None = None) -> Conformance:
    """Play random games and check the whole contract.

    :param game: the game to check
    :param seed: the random seed
    :param games: the number of random games
    :param plies: end each game after this number of plies; None: play to the end
    :raises Nonconformance: at the first breach, with what was found, where, and what was expected
    """
    try:
        return _check(game, seed, games, plies)
    except Nonconformance:
        raise
    except Exception as error:
        frame, line = frames_of(error)[-1]
        place = f"line {line} of {frame.f_code.co_filename}"
        words = code_failure(error) or f"{described(error)} ({place}, in {frame.f_code.co_name})"
        raise Nonconformance(f"{type(game).__name__}: {words}") from error


def _check(game: AnyGame, seed: int, games: int, plies: int | None) -> Conformance:
    moves = 0
    _check_start(game)
    _check_garbage(game)
    encoding = encoding_of(game)
    for number in range(games):
        random, played = Random(f"{seed} {number}"), PlayedGame(game)
        while (choices := played.legal_moves()) and (plies is None or len(played.moves) < plies):
            position, move, ply = played.position, random.choice(choices), len(played.moves)
            # Check it before the played game relies on it.
            _check_position(game, game.successor(position, move), thorough=(ply + 1) % THOROUGH_EVERY == 0)
            played.play(move)
            _check_move(game, position, move)
            _check_stale_move(game, played.position, move)
            if ply % THOROUGH_EVERY == 0:
                _check_actions(encoding, position, move)
            moves += 1
        _check_record(played)
        _check_undo(played)
    return Conformance(games, games + moves, moves)


def _breach(game: AnyGame, found: str, expected: str, position: object = None, move: object = None) -> Nonconformance:
    """Return the error that says what was found, at which move in which position, and what was expected."""
    places = [] if move is None else [f"move {_text(game.format_move, position, move)}"]
    places += [] if position is None else [f"position {_text(game.format_position, position)}"]
    where = f" ({', '.join(places)})" if places else ""
    return Nonconformance(f"{game.full_name}: {found}: expected {expected}{where}")


def _text(write: Callable[..., str], *values: object) -> str:
    """Return a position or a move in the game's notation, quoted; its ``repr`` if formatting fails."""
    try:
        return quoted(write(*values), LONGEST)
    except Exception:
        return quoted(repr(values[-1]), LONGEST)


def _value(value: object) -> str:
    """Return the ``repr`` of a position or a move, shortened."""
    shown = repr(value)
    return shown if len(shown) <= LONGEST else f"{shown[:LONGEST]}..."


def _named(game: Game[P, M], position: P, move: M) -> str:
    return _text(game.format_move, position, move)


def _is_hashable(value: object) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def _check_start(game: AnyGame) -> None:
    problem = declaration_problem(game)
    if problem:
        raise Nonconformance(f"{type(game).__name__}: {problem}")
    try:
        start = game.start()
    except BoardwrightError as error:
        raise _breach(game, f"start fails ({error})", "the first position") from error
    if not _is_hashable(start):
        raise _breach(game, f"the start position, a {type(start).__name__}, cannot be hashed", IMMUTABLE)
    if type(game).side_to_move is Game.side_to_move and not hasattr(start, "to_move"):
        expected = "a to_move field, or an overridden side_to_move"
        raise _breach(game, f"the start position, a {type(start).__name__}, has no field to_move", expected)
    if start != game.start():
        raise _breach(game, "two calls of start return different positions", IMMUTABLE)
    _check_position(game, start, thorough=True)


def _check_garbage(game: AnyGame) -> None:
    start = game.start()
    for text in GARBAGE:
        for strict in (True, False):
            _check_refusal(game, f"parse_position({text!r}, {strict=})", game.parse_position, text, strict)
            parse_move = partial(game.parse_move, start)
            _check_refusal(game, f"parse_move(start, {text!r}, {strict=})", parse_move, text, strict)


def _check_refusal(game: AnyGame, call: str, parse: Callable[..., object], text: str, strict: bool) -> None:
    """Check that parsing any text returns a value or raises one of the package's errors."""
    try:
        parsed = parse(text, strict=strict)
    except BoardwrightError:
        return
    except Exception as error:
        words = code_failure(error) or described(error)
        raise _breach(game, f"{call} fails ({words})", "InvalidPosition or InvalidMove") from error
    if parsed is None:
        raise _breach(game, f"{call} returns None", "a value, or InvalidPosition or InvalidMove")


def _check_position(game: Game[P, M], position: P, *, thorough: bool) -> None:
    side = game.side_to_move(position)
    if side not in (0, 1):
        raise _breach(game, f"side_to_move returns {side!r}", "0 or 1", position)
    _check_position_text(game, position)
    moves = _checked_moves(game, position)
    _check_outcome(game, position, moves)
    view = game.view(position)
    _check_view(game, position, view)
    _check_arranged(game, position, view)
    texts = _checked_texts(game, position, moves)
    if thorough:
        for move, text in zip(moves, texts, strict=True):
            _check_move_text(game, position, move, text)
            _check_move(game, position, move)
        _check_pseudo_legal(game, position, moves)
        _check_distinct_paths(game, position, moves)


def _check_position_text(game: Game[P, M], position: P) -> None:
    text = game.format_position(position)
    if not isinstance(text, str) or text != text.strip() or "\n" in text:
        raise _breach(game, f"format_position returns {text!r}", "one line of text without spaces around it")
    for strict in (True, False):
        try:
            again = game.parse_position(text, strict=strict)
        except BoardwrightError as error:
            found = f"parse_position, {strict=}, refuses what format_position wrote ({error})"
            raise _breach(game, found, "the same position", position) from error
        if again != position or hash(again) != hash(position):
            found = f"parse_position, {strict=}, reads the text of {_value(position)} as {_value(again)}"
            raise _breach(game, found, "an equal position with an equal hash", position)
    repaired = game.repair_position(text)
    if repaired != (position, []):
        found = f"repair_position reads what format_position wrote as {_value(repaired)}"
        raise _breach(game, found, "the same position and no repairs", position)


def _checked_moves(game: Game[P, M], position: P) -> list[M]:
    moves = game.legal_moves(position)
    if not isinstance(moves, Sequence):
        raise _breach(game, f"legal_moves returns a {type(moves).__name__}", "a list", position)
    for move in moves:
        if not _is_hashable(move):
            raise _breach(game, f"legal_moves lists {move!r}, which cannot be hashed", IMMUTABLE, position)
    if moves != game.legal_moves(position):
        raise _breach(game, "two calls of legal_moves differ in moves or order", "the same list", position)
    for move, times in Counter(moves).items():
        if times > 1:
            raise _breach(game, f"legal_moves lists a move {times} times", "each move once", position, move)
    return list(moves)


def _check_outcome(game: Game[P, M], position: P, moves: list[M]) -> None:
    outcome = game.outcome(position)
    if outcome is None:
        if not moves:
            raise _breach(game, "legal_moves is empty and outcome returns None", "an Outcome", position)
        return
    if not isinstance(outcome, Outcome):
        raise _breach(game, f"outcome returns {outcome!r}", "an Outcome or None", position)
    valid = isinstance(outcome.reason, str) and outcome.reason and isinstance(outcome.termination, Termination)
    if outcome.winner not in (0, 1, None) or not valid:
        expected = "0, 1 or None for the winner, a reason and a Termination"
        raise _breach(game, f"outcome returns {outcome!r}", expected, position)
    if outcome.winner is None:
        return
    if moves:
        found = f"outcome returns {game.format_outcome(outcome)!r}, but legal_moves lists {counted(len(moves), 'move')}"
        raise _breach(game, found, "no moves where the game is won", position)
    for move in game.listed_moves(position)[:3]:
        _check_refused(game, position, move, "in a won position")


def _checked_texts(game: Game[P, M], position: P, moves: list[M]) -> list[str]:
    by_text: dict[str, object] = {}
    for move in moves:
        text = game.format_move(position, move)
        if not isinstance(text, str) or text.split() != [text]:
            raise _breach(game, f"format_move returns {text!r} for {move!r}", "a text without spaces", position)
        if text in by_text:
            found = f"format_move returns {text!r} both for {by_text[text]!r} and for {move!r}"
            raise _breach(game, found, "a text of its own for each move", position)
        by_text[text] = move
    return list(by_text)


def _check_move_text(game: Game[P, M], position: P, move: M, text: str) -> None:
    for strict in (True, False):
        try:
            parsed = game.parse_move(position, text, strict=strict)
        except BoardwrightError as error:
            found = f"parse_move, {strict=}, refuses a legal move ({error})"
            raise _breach(game, found, _value(move), position, move) from error
        if parsed != move:
            raise _breach(game, f"parse_move, {strict=}, returns {_value(parsed)}", _value(move), position, move)


def _check_pseudo_legal(game: Game[P, M], position: P, moves: list[M]) -> None:
    if type(game).pseudo_legal_moves is Game.pseudo_legal_moves:
        return
    tried = list(game.pseudo_legal_moves(position))
    for move in moves:
        if move not in tried:
            raise _breach(game, "pseudo_legal_moves leaves out a legal move", "all of them", position, move)
    for move in tried:
        if move not in moves:
            _check_refused(game, position, move, "that is not among the legal moves")


def _check_distinct_paths(game: Game[P, M], position: P, moves: list[M]) -> None:
    by_path: dict[tuple[str, ...], M] = {}
    for move in moves:
        for path in game.move_view(position, move).paths:
            if by_path.setdefault(path, move) != move:
                found = f"move_view gives the path {' '.join(path)} of {_named(game, position, by_path[path])} again"
                raise _breach(game, found, "a path of its own for each move", position, move)


def _check_view(game: Game[P, M], position: P, view: View) -> None:
    if not isinstance(view, View):
        raise _breach(game, f"view returns a {type(view).__name__}", "a View", position)
    _check_board(game, position, view.board)
    names = {square.name for square in view.board.squares}
    taken: dict[str, Piece] = {}
    for piece in view.pieces:
        if not isinstance(piece, Piece):
            raise _breach(game, f"view shows {piece!r} among the pieces", "a Piece", position)
        if piece.kind not in game.kinds:
            found, expected = f"view shows a piece of the kind {piece.kind!r}", f"one of kinds, {game.kinds!r}"
            raise _breach(game, found, expected, position)
        if piece.side not in (0, 1):
            raise _breach(game, f"view shows a {piece.kind} of the side {piece.side!r}", "0 or 1", position)
        if isinstance(piece.squares, str) or not piece.squares or not set(piece.squares) <= names:
            found = f"view shows a {piece.kind} on {piece.squares!r}"
            raise _breach(game, found, "a tuple of names of squares of the board", position)
        if len(piece.squares) > 1 and view.board.kind != "square":
            found = (
                f"view shows a {piece.kind} on {' '.join(piece.squares)}, on a board of the kind {view.board.kind!r}"
            )
            raise _breach(game, found, "one square for each piece: only boards of squares have larger ones", position)
        for name in piece.squares:
            if name in taken:
                found = f"view shows a {piece.kind} on {name}, where a {taken[name].kind} stands"
                raise _breach(game, found, "one piece on a square", position)
            taken[name] = piece
    if view.to_move != game.side_to_move(position):
        found = f"view says that side {view.to_move!r} is to move"
        raise _breach(game, found, f"{game.side_to_move(position)}, as side_to_move says", position)


def _check_board(game: Game[P, M], position: P, board: Board) -> None:
    if not isinstance(board, Board):
        raise _breach(game, f"the view's board is a {type(board).__name__}", "a Board", position)
    for each in board.exits:
        if not isinstance(each, Exit):
            raise _breach(game, f"the board has the exit {each!r}", "a tuple of Exits; a single one needs a comma")
    names = [*(square.name for square in board.squares), *(way_out.name for way_out in board.exits)]
    for name, times in Counter(names).items():
        if times > 1:
            raise _breach(game, f"the board has {times} squares or exits named {name!r}", "different names")
    places = {(square.x, square.y): square.name for square in board.squares}
    for name, x, y, _ in board.squares:
        if places[x, y] != name:
            raise _breach(game, f"the squares {name} and {places[x, y]} are both at x={x}, y={y}", "different places")
        if not (isinstance(x, int) and isinstance(y, int)):
            raise _breach(game, f"the square {name} of the board is at x={x}, y={y}", "whole numbers")
        if not (0 <= x < board.columns and 0 <= y < board.rows):
            expected = f"a place on its {counted(board.columns, 'column')} and {counted(board.rows, 'row')}"
            raise _breach(game, f"the square {name} of the board is at x={x}, y={y}", expected)
    if board.kind not in get_args(BoardKind):
        raise _breach(game, f"the board is of the kind {board.kind!r}", ", ".join(get_args(BoardKind)))
    for name in (name for line in board.lines for name in line):
        if name not in names[: len(board.squares)]:
            raise _breach(game, f"a line of the board ends at {name!r}", "the name of a point")
    for way_out in board.exits:
        if way_out.edge not in OPPOSITE_EDGE:
            expected = ", ".join(OPPOSITE_EDGE)
            raise _breach(game, f"the exit {way_out.name} is at the edge {way_out.edge!r}", f"one of {expected}")


def _check_arranged(game: Game[P, M], position: P, view: View) -> None:
    """Check that a game with a position editor can rebuild this position from its pieces and its palette."""
    counts = game.counts(position)
    by_name = {count.name: count.value for count in counts}
    if len(by_name) < len(counts) or not all(low <= number <= high for _, number, low, high in counts):
        raise _breach(game, f"counts returns {counts!r}", "different names, and numbers in their range", position)
    if type(game).position_text_from_pieces is Game.position_text_from_pieces:
        return
    reserves = view.board.reserves
    pieces = tuple(piece for piece in view.pieces if reserves.isdisjoint(piece.squares))
    try:
        text = game.position_text_from_pieces(pieces, view.to_move, by_name, position)
        again = game.parse_position(text)
    except BoardwrightError as error:
        found = f"position_text_from_pieces returns text that parse_position rejects ({error})"
        raise _breach(game, found, "the same position", position) from error
    if again != position:
        raise _breach(game, f"position_text_from_pieces writes {text!r}", "the text of the same position", position)
    shapes = {_shape(piece) for piece in game.palette}
    for piece in pieces:
        if _shape(piece) not in shapes:
            raise _breach(game, f"the palette has no piece like {_piece(piece)}", "every piece of a view", position)


def _shape(piece: Piece) -> tuple[object, ...]:
    return piece._replace(squares=()), len(piece.squares)


def _piece(piece: Piece) -> str:
    """
    >>> _piece(Piece("tower", 0, ("D1",), "r3", 3))
    'tower r3 on D1'
    """
    return f"{piece.kind} {piece.label} on {' '.join(piece.squares)}"


def _difference(pieces: Iterable[Piece], wanted: Iterable[Piece]) -> str:
    """Describe which pieces are missing and which are extra."""
    missing, extra = Counter(wanted) - Counter(pieces), Counter(pieces) - Counter(wanted)
    differences = [f"without {_piece(piece)}" for piece in missing]
    differences += (f"with {_piece(piece)} too many" for piece in extra)
    return " and ".join(differences)


def _check_move(game: Game[P, M], position: P, move: M) -> None:
    before = game.format_position(position)
    after = game.play(position, move)
    if game.format_position(position) != before:
        found = f"play changes the position itself from {before!r}"
        raise _breach(game, found, "another position, and this one as it was", position, move)
    if after != game.successor(position, move):
        raise _breach(game, "play and successor return different positions", "equal ones", position, move)
    view = game.view(after)
    _check_view(game, after, view)
    shown = game.move_view(position, move)
    _check_paths(game, position, move, shown)
    pieces = Counter(game.view(position).pieces)
    for stage in shown.stages:
        for piece in (Counter(stage.before) - pieces).elements():
            found = f"a stage of the kind {stage.kind!r} begins with {_piece(piece)}, which is not there"
            raise _breach(game, found, "pieces that are on the board", position, move)
        pieces.subtract(stage.before)
        pieces.update(stage.after)
    if +pieces != Counter(view.pieces):
        found = f"the stages of move_view end {_difference(pieces.elements(), view.pieces)}"
        raise _breach(game, found, "the pieces of the next view", position, move)


def _check_paths(game: Game[P, M], position: P, move: M, shown: MoveView) -> None:
    board = game.view(position).board
    names = {square.name for square in board.squares} | {way_out.name for way_out in board.exits}
    if not shown.paths:
        raise _breach(game, "move_view gives no path to click", "at least one", position, move)
    for path in shown.paths:
        if not path or not set(path) <= names:
            expected = "names of squares and exits of the board"
            raise _breach(game, f"move_view gives the path {path!r}", expected, position, move)


def _check_stale_move(game: Game[P, M], position: P, move: M) -> None:
    """Check that the move just played is refused in the next position, unless it is legal there."""
    if move not in game.legal_moves(position):
        _check_refused(game, position, move, "that is not among the legal moves")


def _check_refused(game: Game[P, M], position: P, move: M, which: str) -> None:
    try:
        game.play(position, move)
    except IllegalMove as error:
        if not error.rule:
            raise _breach(game, "the refusal names no rule", "a reason from why_illegal", position, move) from error
        return
    raise _breach(game, f"play accepts a move {which}", "IllegalMove", position, move)


def _check_actions(encoding: Encoding[P, M], position: P, move: M) -> None:
    game = encoding.game
    try:
        actions = encoding.actions_of(position, move)
        again = encoding.move_of(position, actions)
    except Exception as error:
        words = code_failure(error) or described(error)
        raise _breach(game, f"the encoding fails ({words})", "actions for every legal move", position, move) from error
    if again != move:
        found = f"the encoding decodes its actions {actions!r} as {_value(again)}"
        raise _breach(game, found, _value(move), position, move)
    size = len(encoding.planes) * encoding.area
    for side in (0, 1):
        seen = len(encoding.observe(position, actions[:-1], side=side))
        if seen != size:
            expected = f"{size}, for {counted(len(encoding.planes), 'plane')}"
            raise _breach(game, f"an observation has {seen} values", expected, position, move)


def _check_record(played: AnyPlayedGame) -> None:
    """Check that the record can be replayed; replaying compares the outcome itself."""
    try:
        replay(json.loads(json.dumps(played.record())), played.game)
    except BoardwrightError as error:
        raise _breach(played.game, f"the record of a game is refused ({error})", "the same game again") from error


def _check_undo(played: AnyPlayedGame) -> None:
    for _ in range(len(played.moves)):
        played.undo()
    if played.outcome is not None:
        found = f"all moves are taken back, but the game is over, {played.game.format_outcome(played.outcome)}"
        raise _breach(played.game, found, "a game that goes on", played.position)
