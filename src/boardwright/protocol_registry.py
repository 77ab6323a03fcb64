"""Registry of protocols: UGI for every game, and those that games declare."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.game import AnyGame
from boardwright.manifest import GameProtocol
from boardwright.registry import installed_games


def knows(protocol: GameProtocol, game: AnyGame) -> bool:
    """Return whether a protocol supports the variant of a game."""
    return protocol.variant in ("", game.variant)


UGI = GameProtocol(
    "every game, UCI-like text lines",
    {"ugi": "boardwright.cli.commands.ugi"},
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
