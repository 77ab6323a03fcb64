"""The declaration of the course's tournament protocol."""

from __future__ import annotations

from boardwright.protocols.declared import GameProtocol

PROTOCOLS = {
    "congo": GameProtocol(
        "the course's tournament, by lines",
        {
            "congo-tournament": "boardwright.games.congo.tournament",
            "congo-referee": "boardwright.games.congo.referee",
            "congo-checker": "boardwright.games.congo.checker",
        },
        "boardwright.games.congo.entrant:Entrant",
        "COMMAND",
    )
}
