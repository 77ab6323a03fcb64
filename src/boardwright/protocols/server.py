"""Engine server that searches while it reads commands: the base class of line protocols."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Iterable, Sequence
from contextlib import suppress
from threading import Event, Lock, Thread
from time import perf_counter
from typing import Any, ClassVar, NamedTuple, TextIO

from boardwright.conformance import game_failure
from boardwright.core import MAX_HASH
from boardwright.engine.bitbases import AUTO, find_bitbases, materials_of
from boardwright.engine.limits import Limits
from boardwright.engine.players import LEVELS, Player, best_player
from boardwright.engine.result import AnySearchResult
from boardwright.engine.search import DEFAULT_HASH, most_threads
from boardwright.errors import BoardwrightError, quoted
from boardwright.game import AnyGame
from boardwright.parse_numbers import require_whole_number
from boardwright.played_game import AnyPlayedGame, PlayedGame
from boardwright.protocols.commands import CommandServer

HEARTBEAT_INTERVAL = 1.0
"""Interval of progress lines once the commands have ended, in seconds."""


class Option(NamedTuple):
    """Integer option of the server, with its name as displayed."""

    name: str
    default: int
    least: int
    most: int


def options_of(game: AnyGame) -> tuple[Option, ...]:
    """Return the options of the player of a game."""
    threads = Option("Threads", 1, 1, most_threads(game))
    return (
        *((threads,) if threads.most > 1 else ()),
        Option("Hash", DEFAULT_HASH, 1, MAX_HASH),
        Option("Level", 0, 0, len(LEVELS)),
        Option("MultiPV", 1, 1, 100),
        Option("Seed", 0, 0, 2**32 - 1),
    )


class SearchServer(CommandServer):
    """A game, a player, and commands on them; answers are written to ``output`` immediately.

    A protocol defines its commands and the format of its answers. The search runs in its own thread
    and answers exactly once, whatever happens in it.
    """

    endings_name: ClassVar[str] = "Endings"
    """The option for bitbases, which is not a number: auto, off, or a folder."""

    def __init__(self, game: AnyGame, output: TextIO, options: Iterable[Option]) -> None:
        self.game = game
        self.output = output
        self.options = {option.name.lower(): option for option in options}
        self.values = {name: option.default for name, option in self.options.items()}
        self.endings = AUTO
        self.played: AnyPlayedGame = PlayedGame(game)
        self._from: tuple[str | None, list[str]] = (None, [])
        """The start of the game and its moves, as they were sent."""
        self._player: Player | None = None
        self._player_values: dict[str, int] = {}
        """The options that the player was created with."""
        self._good_hash = DEFAULT_HASH
        """Size of the last transposition table that could be allocated, in MB."""
        self._thread: Thread | None = None
        self._answered = True
        self._stop = Event()
        self._may_answer = Event()
        """A search does not answer before this is set, even if it has finished."""
        self._writing = Lock()

    # Implemented by each protocol.

    @abstractmethod
    def _heartbeat(self, seconds: float) -> str:
        """Format the line that reports that a search is still running."""

    @abstractmethod
    def _info_lines(self, result: AnySearchResult) -> list[str]:
        """Format the progress report of a search."""

    @abstractmethod
    def _answer(self, moves: Sequence[Hashable]) -> str:
        """Format the line that ends a search: the first move is the answer, the others are the expected replies."""

    @abstractmethod
    def _first_position(self, start: str) -> Any:
        """Parse the start position of a game."""

    def _play(self, text: str) -> None:
        self.played.play_text(text)

    # Shared by all protocols.

    def finish(self) -> None:
        """Complete the search after the last command; an endless one is stopped."""
        began = perf_counter()
        if not self._may_answer.is_set():
            self._halt()
        while self._thread is not None and self._thread.is_alive():
            self._thread.join(HEARTBEAT_INTERVAL)
            if not self._answered:
                # Raises if the output is closed, which ends the search.
                self._write(self._heartbeat(perf_counter() - began))

    def close(self) -> None:
        """Stop the search, if one is running."""
        self._halt()
        if self._thread is not None:
            self._thread.join()

    def _stop_searching(self, _: object) -> None:
        self.close()

    def _halt(self) -> None:
        self._stop.set()
        self._may_answer.set()

    def _write(self, *lines: str, last: bool = False) -> None:
        with self._writing:
            # Set before writing: the client may send its next command as soon as it reads the last line.
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
        """Set an option; it takes effect with the next search."""
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
        self.values[option.name.lower()] = require_whole_number(option.name, text, option.least, option.most)

    # The position.

    def _new_game(self, _: object) -> None:
        """Reset to the start position and forget earlier searches."""
        self._require_idle()
        self._player = None
        self.played, self._from = PlayedGame(self.game), (None, [])

    def _set_up(self, start: str, moves: list[str]) -> None:
        """Set up a game with its moves; if it continues the current game, only play the new ones.

        A bad move changes nothing.
        """
        self._require_idle()
        began, played = self._from
        if start == began and moves[: len(played)] == played:
            self._play_on(moves[len(played) :])
            return
        before = self.played, self._from
        try:
            self.played, self._from = PlayedGame(self.game, self._first_position(start)), (start, [])
            self._play_on(moves)
        except Exception:
            self.played, self._from = before
            raise

    def _play_on(self, moves: list[str]) -> None:
        """Play all moves, or none if one of them is bad."""
        for number, text in enumerate(moves):
            try:
                self._play(text)
            except Exception:
                for _ in range(number):
                    self.played.undo()
                raise
        self._from[1].extend(moves)

    # The search.

    def _prepare(self) -> None:
        """Create the player for the options in advance, unless a search is running."""
        try:
            if self._answered:
                self._make_player()
        except (BoardwrightError, MemoryError) as error:
            self.report_error(error)

    def _make_player(self) -> Player:
        """Return the player for the options; a transposition table that is too large keeps its previous size."""
        if self._player is None or self._player_values != self.values:
            try:
                self._player = self._new_player()
            except (BoardwrightError, MemoryError) as error:
                self._player = self._with_previous_hash(error)
            self._player_values = dict(self.values)
        return self._player

    def _with_previous_hash(self, error: BoardwrightError | MemoryError) -> Player:
        if self.values.get("hash", self._good_hash) == self._good_hash:
            raise error
        self.values["hash"] = self._good_hash
        player = self._player if self._player_values == self.values else None
        player = player or self._new_player()
        self.report_error(f"{error}: {self.options['hash'].name} stays at {self._good_hash}")
        return player

    def _new_player(self) -> Player:
        threads, hash_mb = self.values.get("threads", 1), self.values.get("hash", 1)
        level, seed = self.values.get("level"), self.values["seed"]
        player = best_player(self.game, level, threads=threads, hash_mb=hash_mb, seed=seed, endings=self.endings)
        if not level:
            player.multipv = self.values.get("multipv", 1)
            self._good_hash = hash_mb
        return player

    def _start(self, limits: Limits, *, endless: bool, to_play: bool = True) -> None:
        """Start a search; an endless one answers only after a stop command.

        ``to_play``: whether the search is for a move to play, not for analysis.
        """
        self.close()
        moves = self.played.legal_moves()[:1]
        self._stop.clear()
        if endless:
            self._may_answer.clear()
        self._answered = False
        self._thread = Thread(target=self._think, args=(limits, moves, to_play))
        self._thread.start()

    def _think(self, limits: Limits, moves: Sequence[Hashable], to_play: bool) -> None:
        """Search, report, and answer; if the search fails, answer with ``moves``. Ends if the output is closed."""
        # A closed stream raises either of these.
        with suppress(OSError, ValueError):
            try:
                player = self._make_player()
                result = player.choose(
                    self.played, limits, on_info=self._on_info, stop=self._should_stop, to_play=to_play
                )
                moves = result.pv
            except OSError:
                raise
            except Exception as error:
                self.report_error(game_failure(error) or error)
            self._may_answer.wait()
            self._write(self._answer(moves), last=True)
        self._answered = True

    def _on_info(self, result: AnySearchResult) -> None:
        self._write(*self._info_lines(result))

    def _should_stop(self) -> bool:
        return self._stop.is_set()
