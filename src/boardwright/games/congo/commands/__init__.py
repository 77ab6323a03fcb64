"""The commands that Congo adds to the command line."""
