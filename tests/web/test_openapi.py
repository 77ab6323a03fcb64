"""The description of the API is complete, and whatever is asked, the answer is as it says."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance
from tests.web.server_process import Served

from boardwright.registry import game_names

pytestmark = pytest.mark.slow

EXAMPLES = 12
OPERATIONS = [
    ("GET", "/api/events/{event}"),
    ("GET", "/api/games"),
    ("GET", "/api/games/{game}/lessons"),
    ("GET", "/api/games/{game}/puzzles"),
    ("GET", "/api/games/{game}/puzzles/{number}"),
    ("GET", "/api/games/{game}/rules"),
    ("GET", "/api/health"),
    ("GET", "/api/lobby"),
    ("GET", "/api/matches/{match}"),
    ("GET", "/api/matches/{match}/record"),
    ("POST", "/api/attempts"),
    ("POST", "/api/events"),
    ("POST", "/api/events/{event}/decide"),
    ("POST", "/api/events/{event}/join"),
    ("POST", "/api/events/{event}/remove"),
    ("POST", "/api/events/{event}/start"),
    ("POST", "/api/matches"),
    ("POST", "/api/matches/{match}/abort"),
    ("POST", "/api/matches/{match}/claim"),
    ("POST", "/api/matches/{match}/decline"),
    ("POST", "/api/matches/{match}/draw"),
    ("POST", "/api/matches/{match}/join"),
    ("POST", "/api/matches/{match}/moves"),
    ("POST", "/api/matches/{match}/rematch"),
    ("POST", "/api/matches/{match}/resign"),
    ("POST", "/api/matches/{match}/takeback"),
    ("POST", "/api/positions"),
    ("POST", "/api/records"),
    ("POST", "/api/records/export"),
    ("POST", "/api/reviews"),
    ("POST", "/api/threats"),
    ("POST", "/api/why-not"),
]
NOTHING_TO_SAY = ("/api/games", "/api/health", "/api/lobby")
"""What is asked without any words cannot be asked in a wrong way."""
EVERYWHERE = {"200", "408", "413", "421", "422", "429"}
REFUSALS = {"401", "403", "404", "409", "503"}


@pytest.fixture(scope="session")
def description(server: Served) -> Any:
    """What the server says of itself."""
    return schemathesis.openapi.from_url(f"{server.address}/api/openapi.json")


@pytest.mark.parametrize(
    ("method", "path", "mode"),
    [
        pytest.param(method, path, mode, id=f"{method} {path} {mode.value}")
        for method, path in OPERATIONS
        for mode in GenerationMode
        if mode is GenerationMode.POSITIVE or path not in NOTHING_TO_SAY
    ],
)
def test_every_answer_is_as_it_is_described(description: Any, method: str, path: str, mode: GenerationMode) -> None:
    @given(case=description[path][method].as_strategy(generation_mode=mode))
    @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
    def ask(case: Any) -> None:
        answer = case.call()
        # What has the right shape may still make no sense: a text is not always a position. A body that is too large
        # is refused before its shape is known.
        excluded = [positive_data_acceptance, *([negative_data_rejection] if answer.status_code == 413 else [])]
        case.validate_response(answer, excluded_checks=excluded)

    ask()


def test_every_operation_is_described_with_its_answers(server: Served) -> None:
    paths = server.get("/api/openapi.json")["paths"]
    described = {(method.upper(), path): each for path, methods in paths.items() for method, each in methods.items()}
    assert sorted(described) == OPERATIONS
    error = {"$ref": "#/components/schemas/Error"}
    for operation in described.values():
        assert operation["description"]
        statuses = set(operation["responses"])
        assert EVERYWHERE <= statuses <= EVERYWHERE | REFUSALS
        for status in statuses - {"200"}:
            assert operation["responses"][status]["content"]["application/json"]["schema"] == error


@given(game=st.sampled_from(game_names()), text=st.text(max_size=60), moves=st.lists(st.text(max_size=10), max_size=2))
@settings(max_examples=100, suppress_health_check=list(HealthCheck))
def test_any_text_is_a_position_or_one_clear_line(server: Served, game: str, text: str, moves: list[str]) -> None:
    for path, body in [
        ("/api/positions", {"game": game, "position": text}),
        ("/api/positions", {"game": game, "moves": moves}),
        ("/api/records", {"text": f"{game}\n{text}"}),
    ]:
        answer = server.ask(path, body)
        assert answer.status_code in (200, 422)
        if answer.status_code == 422:
            assert len(answer.json()["error"].splitlines()) == 1
