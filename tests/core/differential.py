"""Compare the core with the reference: the same moves, successors, outcomes, counts and keys."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from tests.core.setups import SETUPS

from boardwright import find_game
from boardwright.core import Core, core_of
from boardwright.explore import random_game
from boardwright.game import AnyGame

BATCH = 500
THOROUGH_EVERY = 50


def positions_of_play(game: AnyGame, seed: str) -> Iterator[Any]:
    """All positions of random games, one game after another."""
    random = Random(seed)
    while True:
        yield from random_game(game, random).positions


def compare(core: Core[Any, Any], positions: list[Any]) -> int:
    """Compare everything the core says of some positions with the reference; how many there were."""
    game, packing = core.game, core.packing
    packed = core.pack(positions)
    assert list(core.unpack(packed)) == positions
    offsets, words = core.legal_moves(packed)
    counts, outcomes = core.count(packed), core.outcome(packed)
    for i, position in enumerate(positions):
        where = game.format_position(position)
        mine = [packing.unpack_move(position, int(word)) for word in words[offsets[i] : offsets[i + 1]]]
        theirs = game.legal_moves(position)
        assert len(mine) == int(counts[i]), where
        assert len(set(mine)) == len(mine), where
        assert set(mine) == set(theirs), where
        outcome, expected = core.read_outcome(int(outcomes[2 * i]), int(outcomes[2 * i + 1])), game.outcome(position)
        assert repr(outcome) == repr(expected), where  # Comparing outcomes leaves out the termination.
    compare_successors(core, positions)
    for position in positions[::THOROUGH_EVERY]:
        moves = game.legal_moves(position)
        compare_plays(core, [position] * len(moves), moves)
    return len(positions)


def compare_successors(core: Core[Any, Any], positions: list[Any]) -> None:
    """One move of each position that has any, another one each time."""
    played = [
        (position, moves[i % len(moves)])
        for i, position in enumerate(positions)
        if (moves := core.game.legal_moves(position))
    ]
    compare_plays(core, [position for position, _ in played], [move for _, move in played])


def compare_plays(core: Core[Any, Any], positions: list[Any], moves: list[Any]) -> None:
    """The positions after some moves: equal, in equal words, with the key that was made on the way."""
    before, words = core.pack(positions), core.pack_moves(moves)
    after = core.play(before, words)
    expected = [core.game.successor(*played) for played in zip(positions, moves, strict=True)]
    assert list(core.unpack(after)) == expected
    assert bytes(core.pack(expected)) == bytes(after), "equal positions have equal words"
    assert list(core.hash(after)) == list(core.hash_after(before, words)), "the incremental key is the full one"


def nasty_positions(game: AnyGame, seed: str) -> Iterator[Any]:
    """Set-ups that play rarely reaches."""
    return SETUPS[game.name](game, Random(seed))


def compare_stream(name: str, stream: Iterator[Any], enough: int) -> int:
    """Compare so many positions at least; how many there were."""
    core = core_of(find_game(name))
    compared = 0
    while compared < enough:
        compared += compare(core, list(islice(stream, BATCH)))
    return compared
