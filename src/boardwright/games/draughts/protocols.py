"""The protocols of the draughts world."""

from __future__ import annotations

from collections.abc import Mapping

from boardwright.protocols.declared import GameProtocol

PROTOCOLS: Mapping[str, GameProtocol] = {
    "dxp": GameProtocol(
        "DamExchange, over a network",
        {
            "dxp-server": "boardwright.games.draughts.dxp.server",
            "dxp-client": "boardwright.games.draughts.dxp.client",
        },
        "boardwright.games.draughts.dxp.player:DxpPlayer",
        "HOST:PORT",
    ),
}
