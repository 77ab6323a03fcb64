"""``python -m boardwright``: the command line."""

import sys

from boardwright.cli import main

if __name__ == "__main__":
    sys.exit(main())
