"""The commands that Turm & Wächter adds to the command line."""
