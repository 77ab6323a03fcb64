"""The compiled core: the rules of the built-in games in C++, with their evaluation and search.

>>> from boardwright import find_game
>>> from boardwright.core import core_of
>>> turm = find_game("turm")
>>> core = core_of(turm)
>>> core.perft(turm.start(), 5)
8256952

Positions cross the boundary packed, a fixed number of words each. The batch functions take and return
buffers of words: NumPy arrays where NumPy is installed, else memoryviews.

>>> packed = core.pack([turm.start()] * 1000)
>>> offsets, moves = core.legal_moves(packed)
>>> int(offsets[-1]), len(moves)
(25000, 25000)
"""

from __future__ import annotations

import struct
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, TypeAlias

from boardwright.core.encoding_tables import encoding_tables
from boardwright.errors import BoardwrightError, quoted
from boardwright.game import Game, M, Outcome, P
from boardwright.names import did_you_mean
from boardwright.packing import Packing, packing_of
from boardwright.texts import counted

try:
    from boardwright.core import _core
except ImportError:
    # The package was installed without a working compiler; mypy assumes that the module exists.
    _core = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from boardwright.core._core import (
        BitbaseJob,
        Bitbases,
        Job,
        Match,
        Network,
        Perft,
        Playouts,
        Search,
        Selfplay,
        TranspositionTable,
        VectorEnv,
    )
    from boardwright.core._core import Core as CompiledCore
    from boardwright.core.library import Opened
    from boardwright.encoding import Encoding

Words: TypeAlias = Any
"""A buffer of unsigned 64-bit words: a NumPy array or a memoryview."""

OPEN = 3
MAX_DEPTH: int = 1000 if _core is None else _core.max_depth
"""The maximum depth of a search in plies; without a core, a bound that MCTS never reaches."""

DRAW_CLOCK_REACH: int = 64 if _core is None else _core.draw_clock_reach
"""How many plies a game's draw rules may look back, beyond the last progress."""
PHASES: int = 0 if _core is None else _core.phases
"""The phase of the middlegame in evaluations; the endgame has phase 0."""

MAX_THREADS = 256
MAX_HASH: int = 1 << 20 if _core is None else _core.max_megabytes
"""The maximum size of a transposition table, in megabytes."""
MAX_RANDOM_PLIES: int = 1000 if _core is None else _core.max_random_plies
"""The most random moves before a game of self-play or of a match in the core."""

HIDDEN_SIZES: tuple[int, ...] = () if _core is None else tuple(_core.hidden_sizes)
"""The possible numbers of hidden units of a network."""
KERNELS: tuple[str, ...] = () if _core is None else tuple(_core.kernels)
"""The implementations of the network that this processor supports, the one in use first."""


class FeatureLayout(NamedTuple):
    """The features of an evaluation: their number, the first one that feeds the hidden layer, and their version."""

    features: int
    first_input: int
    version: int


class SearchParam(NamedTuple):
    """A search parameter that can be set at run time: its name, the game's default, and its range."""

    name: str
    default: int
    low: int
    high: int


class MatchEngine(NamedTuple):
    """One engine of a match: network, search parameters that differ from the game's, limits per move, table size."""

    network: Network
    params: Mapping[str, int] = {}
    nodes: int = 0
    seconds: float = 0.0
    hash_mb: int = 1


class CoreMissing(BoardwrightError):
    """The core is needed but not available; the message says how to get it."""


def core_missing() -> CoreMissing:
    """Return the error for an operation that needs the core."""
    from boardwright.installing import core_advice

    return CoreMissing(f"the core is not compiled: {core_advice()}")


def is_compiled() -> bool:
    """Whether this installation has the core."""
    return _core is not None


def core_names() -> list[str]:
    """The full names of the games that have a core."""
    return list(_compiled())


@cache
def _compiled() -> dict[str, CompiledCore]:
    return {} if _core is None else {core.name: core for core in _core.cores()}


def core_of(game: Game[P, M]) -> Core[P, M]:
    """Return the core of a game; raise :class:`CoreMissing` if it has none."""
    core = find_core(game)
    if core is not None:
        return core
    failed = _opened(type(game), game.variant)
    if isinstance(failed, str):
        raise CoreMissing(failed)
    if _core is None:
        raise core_missing()
    raise CoreMissing(f"{game.full_name} has no core: it plays by its Python rules alone")


def has_cpp_rules(game: Game[P, M]) -> bool:
    """Whether a game has rules in C++, even if they are not compiled."""
    from boardwright.core.library import header_of

    return game.manifest.packing is not None or header_of(game) is not None


