"""What Turm & Wächter brings besides its rules."""

from __future__ import annotations

from boardwright.manifest import GameProtocol, Manifest

MANIFEST = Manifest(
    packing="boardwright.games.turm.packing",
    encoding="boardwright.games.turm.encoding:TurmEncoding",
    protocols={
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
    },
    programs="boardwright.games.turm.course.programs:programs",
    rule_positions="boardwright.games.turm.rule_positions:RULE_POSITIONS",
    rules="README.md",
    lessons="lessons.toml",
    messages="messages.ftl",
    pictures="pictures",
    puzzles="puzzles",
    networks="networks",
)
