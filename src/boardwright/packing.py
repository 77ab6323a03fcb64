"""Packing: how positions and moves cross the boundary to the core, as 64-bit words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from boardwright.game import Ending, Game, M, P
from boardwright.manifest import load


class Packing(Protocol[P, M]):
    """The packing of a game package; its module ``packing`` implements it.

    ``pack`` and ``unpack`` are exact inverses for every position the rules can reach, and so are ``pack_move`` and
    ``unpack_move``.
    """

    def endings(self, variant: str) -> tuple[Ending, ...]:
        """Return the endings by the core's numbers: the game's own, then the draws by history."""

    def pack(self, position: P) -> tuple[int, ...]:
        """Pack a position."""

    def unpack(self, words: Sequence[int]) -> P:
        """Unpack a position from the core."""

    def pack_move(self, move: M) -> int:
        """Pack a move."""

    def unpack_move(self, position: P, word: int) -> M:
        """Unpack a move from the core."""


def packing_of(game: Game[P, M]) -> Packing[P, M] | None:
    """Return the packing of a game; None for games without a core."""
    packing: Packing[P, M] | None = load(game.manifest.packing)
    return packing
