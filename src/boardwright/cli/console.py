"""Interactive console for every game, one command per line.

Input and line editing are in :mod:`boardwright.cli.line_editing`.
"""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable
from pathlib import PurePath
from typing import Any, NamedTuple

from boardwright.cli.commands.moves import move_texts
from boardwright.cli.inputs import open_file, parse_position, write_file
from boardwright.cli.search_output import result_text
from boardwright.cli.terminal import interruption, print_diagram
from boardwright.conformance import game_failure
from boardwright.core import MAX_DEPTH
from boardwright.engine.limits import Limits
from boardwright.engine.players import best_player
from boardwright.engine.result import AnySearchResult
from boardwright.engine.search import most_threads
from boardwright.errors import BoardwrightError, InvalidMove, InvalidRecord, quoted
from boardwright.game import AnyGame, Position
from boardwright.names import did_you_mean
from boardwright.parse_numbers import read_whole_number
from boardwright.played_game import AnyPlayedGame, PlayedGame
from boardwright.records.files import JSON_EXTENSIONS, JSON_LINES, read_records
from boardwright.records.record_format import RecordFormat, record_formats
from boardwright.texts import counted

DEFAULT_TIMEOUT = 5000
LONGEST_TIMEOUT = 24 * 60 * 60 * 1000
UNLIMITED = "unlimited"


class Verb(NamedTuple):
    """Console command: its names, its argument, its help and its function."""

    names: tuple[str, ...]
    argument: str
    about: str
    run: Callable[[str], None]


