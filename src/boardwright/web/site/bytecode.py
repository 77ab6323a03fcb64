"""The compiled modules of a browser's Python, kept for the next visit, when compiling them again would take seconds."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterable, Iterator
from importlib.util import MAGIC_NUMBER
from io import BytesIO
from marshal import dumps
from pathlib import Path
from zipfile import ZipFile, ZipInfo

UNCHECKED = MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8)
"""The beginning of a compiled module that is not compared with its source."""


def packages(folder: Path) -> bytes:
    """Return an archive of the packages in a folder, with the modules that Python has compiled there."""
    return archive_of((file.relative_to(folder).as_posix(), _unchecked(file)) for file in sorted(_files(folder)))


def _files(folder: Path) -> Iterator[Path]:
    return (file for file in folder.rglob("*") if file.is_file())


def _unchecked(file: Path) -> bytes:
    content = file.read_bytes()
    return UNCHECKED + content[len(UNCHECKED) :] if file.suffix == ".pyc" else content


async def library(path: Path) -> bytes:
    """Return the archive of the standard library with the modules compiled that are in use; other tasks go on."""
    loaded = {str(getattr(module, "__file__", None)) for module in list(sys.modules.values())}
    files: list[tuple[str, bytes]] = []
    with ZipFile(path) as archive:
        for name in archive.namelist():
            content = archive.read(name)
            files.append((name, content))
            if f"{path}/{name}" in loaded:
                code = compile(content, f"{path}/{name}", "exec", dont_inherit=True)
                files.append((f"{name}c", UNCHECKED + dumps(code)))
                await asyncio.sleep(0)
    return archive_of(files)


def archive_of(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Return an archive that is not compressed: the whole is compressed better. The same files give the same bytes."""
    output = BytesIO()
    with ZipFile(output, "w") as archive:
        for name, content in files:
            archive.writestr(ZipInfo(name), content)
    return output.getvalue()
