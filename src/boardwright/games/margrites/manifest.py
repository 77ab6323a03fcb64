"""What Margrites brings besides its rules."""

from __future__ import annotations

from boardwright.manifest import Manifest

MANIFEST = Manifest(
    packing="boardwright.games.margrites.packing",
    encoding="boardwright.games.margrites.encoding:MargritesEncoding",
    rule_positions="boardwright.games.margrites.rule_positions:RULE_POSITIONS",
    rules="README.md",
    lessons="lessons.toml",
    messages="messages.ftl",
    pictures="pictures",
    puzzles="puzzles",
    networks="networks",
)