class Console:
    """Console session: a game, an engine, and the commands."""

    def __init__(
        self, game: AnyGame, position: Position | None = None, *, seed: int | None = None, strict: bool = False
    ) -> None:
        self.game = game
        self.first = position
        self.played: AnyPlayedGame = PlayedGame(game, position)
        self._before_turn: list[AnyPlayedGame] = []
        """The games before each ``turn`` command, for ``undo``."""
        self.player = best_player(game, threads=min(os.cpu_count() or 1, most_threads(game)), seed=seed or 0)
        self.strict = strict
        self.timeout = DEFAULT_TIMEOUT
        self.depth: int | None = None
        self.interactive = False
        self.done = False
        self._own_files: set[str] = set()
        self.verbs = (
            Verb(("draw", "d"), "", "show the board", self._draw),
            Verb(("move", "m"), "MOVE", "play a move; MOVE alone does too", self._move),
            Verb(("moves",), "", "list the legal moves", self._moves),
            Verb(
                ("turn", "t"),
                f"[{'|'.join(game.sides)}]",
                "set the side to move; without a side, switch it",
                self._turn,
            ),
            Verb(("search", "s"), "", "search the position", self._search),
            Verb(("play", "p", "P"), "", "search, then play the best move", self._play),
            Verb(("timeout",), "[MS]", "show or set the time limit of a search, in milliseconds", self._timeout),
            Verb(("depth",), f"[N|{UNLIMITED}]", "show or set the maximum depth in plies", self._depth),
            Verb(("fen",), "[POSITION]", "print the position, or set up another one", self._fen),
            Verb(("undo", "u"), "", "take back the last move or turn command", self._undo),
            Verb(("reset",), "", "start again", self._reset),
            Verb(("save",), "FILE", "save the game record", self._save),
            Verb(("load",), "FILE", "load a game record", self._load),
            Verb(("help", "?"), "", "show this list", self._help),
            Verb(("quit",), "", "leave the console", self._quit),
        )
        self._by_name = {name: verb for verb in self.verbs for name in verb.names}

    def execute(self, line: str) -> None:
        """Execute one line; a bad one prints one line of error and changes nothing."""
        if not line.strip():
            return
        # Split at a single space: leading spaces of a text board are significant.
        name, _, argument = line.lstrip().replace("\t", " ", 1).partition(" ")
        verb = self._by_name.get(name)
        try:
            if verb is None:
                self._move_alone(line.strip(), name)
                return
            if argument.strip() and not verb.argument:
                raise BoardwrightError(f"{name} takes no argument: found {quoted(argument.strip())}")
            if not argument.strip() and verb.argument and not verb.argument.startswith("["):
                raise BoardwrightError(f"{name} needs an argument: expected {name} {verb.argument}")
            verb.run(argument if argument.strip() else "")
        except BoardwrightError as error:
            print(f"error: {error}")
        except Exception as error:
            failure = game_failure(error)
            if failure is None:
                raise
            print(f"error: {failure}")

    def greet(self) -> None:
        """Print the welcome text and the board."""
        print(f"{self.game.title}. Type help for the commands, quit to leave.")
        self._show_state()

    def prompt(self) -> str:
        """Return the prompt: the side to move."""
        return f"{self.game.sides[self.played.side_to_move]}> "

    def completions(self) -> list[str]:
        """Return the lines that are possible now, for completion."""
        moves = [f"move {self.game.format_move(self.played.position, move)}" for move in self.played.legal_moves()]
        sides = [f"turn {side}" for side in self.game.sides]
        return [*(verb.names[0] for verb in self.verbs), *sorted(moves), *sides]

    def _draw(self, _: str) -> None:
        print_diagram(self.game.view(self.played.position), self.game.sides)
        self._print_status()

    def _print_status(self) -> None:
        outcome = self.played.outcome
        print(self.game.status(self.played.position) if outcome is None else self.game.format_outcome(outcome))

    def _show_state(self) -> None:
        """Show a changed position: the board on a terminal; otherwise only the outcome once the game is over."""
        if self.interactive:
            self._draw("")
        elif self.played.outcome is not None:
            self._print_status()

    def _move(self, text: str) -> None:
        self.played.play_text(text, strict=self.strict)
        self._show_state()

    def _move_alone(self, line: str, name: str) -> None:
        """Play a line that is a move without the command."""
        try:
            self._move(line)
        except InvalidMove:
            hint = did_you_mean(name, self._by_name)
            raise BoardwrightError(
                f"{quoted(name)} is neither a command{hint} nor a legal move: type help or moves for a list"
            ) from None

    def _moves(self, _: str) -> None:
        print(*(move_texts(self.game, self.played.position) if self.played.outcome is None else ()))

    def _turn(self, text: str) -> None:
        self._require_open()
        sides = self.game.sides
        word = text.strip().lower()
        wanted = [side for side, name in enumerate(sides) if word and name.startswith(word)]
        if word and len(wanted) != 1:
            raise BoardwrightError(f"there is no side {quoted(word)}: expected {' or '.join(sides)}")
        side = wanted[0] if word else 1 - self.played.side_to_move
        turned = self.game.with_side_to_move(self.played.position, side)
        if turned != self.played.position:
            self._before_turn.append(self.played)
            self.played = PlayedGame(self.game, turned)
        self._show_state()

    def _search(self, _: str) -> None:
        self._think()

    def _play(self, _: str) -> None:
        self.played.play(self._think(to_play=True).move)
        self._show_state()

    def _think(self, *, to_play: bool = False) -> AnySearchResult:
        self._require_open()
        limits = Limits(time=self.timeout / 1000, depth=self.depth)
        # Report progress on a terminal only; otherwise print just the result.
        with interruption(to_end=False) as stop:
            on_info = self._print_result if self.interactive else None
            result = self.player.choose(self.played, limits, on_info=on_info, stop=stop, to_play=to_play)
        if not self.interactive:
            self._print_result(result)
        return result

    def _require_open(self) -> None:
        outcome = self.played.outcome
        if outcome is not None:
            raise BoardwrightError(
                f"the game is over, {self.game.format_outcome(outcome)}: expected undo, reset or fen"
            )

    def _print_result(self, result: AnySearchResult) -> None:
        print(result_text(self.game, result))

    def _timeout(self, text: str) -> None:
        if text:
            self.timeout = _number(text, 1, LONGEST_TIMEOUT, "milliseconds")
        else:
            print(self.timeout)

    def _depth(self, text: str) -> None:
        if text.strip() == UNLIMITED:
            self.depth = None
        elif text:
            self.depth = _number(text, 1, MAX_DEPTH, "plies", f", or {UNLIMITED}")
        else:
            print(UNLIMITED if self.depth is None else self.depth)

    def _fen(self, text: str) -> None:
        if not text:
            print(self.game.format_position(self.played.position))
            return
        self._begin(PlayedGame(self.game, parse_position(self.game, text, strict=self.strict)))
        self._show_state()

    def _begin(self, played: AnyPlayedGame) -> None:
        """Continue with another game, which has its own history."""
        self.played = played
        self._before_turn.clear()

    def _undo(self, _: str) -> None:
        if self._before_turn and not self.played.moves:
            self.played = self._before_turn.pop()
        else:
            self.played.undo()
        self._show_state()

    def _reset(self, _: str) -> None:
        self._begin(PlayedGame(self.game, self.first))
        self._show_state()

    def _save(self, text: str) -> None:
        path = text.strip()
        written = io.StringIO()
        if file_format := self._format_of(path):
            file_format.write(self.played, {}, written)
        else:
            indent = None if path.lower().endswith(JSON_LINES) else 1
            written.write(json.dumps(self.played.record(), indent=indent) + "\n")
        write_file(path, written.getvalue(), replace=path in self._own_files)
        self._own_files.add(path)
        since = ", the moves since the last turn command" if self._before_turn else ""
        print(f"saved {counted(len(self.played.moves), 'move')} to {path}{since}")

    def _load(self, text: str) -> None:
        path = text.strip()
        self._format_of(path)
        with open_file(path) as stream:
            stored = next(read_records(stream, path, self.game), None)
            holds_more = stream.read(1) != b""
        if stored is None:
            raise InvalidRecord(f"the file {quoted(path)} holds no game")
        self._begin(stored.played)
        # save may overwrite a file that contains nothing beyond this game.
        if not holds_more and stored.record is not None and stored.record.keys() <= stored.played.record().keys():
            self._own_files.add(path)
        print(f"loaded {counted(len(self.played.moves), 'move')} from {path}")
        self._show_state()

    def _format_of(self, path: str) -> RecordFormat[Any, Any] | None:
        """Return the game's own format for the extension of a file; None for JSON."""
        if path.endswith("/"):
            raise BoardwrightError(f"{quoted(path)} is a folder: expected a file")
        formats = {each.extension: each for each in record_formats(self.game).values()}
        ending = PurePath(path).suffix
        if ending and ending.lower() not in (*formats, *JSON_EXTENSIONS):
            expected = " or ".join((*JSON_EXTENSIONS, *formats))
            raise BoardwrightError(f"{self.game.full_name} has no format for {quoted(ending)}: expected {expected}")
        return formats.get(ending.lower())

    def _help(self, _: str) -> None:
        for verb in self.verbs:
            print(f"{' '.join((', '.join(verb.names), verb.argument)):<26} {verb.about}")

    def _quit(self, _: str) -> None:
        self.done = True


def _number(text: str, least: int, most: int, unit: str, besides: str = "") -> int:
    number = read_whole_number(text.strip(), least, most)
    if number is None:
        raise BoardwrightError(f"{quoted(text.strip())}: expected a number of {unit} from {least} to {most}{besides}")
    return number
