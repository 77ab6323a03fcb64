"""List the moves of the zebra on each board (the course's part 2)."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2] / "src"))

from boardwright.cli.program import run
from boardwright.games.congo import course

if __name__ == "__main__":
    run(course.main("zebra"))
