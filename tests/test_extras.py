"""What needs a package that is not installed says which one, and how to install it."""

from __future__ import annotations

import sys

import pytest
from tests.running import Run

from boardwright.installing import extra_command

WITHOUT = """
import sys

class Nothing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {missing!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Nothing())
"""
IMPORT = """
try:
    import {module}
except ImportError as error:
    print(type(error).__name__, error.name, error)
else:
    print("imported")
"""
COMMAND = """
from boardwright.cli import main

sys.exit(main({arguments!r}))
"""
RL, TRAIN, TORCH, WEB, POSTGRESQL = map(extra_command, ("rl", "train", "torch", "web", "postgresql"))


@pytest.mark.parametrize(
    ("module", "missing", "how"),
    [
        ("boardwright.rl.pettingzoo", "gymnasium", RL),
        ("boardwright.rl.pettingzoo", "pettingzoo", RL),
        ("boardwright.rl.pettingzoo", "numpy", RL),
        ("boardwright.rl.vector", "numpy", RL),
        ("boardwright.rl.image", "numpy", RL),
        ("boardwright.rl.openspiel", "pyspiel", f"{sys.executable} -m pip install open_spiel"),
    ],
)
def test_a_module_says_what_it_needs(run: Run, module: str, missing: str, how: str) -> None:
    done = run("-c", WITHOUT.format(missing=[missing]) + IMPORT.format(module=module))
    assert done.stdout == f"MissingExtra {missing} {module} needs {missing}: run {how}\n"


def test_what_needs_no_package_is_imported_without(run: Run) -> None:
    missing = ["gymnasium", "numpy", "pettingzoo", "pyspiel", "ray", "scipy", "fastapi", "sqlalchemy", "rich"]
    for module in ("boardwright", "boardwright.rl", "boardwright.encoding", "boardwright.executors", "boardwright.web"):
        assert run("-c", WITHOUT.format(missing=missing) + IMPORT.format(module=module)).stdout == "imported\n"


@pytest.mark.parametrize(
    ("arguments", "missing", "words"),
    [
        (["train", "turm"], "numpy", f"training needs numpy: run {TRAIN}"),
        (["train", "turm"], "scipy", f"training needs scipy: run {TRAIN}"),
        (["train", "turm", "--device", "cuda"], "torch", f"training on a GPU needs torch: run {TORCH}"),
        (["serve", "--port", "0"], "fastapi", f"the server needs fastapi: run {WEB}"),
        (["serve", "--port", "0"], "sqlalchemy", f"the server needs sqlalchemy: run {WEB}"),
        (
            ["serve", "--port", "0", "--database", "postgresql+psycopg://club:secret@db/club"],
            "psycopg",
            f"the database postgresql+psycopg://club:***@db/club needs psycopg: run {POSTGRESQL}",
        ),
    ],
)
def test_a_command_says_what_it_needs(run: Run, arguments: list[str], missing: str, words: str) -> None:
    done = run("-c", WITHOUT.format(missing=[missing]) + COMMAND.format(arguments=arguments))
    assert (done.returncode, done.stderr) == (2, f"error: {words}\n")
