"""Draw the start position: ``show_initial.py``."""

from boardwright.cli.program import run
from boardwright.games.turm import course

if __name__ == "__main__":
    run(course.show_initial)
