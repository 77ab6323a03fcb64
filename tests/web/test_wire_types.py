"""The page's types of the server's messages, and the package's views, have the fields of the API's models."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest

from boardwright import find_game, views
from boardwright.engine.result import Score, one_move
from boardwright.web import models

TYPES = Path(models.__file__).with_name("page") / "types.js"
RENAMED: dict[str, type[models.Shape]] = {
    "BoardShape": models.Board,
    "SentGame": models.Game,
    "Match": models.LiveGame,
}
"""The page's names for models, where they differ."""
RESULTS = ("Score", "Variation", "SearchResult")
"""What a search reports: one JSON form, which is not described by models."""
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null", Any: "any"}


@cache
def page_types() -> dict[str, dict[str, str]]:
    """The fields of every typedef of the page, with their types."""
    text = TYPES.read_text()
    found = {}
    for body, name in re.findall(r"@typedef \{\{(.*)\}\} (\w+)", text):
        found[name] = dict(re.findall(r"(\w+): ((?:[^,{\[]|\[[^\]]*\])+)(?:, |$)", body))
    for name, body in re.findall(r"@typedef \{object\} (\w+)\n(.*?)\*/", text, re.DOTALL):
        found[name] = {field: kind for kind, field in re.findall(r"@property \{(.*)\} (\w+)", body)}
    return found


def model_of(name: str) -> type[models.Shape]:
    model: type[models.Shape] = RENAMED.get(name, getattr(models, name, models.Shape))
    return model


def fields_of(model: type[models.Shape]) -> dict[str, str]:
    return {
        name: type_text(kind)
        for name, kind in get_type_hints(model, include_extras=True).items()
        if name in model.model_fields
    }


def type_text(kind: Any) -> str:
    """Write a model's type as JSDoc does."""
    if kind == models.Side:
        return "Side"
    if kind in PLAIN:
        return PLAIN[kind]
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return "string"
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return type_text(arguments[0])
    if origin is Literal:
        return " | ".join(f'"{each}"' for each in arguments)
    if origin in (Union, UnionType):
        return " | ".join(type_text(each) for each in arguments)
    if origin is list:
        return f"{type_text(arguments[0])}[]"
    if origin is tuple:
        return f"[{', '.join(type_text(each) for each in arguments)}]"
    if origin is dict:
        return f"Record<string, {type_text(arguments[1])}>"
    names = [name for name in page_types() if name not in RESULTS and model_of(name) is kind]
    return names[0] if names else f"{{{', '.join(f'{name}: {each}' for name, each in fields_of(kind).items())}}}"


@pytest.mark.parametrize("name", sorted(set(page_types()) - set(RESULTS)))
def test_the_page_s_types_are_those_of_the_models(name: str) -> None:
    assert page_types()[name] == fields_of(model_of(name))


def test_the_page_s_search_results_have_the_fields_of_the_json_form() -> None:
    game = find_game("turm")
    move = next(iter(game.legal_moves(game.start())))
    score = Score(0.25)
    result = one_move(game.start(), move, 0.5, score)
    written = (score.to_json(), result.variations[0].to_json(game), result.to_json(game))
    for name, fields in zip(RESULTS, written, strict=True):
        assert set(page_types()[name]) == set(fields)


@pytest.mark.parametrize(
    "view", [views.Square, views.Exit, views.Board, views.Piece, views.View, views.Count, views.Stage]
)
def test_models_have_the_fields_of_views(view: Any) -> None:
    assert tuple(getattr(models, view.__name__).model_fields) == view._fields


def test_moves_have_the_fields_of_their_view() -> None:
    assert tuple(models.Move.model_fields) == ("text", *views.MoveView._fields)
