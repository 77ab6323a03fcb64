"""The stub of the compiled module has the names and signatures that nanobind reports for it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from nanobind.stubgen import StubGen

from boardwright.core import _core

TOTALS = ("PlayoutTotals", "MatchTotals")
LOOSE = {"object": ("Buffer", "bytearray"), "dict": TOTALS}
"""Types that the binding leaves open, with those by which the stub may narrow them, besides their parameters."""


def signatures(source: str) -> dict[str, tuple[str, list[str], list[str]]]:
    """The kind of every name, its bases or parameters, and the types of its parameters and result."""
    return {name: found for name, found in _signatures(ast.parse(source).body, "") if not name.startswith(TOTALS)}


def _signatures(body: list[ast.stmt], prefix: str) -> Iterator[tuple[str, tuple[str, list[str], list[str]]]]:
    for node in body:
        match node:
            case ast.ClassDef():
                yield prefix + node.name, ("class", [ast.unparse(base) for base in node.bases], [])
                yield from _signatures(node.body, f"{node.name}.")
            case ast.FunctionDef():
                kind = "property" if node.decorator_list else "function"
                parameters = node.args.args
                types = [*(each.annotation for each in parameters), node.returns]
                written = [ast.unparse(each) if each else "" for each in types]
                yield prefix + node.name, (kind, [each.arg for each in parameters], written)
            case ast.AnnAssign():
                yield prefix + ast.unparse(node.target), ("constant", [], [])


def is_narrowed(reported: str, written: str) -> bool:
    if " | " in reported:
        return all(map(is_narrowed, reported.split(" | "), written.split(" | ")))
    return written == reported or written.startswith(f"{reported}[") or written in LOOSE.get(reported, ())


def test_the_stub_is_that_of_the_compiled_module() -> None:
    generator = StubGen(_core)
    generator.put(_core)
    reported = signatures(generator.get())
    written = signatures(Path(_core.__file__).with_name("_core.pyi").read_text())
    assert list(written) == list(reported)
    for name, (kind, names, types) in reported.items():
        assert written[name][:2] == (kind, names), name
        assert all(map(is_narrowed, types, written[name][2])), (name, types, written[name][2])
