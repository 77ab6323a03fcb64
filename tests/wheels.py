"""Build the wheels of a release and check them: ``python -m tests.wheels dist``.

On Linux, those of all architectures, cross-compiled by zig: for Python 3.11, for the stable ABI of all later versions,
and one without the core for other platforms. On other systems, the one of the Python that runs this.

A wheel is run where its architecture is this machine's. ``AARCH64_PYTHON`` lists commands of a Python to run the others
by, separated by commas, such as ``qemu-aarch64-static -L ROOT ROOT/usr/bin/python3.11``.
"""

from __future__ import annotations

import os
import platform
import shlex
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree, which

from tests.installed import ROOT, new_environment
from tests.wheel import EXPECTED, check

WORK = ROOT / "build" / "wheels"
PROCESSORS = {"x86_64": "x86_64_v2", "aarch64": "generic"}
"""The architectures, and the oldest processor of each that is supported."""
GLIBC = "2.17"
"""The oldest C library that is supported: manylinux2014."""
TOOLCHAIN = """\
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR {architecture})
set(CMAKE_CXX_COMPILER "{folder}/c++")
set(CMAKE_AR "{folder}/ar")
set(CMAKE_RANLIB "{folder}/ranlib")
set(CMAKE_LINK_DEPENDS_USE_LINKER OFF)
"""
WITHOUT_CORE = ("-C", "wheel.cmake=false", "-C", "wheel.py-api=")


@dataclass(frozen=True)
class Target:
    """A wheel to build: its Python, and the architecture to cross-compile for; none for this machine's compiler."""

    python: str
    version: tuple[int, int]
    architecture: str | None = None

    @property
    def environment(self) -> dict[str, str]:
        """What the build needs to know besides the toolchain."""
        if self.architecture is None:
            return {}
        abi = "".join(map(str, self.version))
        return {
            "_PYTHON_HOST_PLATFORM": f"linux-{self.architecture}",
            "SETUPTOOLS_EXT_SUFFIX": f".cpython-{abi}-{self.architecture}-linux-gnu.so",
            "CMAKE_TOOLCHAIN_FILE": str(WORK / self.architecture / "toolchain.cmake"),
            "ZIG_GLOBAL_CACHE_DIR": str(WORK / "cache"),
        }


def version_of(python: str) -> tuple[int, int] | None:
    """Return the version of an interpreter; none where it does not run or has no headers."""
    code = "import sys, sysconfig, pathlib; print(*sys.version_info[:2], sysconfig.get_path('include'))"
    done = subprocess.run([python, "-c", code], capture_output=True, text=True, check=False)
    if done.returncode:
        return None
    major, minor, include = done.stdout.split(maxsplit=2)
    return (int(major), int(minor)) if Path(include.strip(), "Python.h").exists() else None


def interpreters(candidates: Iterable[str]) -> dict[tuple[int, int], str]:
    """Return one interpreter of each version that the package supports."""
    found: dict[tuple[int, int], str] = {}
    for python in candidates:
        if (version := version_of(python)) and version >= (3, 11):
            found.setdefault(version, python)
    return found


def candidates() -> list[str]:
    """Return the interpreters on the path and those of pyenv, this one first."""
    on_path = (which(f"python3.{minor}") for minor in range(11, 20))
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")).glob("versions/3.*/bin/python3")
    return [sys.executable, *filter(None, on_path), *map(str, sorted(pyenv))]


def targets(found: Mapping[tuple[int, int], str]) -> list[Target]:
    """Return the wheels of a release: for Python 3.11, and for the stable ABI of all later versions."""
    stable = min((version for version in found if version >= (3, 12)), default=None)
    if stable is None or (3, 11) not in found:
        have = ", ".join(f"{major}.{minor}" for major, minor in sorted(found)) or "none"
        sys.exit(f"expected Python 3.11 and one from 3.12 on, both with headers: found {have}")
    return [Target(found[version], version, each) for each in PROCESSORS for version in ((3, 11), stable)]


def tools() -> str:
    """Make the environment with what builds and checks wheels, and return its Python."""
    requirements = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    packages = requirements["project"]["optional-dependencies"]["release"]
    python = new_environment(WORK / "tools")
    run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages)
    return python


def run(*command: str | Path, **environment: str) -> None:
    """Run a command, which must succeed."""
    subprocess.run(list(map(str, command)), check=True, cwd=ROOT, env=os.environ | environment)


def write_toolchain(python: str, architecture: str) -> None:
    """Write the compiler and the CMake file for an architecture."""
    folder = WORK / architecture
    folder.mkdir(parents=True, exist_ok=True)
    compiler = f"c++ -target {architecture}-linux-gnu.{GLIBC} -mcpu={PROCESSORS[architecture]}"
    for name, command in (("c++", compiler), ("ar", "ar"), ("ranlib", "ranlib")):
        script = folder / name
        script.write_text(f'#!/bin/sh\nexec {shlex.quote(python)} -m ziglang {command} "$@"\n', encoding="utf-8")
        script.chmod(0o755)
    text = TOOLCHAIN.format(architecture=architecture, folder=folder)
    (folder / "toolchain.cmake").write_text(text, encoding="utf-8")


