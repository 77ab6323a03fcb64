"""Draw a position and list its moves: ``debug.py "FEN"``."""

from boardwright.cli.program import run
from boardwright.games.turm import course

if __name__ == "__main__":
    run(course.debug)
