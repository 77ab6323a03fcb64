"""Places: the same results in the same order from each, and deaths that cost nothing."""

from __future__ import annotations

import re
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.process import BaseProcess
from pathlib import Path
from time import monotonic, sleep

import pytest
from tests.executors.failing_jobs import die_once, drive_into_trouble, fall_silent, never_start
from tests.running import Run

from boardwright.errors import BoardwrightError
from boardwright.executors import Crash, Executor, Job, SerialExecutor, open_executor, processes, ray_executor
from boardwright.executors.jobs import TRIES
from boardwright.executors.processes import EXIT_TIMEOUT, ProcessExecutor
from boardwright.executors.ray_executor import local_nodes
from boardwright.installing import MissingExtra, extra_command

pytestmark = pytest.mark.slow


def evaluated(*texts: str) -> list[Job[object]]:
    return [Job(f"job {number}", eval, (text,)) for number, text in enumerate(texts, 1)]


EXIT = "__import__('os')._exit(3)"
SLEEP = "__import__('time').sleep(600)"


@pytest.mark.parametrize("jobs", [0, 1, 3])
def test_results_come_in_the_order_of_the_jobs(jobs: int) -> None:
    texts = ["__import__('time').sleep(0.3) or 0", *map(str, range(1, 30))]
    with open_executor(jobs) as executor:
        assert list(executor.results(evaluated(*texts))) == list(range(30))
        assert list(executor.results(evaluated("1", "2"))) == [1, 2]
        assert list(executor.map([])) == []


def test_what_fails_is_told_and_the_rest_goes_on() -> None:
    with ProcessExecutor(2) as executor:
        results = list(executor.results(evaluated("1", EXIT, "3", "1 / 0", "(n for n in ())", "open('/nowhere')", "7")))
        assert not any(worker.number >= 0 for worker in executor.workers)
    assert results == [
        1,
        Crash("its process ended with exit status 3"),
        3,
        Crash("ZeroDivisionError: division by zero"),
        Crash("TypeError: cannot pickle 'generator' object"),
        Crash("FileNotFoundError: [Errno 2] No such file or directory: '/nowhere'"),
        7,
    ]


def test_a_job_whose_worker_died_is_done_again(tmp_path: Path) -> None:
    jobs = [Job(f"job {name}", die_once, (str(tmp_path / name), 9)) for name in ("a", "b", "c")]
    with ProcessExecutor(2) as executor:
        assert list(executor.results(jobs)) == ["lived"] * 3


def test_a_job_that_always_kills_its_worker_is_not_begun_for_ever(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    with ProcessExecutor(1) as executor:
        results = list(
            executor.results(evaluated(f"print('x', file=open({str(trace)!r}, 'a'), flush=True) or {EXIT}", "2"))
        )
    assert results == [Crash("its process ended with exit status 3"), 2]
    assert trace.read_text() == "x\n" * TRIES


def test_where_all_jobs_fail_the_run_is_given_up() -> None:
    told: list[object] = []
    with (
        ProcessExecutor(1) as executor,
        pytest.raises(BoardwrightError, match=r"^4 jobs in a row had no result.*ZeroDivision"),
    ):
        told.extend(executor.results(evaluated(*["1 / 0"] * 20)))
    assert len(told) == 3


def test_a_missing_part_of_a_whole_is_an_error_that_names_it() -> None:
    with (
        ProcessExecutor(1) as executor,
        pytest.raises(BoardwrightError, match=r"^job 2 has no result: ZeroDivisionError"),
    ):
        list(executor.map(evaluated("1", "1 / 0", "3")))


def test_stop_is_heard_while_all_are_busy_and_the_place_works_on() -> None:
    asked = iter([False, False, True])
    with ProcessExecutor(2) as executor:
        assert list(executor.results(evaluated(SLEEP, SLEEP), stop=lambda: next(asked))) == []
        assert list(executor.results(evaluated("1", "2"))) == [1, 2]


@pytest.mark.parametrize("jobs", [0, 2])
def test_jobs_are_taken_as_they_are_needed(jobs: int) -> None:
    taken: list[int] = []

    def endless() -> Iterator[Job[int]]:
        while True:
            taken.append(len(taken))
            yield Job(f"job {len(taken)}", abs, (len(taken),))

    with open_executor(jobs) as executor:
        results = executor.results(endless())
        assert [next(results) for _ in range(5)] == [1, 2, 3, 4, 5]
        results.close()
    assert len(taken) < 30


def test_no_process_is_left_and_none_started_for_nothing() -> None:
    with ProcessExecutor(50) as executor:
        assert list(executor.results(evaluated("1", "2"))) == [1, 2]
        processes = [worker.process for worker in executor.workers]
        assert len(processes) <= 2
    assert not any(process.is_alive() for process in processes)


def test_what_cannot_be_sent_is_done_here_or_refused() -> None:
    job = Job("the secret", lambda: 42, ())
    executor: Executor
    with SerialExecutor() as executor:
        assert list(executor.results([job])) == [42]
    with ProcessExecutor(1) as executor, pytest.raises(BoardwrightError, match=r"^the secret cannot be sent .*jobs=0"):
        list(executor.results([job]))


def test_fewer_processes_than_none_are_refused() -> None:
    with pytest.raises(BoardwrightError, match=r"^there are no -1 processes: expected at least 1, or 0 for this one$"):
        open_executor(-1)


def test_workers_that_do_not_end_are_waited_for_together(tmp_path: Path) -> None:
    deaf = "__import__('signal').signal(__import__('signal').SIGTERM, __import__('signal').SIG_IGN)"
    with ProcessExecutor(3) as executor:
        for number in range(3):
            (job,) = evaluated(f"[{deaf}, open({str(tmp_path / str(number))!r}, 'x'), {SLEEP}]")
            executor.begin(number, job)
        while len(list(tmp_path.iterdir())) < 3:
            sleep(0.05)
        began = monotonic()
        executor.close()
        assert monotonic() - began < 2 * EXIT_TIMEOUT


def test_a_worker_that_says_no_more_but_lives_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "EXIT_TIMEOUT", 0.2)
    with ProcessExecutor(1) as executor:
        results = list(executor.results([Job("silence", fall_silent, ()), *evaluated("2")]))
    assert results == [Crash("its process ended by SIGKILL"), 2]


