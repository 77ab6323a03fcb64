"""How a game's positions and moves cross the border to the core: as words of 64 bits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from boardwright.game import M, P


class Packing(Protocol[P, M]):
    """What a room offers whose game has a core; its module ``packing`` is one.

    ``pack`` and ``unpack`` are exact inverses for every position the rules can reach, and so are
    ``pack_move`` and ``unpack_move``.
    """

    def reasons(self, variant: str) -> tuple[str, ...]:
        """The reasons of an outcome as the core numbers them: the game's own, then those of a match."""

    def pack(self, position: P) -> tuple[int, ...]:
        """The words of a position."""

    def unpack(self, words: Sequence[int]) -> P:
        """The position of some words that the core gave."""

    def pack_move(self, move: M) -> int:
        """The word of a move."""

    def unpack_move(self, position: P, word: int) -> M:
        """The move of a word that the core gave."""
