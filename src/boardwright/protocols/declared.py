"""Registry of protocols: UGI for every game, and those that games declare."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from boardwright.errors import BoardwrightError
from boardwright.manifest import GameProtocol, load
from boardwright.registry import AnyGame, installed_games

if TYPE_CHECKING:
    from boardwright.engine.players import Limits, Player


def knows(protocol: GameProtocol, game: AnyGame) -> bool:
    """Return whether a protocol supports the variant of a game."""
    return protocol.variant in ("", game.variant)


def protocol_player(protocol: GameProtocol, text: str, game: AnyGame, seed: int, limits: Limits | None) -> Player:
    """Return the player of a protocol for a specification without the protocol's name."""
    if not knows(protocol, game):
        raise BoardwrightError(f"the protocol is for {game.name}:{protocol.variant}: found {game.full_name}")
    player: Player = load(protocol.player).read(text, game, seed, limits)
    return player


UGI = GameProtocol(
    "every game, UCI-like text lines",
    {"ugi": "boardwright.protocols.ugi"},
    "boardwright.protocols.client:UgiPlayer",
    "COMMAND",
)


def protocols_of(game: AnyGame) -> dict[str, GameProtocol]:
    """Return the protocols of a game, by name."""
    return {"ugi": UGI, **game.manifest.protocols}


def player_forms(game: AnyGame) -> list[str]:
    """Return the forms of player specifications that use a protocol.

    >>> from boardwright import find_game
    >>> player_forms(find_game("margrites"))
    ['ugi:COMMAND']
    """
    protocols = protocols_of(game).items()
    return [f"{name}:{protocol.partner}" for name, protocol in protocols if protocol.player and knows(protocol, game)]


def declared_protocols() -> Iterator[tuple[AnyGame, str, GameProtocol]]:
    """Yield every protocol that a game declares, with the game and the protocol's name."""
    for game in installed_games():
        for name, protocol in game.manifest.protocols.items():
            yield game, name, protocol


def declared_commands() -> dict[str, str]:
    """Return the commands of all protocols with their modules."""
    protocols = (UGI, *(protocol for *_, protocol in declared_protocols()))
    return {name: module for protocol in protocols for name, module in protocol.commands.items()}
