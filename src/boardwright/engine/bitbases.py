"""Bitbases: the exact results of endgames, generated once, stored in files and probed by the search.

Each material, such as king and man against king, has its own file: two header lines, then the values of its
positions, compressed by the core in blocks (``core/block_codec.hpp``).
"""

from __future__ import annotations

import json
import mmap
import warnings
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeAlias

from boardwright.core import core_of, find_core, new_bitbases
from boardwright.errors import BoardwrightError, quoted, reason_of
from boardwright.game import AnyGame, Game, M, P
from boardwright.manifest import file_beside
from boardwright.paths import data_folder, expanded
from boardwright.registry import find_game

if TYPE_CHECKING:
    from boardwright.core._core import BitbaseJob
    from boardwright.core._core import Bitbases as CoreBitbases

AUTO, OFF = "auto", "off"
FIRST_LINE = b"boardwright endings 2\n"
"""Ends with the format version, which changes with the content."""
SUFFIX = ".ending"
Classes: TypeAlias = list[tuple[int, bytes]]
"""The compressed values of each class of positions."""
LONGEST_HEADER = 4096
CHECKSUM = "crc32"
DECODED = 6_000_000
"""Classes with at most this number of positions are decoded when loaded, larger ones block by block in the search."""
FAR = 3
"""Searches of positions with more than FAR times the pieces of the largest bitbase do not probe."""


class DamagedBitbase(BoardwrightError):
    """A bitbase file cannot be used; the message says why."""


class DamagedBitbaseWarning(UserWarning):
    """A file in the user's own folder cannot be used; the engine plays without it."""


class BitbaseValue(NamedTuple):
    """The result of a position for its side to move: ``won``, ``lost`` or ``drawn``.

    ``plies`` is the distance, with best play, to the next change of material.
    """

    result: str
    plies: int


RESULTS = ("", "drawn", "lost", "won")
"""By the core's numbers."""


@dataclass(frozen=True, slots=True)
class Material:
    """The material of an endgame, the unit of generation and storage."""

    name: str
    number: int
    stage: int
    pieces: int
    classes: tuple[tuple[int, int], ...]
    """The core's classes of positions, with the number of positions of each."""
    leads_to: frozenset[int]
    """The numbers of the materials that a move may lead to."""

    @property
    def positions(self) -> int:
        return sum(size for _, size in self.classes)

    @property
    def file_name(self) -> str:
        return self.name + SUFFIX


def materials_of(game: AnyGame) -> tuple[Material, ...]:
    """Return the materials of a game's bitbases, each after those it leads to; few games have any.

    >>> [material.name for material in materials_of(find_game("draughts")) if material.pieces == 2]
    ['king-king', 'man-king', 'man-man']
    """
    return () if find_core(game) is None else _materials(type(game), game.variant)


@cache
def _materials(game_class: type[AnyGame], variant: str) -> tuple[Material, ...]:
    game = game_class(variant)
    return tuple(
        Material(_name(game, sample), number, stage, pieces, tuple(classes), frozenset(leads_to))
        for number, pieces, stage, classes, leads_to, sample in core_of(game).materials()
    )


def _name(game: AnyGame, sample: Any) -> str:
    """Name a material by the piece kinds of both sides, those of the side to move first."""
    side, pieces = game.side_to_move(sample), game.view(sample).pieces
    kinds = [sorted(piece.kind for piece in pieces if piece.side == one) for one in (side, 1 - side)]
    return "-".join("+".join(own) for own in kinds)


def bitbase_folder(game: AnyGame) -> Path | None:
    """Return the user's folder for the bitbases of a game; None if the user has no data folder."""
    folder = data_folder()
    return None if folder is None else folder / "endings" / game.name


def shipped_folder(game: AnyGame) -> Path | None:
    """Return the folder of the bitbases that are shipped with a game, which its variants share; None if it has none."""
    return file_beside(type(game), game.manifest.endings) if game.manifest.endings else None


