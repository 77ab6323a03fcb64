"""Show on positions of its own that nothing jumps; the exit status is 0 if all pass."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2] / "src"))

from boardwright.cli.program import run
from boardwright.games.turm.course import programs

if __name__ == "__main__":
    run(programs.jump_test)
