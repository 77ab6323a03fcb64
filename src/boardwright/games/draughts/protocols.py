"""The protocols in which draughts is played with other programs."""

from __future__ import annotations

from boardwright.protocols.declared import GameProtocol

PROTOCOLS = {
    "hub": GameProtocol(
        "Hub, version 2, the protocol of Scan",
        {"hub": "boardwright.games.draughts.hub.command"},
        "boardwright.games.draughts.hub.player:HubPlayer",
        "COMMAND",
    ),
}
