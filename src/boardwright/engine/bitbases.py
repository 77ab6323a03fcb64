"""Bitbases: the exact results of endgames, generated once, stored in files and probed by the search.

Each material, such as king and man against king, has its own file: two header lines, then one byte per
position, compressed.
"""

from __future__ import annotations

import json
import warnings
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeAlias

from boardwright.core import core_of, find_core, new_bitbases
from boardwright.errors import BoardwrightError, quoted, reason_of
from boardwright.game import AnyGame, Game, M, P
from boardwright.paths import data_folder, expanded
from boardwright.registry import find_game

if TYPE_CHECKING:
    from boardwright.core._core import BitbaseJob
    from boardwright.core._core import Bitbases as CoreBitbases

AUTO, OFF = "auto", "off"
FIRST_LINE = b"boardwright endings 1\n"
"""Ends with the format version, which changes with the content."""
SUFFIX = ".ending"
Values: TypeAlias = dict[int, bytes]
"""The bytes of each class of positions."""
NO_VALUE = b"\xff"
"""The only byte that does not encode a result; the core rejects it."""
LONGEST_HEADER = 4096
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
    return () if find_core(game) is None else _materials(game.full_name)


@cache
def _materials(full_name: str) -> tuple[Material, ...]:
    game = find_game(full_name)
    return tuple(
        Material(_name(game, sample), number, stage, pieces, tuple(classes))
        for stage, (number, pieces, classes, sample) in enumerate(core_of(game).materials())
    )


def _name(game: AnyGame, sample: Any) -> str:
    """Name a material by the piece kinds of both sides, those of the side to move first."""
    side, pieces = game.side_to_move(sample), game.view(sample).pieces
    kinds = [sorted(piece.kind for piece in pieces if piece.side == one) for one in (side, 1 - side)]
    return "-".join("+".join(own) for own in kinds)


def bitbase_folder(game: AnyGame) -> Path | None:
    """Return the user's folder for the bitbases of a game; None if the user has no data folder."""
    folder = data_folder()
    return None if folder is None else folder / "endings" / game.full_name.replace(":", "-")


class Bitbases(Generic[P, M]):
    """The bitbases of a game in a folder, loaded once a search may reach them."""

    def __init__(self, game: Game[P, M], folder: Path, *, trusting: bool = False) -> None:
        """With ``trusting``, a damaged file is skipped with a warning instead of raising."""
        self.game = game
        self.folder = folder
        self.core = core_of(game)
        self.materials = [each for each in materials_of(game) if (folder / each.file_name).is_file()]
        self._trusting = trusting
        self._loaded: CoreBitbases | None = None

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
            for material in self.materials:
                try:
                    add_values(loaded, material, read_bitbase(self.game, material, self.folder))
                except DamagedBitbase as error:
                    if not self._trusting:
                        raise
                    warnings.warn(f"{error}; the engine plays without it", DamagedBitbaseWarning, stacklevel=2)
            self._loaded = loaded
        return self._loaded


def find_bitbases(game: Game[P, M], where: str) -> Bitbases[P, M] | None:
    """Return the bitbases of a setting: ``auto`` for those in the user's folder, ``off`` for none, or a folder."""
    if where == OFF:
        return None
    if where == AUTO:
        return _user_bitbases(game.full_name) if materials_of(game) else None
    if not materials_of(game):
        raise BoardwrightError(f"{game.full_name} has no endings: expected auto or off, found {quoted(where)}")
    folder = expanded(where)
    endings = Bitbases(game, folder)
    if not endings.materials:
        expected = "expected auto, off, or a folder with some"
        raise BoardwrightError(f"the folder {quoted(where)} holds no endings of {game.full_name}: {expected}")
    return endings


@cache
def _user_bitbases(full_name: str) -> Bitbases[Any, Any] | None:
    """Return the bitbases that all engines of a process share: probing does not change them."""
    game = find_game(full_name)
    folder = bitbase_folder(game)
    endings = None if folder is None else Bitbases(game, folder, trusting=True)
    return endings if endings and endings.materials else None


