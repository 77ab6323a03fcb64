"""The designer: is my game sound, is it balanced, and does another opening change that?

Two versions of Breakthrough: with the two ranks of pawns that it has, and with one.

    python examples/designer.py [GAMES] [FOLDER]
"""

from __future__ import annotations

import sys
from pathlib import Path

from boardwright import find_game
from boardwright.conformance import check_game
from boardwright.study.balance import study_balance
from boardwright.study.report import balance_page

FILE = Path(__file__).with_name("breakthrough.py")
PLAYER = "mcts:visits=8"

Breakthrough = type(find_game(str(FILE)))


class Thin(Breakthrough):  # type: ignore[misc, valid-type]
    """Breakthrough with one rank of pawns a side."""

    name = "thin-breakthrough"
    title = "Thin Breakthrough"
    start_text = "bbbbbbbb/8/8/8/8/8/8/wwwwwwww w"


def main(games: int, folder: Path) -> None:
    for game in (Breakthrough(), Thin()):
        checked = check_game(game, games=2)
        print(f"{game.title}: {checked.moves} random moves keep the contract")
        # Classes that only this script knows are played in this process.
        balance = study_balance(game, player=PLAYER, games=games, jobs=0)
        sample = balance.player
        points = sample.results.points
        print(
            f"  {game.sides[0]} scores {points.share:.0%} (95%: {points.low:.0%} to {points.high:.0%}) "
            f"in {sample.games} games of {sample.lengths.median:g} moves"
        )
        page = folder / f"{game.name}.html"
        page.write_text(balance_page(balance), encoding="utf-8")
        print(f"  the whole report: {page}")


if __name__ == "__main__":
    main(
        int(sys.argv[1]) if len(sys.argv) > 1 else 10,
        Path(sys.argv[2]) if len(sys.argv) > 2 else Path.cwd(),
    )
