"""Features of the terminal."""

from __future__ import annotations

import signal

import pytest

from boardwright.cli import terminal


def test_the_first_ctrl_c_asks_for_the_end_and_a_later_one_forces_it(monkeypatch: pytest.MonkeyPatch) -> None:
    with terminal.interruption() as stop:
        assert not stop()
        # Within the same second it is taken for the first one.
        for _ in range(2):
            signal.raise_signal(signal.SIGINT)
            assert stop()
        monkeypatch.setattr(terminal, "PATIENCE", 0.0)
        signal.raise_signal(signal.SIGTERM)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
