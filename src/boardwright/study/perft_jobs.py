"""Perft as jobs: the tree is split into subtrees, and each job counts some of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from boardwright.core import core_of
from boardwright.executors.jobs import Job
from boardwright.explore import first_moves, perft
from boardwright.game import AnyGame, Game, M, P
from boardwright.registry import as_game, picklable_ref

PIECES = 32
"""Jobs per worker: enough to keep all workers busy until the end."""

SMALLEST, SMALLEST_BY_CORE = 1, 3
"""The smallest depth of a subtree: a smaller one would take longer to send than to count."""


def perft_jobs(
    game: Game[P, M], position: P, depth: int, *, pieces: int, python: bool = False
) -> list[Job[dict[str, int]]]:
    """Return jobs that together count the move sequences from a position.

    Each returns first moves with the number of sequences it found after them; :func:`add_shares` adds them up.

    :param game: a game with a core, unless ``python`` is set
    :param position: where the sequences begin
    :param depth: their length, at least 1
    :param pieces: the number of jobs at most
    :param python: count by the Python rules instead of the core
    """
    smallest = SMALLEST if python else SMALLEST_BY_CORE
    tree, left = first_moves(game, position), depth - 1
    while len(tree) < pieces and left > smallest:
        tree = [(first, after) for first, piece in tree for after in _successors(game, piece)]
        left -= 1
    texts = [(first, game.format_position(piece)) for first, piece in tree]
    # Neighbouring subtrees have similar sizes: deal them out in turn, so that each job gets small and large ones.
    hands = [texts[at::pieces] for at in range(min(pieces, len(texts)))]
    name = f"perft {game.full_name} {depth}"
    return [
        Job(f"{name}, part {number} of {len(hands)}", count_lines, (picklable_ref(game), hand, left, python))
        for number, hand in enumerate(hands, 1)
    ]


def _successors(game: Game[P, M], position: P) -> list[P]:
    """Return the positions after each move; the position itself if it has none, as then no sequence continues."""
    return [game.successor(position, move) for move in game.legal_moves(position)] or [position]


def count_lines(game: AnyGame | str, pieces: Sequence[tuple[str, str]], depth: int, python: bool) -> dict[str, int]:
    """Count the move sequences from some positions, by the first moves that led to them."""
    played = as_game(game)
    core = None if python else core_of(played)
    shares: Counter[str] = Counter()
    for first, text in pieces:
        position = played.parse_position(text)
        shares[first] += perft(played, position, depth) if core is None else core.perft(position, depth)
    return dict(shares)


def add_shares(parts: Iterable[dict[str, int]]) -> dict[str, int]:
    """Sum the counts of the jobs by first move.

    >>> add_shares([{"a": 1, "b": 2}, {"b": 3}])
    {'a': 1, 'b': 5}
    """
    shares: Counter[str] = Counter()
    for part in parts:
        shares.update(part)
    return dict(shares)
