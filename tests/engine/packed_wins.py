"""The wins of the tests as the prover reads them: game, distance, words. See ``make wins``."""

from __future__ import annotations

import json
from pathlib import Path

from boardwright import find_game
from boardwright.core import core_of


def main() -> None:
    for path in sorted((Path(__file__).parent / "wins").glob("*.json")):
        for win in json.loads(path.read_text()):
            game = find_game(win["game"])
            words = core_of(game).pack([game.parse_position(win["position"])])
            print(game.full_name, win["distance"], *map(int, words))


if __name__ == "__main__":
    main()
