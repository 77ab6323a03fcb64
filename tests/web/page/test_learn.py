"""Lessons on the page, by clicks and by keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.web.page.browsing import PHONE, Visitor
from tests.web.server_process import Served

pytestmark = pytest.mark.slow

Visit = Callable[..., Visitor]


def tasks_of(site: Served, game: str) -> Iterator[tuple[int, int, int, Any]]:
    """The tasks of a game with the numbers of lesson and task, and the number of the lesson's tasks."""
    for number, lesson in enumerate(site.get(f"/api/games/{game}/lessons"), 1):
        for place, task in enumerate(lesson["tasks"], 1):
            yield number, place, len(lesson["tasks"]), task


def finish(visitor: Visitor, site: Served, game: str, number: int, place: int, hand: Callable[[str], None]) -> None:
    """Do the task on the board by its solutions."""
    moves: list[str] = []
    body = {"game": game, "lesson": number, "task": place}
    while (judged := site.post("/api/attempts", {**body, "moves": moves}))["verdict"] == "open":
        moves += [judged["reply"]] if judged["reply"] else []
        for square in judged["solution"]["paths"][0]:
            hand(square)
        moves.append(judged["solution"]["text"])
        after = site.post("/api/attempts", {**body, "moves": moves})
        if after["verdict"] == "open":
            expect(visitor.page.locator(".feedback")).to_have_text("Good. Go on.")
            # The reply, if any, is on the board when the pieces can be chosen again.
            expect(visitor.page.locator(".marks .source").first).to_be_attached()


def test_the_lessons_of_a_game_are_finished_by_clicks(visit: Visit, site: Served) -> None:
    visitor = visit("/")
    page = visitor.page
    page.get_by_role("link", name="Learn: Congo").click()
    expect(page.get_by_role("heading", name="Learn Congo")).to_be_visible()
    page.get_by_role("link", name="Begin with lesson 1").click()
    lessons = site.get("/api/games/congo/lessons")
    for number, place, tasks, task in tasks_of(site, "congo"):
        expect(page.locator(".instruction")).to_have_text(task["instruction"])
        expect(page).to_have_url(f"{site.address}/learn/congo/{number}")
        finish(visitor, site, "congo", number, place, visitor.press)
        expect(page.locator(".feedback.right")).to_have_text(task["success"])
        if place < tasks:
            visitor.button("Next task").click()
        elif number < len(lessons):
            page.get_by_role("link", name="Next lesson").click()
    expect(page.locator(".lesson-foot")).to_contain_text("That was the last lesson")
    visitor.button("Play against level 1").click()
    expect(page.locator("dialog[open]").get_by_role("slider")).to_have_attribute("aria-valuetext", "level 1 of 10")
    page.keyboard.press("Escape")
    # The progress is kept.
    visitor.open("/learn/congo")
    expect(page.locator(".hero")).to_contain_text(f"You have finished all {len(lessons)} lessons.")
    expect(page.locator(".lesson", has_text="Finished")).to_have_count(len(lessons))


def test_the_lessons_of_a_game_are_finished_by_keys_alone(visit: Visit, site: Served) -> None:
    visitor = visit("/learn/turm")
    page = visitor.page
    visitor.tab_to("Begin with lesson 1")
    page.keyboard.press("Enter")
    lessons = site.get("/api/games/turm/lessons")
    for number, place, tasks, task in tasks_of(site, "turm"):
        expect(page.locator(".instruction")).to_have_text(task["instruction"])
        finish(visitor, site, "turm", number, place, visitor.choose)
        expect(page.locator(".feedback.right")).to_have_text(task["success"])
        onward = visitor.button("Next task") if place < tasks else page.get_by_role("link", name="Next lesson")
        if place < tasks or number < len(lessons):
            expect(onward).to_be_focused()
            page.keyboard.press("Enter")
    expect(visitor.button("Play against level 1")).to_be_focused()


def test_a_move_that_misses_the_goal_is_taken_back_and_explained_and_a_hint_points_to_another(visit: Visit) -> None:
    visitor = visit("/learn/turm/4", viewport=PHONE, has_touch=True)
    page, feedback = visitor.page, visitor.page.locator(".feedback")
    visitor.press("D4")
    visitor.press("D3")
    expect(feedback).to_have_text("Nothing was taken. Move both stones down to D2.")
    expect(visitor.square("D4")).to_have_attribute("aria-label", "D4, goal, red tower, 2 high, can move")
    # An illegal click names the rule, as on every board.
    visitor.press("D4")
    visitor.press("E5")
    expect(page.locator(".why")).to_contain_text("pieces move in a straight line along a row or a column")
    visitor.button("Hint").click()
    expect(feedback).to_have_text("Two stones go two squares, and take a tower of two.")
    expect(page.locator(".marks .arrow.line")).to_have_count(1)
    visitor.press("D4")
    visitor.press("D2")
    expect(feedback).to_have_text("Two stones took a tower of two: equal numbers are enough.")
    visitor.button("Start again").click()
    expect(feedback).to_have_text("")
    expect(visitor.square("D2")).to_have_attribute("aria-label", "D2, blue tower, 2 high")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_a_lesson_that_does_not_exist_is_reported(visit: Visit) -> None:
    visitor = visit("/learn/turm/99")
    expect(visitor.page.get_by_role("alert")).to_have_text("There is no lesson 99 of Turm & Wächter: expected 1 to 7.")


def test_the_rules_for_programmers_are_folded_and_the_lessons_are_linked(visit: Visit) -> None:
    visitor = visit("/rules/congo")
    page = visitor.page
    expect(page.get_by_text("perft", exact=False).first).to_be_hidden()
    page.get_by_role("heading", name="For programmers").click()
    expect(page.get_by_text("perft", exact=False).first).to_be_visible()
    page.get_by_role("link", name="Learn by playing").click()
    expect(page.get_by_role("heading", name="Learn Congo")).to_be_visible()
