"""Print the moves of a position, one a line: ``main.py "FEN"``."""

from boardwright.cli.program import run
from boardwright.games.turm import course

if __name__ == "__main__":
    run(course.list_moves)
