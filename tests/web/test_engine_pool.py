"""The engine's processes: whatever happens to one, nobody waits for ever, and games come first."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.running import ROOT, without_header
from tests.web.server_process import TIMEOUT, engine_processes

from boardwright import find_game
from boardwright.engine import Limits
from boardwright.web import engine_pool as subject
from boardwright.web.api_errors import Unavailable
from boardwright.web.engine_pool import EnginePool
from boardwright.web.engine_tasks import EngineFailed, Task, Urgency

pytestmark = pytest.mark.slow

START = find_game("turm").start_text
WIN_IN_ONE = "7/7/7/7/3RG3/7/BG6 r"
LONG = 1000.0
GAME, ANALYSIS = Urgency.GAME, Urgency.ANALYSIS

# A game that does to the process that thinks about it what its position says.
WICKED = """
import os, signal, sys, time
sys.path.insert(0, {examples!r})
from breakthrough import Breakthrough

class Wicked(Breakthrough):
    name = "wicked"
    def parse_position(self, text, *, strict=True):
        if text == "crash":
            signal.raise_signal(signal.SIGSEGV)  # os.kill would let this thread go on, and answer
        if text == "hang":
            time.sleep(1e6)
        if text == "chatter":
            print("no JSON" * 100000)
            os.write(1, b"neither is this")
            raise RuntimeError("two" + chr(10) + "lines")
        return super().parse_position(text, strict=strict)
