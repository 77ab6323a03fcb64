"""Which moves are progress (captures, promotions, scores), for move ordering and quiescence search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic

from boardwright.game import PROGRESS, Game, M, P
from boardwright.views import View


def all_quiet(position: object, moves: Sequence[object]) -> list[bool]:
    """Take no move to be progress: for games in which most moves are, so that quiescence search would not end."""
    return [False] * len(moves)


class ProgressTest(Generic[P, M]):
    """Tests the moves of a position with :meth:`Game.is_progress`, or quickly where the game does not define it.

    The default of the contract compares two views, which takes longer than all else at a node. It is then asked once
    for each move with and once without a piece of the other side on the square that the move leads to, and the answer
    is taken to be the same in other positions. A move that captures elsewhere, depending on the position, may be
    misjudged; that changes the order and depth of its search only.
    """

    def __init__(self, game: Game[P, M], view: Callable[[P], View]) -> None:
        self._game = game
        self._view = view
        self._is_fast = type(game).is_progress is not Game.is_progress
        self._is_lasting = type(game).move_view is Game.move_view
        """Whether what is known of a move holds for every position: by default a piece goes where its move says."""
        self._targets: dict[M, str] = {}
        self._known: dict[tuple[M, bool], bool] = {}

    def __call__(self, position: P, moves: list[M]) -> list[bool]:
        """Return for each move whether it is progress."""
        if self._is_fast:
            is_progress = self._game.is_progress
            return [is_progress(position, move) for move in moves]
        view = self._view(position)
        taken = {square for piece in view.pieces if piece.side != view.to_move for square in piece.squares}
        targets, known = self._targets, self._known
        flags = []
        for move in moves:
            flag = known.get((move, targets.get(move) in taken))
            flags.append(self._tested(position, move, taken) if flag is None else flag)
        return flags

    def clear(self) -> None:
        """Forget what may depend on the positions of earlier searches."""
        if not self._is_lasting:
            self._targets.clear()
            self._known.clear()

    def _tested(self, position: P, move: M, taken: set[str]) -> bool:
        shown = self._game.move_view(position, move)
        path = next(iter(shown.paths), ())
        self._targets[move] = path[-1] if path else ""
        flag = any(stage.kind in PROGRESS for stage in shown.stages)
        self._known[move, self._targets[move] in taken] = flag
        return flag
