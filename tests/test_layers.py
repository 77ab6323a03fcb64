"""The import graph: every import of the package goes to the same layer or down, and none closes a cycle.

Imports inside functions and those for type checkers count too. ``docs/architecture.md`` shows the layers; they are read
from its diagram, so that the two cannot differ.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest
from tests.running import SUMMARY

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "boardwright"
DIAGRAM = re.compile(r"^## Layers$.*?```text\n(.*?)```", re.DOTALL | re.MULTILINE)


def modules() -> Mapping[str, Path]:
    """Return the source files by module, as paths below the package: ``games/turm/rules``, ``engine``."""
    found = {}
    for path in PACKAGE.rglob("*.py"):
        name = path.relative_to(PACKAGE).with_suffix("").as_posix().removesuffix("__init__").rstrip("/")
        found[name or "boardwright"] = path
    return found


def imported(source: str) -> Iterator[str]:
    """Yield the dotted names that a source imports, at any depth."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "the package has no relative imports"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def edges() -> list[tuple[str, str]]:
    """Return the imports within the package; a name imported from a module is an import of that module."""
    known = modules()
    found = set()
    for importer, path in known.items():
        for name in imported(path.read_text(encoding="utf-8")):
            parts = name.split(".")
            if parts[0] != "boardwright":
                continue
            while (module := "/".join(parts[1:]) or "boardwright") not in known:
                parts.pop()
            if module != importer:
                found.add((importer, module))
    return sorted(found)


@cache
def layers() -> dict[str, int]:
    """Return the layer of each pattern of the diagram in the manual."""
    diagram = DIAGRAM.search((ROOT / "docs" / "architecture.md").read_text(encoding="utf-8"))
    assert diagram is not None
    found: dict[str, int] = {}
    for line in diagram[1].splitlines():
        number, _, *patterns = line.split()
        found |= {pattern.rstrip(","): int(number) for pattern in patterns}
    return found


def layer_of(module: str) -> int:
    """Return the layer of a module: that of the longest pattern that fits it or a package around it."""
    folders = module.split("/")
    around = ["/".join(folders[:depth]) for depth in range(len(folders), 0, -1)]
    fitting = [
        (len(pattern.split("/")), "*" not in pattern, number)
        for pattern, number in layers().items()
        if any(fnmatchcase(name, pattern) and name.count("/") == pattern.count("/") for name in around)
    ]
    assert fitting, f"docs/architecture.md shows no layer for {module}"
    return max(fitting)[2]


def test_every_import_goes_to_the_same_layer_or_down(record_property: Callable[[str, object], None]) -> None:
    found = edges()
    numbers = {module: layer_of(module) for module in modules()}
    upward = [f"{importer} -> {module}" for importer, module in found if numbers[importer] < numbers[module]]
    record_property(SUMMARY, f"import graph: {len(numbers)} modules, {len(found)} edges, {len(upward)} upward edges")
    assert upward == []


def test_no_imports_close_a_cycle() -> None:
    graph = TopologicalSorter[str]()
    for importer, module in edges():
        graph.add(importer, module)
    try:
        graph.prepare()
    except CycleError as error:
        pytest.fail(f"a cycle of imports: {' -> '.join(error.args[1])}")


def test_the_diagram_names_only_what_exists() -> None:
    known = {"/".join(module.split("/")[:depth]) for module in modules() for depth in range(1, 5)}
    assert [pattern for pattern in layers() if not any(fnmatchcase(name, pattern) for name in known)] == []


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("import boardwright.game", ["boardwright.game"]),
        ("def f():\n    from boardwright.cli import main", ["boardwright.cli.main"]),
        ("if TYPE_CHECKING:\n    from boardwright.web import app", ["boardwright.web.app"]),
    ],
)
def test_lazy_and_typing_imports_count(source: str, names: list[str]) -> None:
    assert list(imported(source)) == names