"""


@asynccontextmanager
async def thinking(processes: int = 2) -> AsyncIterator[EnginePool]:
    engine_pool = EnginePool(processes)
    await engine_pool.open()
    try:
        async with asyncio.timeout(TIMEOUT):
            yield engine_pool
    finally:
        await engine_pool.close()


def task(start: str = START, seconds: float = LONG, **more: Any) -> Task:
    return Task(**{"game": "turm", "start": start, "moves": (), "limits": Limits(time=seconds), **more})


async def until(true: Callable[[], object]) -> None:
    while not true():
        await asyncio.sleep(0.01)


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def main() -> None:
        await work()

    asyncio.run(main())


@pytest.fixture
def wicked(tmp_path: Path) -> str:
    file = tmp_path / "wicked.py"
    file.write_text(WICKED.format(examples=str(ROOT / "examples")))
    return str(file)


def test_a_win_is_found_and_told_on_the_way() -> None:
    async def work() -> None:
        told: list[Any] = []
        async with thinking() as engine_pool:
            found = await engine_pool.think(task(WIN_IN_ONE, tell=True, lines=2), GAME, told.append)
        assert told[-1]["variations"][0] == found["variations"][0]
        assert found["variations"][0] == {
            "moves": ["D3-D4-1"],
            "score": {"value": 319.99, "distance": 1, "bitbase": None},
            "win_probability": 1.0,
        }
        assert list(found) == ["version", "depth", "nodes", "seconds", "variations"]

    run(work)


def test_levels_and_games_without_a_core_play_too() -> None:
    async def work() -> None:
        async with thinking() as engine_pool:
            level = await engine_pool.think(task(level=1, moves=["D5-D4-1"], seed=7), GAME)
            file = without_header("examples/breakthrough.py")
            start = find_game(file).start_text
            other = await engine_pool.think(Task(file, start, [], Limits(time=0.2, optimum=0.1)), GAME)
        assert level["variations"][0]["moves"]
        assert other["variations"][0]["score"]["distance"] is None

    run(work)


def test_thinking_that_nobody_waits_for_ends() -> None:
    async def work() -> None:
        told = asyncio.Event()
        async with thinking() as engine_pool:
            asked = asyncio.create_task(engine_pool.think(task(tell=True), ANALYSIS, lambda found: told.set()))
            await told.wait()
            assert (len(engine_pool.thinking), len(engine_pool.waiting)) == (1, 0)
            asked.cancel()
            await until(lambda: not engine_pool.thinking)

    run(work)


def test_a_game_does_not_wait_for_analyses() -> None:
    async def work() -> None:
        async with thinking(processes=2) as engine_pool:
            analyses = [asyncio.create_task(engine_pool.think(task(), ANALYSIS)) for _ in range(5)]
            await until(lambda: engine_pool.thinking)
            assert (len(engine_pool.thinking), len(engine_pool.waiting)) == (1, 4)
            for _ in range(3):
                assert (await engine_pool.think(task(WIN_IN_ONE), GAME))["variations"][0]["win_probability"] == 1.0
            assert (len(engine_pool.thinking), len(engine_pool.waiting)) == (1, 4)
            for analysis in analyses:
                analysis.cancel()
            await until(lambda: not (engine_pool.thinking or engine_pool.waiting))

    run(work)


def test_what_is_urgent_is_taken_first_and_else_what_came_first() -> None:
    async def work() -> None:
        order: list[str] = []
        async with thinking(processes=2) as engine_pool:

            async def ask(name: str, urgency: Urgency) -> None:
                await engine_pool.think(task(WIN_IN_ONE, seconds=1), urgency)
                order.append(name)

            held = [asyncio.create_task(engine_pool.think(task(), GAME)) for _ in range(2)]
            await until(lambda: len(engine_pool.thinking) == 2)
            names = ("analysis", ANALYSIS), ("show", Urgency.SHOW), ("one", GAME), ("two", GAME)
            asked = [asyncio.create_task(ask(*name)) for name in names]
            await until(lambda: len(engine_pool.waiting) == 4)
            held[0].cancel()
            await asyncio.gather(*asked)
            held[1].cancel()
        assert order == ["one", "two", "show", "analysis"]

    run(work)


def test_more_analyses_than_can_wait_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subject, "MAX_WAITING_ANALYSES", 2)

    async def work() -> None:
        async with thinking() as engine_pool:
            asked = [asyncio.create_task(engine_pool.think(task(), ANALYSIS))]
            await until(lambda: engine_pool.thinking)
            asked += [asyncio.create_task(engine_pool.think(task(), ANALYSIS)) for _ in range(2)]
            await until(lambda: len(engine_pool.waiting) == 2)
            with pytest.raises(Unavailable, match="too many analyses wait"):
                await engine_pool.think(task(), ANALYSIS)
            assert (await engine_pool.think(task(WIN_IN_ONE), GAME))["variations"][0]["win_probability"] == 1.0
            for each in asked:
                each.cancel()

    run(work)


def test_an_analysis_ends_early_where_others_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subject, "FAIR_SHARE", 0.2)

    async def work() -> None:
        async with thinking() as engine_pool:
            first = asyncio.create_task(engine_pool.think(task(), ANALYSIS))
            await until(lambda: engine_pool.thinking)
            second = await engine_pool.think(task(WIN_IN_ONE, seconds=1), ANALYSIS)
            assert second["variations"][0]["win_probability"] == 1.0
            assert (await first)["variations"]

    run(work)


def test_a_process_that_dies_costs_its_task_alone(wicked: str) -> None:
    async def work() -> None:
        async with thinking() as engine_pool:
            crash = Task(wicked, "crash", [], Limits(time=LONG))
            with pytest.raises(EngineFailed, match="its process ended by SIGSEGV"):
                await engine_pool.think(crash, GAME)
            assert (await engine_pool.think(task(WIN_IN_ONE), GAME))["variations"][0]["win_probability"] == 1.0
            crashes = (engine_pool.think(crash, GAME) for _ in range(4))
            ended = await asyncio.gather(*crashes, engine_pool.think(task(WIN_IN_ONE), GAME), return_exceptions=True)
            assert [type(each) for each in ended] == [EngineFailed] * 4 + [dict]

    run(work)


def test_a_process_that_does_not_answer_is_ended(wicked: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subject, "GRACE", 0.5)

    async def work() -> None:
        async with thinking() as engine_pool:
            with pytest.raises(EngineFailed, match="it has not answered within"):
                await engine_pool.think(Task(wicked, "hang", [], Limits(time=0.1)), GAME)
            monkeypatch.setattr(subject, "GRACE", TIMEOUT)
            assert (await engine_pool.think(task(WIN_IN_ONE), GAME))["variations"][0]["win_probability"] == 1.0

    run(work)


def test_what_a_game_prints_does_not_get_between_the_answers(wicked: str) -> None:
    async def work() -> None:
        async with thinking() as engine_pool:
            failure = r"the code of wicked failed in parse_position \(line \d+ of wicked.py\): RuntimeError: two lines"
            with pytest.raises(EngineFailed, match=f"the engine failed: {failure}"):
                await engine_pool.think(Task(wicked, "chatter", [], Limits(time=LONG)), GAME)

    run(work)


def test_a_process_that_was_killed_while_it_had_nothing_to_do_is_replaced() -> None:
    async def work() -> None:
        async with thinking() as engine_pool:
            await engine_pool.think(task(WIN_IN_ONE), GAME)
            for process in engine_processes(os.getpid()):
                os.kill(process, signal.SIGKILL)
            await until(lambda: not engine_processes(os.getpid()))
            assert (await engine_pool.think(task(WIN_IN_ONE), GAME))["variations"][0]["win_probability"] == 1.0

    run(work)


def test_none_is_left_once_they_are_closed() -> None:
    async def work() -> None:
        async with thinking() as engine_pool:
            asked = asyncio.create_task(engine_pool.think(task(tell=True), GAME))
            await until(lambda: engine_processes(os.getpid()))
            asked.cancel()
        assert engine_processes(os.getpid()) == []

    run(work)
