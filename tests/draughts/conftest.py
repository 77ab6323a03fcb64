"""What of this folder is no test: scripts that run where pydraughts is installed, and cannot be imported here."""

collect_ignore = ["dxp_pydraughts.py", "pydraughts_game.py", "pydraughts_moves.py"]
