"""``boardwright replay``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from boardwright.cli.json_output import print_json
from boardwright.cli.options import add_json
from boardwright.cli.record_options import Numbered, Recorded, add_number, add_rules
from boardwright.cli.terminal import print_diagram, printable, typed_keys
from boardwright.game import Position
from boardwright.records.files import StoredGame
from boardwright.records.tree import AnnotatedGame, AnnotatedMove
from boardwright.records.writer import glyphs_of, move_numbers

ABOUT = "show a recorded game move by move"
CLEAR = "\x1b[H\x1b[2J"
LEAVE = ("q", "\x04")
KEYS = "right or space: next   left: back   up: first   down: last   q: quit"


def declare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="record file: .txt, .json, .jsonl or .pdn")
    add_number(parser, "1")
    add_rules(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    numbered = Recorded([options.file], options).number(options.game or 1)
    stored = numbered.stored
    if options.json:
        print_json({"number": numbered.number, "more": numbered.more, **_data(stored)})
        return 0
    frames = list(_frames(stored))
    if sys.stdin.isatty() and sys.stdout.isatty():
        _step_through(numbered, frames)
    else:
        print("\n".join(_head(numbered)))
        for frame in frames:
            print()
            _show(stored, frame)
    return 0


class Frame(NamedTuple):
    """One position of the game: the move that led to it with its comments, the position, and its status."""

    words: list[str]
    position: Position
    status: str


def _head(numbered: Numbered) -> list[str]:
    """Return the tags of a game, and its number in a file with several games."""
    stored, number, more = numbered
    head = [printable(f"{name}: {value}") for name, value in stored.tags.items()] or [stored.played.game.title]
    if more:
        head.append(f"game {number} of several; --game N shows another")
    elif number > 1:
        head.append(f"game {number} of {number}")
    return head


class Step(NamedTuple):
    """A recorded move with its number and the positions before and after it."""

    number: str
    node: AnnotatedMove[Any]
    before: Any
    after: Any


def _annotated(stored: StoredGame) -> AnnotatedGame[Any, Any] | None:
    origin = stored.played.origin
    return origin if isinstance(origin, AnnotatedGame) else None


def _steps(stored: StoredGame) -> Iterator[Step]:
    played, annotated = stored.played, _annotated(stored)
    nodes = annotated.main.nodes if annotated else map(AnnotatedMove, played.moves)
    return map(Step, move_numbers(played.game, played.positions), nodes, played.positions, played.positions[1:])


def _frames(stored: StoredGame) -> Iterator[Frame]:
    played, game, annotated = stored.played, stored.played.game, _annotated(stored)
    yield Frame(
        list(annotated.main.comments) if annotated else [], played.positions[0], game.status(played.positions[0])
    )
    for at, (number, node, before, after) in enumerate(_steps(stored)):
        sign, glyphs = glyphs_of(node.nags)
        move = game.format_recorded(before, node.move)
        words = [*node.before, " ".join((f"{number} {move}{sign}", *glyphs))]
        words += (
            item if isinstance(item, str) else f"({number} {' '.join(item.texts(game, before))})" for item in node.after
        )
        status = game.status(after)
        if at + 1 == len(played.moves) and played.outcome is not None:
            status = game.format_outcome(played.outcome)
            words += annotated.closing if annotated else ()
        yield Frame(words, after, status)


def _data(stored: StoredGame) -> dict[str, object]:
    played, game, annotated = stored.played, stored.played.game, _annotated(stored)
    return {
        "game": game.full_name,
        "tags": dict(stored.tags),
        "start": game.format_position(played.positions[0]),
        "comments": list(annotated.main.comments) if annotated else [],
        "moves": [
            {
                "number": step.number,
                "move": game.format_move(step.before, step.node.move),
                "position": game.format_position(step.after),
                "nags": list(step.node.nags),
                "comments": [*step.node.before, *step.node.comments],
                "variations": [line.texts(game, step.before) for line in step.node.variations],
            }
            for step in _steps(stored)
        ],
        "closing": list(annotated.closing) if annotated else [],
        "outcome": game.format_outcome(played.outcome),
    }


def _show(stored: StoredGame, frame: Frame) -> None:
    for words in frame.words:
        print(printable(words))
    print_diagram(stored.played.game.view(frame.position), stored.played.game.sides)
    print(frame.status)


def _step_through(numbered: Numbered, frames: list[Frame]) -> None:
    at, last = 0, len(frames) - 1
    moves: dict[str, Callable[[int], int]] = {
        **dict.fromkeys(("right", " ", "n", "\n", "\r"), lambda at: min(at + 1, last)),
        **dict.fromkeys(("left", "b", "p", "\x7f"), lambda at: max(at - 1, 0)),
        **dict.fromkeys(("up", "home", "g"), lambda at: 0),
        **dict.fromkeys(("down", "end", "G"), lambda at: last),
    }
    with typed_keys() as keys:
        while True:
            print(CLEAR, end="")
            print("\n".join(_head(numbered)), end="\n\n")
            _show(numbered.stored, frames[at])
            print(f"\n{at} of {last}   {KEYS}", flush=True)
            key = next((key for key in keys if key in moves or key in LEAVE), "")
            if key not in moves:
                return
            at = moves[key](at)
