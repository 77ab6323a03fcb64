"""The player: a game against the engine, kept as a record, and looked at afterwards.

python examples/player.py [FOLDER]
"""

from __future__ import annotations

import sys
from pathlib import Path

from boardwright import PlayedGame, find_game, read_player
from boardwright.played_game import AnyPlayedGame
from boardwright.records import TextRecord, annotated_game, write_game
from boardwright.study.annotate import PAGE_END, analyse_game, annotated, game_part, page_start

ME, OPPONENT = "level:2", "level:5"
"""A weaker player sits in for me: my own moves would go to ``played.play_text``."""


def main(folder: Path) -> None:
    cabeza = find_game("cabeza")
    players = [read_player(name, cabeza, seed=1) for name in (ME, OPPONENT)]
    played: AnyPlayedGame = PlayedGame(cabeza)
    while played.outcome is None and len(played.moves) < 60:
        played.play(players[played.side_to_move].choose(played).move)
    print(f"{len(played.moves)} moves, {cabeza.format_outcome(played.outcome)}")

    analysis = analyse_game(played, read_player("engine:nodes=3000", cabeza))
    worst = max(range(1, len(analysis)), key=lambda ply: analysis[ply].loss)
    move = cabeza.format_move(played.positions[worst - 1], played.moves[worst - 1])
    print(f"The worst move was number {worst}, {move}: it lost {analysis[worst].loss:.0%} of the chance to win.")
    if analysis[worst].best.moves:
        print(f"Better was {analysis[worst].best.texts(cabeza)[0]}.")

    noted = annotated(annotated_game(TextRecord(cabeza), played, {"Red": ME, "Blue": OPPONENT}), analysis)
    with (folder / "my-game.txt").open("w", encoding="utf-8") as file:
        write_game(noted, file)
    page = folder / "my-game.html"
    page.write_text(page_start("My game") + game_part(noted, analysis) + PAGE_END, encoding="utf-8")
    print(f"The record is {folder / 'my-game.txt'}, the page {page}.")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path.cwd())
