"""What servers tell people: all of it, unless nobody reads it."""

from __future__ import annotations

import os
from io import StringIO
from time import sleep

import pytest

from boardwright.protocols import log
from boardwright.protocols.log import Log

MORE_THAN_A_PIPE = "x" * (1 << 20)


def test_lines_come_in_their_order() -> None:
    lines = [f"line {number}" for number in range(500)]
    stream = StringIO()
    with Log(stream) as made:
        for line in lines:
            made.write(line)
    assert stream.getvalue().splitlines() == lines


def test_a_reader_who_stalls_keeps_nobody_waiting_and_is_told_what_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "MAX_WAITING", 10)
    monkeypatch.setattr(log, "END_TIMEOUT", 0.1)
    read, write = os.pipe()
    with os.fdopen(read) as reader, os.fdopen(write, "w") as writer:
        with Log(writer) as made:
            made.write(MORE_THAN_A_PIPE)
            while made._waiting:
                sleep(0.001)
            for number in range(1000):
                made.write(f"line {number}")
        heard = [reader.readline().rstrip("\n") for _ in range(12)]
        if heard[0] != MORE_THAN_A_PIPE:
            raise AssertionError(heard[0][:100])
        *lines, last = heard[1:]
        assert lines == [f"line {number}" for number in range(10)]
        assert last == "(990 lines dropped: the reader was too slow)"
        monkeypatch.setattr(log, "END_TIMEOUT", 60.0)
        with made:
            made.write("the next")
        assert reader.readline() == "the next\n"


def test_a_reader_who_is_gone_is_no_error() -> None:
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "w") as writer, Log(writer) as made:
        made.write("is anybody there?")
        made.write("no")
