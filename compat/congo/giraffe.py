"""List the moves of the giraffe on each board (the course's part 2)."""

from boardwright.cli.program import run
from boardwright.games.congo import course

if __name__ == "__main__":
    run(course.main("giraffe"))
