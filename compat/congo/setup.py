"""Print where the pieces of each board stand (the course's part 1)."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2] / "src"))

from boardwright.cli.program import run
from boardwright.games.congo.course import programs

if __name__ == "__main__":
    run(programs.main("setup"))
