"""A node of a Ray cluster that a command has started, found among the processes of this machine and killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import NamedTuple

from tests.running import ROOT

TIMEOUT = 300.0
"""How long all nodes may take to be at work, in seconds."""


class Process(NamedTuple):
    number: int
    parent: int
    words: tuple[str, ...]


def perft_with_a_death(depth: int, nodes: int) -> subprocess.CompletedProcess[str]:
    """``boardwright perft draughts DEPTH --ray local:NODES``, of which one node is killed once all of them count."""
    command = [sys.executable, "-m", "boardwright", "perft", "draughts", str(depth), "--ray", f"local:{nodes}"]
    program = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT)
    try:
        victim = _one_of(program, nodes)
        os.kill(victim, signal.SIGKILL)
        output, errors = program.communicate(timeout=TIMEOUT)
    finally:
        program.kill()
    return subprocess.CompletedProcess(command, program.returncode, output, errors)


def _one_of(program: subprocess.Popen[str], nodes: int) -> int:
    """The process of a node other than the head, once all nodes count."""
    end = monotonic() + TIMEOUT
    while program.poll() is None and monotonic() < end:
        processes = list(_below(program.pid))
        counting = {process.parent for process in processes if process.words[0].startswith("ray::perft")}
        if len(counting) == nodes:
            return next(
                process.number for process in processes if process.number in counting and "--head" not in process.words
            )
        sleep(0.05)
    raise AssertionError(f"there were never {nodes} nodes at work")


def _below(parent: int) -> Iterator[Process]:
    """The processes that a process has started, and those that these have."""
    children: dict[int, list[Process]] = {}
    for process in _processes():
        children.setdefault(process.parent, []).append(process)
    waiting = children.get(parent, [])
    while waiting:
        process = waiting.pop()
        yield process
        waiting += children.get(process.number, [])


def _processes() -> Iterator[Process]:
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            words = (folder / "cmdline").read_bytes().decode(errors="replace").split("\0")
        except OSError:
            continue
        yield Process(int(folder.name), parent, tuple(words))
