"""A player for another program that searches while it reads commands: what protocols in lines have in common."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from contextlib import suppress
from threading import Event, Lock, Thread
from time import perf_counter
from typing import Any, ClassVar, NamedTuple, TextIO

from boardwright.conformance import game_failure
from boardwright.core import MAX_THREADS, MOST_HASH
from boardwright.engine.bitbases import AUTO, find_bitbases, materials_of
from boardwright.engine.players import LEVELS, EnginePlayer, Limits, Player, in_game, player_of_level
from boardwright.engine.result import SearchResult
from boardwright.engine.search import DEFAULT_HASH, can_search
from boardwright.errors import BoardwrightError, quoted
from boardwright.parse_numbers import read_whole_number
from boardwright.played_game import Match
from boardwright.protocols.commands import CommandServer
from boardwright.protocols.go import within
from boardwright.registry import AnyGame

SIGN_OF_LIFE = 1.0
"""How often a search is heard of once the commands have ended, in seconds."""


class Option(NamedTuple):
    """A whole number that can be set, with its name as it is shown."""

    name: str
    default: int
    least: int
    most: int


def options_of(game: AnyGame) -> tuple[Option, ...]:
    """What can be set for the player of a game."""
    common = Option("MultiPV", 1, 1, 100), Option("Seed", 0, 0, 2**32 - 1)
    if not can_search(game):
        return common
    return (
        Option("Threads", 1, 1, MAX_THREADS),
        Option("Hash", DEFAULT_HASH, 1, MOST_HASH),
        Option("Level", 0, 0, len(LEVELS)),
        *common,
    )


class SearchServer(CommandServer):
    """A match, a player, and commands over them; ``output`` takes every answer as it is given.

    A protocol says what its commands are, and in which words it answers. The search runs in a thread
    of its own, and answers once, whatever happens in it.
    """

    endings_name: ClassVar[str] = "Endings"
    """The option that is no number: auto, off, or a folder."""

    def __init__(self, game: AnyGame, output: TextIO, options: Iterable[Option]) -> None:
        self.game = game
        self.output = output
        self.options = {option.name.lower(): option for option in options}
        self.values = {name: option.default for name, option in self.options.items()}
        self.endings = AUTO
        self.match: Match[Any, Any] = Match(game)
        self._from: tuple[str | None, list[str]] = (None, [])
        """Where the match began, and its moves as they were given."""
        self._player: Player | None = None
        self._player_values: dict[str, int] = {}
        """The options that the player was made with."""
        self._good_hash = DEFAULT_HASH
        """The size of the last table that could be had."""
        self._thread: Thread | None = None
        self._answered = True
        self._stop = Event()
        self._may_answer = Event()
        """Not before that is a search answered, even if it has ended."""
        self._writing = Lock()

    # What a protocol has of its own.

    @abstractmethod
    def _complaint(self, words: str) -> str:
        """The line that tells of something wrong."""

    @abstractmethod
    def _sign_of_life(self, seconds: float) -> str:
        """The line that tells that a search goes on."""

    @abstractmethod
    def _told(self, found: SearchResult[Any]) -> list[str]:
        """The lines that tell what a search has found."""

    @abstractmethod
    def _answer(self, moves: Sequence[Any]) -> str:
        """The line that ends a search: the first move is played, the others are expected."""

    @abstractmethod
    def _first_position(self, start: str) -> Any:
        """The position that a match begins with."""

    def _play(self, text: str) -> None:
        self.match.play_text(text)

    # What all of them do.

    def _tell_complaint(self, words: str) -> None:
        self._say(self._complaint(words))

    def finish(self) -> None:
        """No more commands: a search that waits for one ends now, another when it is through."""
        began = perf_counter()
        if not self._may_answer.is_set():
            self._halt()
        while self._thread is not None and self._thread.is_alive():
            self._thread.join(SIGN_OF_LIFE)
            if not self._answered:
                # Where nobody hears this any more, it fails, and so ends the search.
                self._say(self._sign_of_life(perf_counter() - began))

    def close(self) -> None:
        """End the search, if there is one."""
        self._halt()
        if self._thread is not None:
            self._thread.join()

    def _halt(self) -> None:
        self._stop.set()
        self._may_answer.set()

    def _say(self, *lines: str, last: bool = False) -> None:
        with self._writing:
            # Whoever reads the last line of a search may give the next command at once.
            self._answered = self._answered or last
            self.output.write("".join(f"{line}\n" for line in lines))
            self.output.flush()

    def _require_idle(self) -> None:
        if not self._answered:
            raise BoardwrightError("a search is going on: expected stop first")

    # The options.

    @property
    def _has_endings(self) -> bool:
        return bool(materials_of(self.game))

    def _set(self, name: str, text: str) -> None:
        """Set an option, from the next search on."""
        self._require_idle()
        if self._has_endings and name.lower() == self.endings_name.lower():
            self._set_endings(text)
        else:
            self._set_number(name, text)

    def _set_endings(self, text: str) -> None:
        endings = find_bitbases(self.game, text)
        if endings is not None:
            endings.load()
        if text != self.endings:
            self.endings, self._player = text, None

    def _set_number(self, name: str, text: str) -> None:
        option = self.options.get(name.lower())
        if option is None:
            names = [option.name for option in self.options.values()] + [self.endings_name] * self._has_endings
            raise BoardwrightError(f"there is no option {quoted(name)}: expected {', '.join(names)}")
        value = read_whole_number(text, option.least, option.most)
        if value is None:
            expected = f"expected a whole number from {option.least} to {option.most}"
            raise BoardwrightError(f"{option.name} {quoted(text)}: {expected}")
        self.values[option.name.lower()] = value

    # The position.

    def _new_match(self) -> None:
        """The start position, and nothing known of what was searched before."""
        self._require_idle()
        self._player = None
        self.match, self._from = Match(self.game), (None, [])

    def _set_up(self, start: str, moves: list[str]) -> None:
        """Begin a match and play moves; of one that goes on only what is new. A bad move changes nothing."""
        self._require_idle()
        began, played = self._from
        if start == began and moves[: len(played)] == played:
            self._play_on(moves[len(played) :])
            return
        before = self.match, self._from
        try:
            self.match, self._from = Match(self.game, self._first_position(start)), (start, [])
            self._play_on(moves)
        except Exception:
            self.match, self._from = before
            raise

    def _play_on(self, moves: list[str]) -> None:
        """Play all the moves, or none where one of them is bad."""
        for number, text in enumerate(moves):
            try:
                self._play(text)
            except Exception:
                for _ in range(number):
                    self.match.undo()
                raise
        self._from[1].extend(moves)

    # The search.

    def _prepare(self) -> None:
        """Have the player ready that the options ask for, unless it searches."""
        try:
            if self._answered:
                self._make_player()
        except (BoardwrightError, MemoryError) as error:
            self.complain(error)

    def _make_player(self) -> Player:
        """The player that the options ask for; one whose table is too large has the one from before."""
        if self._player is None or self._player_values != self.values:
            try:
                self._player = self._new_player()
            except (BoardwrightError, MemoryError) as error:
                self._player = self._with_the_table_before(error)
            self._player_values = dict(self.values)
        return self._player

    def _with_the_table_before(self, error: BoardwrightError | MemoryError) -> Player:
        if self.values.get("hash", self._good_hash) == self._good_hash:
            raise error
        self.values["hash"] = self._good_hash
        player = self._player if self._player_values == self.values else None
        player = player or self._new_player()
        self.complain(f"{error}: {self.options['hash'].name} stays at {self._good_hash}")
        return player

    def _new_player(self) -> Player:
        threads, hash_mb = self.values.get("threads", 1), self.values.get("hash", 1)
        level, seed = self.values.get("level"), self.values["seed"]
        player = player_of_level(self.game, level, threads=threads, hash_mb=hash_mb, seed=seed, endings=self.endings)
        if isinstance(player, EnginePlayer) and not level:
            player.multipv = self.values.get("multipv", 1)
            self._good_hash = hash_mb
        return player

    def _start(self, limits: Limits, *, endless: bool, to_play: bool = True) -> None:
        """Begin to search; the answer to an endless search waits until it is told to stop.

        ``to_play``: it is for a move, not for an analysis.
        """
        self.close()
        moves = self.match.legal_moves()[:1]
        self._stop.clear()
        if endless:
            self._may_answer.clear()
        self._answered = False
        limits = in_game(self.match, limits) if to_play else limits
        self._thread = Thread(target=self._think, args=(limits, moves))
        self._thread.start()

    def _think(self, limits: Limits, moves: Sequence[Any]) -> None:
        """Search, tell, and answer with a move, if need be the first of ``moves``; where nobody listens, end."""
        # A closed stream raises the one or the other.
        with suppress(OSError, ValueError):
            try:
                moves = self._searched(limits).line
            except OSError:
                raise
            except Exception as error:
                self.complain(game_failure(error) or error)
            self._may_answer.wait()
            self._say(self._answer(moves), last=True)
        self._answered = True

    def _searched(self, limits: Limits) -> SearchResult[Any]:
        player = self._make_player()
        return player.choose(self.match, within(limits, player), on_info=self._tell, stop=self._is_enough)

    def _tell(self, found: SearchResult[Any]) -> None:
        self._say(*self._told(found))

    def _is_enough(self) -> bool:
        return self._stop.is_set()
