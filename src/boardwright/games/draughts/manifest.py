"""The protocols of draughts programs."""

from __future__ import annotations

from boardwright.protocols.declared import GameProtocol

PROTOCOLS = {
    "hub": GameProtocol(
        "Hub, version 2, the protocol of Scan",
        {"hub": "boardwright.games.draughts.commands.hub"},
        "boardwright.games.draughts.protocols.hub.player:HubPlayer",
        "COMMAND",
    ),
    "dxp": GameProtocol(
        "DamExchange, over a network",
        {
            "dxp-server": "boardwright.games.draughts.commands.dxp_server",
            "dxp-client": "boardwright.games.draughts.commands.dxp_client",
        },
        "boardwright.games.draughts.protocols.dxp.player:DxpPlayer",
        "HOST:PORT",
    ),
}
