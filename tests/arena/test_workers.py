"""Processes that work, and some that do not."""

from __future__ import annotations

import pytest

from boardwright.arena.workers import Crash, Workers
from boardwright.game import BoardwrightError

EXIT = ("__import__('os')._exit(3)",)


def test_results_come_in_order_and_a_dead_process_costs_one_task() -> None:
    tasks = [("__import__('time').sleep(0.3) or 1",), ("2",), EXIT, ("4",), ("1 / 0",), ("6",)]
    with Workers(eval, 2) as workers:
        results = list(workers.map(iter(tasks), stop=lambda: False))
    assert results == [
        1,
        2,
        Crash("its process ended with exit status 3"),
        4,
        Crash("ZeroDivisionError: division by zero"),
        6,
    ]
    assert not any(worker.process.is_alive() for worker in workers.workers)


def test_processes_that_all_die_are_given_up() -> None:
    with Workers(eval, 1) as workers, pytest.raises(BoardwrightError, match="4 tasks in a row had no result"):
        list(workers.map(iter([EXIT] * 10), stop=lambda: False))


def test_stop_is_heard_while_all_are_busy() -> None:
    asked = iter([False, True])
    with Workers(eval, 1) as workers:
        assert list(workers.map(iter([("__import__('time').sleep(60)",)]), stop=lambda: next(asked))) == []
