"""What all tests share."""

from __future__ import annotations

import os
import signal
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from tests.running import ROOT, SUMMARY, Done, Run, run_python

from boardwright.paths import CACHE, ELSEWHERE

# What the user keeps, such as endings that the engine would look up, has no part in the tests.
NOTHING_KEPT = TemporaryDirectory()
os.environ[ELSEWHERE] = NOTHING_KEPT.name
# The headers of examples are compiled once for all processes of the tests.
os.environ.setdefault(CACHE, str(ROOT / "build" / "cache"))

# Background jobs of a shell ignore SIGINT, and those of nohup SIGHUP: programs that tests start and signal would, too.
signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP"):  # not on Windows
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

# Shared machines are slow at times: a test that is right must not fail for its speed.
settings.register_profile("boardwright", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("boardwright")


@pytest.fixture(scope="session")
def run() -> Run:
    """Run Python with some arguments in a process of its own."""
    return run_python


@pytest.fixture(scope="session")
def boardwright() -> Run:
    """Run a command of the command line in a process of its own."""

    def run_command(*arguments: str, **options: Any) -> Done:
        return run_python("-m", "boardwright", *arguments, **options)

    return run_command


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what tests recorded for people, also when they ran in other processes."""
    told = [
        str(value)
        for report in terminalreporter.getreports("passed")
        for name, value in getattr(report, "user_properties", ())
        if name == SUMMARY
    ]
    if told:
        terminalreporter.section("figures")
        for line in sorted(told):
            terminalreporter.write_line(line)
