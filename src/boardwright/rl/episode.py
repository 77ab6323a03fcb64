"""A game played action by action.

>>> from boardwright import find_game
>>> episode = Episode(find_game("congo:full"))
>>> episode.side, len(episode.options)
(0, 24)
>>> episode.act(min(episode.options))
>>> episode.side, episode.result
(1, None)
"""

from __future__ import annotations

from typing import Any

from boardwright.encoding import Actions, encoding_of
from boardwright.errors import BoardwrightError, quoted
from boardwright.game import AnyGame, Position
from boardwright.played_game import AnyPlayedGame, PlayedGame
from boardwright.views import Side


def first_position(game: AnyGame, text: object = None) -> Any:
    """Return the start position, or that of a text; a finished position raises."""
    if text is None:
        return game.start()
    if not isinstance(text, str):
        raise BoardwrightError(f"the position is {quoted(repr(text))}: expected a string")
    position = game.parse_position(text)
    outcome = game.outcome(position)
    if outcome is not None:
        over = game.format_outcome(outcome)
        raise BoardwrightError(f"the game is over, {over}: expected a position that is not over")
    return position


class Episode:
    """A played game, and the actions chosen so far for the move in progress."""

    def __init__(self, game: AnyGame, position: Position | None = None) -> None:
        self.encoding = encoding_of(game)
        self.played: AnyPlayedGame = PlayedGame(game, position)
        self.prefix: Actions = ()
        self.acted: list[Actions] = []
        """The actions of the moves that are complete."""
        self.options = self._options()
        """The legal actions, each with the move that it completes."""

    @property
    def side(self) -> Side:
        """The side to act; it stays the same until a move is complete."""
        return self.played.side_to_move

    @property
    def result(self) -> tuple[int, int] | None:
        """1 for the winner and -1 for the loser, 0 and 0 for a draw; None while the game is not over."""
        outcome = self.played.outcome
        if outcome is None:
            return None
        return (0, 0) if outcome.winner is None else ((1, -1), (-1, 1))[outcome.winner]

    def act(self, action: int) -> None:
        """Take an action; an illegal one raises and changes nothing."""
        if action not in self.options:
            raise self.encoding.illegal_action_error(self.played.side_to_move, action, len(self.options))
        move = self.options[action]
        if move is None:
            self.prefix += (action,)
        else:
            self.played.play(move)
            self.acted.append((*self.prefix, action))
            self.prefix = ()
        self.options = self._options()

    def undo(self) -> None:
        """Undo the last action."""
        if not self.prefix:
            self.played.undo()
            self.prefix = self.acted.pop()
        self.prefix = self.prefix[:-1]
        self.options = self._options()

    def observe(self, side: Side) -> bytes:
        """Return the planes from a side's perspective."""
        return self.encoding.observe(
            self.played.position,
            self.prefix,
            side=side,
            repeated=max(self.played.occurrences - 1, 0),
            quiet=self.played.quiet_plies,
        )

    def __deepcopy__(self, memo: object) -> Episode:
        """Return an independent copy; immutable parts are shared."""
        other = Episode.__new__(Episode)
        other.__dict__.update(self.__dict__)
        other.played, other.acted = self.played.copy(), self.acted.copy()
        return other

    def __getstate__(self) -> dict[str, object]:
        return {"match": self.played, "prefix": self.prefix, "acted": self.acted}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.played, self.prefix, self.acted = state["match"], state["prefix"], state["acted"]
        self.encoding = encoding_of(self.played.game)
        self.options = self._options()

    def _options(self) -> dict[int, Any]:
        return {} if self.played.outcome else self.encoding.options(self.played.position, self.prefix)
