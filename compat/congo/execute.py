"""Play the move of each pair of lines, board and move (the course's part 3)."""

from boardwright.cli.program import run
from boardwright.games.congo import course

if __name__ == "__main__":
    run(course.main("execute"))
