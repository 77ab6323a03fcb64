"""The commands that draughts adds to the command line."""
