"""The Cabeza console: reads commands such as draw, move Fn, search and quit."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2] / "src"))

from boardwright.cli import main

if __name__ == "__main__":
    sys.exit(main(["play", "cabeza", *sys.argv[1:]]))
