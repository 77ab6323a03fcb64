"""JSON Schemas of what commands print with --json: ``schemas/COMMAND.json``, with ``shared.json`` for all of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, TypeAlias, cast

Schema: TypeAlias = dict[str, Any]

FOLDER = Path(__file__).parent / "schemas"
DIALECT = "https://json-schema.org/draft/2020-12/schema"
SHARED = "shared"
ERROR = f"{SHARED}.json#/$defs/error"


def schema_names() -> list[str]:
    """Return the commands that have a schema, sorted."""
    return sorted(file.stem for file in FOLDER.glob("*.json") if file.stem != SHARED)


def read_schema(name: str) -> Schema:
    """Return a schema as it is in its file, with references to other files."""
    return cast("Schema", json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8")))


def resolved(reference: str) -> tuple[str, Schema]:
    """Return the name and the schema of a reference: ``FILE.json`` or ``FILE.json#/$defs/NAME``.

    >>> resolved("shared.json#/$defs/error")[1]["required"]
    ['error']
    """
    file, _, name = reference.partition("#/$defs/")
    schema = read_schema(file.removesuffix(".json"))
    if name:
        return name, schema["$defs"][name]
    return file.removesuffix(".json"), {key: value for key, value in schema.items() if key not in ("$schema", "$defs")}


def schema_of(command: str) -> Schema:
    """Return the whole schema of the lines that a command prints: results and errors."""
    definitions: dict[str, Schema] = {}

    def local(reference: str) -> str:
        name, schema = resolved(reference)
        if name not in definitions:
            definitions[name] = {}
            definitions[name] = with_local(schema)
        return f"#/$defs/{name}"

    def with_local(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: local(each) if key == "$ref" else with_local(each) for key, each in value.items()}
        return [with_local(each) for each in value] if isinstance(value, list) else value

    lines = [{"$ref": local(f"{command}.json")}, {"$ref": local(ERROR)}]
    title = f"A line of boardwright {command} --json"
    return {"$schema": DIALECT, "title": title, "anyOf": lines, "$defs": definitions}
