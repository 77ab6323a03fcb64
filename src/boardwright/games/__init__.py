"""The built-in games, one room each."""