SCRIPT = """
from boardwright.arena import play_match
from boardwright.games.turm import Turm

class Mine(Turm):
    name = "mine"

{guard}
    result = play_match({game}, ("random", "random"), games=4, jobs=1)
    print(result.games, *result.crashes)
"""
GUARD = 'if __name__ == "__main__":'


@pytest.mark.parametrize(
    ("game", "guard", "told"),
    [
        ('"turm"', "if True:", "4"),
        ("Mine()", GUARD, "4"),
        ("Mine()", "if True:", "BoardwrightError: a worker starts no processes: expected the script to start them"),
    ],
)
def test_a_script_is_run_again_only_where_jobs_name_something_in_it(
    run: Run, tmp_path: Path, game: str, guard: str, told: str
) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT.format(game=game, guard=guard), encoding="utf-8")
    done = run(str(script))
    assert (done.returncode, done.stderr, len(done.stdout.splitlines())) == (0, "", 1)
    assert told in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="there are no masks of signals")
def test_workers_of_any_thread_never_hear_ctrl_c() -> None:
    with ProcessExecutor(1) as executor, ThreadPoolExecutor(1) as threads:
        jobs = evaluated("__import__('signal').pthread_sigmask(0, [])")
        (blocked,) = threads.submit(lambda: list(executor.results(jobs))).result()
    assert isinstance(blocked, set)
    assert signal.SIGINT in blocked
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])


@pytest.mark.skipif(sys.platform == "win32", reason="there are no masks of signals")
def test_ctrl_c_while_a_worker_starts_is_heard_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[BaseProcess] = []
    start = BaseProcess.start

    def interrupted_start(process: BaseProcess) -> None:
        signal.raise_signal(signal.SIGINT)
        start(process)
        begun.append(process)

    monkeypatch.setattr(BaseProcess, "start", interrupted_start)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with ProcessExecutor(1) as executor, pytest.raises(KeyboardInterrupt):
            list(executor.results(evaluated("1")))
    finally:
        signal.signal(signal.SIGINT, before)
    (process,) = begun
    assert not process.is_alive()


def test_a_cluster_without_cores_and_the_reason_of_its_end_are_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ray_executor, "find_spec", lambda name: True)
    monkeypatch.setattr(ray_executor, "drive", drive_into_trouble)
    told: list[object] = []
    with (
        open_executor(ray="local") as executor,
        pytest.raises(BoardwrightError, match=r"^the Ray cluster at 'local' is gone: RuntimeError: no more$"),
    ):
        told.extend(executor.results(evaluated("1", "2", "3")))
    assert told == evaluated("1")
    warning = "warning: the Ray cluster at 'local' has no cores: jobs wait until a node joins\n"
    assert capsys.readouterr().err == warning


def test_a_cluster_that_does_not_start_leaves_nothing_and_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(ray_executor, "find_spec", lambda name: True)
    monkeypatch.setattr(ray_executor, "drive", never_start)
    monkeypatch.setattr(ray_executor, "START", 1.0)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    began = monotonic()
    with pytest.raises(BoardwrightError, match="it was not there after 1 s"):
        open_executor(ray="local")
    assert monotonic() - began < ray_executor.CLOSING
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("address", ["", "nowhere", "local:0", "local:65", "local:", "h:0", "h:x", ":1", "ray://h:1"])
def test_addresses_of_no_cluster_are_told(address: str) -> None:
    with pytest.raises(BoardwrightError, match="is not the address of a Ray cluster: expected HOST:PORT, auto, local"):
        local_nodes(address)


def test_an_address_that_nobody_is_at_is_told_soon() -> None:
    with pytest.raises(BoardwrightError, match=r"^there is no Ray cluster at '127\.0\.0\.1:1': Connection refused$"):
        open_executor(ray="127.0.0.1:1")


def test_without_ray_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boardwright.executors.ray_executor.find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match=f"^a Ray cluster needs ray: run {re.escape(extra_command('cluster'))}$"):
        open_executor(ray="local")
