"""The engine of the browser: it analyses instead of the server's, which runs no process for it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Locator, Route, expect
from tests.running import ROOT
from tests.web.page.browsing import PHONE, Visitor, violations, visiting
from tests.web.server_process import Served, engine_processes

pytestmark = pytest.mark.slow

Visit = Callable[..., Visitor]

HERE, THERE = re.compile(r"s on this device"), re.compile(r"s on the server")
MODULE = re.compile(r"/static/\w+/core/\w+(-scalar)?\.wasm$")
GAME = "/analyse/turm#moves=D5-D4-1 D3-C3-1 D4-D3-1"
RED_WINS = "7/7/7/7/3RG3/7/BG6 r"


def status(visitor: Visitor) -> Locator:
    return visitor.page.locator(".analysis .search-status")


def lines(visitor: Visitor) -> Locator:
    return visitor.page.locator(".analysis .lines li")


def place(visitor: Visitor) -> Locator:
    return visitor.page.get_by_label("Where the engine runs")


def workers(visitor: Visitor) -> list[str]:
    return [worker.url.split("/")[-1] for worker in visitor.page.workers]


def test_it_analyses_and_the_server_s_engine_rests(serve: Callable[..., Served], browser: Browser, axe: str) -> None:
    served = serve()
    with visiting(browser, served.address) as visitor:
        loaded: list[str] = []
        visitor.page.on("requestfinished", lambda request: loaded.append(request.url))
        visitor.open("/analyse/congo")
        assert not any(MODULE.search(address) for address in loaded)
        visitor.button("Engine").click()
        expect(status(visitor)).to_have_text(HERE)
        expect(lines(visitor)).to_have_count(3)
        assert workers(visitor) == ["engine_worker.js"]
        assert sum(MODULE.search(address) is not None for address in loaded) == 1
        assert violations(visitor, axe) == []
        # The best line of a win is the same here and there.
        visitor.open(f"/analyse/turm#position={RED_WINS}")
        visitor.button("Engine").click()
        expect(lines(visitor).first).to_contain_text("D3-D4-1")
        expect(lines(visitor).first.locator(".score")).to_have_text("Red wins in 1")
        assert engine_processes(served.process) == []
        place(visitor).select_option("On the server")
        expect(status(visitor)).to_have_text(THERE)
        expect(lines(visitor).first).to_contain_text("D3-D4-1")
        assert len(engine_processes(served.process)) == 1


def test_the_choice_is_kept(visit: Visit) -> None:
    visitor = visit("/analyse/turm", viewport=PHONE)
    visitor.button("Engine").click()
    place(visitor).select_option("On the server")
    visitor.page.reload()
    visitor.button("Engine").click()
    expect(place(visitor)).to_have_value("server")
    expect(status(visitor)).to_have_text(THERE)
    assert workers(visitor) == []
    place(visitor).select_option("On this device")
    expect(status(visitor)).to_have_text(HERE)


def test_other_positions_stop_the_search_and_the_switch_does(visit: Visit) -> None:
    visitor = visit(GAME)
    visitor.button("Engine").click()
    expect(status(visitor)).to_have_text(HERE)
    first = lines(visitor).first.locator(".ply").first
    for key in ("ArrowLeft", "ArrowLeft", "ArrowRight"):
        with visitor.page.workers[0].expect_event("close"):
            visitor.page.keyboard.press(key)
        expect(first).to_be_visible()
        expect(status(visitor)).to_have_text(HERE)
        assert workers(visitor) == ["engine_worker.js"]
    with visitor.page.workers[0].expect_event("close"):
        visitor.button("Engine").click()
    expect(status(visitor)).to_have_text("Switch the engine on to analyse this position.")
    assert workers(visitor) == []


def test_a_review_needs_no_engine_of_the_server(serve: Callable[..., Served], browser: Browser) -> None:
    served = serve()
    with visiting(browser, served.address) as visitor:
        visitor.open(GAME)
        visitor.expect_moves(3)
        visitor.button("Review").click()
        expect(visitor.page.locator(".accuracy tbody tr")).to_have_count(2)
        assert engine_processes(served.process) == []


@pytest.mark.parametrize("missing", ["module", "worker", "wasm"])
def test_the_server_s_engine_replaces_it_where_it_fails(visit: Visit, missing: str) -> None:
    visitor = visit("/")
    if missing == "module":
        visitor.context.route(MODULE, lambda route: _absent(route))
    elif missing == "worker":
        visitor.context.add_init_script("delete globalThis.Worker")
    else:
        visitor.context.add_init_script("delete globalThis.WebAssembly")
    visitor.open("/analyse/turm")
    expect(place(visitor)).to_have_value("client")
    visitor.button("Engine").click()
    expect(visitor.page.locator(".notice")).to_have_text(
        "The engine does not run in this browser: the server analyses instead."
    )
    expect(status(visitor)).to_have_text(THERE)
    expect(place(visitor)).to_have_value("server")


def _absent(route: Route) -> None:
    route.fulfill(status=404, body="")


def test_it_runs_without_simd(visit: Visit) -> None:
    visitor = visit("/")
    visitor.context.add_init_script("WebAssembly.validate = () => false")
    loaded: list[str] = []
    visitor.page.on("requestfinished", lambda request: loaded.append(request.url))
    visitor.open("/analyse/cabeza")
    visitor.button("Engine").click()
    expect(status(visitor)).to_have_text(HERE)
    assert [address.split("/")[-1] for address in loaded if MODULE.search(address)] == ["cabeza-scalar.wasm"]


def test_a_game_without_a_module_is_for_the_server(serve: Callable[..., Served], browser: Browser) -> None:
    served = serve(f"--game={ROOT / 'examples' / 'morris.py'}")
    with visiting(browser, served.address) as visitor:
        visitor.open("/analyse/morris")
        expect(place(visitor)).to_be_hidden()
        visitor.button("Engine").click()
        expect(status(visitor)).to_have_text(THERE)
