"""Formatting and parsing of ``info`` lines."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple

from boardwright.engine.result import WIN_SCORE, AnySearchResult, Score, SearchResult, Variation
from boardwright.errors import BoardwrightError
from boardwright.game import AnyGame, Position
from boardwright.parse_numbers import read_whole_number

ENDINGS = {"won": 200.0, "drawn": 0.0, "lost": -200.0}
"""Scores of bitbase results."""
LONGEST_READ = 16
"""Number of moves parsed of a principal variation: parsing moves is slow."""


def format_info(game: AnyGame, result: AnySearchResult, most: int = 1) -> list[str]:
    """Return one ``info`` line for each variation, up to ``most``.

    >>> from boardwright import find_game
    >>> from boardwright.engine.result import Score, one_move
    >>> turm = find_game("turm")
    >>> move = turm.parse_move(turm.start(), "D5-D4-1")
    >>> format_info(turm, one_move(turm.start(), move, 0.55, Score(0.25), depth=3, nodes=1000, seconds=0.5))
    ['info depth 3 score cp 25 winprob 0.5500 nodes 1000 nps 2000 time 500 multipv 1 pv D5-D4-1']
    """
    seconds = result.seconds
    effort = f"nodes {result.nodes} nps {round(result.nodes / max(seconds, 1e-6))} time {seconds * 1000:.0f}"
    return [
        f"info depth {result.depth}{_value(each)} {effort} multipv {number} pv {' '.join(each.texts(game))}"
        for number, each in enumerate(result.variations[:most], 1)
    ]


def _value(variation: Variation[Any]) -> str:
    """Return the score, if there is one, and the win probability."""
    score = variation.score
    if score is None:
        text = ""
    elif score.ending:
        text = f" score ending {score.ending_word}"
    elif score.distance is None:
        text = f" score cp {round(score.value * 100)}"
    else:
        text = f" score {'win' if score.value > 0 else 'loss'} {score.distance}"
    return f"{text} winprob {variation.win_probability:.4f}"


class Info(NamedTuple):
    """Contents of an ``info`` line; missing fields have their defaults."""

    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0
    multipv: int = 1
    score: Score | None = None
    win_probability: float = 0.5
    moves: tuple[str, ...] = ()

    def result(
        self, game: AnyGame, position: Position, parse_move: Callable[[Any, str], Any] | None = None
    ) -> AnySearchResult | None:
        """Return the search result, with the moves up to the first that cannot be played; None without a move.

        ``parse_move`` parses the moves if they are not in the game's own notation.
        """
        parse_move = parse_move or game.parse_move
        moves, positions = [], []
        with suppress(BoardwrightError):
            for text in self.moves[:LONGEST_READ]:
                moves.append(parse_move(position, text))
                positions.append(position)
                position = game.successor(position, moves[-1])
        if not moves:
            return None
        variation = Variation(tuple(moves), tuple(positions), self.win_probability, self.score)
        return SearchResult((variation,), self.depth, self.nodes, self.seconds)


def parse_info(line: str) -> Info | None:
    """Parse an ``info`` line with a principal variation; None for other or malformed lines.

    >>> parse_info("info depth 3 score win 5 nodes 10 time 20 pv D5-D4-1 D3-D4-1")
    Info(depth=3, nodes=10, seconds=0.02, multipv=1, score=Score(value=319.95, distance=5, ending=False), \
win_probability=1.0, moves=('D5-D4-1', 'D3-D4-1'))
    >>> parse_info("info depth three pv D5-D4-1"), parse_info("info string depth 3")
    (None, None)
    """
    words = line.split()
    if words[:1] != ["info"] or words[1:2] == ["string"] or "pv" not in words:
        return None
    at = words.index("pv")
    try:
        return _read(words[1:at], tuple(words[at + 1 :]))
    except (ValueError, IndexError, KeyError):
        return None


def _read(words: list[str], moves: tuple[str, ...]) -> Info:
    fields: dict[str, Any] = {"moves": moves}
    at = 0
    while at < len(words):
        name, value = words[at], words[at + 1]
        at += 2
        if name in ("depth", "nodes", "multipv"):
            fields[name] = _whole(value)
        elif name == "time":
            fields["seconds"] = _whole(value) / 1000
        elif name == "winprob":
            fields["win_probability"] = _chance(value)
        elif name == "score":
            fields["score"] = _score(value, words[at])
            at += 1
    score: Score | None = fields.get("score")
    certain = None if score is None else score.certain_win_probability
    if certain is not None:
        fields.setdefault("win_probability", certain)
    return Info(**fields)


def _score(unit: str, text: str) -> Score:
    if unit == "cp":
        number = _whole(text.removeprefix("-"))
        return Score((-number if text.startswith("-") else number) / 100)
    if unit == "ending":
        return Score(ENDINGS[text], ending=True)
    if unit not in ("win", "loss"):
        raise ValueError(unit)
    return Score.proven(_whole(text, round(100 * WIN_SCORE)), won=unit == "win")


def _chance(text: str) -> float:
    chance = float(text)
    if not 0.0 <= chance <= 1.0:
        raise ValueError(text)
    return chance


def _whole(text: str, most: int | None = None) -> int:
    number = read_whole_number(text, 0, most)
    if number is None:
        raise ValueError(text)
    return number
