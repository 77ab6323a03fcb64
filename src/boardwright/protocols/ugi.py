"""The generic text protocol in the manner of UCI: one game, lines in, lines out.

``docs/protocols.md`` describes it. The server reads commands and writes answers; it does not know
where its lines come from and go to. A search runs in a thread of its own while commands are read.

>>> import sys
>>> from io import StringIO
>>> from boardwright import find_game
>>> serve(find_game("turm"), StringIO("isready\\nposition fen 7/7/7/3RG3/7/7/BG6 b\\ngo depth 3\\n"), sys.stdout)
readyok
bestmove none
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from threading import Event, Lock, Thread
from time import perf_counter
from typing import Any, NamedTuple, TextIO

from boardwright import __version__
from boardwright.diagram import text_diagram
from boardwright.engine.endings import AUTO, find_endings, materials_of
from boardwright.engine.found import Found
from boardwright.engine.players import LEVELS, EnginePlayer, LevelPlayer, Player, best_player
from boardwright.engine.search import DEFAULT_HASH, can_search
from boardwright.game import BoardwrightError, quoted
from boardwright.match import Match
from boardwright.numerals import read_whole_number
from boardwright.protocols.go import Go, read_go, within
from boardwright.protocols.info import format_info
from boardwright.protocols.lines import LONGEST_LINE, read_lines
from boardwright.registry import AnyGame

ENDINGS = "Endings"
"""The option that is no number: auto, off, or a folder."""
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
        Option("Threads", 1, 1, 256),
        Option("Hash", DEFAULT_HASH, 1, 1 << 20),
        Option("Level", 0, 0, len(LEVELS)),
        *common,
    )


class Server:
    """A match, a player, and the commands over them; ``output`` takes every answer as it is given."""

    def __init__(self, game: AnyGame, output: TextIO) -> None:
        self.game = game
        self.output = output
        self.options = {option.name.lower(): option for option in options_of(game)}
        self.values = {name: option.default for name, option in self.options.items()}
        self.endings = AUTO
        self.match: Match[Any, Any] = Match(game)
        self.done = False
        self._from: tuple[str, list[str]] = ("startpos", [])
        """Where the match began, and its moves as they were given."""
        self._player: Player | None = None
        self._player_values: dict[str, int] = {}
        """The options that the player was made with."""
        self._good_hash = DEFAULT_HASH
        """The size of the last table that could be had."""
        self._thread: Thread | None = None
        self._answered = True
        self._endless = False
        self._stop = Event()
        self._writing = Lock()
        self._commands: Mapping[str, Callable[[str], None]] = {
            "ugi": self._identify,
            "isready": self._ready,
            "setoption": self._set_option,
            "ugnewgame": self._new_game,
            "position": self._set_position,
            "go": self._go,
            "stop": self._halt,
            "d": self._draw,
            "quit": self._quit,
        }

    def execute(self, line: str) -> None:
        """Carry out one line; whatever is wrong with it is said in one line and changes nothing."""
        name, _, argument = line.strip().replace("\t", " ").partition(" ")
        try:
            if name and name not in self._commands:
                raise BoardwrightError(f"there is no command {quoted(name)}: expected {', '.join(self._commands)}")
            if argument and name not in ("setoption", "position", "go"):
                raise BoardwrightError(f"{name} takes no argument: found {quoted(argument.strip())}")
            if name:
                self._commands[name](argument.strip())
        except (BoardwrightError, MemoryError) as error:
            self.complain(error)

    def complain(self, error: Exception | str) -> None:
        """Tell of something wrong in one line."""
        words = "there is not enough memory" if isinstance(error, MemoryError) else str(error)
        self._say(f"info string error: {' '.join(words.split()) or type(error).__name__}")

    def finish(self) -> None:
        """No more commands: an endless search ends now, another one when it is through."""
        began = perf_counter()
        if self._endless:
            self._stop.set()
        while self._thread is not None and self._thread.is_alive():
            self._thread.join(SIGN_OF_LIFE)
            if not self._answered:
                # Where nobody hears this any more, it fails, and so ends the search.
                self._say(f"info time {(perf_counter() - began) * 1000:.0f}")

    def close(self) -> None:
        """End the search, if there is one."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()

    def _say(self, *lines: str, last: bool = False) -> None:
        with self._writing:
            # Whoever reads the last line of a search may give the next command at once.
            self._answered = self._answered or last
            self.output.write("".join(f"{line}\n" for line in lines))
            self.output.flush()

    def _require_idle(self) -> None:
        if not self._answered:
            raise BoardwrightError("a search is going on: expected stop first")

    # The commands.

    def _identify(self, _: str) -> None:
        self._say(
            f"id name boardwright {__version__}",
            f"id game {self.game.full_name}",
            *(
                f"option name {option.name} type spin default {option.default} min {option.least} max {option.most}"
                for option in self.options.values()
            ),
            *([f"option name {ENDINGS} type string default {AUTO}"] if self._has_endings else []),
            "ugiok",
        )

    def _ready(self, _: str) -> None:
        try:
            if self._answered:
                self._make_player()
        except (BoardwrightError, MemoryError) as error:
            self.complain(error)
        self._say("readyok")

    def _set_option(self, text: str) -> None:
        self._require_idle()
        words = text.split(maxsplit=3)
        if len(words) != 4 or words[0] != "name" or words[2] != "value":
            raise BoardwrightError(f"setoption {quoted(text)}: expected setoption name NAME value VALUE")
        if self._has_endings and words[1].lower() == ENDINGS.lower():
            endings = find_endings(self.game, words[3])
            if endings is not None:
                endings.load()
            if words[3] != self.endings:
                self.endings, self._player = words[3], None
        else:
            self._set_number(words[1], words[3])

    def _set_number(self, name: str, text: str) -> None:
        option = self.options.get(name.lower())
        if option is None:
            names = [option.name for option in self.options.values()] + [ENDINGS] * self._has_endings
            raise BoardwrightError(f"there is no option {quoted(name)}: expected {', '.join(names)}")
        value = read_whole_number(text, option.least, option.most)
        if value is None:
            expected = f"expected a whole number from {option.least} to {option.most}"
            raise BoardwrightError(f"{option.name} {quoted(text)}: {expected}")
        self.values[option.name.lower()] = value

    @property
    def _has_endings(self) -> bool:
        return bool(materials_of(self.game))

    def _new_game(self, _: str) -> None:
        self._require_idle()
        self._player = None
        self._begin("startpos")

    def _set_position(self, text: str) -> None:
        self._require_idle()
        start, *tail = re.split(r"\s+moves(?:\s+|$)", text, maxsplit=1)
        moves = tail[0].split() if tail else []
        began, played = self._from
        if start == began and moves[: len(played)] == played:
            self._play_on(moves[len(played) :])
            return
        before = self.match, self._from
        try:
            self._begin(start)
            self._play_on(moves)
        except BoardwrightError:
            self.match, self._from = before
            raise

    def _begin(self, start: str) -> None:
        kind, _, position = start.partition(" ")
        if kind not in ("startpos", "fen") or (kind == "startpos" and position):
            raise BoardwrightError(f"position {quoted(start)}: expected startpos or fen POSITION, then moves MOVE...")
        self.match = Match(self.game, None if kind == "startpos" else self.game.parse_position(position.strip()))
        self._from = start, []

    def _play_on(self, moves: list[str]) -> None:
        """Play all the moves, or none where one of them is bad."""
        for number, text in enumerate(moves):
            try:
                self.match.play_text(text)
            except BoardwrightError:
                for _ in range(number):
                    self.match.undo()
                raise
        self._from[1].extend(moves)

    def _go(self, text: str) -> None:
        self._require_idle()
        go = read_go(text, self.match.side_to_move)
        self.close()
        if not self.match.legal_moves():
            self._say("bestmove none")
            return
        self._stop.clear()
        self._answered, self._endless = False, go.endless
        self._thread = Thread(target=self._think, args=(go,))
        self._thread.start()

    def _halt(self, _: str) -> None:
        self.close()

    def _draw(self, _: str) -> None:
        outcome, position = self.match.outcome, self.match.position
        status = self.game.status(position) if outcome is None else self.game.format_outcome(outcome)
        self._say(text_diagram(self.game.view(position)), "", self.game.format_position(position), status)

    def _quit(self, _: str) -> None:
        self.done = True

    # The search.

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
        self.complain(f"{error}: Hash stays at {self._good_hash}")
        return player

    def _new_player(self) -> Player:
        level, seed = self.values.get("level"), self.values["seed"]
        if level:
            return LevelPlayer(self.game, level, seed)
        threads, hash_mb = self.values.get("threads", 1), self.values.get("hash", 1)
        player = best_player(self.game, threads=threads, hash_mb=hash_mb, seed=seed, endings=self.endings)
        if isinstance(player, EnginePlayer):
            player.multipv = self.values["multipv"]
            self._good_hash = hash_mb
        return player

    def _think(self, go: Go) -> None:
        """Search, tell, and answer with a move whatever happens; where nobody listens, end."""
        # A closed stream raises the one or the other.
        with suppress(OSError, ValueError):
            move = self.match.legal_moves()[0]
            try:
                move = self._searched(go)
            except OSError:
                raise
            except Exception as error:
                self.complain(error)
            if go.endless:
                self._stop.wait()
            self._say(f"bestmove {self.game.format_move(self.match.position, move)}", last=True)
        self._answered = True

    def _searched(self, go: Go) -> Any:
        player = self._make_player()
        limits = within(go.limits, player)
        return player.choose(self.match, limits, on_info=self._tell, stop=self._stop.is_set).move

    def _tell(self, found: Found[Any]) -> None:
        self._say(*format_info(self.game, self.match.position, found, self.values["multipv"]))


def serve(game: AnyGame, commands: TextIO, output: TextIO) -> None:
    """Answer commands until ``quit``, the end of the commands, or an output that takes no more (OSError)."""
    server = Server(game, output)
    try:
        for line in read_lines(commands):
            if line is None:
                server.complain(f"the line is longer than {LONGEST_LINE} characters")
            else:
                server.execute(line)
            if server.done:
                return
        server.finish()
    finally:
        server.close()
