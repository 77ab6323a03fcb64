"""``boardwright bitbase``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from boardwright.cli.json_output import print_json
from boardwright.cli.options import add_game, add_json, add_threads, whole_number
from boardwright.cli.program import INTERRUPTED
from boardwright.cli.terminal import WATCH_SECONDS, bar, interruption
from boardwright.core import core_names, core_of
from boardwright.engine.bitbases import Material, bitbase_folder, generate_bitbases, materials_of, shipped_folder
from boardwright.errors import BoardwrightError
from boardwright.game import AnyGame
from boardwright.paths import expanded
from boardwright.registry import find_game
from boardwright.texts import counted

if TYPE_CHECKING:
    from boardwright.core._core import BitbaseJob

ABOUT = "generate endgame bitbases for the engine"


def declare(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("--pieces", type=whole_number(2), metavar="N", help="maximum number of pieces (default: all)")
    parser.add_argument("--to", metavar="FOLDER", help="output folder (default: where the engine looks for bitbases)")
    add_threads(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int | None:
    game = find_game(options.game)
    core_of(game)
    materials = materials_of(game)
    most = max((material.pieces for material in materials), default=0)
    if not most:
        others = ", ".join(name for name in core_names() if materials_of(find_game(name)))
        raise BoardwrightError(f"{game.full_name} has no bitbases: expected {others}")
    pieces = options.pieces or most
    if pieces > most:
        raise BoardwrightError(f"--pieces {pieces}: expected a whole number from 2 to {most}")
    # A folder that is named gets all bitbases, so that it can be used alone.
    beside = shipped_folder(game) if options.to is None else None
    return _make(game, _folder(options.to, game), beside, pieces, options)


def _folder(named: str | None, game: AnyGame) -> Path:
    folder = bitbase_folder(game) if named is None else expanded(named)
    if folder is None:
        raise BoardwrightError("there is no folder for bitbases: expected --to FOLDER or BOARDWRIGHT_DATA")
    return folder


def _make(game: AnyGame, folder: Path, beside: Path | None, pieces: int, options: argparse.Namespace) -> int | None:
    def path_of(material: Material) -> Path:
        path = folder / material.file_name
        return path if beside is None or path.exists() or not (beside / path.name).is_file() else beside / path.name

    wanted = [material for material in materials_of(game) if material.pieces <= pieces]
    missing = [material for material in wanted if not path_of(material).exists()]
    made, before = 0, perf_counter()
    with interruption() as stop, bar(sum(material.positions for material in missing)) as advance:

        def wait(material: Material, work: BitbaseJob) -> bool:
            """Wait for one bitbase, unless Ctrl-C is typed."""
            finished = sum(each.positions for each in missing[:made])
            while not work.wait(WATCH_SECONDS):
                advance(finished + work.initialised, material.name)
                if stop():
                    work.stop()
            return not work.stopped

        done = 0
        for material, new in generate_bitbases(game, folder, wanted, options.threads, wait, beside=beside):
            done += 1
            made += new
            found = "exists" if path_of(material).parent == folder else "shipped"
            seconds = perf_counter() - before
            if options.json:
                taken = {"status": "made" if new else found, "seconds": round(seconds, 4) if new else None}
                print_json({"name": material.name, "positions": material.positions, **taken})
            else:
                status = f"made in {seconds:.1f} s" if new else found
                print(f"{material.name:<28} {counted(material.positions, 'position'):>18}  {status}", flush=True)
            before = perf_counter()
            if stop():
                break
    complete = done == len(wanted)
    size = sum(path_of(material).stat().st_size for material in wanted[:done])
    if options.json:
        sums = {"folder": str(folder), "bitbases": done, "bytes": size}
        print_json({"game": game.full_name, **sums, "complete": complete})
        return None if complete else INTERRUPTED
    place = f"in {folder}" + (" or shipped" if beside is not None else "")
    if not complete:
        there = f"{done} of {len(wanted)} bitbases are {place}"
        print(f"interrupted: {there}; run the command again to generate the rest", file=sys.stderr)
        return INTERRUPTED
    print(f"{counted(done, 'bitbase')} {place}, {size / 1e6:.1f} MB")
    return None
