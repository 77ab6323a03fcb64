"""Searches by a core that runs elsewhere, as in a browser: positions and reports as text, without the compiled core.

The text of some words is that of their bytes in hexadecimal, the lowest byte of each word first.

>>> from boardwright import find_game
>>> turm = find_game("turm")
>>> pack_path(turm, [turm.start()])[:16]
'6314080008146300'
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from boardwright.engine.result import Score, SearchResult, Variation
from boardwright.errors import BoardwrightError, quoted
from boardwright.game import AnyGame, Game, M, P
from boardwright.packing import Packing, packing_of

Line: TypeAlias = tuple[int, int | None, list[int], bool]
"""The score in hundredths, the distance if it is proven, packed moves, and whether the score is from a bitbase."""
CoreReport: TypeAlias = tuple[int, int, float, list[Line]]
"""A report of the core: depth, nodes, seconds, and variations."""

DIGITS = 16
"""The number of hexadecimal digits of a word."""


def required_packing(game: Game[P, M]) -> Packing[P, M]:
    """Return the packing of a game; a game without one is an error."""
    packing = packing_of(game)
    if packing is None:
        raise BoardwrightError(f"{game.full_name} has no packing: expected a game with a core")
    return packing


def pack_path(game: Game[P, M], positions: Iterable[P]) -> str:
    """Return the text of packed positions."""
    packing = required_packing(game)
    return "".join(_text(packing.pack(position)) for position in positions)


def _text(words: tuple[int, ...]) -> str:
    return struct.pack(f"<{len(words)}Q", *words).hex()


def _words(text: str) -> list[int]:
    try:
        data = bytes.fromhex(text)
    except ValueError:
        data = b"?"
    if len(data) * 2 % DIGITS:
        raise BoardwrightError(f"invalid moves {quoted(text)}: expected {DIGITS} hexadecimal digits for each")
    return list(struct.unpack(f"<{len(data) // 8}Q", data))


def read_report(game: AnyGame, position: Any, report: Mapping[str, Any]) -> SearchResult[Any]:
    """Return the search result of a report of the core in WebAssembly (``core_engine.js``)."""
    packing = required_packing(game)

    def unpack_legal(position: Any, word: int) -> Any:
        for move in game.legal_moves(position):
            if packing.pack_move(move) == word:
                return move
        raise BoardwrightError(f"the move {_text((word,))} is not legal in {game.format_position(position)}")

    lines = [(line["score"], line["distance"], _words(line["moves"]), line["bitbase"]) for line in report["lines"]]
    core_report = report["depth"], report["nodes"], report["seconds"], lines
    return result_of(game, unpack_legal, report["scale"], position, core_report)


def result_of(
    game: Game[P, M], unpack_move: Callable[[P, int], M], scale: int, position: P, report: CoreReport
) -> SearchResult[M]:
    """Return the search result of a report of the core."""

    def variation(position: P, value: int, distance: int | None, words: list[int], ending: bool) -> Variation[M]:
        moves, positions = [], []
        for word in words:
            positions.append(position)
            moves.append(unpack_move(position, word))
            position = game.successor(position, moves[-1])
        score = Score(value / 100, ending=ending) if distance is None else Score.proven(distance, won=value > 0)
        win_probability = score.certain_win_probability
        if win_probability is None:
            win_probability = 1 / (1 + 10 ** (-value / scale))
        return Variation(tuple(moves), tuple(positions), win_probability, score)

    depth, nodes, seconds, lines = report
    return SearchResult(tuple(variation(position, *line) for line in lines), depth, nodes, seconds)
