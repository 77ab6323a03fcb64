"""What Congo brings besides its rules."""

from __future__ import annotations

from boardwright.manifest import GameProtocol, Manifest

MANIFEST = Manifest(
    packing="boardwright.games.congo.packing",
    encoding="boardwright.games.congo.encoding:CongoEncoding",
    protocols={
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
    },
    programs="boardwright.games.congo.course.programs:programs",
    rule_positions="boardwright.games.congo.rule_positions:RULE_POSITIONS",
    rules="README.md",
    lessons="lessons.toml",
    messages="messages.ftl",
    pictures="pictures",
    puzzles="puzzles",
    networks="networks",
    endings="endings",
)
