"""The encoding of Cabeza: an action is a whole turn of one of the five pieces."""

from __future__ import annotations

from boardwright.encoding import Actions, Encoding, Perspective
from boardwright.game import QUIET_PLIES, Game
from boardwright.games.cabeza.packing import pack_move
from boardwright.games.cabeza.rules import DIRECTIONS, LETTERS, OPPOSITE, RED, SIZE, Move, Position, by_destination
from boardwright.views import Side

CORE_TURNS = 64
"""How many turns of a piece the core numbers."""
CABEZA, MINI, FLACO, CHATO, OPA = tuple(LETTERS[RED])
DESTINATIONS = tuple(
    rows + columns for rows in ("", "n", "nn", "s", "ss") for columns in ("", "e", "ee", "w", "ww") if rows + columns
)
TURNS = (
    *(CABEZA + ways for ways in DESTINATIONS),
    *(MINI + ways for ways in DESTINATIONS if len(ways) <= 2),
    *(
        block + first + second
        for block in (FLACO, CHATO)
        for first in DIRECTIONS
        for second in ("", *DIRECTIONS)
        if second != OPPOSITE[first]
    ),
    *(OPA + direction for direction in DIRECTIONS),
)
"""Return all possible turns of red's pieces: by destination for the Cabeza and the Mini, roll by roll for blocks."""


class CabezaEncoding(Encoding[Position, Move]):
    """The second side sees the board rotated, so that its directions are reversed."""

    perspective = Perspective.ROTATED
    actions = TURNS

    def __init__(self, game: Game[Position, Move]) -> None:
        super().__init__(game)
        turned = str.maketrans(OPPOSITE)
        second = (ways.translate(turned) for ways in TURNS)
        self.turns = (TURNS, tuple(_named(turn[0].lower() + turn[1:]) for turn in second))
        self.action_of = {Move(turn[0], turn[1:]): action for side in self.turns for action, turn in enumerate(side)}

    def options(self, position: Position, prefix: Actions = ()) -> dict[int, Move | None]:
        moves = {self.action_of[move]: move for move in self.game.legal_moves(position)}
        return dict(sorted(moves.items()))

    def action_name(self, side: Side, action: int) -> str:
        return self.turns[side][action]

    def max_actions(self, position: Position) -> int:
        # Only the capture that ends the game is progress.
        return QUIET_PLIES

    def core_square(self, name: str) -> int:
        x, y = map(int, name)
        return SIZE * y + x

    def core_action(self, side: Side, action: int, places: int) -> int:
        # As the core packs a move, without the side.
        turn = self.turns[side][action]
        word = pack_move(Move(turn[0], turn[1:]))
        return (word & 7) * CORE_TURNS + (word >> 4)

    def actions_of(self, position: Position, move: Move) -> Actions:
        return (self.action_of[self.game.require_legal(position, move)],)


def _named(turn: str) -> str:
    """Return the turn as the rules name it: by its destination for pieces named that way."""
    return turn[0] + by_destination(turn[1:]) if turn[0].upper() in CABEZA + MINI else turn
