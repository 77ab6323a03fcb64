"""Compare the core of a game's header with the game's Python rules by random play.

``python -m boardwright.core.verification GAME LIBRARY POSITIONS SEED`` does so in a process of its own, because an
error in a header can end the process. It prints each position before it is compared, and a JSON object in the end.
"""

from __future__ import annotations

import json
import struct
import sys
from array import array
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Generic

from boardwright.core.c_interface import LibraryCore, OtherVersion, load_games
from boardwright.core.encoding_tables import encoding_tables
from boardwright.derived_packing import ANY_REASON, DerivedPacking
from boardwright.encoding import HISTORY_PLANES, Actions, Encoding, encoding_of
from boardwright.errors import BoardwrightError, described, quoted, reason_of
from boardwright.failures import code_failure
from boardwright.game import Game, M, Outcome, P
from boardwright.layouts import InvalidLayout, Unpackable
from boardwright.packing import Packing, packing_of
from boardwright.played_game import PlayedGame
from boardwright.registry import find_game

POSITIONS = 1000
THOROUGH_EVERY = 25
"""The interval of the positions whose moves are all played; of the others, the move of the game and another one are."""
EAGER = 0.4
"""The share of random games that prefer progress."""
PLAYOUTS = 100
STEPS = 200
"""How many actions the vector environment is compared for."""
OPEN, DRAWN = 3, 2
LONGEST = 300


class Differs(BoardwrightError):
    """What is wrong with a header, as the end of a sentence that begins with its name."""


@dataclass(frozen=True)
class Verified:
    """How many positions were compared, and what is wrong with the header, "" if nothing is."""

    positions: int
    problem: str = ""


def packing_for(game: Game[P, M], core: LibraryCore) -> Packing[P, M]:
    """Return the packing of a game with a header: its own, or the one that the header's layouts describe."""
    own = packing_of(game)
    if own is not None:
        return own
    if not core.position_layout or not core.move_layout or len(core.reason_texts) != core.reasons:
        raise Differs(
            f"has no packing for {game.full_name}: expected position_layout, move_layout and a text in reason_texts "
            "for each reason, or a packing in the manifest"
        )
    try:
        return DerivedPacking(game, core.position_layout, core.move_layout, core.reason_texts, core.terminations)
    except InvalidLayout as error:
        raise Differs(f"does not fit the game: {error}") from error


def load(library: Path, game: Game[P, M]) -> LibraryCore:
    """Load the core of a game from a library."""
    try:
        games = load_games(library)
    except (OSError, OtherVersion) as error:
        raise Differs(f"cannot be loaded: {reason_of(error)}") from error
    except AttributeError as error:
        raise Differs("exports no game: expected BOARDWRIGHT_GAMES(...) at its end") from error
    if game.full_name not in games:
        raise Differs(f"has no game named {game.full_name}: found {', '.join(games) or 'none'}")
    return games[game.full_name]


def verify(
    game: Game[P, M],
    library: Path,
    *,
    positions: int = POSITIONS,
    seed: int = 0,
    before: Callable[[str], object] = lambda text: None,
) -> Verified:
    """Compare at least N positions of random games, up to the first difference.

    ``before`` receives the text of each position before it is compared.
    """
    compared = 0
    try:
        core = load(library, game)
        comparison = Comparison(game, core, packing_for(game, core))
        while compared < positions:
            random = Random(f"{seed} {compared}")
            for position, move in _random_play(game, random, eager=random.random() < EAGER):
                before(game.format_position(position))
                comparison.compare(position, move, thorough=compared % THOROUGH_EVERY == 0)
                compared += 1
        before("in playouts")
        comparison.compare_playouts()
        if core.encoded[0]:
            before("in the vector environment")
            comparison.compare_encoding(Random(seed))
    except Differs as error:
        return Verified(compared, str(error))
    except Unpackable as error:
        return Verified(compared, f"has a layout that does not fit the game: {error}")
    except Exception as error:
        failure = code_failure(error)
        if failure is None and not isinstance(error, (BoardwrightError, ValueError, RuntimeError, MemoryError)):
            raise
        return Verified(compared, f"cannot be compared: {failure or described(error)}")
    return Verified(compared)


def _random_play(game: Game[P, M], random: Random, *, eager: bool) -> Iterator[tuple[P, M | None]]:
    """Yield the positions of a random game, each with the move played there.

    An eager game prefers progress, which leads to other positions: few pieces, promotions, rare endings.
    """
    played = PlayedGame(game)
    while moves := played.legal_moves():
        position = played.position
        preferred = [move for move in moves if game.is_progress(position, move)] if eager else []
        move = random.choice(preferred or moves)
        yield position, move
        played.play(move)
    yield played.position, None


