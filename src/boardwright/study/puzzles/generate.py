"""Find puzzles in games: those of weak players against themselves, and stored ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count, islice
from random import Random
from typing import Any

from boardwright.engine.bitbases import OFF
from boardwright.engine.search import Engine, nodes_for
from boardwright.executors.jobs import Job
from boardwright.game import AnyGame
from boardwright.played_game import AnyPlayedGame, PlayedGame, replay
from boardwright.puzzles import Puzzle, board_key, turns_of
from boardwright.registry import as_game, picklable_ref
from boardwright.study.puzzles.difficulty import Solvers
from boardwright.study.puzzles.proof import Prover, rival, solve

DEFAULT_NODES = 20_000
SCAN_SHARE = 10
"""A position is first searched for a win with the nodes divided by this number."""
CHECK_FACTOR = 10
"""The moves beside the solution are searched again with the nodes times this number."""

LEAST_MOVES = 3
"""The least number of legal moves in the position of a puzzle."""
SHORT_SHARE = 5
"""At most one puzzle in this number is solved by one move."""
ENOUGH_MOVES = 4
"""With this number of moves, no longer solution is looked for in the same window."""

JOB_GAMES = 4
RANDOM_PLIES = 10
BLUNDERS = 0.1
"""The share of random moves in the games."""
WEAK_NODES = (50, 100, 300)
MAX_PLIES = 400
MAX_QUIET_PLIES = 60
WINDOW = 8
"""Of the positions of this number of plies, at most one becomes a puzzle."""
LAST_WINDOWS = 4
"""How many windows at the end of a game of its own are looked through; few games have proven wins before."""
OTHER_MOVES = 3
"""How many moves besides the one played are tried in each position."""


def weak_game(game: AnyGame, random: Random) -> list[Any]:
    """Return the positions of a game of a weak player against itself."""
    played: AnyPlayedGame = PlayedGame(game)
    engine: Engine[Any, Any] = Engine(game, hash_mb=1, seed=random.getrandbits(32) | 1, endings=OFF)
    opening = random.randrange(RANDOM_PLIES + 1)
    while played.outcome is None and len(played.moves) < MAX_PLIES and played.quiet_plies < MAX_QUIET_PLIES:
        if len(played.moves) < opening or random.random() < BLUNDERS:
            move = random.choice(played.legal_moves())
        else:
            move = engine.search(played.position, nodes=nodes_for(game, random.choice(WEAK_NODES))).move
        played.play(move)
    # Where nothing has happened for long, there is nothing to find.
    return list(played.positions[: len(played.positions) - max(0, played.quiet_plies - WINDOW)])


def near_positions(game: AnyGame, positions: Sequence[Any], random: Random) -> Iterator[Any]:
    """Yield positions, then those after some other moves than the played ones."""
    yield from positions
    for position in positions:
        moves = game.legal_moves(position)
        for move in random.sample(moves, min(OTHER_MOVES, len(moves))):
            yield game.successor(position, move)


def best_puzzle(
    game: AnyGame, prover: Prover, positions: Iterable[Any], nodes: int, *, short: bool = True
) -> Puzzle | None:
    """Return the puzzle with the longest solution among some positions; None if there is none.

    ``short``: whether it may be solved by one move.
    """
    found: list[tuple[int, Puzzle]] = []
    for position in positions:
        if game.outcome(position) is not None or len(game.legal_moves(position)) < LEAST_MOVES:
            continue
        distance = prover.scan(position, max(nodes // SCAN_SHARE, 1))
        if distance is None or (distance == 1 and not short):
            continue
        if (solution := solve(game, prover, position, nodes)) is None:
            continue
        puzzle = Puzzle(game.format_position(position), tuple(solution[1]), solution[0])
        length = _length(game, puzzle)
        if length > 1 or (puzzle.distance == 1 and short):
            found.append((length, puzzle))
        if length >= ENOUGH_MOVES:
            break
    found.sort(key=lambda each: each[0], reverse=True)
    return next((puzzle for _, puzzle in found if is_unique(game, prover, puzzle, nodes * CHECK_FACTOR)), None)


def _length(game: AnyGame, puzzle: Puzzle) -> int:
    """Return the number of moves that the solver has to find."""
    turns = turns_of(game, puzzle)
    return sum(len(turn.moves) for turn in turns if turn.side == turns[0].side)


def is_unique(game: AnyGame, prover: Prover, puzzle: Puzzle, nodes: int) -> bool:
    """Whether a search with that number of nodes finds no other way to win in any turn of the solver."""
    turns = turns_of(game, puzzle)
    return all(
        rival(game, prover, turn, nodes, strict=number == 0) is None
        for number, turn in enumerate(turns)
        if turn.side == turns[0].side
    )


def puzzles_in_games(
    game: AnyGame | str, records: Sequence[dict[str, object]], seed: int, games: int, nodes: int
) -> list[Puzzle]:
    """Return puzzles from stored games and from a number of new ones, in any process."""
    game = as_game(game)
    random = Random(seed)
    prover, solvers = Prover(game), Solvers(game)
    sources = [list(replay(record, game).positions) for record in records]
    found = []
    for number in range(len(sources) + games):
        positions = sources[number] if number < len(sources) else weak_game(game, random)[-LAST_WINDOWS * WINDOW :]
        for start in range(0, len(positions), WINDOW):
            window = near_positions(game, positions[start : start + WINDOW], random)
            # More puzzles of one move are found than are kept.
            short = random.random() < 1 / (2 * SHORT_SHARE)
            puzzle = best_puzzle(game, prover, window, nodes, short=short)
            if puzzle is not None:
                found.append(replace(puzzle, solved=solvers.share(puzzle)))
    return found


def puzzle_jobs(game: AnyGame, stored: Iterable[AnyPlayedGame], seed: int, nodes: int) -> Iterator[Job[list[Puzzle]]]:
    """Yield jobs that find puzzles in stored games, then without end in new ones."""
    reference = picklable_ref(game)
    waiting = iter(stored)
    while records := [played.record() for played in islice(waiting, JOB_GAMES)]:
        yield Job("stored games", puzzles_in_games, (reference, records, seed, 0, nodes))
    for number in count(1):
        yield Job(
            f"games {number} of {game.full_name}",
            puzzles_in_games,
            (reference, [], _seed_of(seed, number), JOB_GAMES, nodes),
        )


def _seed_of(seed: int, number: int) -> int:
    return (seed * 0x9E3779B97F4A7C15 + number) % 2**64


class Collection:
    """Puzzles without duplicates, of which at most a fifth is solved by one move."""

    def __init__(self, game: AnyGame, puzzles: Iterable[Puzzle] = ()) -> None:
        self.game = game
        self.puzzles: list[Puzzle] = []
        self._keys: set[object] = set()
        self._short = 0
        for puzzle in puzzles:
            self._put(puzzle, board_key(game, game.parse_position(puzzle.position)))

    def add(self, puzzle: Puzzle) -> bool:
        """Add a puzzle unless it is a duplicate, or one of too many that are solved by one move."""
        key = board_key(self.game, self.game.parse_position(puzzle.position))
        is_short = len(puzzle.moves) == 1
        if key in self._keys or (is_short and (self._short + 1) * SHORT_SHARE > len(self.puzzles) + 1):
            return False
        self._put(puzzle, key)
        return True

    def _put(self, puzzle: Puzzle, key: object) -> None:
        self._keys.add(key)
        self._short += len(puzzle.moves) == 1
        self.puzzles.append(puzzle)
