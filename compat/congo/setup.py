"""Print where the pieces of each board stand (the course's part 1)."""

from boardwright.cli.program import run
from boardwright.games.congo import course

if __name__ == "__main__":
    run(course.main("setup"))
