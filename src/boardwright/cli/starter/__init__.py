"""The game and its tests that ``boardwright new`` writes under another name."""
