"""Self-play games as jobs, for training."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from boardwright.core import core_of, finish, new_network
from boardwright.engine.network import Network
from boardwright.errors import BoardwrightError
from boardwright.executors.executor import Executor
from boardwright.executors.jobs import Job
from boardwright.game import AnyGame
from boardwright.registry import as_game, picklable_ref
from boardwright.training.sample_files import BLOCK_GAMES, MAX_BLOCKS, SampleFile, Settings

RANDOM_PLIES = 10


def seed_of_block(seed: int, block: int) -> int:
    """Return the seed of a block of games; ``core/standalone.cpp`` has the same rule."""
    return (seed * 0x9E3779B97F4A7C15 + block) % 2**64


def settings_of(
    game: AnyGame, network: Network, *, nodes: int, random_plies: int = RANDOM_PLIES, seed: int = 1, **shard: int
) -> Settings:
    """Return the settings of self-play games of a network."""
    return Settings(game.full_name, core_of(game).layout.version, nodes, random_plies, seed, network.checksum, **shard)


def selfplay_jobs(game: AnyGame, network: Network, settings: Settings, blocks: range) -> Iterator[Job[bytes]]:
    """Yield a job for each block of games; it returns their records."""
    arguments = network.numbers.tobytes(), network.features, network.first_input, network.hidden
    for block in blocks:
        name = f"self-play block {block} of {game.full_name}, seed {settings.seed}"
        seed = seed_of_block(settings.seed, block)
        yield Job(name, play_block, (picklable_ref(game), settings.nodes, settings.random_plies, seed, arguments))


def play_block(
    game: AnyGame | str, nodes: int, random_plies: int, seed: int, network: tuple[bytes, int, int, int]
) -> bytes:
    """Play the games of one block and return their records."""
    played = as_game(game)
    job = core_of(played).start_selfplay(
        played.start(),
        games=BLOCK_GAMES,
        nodes=nodes,
        random_plies=random_plies,
        network=new_network(*network),
        seed=seed,
    )
    finish(job)
    return bytes(job.records())


def play_into(
    path: Path,
    game: AnyGame,
    network: Network,
    settings: Settings,
    games: int,
    executor: Executor,
    on_games: Callable[[int], None] = lambda games: None,
    stop: Callable[[], bool] = lambda: False,
) -> int:
    """Play games into a file until it holds at least ``games``, and return their number.

    An existing file with the same settings is continued. ``on_games`` receives the number of games so far; ``stop``
    is polled.
    """
    wanted = -(-games // BLOCK_GAMES)
    if settings.shard + (wanted - 1) * settings.shards >= MAX_BLOCKS:
        most = (MAX_BLOCKS - settings.shard - 1) // settings.shards + 1
        raise BoardwrightError(
            f"a file cannot hold {games} games: expected at most {most * BLOCK_GAMES} "
            f"for shard {settings.shard + 1}/{settings.shards}"
        )
    file = SampleFile(path, settings)
    try:
        numbers = settings.numbers(file.blocks, wanted)
        on_games(file.blocks * BLOCK_GAMES)
        jobs = selfplay_jobs(game, network, settings, numbers)
        for number, records in zip(numbers, executor.map(jobs, stop), strict=False):
            file.append(number, records)
            on_games(file.blocks * BLOCK_GAMES)
        return file.blocks * BLOCK_GAMES
    finally:
        file.close()