class Comparison(Generic[P, M]):
    """The rules of one game in Python and in C++."""

    def __init__(self, game: Game[P, M], core: LibraryCore, packing: Packing[P, M]) -> None:
        self.game = game
        self.core = core
        self.packing = packing
        self.endings = packing.endings(game.variant)
        self._keys: dict[int, tuple[Hashable, P]] = {}
        self._hashes: dict[Hashable, tuple[int, P]] = {}

    def _differs(self, position: P, python: str, cpp: str, move: M | None = None) -> Differs:
        where = f"in the position {quoted(self.game.format_position(position), LONGEST)}"
        if move is not None:
            where += f", move {quoted(self.game.format_move(position, move), LONGEST)}"
        return Differs(f"differs from the Python rules {where}: Python says {python}, C++ says {cpp}")

    def _packed(self, position: P) -> bytes:
        return struct.pack(f"={self.core.words}Q", *self.packing.pack(position))

    def compare(self, position: P, played: M | None, *, thorough: bool) -> None:
        """Compare one position; raise :class:`Differs`."""
        words = self._compare_words(position)
        game, core = self.game, self.core
        (side,) = core.sides(words)
        if side != game.side_to_move(position):
            python = game.sides[game.side_to_move(position)]
            cpp = game.sides[side] if side < len(game.sides) else f"side {side}"
            raise self._differs(position, f"{python} is to move", f"{cpp} is to move")
        moves = game.legal_moves(position)
        self._compare_outcome(position, words, bool(moves))
        self._compare_moves(position, words, moves)
        self._compare_key(position, words)
        self._compare_winning_move(position, words, moves)
        another = moves[len(self._keys) % len(moves)] if moves else None
        few = dict.fromkeys(move for move in (played, another) if move is not None)
        for move in moves if thorough else few:
            self._compare_successor(position, words, move)

    def _compare_words(self, position: P) -> bytes:
        packed = self._packed(position)
        again = self.packing.unpack(struct.unpack(f"={self.core.words}Q", packed))
        if again != position:
            text = quoted(repr(position), LONGEST)
            raise Differs(f"has a layout that does not fit the game: {text} becomes {quoted(repr(again), LONGEST)}")
        try:
            kept = bytes(self.core.repack(packed)) == packed
        except ValueError:
            raise self._differs(position, "it is a position", "its words are not a position") from None
        if not kept:
            raise self._differs(position, "its words should be the same", "pack and unpack change them")
        return packed

    def _text(self, outcome: Outcome | None) -> str:
        return quoted(self.game.format_outcome(outcome), LONGEST)

    def _compare_outcome(self, position: P, words: bytes, has_moves: bool) -> None:
        kind, reason = self.core.outcome(words)
        expected = self.game.outcome(position)
        if kind > OPEN or (kind != OPEN and reason >= self.core.reasons):
            raise self._differs(position, self._text(expected), f"the outcome {kind} for the reason {reason}")
        found = None if kind == OPEN else Outcome(None if kind == DRAWN else kind, *self.endings[reason])
        varies = found is not None and found.reason == ANY_REASON
        if (found is None) != (expected is None) or (
            found is not None
            and expected is not None
            and (found.winner != expected.winner or (found.reason != expected.reason and not varies))
        ):
            raise self._differs(position, self._text(expected), self._text(found))
        if found is not None and expected is not None and found.termination != expected.termination:
            python = f"the termination of {self._text(expected)} is {expected.termination}"
            raise self._differs(position, python, str(found.termination))
        if expected is not None and has_moves and not self.core.draws_with_moves_left:
            raise self._differs(position, "it is drawn with moves left", "draws_with_moves_left is false")

    def _compare_moves(self, position: P, words: bytes, moves: Sequence[M]) -> None:
        expected = {self.packing.pack_move(move): move for move in moves}
        for word, move in expected.items():
            if (again := self.packing.unpack_move(position, word)) != move:
                raise Differs(f"has a layout that does not fit the game: the move {move!r} becomes {again!r}")
        found = array("Q", bytes(self.core.legal_moves(words)[1]))
        for word in found:
            if word not in expected:
                raise self._differs(position, *self._not_legal(position, word))
        for word, move in expected.items():
            if found.count(word) != 1:
                cpp = f"it is listed {found.count(word)} times" if word in found else "it is not"
                raise self._differs(position, "it is legal", cpp, move)
        (count,) = struct.unpack("=Q", self.core.count(words))
        if count != len(moves):
            raise self._differs(position, f"there are {len(moves)} moves", f"count is {count}")

    def _not_legal(self, position: P, word: int) -> tuple[str, str]:
        """Describe a move that only C++ lists, by its text if it can be read at all."""
        try:
            text = quoted(self.game.format_move(position, self.packing.unpack_move(position, word)), LONGEST)
        except Exception:
            return f"{word:#x} is not a move", "it is legal"
        return f"{text} is not legal", "it is"

    def _compare_successor(self, position: P, words: bytes, move: M) -> None:
        word = struct.pack("=Q", self.packing.pack_move(move))
        expected = self.game.successor(position, move)
        packed, found = self._packed(expected), bytes(self.core.play(words, word))
        if found != packed:
            python = f"it leads to {quoted(self.game.format_position(expected), LONGEST)}"
            raise self._differs(position, python, f"to {self._position(found)}", move)
        after, key = self.core.hash_after(words, word), self.core.hash(found)
        if after != key:
            cpp = f"step gives the hash {bytes(after).hex()}, and hash gives {bytes(key).hex()}"
            raise self._differs(position, "both hashes of the next position should be the same", cpp, move)
        (progress,) = self.core.progress(words, word)
        if bool(progress) != self.game.is_progress(position, move):
            python, cpp = ("it is progress", "it is not") if not progress else ("it is not progress", "it is")
            raise self._differs(position, python, cpp, move)

    def _position(self, words: bytes) -> str:
        """Return a position of C++ as text, if it can be read at all."""
        unpacked = struct.unpack(f"={self.core.words}Q", words)
        try:
            return quoted(self.game.format_position(self.packing.unpack(unpacked)), LONGEST)
        except Exception:
            return f"the words {' '.join(f'{word:#x}' for word in unpacked)}"

    def _compare_key(self, position: P, words: bytes) -> None:
        """Positions have the same hash if and only if they count as repeated."""
        expected = self.game.repetition_key(position)
        if expected is None:
            return
        (key,) = struct.unpack("=Q", self.core.hash(words))
        other_key, other = self._keys.setdefault(key, (expected, position))
        if other_key != expected:
            text = quoted(self.game.format_position(other), LONGEST)
            raise self._differs(position, f"it is not a repetition of {text}", "they have the same hash")
        other_hash, other = self._hashes.setdefault(expected, (key, position))
        if other_hash != key:
            text = quoted(self.game.format_position(other), LONGEST)
            raise self._differs(position, f"it is a repetition of {text}", "they have different hashes")

    def _compare_winning_move(self, position: P, words: bytes, moves: Sequence[M]) -> None:
        """The evaluation may miss a winning move, but not see one where there is none."""
        if not self.core.scale or not struct.unpack("=4i", self.core.evaluate(words))[2]:
            return
        side = self.game.side_to_move(position)
        ends = (self.game.outcome(self.game.successor(position, move)) for move in moves)
        if not any(end is not None and end.winner == side for end in ends):
            raise self._differs(position, "no move wins at once", "has_winning_move is true")

    def compare_playouts(self) -> None:
        """Play random games in C++: each must end."""
        results = self.core.rollouts(self._packed(self.game.start()), PLAYOUTS, 1)
        if sum(results) != PLAYOUTS:
            raise Differs(f"has {sum(results)} results of {PLAYOUTS} playouts")

    def compare_encoding(self, random: Random) -> None:
        """Take random actions in the vector environment and in Python."""
        game, core = self.game, self.core
        encoding: Encoding[P, M] = encoding_of(game)
        if len(encoding.planes) != core.game.planes:
            found = f"{core.game.planes} planes"
            raise Differs(f"has an encoding of {found}: expected {len(encoding.planes)}, as in Python")
        actions = len(encoding.actions)
        planes, mask, terminated, truncated = map(bytearray, (core.game.planes * encoding.area, actions, 1, 1))
        ignored = [bytearray(size) for size in (8, 16, 1, len(planes), 1)]
        start = game.start()
        tables = encoding_tables(encoding, *core.encoded)
        env = core.new_vector_env(
            *(self._packed(start), 1, actions, encoding.area, *tables),
            *(False, False, False, 0, 1),
            [planes, mask, *ignored[:3], terminated, truncated, *ignored[3:]],
        )
        env.reset(bytes(4), None)
        position: P = start
        prefix: Actions = ()
        compared = (len(encoding.planes) - len(HISTORY_PLANES)) * encoding.area
        for _ in range(STEPS):
            options = encoding.options(position, prefix)
            legal = [action for action in range(actions) if mask[action]]
            if legal != list(options):
                python, cpp = (f"the actions {_listed(each)}" for each in (list(options), legal))
                raise self._differs(position, python, cpp)
            expected = encoding.observe(position, prefix)[:compared]
            if planes[:compared] != expected:
                at = next(at for at, (a, b) in enumerate(zip(planes, expected, strict=False)) if a != b)
                name = encoding.planes[at // encoding.area]
                cell = f"in cell {at % encoding.area} of the plane '{name}'"
                raise self._differs(position, f"{expected[at]} {cell}", str(planes[at]))
            action = random.choice(list(options))
            env.step(struct.pack("=i", action))
            move = options[action]
            position, prefix = (position, (*prefix, action)) if move is None else (game.successor(position, move), ())
            if terminated[0] != (game.outcome(position) is not None):
                found = f"terminated is {bool(terminated[0])}"
                raise self._differs(position, self._text(game.outcome(position)), found)
            if terminated[0] or truncated[0]:
                position, prefix = start, ()


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers[:20])) + (", ..." if len(numbers) > 20 else "")


def main(ref: str, library: str, positions: str, seed: str) -> None:
    game = find_game(ref)
    show = partial(print, flush=True)
    print(json.dumps(asdict(verify(game, Path(library), positions=int(positions), seed=int(seed), before=show))))


if __name__ == "__main__":
    main(*sys.argv[1:])