class Bitbases(Generic[P, M]):
    """The bitbases of a game in some folders, loaded once a search may reach them."""

    def __init__(self, game: Game[P, M], *folders: Path, trusting: bool = False) -> None:
        """The first folder that has a file counts. With ``trusting``, a damaged one is skipped with a warning."""
        self.game = game
        self.core = core_of(game)
        self.paths = {
            material: path
            for material in materials_of(game)
            for path in [folder / material.file_name for folder in reversed(folders)]
            if path.is_file()
        }
        self._trusting = trusting
        self._loaded: CoreBitbases | None = None

    @property
    def materials(self) -> list[Material]:
        return list(self.paths)

    def near(self, position: P) -> CoreBitbases | None:
        """Return the bitbases for a search, or None if the position has too many pieces to reach one."""
        most = max((material.pieces for material in self.materials), default=0)
        return self.load() if len(self.game.view(position).pieces) <= FAR * most else None

    def find(self, position: P) -> BitbaseValue | None:
        """Probe a position, with all draw counters at zero; None if no bitbase covers it."""
        result, plies = self.core.probe_bitbases(self.load(), self.core.pack([position]))
        return BitbaseValue(RESULTS[result], int(plies)) if result else None

    def load(self) -> CoreBitbases:
        """Return the loaded bitbases; the first call reads the files."""
        if self._loaded is None:
            loaded = new_bitbases()
            for material, path in self.paths.items():
                try:
                    load_bitbase(self.game, material, path, loaded)
                except DamagedBitbase as error:
                    if not self._trusting:
                        raise
                    warnings.warn(f"{error}; the engine plays without it", DamagedBitbaseWarning, stacklevel=2)
            self._loaded = loaded
        return self._loaded


def find_bitbases(game: Game[P, M], where: str) -> Bitbases[P, M] | None:
    """Return the bitbases of a setting.

    ``auto`` stands for those that are shipped and those in the user's folder, ``off`` for none; anything else is a
    folder.
    """
    if where == OFF:
        return None
    if where == AUTO:
        return _own_bitbases(game.full_name) if materials_of(game) else None
    if not materials_of(game):
        raise BoardwrightError(f"{game.full_name} has no endings: expected auto or off, found {quoted(where)}")
    folder = expanded(where)
    endings = Bitbases(game, folder)
    if not endings.materials:
        expected = "expected auto, off, or a folder with some"
        raise BoardwrightError(f"the folder {quoted(where)} holds no endings of {game.full_name}: {expected}")
    return endings


@cache
def _own_bitbases(full_name: str) -> Bitbases[Any, Any] | None:
    """Return the bitbases that all engines of a process share: probing does not change them."""
    game = find_game(full_name)
    folders = [folder for folder in (shipped_folder(game), bitbase_folder(game)) if folder is not None]
    endings = Bitbases(game, *folders, trusting=True)
    return endings if endings.materials else None


# Generation.


def generate_bitbases(
    game: Game[P, M],
    folder: Path,
    materials: Iterable[Material],
    threads: int,
    wait: Callable[[Material, BitbaseJob], bool],
    *,
    beside: Path | None = None,
) -> Iterator[tuple[Material, bool]]:
    """Generate the missing bitbases of some materials in a folder; yield each, and whether it was generated.

    The materials that they lead to must be among them and come first. ``wait`` waits for a job and returns whether it
    was completed; if not, the generation ends. Bitbases in the folder ``beside`` are not generated again, unless they
    are damaged.
    """
    core = core_of(game)
    paths: dict[int, tuple[Material, Path]] = {}
    folder.mkdir(parents=True, exist_ok=True)
    for material in materials:
        places = [folder] if beside is None else [folder, beside]
        path = next((place / material.file_name for place in places if _is_usable(game, material, place)), None)
        missing = path is None
        path = path or folder / material.file_name
        paths[material.number] = (material, path)
        if missing:
            # Only those that this one needs, to bound the memory.
            needed = new_bitbases()
            for number in material.leads_to:
                load_bitbase(game, *paths[number], needed, decoded=True)
            work = core.start_bitbase(needed, material.number, threads=threads)
            if not wait(material, work):
                return
            write_bitbase(game, material, path, work.packed(), work.totals)
        yield material, missing


