"""Which wheels are built, and where they are run."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.wheels import Target, fits, targets


@pytest.mark.parametrize(
    ("tags", "versions"),
    [
        ("cp311-cp311-manylinux_2_17_x86_64", ["3.11"]),
        ("cp312-abi3-manylinux_2_17_x86_64", ["3.12", "3.13", "3.14"]),
        ("py3-none-any", ["3.11", "3.12", "3.13", "3.14"]),
    ],
)
def test_wheels_are_run_by_the_versions_they_are_for(tags: str, versions: list[str]) -> None:
    wheel = Path(f"boardwright-0.1.0-{tags}.whl")
    assert [version for version in ("3.11", "3.12", "3.13", "3.14") if fits(wheel, version)] == versions


def test_the_stable_abi_is_built_by_the_oldest_python_that_has_it() -> None:
    found = {(3, 14): "c", (3, 11): "a", (3, 12): "b"}
    assert [(target.python, target.architecture) for target in targets(found)] == [
        ("a", "x86_64"),
        ("b", "x86_64"),
        ("a", "aarch64"),
        ("b", "aarch64"),
    ]


@pytest.mark.parametrize("found", [{}, {(3, 11): "a"}, {(3, 13): "b"}])
def test_a_missing_python_is_named(found: dict[tuple[int, int], str]) -> None:
    with pytest.raises(SystemExit, match=r"expected Python 3\.11 and one from 3\.12 on"):
        targets(found)


def test_a_build_for_another_architecture_is_tagged_for_it() -> None:
    environment = Target("python3.11", (3, 11), "aarch64").environment
    assert environment["_PYTHON_HOST_PLATFORM"] == "linux-aarch64"
    assert environment["SETUPTOOLS_EXT_SUFFIX"] == ".cpython-311-aarch64-linux-gnu.so"
    assert Target("python3.11", (3, 11)).environment == {}
