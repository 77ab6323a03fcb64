"""What an installation lacks is said with a command that gets it, and the command works."""

from __future__ import annotations

import os
import re
import shlex
import sys
from importlib.metadata import PackageNotFoundError, distributions
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt
from tests.installation import NO_COMPILER, Installation, copy_sources, pack, unoptimised_compiler
from tests.running import REQUIRED, ROOT

from boardwright import installing
from boardwright.installing import core_advice, extra_command

PIP = f"{shlex.quote(sys.executable)} -m pip install"
AGAIN = f"{PIP} --force-reinstall --no-cache-dir --no-deps"


class Recorded:
    """A distribution of which only its origin is known."""

    def __init__(self, direct_url: str | None) -> None:
        self.direct_url = direct_url

    def read_text(self, name: str) -> str | None:
        return {"direct_url.json": self.direct_url}[name]


@pytest.mark.parametrize(
    ("origin", "command"),
    [
        (None, f"run: {AGAIN} --no-binary boardwright boardwright"),
        ('{"url": "file://FOLDER", "dir_info": {}}', f"run: {AGAIN} FOLDER"),
        ('{"url": "file://FOLDER", "dir_info": {"editable": true}}', f"run: {AGAIN} -e FOLDER"),
        ('{"url": "file:///gone/a%20b", "dir_info": {}}', f"run in a checkout of boardwright: {AGAIN} ."),
        ('{"url": "file:///b-1.tar.gz", "archive_info": {}}', f"run: {AGAIN} file:///b-1.tar.gz"),
        ('{"url": "file:///b-1.whl", "archive_info": {}}', f"run in a checkout of boardwright: {AGAIN} ."),
        (
            '{"url": "https://host/b.git", "vcs_info": {"vcs": "git", "commit_id": "c0ffee"}}',
            f"run: {AGAIN} git+https://host/b.git@c0ffee",
        ),
    ],
)
def test_the_core_is_built_again_from_where_the_package_came(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, origin: str | None, command: str
) -> None:
    recorded = origin and origin.replace("FOLDER", str(tmp_path))
    monkeypatch.setattr(installing, "distribution", lambda name: Recorded(recorded))
    assert core_advice() == (
        "install a C++20 compiler (g++ 12 or later, or clang), then " + command.replace("FOLDER", str(tmp_path))
    )
    assert extra_command("rl") == f"{PIP} 'boardwright[rl]'"


def test_in_the_environment_of_a_checkout_its_setup_compiles_the_core(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    recorded = Recorded(f'{{"url": "file://{tmp_path}", "dir_info": {{"editable": true}}}}')
    monkeypatch.setattr(installing, "distribution", lambda name: recorded)
    monkeypatch.setattr(sys, "prefix", str(tmp_path / ".venv"))
    assert core_advice().endswith(f"then run: sh {tmp_path}/setup.sh play")


def test_what_is_not_installed_is_installed_from_its_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> Any:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(installing, "distribution", missing)
    assert core_advice().endswith(f"then run: {AGAIN} {shlex.quote(str(ROOT))}")
    assert extra_command("rl") == f"{PIP} {shlex.quote(f'{ROOT}[rl]')}"


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Installation:
    """The package, with one game in its core for speed, installed where there is no compiler."""
    folder = tmp_path_factory.mktemp("installation")
    pack(copy_sources(folder, cores=1), folder / "packages")
    installed = Installation(folder, folder / "packages")
    try:
        installed.install("boardwright", compiler=NO_COMPILER)
    except AssertionError as error:
        (pytest.fail if os.environ.get(REQUIRED) else pytest.skip)(f"the package cannot be built here: {error}")
    return installed


@pytest.mark.slow
def test_the_advised_commands_get_what_is_missing(installation: Installation, tmp_path: Path) -> None:
    compiler = unoptimised_compiler(tmp_path)
    assert installation.doctor()["core"]["compiled"] is False
    # pip installs again what it has built and kept: a compiler alone changes nothing.
    installation.install("--force-reinstall", "boardwright", compiler=compiler)
    assert installation.doctor()["core"]["compiled"] is False
    installation.run(*installation.advised("core"), CXX=compiler)
    assert len(installation.doctor()["core"]["games"]) >= 1
    assert installation.doctor()["packages"]["platformdirs"]["version"] is None
    installation.run(*installation.advised("platformdirs"))
    assert installation.doctor()["packages"]["platformdirs"]["version"] is not None
    assert installation.doctor()["core"]["compiled"] is True


@pytest.mark.slow
def test_the_description_for_an_index_has_no_link_that_leads_nowhere(installation: Installation) -> None:
    (found,) = distributions(name="boardwright", path=[str(installation.packages)])
    assert found.metadata["Author"] == "The Boardwright authors"
    assert "board-games" in found.metadata["Keywords"].split(",")
    assert found.metadata["Description-Content-Type"] == "text/markdown"
    description = str(found.metadata.json["description"])
    assert description.startswith("# Boardwright\n")
    tokens = [inline for token in MarkdownIt().parse(description) for inline in token.children or ()]
    addresses = [str(token.attrs.get("href") or token.attrs.get("src") or "") for token in tokens if token.attrs]
    assert [address for address in addresses if not address.startswith("https://")] == []
    assert not re.search(r"-\|\n\|(?: *\|)+\n", description), "a table is left without its pictures"
