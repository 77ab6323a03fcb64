"""The silhouettes of the pieces."""

from __future__ import annotations

import re

import pytest

from boardwright.games.congo import Congo


def test_every_kind_has_its_silhouette() -> None:
    assert tuple(Congo.glyphs) == Congo.kinds


@pytest.mark.parametrize("kind", Congo.kinds)
def test_a_silhouette_is_path_data_inside_the_box(kind: str) -> None:
    path = Congo.glyphs[kind]
    assert re.fullmatch(r"(M[-0-9. LCa]+Z)+", path)
    corners = re.findall(r"[MLC ]([0-9.]+) ([0-9.]+)(?=[LCaZ])", path)
    assert corners
    assert all(0 <= float(number) <= 100 for corner in corners for number in corner)
