"""Studies of a game: perft, playouts, balance and annotation, as jobs for any executor."""
