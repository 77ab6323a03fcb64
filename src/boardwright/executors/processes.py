"""Jobs in processes of this machine, of which any may die without harm to the rest."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from io import BytesIO
from multiprocessing import spawn
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from threading import Lock, Thread
from time import monotonic
from typing import Any

from boardwright.errors import BoardwrightError
from boardwright.executors.executor import GLANCE, Executor
from boardwright.executors.jobs import TRIES, Crash, Job, answer, packed, unpacked

LAST_WORDS = 3.0
"""How long a process that is told to end may take for it, in seconds."""

MAIN = "__main__"
_starting = Lock()


@dataclass(slots=True)
class _Worker:
    process: BaseProcess
    pipe: Connection
    number: int = -1
    """The job that it is at; -1: none."""
    job: bytes = b""
    tries: int = 0


class ProcessExecutor(Executor):
    """So many processes of this machine; they start as they are needed."""

    def __init__(self, processes: int) -> None:
        super().__init__()
        self.processes = processes
        self.workers: list[_Worker] = []
        self._lost: list[tuple[int, Any]] = []

    @property
    def width(self) -> int:
        return self.processes

    def has_room(self) -> bool:
        return len(self.workers) < self.processes or any(worker.number < 0 for worker in self.workers)

    def begin(self, number: int, job: Job[Any]) -> None:
        message = packed(job)
        idle = next((worker for worker in self.workers if worker.number < 0), None)
        self._give(idle or self._spawn_worker(), number, message, 1)

    def _spawn_worker(self) -> _Worker:
        self.workers.append(_Worker(*started(_work, _script())))
        return self.workers[-1]

    def _give(self, worker: _Worker, number: int, job: bytes, tries: int) -> None:
        worker.number, worker.job, worker.tries = number, job, tries
        try:
            worker.pipe.send_bytes(job)
        except OSError:
            self._replace_worker(worker)

    def finished(self) -> list[tuple[int, Any]]:
        busy = {worker.pipe: worker for worker in self.workers if worker.number >= 0}
        done: list[tuple[int, Any]] = []
        for pipe in wait(list(busy), GLANCE) if busy and not self._lost else ():
            assert isinstance(pipe, Connection)
            worker = busy[pipe]
            try:
                done.append((worker.number, unpacked(pipe.recv_bytes())))
            except (EOFError, OSError):
                self._replace_worker(worker)
                continue
            worker.number = -1
        done += self._lost
        self._lost = []
        return done

    def _replace_worker(self, worker: _Worker) -> None:
        """Give up a dead worker; another one begins its job again, unless too many have died at it."""
        worker.pipe.close()
        end(worker.process, LAST_WORDS)
        self.workers.remove(worker)
        if worker.tries < TRIES:
            self._give(self._spawn_worker(), worker.number, worker.job, worker.tries + 1)
        else:
            self._lost.append((worker.number, Crash(f"its process ended {exit_reason(worker.process.exitcode or 0)}")))

    def give_up(self) -> None:
        busy = [worker for worker in self.workers if worker.number >= 0]
        self.workers = [worker for worker in self.workers if worker.number < 0]
        self._lost = []
        _stop_workers(busy)

    def close(self) -> None:
        workers, self.workers = self.workers, []
        _stop_workers(workers)


def _stop_workers(workers: list[_Worker]) -> None:
    for worker in workers:
        worker.process.terminate()
        worker.pipe.close()
    deadline = monotonic() + LAST_WORDS
    for worker in workers:
        end(worker.process, max(deadline - monotonic(), 0.0))


def end(process: BaseProcess, seconds: float) -> None:
    """Wait so long for a process, and no longer."""
    process.join(seconds)
    process.kill()
    process.join()


def started(work: Callable[..., None], *arguments: object) -> tuple[BaseProcess, Connection]:
    """A new process that calls a function with one end of a pipe and the arguments, and our end of the pipe."""
    if multiprocessing.current_process().daemon:
        raise BoardwrightError(
            f'a worker starts no processes: expected the script to start them after if __name__ == "{MAIN}":'
        )
    # Spawned, not forked: a fork copies the locks that other threads hold.
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=work, args=(theirs, *arguments), daemon=True)
    try:
        with _starting, _interrupts_blocked(), _without_script():
            process.start()
    except BaseException:
        # Ctrl-C that was typed meanwhile comes when there is a process.
        if process.pid is not None:
            end(process, 0.0)
        raise
    theirs.close()
    return process, ours


def exit_reason(status: int) -> str:
    """How a process ended, by its exit status.

    >>> exit_reason(-11), exit_reason(3)
    ('by SIGSEGV', 'with exit status 3')
    """
    if status >= 0:
        return f"with exit status {status}"
    try:
        return f"by {signal.Signals(-status).name}"
    except ValueError:
        return f"by signal {-status}"


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """ProcessExecutor started meanwhile never hear Ctrl-C: it is for the one that asked, which still hears it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    # It is started with the first process, and unblocks what was blocked.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _without_script() -> Iterator[None]:
    """ProcessExecutor started meanwhile do not run the script that this one runs: it may not be written for that."""
    main = vars(sys.modules[MAIN])
    shown: dict[str, Any] = {name: main[name] for name in ("__file__", "__spec__") if name in main}
    main.update(dict.fromkeys(shown))
    try:
        yield
    finally:
        main.update(shown)


def _script() -> dict[str, Any]:
    """How another process finds the script that this one runs, if it does."""
    with _starting:
        return {name: told for name, told in spawn.get_preparation_data("").items() if name.startswith("init_main")}


def _work(pipe: Connection, script: dict[str, Any]) -> None:
    """Answer until there are no more jobs, or nobody to answer."""
    # Whoever is told to end lets go of what he holds first, such as other programs.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(1))
    Thread(target=_end_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):
        while True:
            pipe.send_bytes(answer(pipe.recv_bytes(), lambda packed_job: _Reader(script, packed_job).load()))


def _end_with_parent() -> None:
    """End this process once the one that started it has: nobody waits for the job that is under way."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


class _Reader(pickle.Unpickler):
    """Reads a job; where that names something in the script, such as a game, the script is run here too, once."""

    def __init__(self, script: dict[str, Any], packed_job: bytes) -> None:
        super().__init__(BytesIO(packed_job))
        self.script = script

    def find_class(self, module_name: str, global_name: str) -> Any:
        if module_name == MAIN:
            spawn.prepare(self.script)
        return super().find_class(module_name, global_name)
