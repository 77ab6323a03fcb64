"""Registry of protocols: UGI for every game, and those that games declare."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any

from boardwright.errors import BoardwrightError
from boardwright.registry import AnyGame, installed_games

if TYPE_CHECKING:
    from boardwright.engine.players import Limits, Player


@dataclass(frozen=True, slots=True)
class GameProtocol:
    """A protocol for playing with other programs, as a game declares it.

    ``commands`` maps its commands of the command line to their modules
    (:class:`boardwright.cli.commands.Command`). ``player`` is the class of its players, as
    ``module:Class``, and ``partner`` describes what follows the protocol's name and a colon in a
    player specification. ``variant`` is set if the protocol supports one variant only.
    """

    about: str
    commands: Mapping[str, str] = field(default_factory=dict)
    player: str = ""
    partner: str = ""
    variant: str = ""

    def knows(self, game: AnyGame) -> bool:
        """Return whether the protocol supports the variant of a game."""
        return self.variant in ("", game.variant)

    def read_player(self, text: str, game: AnyGame, seed: int, limits: Limits | None) -> Player:
        """Return the player for a specification without the protocol's name."""
        if not self.knows(game):
            raise BoardwrightError(f"the protocol is for {game.name}:{self.variant}: found {game.full_name}")
        module, _, name = self.player.partition(":")
        player: Any = getattr(import_module(module), name)
        read: Player = player.read(text, game, seed, limits)
        return read


UGI = GameProtocol(
    "every game, UCI-like text lines",
    {"ugi": "boardwright.protocols.ugi"},
    "boardwright.protocols.client:UgiPlayer",
    "COMMAND",
)


def protocols_of(game: AnyGame) -> dict[str, GameProtocol]:
    """Return the protocols of a game, by name."""
    return {"ugi": UGI, **game.protocols}


def player_forms(game: AnyGame) -> list[str]:
    """Return the forms of player specifications that use a protocol.

    >>> from boardwright import find_game
    >>> player_forms(find_game("margrites"))
    ['ugi:COMMAND']
    """
    protocols = protocols_of(game).items()
    return [f"{name}:{protocol.partner}" for name, protocol in protocols if protocol.player and protocol.knows(game)]


def declared_protocols() -> Iterator[tuple[AnyGame, str, GameProtocol]]:
    """Yield every protocol that a game declares, with the game and the protocol's name."""
    for game in installed_games():
        for name, protocol in game.protocols.items():
            yield game, name, protocol


def declared_commands() -> dict[str, str]:
    """Return the commands of all protocols with their modules."""
    protocols = (UGI, *(protocol for *_, protocol in declared_protocols()))
    return {name: module for protocol in protocols for name, module in protocol.commands.items()}
