"""List the moves of the pawn on each board (the course's part 2)."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2] / "src"))

from boardwright.cli.program import run
from boardwright.games.congo.course import programs

if __name__ == "__main__":
    run(programs.main("pawn"))
