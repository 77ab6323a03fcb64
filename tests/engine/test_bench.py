"""The search does what it did: a change that means to alter it changes the signature here."""

from __future__ import annotations

import json

from tests.running import Run

SIGNATURE = "b18a4e2f"


def test_the_search_has_the_signature_it_had(boardwright: Run) -> None:
    told = json.loads(boardwright("bench", "--json").stdout)
    assert told["signature"] == SIGNATURE
    assert sorted(told["games"]) == [
        "cabeza",
        "congo:full",
        "congo:standard",
        "draughts",
        "margrites",
        "turm:castle",
        "turm:centre",
    ]
