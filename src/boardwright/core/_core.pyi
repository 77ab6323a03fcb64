"""The compiled core: games over packed positions, and jobs that run in threads of their own."""

from collections.abc import Sequence
from typing import Final, TypedDict

from typing_extensions import Buffer

draw_clock_reach: Final[int]
hidden_sizes: Final[list[int]]
history_planes: Final[int]
kernels: Final[list[str]]
max_depth: Final[int]
max_megabytes: Final[int]
max_quiet_plies: Final[int]
max_random_plies: Final[int]
phases: Final[int]
quiet_step: Final[int]
win_score: Final[int]

class Job:
    @property
    def total(self) -> int: ...
    @property
    def done(self) -> int: ...
    @property
    def stopped(self) -> bool: ...
    def stop(self) -> None: ...
    def wait(self, seconds: float) -> bool: ...

class Perft(Job):
    @property
    def root_moves(self) -> list[int]: ...
    @property
    def counts(self) -> list[int]: ...

class PlayoutTotals(TypedDict):
    games: int
    plies: int
    choices: int
    shortest: int
    longest: int
    max_choices: int
    endings: list[tuple[int, int, int]]

class Playouts(Job):
    @property
    def totals(self) -> PlayoutTotals: ...

class TranspositionTable:
    def __init__(self, megabytes: int) -> None: ...

class Network:
    def __init__(self, numbers: bytes, features: int, first_input: int, hidden: int) -> None: ...
    @property
    def hidden(self) -> int: ...

class Selfplay(Job):
    def records(self) -> bytearray: ...

class MatchTotals(TypedDict):
    won: int
    drawn: int
    lost: int
    pairs: list[int]
    searched: list[tuple[int, int, int]]

class Match(Job):
    @property
    def totals(self) -> MatchTotals: ...

class Bitbases:
    def __init__(self) -> None: ...
    def add(
        self, number: int, stage: int, buffer: Buffer, first: int, size: int, positions: int, decoded: bool
    ) -> None: ...

class BitbaseJob(Job):
    @property
    def positions(self) -> int: ...
    @property
    def initialised(self) -> int: ...
    def packed(self) -> list[tuple[int, bytes]]: ...
    @property
    def totals(self) -> tuple[int, int, int, int]: ...

class Search(Job):
    @property
    def nodes(self) -> int: ...
    @property
    def seconds(self) -> float: ...
    def reports(self, first: int) -> list[tuple[int, int, float, list[tuple[int, int | None, list[int], bool]]]]: ...

class VectorEnv:
    def reset(self, seed: int) -> None: ...
    def step(self, actions: Buffer) -> int: ...
    def sample(self, actions: Buffer) -> None: ...

class Core:
    @property
    def name(self) -> str: ...
    @property
    def words(self) -> int: ...
    @property
    def reasons(self) -> int: ...
    def count(self, positions: Buffer) -> bytearray: ...
    def legal_moves(self, positions: Buffer) -> tuple[bytearray, bytearray]: ...
    def play(self, positions: Buffer, moves: Buffer) -> bytearray: ...
    def outcome(self, positions: Buffer) -> bytearray: ...
    def hash(self, positions: Buffer) -> bytearray: ...
    def hash_after(self, positions: Buffer, moves: Buffer) -> bytearray: ...
    def rollouts(self, position: Buffer, games: int, seed: int) -> tuple[int, int, int]: ...
    def start_perft(self, position: Buffer, depth: int, threads: int, hash_mb: int) -> Perft: ...
    def start_playouts(self, position: Buffer, games: int, seed: int, threads: int) -> Playouts: ...
    @property
    def scale(self) -> int: ...
    @property
    def params(self) -> list[tuple[str, int, int, int]]: ...
    @property
    def result_weight(self) -> float: ...
    def evaluate(self, positions: Buffer, network: Network, kernel: str) -> bytearray: ...
    @property
    def layout(self) -> tuple[int, int, int]: ...
    def list_features(self, positions: Buffer) -> tuple[bytearray, bytearray, bytearray, bytearray]: ...
    def start_selfplay(
        self,
        position: Buffer,
        games: int,
        nodes: int,
        seed: int,
        random_plies: int,
        network: Network,
        threads: int,
    ) -> Selfplay: ...
    def start_match(
        self,
        position: Buffer,
        pairs: int,
        seed: int,
        random_plies: int,
        first: tuple[Network, Sequence[int], int, float, int],
        second: tuple[Network, Sequence[int], int, float, int],
        threads: int,
    ) -> Match: ...
    def read_games(self, records: Buffer) -> tuple[bytearray, bytearray, bytearray]: ...
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
        network: Network,
        bitbases: Bitbases | None,
        params: Sequence[int],
        threads: int,
    ) -> Search: ...
    def materials(self) -> list[tuple[int, int, int, list[tuple[int, int]], list[int], bytearray]]: ...
    def start_bitbase(self, bitbases: Bitbases, number: int, threads: int) -> BitbaseJob: ...
    def probe(self, bitbases: Bitbases, positions: Buffer) -> bytearray: ...
    @property
    def encoded(self) -> tuple[int, int]: ...
    def new_vector_env(
        self,
        position: Buffer,
        games: int,
        actions: int,
        cells: int,
        actions_of_raw: bytes,
        cells_of_places: bytes,
        dense: bool,
        buffers: Sequence[Buffer],
    ) -> VectorEnv: ...

def cores() -> list[Core]: ...
