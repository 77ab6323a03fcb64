"""Explain why clicked squares are not a move, by the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from boardwright.errors import COMMON_REFUSALS, BoardwrightError, IllegalMove, InvalidMove, joined, quoted
from boardwright.game import Game, M, P
from boardwright.texts import TranslatableText


def why_not(game: Game[P, M], position: P, path: Sequence[str]) -> TranslatableText | None:
    """Explain why the clicked squares are not a legal move; None if a legal move starts with them.

    ``path`` holds the names of squares and exits, the square of the piece first: that one alone asks why the piece
    cannot move at all. Also None if the game does not say which rule is broken.

    >>> from boardwright import find_game
    >>> game = find_game("congo:full")
    >>> why_not(game, game.start(), ["g1", "g4"])
    'the zebra moves like a chess knight'
    """
    view = game.view(position)
    board = view.board
    _check_names(path, {square.name for square in board.squares} | {way_out.name for way_out in board.exits})
    over = game.why_over(position)
    if over is not None:
        return over
    piece = next((piece for piece in view.pieces if path[0] in piece.squares), None)
    if piece is not None and piece.side != view.to_move:
        owner, mover = game.sides[piece.side], game.sides[view.to_move]
        return COMMON_REFUSALS("other_side", piece=piece.kind, square=path[0], owner=owner, side=mover)
    clicked = tuple(path)
    ways = [tuple(way) for move in game.legal_moves(position) for way in game.move_view(position, move).paths]
    if any(way[: len(clicked)] == clicked for way in ways):
        return None
    if len(clicked) > 1 and any(way[-1] == clicked[-1] and way[: len(clicked) - 1] == clicked[:-1] for way in ways):
        return COMMON_REFUSALS("several_paths", square=clicked[-1])
    rules = None if piece is None else game.broken_rules(position, path)
    if rules is None:
        rules = _rules_by_text(game, position, path)
    return joined(rules) or (COMMON_REFUSALS("empty", square=path[0]) if piece is None else None)


def _rules_by_text(game: Game[P, M], position: P, path: Sequence[str]) -> Iterator[str]:
    """Return the rules that ``parse_move`` names for a path, written as the game writes its legal moves.

    For a piece's square alone, the rules that it names for all the squares around it. Reserves are no part of a
    move's text: the piece itself stands for them.
    """
    if type(game).why_illegal is Game.why_illegal:
        return
    forms = _forms(game, position)
    board = game.view(position).board
    path = [name for name in path if name not in board.reserves]
    if path in ([way_out.name] for way_out in board.exits):
        # A move such as a pass is named like its exit.
        forms.setdefault(1, set()).add(("", ""))
    for squares in [path] if len(path) in forms else _steps(game, position, path):
        for between in forms.get(len(squares), ()):
            text = "".join(part + name for part, name in zip(between, (*squares, ""), strict=True))
            try:
                game.parse_move(position, text)
            except IllegalMove as error:
                yield error.rule
            except BoardwrightError:
                continue


def _check_names(path: Sequence[str], names: set[str]) -> None:
    for name in path:
        if name not in names:
            raise InvalidMove(f"there is no square {quoted(name)} on this board: expected a name such as {min(names)}")


def _forms(game: Game[P, M], position: P) -> dict[int, set[tuple[str, ...]]]:
    """Return, by the number of squares, the text of legal moves before, between and after their squares.

    A form with letters or digits, such as the name of a piece, fits that move alone and is left out, except for an x
    before a captured piece.
    """
    forms: dict[int, set[tuple[str, ...]]] = {}
    for move in game.legal_moves(position):
        text = game.format_move(position, move)
        for path in game.move_view(position, move).paths:
            between = _between(text, path)
            if between and not any(character.isalnum() for part in between if part != "x" for character in part):
                forms.setdefault(len(path), set()).add(between)
    return forms


def _between(text: str, path: Sequence[str]) -> tuple[str, ...] | None:
    """Return the parts of a move's text around the names of its squares; None if it does not hold them in order.

    >>> _between("a2-a3", ["a2", "a3"])
    ('', '-', '')
    """
    parts = []
    for name in path:
        part, found, text = text.partition(name)
        if not found:
            return None
        parts.append(part)
    return (*parts, text)


def _steps(game: Game[P, M], position: P, path: Sequence[str]) -> list[Sequence[str]]:
    """Return the paths from a piece's square to those around it; none for a path of several squares."""
    board = game.view(position).board
    if len(path) != 1 or path[0] not in {square.name for square in board.squares}:
        return []
    return [(path[0], name) for name in board.neighbours(path[0], diagonals=True)]
