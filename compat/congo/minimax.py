"""Print the minimax value of each board, at depth 2 (the course's part 4)."""

from boardwright.cli.program import run
from boardwright.games.congo import course

if __name__ == "__main__":
    run(course.main("minimax"))