def _is_usable(game: AnyGame, material: Material, folder: Path) -> bool:
    """Whether a folder has the bitbase of a material, undamaged."""
    path = folder / material.file_name
    with suppress(DamagedBitbase):
        if path.is_file():
            load_bitbase(game, material, path, new_bitbases())
            return True
    return False


# Files.


def write_bitbase(
    game: AnyGame, material: Material, path: Path, classes: Classes, totals: tuple[int, int, int, int]
) -> None:
    """Write a bitbase file atomically."""
    data = b"".join(packed for _, packed in classes)
    header: dict[str, Any] = {
        "game": game.name,
        "material": material.name,
        "positions": material.positions,
        "sizes": [len(packed) for _, packed in classes],
        **dict(zip(("won", "drawn", "lost", "longest"), totals, strict=True)),
    }
    header[CHECKSUM] = checksum(header, data)
    with NamedTemporaryFile(dir=path.parent, prefix=material.name, delete=False) as file:
        try:
            file.write(FIRST_LINE + json.dumps(header).encode() + b"\n" + data)
            file.close()
            Path(file.name).chmod(0o644)
            Path(file.name).replace(path)
        except BaseException:
            Path(file.name).unlink(missing_ok=True)
            raise


def checksum(header: dict[str, Any], data: bytes | memoryview) -> int:
    """Return the checksum of a file's header, itself left out, and of its data."""
    told = {name: value for name, value in header.items() if name != CHECKSUM}
    return zlib.crc32(data, zlib.crc32(json.dumps(told).encode()))


def load_bitbase(game: AnyGame, material: Material, path: Path, target: CoreBitbases, *, decoded: bool = False) -> None:
    """Add a bitbase file to the core's bitbases; raises :class:`DamagedBitbase` if it is not as it was written.

    Classes of more than ``DECODED`` positions stay compressed and are mapped into memory, unless ``decoded`` is set.
    """

    def damaged(reason: str) -> DamagedBitbase:
        remedy = "remove it, and boardwright bitbase makes it again"
        return DamagedBitbase(f"the file {quoted(str(path), 1000)} is not a usable bitbase: {reason}; {remedy}")

    try:
        with path.open("rb") as file:
            first, second = file.readline(len(FIRST_LINE)), file.readline(LONGEST_HEADER)
            start = file.tell()
            if first != FIRST_LINE:
                raise damaged(f"expected it to begin with {quoted(FIRST_LINE.decode().strip())}")
            content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except OSError as error:
        raise damaged(reason_of(error)) from error
    try:
        header = json.loads(second)
    except (ValueError, RecursionError) as error:
        raise damaged("its bytes are damaged") from error
    expected = {"game": game.name, "material": material.name, "positions": material.positions}
    for name, value in expected.items():
        if not isinstance(header, dict) or header.get(name) != value:
            raise damaged(f"expected {name} {value} in its second line")
    sizes = header.get("sizes")
    with memoryview(content) as view, view[start:] as data:
        if not _fits(sizes, len(material.classes), len(data)) or checksum(header, data) != header.get(CHECKSUM):
            raise damaged("its bytes are damaged")
    for (number, positions), size in zip(material.classes, sizes, strict=True):
        try:
            decode = decoded or positions <= DECODED
            target.add(number, material.stage, content, start, size, positions, decode)
        except ValueError as error:
            raise damaged("its bytes are damaged") from error
        start += size


def _fits(sizes: object, classes: int, length: int) -> bool:
    """Whether the sizes of a header fit the number of classes and the number of bytes."""
    if not isinstance(sizes, list) or len(sizes) != classes:
        return False
    return all(type(size) is int and size >= 0 for size in sizes) and sum(sizes) == length
