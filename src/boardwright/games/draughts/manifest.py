"""What international draughts brings besides its rules."""

from __future__ import annotations

from boardwright.manifest import GameProtocol, Manifest

MANIFEST = Manifest(
    packing="boardwright.games.draughts.packing",
    encoding="boardwright.games.draughts.encoding:DraughtsEncoding",
    record_formats={"pdn": "boardwright.games.draughts.pdn:Pdn"},
    protocols={
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
    },
    programs="boardwright.games.draughts.course.programs:programs",
    rule_positions="boardwright.games.draughts.rule_positions:RULE_POSITIONS",
    rules="README.md",
    lessons="lessons.toml",
    messages="messages.ftl",
    pictures="pictures",
    puzzles="puzzles",
    networks="networks",
    endings="endings",
)