def find_core(game: Game[P, M]) -> Core[P, M] | None:
    """Return the core of a game, or None if it has none.

    That of a game outside the package is compiled from its header when it is first needed. If the header cannot be
    used, there is a warning, once.
    """
    packing = packing_of(game)
    compiled = _compiled().get(game.full_name)
    if packing is not None and compiled is not None:
        return Core(game, packing, compiled, _core.TranspositionTable)
    opened = _opened(type(game), game.variant)
    if opened is None or isinstance(opened, str):
        return None
    # Its classes have the methods of the compiled module, which a test checks.
    core: Any = opened.core
    return Core(game, opened.packing, core, core.new_transposition_table)


@cache
def _opened(game: type[Game[P, M]], variant: str) -> Opened | str | None:
    """Return the core of a game's header, or why it cannot be used; None without a header."""
    from boardwright.core.compiler import NoCompiler
    from boardwright.core.library import BrokenHeader, HeaderFailed, header_of, open_core

    made = game(variant)
    header = header_of(made)
    if header is None:
        return None
    try:
        return open_core(made, header)
    except NoCompiler as error:
        return f"{made.full_name} has no core: {error}"
    except HeaderFailed as error:
        warnings.warn(f"{error}; the Python rules are used", BrokenHeader, stacklevel=3)
        return str(error)


def _array(buffer: bytearray, code: Literal["Q", "B", "i", "h", "H"] = "Q") -> Words:
    """View the buffer as an array without a copy; ``code`` is the item type as :mod:`struct` names it."""
    try:
        import numpy as np
    except ImportError:
        return memoryview(buffer).cast(code)
    return np.frombuffer(buffer, dtype=code)


@contextmanager
def _starting(threads: int) -> Iterator[None]:
    """Translate the system's refusal to start N threads into an error message."""
    try:
        yield
    except RuntimeError as error:
        expected = "expected fewer" if threads > 1 else "expected a system with one to spare"
        raise BoardwrightError(f"{counted(threads, 'thread')} cannot be started: {error}: {expected}") from error


