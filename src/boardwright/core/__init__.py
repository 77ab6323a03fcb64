"""The compiled core: the same rules again, for speed.

>>> from boardwright import find_game
>>> from boardwright.core import core_of
>>> turm = find_game("turm")
>>> core = core_of(turm)
>>> core.perft(turm.start(), 5)
8256952

Positions cross the border packed, so many words each. The batch functions take and give buffers of
words: NumPy arrays where NumPy is installed, else memoryviews.

>>> packed = core.pack([turm.start()] * 1000)
>>> offsets, moves = core.legal_moves(packed)
>>> int(offsets[-1]), len(moves)
(25000, 25000)
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, TypeAlias

from boardwright.errors import BoardwrightError, counted
from boardwright.game import Game, M, Outcome, P
from boardwright.packing import Packing

try:
    from boardwright.core import _core
except ImportError:
    # No compiler worked when the package was installed; mypy knows the module only as one that is there.
    _core = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from boardwright.core._core import (
        BitbaseJob,
        Bitbases,
        Job,
        Perft,
        Playouts,
        Search,
        Selfplay,
        TranspositionTable,
        VectorEnv,
        Weights,
    )
    from boardwright.encoding import Encoding

Words: TypeAlias = Any
"""A buffer of unsigned 64-bit words: a NumPy array or a memoryview."""

OPEN = 3
MAX_DEPTH: int = 1000 if _core is None else _core.max_depth
"""How deep a search may be asked to go; where there is no core, no tree of random games comes so far."""

MAX_THREADS = 256
MOST_HASH: int = 1 << 20 if _core is None else _core.max_megabytes
"""The largest table that can be asked for, in megabytes."""


class TrainingParams(NamedTuple):
    """Training parameters of a game's evaluation.

    The target of a position is ``result_weight`` times the result of its game, plus the rest times the TD(lambda)
    return of the search scores. ``prior_sigma`` is the standard deviation of the Gaussian prior on weights, in
    hundredths of the game's unit.
    """

    result_weight: float
    td_lambda: float
    prior_sigma: float


class CoreMissing(BoardwrightError):
    """The core was asked for and is not there; the message says how to get it."""


def core_missing() -> CoreMissing:
    """Return the error for what cannot be done without the core."""
    from boardwright.installing import core_advice

    return CoreMissing(f"the core is not compiled: {core_advice()}")


def is_compiled() -> bool:
    """Whether this installation has the core at all."""
    return _core is not None


def core_names() -> list[str]:
    """The full names of the games that have a core."""
    return list(_compiled())


@cache
def _compiled() -> dict[str, Any]:
    return {} if _core is None else {core.name: core for core in _core.cores()}


def core_of(game: Game[P, M]) -> Core[P, M]:
    """The core of a game; raises :class:`CoreMissing` where there is none."""
    core = find_core(game)
    if core is not None:
        return core
    if _core is None:
        raise core_missing()
    raise CoreMissing(f"{game.full_name} has no core: it plays by its Python rules alone")


def find_core(game: Game[P, M]) -> Core[P, M] | None:
    """The core of a game, or None where there is none."""
    packing = game.packing
    compiled = _compiled().get(game.full_name)
    return None if packing is None or compiled is None else Core(game, packing, compiled)


def _array(buffer: bytearray, code: Literal["Q", "B", "i", "h", "H"] = "Q") -> Words:
    """The buffer as an array without a copy, its items as :mod:`struct` names them."""
    try:
        import numpy as np
    except ImportError:
        return memoryview(buffer).cast(code)
    return np.frombuffer(buffer, dtype=code)


@contextmanager
def _starting(threads: int) -> Iterator[None]:
    """Say what it means if the system refuses to start so many threads."""
    try:
        yield
    except RuntimeError as error:
        expected = "expected fewer" if threads > 1 else "expected a system with one to spare"
        raise BoardwrightError(f"{counted(threads, 'thread')} cannot be started: {error}: {expected}") from error


class Core(Generic[P, M]):
    """The core of one game and variant."""

    def __init__(self, game: Game[P, M], packing: Packing[P, M], compiled: Any) -> None:
        self.game = game
        self.packing = packing
        self._compiled = compiled
        self.words: int = compiled.words
        self.reasons = packing.reasons(game.variant)

    # Between Python's values and words.

    def pack(self, positions: Iterable[P]) -> Words:
        """Positions as words, ``words`` of them each."""
        return _array(bytearray(b"".join(map(self._packed, positions))))

    def _packed(self, position: P) -> bytes:
        """One position as plain bytes: what the core takes needs no array."""
        return struct.pack(f"={self.words}Q", *self.packing.pack(position))

    def unpack(self, positions: Words) -> Iterator[P]:
        """The positions of a buffer of words."""
        flat = memoryview(positions).cast("B").cast("Q")
        for at in range(0, len(flat), self.words):
            yield self.packing.unpack(flat[at : at + self.words].tolist())

    def pack_moves(self, moves: Iterable[M]) -> Words:
        """Moves as words, one each."""
        words = [self.packing.pack_move(move) for move in moves]
        return _array(bytearray(struct.pack(f"={len(words)}Q", *words)))

    # Batches.

    def count(self, positions: Words) -> Words:
        """How many legal moves each position has."""
        return _array(self._compiled.count(positions))

    def legal_moves(self, positions: Words) -> tuple[Words, Words]:
        """The legal moves of all positions, one after another, and where those of each begin.

        The first array has one entry more than there are positions: the moves of position i are
        ``moves[offsets[i]:offsets[i + 1]]``.
        """
        offsets, moves = self._compiled.legal_moves(positions)
        return _array(offsets), _array(moves)

    def play(self, positions: Words, moves: Words) -> Words:
        """The positions after one move each; an illegal one raises ValueError."""
        return _array(self._compiled.play(positions, moves))

    def outcome(self, positions: Words) -> Words:
        """Two bytes a position: 0 or 1 for the side that has won, 2 for a draw, 3 for none; the reason."""
        return _array(self._compiled.outcome(positions), "B")

    def hash(self, positions: Words) -> Words:
        """The key of each position."""
        return _array(self._compiled.hash(positions))

    def hash_after(self, positions: Words, moves: Words) -> Words:
        """The key of each position after its move, made from that before it."""
        return _array(self._compiled.hash_after(positions, moves))

    def read_outcome(self, kind: int, reason: int) -> Outcome | None:
        """The outcome of two bytes."""
        return None if kind == OPEN else Outcome(None if kind == 2 else kind, self.reasons[reason])

    # Jobs.

    def perft(self, position: P, depth: int, *, threads: int = 1, hash_mb: int = 0) -> int:
        """How many lines of so many moves begin in a position."""
        if depth == 0:
            return 1
        job = self.start_perft(position, depth, threads=threads, hash_mb=hash_mb)
        finish(job)
        return sum(job.counts)

    def start_perft(self, position: P, depth: int, *, threads: int = 1, hash_mb: int = 0) -> Perft:
        """Begin to count in threads of their own; see :func:`finish`."""
        _check_hash(hash_mb, 0)
        job: Perft
        with _starting(threads):
            job = self._compiled.start_perft(self._packed(position), depth, threads, hash_mb)
        return job

    @property
    def scale(self) -> int:
        """The score, in hundredths of the game's unit, at which ten games of eleven are won; 0: no evaluation."""
        scale: int = self._compiled.scale
        return scale

    @property
    def training(self) -> TrainingParams:
        """How the evaluation is learned."""
        return TrainingParams(*self._compiled.training)

    @property
    def features(self) -> int:
        """How many weights the evaluation takes; 0: none, it was not learned."""
        features: int = self._compiled.features
        return features

    def evaluate(self, positions: Words, weights: Weights) -> Words:
        """Four numbers a position, for the side to move: what the search thinks of it and its material,
        in hundredths; whether it is seen to win with one move; whether it is pressed.
        """
        return _array(self._compiled.evaluate(positions, weights), "i")

    def list_features(self, positions: Words) -> tuple[Words, Words, Words, Words]:
        """The features of all positions, one after another: where those of each position begin, their
        numbers, and how often each occurs; last, of 64 shares, how many count the early weights.
        """
        offsets, numbers, times, phases = self._compiled.list_features(positions)
        return _array(offsets), _array(numbers, "i"), _array(times, "i"), _array(phases, "i")

    def start_search(
        self,
        path: Sequence[P],
        table: TranspositionTable,
        *,
        depth: int,
        nodes: int,
        seconds: float,
        lines: int,
        baseline: bool,
        seed: int,
        weights: Weights,
        bitbases: Bitbases | None,
        threads: int,
    ) -> Search:
        """Begin to search the last position of a path; see :class:`boardwright.engine.Engine`.

        A depth beyond :data:`MAX_DEPTH` sets none: then a shorter win is looked for as long as the other limits allow.
        """
        packed = b"".join(map(self._packed, path))
        search: Search
        with _starting(threads):
            search = self._compiled.start_search(
                table, packed, depth, nodes, seconds, lines, baseline, seed % 2**64, weights, bitbases, threads
            )
        return search

    def start_selfplay(
        self,
        position: P,
        *,
        games: int,
        nodes: int,
        random_plies: int,
        weights: Weights,
        seed: int = 0,
        threads: int = 1,
    ) -> Selfplay:
        """Begin to play games of the search against itself, so many nodes a move, to learn from."""
        job: Selfplay
        with _starting(threads):
            job = self._compiled.start_selfplay(
                self._packed(position), games, nodes, seed % 2**64, random_plies, weights, threads
            )
        return job

    def samples(self, jobs: Iterable[Sequence[bytearray]]) -> tuple[Words, Words, Words, Words, Words]:
        """What the ``samples()`` of jobs have shown, game for game: positions at rest, their scores by the search,
        the results of their games in halves of a point, both for the side to move, how many moves were
        left, and the side to move.
        """
        words, scores, results, left, sides = (bytearray().join(parts) for parts in zip(*jobs, strict=True))
        return _array(words), _array(scores, "h"), _array(results, "B"), _array(left, "H"), _array(sides, "B")

    def materials(self) -> list[tuple[int, int, list[tuple[int, int]], P]]:
        """The endings that can be worked out, each after those that it leads to.

        For each: its number, how many pieces there are, its classes with the number of positions, and
        one of its positions.
        """
        return [
            (number, pieces, classes, next(self.unpack(sample)))
            for number, pieces, classes, sample in self._compiled.materials()
        ]

    def start_bitbase(self, bitbases: Bitbases, number: int, *, threads: int = 1) -> BitbaseJob:
        """Begin to work out an ending; those that it leads to must be at hand."""
        work: BitbaseJob
        # Those that help it are as many as there can be.
        with _starting(1):
            work = self._compiled.start_bitbase(bitbases, number, threads)
        return work

    def probe_bitbases(self, bitbases: Bitbases, positions: Words) -> Words:
        """Two bytes a position: 0 if nothing is known of it, 1 drawn, 2 lost, 3 won; plies to the next material."""
        return _array(self._compiled.probe(bitbases, positions), "B")

    def new_vector_env(
        self, position: P, games: int, encoding: Encoding[P, M], *, dense: bool, buffers: Sequence[Words]
    ) -> VectorEnv:
        """Many games from a position, played action by action; see :class:`boardwright.rl.vector.VectorEnv`.

        ``buffers`` is where they write to: planes, masks, rewards, sides, terminated, truncated.
        """
        ways, places = self._compiled.encoded
        numbers = array("h", [-1]) * (2 * ways)
        cells = bytearray(2 * places)
        for side in (0, 1):
            for action in range(len(encoding.actions)):
                numbers[side * ways + encoding.core_way(side, action, places)] = action
            for name, cell in encoding.cells[side].items():
                cells[side * places + encoding.core_place(name)] = cell
        actions = len(encoding.actions)
        made: VectorEnv = self._compiled.new_vector_env(
            self._packed(position), games, actions, encoding.area, numbers.tobytes(), bytes(cells), dense, buffers
        )
        return made

    def start_playouts(self, position: P, games: int, seed: int, *, threads: int = 1) -> Playouts:
        """Begin to play random games in threads of their own."""
        job: Playouts
        with _starting(threads):
            job = self._compiled.start_playouts(self._packed(position), games, seed % 2**64, threads)
        return job

    def rollouts(self, position: P, games: int, seed: int) -> tuple[int, int, int]:
        """Random games from a position: how many side 0 won, side 1 won, and were drawn."""
        won, lost, drawn = self._compiled.rollouts(self._packed(position), games, seed % 2**64)
        return won, lost, drawn


def new_transposition_table(megabytes: int) -> TranspositionTable:
    """What the searches of one player remember."""
    if _core is None:
        raise core_missing()
    _check_hash(megabytes, 1)
    try:
        return _core.TranspositionTable(megabytes)
    except MemoryError as error:
        raise BoardwrightError(f"there is not enough memory for a table of {megabytes} MB") from error


def _check_hash(megabytes: int, least: int) -> None:
    if not least <= megabytes <= MOST_HASH:
        raise BoardwrightError(f"a table of {megabytes} MB is not possible: expected {least} to {MOST_HASH} MB")


def new_weights(halves: bytes) -> Weights:
    """Weights from numbers of two bytes: those for all pieces on the board, then as many for few."""
    if _core is None:
        raise core_missing()
    return _core.Weights(halves)


def new_bitbases() -> Bitbases:
    """A place for what is known of endings."""
    if _core is None:
        raise core_missing()
    return _core.Bitbases()


def finish(job: Job, seconds: float = 0.1) -> None:
    """Wait for a job; Ctrl-C stops it first."""
    try:
        while not job.wait(seconds):
            pass
    except KeyboardInterrupt:
        job.stop()
        job.wait(60)
        raise
