"""The declaration of the course's tournament protocol."""

from __future__ import annotations

from boardwright.protocols.declared import GameProtocol

PROTOCOLS = {
    "congo": GameProtocol(
        "the course's tournament, by lines",
        {
            "congo-tournament": "boardwright.games.congo.commands.congo_tournament",
            "congo-referee": "boardwright.games.congo.commands.congo_referee",
            "congo-checker": "boardwright.games.congo.commands.congo_checker",
        },
        "boardwright.games.congo.protocols.player:TournamentPlayer",
        "COMMAND",
    )
}