def add_values(endings: CoreBitbases, material: Material, values: Values) -> None:
    """Add the values of a material to the core's bitbases."""
    for number, each in values.items():
        endings.add(number, material.stage, each)


# Generation.


def generate_bitbases(
    game: Game[P, M], folder: Path, pieces: int, threads: int, wait: Callable[[Material, BitbaseJob], bool]
) -> Iterator[tuple[Material, bool]]:
    """Generate the missing bitbases of up to ``pieces`` pieces in a folder; yield each, and whether it was generated.

    ``wait`` waits for a job and returns whether it was completed; if not, the generation ends.
    """
    core = core_of(game)
    endings = new_bitbases()
    folder.mkdir(parents=True, exist_ok=True)
    for material in materials_of(game):
        if material.pieces > pieces:
            continue
        missing = not (folder / material.file_name).exists()
        if missing:
            work = core.start_bitbase(endings, material.number, threads=threads)
            if not wait(material, work):
                return
            write_bitbase(game, material, folder, dict(work.values()))
        add_values(endings, material, read_bitbase(game, material, folder))
        yield material, missing


# Files.


def write_bitbase(game: AnyGame, material: Material, folder: Path, values: Values) -> None:
    """Write a bitbase file atomically."""
    data = b"".join(values[number] for number, _ in material.classes)
    header = {"game": game.full_name, "material": material.name, "positions": len(data), "crc32": zlib.crc32(data)}
    with NamedTemporaryFile(dir=folder, prefix=material.name, delete=False) as file:
        try:
            file.write(FIRST_LINE + json.dumps(header).encode() + b"\n" + zlib.compress(data))
            file.close()
            Path(file.name).replace(folder / material.file_name)
        except BaseException:
            Path(file.name).unlink(missing_ok=True)
            raise


def read_bitbase(game: AnyGame, material: Material, folder: Path) -> Values:
    """Read a bitbase file; raises :class:`DamagedBitbase` if its content is not as it was written."""
    path = folder / material.file_name

    def damaged(reason: str) -> DamagedBitbase:
        remedy = "remove it, and boardwright bitbase makes it again"
        return DamagedBitbase(f"the file {quoted(str(path), 1000)} is not a usable bitbase: {reason}; {remedy}")

    try:
        # No valid file is larger: zlib adds little to incompressible data.
        with path.open("rb") as file:
            content = file.read(LONGEST_HEADER + 2 * material.positions)
    except OSError as error:
        raise damaged(reason_of(error)) from error
    if not content.startswith(FIRST_LINE):
        raise damaged(f"expected it to begin with {quoted(FIRST_LINE.decode().strip())}")
    second, _, packed = content[len(FIRST_LINE) :].partition(b"\n")
    try:
        header = json.loads(second)
        data = _unpacked(packed, material.positions)
    except (ValueError, RecursionError, zlib.error) as error:
        raise damaged("its bytes are damaged") from error
    expected = {"game": game.full_name, "material": material.name, "positions": material.positions}
    for name, value in expected.items():
        if not isinstance(header, dict) or header.get(name) != value:
            raise damaged(f"expected {name} {value} in its second line")
    if len(data) != material.positions or zlib.crc32(data) != header.get("crc32"):
        raise damaged("its bytes are damaged")
    if NO_VALUE in data:
        raise damaged("expected a byte from 0 to 254 for each position, found 255")
    values, at = {}, 0
    for number, size in material.classes:
        values[number] = data[at : at + size]
        at += size
    return values


def _unpacked(packed: bytes, most: int) -> bytes:
    """Decompress, but no more than the expected size, whatever the file contains."""
    unpacking = zlib.decompressobj()
    data = unpacking.decompress(packed, most + 1)
    if not unpacking.eof or unpacking.unused_data:
        raise zlib.error("it ends too early or too late")
    return data
