"""The C interface of a game's core (``c_interface.hpp``), with the methods of the classes of the compiled module.

What they return and raise is the same (``_core.pyi``). ctypes releases the GIL during every call.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable, Iterator, Sequence
from ctypes import POINTER, Structure, c_char, c_char_p, c_double, c_int32, c_int64, c_uint64, c_void_p
from itertools import accumulate, pairwise
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from boardwright.errors import BoardwrightError

if TYPE_CHECKING:
    from typing_extensions import Buffer

VERSION = 2
"""The version of the interface; it is the same in ``c_interface.hpp``."""
MAX_REASONS = 32
MAX_NUMBER = (1 << 63) - 1
VECTOR_BUFFERS = 9
VECTOR_FAILURE = -2
"""What functions return that also return -1 for success."""
_STATUS, _WORDS, _POINTER = c_int64, c_char_p, c_void_p
Report: TypeAlias = tuple[int, int, float, list[tuple[int, int | None, list[int], bool]]]


class _SearchSettings(Structure):
    _fields_: ClassVar = [
        *((name, c_int64) for name in ("depth", "nodes", "lines", "baseline", "threads")),
        ("seed", c_uint64),
        ("seconds", c_double),
        ("params", _POINTER),
        ("param_count", c_int64),
        ("network", _POINTER),
    ]


class _Param(Structure):
    _fields_: ClassVar = [("name", c_char_p), *((name, c_int32) for name in ("value", "min", "max"))]


class _VectorSettings(Structure):
    _fields_: ClassVar = [
        *((name, c_int64) for name in ("games", "actions", "cells", "dense", "packed", "illegal_loses")),
        *((name, c_int64) for name in ("autoreset", "threads")),
        ("actions_of_raw", c_char_p),
        ("cells_of_places", c_char_p),
        ("outputs", _POINTER * VECTOR_BUFFERS),
    ]


NUMBERS = (
    *("version", "words", "reasons", "draws_with_moves_left", "scale", "params", "raw_actions", "places", "planes"),
    *("features", "first_input", "layout_version"),
)
TEXTS = ("name", "position_layout", "move_layout", "reason_texts", "terminations")
FUNCTIONS: dict[str, tuple[Any, ...]] = {
    # By name, the result and the parameters.
    "error": (c_char_p,),
    "error_kind": (_STATUS,),
    "count": (_STATUS, _WORDS, c_int64, _POINTER),
    "legal_moves": (_STATUS, _WORDS, c_int64, _POINTER, _POINTER),
    "play": (_STATUS, _WORDS, c_int64, _WORDS, _POINTER),
    "outcome": (_STATUS, _WORDS, c_int64, _POINTER),
    "hash": (_STATUS, _WORDS, c_int64, _POINTER),
    "hash_after": (_STATUS, _WORDS, c_int64, _WORDS, _POINTER),
    "progress": (_STATUS, _WORDS, c_int64, _WORDS, _POINTER),
    "sides": (_STATUS, _WORDS, c_int64, _POINTER),
    "repack": (_STATUS, _WORDS, c_int64, _POINTER),
    "evaluate": (_STATUS, _WORDS, c_int64, _POINTER, _POINTER),
    "rollouts": (_STATUS, _WORDS, c_uint64, c_uint64, _POINTER),
    "start_perft": (_POINTER, _WORDS, c_int64, c_int64, c_int64),
    "start_playouts": (_POINTER, _WORDS, c_uint64, c_uint64, c_int64),
    "start_search": (_POINTER, _POINTER, _WORDS, c_int64, POINTER(_SearchSettings)),
    "job_total": (c_int64, _POINTER),
    "job_done": (c_int64, _POINTER),
    "job_stopped": (c_int64, _POINTER),
    "job_stop": (c_int64, _POINTER),
    "job_wait": (_STATUS, _POINTER, c_double),
    "free_job": (None, _POINTER),
    "perft_counts": (_STATUS, _POINTER, _POINTER, _POINTER),
    "playout_totals": (_STATUS, _POINTER, _POINTER),
    "search_nodes": (_STATUS, _POINTER),
    "search_seconds": (c_double, _POINTER),
    "search_reports": (_STATUS, _POINTER, c_int64, _POINTER, c_int64),
    "param": (c_int64, c_int64, POINTER(_Param)),
    "new_table": (_POINTER, c_int64),
    "free_table": (None, _POINTER),
    "new_network": (_POINTER, c_char_p, c_int64, c_int64, c_int64),
    "free_network": (None, _POINTER),
    "new_vector_env": (_POINTER, _WORDS, POINTER(_VectorSettings)),
    "vector_seed": (_STATUS, _POINTER, c_uint64),
    "vector_reset": (_STATUS, _POINTER, c_char_p, c_int64, c_char_p),
    "vector_step": (_STATUS, _POINTER, c_char_p),
    "vector_sample": (_STATUS, _POINTER, _POINTER),
    "vector_save": (_STATUS, _POINTER, c_char_p, c_int64, _POINTER, _POINTER, c_int64),
    "vector_restore": (_STATUS, _POINTER, c_char_p, c_int64, c_char_p, c_char_p),
    "free_vector_env": (None, _POINTER),
}


class _Game(Structure):
    _fields_: ClassVar = [
        *((name, c_int32) for name in NUMBERS),
        ("result_weight", c_double),
        *((name, c_char_p) for name in TEXTS),
        *((name, ctypes.CFUNCTYPE(*types)) for name, types in FUNCTIONS.items()),
    ]


class OtherVersion(BoardwrightError):
    """A library with another version of the interface."""


class NotInLibrary(BoardwrightError):
    """Something that only the games of the package have."""


def load_games(path: Path) -> dict[str, LibraryCore]:
    """Load a library; return the cores of its games by name. It stays loaded until the program ends."""
    library = ctypes.CDLL(str(path))
    game_at = library.boardwright_game
    game_at.restype, game_at.argtypes = POINTER(_Game), [c_int32]
    games = {}
    index = 0
    while found := game_at(index):
        if found.contents.version != VERSION:
            raise OtherVersion(f"{path} has version {found.contents.version} of the interface: expected {VERSION}")
        core = LibraryCore(found.contents)
        games[core.name] = core
        index += 1
    return games


def _bytes(buffer: Buffer) -> bytes:
    return buffer if isinstance(buffer, bytes) else memoryview(buffer).tobytes()


def _room(buffer: bytearray | array[int]) -> Any:
    """Return a buffer that the library may write to, as ctypes passes it."""
    return (c_char * memoryview(buffer).nbytes).from_buffer(buffer)


def _text(value: bytes | None) -> str:
    return (value or b"").decode(errors="replace")


class LibraryCore:
    """One game of a library; positions are buffers of ``words`` words each."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.position_layout, self.move_layout = _text(game.position_layout), _text(game.move_layout)
        self.reason_texts = _text(game.reason_texts).split("\n") if game.reason_texts is not None else []
        self.terminations = _text(game.terminations).split("\n") if game.terminations else []
        self._name = _text(game.name)

    def checked(self, result: Any) -> Any:
        """Return what a function returned; raise its error if it failed."""
        if result is None or result == -1:
            raise self.failure()
        return result

    def failure(self) -> Exception:
        """Return the last error on this thread."""
        kind = (ValueError, MemoryError, RuntimeError)[self.game.error_kind()]
        return kind(_text(self.game.error()))

    @property
    def name(self) -> str:
        return self._name

    @property
    def words(self) -> int:
        return int(self.game.words)

    @property
    def reasons(self) -> int:
        return int(self.game.reasons)

    @property
    def draws_with_moves_left(self) -> bool:
        return bool(self.game.draws_with_moves_left)

    # Batches.

    def _batch(self, positions: Buffer) -> tuple[bytes, int]:
        """Return the bytes of some positions, and their number."""
        words = _bytes(positions)
        if len(words) % 8:
            raise ValueError("the buffer does not hold whole words of eight bytes")
        if len(words) % (8 * self.words):
            found = len(words) // 8
            raise ValueError(f"a position takes {self.words} words: found {found} words in all")
        return words, len(words) // (8 * self.words)

    def _one(self, position: Buffer) -> bytes:
        words, number = self._batch(position)
        if number != 1:
            raise ValueError("expected one position")
        return words

    def _filled(self, function: Callable[..., int], size: int, positions: Buffer) -> bytearray:
        """Return what a function writes, ``size`` bytes for each position."""
        words, number = self._batch(positions)
        target = bytearray(size * number)
        self.checked(function(words, number, _room(target)))
        return target

    def _played(self, function: Callable[..., int], size: int, positions: Buffer, moves: Buffer) -> bytearray:
        """The same for a move in each position."""
        words, number = self._batch(positions)
        played = _bytes(moves)
        if len(played) != 8 * number:
            raise ValueError(f"expected {number} moves: found {len(played) // 8}")
        target = bytearray(size * number)
        self.checked(function(words, number, played, _room(target)))
        return target

    def count(self, positions: Buffer) -> bytearray:
        return self._filled(self.game.count, 8, positions)

    def legal_moves(self, positions: Buffer) -> tuple[bytearray, bytearray]:
        words, number = self._batch(positions)
        offsets = bytearray(8 * (number + 1))
        total = self.checked(self.game.legal_moves(words, number, _room(offsets), None))
        moves = bytearray(8 * total)
        self.checked(self.game.legal_moves(words, number, _room(offsets), _room(moves)))
        return offsets, moves

    def play(self, positions: Buffer, moves: Buffer) -> bytearray:
        return self._played(self.game.play, 8 * self.words, positions, moves)

    def outcome(self, positions: Buffer) -> bytearray:
        return self._filled(self.game.outcome, 2, positions)

    def hash(self, positions: Buffer) -> bytearray:
        return self._filled(self.game.hash, 8, positions)

    def hash_after(self, positions: Buffer, moves: Buffer) -> bytearray:
        return self._played(self.game.hash_after, 8, positions, moves)

    def progress(self, positions: Buffer, moves: Buffer) -> bytearray:
        """Return a byte per position: whether the move is progress."""
        return self._played(self.game.progress, 1, positions, moves)

    def sides(self, positions: Buffer) -> bytearray:
        """Return a byte per position: the side to move."""
        return self._filled(self.game.sides, 1, positions)

    def repack(self, positions: Buffer) -> bytearray:
        """Unpack all positions and pack them again."""
        return self._filled(self.game.repack, 8 * self.words, positions)

    def rollouts(self, position: Buffer, games: int, seed: int) -> tuple[int, int, int]:
        results = (c_uint64 * 3)()
        self.checked(self.game.rollouts(self._one(position), games, seed, results))
        won, lost, drawn = results
        return won, lost, drawn

    # Jobs.

    def start_perft(self, position: Buffer, depth: int, threads: int, hash_mb: int) -> Perft:
        return Perft(self, self.game.start_perft(self._one(position), depth, threads, hash_mb))

    def start_playouts(self, position: Buffer, games: int, seed: int, threads: int) -> Playouts:
        return Playouts(self, self.game.start_playouts(self._one(position), games, seed, threads))

    def start_search(
        self,
        table: TranspositionTable,
        path: Buffer,
        depth: int,
        nodes: int,
        seconds: float,
        lines: int,
        baseline: bool,
        seed: int,
        network: NoNetwork,
        bitbases: object,
        params: Sequence[int],
        threads: int,
    ) -> Search:
        words, number = self._batch(path)
        values = array("i", params)
        settings = _SearchSettings(
            *(depth, min(nodes, MAX_NUMBER), lines, baseline, threads, seed, seconds),
            *(ctypes.addressof(_room(values)) if values else None, len(values), None),
        )
        return Search(self, self.game.start_search(table.handle, words, number, ctypes.byref(settings)))

    # The evaluation.

    @property
    def scale(self) -> int:
        return int(self.game.scale)

    @property
    def params(self) -> list[tuple[str, int, int, int]]:
        found = [_Param() for _ in range(self.game.params)]
        for index, param in enumerate(found):
            self.checked(self.game.param(index, ctypes.byref(param)))
        return [(_text(param.name), param.value, param.min, param.max) for param in found]

    @property
    def result_weight(self) -> float:
        return float(self.game.result_weight)

    @property
    def layout(self) -> tuple[int, int, int]:
        return self.game.features, self.game.first_input, self.game.layout_version

    def evaluate(self, positions: Buffer, network: NoNetwork | None = None, kernel: str = "") -> bytearray:
        words, number = self._batch(positions)
        values = bytearray(16 * number)
        self.checked(self.game.evaluate(words, number, None, _room(values)))
        return values

    def new_transposition_table(self, megabytes: int) -> TranspositionTable:
        """Allocate a transposition table."""
        return TranspositionTable(self, self.game.new_table(megabytes))

    # The encoding.

    @property
    def encoded(self) -> tuple[int, int]:
        return self.game.raw_actions, self.game.places

    def new_vector_env(
        self,
        position: Buffer,
        games: int,
        actions: int,
        cells: int,
        actions_of_raw: bytes,
        cells_of_places: bytes,
        dense: bool,
        packed: bool,
        illegal_loses: bool,
        autoreset: int,
        threads: int,
        buffers: Sequence[Buffer],
    ) -> VectorEnv:
        ways, places = self.encoded
        if (len(actions_of_raw), len(cells_of_places)) != (4 * ways, 2 * places):
            raise ValueError("the tables of the encoding do not fit the game")
        planes = self.game.planes * cells * (4 if dense else 1)
        sizes = (planes, (actions + 63) // 64 * 8 if packed else actions, 8, 16, 1, 1, 1, planes, 1)
        views = [memoryview(buffer).cast("B") for buffer in buffers]
        for view, size in zip(views, sizes, strict=True):
            if len(view) != games * size:
                raise ValueError(f"expected a buffer of {games * size} bytes: found {len(view)}")
        # These keep the buffers, and pin them.
        pinned = [(c_char * len(view)).from_buffer(view) for view in views]
        outputs = (_POINTER * VECTOR_BUFFERS)(*map(ctypes.addressof, pinned))
        settings = _VectorSettings(
            *(games, actions, cells, dense, packed, illegal_loses, autoreset, threads),
            *(actions_of_raw, cells_of_places, outputs),
        )
        handle = self.checked(self.game.new_vector_env(self._one(position), ctypes.byref(settings)))
        return VectorEnv(self, handle, games, pinned)

    # What only the games of the package have.

    def materials(self) -> list[tuple[int, int, int, list[tuple[int, int]], list[int], bytearray]]:
        return []

    def _missing(self, what: str) -> NotInLibrary:
        return NotInLibrary(f"{self.name} has no {what}: its core is a header outside the package")

    def list_features(self, positions: Buffer) -> tuple[bytearray, bytearray, bytearray, bytearray]:
        raise self._missing("features for a network")

    def start_selfplay(self, *arguments: Any, **keywords: Any) -> Any:
        raise self._missing("self-play for training")

    def start_match(self, *arguments: Any, **keywords: Any) -> Any:
        raise self._missing("matches inside the core")

    def read_games(self, records: Buffer) -> tuple[bytearray, bytearray, bytearray]:
        raise self._missing("self-play for training")

    def start_bitbase(self, *arguments: Any, **keywords: Any) -> Any:
        raise self._missing("bitbases")

    def probe(self, *arguments: Any, **keywords: Any) -> bytearray:
        raise self._missing("bitbases")


class _Handle:
    """What a library has made; it is freed with this object."""

    free: ClassVar[str]

    def __init__(self, core: LibraryCore, handle: int | None) -> None:
        self.core = core
        self.handle: int | None = None
        self.handle = core.checked(handle)

    def __del__(self) -> None:
        if self.handle is not None:
            getattr(self.core.game, self.free)(self.handle)


class TranspositionTable(_Handle):
    """A transposition table, which the searches of one engine share."""

    free = "free_table"


class NoNetwork:
    """The network of an evaluation without features."""

    @property
    def hidden(self) -> int:
        return 0


class Job(_Handle):
    """Background work on several threads; dropping the object stops it."""

    free = "free_job"

    @property
    def total(self) -> int:
        return int(self.core.game.job_total(self.handle))

    @property
    def done(self) -> int:
        return int(self.core.game.job_done(self.handle))

    @property
    def stopped(self) -> bool:
        return bool(self.core.game.job_stopped(self.handle))

    def stop(self) -> None:
        self.core.game.job_stop(self.handle)

    def wait(self, seconds: float) -> bool:
        return bool(self.core.checked(self.core.game.job_wait(self.handle, seconds)))


class Perft(Job):
    """Perft in the background."""

    def _numbers(self, counts: bool) -> list[int]:
        number = self.core.checked(self.core.game.perft_counts(self.handle, None, None))
        target = (c_uint64 * number)()
        places = (None, target) if counts else (target, None)
        self.core.checked(self.core.game.perft_counts(self.handle, *places))
        return list(target)

    @property
    def root_moves(self) -> list[int]:
        return self._numbers(counts=False)

    @property
    def counts(self) -> list[int]:
        return self._numbers(counts=True)


class Playouts(Job):
    """Playouts in the background."""

    @property
    def totals(self) -> dict[str, Any]:
        numbers = (c_uint64 * (6 + 3 * MAX_REASONS))()
        self.core.checked(self.core.game.playout_totals(self.handle, numbers))
        games, plies, choices, shortest, longest, max_choices, *ends = numbers
        endings = [(*divmod(at, MAX_REASONS), number) for at, number in enumerate(ends) if number]
        return {
            "games": games,
            "plies": plies,
            "choices": choices,
            "shortest": shortest,
            "longest": longest,
            "max_choices": max_choices,
            "endings": endings,
        }


class Search(Job):
    """A search in the background."""

    @property
    def nodes(self) -> int:
        return int(self.core.checked(self.core.game.search_nodes(self.handle)))

    @property
    def seconds(self) -> float:
        return float(self.core.game.search_seconds(self.handle))

    def reports(self, first: int) -> list[Report]:
        room = 0
        words = array("q")
        # Another report may come between the calls.
        while (size := self.core.checked(self.core.game.search_reports(self.handle, first, _room(words), room))) > room:
            words, room = array("q", bytes(8 * size)), size
        left = iter(words[:size].tolist())
        return [(depth, next(left), next(left) / 1e9, [self._line(left) for _ in range(next(left))]) for depth in left]

    @staticmethod
    def _line(left: Iterator[int]) -> tuple[int, int | None, list[int], bool]:
        score, distance, bitbase, moves = (next(left) for _ in range(4))
        return score, None if distance < 0 else distance, [next(left) % 2**64 for _ in range(moves)], bool(bitbase)


class VectorEnv(_Handle):
    """Many games, stepped together by actions."""

    free = "free_vector_env"

    def __init__(self, core: LibraryCore, handle: int, games: int, pinned: list[Any]) -> None:
        super().__init__(core, handle)
        self._games = games
        self._pinned = pinned
        self._lock = Lock()

    def _actions(self, actions: Buffer) -> memoryview:
        view = memoryview(actions).cast("B")
        if len(view) != 4 * self._games:
            raise ValueError(f"expected a buffer of {4 * self._games} bytes: found {len(view)}")
        return view

    def _selected(self, games: Buffer) -> tuple[bytes, int]:
        """Return the indices of some games, and their number."""
        indices = memoryview(_bytes(games)).cast("i")
        if len(set(indices)) != len(indices) or not all(0 <= index < self._games for index in indices):
            raise ValueError(f"expected distinct games from 0 to {self._games - 1}")
        return bytes(indices), len(indices)

    def seed(self, seed: int) -> None:
        with self._lock:
            self.core.checked(self.core.game.vector_seed(self.handle, seed))

    def reset(self, games: Buffer, positions: Buffer | None) -> None:
        selected = self._selected(games)
        words = None
        if positions is not None:
            words = _bytes(positions)
            if len(words) != selected[1] * self.core.words * 8:
                raise ValueError(f"expected a buffer of {selected[1] * self.core.words * 8} bytes: found {len(words)}")
        with self._lock:
            self.core.checked(self.core.game.vector_reset(self.handle, *selected, words))

    def step(self, actions: Buffer) -> int:
        # A copy, because another thread may write to the buffer between the check and the step.
        taken = self._actions(actions).tobytes()
        with self._lock:
            illegal = int(self.core.game.vector_step(self.handle, taken))
        if illegal == VECTOR_FAILURE:
            raise self.core.failure()
        return illegal

    def save(self, games: Buffer) -> list[bytes]:
        selected = self._selected(games)
        ends, words, room = array("q", bytes(8 * selected[1])), array("Q"), 0
        with self._lock:
            while True:
                size = self.core.checked(
                    self.core.game.vector_save(self.handle, *selected, _room(ends), _room(words), room)
                )
                if size <= room:
                    break
                words, room = array("Q", bytes(8 * size)), size
        return [words[begin:end].tobytes() for begin, end in pairwise([0, *ends])]

    def restore(self, states: Sequence[bytes], games: Buffer) -> int:
        selected = self._selected(games)
        if len(states) != selected[1]:
            raise ValueError(f"expected {selected[1]} states: found {len(states)}")
        for at, state in enumerate(states):
            if len(state) % 8:
                return at
        ends = array("q", accumulate(len(state) // 8 for state in states))
        with self._lock:
            wrong = int(self.core.game.vector_restore(self.handle, *selected, ends.tobytes(), b"".join(states)))
        if wrong == VECTOR_FAILURE:
            raise self.core.failure()
        return wrong

    def sample(self, actions: Buffer) -> None:
        view = self._actions(actions)
        with self._lock:
            self.core.checked(self.core.game.vector_sample(self.handle, (c_char * len(view)).from_buffer(view)))
