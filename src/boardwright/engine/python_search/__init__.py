"""The search of games without a core: alpha-beta over their Python rules, with an evaluation learned from views."""
