"""Openings from files: positions, recorded games, their order, and what is wrong with a file."""

from __future__ import annotations

import json
import re
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from boardwright import find_game
from boardwright.arena import OpeningFile, play_match
from boardwright.arena.openings import BALANCED
from boardwright.errors import BoardwrightError
from boardwright.explore import random_positions
from boardwright.game import AnyGame
from boardwright.played_game import PlayedGame

TURM, DRAUGHTS = find_game("turm"), find_game("draughts")
POSITIONS = ["7/7/3BG3/7/7/3RG3/7 r", "7/3BG3/7/7/7/3RG3/7 b", "7/3BG3/7/7/3RG3/7/7 b"]
GAMES = """
[Game "turm"] 1. A7-B7-1 {book} 1... A1-B1-1 2. G7-F7-1 G1-F1-1 *
[Game "turm"] 1. C6-C5-1?? *
[Game "turm"] 1. A7-B7-1 A1-B1-1 2. C6-C5-1 1-0
"""


def write(folder: Path, name: str, text: str) -> OpeningFile:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return OpeningFile(str(file))


def read(file: OpeningFile, game: AnyGame, count: int, seed: int = 0) -> list[tuple[str, list[str]]]:
    """The first positions and the moves of the openings."""
    found = islice(file.read(game).played(seed), count)
    return [(game.format_position(each.positions[0]), each.move_texts()) for each in found]


def test_positions_come_in_their_order_and_again(tmp_path: Path) -> None:
    text = f"# balanced\n{POSITIONS[0]}\n\n{POSITIONS[1]} ; c0 both guards\n{POSITIONS[0]}\n{POSITIONS[2]}\n"
    for name in ("book.txt", "book.epd", "book"):
        found = read(write(tmp_path, name, text), TURM, 7)
        assert found == [(text, []) for text in [*POSITIONS, *POSITIONS, POSITIONS[0]]]


def test_a_random_order_is_that_of_the_seed_and_plays_all(tmp_path: Path) -> None:
    positions = [TURM.format_position(each) for each in islice(random_positions(TURM, Random(1)), 12)]
    name = write(tmp_path, "book.fen", "\n".join(positions)).path
    file = OpeningFile(name, "random")
    once, again, other = (read(file, TURM, 24, seed) for seed in (1, 1, 2))
    assert once == again != other
    assert sorted(once[:12]) == sorted(once[12:]) == sorted(read(OpeningFile(name), TURM, 12))
    assert once[:12] != once[12:]


def test_recorded_games_are_openings_up_to_a_ply(tmp_path: Path) -> None:
    file = write(tmp_path, "games.txt", GAMES)
    start = TURM.format_position(TURM.start())
    first, second = ["A7-B7-1", "A1-B1-1", "G7-F7-1", "G1-F1-1"], ["A7-B7-1", "A1-B1-1", "C6-C5-1"]
    assert read(file, TURM, 3) == [(start, first), (start, ["C6-C5-1"]), (start, second)]
    short = OpeningFile(file.path, plies=2)
    # Equal openings count once.
    assert read(short, TURM, 3) == [(start, first[:2]), (start, ["C6-C5-1"]), (start, first[:2])]
    assert read(OpeningFile(file.path, start=3), TURM, 2) == [(start, second)] * 2


def test_stored_games_of_matches_and_pdn_are_books(tmp_path: Path) -> None:
    pdn = write(tmp_path, "book.pdn", "1. 32-28 19-23 2. 28x19 14x23 * 1. 34-30 *")
    assert [moves for _, moves in read(pdn, DRAUGHTS, 2)] == [["32-28", "19-23", "28x19", "14x23"], ["34-30"]]
    result = play_match("draughts", ("engine:nodes=20", "random"), games=4, jobs=0, save=tmp_path / "games")
    for path in result.saved:
        book = read(OpeningFile(str(path), plies=6), DRAUGHTS, 2)
        assert [len(moves) for _, moves in book] == [6, 6]


