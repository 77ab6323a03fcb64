"""Recorded playthroughs: a readable text per game that shows the whole interface at work.

``make playthroughs`` writes them anew; test_playthroughs compares them byte for byte, so that
a change in any behaviour shows up as a change in a text file.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from boardwright import find_game
from boardwright.game import AnyGame
from boardwright.played_game import AnyPlayedGame, PlayedGame
from boardwright.registry import BUILT_IN
from boardwright.render import text_diagram
from boardwright.views import Piece

FOLDER = Path(__file__).parent / "playthroughs"
NAMES = [f"{name}:{variant}" for name in BUILT_IN for variant in find_game(name).variants]
DETAILED = 12


def file_of(name: str) -> Path:
    return FOLDER / f"{name.replace(':', '-')}.txt"


def playthrough(name: str) -> str:
    """A random game as text: the first positions in full, captures and scores with their stages, then the record."""
    game, random = find_game(name), Random(name)
    played = PlayedGame(game)
    lines = [f"{game.title}, {game.full_name}, rules version {game.version}", f"sides: {' '.join(game.sides)}", ""]
    while (moves := played.legal_moves()) and len(played.moves) < 400:
        move = random.choice(moves)
        if len(played.moves) < DETAILED:
            lines += [*_state(played), *_move(game, played.position, move), ""]
        else:
            line, *stages = _move(game, played.position, move)
            lines.append(f"{len(played.moves)}: {game.format_position(played.position)}, {line}")
            lines += stages if game.is_progress(played.position, move) else []
        played.play(move)
    lines += ["", *_state(played)]
    lines.append(f"record: {played.record()}")
    return "\n".join(lines) + "\n"


def _state(played: AnyPlayedGame) -> list[str]:
    game, position = played.game, played.position
    texts = [game.format_move(position, move) for move in game.legal_moves(position)]
    return [
        f"position {len(played.moves)}: {game.format_position(position)}",
        f"outcome: {game.format_outcome(played.outcome)}",
        *("", text_diagram(game.view(position)), ""),
        f"legal moves ({len(texts)}): {' '.join(texts)}",
    ]


def _move(game: AnyGame, position: Any, move: Any) -> list[str]:
    view = game.move_view(position, move)
    return [
        f"move: {game.format_move(position, move)}",
        f"  paths: {'; '.join(' '.join(path) for path in view.paths[:4])}",
        *(f"  {it.kind}: {_pieces(game, it.before)} -> {_pieces(game, it.after)}" for it in view.stages),
    ]


def _pieces(game: AnyGame, pieces: tuple[Piece, ...]) -> str:
    return (
        ", ".join(
            f"{game.sides[piece.side]} {piece.kind} {piece.label} height {piece.height} on {' '.join(piece.squares)}"
            for piece in pieces
        )
        or "nothing"
    )


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in NAMES:
        file_of(name).write_text(playthrough(name), encoding="utf-8")
