"""JSON output of commands: one object per line."""

from __future__ import annotations

import sys
from typing import Any

from boardwright.game import Game, M, P


def json_text(data: Any) -> str:
    """Return data as one line of JSON, escaped only if standard output cannot encode its characters."""
    import json

    text = json.dumps(data, ensure_ascii=False)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return json.dumps(data)
    return text


def print_json(data: Any) -> None:
    """Print one line of JSON and flush it: another program may be waiting for it."""
    print(json_text(data), flush=True)


def error_data(error: object) -> dict[str, str]:
    """Return the object that is printed in place of a result."""
    return {"error": str(error)}


def position_data(game: Game[P, M], position: P) -> dict[str, object]:
    """Return the fields of a position that all commands share."""
    return {
        "game": game.full_name,
        "position": game.format_position(position),
        "side": game.sides[game.side_to_move(position)],
        "outcome": game.format_outcome(game.outcome(position)),
    }
