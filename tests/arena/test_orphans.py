"""Whatever ends a program of ours, it leaves no worker and no other program behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from tests.running import ROOT

from boardwright import watchdog
from boardwright.arena import play_match
from boardwright.protocols.program import Program

pytestmark = pytest.mark.slow

TIMEOUT = 300.0
SLEEPER = """
import os, signal, sys, time
for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
    signal.signal(number, signal.SIG_IGN)
for line in sys.stdin:
    word = line.split()[0]
    if word == "ugi":
        print("id game turm:centre\\nugiok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        with open(sys.argv[1] + ".new", "w") as file:
            file.write(f"{os.getpid()} {os.getppid()}")
        os.rename(sys.argv[1] + ".new", sys.argv[1])
        time.sleep(1000)
"""
"""A program that never moves, and that nothing but SIGKILL ends: it tells its process and the one that started it."""


@pytest.fixture
def sleeper(tmp_path: Path) -> str:
    """The player."""
    program = tmp_path / "sleeper.py"
    program.write_text(SLEEPER)
    return f"ugi:time=1000:{sys.executable} {program} {tmp_path / 'processes'}"


@contextmanager
def running(*command: str) -> Iterator[subprocess.Popen[bytes]]:
    """Python with these arguments, which is killed in any case."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    process = subprocess.Popen(
        [sys.executable, *command],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=environment,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def wait_for(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + TIMEOUT
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def processes() -> dict[int, int]:
    """All processes that run, each with its parent."""
    told = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,stat="], capture_output=True, text=True, check=True)
    rows = (line.split() for line in told.stdout.splitlines())
    return {int(process): int(parent) for process, parent, state, *_ in rows if not state.startswith("Z")}


def descendants(process: int) -> set[int]:
    parents = processes()
    found = {process}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {process}


def are_gone(*numbers: int) -> bool:
    return not processes().keys() & set(numbers)


def test_a_program_that_thinks_ends_with_its_match(tmp_path: Path, sleeper: str) -> None:
    told = tmp_path / "processes"
    result = play_match("turm", (sleeper, "random"), games=2, jobs=1, stop=told.exists)
    assert result.games == 0
    wait_for(lambda: are_gone(*map(int, told.read_text().split())))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGKILL])
def test_whatever_signal_ends_a_match_its_workers_and_programs_end_too(
    tmp_path: Path, sleeper: str, number: signal.Signals
) -> None:
    told = tmp_path / "processes"
    with running(
        "-m", "boardwright", "match", "turm", sleeper, "random", "--games", "2", "--jobs", "1", "--no-save"
    ) as played:
        wait_for(told.exists)
        program, worker = map(int, told.read_text().split())
        started = descendants(played.pid)
        assert worker != played.pid
        assert {program, worker} <= started
        played.send_signal(number)
        assert played.wait(TIMEOUT) == (-9 if number is signal.SIGKILL else 130)
    wait_for(lambda: are_gone(*started))


@pytest.mark.parametrize(
    "command",
    [
        ["playout", "examples/breakthrough.py", "--python", "--games", "1000000", "--threads", "2"],
        ["balance", "examples/breakthrough.py", "--games", "1000000", "--jobs", "2", "--player", "mcts:visits=10000"],
        ["gauntlet", "turm", "engine:time=100", "random", "--jobs", "2", "--no-save"],
    ],
)
def test_the_workers_of_a_killed_command_end_at_once(command: list[str]) -> None:
    with running("-m", "boardwright", *command) as process:
        # One of them is that of Python's own, which looks after what the others leave.
        wait_for(lambda: len(descendants(process.pid)) >= 3)
        started = descendants(process.pid)
    wait_for(lambda: are_gone(*started))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_a_program_that_is_checked_ends_with_the_check(tmp_path: Path, number: signal.Signals) -> None:
    program, told = tmp_path / "student.py", tmp_path / "process"
    program.write_text(f"import os, time\nos.symlink(str(os.getpid()), {str(told)!r})\ntime.sleep(1000)\n")
    command = ("check", "turm", "--seconds", "1000", "--", sys.executable, str(program))
    with running("-m", "boardwright", *command) as check:
        wait_for(told.is_symlink)
        check.send_signal(number)
        check.wait(TIMEOUT)
    wait_for(lambda: are_gone(int(told.readlink().name)))


THINKING = """
import asyncio
from boardwright.engine import Limits
from boardwright.web.engine_pool import EnginePool
from boardwright.web.engine_tasks import Task, Urgency

async def main():
    pool = EnginePool(1)
    await pool.open()
    await pool.think(Task("turm", "7/7/3RG3/7/7/7/BG6 r", (), Limits(time=1000.0)), Urgency.GAME)

asyncio.run(main())
"""


def test_the_engine_processes_of_a_killed_server_end_at_once() -> None:
    with running("-c", THINKING) as process:
        wait_for(lambda: descendants(process.pid))
        started = descendants(process.pid)
    wait_for(lambda: are_gone(*started))


def test_a_fork_that_ends_leaves_the_programs_of_its_parent_alone(sleeper: str) -> None:
    program = Program(sleeper.removeprefix("ugi:time=1000:"))
    child = os.fork()
    if not child:
        # What an interpreter does at its end.
        program._end()
        os._exit(0)
    os.waitpid(child, 0)
    program.send("isready")
    assert program.receive(TIMEOUT) == "readyok"
    program.close()
    wait_for(lambda: are_gone(program.process_id))


AT_EXIT = """
import tempfile
from boardwright.protocols.program import Program

folder = tempfile.TemporaryDirectory()
program = Program("cat")
"""
"""The finalizer of the folder makes Python end the program after the watchdog."""


def test_a_program_that_outlives_the_watchdog_ends_quietly() -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run([sys.executable, "-c", AT_EXIT], capture_output=True, text=True, env=environment)
    assert (done.returncode, done.stderr) == (0, "")


FORKED = """
import os, sys, time
from boardwright.protocols.program import Program

program = Program("sleep 1000")
child = os.fork()
if child:
    os.symlink(f"{program.process_id} {child}", sys.argv[1])
time.sleep(1000)
"""


def test_a_fork_that_lives_on_does_not_keep_the_programs_of_its_killed_parent(tmp_path: Path) -> None:
    told = tmp_path / "processes"
    with running("-c", FORKED, str(told)) as parent:
        wait_for(told.is_symlink)
        program, child = map(int, told.readlink().name.split())
        parent.kill()
        try:
            wait_for(lambda: are_gone(program))
            assert not are_gone(child)
        finally:
            os.kill(child, signal.SIGKILL)
            with suppress(ProcessLookupError):
                os.kill(program, signal.SIGKILL)


def test_a_fork_watches_programs_of_its_own_even_if_its_parent_was_just_doing_so() -> None:
    with watchdog._lock:
        child = os.fork()
        if not child:
            # In a thread: that of the fork may take the lock that it holds already.
            thread = threading.Thread(target=lambda: Program("cat").close())
            thread.start()
            thread.join(TIMEOUT)
            os._exit(thread.is_alive())
    assert os.waitpid(child, 0)[1] == 0
