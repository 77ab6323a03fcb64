"""How many positions the tests of evaluations look at."""

from __future__ import annotations

import pytest


@pytest.fixture(params=[500, pytest.param(2000, marks=pytest.mark.slow)])
def positions(request: pytest.FixtureRequest) -> int:
    number: int = request.param
    return number
