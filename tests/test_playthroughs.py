"""The recorded playthroughs are what the games do today."""

from __future__ import annotations

import pytest
from tests.playthroughs import NAMES, file_of, playthrough


@pytest.mark.parametrize("name", NAMES)
def test_the_recorded_playthrough_is_what_happens(name: str) -> None:
    assert playthrough(name) == file_of(name).read_text(encoding="utf-8")
