"""Jobs on a real Ray cluster of several nodes on this machine, some of which die."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from itertools import count, islice
from multiprocessing import Pipe
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic
from typing import TYPE_CHECKING, Any

import pytest
from tests.arena.test_matches import steady
from tests.executors.failing_jobs import count_after_a_death, die_once
from tests.running import ROOT, Run

from boardwright import find_game
from boardwright.arena import play_match
from boardwright.core import core_of
from boardwright.engine.limits import Limits
from boardwright.engine.network import shipped_network
from boardwright.errors import BoardwrightError
from boardwright.executors import Crash, Executor, Job, open_executor, ray_driver
from boardwright.executors.ray_driver import OBJECT_STORE, start_cluster
from boardwright.explore import random_game
from boardwright.study.annotate import analysis_job
from boardwright.study.perft_jobs import add_shares, perft_jobs
from boardwright.study.playout_jobs import playout_jobs
from boardwright.training.selfplay_jobs import selfplay_jobs, settings_of

if TYPE_CHECKING:
    from ray.cluster_utils import Cluster

NODES = 3
DRAUGHTS_9 = 41022423
TURM = find_game("turm")
EXIT = "__import__('os')._exit(3)"
SLEEP = "__import__('time').sleep(600)"
WHERE = "[__import__('time').sleep(0.05), __import__('os').getppid()][1]"
TIMEOUT = 60.0

pytestmark = pytest.mark.slow


def environment(folder: str) -> dict[str, str]:
    return {
        "RAY_TMPDIR": folder,
        "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}",
        "RAY_USAGE_STATS_ENABLED": "0",
        "RAY_AUTH_MODE": "disabled",
    }


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """A head that does no jobs, and three nodes that do; what they import is the tree under test."""
    with TemporaryDirectory(prefix="ray-") as folder, pytest.MonkeyPatch.context() as changed:
        for name, value in environment(folder).items():
            changed.setenv(name, value)
        started = start_cluster([0, *[1] * NODES])
        try:
            yield started
        finally:
            started.shutdown()


@pytest.fixture(scope="module")
def executor(cluster: Cluster) -> Iterator[Executor]:
    with open_executor(ray=cluster.address) as executor:
        yield executor


def test_everything_is_as_on_this_machine(executor: Executor, tmp_path: Path) -> None:
    assert executor.width == NODES
    network = shipped_network(TURM)
    settings = settings_of(TURM, network, nodes=50, random_plies=4, seed=3)
    jobs: list[Job[Any]] = [
        *playout_jobs(TURM, TURM.start(), 20_000, 3),
        *playout_jobs(TURM, TURM.start(), 10, 3, python=True),
        analysis_job("opening", random_game(TURM, Random(1), plies=6), Limits(nodes=500), threads=1, hash_mb=1),
        *selfplay_jobs(TURM, network, settings, range(3)),
    ]
    assert list(executor.map(jobs)) == [job.do() for job in jobs]
    entrants = ("engine:nodes=300", "level:4")
    results = [
        play_match("turm", entrants, games=6, seed=5, **where) for where in ({"jobs": 0}, {"executor": executor})
    ]
    here, there = (steady(result.summary()) for result in results)
    assert there == here
    assert results[0].games == 6

    # What fails is told, what kills its worker is done again, but not for ever, and a stop is heard.
    failing = [Job("division", eval, ("1 / 0",)), Job("death", die_once, (str(tmp_path / "trace"), 9))]
    assert list(executor.results(failing)) == [Crash("ZeroDivisionError: division by zero"), "lived"]
    (lost,) = executor.results([Job("exit", eval, (EXIT,))])
    assert isinstance(lost, Crash)
    assert lost.reason.startswith("WorkerCrashedError")
    asked = iter([False, False, True])
    assert list(executor.results([Job("sleep", eval, (SLEEP,))] * 5, stop=lambda: next(asked))) == []
    assert list(executor.results([Job("one", eval, ("1",))])) == [1]


def test_a_node_that_dies_in_mid_run_costs_nothing(cluster: Cluster, executor: Executor, tmp_path: Path) -> None:
    draughts = find_game("draughts")
    jobs = perft_jobs(draughts, draughts.start(), 9, pieces=32 * NODES)
    trace = tmp_path / "trace"
    # In the middle of the run a job waits for the end of its node: that is killed while it works.
    middle = len(jobs) // 2
    jobs[middle] = replace(jobs[middle], function=count_after_a_death, arguments=(str(trace), *jobs[middle].arguments))
    killed: list[int] = []

    def kill() -> bool:
        if trace.exists() and not killed:
            killed.append(int(trace.read_text()))
            (victim,) = (node for node in cluster.worker_nodes if raylet_of(node) == killed[0])
            cluster.remove_node(victim, allow_graceful=False)
        return False

    shares = add_shares(executor.map(jobs, kill))
    assert killed
    assert len(cluster.worker_nodes) == NODES - 1
    assert sum(shares.values()) == DRAUGHTS_9
    assert sorted(shares.values()) == sorted(first_shares())


def raylet_of(node: Any) -> int:
    return int(node.all_processes["raylet"][0].process.pid)


def first_shares() -> list[int]:
    draughts = find_game("draughts")
    job = core_of(draughts).start_perft(draughts.start(), 9)
    assert job.wait(300)
    return job.counts


def test_the_command_prints_the_count_alone(cluster: Cluster, boardwright: Run) -> None:
    done = boardwright("perft", "draughts", "9", "--ray", cluster.address)
    assert (done.stdout, done.returncode) == (f"{DRAUGHTS_9}\n", 0)
    assert done.stderr.endswith(" a second\n")
    assert len(done.stderr.splitlines()) == 1


def test_nodes_may_join_in_mid_run(cluster: Cluster, executor: Executor) -> None:
    node = cluster.add_node(num_cpus=1, object_store_memory=OBJECT_STORE)
    seen: set[object] = set()
    end = monotonic() + TIMEOUT

    def joined() -> bool:
        return raylet_of(node) in seen and executor.width == len(cluster.worker_nodes)

    jobs = (Job(f"where {number}", eval, (WHERE,)) for number in count())
    for parent in executor.map(jobs, lambda: joined() or monotonic() > end):
        seen.add(parent)
    assert joined()


def test_the_death_of_the_head_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    # As after a minute, but sooner.
    monkeypatch.setenv("RAY_gcs_rpc_server_reconnect_timeout_s", "2")
    with TemporaryDirectory(prefix="ray-", ignore_cleanup_errors=True) as folder:
        for name, value in environment(folder).items():
            monkeypatch.setenv(name, value)
        cluster = start_cluster([1])
        address = cluster.address
        try:
            with open_executor(ray=address) as executor:
                results = executor.results(Job(f"one {number}", eval, ("1",)) for number in count())
                assert next(results) == 1
                cluster.head_node.kill_gcs_server()
                with pytest.raises(BoardwrightError, match=rf"^the Ray cluster at '{address}' is gone: .+$"):
                    list(islice(results, 100_000))
        finally:
            cluster.shutdown()


def test_a_cluster_that_cannot_tell_its_size_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs = Pipe()
    sizes: Iterator[int | Exception] = iter([3, OSError("not now"), 4, SystemError("nor now"), 5])

    def cores() -> int:
        size = next(sizes)
        if isinstance(size, Exception):
            raise size
        if size == 5:
            driver.over.set()
        return size

    monkeypatch.setattr(ray_driver, "_cores", cores)
    monkeypatch.setattr(ray_driver, "LOOK", 0.01)
    with ours, theirs, ExitStack() as stack:
        driver = ray_driver._Driver(theirs, stack)
        driver._watch_size(3)
        assert [ours.recv() for _ in range(2)] == [("cores", 4), ("cores", 5)]
