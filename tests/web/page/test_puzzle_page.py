"""The page of puzzles in a browser: solve one by clicks, wrong moves, hints, the solution, the streak."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.running import ROOT
from tests.web.page.browsing import PHONE, Visitor, visiting
from tests.web.server_process import Served

from boardwright import find_game
from boardwright.puzzles import Puzzle, puzzles_of, turns_of

pytestmark = pytest.mark.slow

Visit = Callable[..., Visitor]


def numbered(name: str, fits: Callable[[Puzzle], bool]) -> tuple[int, Puzzle]:
    """The first puzzle of a game that fits, with its number."""
    return next((number, puzzle) for number, puzzle in enumerate(puzzles_of(find_game(name)), 1) if fits(puzzle))


def moves_of(site: Served, name: str, position: str, played: list[str]) -> dict[str, Any]:
    state = site.post("/api/positions", {"game": name, "position": position, "moves": played})
    return {move["text"]: move for move in state["moves"]}


def solve(visitor: Visitor, site: Served, name: str, puzzle: Puzzle, *, last_order: bool = False) -> None:
    """Play the solution by clicks, and wait for the replies."""
    played: list[str] = []
    for number, turn in enumerate(turns_of(find_game(name), puzzle)):
        order = turn.orders[-1 if last_order else 0]
        for text in order:
            if number % 2 == 0:
                visitor.play(moves_of(site, name, puzzle.position, played)[text], visitor.press)
            played.append(text)
        visitor.expect_moves(len(played))


def heading(visitor: Visitor, text: str) -> None:
    expect(visitor.page.locator("h1.status")).to_have_text(text)


def test_puzzles_are_solved_with_and_without_help(visit: Visit, site: Served) -> None:
    number, puzzle = numbered("turm:centre", lambda each: len(each.moves) == 3)
    visitor = visit("/")
    visitor.page.get_by_role("link", name="Puzzles: Turm & Wächter").click()
    visitor.board.wait_for()
    visitor.open(f"/puzzles/turm:centre#puzzle={number}")
    visitor.page.reload()
    side = "Red" if puzzle.position.endswith("r") else "Blue"
    heading(visitor, f"{side} to move: find the only way to win")
    hint, score = visitor.page.locator(".hint"), visitor.page.locator(".score-line")
    expect(score).to_contain_text("Streak: 0 (best: 0)")

    # A wrong move is taken back.
    moves = moves_of(site, "turm:centre", puzzle.position, [])
    wrong = next(
        move
        for text, move in moves.items()
        if text != puzzle.moves[0]
        and sum(each["paths"][0][0] == move["paths"][0][0] for each in moves.values()) > 1
        and len(move["paths"][0]) == 2
        and text.endswith("-1")
        and sum(each["paths"][0] == move["paths"][0] for each in moves.values()) == 1
    )
    for square in wrong["paths"][0]:
        visitor.press(square)
    expect(hint).to_contain_text(f"{wrong['text']} is not the solution. Try another move.")
    visitor.expect_moves(0)

    # A move that is not legal is refused by its rule.
    visitor.press(moves[puzzle.moves[0]]["paths"][0][0])
    visitor.press("A1" if not any(move["paths"][0][-1] == "A1" for move in moves.values()) else "G7")
    expect(visitor.page.locator(".why")).not_to_be_empty()

    start = moves[puzzle.moves[0]]["paths"][0][0]
    visitor.button("Hint").click()
    expect(hint).to_contain_text(re.compile(rf"Look at the (guard|tower) on {start}\."))
    visitor.button("Hint").click()
    expect(hint).to_contain_text(f"Play {puzzle.moves[0]}.")
    solve(visitor, site, "turm:centre", puzzle)
    heading(visitor, "Solved, with help")
    expect(score).to_contain_text("Streak: 0 (best: 0)")
    expect(score).to_contain_text("Solved: 1 of")

    # The streak counts those solved at once, and is kept.
    visitor.button("Try again").click()
    heading(visitor, f"{side} to move: find the only way to win")
    solve(visitor, site, "turm:centre", puzzle)
    heading(visitor, "Solved!")
    visitor.page.reload()
    expect(score).to_contain_text("Streak: 1 (best: 1)")
    expect(score).to_contain_text("Solved: 1 of")

    # The solution is shown move by move, and ends the streak.
    visitor.button("Show the solution").click()
    heading(visitor, "This is the solution")
    expect(visitor.page.locator(".turns .ply")).to_have_text(list(puzzle.moves))
    expect(visitor.page.locator("[aria-current]")).to_have_text(puzzle.moves[0])
    visitor.page.locator(".turns .ply").last.click()
    expect(visitor.page.locator("[aria-current]")).to_have_text(puzzle.moves[-1])
    expect(score).to_contain_text("Streak: 0 (best: 1)")
    before = visitor.page.url
    visitor.button("Next puzzle").click()
    visitor.expect_moves(0)
    assert visitor.page.url != before


def test_the_steps_of_a_turn_may_be_played_in_another_order(visit: Visit, site: Served) -> None:
    number, puzzle = numbered(
        "margrites", lambda each: len(turns_of(find_game("margrites"), each)[0].orders) > 1 and len(each.moves) < 5
    )
    visitor = visit(f"/puzzles/margrites#puzzle={number}", viewport=PHONE, has_touch=True)
    solve(visitor, site, "margrites", puzzle, last_order=True)
    heading(visitor, "Solved!")
    assert visitor.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_the_difficulty_can_be_chosen(visit: Visit) -> None:
    visitor = visit("/puzzles/turm:centre")
    about = visitor.page.locator(".side .card p.muted").first
    for difficulty in ("Medium", "Easy"):
        visitor.page.get_by_text(difficulty, exact=True).click()
        expect(about).to_contain_text(f", {difficulty.lower()}.")


def test_the_tools_have_a_name_in_the_language_of_the_page(visit: Visit) -> None:
    visitor = visit("/puzzles/turm", locale="de-DE")
    expect(visitor.page.get_by_role("toolbar", name="Aktionen")).to_be_visible()


def test_a_game_without_puzzles_says_so(browser: Any, serve: Callable[..., Served]) -> None:
    served = serve(f"--game={ROOT / 'examples' / 'breakthrough.py'}")
    with visiting(browser, served.address) as visitor:
        visitor.open("/puzzles/breakthrough")
        expect(visitor.page.locator("h1")).to_have_text("There are no puzzles for Breakthrough yet.")
        visitor.open("/rules/breakthrough")
        expect(visitor.page.get_by_role("link", name="Puzzles")).to_have_count(0)
