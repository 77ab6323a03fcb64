"""``boardwright puzzles``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import closing

from boardwright.cli.inputs import SOME_BAD, write_file
from boardwright.cli.json_output import print_json
from boardwright.cli.options import add_count, add_game, add_json, add_seed, add_workers, whole_number
from boardwright.cli.program import INTERRUPTED
from boardwright.cli.record_options import Recorded
from boardwright.cli.terminal import bar, interruption
from boardwright.engine.limits import MAX_NODES
from boardwright.engine.search import NODES_OF_CORE, nodes_for
from boardwright.errors import BoardwrightError
from boardwright.executors import open_executor
from boardwright.game import AnyGame
from boardwright.paths import expanded
from boardwright.played_game import AnyPlayedGame
from boardwright.puzzles import Puzzle, difficulty_of, read_puzzle_file, turns_of, write_puzzles
from boardwright.registry import file_of, find_game
from boardwright.study.puzzles import CHECK_FACTOR, DEFAULT_NODES, Collection, Proof, Prover, prove, puzzle_jobs
from boardwright.texts import counted

ABOUT = "find puzzles: positions with exactly one way to win, in games of the engine or in record files"


def declare(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "records",
        metavar="FILE",
        nargs="*",
        help="record file to search first: .txt, .json, .jsonl or .pdn; then games are played until there are enough",
    )
    add_count(parser, "--count", "puzzles")
    parser.add_argument(
        "--nodes",
        type=whole_number(1, MAX_NODES),
        metavar="N",
        help=f"nodes of a search that proves a win (default: {DEFAULT_NODES}; {DEFAULT_NODES // NODES_OF_CORE} without "
        "a core)",
    )
    parser.add_argument(
        "--to", metavar="FILE", help="file for the puzzles; one that exists is extended until it holds --count"
    )
    parser.add_argument(
        "--check",
        metavar="FILE",
        help="find nothing; prove that every puzzle of FILE has one solution, by search and, where it is short, "
        "by brute force",
    )
    add_seed(parser)
    add_workers(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int | None:
    game = find_game(options.game)
    options.nodes = options.nodes or nodes_for(game, DEFAULT_NODES)
    if options.check is not None:
        if options.records or options.to is not None:
            raise BoardwrightError("--check finds no puzzles: expected neither record files nor --to with it")
        return _check(game, read_puzzle_file(expanded(options.check)), options)
    return _find(game, options)


def _find(game: AnyGame, options: argparse.Namespace) -> int | None:
    file = None if options.to is None else expanded(options.to)
    known = [] if file is None or not file.exists() else read_puzzle_file(file)
    collection = Collection(game, known)
    # More games are needed for a file that is extended: those of the same seed are in it already.
    jobs = puzzle_jobs(game, _stored(game, options), options.seed + len(known), options.nodes)
    prover = Prover(game)
    with (
        open_executor(0 if options.threads == 1 and options.ray is None else options.threads, options.ray) as executor,
        interruption() as stop,
        bar(options.count) as advance,
        closing(executor.map(jobs, lambda: stop() or len(collection.puzzles) >= options.count)) as results,
    ):
        advance(len(known), "puzzles")
        for found in results:
            for puzzle in found:
                if len(collection.puzzles) >= options.count or not collection.add(puzzle):
                    continue
                if file is not None:
                    write_file(str(file), write_puzzles(collection.puzzles), replace=True)
                else:
                    _print(game, puzzle, prove(game, prover, puzzle, options.nodes), options, len(collection.puzzles))
            advance(len(collection.puzzles), "puzzles")
        stopped = stop()
    if file is not None:
        number = len(collection.puzzles)
        if options.json:
            written = {"file": str(file), "puzzles": number}
            print_json({"game": game.full_name, **written, "complete": not stopped})
        else:
            print(f"{counted(number, 'puzzle')} of {game.full_name} in {file}")
    if stopped:
        print("interrupted: the puzzles found so far are kept", file=sys.stderr)
    return INTERRUPTED if stopped else None


def _stored(game: AnyGame, options: argparse.Namespace) -> Iterator[AnyPlayedGame]:
    """Yield the games of the record files; other games than the one of the command are left out."""
    if not options.records:
        return
    rules = argparse.Namespace(rules=options.game if file_of(game) else None, json=options.json)
    for stored in Recorded(options.records, rules):
        if stored.played.game.full_name == game.full_name:
            yield stored.played
        else:
            found = f"found {stored.played.game.full_name}, expected {game.full_name}"
            print(f"a recorded game is skipped: {found}", file=sys.stderr)


def _check(game: AnyGame, puzzles: list[Puzzle], options: argparse.Namespace) -> int | None:
    """Prove all puzzles of a file again."""
    prover, failed, exhausted, number = Prover(game), 0, 0, 0
    with interruption() as stop, bar(len(puzzles)) as advance:
        for number, puzzle in enumerate(puzzles, 1):
            if stop():
                return INTERRUPTED
            proof = prove(game, prover, puzzle, options.nodes * CHECK_FACTOR)
            failed += proof.problem is not None
            exhausted += proof.expanded is not None and proof.problem is None
            if options.json:
                print_json({"number": number, **proof.to_json()})
            elif proof.problem is not None:
                print(f"puzzle {number}, {puzzle.position}: {proof.problem}")
            advance(number, "puzzles")
    if not options.json:
        print(
            f"{counted(number, 'puzzle')} checked: {number - failed} with one solution, "
            f"{exhausted} of them also by brute force; {failed} wrong"
        )
    return SOME_BAD if failed else None


def _print(game: AnyGame, puzzle: Puzzle, proof: Proof, options: argparse.Namespace, number: int) -> None:
    """Print a puzzle with its proof."""
    if options.json:
        print_json(
            {
                "game": game.full_name,
                **puzzle.to_json(),
                "difficulty": difficulty_of(puzzle),
                "proof": proof.to_json(),
            }
        )
        return
    turns = turns_of(game, puzzle)
    line = " ".join(
        " ".join(turn.moves) if turn.side == turns[0].side else f"({' '.join(turn.moves)})" for turn in turns
    )
    win = "a won ending, by the bitbase" if puzzle.distance is None else f"a win in {puzzle.distance}"
    grade = difficulty_of(puzzle)
    print(f"puzzle {number}: {puzzle.position}")
    print(f"  solution: {line}, {win}")
    print(f"  difficulty: {grade}" + ("" if puzzle.solved is None else f", {puzzle.solved:.0%} of the levels solve it"))
    brute = "" if proof.expanded is None else f", and by brute force over {counted(proof.expanded, 'position')}"
    other = "" if proof.other is None else f"; the best other move, {proof.other[0]}, has {proof.other[1]:.0%}"
    print(f"  proof: {proof.problem or f'the only win, by search{brute}{other}'}", flush=True)
