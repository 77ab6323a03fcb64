"""The protocols there are: the one that every game speaks, and those that games declare for themselves."""

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
    """A way to talk with other programs, as its home declares it.

    ``commands`` are those of the command line that speak it, each with the name of the module that it
    is (:class:`boardwright.cli.commands.Command`). ``player`` names the class of the players that do,
    as ``module:Class``, and ``partner`` what stands behind their name and a colon. A protocol that
    knows one ``variant`` alone says which.
    """

    about: str
    commands: Mapping[str, str] = field(default_factory=dict)
    player: str = ""
    partner: str = ""
    variant: str = ""

    def knows(self, game: AnyGame) -> bool:
        """Whether the variant of the game can be played in it."""
        return self.variant in ("", game.variant)

    def read_player(self, text: str, game: AnyGame, seed: int, limits: Limits | None) -> Player:
        """The player whose partner a text names."""
        if not self.knows(game):
            raise BoardwrightError(f"the protocol is for {game.name}:{self.variant}: found {game.full_name}")
        module, _, name = self.player.partition(":")
        player: Any = getattr(import_module(module), name)
        read: Player = player.read(text, game, seed, limits)
        return read


UGI = GameProtocol(
    "every game, by lines in the manner of UCI",
    {"ugi": "boardwright.protocols.ugi"},
    "boardwright.protocols.client:UgiPlayer",
    "COMMAND",
)


def protocols_of(game: AnyGame) -> dict[str, GameProtocol]:
    """The protocols in which a game can be played, by name."""
    return {"ugi": UGI, **game.protocols}


def player_forms(game: AnyGame) -> list[str]:
    """How players are written that are reached by a protocol.

    >>> from boardwright import find_game
    >>> player_forms(find_game("margrites"))
    ['ugi:COMMAND']
    """
    protocols = protocols_of(game).items()
    return [f"{name}:{protocol.partner}" for name, protocol in protocols if protocol.player and protocol.knows(game)]


def declared_protocols() -> Iterator[tuple[AnyGame, str, GameProtocol]]:
    """Every protocol that some game declares, with the game and its name."""
    for game in installed_games():
        for name, protocol in game.protocols.items():
            yield game, name, protocol


def declared_commands() -> dict[str, str]:
    """The commands that speak protocols, and the modules that they are."""
    protocols = (UGI, *(protocol for *_, protocol in declared_protocols()))
    return {name: module for protocol in protocols for name, module in protocol.commands.items()}
