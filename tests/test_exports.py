"""The names that ``boardwright`` itself exports."""

from __future__ import annotations

import subprocess
import sys

import pytest

import boardwright
from boardwright import engine, played_game


def test_every_name_is_there_and_listed() -> None:
    assert set(boardwright.__all__) <= set(dir(boardwright))
    assert [name for name in boardwright.__all__ if not hasattr(boardwright, name)] == []


def test_the_names_are_those_of_their_modules() -> None:
    assert boardwright.Engine is engine.Engine
    assert boardwright.Limits is engine.Limits
    assert boardwright.PlayedGame is played_game.PlayedGame


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'boardwright' has no attribute 'engines'"):
        _ = boardwright.engines


def test_the_import_does_not_load_the_engine() -> None:
    script = "import sys, boardwright; print(any(name.startswith('boardwright.engine') for name in sys.modules))"
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert found.stdout == "False\n"