def test_openings_whose_game_is_over_are_no_openings(tmp_path: Path) -> None:
    played = PlayedGame(TURM, TURM.parse_position("7/7/7/7/3RG3/7/BG6 r"))
    played.play_text("D3-D4-1")
    with_an_end = json.dumps(played.record())
    played.undo()
    file = write(tmp_path, "games.jsonl", f"{with_an_end}\n{json.dumps(played.record())}\n")
    assert [moves for _, moves in read(file, TURM, 2)] == [[], []]
    only = write(tmp_path, "one.jsonl", f"{with_an_end}\n")
    with pytest.raises(BoardwrightError, match="it holds 0 in which the game is not over, expected at least 1"):
        only.read(TURM)


def test_openings_that_are_not_balanced_are_left_out(tmp_path: Path) -> None:
    lost = "7/7/7/7/3RG3/7/BG6 r"
    even = TURM.format_position(TURM.start())
    name = write(tmp_path, "book.txt", f"{lost}\n{even}\n").path
    assert read(OpeningFile(name, balance=BALANCED), TURM, 3) == [(even, [])] * 3
    only = write(tmp_path, "lost.txt", lost).path
    with pytest.raises(BoardwrightError, match=r"none of its 1 openings is balanced within 0.15"):
        read(OpeningFile(only, balance=BALANCED), TURM, 1)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("book.txt", f"{POSITIONS[0]}\nnonsense\n", "book.txt', line 2: 'nonsense' has 1 field"),
        ("book.txt", "7/7/7/3RG3/7/7/7 b\n", "book.txt', line 1: "),
        ("book.txt", '[Game "turm"] 1. A7-B7-1 Z9 *', "book.txt', line 1, column 26: 'Z9' is not a move"),
        ("book.txt", '[Game "cabeza"] 1. Fn *', "the record is of the game 'cabeza': expected turm:centre"),
        ("book.jsonl", "{}\n", "book.jsonl', line 1: the record's format"),
        ("book.txt", "# nothing\n", "book.txt': it holds 0 in which the game is not over, expected at least 1"),
    ],
)
def test_what_is_wrong_in_a_file_is_told_with_its_line(tmp_path: Path, name: str, text: str, message: str) -> None:
    with pytest.raises(BoardwrightError, match=re.escape(message)):
        write(tmp_path, name, text).read(TURM)


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(BoardwrightError, match=r"'/no/such.txt' cannot be read: No such file or directory"):
        OpeningFile("/no/such.txt").read(TURM)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected FILE, such as book.txt,order=random"),
        ("book.txt,order=shuffled", "order='shuffled': expected sequential or random"),
        ("book.txt,plies=0", "plies='0': expected a whole number, 1 or more"),
        ("book.txt,balance=2", "balance='2': expected a number from 0 to 0.5"),
        ("book.txt,orders=random", "(did you mean order?)"),
    ],
)
def test_the_text_of_an_opening_file(text: str, message: str) -> None:
    with pytest.raises(BoardwrightError, match=re.escape(message)):
        OpeningFile.parse(text)
    file = OpeningFile("book.txt", "random", 8, 3, 0.1)
    assert OpeningFile.parse("book.txt,order=random,plies=8,start=3,balance=0.1") == file


@pytest.mark.slow
def test_both_games_of_a_pair_begin_with_the_opening(tmp_path: Path) -> None:
    file = write(tmp_path, "book.txt", "\n".join(POSITIONS))
    records: list[dict[str, object]] = []
    play_match("turm", ("random", "level:1"), games=6, jobs=0, opening_file=file, on_game=records.append)
    starts = [text for text in POSITIONS for _ in range(2)]
    assert [record["start"] for record in records] == starts
    assert [record["opening"] for record in records] == [0] * 6
    assert [record["players"]["red"] for record in records] == ["random", "level:1"] * 3  # type: ignore[index]
