"""``boardwright moves``."""

from __future__ import annotations

import argparse
import sys

from boardwright.cli.inputs import BATCH, for_each_line, read_position
from boardwright.cli.json_output import json_text, position_data
from boardwright.cli.options import add_game, add_json, add_position
from boardwright.errors import BoardwrightError, quoted
from boardwright.game import Game, M, P
from boardwright.names import did_you_mean
from boardwright.registry import find_game

ABOUT = "list the legal moves of a position, sorted"


def declare(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_position(parser)
    parser.add_argument("--piece", metavar="NAME", help="list only the moves of this kind of piece")
    parser.add_argument("--notation", metavar="NAME", help="write the moves in another notation of the game")
    add_json(parser)


def run(options: argparse.Namespace) -> int | None:
    game = find_game(options.game)
    for what, name, known in (("piece", options.piece, game.kinds), ("notation", options.notation, [*game.notations])):
        if name is not None and name not in known:
            expected = ", ".join(known) or "none but its own"
            hint = did_you_mean(name, known)
            raise BoardwrightError(f"{game.name} has no {what} {quoted(name)}{hint}: expected {expected}")

    def answer(line: str) -> str:
        position = read_position(game, line, strict=options.strict)
        texts = move_texts(game, position, options.piece, options.notation)
        return _as_json(game, position, texts) if options.json else " ".join(texts)

    if options.position == BATCH:
        return for_each_line(answer, json_errors=options.json)
    position = read_position(game, options.position, strict=options.strict)
    texts = move_texts(game, position, options.piece, options.notation)
    if options.json:
        texts = [_as_json(game, position, texts)]
    sys.stdout.writelines(text + "\n" for text in texts)
    return None


def move_texts(game: Game[P, M], position: P, kind: str | None = None, notation: str | None = None) -> list[str]:
    """Return the listed moves as texts, sorted; only those of one kind of piece if a kind is given."""
    write = game.format_move if notation is None else game.notations[notation]
    moves = game.listed_moves(position)
    if kind is not None:
        moves = [move for move in moves if _moved_kind(game, position, move) == kind]
    return sorted(write(position, move) for move in moves)


def _moved_kind(game: Game[P, M], position: P, move: M) -> str | None:
    """Return the kind of the piece that a move moves or places."""
    mover = game.side_to_move(position)
    stages = game.move_view(position, move).stages
    pieces = (piece for stage in stages for piece in (*stage.before, *stage.after))
    return next((piece.kind for piece in pieces if piece.side == mover), None)


def _as_json(game: Game[P, M], position: P, texts: list[str]) -> str:
    return json_text({**position_data(game, position), "moves": texts})
