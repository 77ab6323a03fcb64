"""Openings for matches: a few random legal moves that leave both sides with even chances."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Any, Self

from boardwright.engine.result import Variation
from boardwright.engine.search import Engine, nodes_for
from boardwright.errors import BoardwrightError
from boardwright.explore import random_game
from boardwright.game import AnyGame, Position
from boardwright.played_game import AnyPlayedGame, PlayedGame


@dataclass(frozen=True, slots=True)
class Opening:
    """The moves before the players start, and the position before them; None: the start position."""

    moves: tuple[str, ...] = ()
    start: str | None = None

    @classmethod
    def of(cls, played: AnyPlayedGame) -> Self:
        """Return the opening of a game's moves so far."""
        first = played.positions[0]
        start = None if first == played.game.start() else played.game.format_position(first)
        return cls(tuple(played.move_texts()), start)

    def played(self, game: AnyGame) -> AnyPlayedGame:
        """Return a game in which the opening is played."""
        played: AnyPlayedGame = PlayedGame(game, None if self.start is None else game.parse_position(self.start))
        for text in self.moves:
            played.play_text(text, strict=True)
        return played


DEFAULT_PLIES = 6
LONGEST_TURN = 8
BALANCED = 0.15
"""The largest distance of an opening's win probability from one half."""

TRIES = 40
MAX_TRIES = 400
"""How many openings are tried before giving up: longer ones may all end the game."""

CANDIDATE_NODES = 2000
CANDIDATE_HASH = 4
CANDIDATES = 8
NEARLY = 0.05
"""The largest loss of win probability of a sound move."""


def openings(game: AnyGame, *, plies: int = DEFAULT_PLIES, seed: int = 0) -> Iterator[AnyPlayedGame]:
    """Yield openings without end, the same for the same seed.

    Each has ``plies`` random plies from the start, rounded up to a full turn. It is accepted if it is new, the game
    is not over, and a short search finds the chances even; after too many tries the
    best candidate is taken: new first, then balanced. If few games last that long, openings are repeated; if none
    does, an error is raised.

    >>> from itertools import islice
    >>> from boardwright import find_game
    >>> [len(opening.moves) for opening in islice(openings(find_game("turm"), plies=4), 3)]
    [4, 4, 4]
    """
    engine: Engine[Any, Any] = Engine(game, hash_mb=CANDIDATE_HASH)
    taken: set[Position] = set()
    found: list[int] = []
    for number in count():
        random = Random(f"opening {seed} {number}")
        opening = _best_of_tries(game, plies, random, engine, taken)
        if opening is not None:
            taken.add(opening.position)
            found.append(number)
        elif found:
            earlier = Random(f"opening {seed} {random.choice(found)}")
            opening = _best_of_tries(game, plies, earlier, engine, ())
        if opening is None:
            message = f"{MAX_TRIES} random games of {game.full_name} ended within {plies} moves: expected fewer"
            raise BoardwrightError(message)
        yield opening


def _best_of_tries(
    game: AnyGame, plies: int, random: Random, engine: Engine[Any, Any], taken: Collection[Position]
) -> AnyPlayedGame | None:
    """Return None if all games ended too early."""
    if plies == 0:
        return PlayedGame(game)
    best, least = None, (True, float("inf"))
    for number in range(MAX_TRIES):
        if best is not None and (number >= TRIES or least <= (False, BALANCED)):
            break
        opening = random_opening(game, plies, random)
        if opening.outcome is not None:
            continue
        flaw = (opening.position in taken, imbalance(opening, engine))
        if flaw < least:
            best, least = opening, flaw
    return best


def random_opening(game: AnyGame, plies: int, random: Random) -> AnyPlayedGame:
    """Play ``plies`` random plies, and the rest of the turn if a turn has several."""
    opening = random_game(game, random, plies=plies)
    for _ in range(LONGEST_TURN):
        moved = game.side_to_move(opening.positions[-2])
        if opening.outcome is not None or opening.side_to_move != moved:
            break
        opening.play(random.choice(opening.legal_moves()))
    return opening


def sound_opening(game: AnyGame, random: Random) -> AnyPlayedGame:
    """Play a few plies, each chosen among those that a short search finds nearly as good as the best.

    Unlike the openings of matches it is not selected for even chances, so that it keeps the advantage of a side, if
    there is one.

    >>> from boardwright import find_game
    >>> len(sound_opening(find_game("turm"), Random(1)).moves)
    6
    """
    opening: AnyPlayedGame = PlayedGame(game)
    glance = _glance(game)
    for _ in range(DEFAULT_PLIES):
        if opening.outcome is not None:
            break
        variations = glance(opening.position)
        best = max(each.win_probability for each in variations)
        opening.play(random.choice([each.moves[0] for each in variations if each.win_probability >= best - NEARLY]))
    return opening


def _glance(game: AnyGame) -> Callable[[Position], Sequence[Variation[Any]]]:
    """Return a short search for the best variations."""
    engine: Engine[Any, Any] = Engine(game, hash_mb=CANDIDATE_HASH)
    nodes = nodes_for(game, CANDIDATES * CANDIDATE_NODES)
    return lambda position: engine.search(position, nodes=nodes, multipv=CANDIDATES).variations


def imbalance(opening: AnyPlayedGame, engine: Engine[Any, Any]) -> float:
    """Return the distance of the win probability from one half."""
    nodes = nodes_for(opening.game, CANDIDATE_NODES)
    return abs(engine.search(opening.position, nodes=nodes).win_probability - 0.5)
