"""JSON output of commands, checked against its schemas."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator

from boardwright.cli.json_schema import ERROR, Schema, resolved


def json_lines(command: str, output: str) -> list[Any]:
    """Return the objects that a command has printed; each must be as its schema says, without other fields."""
    lines = [json.loads(line) for line in output.splitlines()]
    for line in lines:
        validator(command).validate(line)
    return lines


@cache
def validator(command: str) -> Draft202012Validator:
    """Return the validator of a command's lines."""
    results = closed({"$ref": f"{command}.json"})
    return Draft202012Validator({"anyOf": [results, closed({"$ref": ERROR})]})


def closed(schema: Any) -> Any:
    """Return a schema without references, which allows the described fields only."""
    if isinstance(schema, list):
        return [closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    own = {name: closed(value) for name, value in schema.items() if name != "$ref"}
    if "$ref" in schema:
        own = _merged(closed(resolved(schema["$ref"])[1]), own)
    return own | {"additionalProperties": False} if "required" in own else own


def _merged(base: Schema, own: Schema) -> Schema:
    both: Schema = {}
    if "properties" in base and "properties" in own:
        both = {"properties": base["properties"] | own["properties"], "required": base["required"] + own["required"]}
    return base | own | both
