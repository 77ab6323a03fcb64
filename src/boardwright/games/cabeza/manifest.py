"""What Cabeza brings besides its rules."""

from __future__ import annotations

from boardwright.manifest import Manifest

MANIFEST = Manifest(
    packing="boardwright.games.cabeza.packing",
    encoding="boardwright.games.cabeza.encoding:CabezaEncoding",
    rule_positions="boardwright.games.cabeza.rule_positions:RULE_POSITIONS",
    rules="README.md",
    lessons="lessons.toml",
    messages="messages.ftl",
    pictures="pictures",
    puzzles="puzzles",
    networks="networks",
)
