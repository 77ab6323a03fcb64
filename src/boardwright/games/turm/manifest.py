"""The declaration of the course's server protocol."""

from __future__ import annotations

from boardwright.protocols.declared import GameProtocol

PROTOCOLS = {
    "turm": GameProtocol(
        "the course's server, by JSON over TCP",
        {
            "turm-server": "boardwright.games.turm.commands.turm_server",
            "turm-client": "boardwright.games.turm.commands.turm_client",
        },
        "boardwright.games.turm.protocols.player:CoursePlayer",
        "HOST:PORT",
        "castle",
    )
}