class Core(Generic[P, M]):
    """The core of one game and variant."""

    def __init__(
        self,
        game: Game[P, M],
        packing: Packing[P, M],
        compiled: CompiledCore,
        new_table: Callable[[int], TranspositionTable],
    ) -> None:
        self.game = game
        self.packing = packing
        self._compiled = compiled
        self._new_table = new_table
        self.words = compiled.words
        self.endings = packing.endings(game.variant)

    # Conversion between Python values and words.

    def pack(self, positions: Iterable[P]) -> Words:
        """Pack positions, ``words`` words each."""
        return _array(bytearray(b"".join(map(self._packed, positions))))

    def _packed(self, position: P) -> bytes:
        """Pack one position as bytes; single positions need no array."""
        return struct.pack(f"={self.words}Q", *self.packing.pack(position))

    def unpack(self, positions: Words) -> Iterator[P]:
        """Unpack the positions of a buffer of words."""
        flat = memoryview(positions).cast("B").cast("Q")
        for at in range(0, len(flat), self.words):
            yield self.packing.unpack(flat[at : at + self.words].tolist())

    def pack_moves(self, moves: Iterable[M]) -> Words:
        """Pack moves, one word each."""
        words = [self.packing.pack_move(move) for move in moves]
        return _array(bytearray(struct.pack(f"={len(words)}Q", *words)))

    # Batches.

    def count(self, positions: Words) -> Words:
        """Count the legal moves of each position."""
        return _array(self._compiled.count(positions))

    def legal_moves(self, positions: Words) -> tuple[Words, Words]:
        """Return the offsets and the concatenated legal moves of all positions.

        There is one more offset than there are positions: the moves of position i are
        ``moves[offsets[i]:offsets[i + 1]]``.
        """
        offsets, moves = self._compiled.legal_moves(positions)
        return _array(offsets), _array(moves)

    def play(self, positions: Words, moves: Words) -> Words:
        """Play one move in each position; an illegal move raises ValueError."""
        return _array(self._compiled.play(positions, moves))

    def outcome(self, positions: Words) -> Words:
        """Return two bytes per position: the winner (0 or 1), 2 for a draw or 3 for none; and the reason's index."""
        return _array(self._compiled.outcome(positions), "B")

    def hash(self, positions: Words) -> Words:
        """Return the Zobrist key of each position."""
        return _array(self._compiled.hash(positions))

    def hash_after(self, positions: Words, moves: Words) -> Words:
        """Return the Zobrist key of each position after its move, updated incrementally."""
        return _array(self._compiled.hash_after(positions, moves))

    def read_outcome(self, kind: int, reason: int) -> Outcome | None:
        """Convert the two bytes of :meth:`outcome`."""
        return None if kind == OPEN else Outcome(None if kind == 2 else kind, *self.endings[reason])

    # Jobs.

    def perft(self, position: P, depth: int, *, threads: int = 1, hash_mb: int = 0) -> int:
        """Count the move sequences of length ``depth`` from a position."""
        if depth == 0:
            return 1
        job = self.start_perft(position, depth, threads=threads, hash_mb=hash_mb)
        finish(job)
        return sum(job.counts)

    def start_perft(self, position: P, depth: int, *, threads: int = 1, hash_mb: int = 0) -> Perft:
        """Start a perft job in background threads; see :func:`finish`."""
        check_hash(hash_mb, 0)
        with _starting(threads):
            return self._compiled.start_perft(self._packed(position), depth, threads, hash_mb)

    @property
    def scale(self) -> int:
        """The score, in hundredths of the game's unit, with a win probability of 10/11; 0: no evaluation."""
        return self._compiled.scale

    @property
    def params(self) -> dict[str, SearchParam]:
        """The search parameters that can be set at run time, by name."""
        return {each[0]: SearchParam(*each) for each in self._compiled.params}

    def param_values(self, params: Mapping[str, int]) -> list[int]:
        """Return the values of all search parameters: the given ones, and the game's defaults for all others."""
        known = self.params
        for name, value in params.items():
            if name not in known:
                raise BoardwrightError(
                    f"unknown search parameter {quoted(name)}{did_you_mean(name, known)}: expected {', '.join(known)}"
                )
            _, _, low, high = known[name]
            if not low <= value <= high:
                raise BoardwrightError(f"the search parameter {name} is {value}: expected from {low} to {high}")
        return [params.get(name, each.default) for name, each in known.items()]

    @property
    def result_weight(self) -> float:
        """The share of the game's result in a training target; the rest is the search score."""
        return self._compiled.result_weight

    @property
    def layout(self) -> FeatureLayout:
        """The features of the evaluation; none if it has no network."""
        return FeatureLayout(*self._compiled.layout)

    def evaluate(self, positions: Words, network: Network, kernel: str = "") -> Words:
        """Return four numbers per position, for the side to move.

        These are the static evaluation and the material, in hundredths; whether the evaluation sees a win in one
        move; and whether the side is in check. ``kernel`` is one of :data:`KERNELS` instead of the first; all give the
        same numbers.
        """
        return _array(self._compiled.evaluate(positions, network, kernel), "i")

    def list_features(self, positions: Words) -> tuple[Words, Words, Words, Words]:
        """Return the offsets, indices and counts of the features of all positions, and each position's phase.

        The features of position i are those from ``offsets[i]`` to ``offsets[i + 1]``. A phase is the share of the
        middlegame weights, from 0 to 64.
        """
        offsets, numbers, times, phases = self._compiled.list_features(positions)
        return _array(offsets), _array(numbers, "i"), _array(times, "i"), _array(phases, "i")

    def new_transposition_table(self, megabytes: int) -> TranspositionTable:
        """Allocate a transposition table, which the searches of one engine share."""
        check_hash(megabytes, 1)
        try:
            return self._new_table(megabytes)
        except MemoryError as error:
            raise BoardwrightError(f"there is not enough memory for a table of {megabytes} MB") from error

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
        network: Network,
        bitbases: Bitbases | None,
        threads: int,
        params: Mapping[str, int] = {},
    ) -> Search:
        """Start to search the last position of a path; see :class:`boardwright.engine.Engine`.

        A depth beyond :data:`MAX_DEPTH` means no depth limit: after a proven win, the search then looks for a shorter
        one until another limit ends it.
        """
        packed = b"".join(map(self._packed, path))
        values = self.param_values(params)
        with _starting(threads):
            return self._compiled.start_search(
                table, packed, depth, nodes, seconds, lines, baseline, seed % 2**64, network, bitbases, values, threads
            )

    def start_selfplay(
        self,
        position: P,
        *,
        games: int,
        nodes: int,
        random_plies: int,
        network: Network,
        seed: int = 0,
        threads: int = 1,
    ) -> Selfplay:
        """Start self-play games for training, with ``nodes`` nodes per move."""
        with _starting(threads):
            return self._compiled.start_selfplay(
                self._packed(position), games, nodes, seed % 2**64, random_plies, network, threads
            )

    def start_match(
        self,
        position: P,
        first: MatchEngine,
        second: MatchEngine,
        *,
        pairs: int,
        random_plies: int,
        seed: int = 0,
        threads: int = 1,
    ) -> Match:
        """Start a match between two engines of the core.

        The two games of a pair start from the same opening of ``random_plies`` random moves, which a short search by
        both engines finds balanced, with sides swapped. A proven result ends a game; games of 1000 moves are drawn.
        Without limits in seconds, a match is the same for the same seed, on any number of threads.
        """
        with _starting(threads):
            return self._compiled.start_match(
                self._packed(position),
                pairs,
                seed % 2**64,
                random_plies,
                self._match_engine(first),
                self._match_engine(second),
                threads,
            )

    def _match_engine(self, engine: MatchEngine) -> tuple[Network, list[int], int, float, int]:
        check_hash(engine.hash_mb, 1)
        return engine.network, self.param_values(engine.params), engine.nodes, engine.seconds, engine.hash_mb

    def read_games(self, records: bytes | bytearray | memoryview) -> tuple[Words, Words, Words]:
        """Return the training samples of the ``records()`` of self-play jobs, in game order.

        These are quiet positions, their search scores and their game results in half points, both for the side to
        move.
        """
        words, scores, results = self._compiled.read_games(records)
        return _array(words), _array(scores, "h"), _array(results, "B")

    def materials(self) -> list[tuple[int, int, int, list[tuple[int, int]], list[int], P]]:
        """Return the endgames with bitbases, each after those it leads to.

        For each: its number, the number of pieces, its stage, its classes with the number of positions, the
        numbers of the endgames it leads to, and a sample position.
        """
        return [
            (number, pieces, stage, classes, leads_to, next(self.unpack(sample)))
            for number, pieces, stage, classes, leads_to, sample in self._compiled.materials()
        ]

    def start_bitbase(self, bitbases: Bitbases, number: int, *, threads: int = 1) -> BitbaseJob:
        """Start to generate a bitbase; those of the endgames it leads to must be in ``bitbases``."""
        # Only the first thread is required; the job uses as many more as the system starts.
        with _starting(1):
            return self._compiled.start_bitbase(bitbases, number, threads)

    def probe_bitbases(self, bitbases: Bitbases, positions: Words) -> Words:
        """Return two bytes per position: 0 not found, 1 drawn, 2 lost, 3 won; and the plies to the next material."""
        return _array(self._compiled.probe(bitbases, positions), "B")

    def new_vector_env(
        self,
        position: P,
        games: int,
        encoding: Encoding[P, M],
        *,
        buffers: Sequence[Words],
        dense: bool = False,
        packed: bool = False,
        illegal_loses: bool = False,
        autoreset: int = 0,
        threads: int = 1,
    ) -> VectorEnv:
        """Return a batch of games that are stepped by actions; see :class:`boardwright.rl.vector.VectorEnv`.

        The environment writes to ``buffers``: planes; masks; rewards of the side that acted, and of both; sides;
        terminated; truncated; planes and sides at the end of games that are reset in the same step.
        """
        if not self._compiled.encoded[0]:
            raise CoreMissing(f"{self.game.full_name} has no encoding in its core: expected kinds, each_piece and path")
        numbers, cells = encoding_tables(encoding, *self._compiled.encoded)
        actions, area = len(encoding.actions), encoding.area
        with _starting(threads):
            return self._compiled.new_vector_env(
                *(self._packed(position), games, actions, area, numbers, cells),
                *(dense, packed, illegal_loses, autoreset, threads, buffers),
            )

    def start_playouts(self, position: P, games: int, seed: int, *, threads: int = 1) -> Playouts:
        """Start playouts in background threads."""
        with _starting(threads):
            return self._compiled.start_playouts(self._packed(position), games, seed % 2**64, threads)

    def rollouts(self, position: P, games: int, seed: int) -> tuple[int, int, int]:
        """Run playouts from a position; return the wins of side 0, the wins of side 1, and the draws."""
        return self._compiled.rollouts(self._packed(position), games, seed % 2**64)


def check_hash(megabytes: int, least: int) -> None:
    """Reject a size of a table that is not possible."""
    if not least <= megabytes <= MAX_HASH:
        raise BoardwrightError(f"a table of {megabytes} MB is not possible: expected {least} to {MAX_HASH} MB")


def new_network(numbers: bytes, features: int, first_input: int, hidden: int) -> Network:
    """Load an evaluation network from its 16-bit integers."""
    if _core is not None:
        return _core.Network(numbers, features, first_input, hidden)
    if features:
        raise core_missing()
    from boardwright.core.c_interface import NoNetwork

    # That of a game whose core is a header, which needs no other one.
    nothing: Any = NoNetwork()
    return nothing


def new_bitbases() -> Bitbases:
    """Return an empty set of bitbases."""
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
