"""Print the material of each board (the course's part 4)."""

from boardwright.cli.program import run
from boardwright.games.congo import course

if __name__ == "__main__":
    run(course.main("evaluate"))
