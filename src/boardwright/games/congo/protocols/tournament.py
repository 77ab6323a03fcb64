"""The program that plays in the course's tournament.

It reads one command per line, and finishes each before it reads the next; ``docs/congo-tournament.md`` describes
them. Only moves go to ``output``, everything else to ``messages``.

>>> import sys
>>> from io import StringIO
>>> serve(StringIO("newgame\\nposition 2l4/7/7/7/7/7/2L4 w 0\\ngo 1\\n"), sys.stdout, sys.stderr, threads=1, hash_mb=1)
c1c7
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from time import monotonic
from typing import TextIO

from boardwright.engine.limits import Limits
from boardwright.engine.players import Player, best_player
from boardwright.engine.result import AnySearchResult
from boardwright.errors import BoardwrightError, print_warning, quoted
from boardwright.games.congo import rules
from boardwright.games.congo.game import Congo
from boardwright.games.congo.notation import format_move, parse_position
from boardwright.games.congo.rules import LIONS, Move, Position
from boardwright.parse_numbers import read_number
from boardwright.played_game import PlayedGame
from boardwright.protocols.commands import CommandServer, answer_all, run_command

MARGIN = 0.2
"""The safety margin before the end of the time, in seconds."""
SHORTEST_SEARCH = 0.01
"""The minimum time of a search, in seconds."""
LONGEST_MOVE = 86400


class Answer:
    """The move that answers ``go``: the best one found when it is due."""

    def __init__(self, move: Move, due: float, output: TextIO) -> None:
        self.move = move
        self.due = due
        self._output = output
        self._given = False

    def update(self, result: AnySearchResult) -> None:
        """Note a better move from the search; ignored if the answer is given already."""
        if not self._given:
            self.move = result.move

    def give_once_due(self) -> bool:
        """Give the answer once it is due, even if the search continues; return whether it is given."""
        if monotonic() >= self.due:
            self.give()
        return self._given

    def give(self) -> None:
        """Print the move once."""
        if not self._given:
            self._given = True
            print(format_move(self.move), file=self._output, flush=True)


class Tournament(CommandServer):
    """A game of the tournament, and its commands."""

    def __init__(self, output: TextIO, messages: TextIO, *, threads: int, hash_mb: int, margin: float) -> None:
        self.output = output
        self.messages = messages
        self.threads = threads
        self.hash_mb = hash_mb
        self.margin = margin
        self.game = Congo()
        self.played: PlayedGame[Position, Move] = PlayedGame(self.game)
        self._player: Player | None = None
        self._commands: Mapping[str, Callable[[str], None]] = {
            "newgame": self._new_game,
            "position": self._set_position,
            "moves": self._play_moves,
            "go": self._go,
            "quit": self._quit,
        }
        self._require_player(self.game)

    def _execute(self, line: str) -> None:
        run_command(line, self._commands, ("position", "moves", "go"))

    def _write_error(self, message: str) -> None:
        # A closed message stream does not end the game.
        with suppress(OSError, ValueError):
            print(f"error: {message}", file=self.messages, flush=True)

    # Commands.

    def _new_game(self, _: str) -> None:
        # Keep the player: its transposition table is valid for the new game too.
        self.game = Congo()
        self.played = PlayedGame(self.game)

    def _set_position(self, text: str) -> None:
        position = parse_position(text, on_repair=print_warning)
        game = Congo(_variant_of(position))
        self._require_player(game)
        self.game, self.played = game, PlayedGame(game, position)

    def _play_moves(self, text: str) -> None:
        """Play all the moves, or none if one of them is bad."""
        position = self.played.position
        moves = []
        for word in text.split():
            moves.append(self.game.parse_move(position, word))
            position = self.game.successor(position, moves[-1])
        for move in moves:
            self._play(move)

    def _go(self, text: str) -> None:
        due = monotonic() + _time_to_think(_seconds(text), self.margin)
        position = self.played.position
        moves = self.game.legal_moves(position)
        if not moves:
            raise BoardwrightError(f"no legal move: {self.game.why_over(position)}")
        answer = Answer(_ready_move(position, moves), due, self.output)
        if len(moves) > 1 and self.played.outcome is None:
            self._think(answer)
        answer.give()
        self._play(answer.move)

    # The game.

    def _play(self, move: Move) -> None:
        """Play a move even after a draw by history: the tournament may continue there."""
        played = self.played
        if played.outcome is None:
            played.play(move)
        else:
            played = PlayedGame(self.game, self.game.play(played.position, move))
        # Repetitions and quiet plies are counted from here.
        self.played = PlayedGame(self.game, played.position) if played.is_drawn_by_history else played

    def _require_player(self, game: Congo) -> Player:
        """Return the player of a game; call it before the clock runs, since creating one takes time."""
        if self._player is None or self._player.game.variant != game.variant:
            # Release the old one first, with its memory.
            self._player = None
            self._player = self._new_player(game)
        return self._player

    def _new_player(self, game: Congo) -> Player:
        """Return the strongest player, with a smaller table if there is not enough memory for the full one."""
        failure: Exception | None = None
        while True:
            try:
                player = best_player(game, threads=self.threads, hash_mb=self.hash_mb)
            except (BoardwrightError, MemoryError) as error:
                if self.hash_mb == 1:
                    raise
                failure = failure or error
                self.hash_mb //= 2
            else:
                if failure is not None:
                    self.report_error(f"{failure}: it has {self.hash_mb} MB")
                return player

    def _think(self, answer: Answer) -> None:
        """Let the player search for a better answer; its failure is only reported."""
        seconds = answer.due - monotonic()
        if seconds < SHORTEST_SEARCH:
            return
        try:
            player = self._require_player(self.game)
            result = player.choose(self.played, Limits(time=seconds), on_info=answer.update, stop=answer.give_once_due)
            answer.update(result)
        except OSError:
            # The output is closed.
            raise
        except Exception as error:
            self.report_error(error)


def _variant_of(position: Position) -> str:
    """Return the variant of a position: the values of pieces depend on which kinds are on the board."""
    return "full" if set("EMC") & set(position.board.upper()) else "standard"


def _ready_move(position: Position, moves: list[Move]) -> Move:
    """Return a move without a search: a capture of the lion; with bare lions, a move out of its reach; else any."""
    board = position.board
    for move in moves:
        if any(board[square] in LIONS for square in rules.captured(board, move)):
            return move
    if rules.only_lions(board):
        return next((move for move in moves if rules.outcome(rules.play(position, move)) is not None), moves[0])
    return moves[0]


def _seconds(text: str) -> float:
    """
    >>> _seconds("2.5"), _seconds("0")
    (2.5, 0.0)
    """
    seconds = read_number(text, 0, LONGEST_MOVE)
    if seconds is None:
        raise BoardwrightError(f"go {quoted(text)}: expected a number of seconds from 0 to {LONGEST_MOVE}")
    return seconds


def _time_to_think(seconds: float, margin: float) -> float:
    """Return the time without the margin, but at least half of it.

    >>> _time_to_think(5, 0.5), _time_to_think(0.5, 0.5)
    (4.5, 0.25)
    """
    return max(seconds - margin, seconds / 2)


def serve(
    commands: TextIO, output: TextIO, messages: TextIO, *, threads: int, hash_mb: int, margin: float = MARGIN
) -> None:
    """Answer commands until ``quit``, the end of the input, or a closed output (OSError)."""
    answer_all(Tournament(output, messages, threads=threads, hash_mb=hash_mb, margin=margin), commands)
