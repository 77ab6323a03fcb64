"""Jobs in worker processes of this machine; a worker that dies is replaced."""

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
from boardwright.executors.affinity import cores_for, pin_to
from boardwright.executors.executor import POLL_INTERVAL, Executor
from boardwright.executors.jobs import TRIES, Crash, Job, Progress, answer, packed, progress_to, unpacked

EXIT_TIMEOUT = 3.0
"""How long a process may take to end after SIGTERM, in seconds."""

MAIN = "__main__"
_starting = Lock()


@dataclass(slots=True)
class _Worker:
    process: BaseProcess
    pipe: Connection
    number: int = -1
    """The number of its current job; -1: idle."""
    job: bytes = b""
    tries: int = 0
    core: int | None = None


class ProcessExecutor(Executor):
    """Runs jobs in up to ``processes`` worker processes, which start when needed.

    With ``pin`` each of them, and what it starts, runs on a core of its own.
    """

    def __init__(self, processes: int, *, pin: bool = False) -> None:
        super().__init__()
        self.processes = processes
        self._cores = cores_for(processes) if pin else []
        self.workers: list[_Worker] = []
        self._lost: list[tuple[int, object]] = []

    @property
    def width(self) -> int:
        return self.processes

    def has_room(self) -> bool:
        return len(self.workers) < self.processes or any(worker.number < 0 for worker in self.workers)

    def begin(self, number: int, job: Job[object]) -> None:
        message = packed(job)
        idle = next((worker for worker in self.workers if worker.number < 0), None)
        self._give(idle or self._spawn_worker(), number, message, 1)

    def _spawn_worker(self) -> _Worker:
        taken = {worker.core for worker in self.workers}
        core = next((core for core in self._cores if core not in taken), None)
        self.workers.append(_Worker(*started(_work, _script(), core), core=core))
        return self.workers[-1]

    def _give(self, worker: _Worker, number: int, job: bytes, tries: int) -> None:
        worker.number, worker.job, worker.tries = number, job, tries
        try:
            worker.pipe.send_bytes(job)
        except OSError:
            self._replace_worker(worker)

    def finished(self) -> list[tuple[int, object]]:
        busy = {worker.pipe: worker for worker in self.workers if worker.number >= 0}
        done: list[tuple[int, object]] = []
        for pipe in wait(list(busy), POLL_INTERVAL) if busy and not self._lost else ():
            assert isinstance(pipe, Connection)
            worker = busy[pipe]
            try:
                message = unpacked(pipe.recv_bytes())
            except (EOFError, OSError):
                self._replace_worker(worker)
                continue
            if isinstance(message, Progress):
                if self.on_progress is not None:
                    self.on_progress(message.content)
                continue
            done.append((worker.number, message))
            worker.number = -1
        done += self._lost
        self._lost = []
        return done

    def _replace_worker(self, worker: _Worker) -> None:
        """Remove a dead worker and restart its job in a new one, up to ``TRIES`` times."""
        worker.pipe.close()
        end(worker.process, EXIT_TIMEOUT)
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
    deadline = monotonic() + EXIT_TIMEOUT
    for worker in workers:
        end(worker.process, max(deadline - monotonic(), 0.0))


def end(process: BaseProcess, seconds: float) -> None:
    """Wait up to ``seconds`` for a process to end, then kill it."""
    process.join(seconds)
    process.kill()
    process.join()


def started(work: Callable[..., None], *arguments: object) -> tuple[BaseProcess, Connection]:
    """Start a process that calls ``work`` with one end of a pipe and the arguments; return it and our end."""
    if multiprocessing.current_process().daemon:
        raise BoardwrightError(
            f'a worker starts no processes: expected the script to start them after if __name__ == "{MAIN}":'
        )
    # Spawn rather than fork: a fork copies locks that other threads hold.
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=work, args=(theirs, *arguments), daemon=True)
    try:
        with _starting, _interrupts_blocked(), _without_script():
            process.start()
    except BaseException:
        # A blocked Ctrl-C is delivered once the process has started.
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
    """Make processes started meanwhile ignore Ctrl-C, which the parent handles; the parent receives it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    # Start the resource tracker first: starting it would unblock the signals.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _without_script() -> Iterator[None]:
    """Keep spawn from importing ``__main__`` in new processes: user scripts may lack the ``if __name__`` guard."""
    main = vars(sys.modules[MAIN])
    shown: dict[str, object] = {name: main[name] for name in ("__file__", "__spec__") if name in main}
    main.update(dict.fromkeys(shown))
    try:
        yield
    finally:
        main.update(shown)


def _script() -> dict[str, object]:
    """Return what a spawned process needs to import this process's script, if there is one."""
    with _starting:
        return {name: value for name, value in spawn.get_preparation_data("").items() if name.startswith("init_main")}


def _work(pipe: Connection, script: dict[str, object], core: int | None) -> None:
    """Run jobs until the pipe is closed."""
    pin_to(core)
    # Turn SIGTERM into an exit, so that resources such as child processes are released.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(1))
    Thread(target=_end_with_parent, daemon=True).start()
    with suppress(EOFError, OSError), progress_to(lambda content: pipe.send_bytes(pickle.dumps(Progress(content)))):
        while True:
            pipe.send_bytes(answer(pipe.recv_bytes(), lambda packed_job: _Reader(script, packed_job).load()))


def _end_with_parent() -> None:
    """End this process once its parent has ended: nothing would receive the result."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


class _Reader(pickle.Unpickler):
    """Unpickles a job; if it refers to something in the script, such as a game, imports the script once."""

    def __init__(self, script: dict[str, object], packed_job: bytes) -> None:
        super().__init__(BytesIO(packed_job))
        self.script = script

    def find_class(self, module_name: str, global_name: str) -> Any:
        if module_name == MAIN:
            spawn.prepare(self.script)
        return super().find_class(module_name, global_name)