def build(target: Target, tools: str, folder: Path, *options: str) -> Path:
    """Build one wheel into a folder."""
    place = WORK / "new"
    rmtree(place, ignore_errors=True)
    pip = ("-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-cache-dir", "--no-deps")
    required = {} if options else {"BOARDWRIGHT_REQUIRE_CORE": "1"}
    run(target.python, *pip, *options, "-w", place, ROOT, **target.environment, **required)
    (wheel,) = place.glob("*.whl")
    if target.architecture:
        tag = f"manylinux_{GLIBC.replace('.', '_')}_{target.architecture}"
        run(tools, "-m", "wheel", "tags", "--remove", "--platform-tag", tag, wheel)
        (wheel,) = place.glob("*.whl")
    return wheel.replace(folder / wheel.name)


def emulated(wheel: Path, python: Sequence[str], folder: Path) -> None:
    """Run a wheel of another architecture by an emulated Python, which needs no pip."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    environment = os.environ | {"PYTHONPATH": str(folder)}
    compiled = "import boardwright.core as core; raise SystemExit(not core.is_compiled())"
    subprocess.run([*python, "-c", compiled], check=True, env=environment)
    for arguments, expected in EXPECTED:
        if "breakthrough.py" in arguments:
            continue
        command = [*python, "-m", "boardwright", *arguments]
        found = subprocess.run(command, check=True, env=environment, capture_output=True, text=True).stdout
        if found != expected:
            sys.exit(f"{shlex.join(command)} printed {found!r}: expected {expected!r}")
    subprocess.run([*python, "-m", "boardwright", "bench"], check=True, env=environment)


def try_wheel(wheel: Path, found: Mapping[tuple[int, int], str]) -> str:
    """Install and run a wheel by every Python here that it is for; what it was run by."""
    architecture = next((each for each in PROCESSORS if each in wheel.name), platform.machine())
    if architecture != platform.machine():
        tried = []
        for text in filter(None, os.environ.get("AARCH64_PYTHON", "").split(",")):
            command = shlex.split(text)
            if fits(wheel, emulator := version_text(command)):
                place = WORK / "emulated"
                rmtree(place, ignore_errors=True)
                emulated(wheel, command, place)
                tried.append(f"Python {emulator} emulated")
        return ", ".join(tried) or "not run here"
    versions = [version for version in sorted(found) if fits(wheel, "{}.{}".format(*version))]
    for version in versions:
        check(wheel, found[version])
    return ", ".join("Python {}.{}".format(*version) for version in versions) or "not run here"


def version_text(python: Sequence[str]) -> str:
    """Return the version of an interpreter, such as 3.11."""
    code = "import sys; print('%d.%d' % sys.version_info[:2])"
    return subprocess.run([*python, "-c", code], check=True, capture_output=True, text=True).stdout.strip()


def fits(wheel: Path, version: str) -> bool:
    """Whether a wheel is for a version of Python, by its name."""
    interpreter, abi = wheel.stem.split("-")[-3:-1]
    minor = int(version.partition(".")[2])
    return interpreter == "py3" or interpreter == f"cp3{minor}" or (abi == "abi3" and minor >= int(interpreter[3:]))


def main(folder: str) -> None:
    dist = ROOT / folder
    rmtree(dist, ignore_errors=True)
    dist.mkdir()
    python = tools()
    if sys.platform == "linux":
        found = interpreters(candidates())
        wanted = targets(found)
        for architecture in PROCESSORS:
            write_toolchain(python, architecture)
        wheels = [build(target, python, dist) for target in wanted]
        wheels.append(build(Target(sys.executable, sys.version_info[:2]), python, dist, *WITHOUT_CORE))
        for wheel in wheels[:-1]:
            run(python, "-m", "auditwheel", "show", wheel)
        run(python, "-m", "build", "--sdist", "--outdir", dist, ROOT)
    else:
        found = interpreters([sys.executable])
        wheels = [build(Target(sys.executable, sys.version_info[:2]), python, dist)]
    run(python, "-m", "twine", "check", "--strict", *dist.iterdir())
    for wheel in wheels:
        if "abi3" in wheel.name:
            run(python, "-m", "abi3audit", "--strict", "--summary", wheel)
    rows = [(wheel.name, wheel.stat().st_size, try_wheel(wheel, found)) for wheel in wheels]
    for name, size, where in rows:
        print(f"{name:<60} {size / 1e6:5.1f} MB  {where}")


if __name__ == "__main__":
    main(*sys.argv[1:])
