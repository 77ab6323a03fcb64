"""Draw a position and list its moves; argument: FEN."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2] / "src"))

from boardwright.cli.program import run
from boardwright.games.turm.course import programs

if __name__ == "__main__":
    run(programs.debug)
