"""The packing that follows from the layouts in a game's header, for games in one file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic

from boardwright.errors import quoted
from boardwright.game import HISTORY_DRAWS, Ending, Game, M, P, Termination
from boardwright.layouts import InvalidLayout, Layout, Unpackable
from boardwright.texts import TranslatableText

ANY_REASON = "by the rules"
"""Stands for a reason whose text varies; in the header it is empty."""


class DerivedPacking(Generic[P, M]):
    """The packing of a game by the layouts of its positions and moves (:class:`boardwright.packing.Packing`)."""

    def __init__(
        self,
        game: Game[P, M],
        position_layout: str,
        move_layout: str,
        reasons: Sequence[str],
        terminations: Sequence[str] = (),
    ) -> None:
        start = game.start()
        moves = game.legal_moves(start)
        if not moves:
            raise InvalidLayout(f"{game.full_name} has no legal move in its start position")
        names = game.view(start).board.places
        self.position = Layout(position_layout, start, names)
        self.move = Layout(move_layout, moves[0], names)
        self.move.bits  # noqa: B018 (raises where a move does not fit into a word)
        kinds = [_termination(text) for text in terminations] or [Termination.RULES] * len(reasons)
        own = zip((TranslatableText(reason or ANY_REASON) for reason in reasons), kinds, strict=True)
        self._endings: tuple[Ending, ...] = (*own, *HISTORY_DRAWS)

    def endings(self, variant: str) -> tuple[Ending, ...]:
        return self._endings

    def pack(self, position: P) -> tuple[int, ...]:
        try:
            return tuple(self.position.to_words(position))
        except Unpackable as error:
            raise Unpackable(f"{error} (position_layout of the header)") from None

    def unpack(self, words: Sequence[int]) -> P:
        position: P = self.position.from_words(words)
        return position

    def pack_move(self, move: M) -> int:
        try:
            return self.move.to_word(move)
        except Unpackable as error:
            raise Unpackable(f"{error} (move_layout of the header)") from None

    def unpack_move(self, position: P, word: int) -> M:
        move: M = self.move.from_word(word)
        return move


def _termination(text: str) -> Termination:
    try:
        return Termination(text)
    except ValueError:
        expected = ", ".join(Termination)
        raise InvalidLayout(f"{quoted(text)} is not a termination: expected one of {expected}") from None
