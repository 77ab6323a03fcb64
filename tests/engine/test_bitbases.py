"""Bitbases: what is worked out is what the rules say, files are read as they were written, searches win."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.engine.small_bitbases import DRAUGHTS, make, random_position, solved
from tests.json_schemas import json_lines
from tests.running import ROOT, Run, without_header

from boardwright import BoardwrightError, find_game
from boardwright.engine import Engine, Limits, bitbases, read_player
from boardwright.engine.bitbases import (
    CHECKSUM,
    FIRST_LINE,
    Bitbases,
    BitbaseValue,
    DamagedBitbase,
    DamagedBitbaseWarning,
    checksum,
    find_bitbases,
    materials_of,
    shipped_folder,
)
from boardwright.engine.players import EnginePlayer
from boardwright.games.draughts.draws import moves_left_each
from boardwright.games.draughts.rules import Position
from boardwright.played_game import PlayedGame
from boardwright.protocols.info import format_info, parse_info

NAMES = {material.name: material for material in materials_of(DRAUGHTS)}
THREE = [name for name, material in NAMES.items() if material.pieces == 3]
WON = "W:WK41,K46:BK5"
DRAWN = "W:WK46,K50:BK3"


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All endings of two and three pieces."""
    made = tmp_path_factory.mktemp("endings")
    make(made, 3, threads=2)
    return made


@pytest.fixture(scope="session")
def endings(folder: Path) -> Bitbases[Any, Any]:
    found = find_bitbases(DRAUGHTS, str(folder))
    assert found is not None
    return found


def result_of(endings: Bitbases[Any, Any], position: Position) -> str:
    known = endings.find(position)
    assert known is not None
    return known.result


def engine(folder: Path | str) -> Engine[Any, Any]:
    return Engine(DRAUGHTS, hash_mb=1, endings=str(folder))


@pytest.mark.slow
def test_two_pieces_stand_as_brute_force_by_the_rules_says(endings: Bitbases[Any, Any]) -> None:
    """A king against a king has five moves each from when that arose; all else takes as long as it takes."""
    kings = solved(["king-king"], {}, 10)
    expected = kings | solved(["man-king", "king-man", "man-man"], kings, 1000)
    assert len(expected) == 17_690
    assert {position: result_of(endings, position) for position in expected} == expected


@pytest.mark.parametrize("name", THREE)
def test_a_position_stands_as_what_its_moves_lead_to(endings: Bitbases[Any, Any], name: str) -> None:
    check_consistency(endings, name, 250)


def check_consistency(endings: Bitbases[Any, Any], name: str, count: int) -> None:
    """With distances that come to an end this is all that makes results right."""
    random = Random(name)
    for _ in range(count):
        position = random_position(name, random)
        known = endings.find(position)
        assert known is not None
        after = [DRAUGHTS.successor(position, move) for move in DRAUGHTS.legal_moves(position)]
        assert known == best_of([seen_from(endings, position, each) for each in after]), position


def seen_from(endings: Bitbases[Any, Any], position: Position, after: Position) -> BitbaseValue:
    """How a position after a move stands; plies count on while the material is the same, and its clock."""
    if not (after.white and after.black):
        return BitbaseValue("lost", 0)
    known = endings.find(after)
    assert known is not None
    before, now = (
        sorted((own.bit_count(), (own & each.kings).bit_count()) for own in (each.white, each.black))
        for each in (position, after)
    )
    goes_on = before == now or (moves_left_each(position) == moves_left_each(after) != 0)
    return known if goes_on else BitbaseValue(known.result, 0)


def best_of(after: list[BitbaseValue]) -> BitbaseValue:
    lost = [known.plies for known in after if known.result == "lost"]
    if lost:
        return BitbaseValue("won", min(lost) + 1)
    if any(known.result == "drawn" for known in after):
        return BitbaseValue("drawn", 0)
    return BitbaseValue("lost", max((known.plies for known in after), default=-1) + 1)


def test_a_man_on_the_row_where_it_is_crowned_is_no_known_ending(endings: Bitbases[Any, Any]) -> None:
    assert endings.find(DRAUGHTS.parse_position("W:W3:BK20")) is None
    assert endings.find(DRAUGHTS.start()) is None


def test_any_number_of_threads_makes_the_same_files(folder: Path, tmp_path: Path) -> None:
    make(tmp_path, 3, threads=1, last="king+man-king")
    for path in tmp_path.iterdir():
        assert path.read_bytes() == (folder / path.name).read_bytes()


def test_what_is_there_is_not_made_again(folder: Path, tmp_path: Path) -> None:
    assert make(tmp_path, 2) == ["king-king", "man-king", "man-man"]
    (tmp_path / "man-man.ending").unlink()
    assert make(tmp_path, 2) == ["man-man"]
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "king-king.ending",
        "man-king.ending",
        "man-man.ending",
    ]


# Files.


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (lambda content: b"", "expected it to begin with 'boardwright endings 2'"),
        (lambda content: b"boardwright endings 3\n" + content, "expected it to begin with 'boardwright endings 2'"),
        (lambda content: content[:-5], "its bytes are damaged"),
        (lambda content: content + b"x", "its bytes are damaged"),
        (lambda content: content.replace(b"{", b"[", 1), "its bytes are damaged"),
        (lambda content: content.replace(b"man-man", b"man-kin"), "expected material man-man in its second line"),
        (lambda content: content.replace(b'"draughts"', b'"checkers"'), "expected game draughts in its second line"),
        (lambda content: FIRST_LINE + b"[]\n" + content.split(b"\n", 2)[2], "expected game draughts"),
        (lambda content: content[:-1] + bytes([content[-1] ^ 1]), "its bytes are damaged"),
        (lambda content: sealed(content, lambda data: data[:8] + b"\xff" + data[9:]), "its bytes are damaged"),
        (lambda content: sealed(content, lambda data: b"\x00" + data[1:]), "its bytes are damaged"),
        (lambda content: sealed(content, lambda data: data[:-20]), "its bytes are damaged"),
        (lambda content: sealed(content, lambda data: b""), "its bytes are damaged"),
    ],
)
def test_a_damaged_file_is_refused_and_says_why(folder: Path, tmp_path: Path, damage: Any, reason: str) -> None:
    content = (folder / "man-man.ending").read_bytes()
    (tmp_path / "man-man.ending").write_bytes(damage(content))
    with pytest.raises(DamagedBitbase, match=reason) as refused:
        engine(tmp_path).search(DRAUGHTS.parse_position(WON), nodes=100)
    assert "\n" not in str(refused.value)
    assert str(tmp_path) in str(refused.value)


def sealed(content: bytes, change: Any) -> bytes:
    """A file with other values, and the size and the checksum of those."""
    _, second, data = content.split(b"\n", 2)
    data = change(data)
    header = {**json.loads(second), "sizes": [len(data)]}
    header[CHECKSUM] = checksum(header, data)
    return b"".join([FIRST_LINE, json.dumps(header).encode(), b"\n", data])


def test_whatever_a_file_with_a_right_checksum_says_it_is_refused_or_searched(folder: Path, tmp_path: Path) -> None:
    """Values at random, and headers with anything in any field."""
    content = (folder / "man-man.ending").read_bytes()
    position = DRAUGHTS.parse_position("W:W46,47:B3")
    random = Random(1)
    refused: list[str] = []
    anything: list[object] = [None, True, -1, 0, 2**64, 1e300, "", "man-man", [], {}, [["x"]]]
    for number in range(120):
        # The compressed positions are at the end; what comes before them describes the compression.
        first_changed, changes = random.choice([(0, 3), (0, 100), (330, 3), (330, 100)])

        def change(data: bytes, first: int = first_changed, changes: int = changes) -> bytes:
            changed = bytearray(data)
            for _ in range(random.randint(1, changes)):
                changed[random.randrange(first, len(changed))] = random.randrange(256)
            return bytes(changed)

        damaged = sealed(content, change)
        if number % 3 == 0:
            first, second, packed = damaged.split(b"\n", 2)
            header = json.loads(second)
            header[random.choice(list(header))] = random.choice(anything)
            damaged = b"\n".join([first, json.dumps(header).encode(), packed])
        (tmp_path / "man-man.ending").write_bytes(damaged)
        try:
            assert engine(tmp_path).search(position, nodes=300).depth >= 1
        except DamagedBitbase as error:
            refused.append(str(error))
    assert 20 < len(refused) < 120
    assert not any("\n" in told for told in refused)


def test_a_forged_file_is_one_line_of_the_protocol(folder: Path, tmp_path: Path, boardwright: Run) -> None:
    forged = sealed((folder / "man-man.ending").read_bytes(), lambda data: b"\x7f" * len(data))
    (tmp_path / "man-man.ending").write_bytes(forged)
    done = boardwright("ugi", "draughts", stdin=f"setoption name Endings value {tmp_path}\nisready\n")
    assert (done.returncode, done.stderr) == (0, "")
    error, ready = done.stdout.splitlines()
    assert error.startswith("info string error: the file ")
    assert ready == "readyok"


def test_a_flipped_bit_is_noticed_wherever_it_is(folder: Path, tmp_path: Path) -> None:
    content = (folder / "king-king.ending").read_bytes()
    random = Random(1)
    for _ in range(200):
        damaged = bytearray(content)
        damaged[random.randrange(len(damaged))] ^= 1 << random.randrange(8)
        (tmp_path / "king-king.ending").write_bytes(damaged)
        with pytest.raises(DamagedBitbase):
            Bitbases(DRAUGHTS, tmp_path).find(DRAUGHTS.parse_position(WON))


@pytest.mark.parametrize(
    "name",
    [
        "king+king-king",
        "man+man-man",
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("king+king-king+king", "man+man-man+man")),
    ],
)
def test_the_shipped_bitbases_are_as_they_are_generated(folder: Path, tmp_path: Path, name: str) -> None:
    """Those of three pieces are generated here; those of four from the shipped ones that they lead to."""
    shipped = shipped_folder(DRAUGHTS)
    assert shipped is not None
    if NAMES[name].pieces == 4:
        for path in shipped.iterdir():
            (tmp_path / path.name).write_bytes(path.read_bytes())
        (tmp_path / NAMES[name].file_name).unlink()
        assert make(tmp_path, 4) == [name]
        folder = tmp_path
    assert (folder / NAMES[name].file_name).read_bytes() == (shipped / NAMES[name].file_name).read_bytes()


def test_a_damaged_bitbase_is_generated_again(tmp_path: Path) -> None:
    make(tmp_path, 2)
    path = tmp_path / NAMES["man-king"].file_name
    content = path.read_bytes()
    path.write_bytes(content[:-1])
    assert make(tmp_path, 2) == ["man-king"]
    assert path.read_bytes() == content


def test_all_bitbases_of_up_to_four_pieces_are_shipped() -> None:
    shipped = shipped_folder(DRAUGHTS)
    assert shipped is not None
    assert {path.name for path in shipped.iterdir()} == {
        material.file_name for material in NAMES.values() if material.pieces <= 4
    }
    assert sum(path.stat().st_size for path in shipped.iterdir()) < 3_000_000


@pytest.mark.parametrize("name", [name for name, material in NAMES.items() if material.pieces == 4])
def test_a_shipped_position_stands_as_what_its_moves_lead_to(name: str) -> None:
    shipped = find_bitbases(DRAUGHTS, "auto")
    assert shipped is not None
    check_consistency(shipped, name, 50)


def test_engines_use_the_shipped_bitbases_unless_told_otherwise() -> None:
    position = DRAUGHTS.parse_position("W:WK4,K38:B6,25")
    assert str(Engine(DRAUGHTS, hash_mb=1).search(position, nodes=100).score) == "won ending"
    played = PlayedGame(DRAUGHTS, position)
    assert str(read_player("engine:nodes=100", DRAUGHTS).choose(played).score) == "won ending"
    assert "ending" not in str(read_player("engine:nodes=100,endings=off", DRAUGHTS).choose(played).score)


def test_blocks_decoded_in_the_search_hold_the_same_values(
    folder: Path, endings: Bitbases[Any, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bitbases, "DECODED", 0)
    mapped = Bitbases(DRAUGHTS, folder)
    random = Random(1)
    for name in THREE:
        for _ in range(300):
            position = random_position(name, random)
            assert mapped.find(position) == endings.find(position), position
    found = Engine(DRAUGHTS, hash_mb=1, threads=2, endings=str(folder)).search(
        DRAUGHTS.parse_position("W:WK14:B5,6,9,10"), nodes=20_000
    )
    assert found.depth >= 1


def test_a_damaged_file_in_the_users_folder_is_left_out_with_a_warning(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "king-king.ending").write_bytes((folder / "king-king.ending").read_bytes())
    (tmp_path / "man-man.ending").write_bytes(b"")
    found = Bitbases(DRAUGHTS, tmp_path, trusting=True)
    with pytest.warns(
        DamagedBitbaseWarning, match="man-man.ending.* is not a usable bitbase: .*; the engine plays without"
    ):
        assert found.find(DRAUGHTS.parse_position("W:WK46:BK3")) == BitbaseValue("drawn", 0)
    assert found.find(DRAUGHTS.parse_position("W:W46:B3")) is None


def test_a_folder_without_endings_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BoardwrightError, match=r"holds no endings of draughts: expected auto, off, or a folder"):
        engine(tmp_path)
    with pytest.raises(BoardwrightError, match=r"^turm:centre has no endings: expected auto or off, found '"):
        find_bitbases(find_game("turm"), str(tmp_path))
    assert find_bitbases(find_game("turm"), "auto") is None


# Searches.


@pytest.mark.parametrize(
    ("text", "told", "win"),
    [(WON, "won ending", 1.0), (DRAWN, "drawn ending", 0.5), ("B:WK38,40:B9", "lost ending", 0.0)],
)
def test_a_search_announces_a_known_ending(folder: Path, text: str, told: str, win: float) -> None:
    found = engine(folder).search(DRAUGHTS.parse_position(text), nodes=1000)
    assert (str(found.score), found.win_probability) == (told, win)


def test_without_endings_nothing_is_announced() -> None:
    found = engine("off").search(DRAUGHTS.parse_position(DRAWN), nodes=1000)
    assert found.score is not None
    assert not found.score.ending
    assert found.depth > 1


@pytest.mark.parametrize(
    ("text", "told"),
    [("W:WK4,K38:B6,25", "won ending"), ("W:WK14:B5,6,9", "won ending"), ("B:WK7,31:B10,23", "lost ending")],
)
def test_a_search_sees_the_known_ending_behind_an_exchange(folder: Path, text: str, told: str) -> None:
    """Four pieces, of which no ending is known here; some captures later there are three."""
    assert str(engine(folder).search(DRAUGHTS.parse_position(text), nodes=3000).score) == told


def test_where_every_move_leads_to_a_known_ending_there_is_nothing_to_search(folder: Path) -> None:
    found = engine(folder).search(DRAUGHTS.parse_position("W:WK14:B5,6,9"), time=60)
    assert (found.depth, found.nodes) == (1, 1)


@pytest.mark.parametrize("name", THREE)
def test_won_endings_are_won_within_the_rules(folder: Path, endings: Bitbases[Any, Any], name: str) -> None:
    check_wins(folder, endings, name, 5)


@pytest.mark.slow
def test_won_endings_of_four_pieces_are_won_within_the_rules(folder: Path, tmp_path: Path) -> None:
    for path in folder.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    make(tmp_path, 4, threads=2, last="king+king+king-king")
    endings = Bitbases(DRAUGHTS, tmp_path)
    check_consistency(endings, "king+king+king-king", 200)
    check_wins(tmp_path, endings, "king+king+king-king", 10)


def check_wins(folder: Path, endings: Bitbases[Any, Any], name: str, count: int) -> None:
    """By hardly any search at all, against a defence that knows the longest way."""
    random = Random(name)
    players = [EnginePlayer(DRAUGHTS, Limits(nodes=50), 0, hash=1, endings=str(folder)) for _ in range(2)]
    won = 0
    while won < count:
        position = random_position(name, random)
        result = result_of(endings, position)
        if result == "drawn" or DRAUGHTS.outcome(position) is not None:
            continue
        played = PlayedGame(DRAUGHTS, position)
        while played.outcome is None:
            played.play(players[played.side_to_move].choose(played).move)
        assert played.outcome.winner == position.to_move ^ (result == "lost"), DRAUGHTS.format_position(position)
        won += 1


def test_a_count_that_runs_makes_a_draw_of_what_would_take_too_long(folder: Path, endings: Bitbases[Any, Any]) -> None:
    """Two kings against one have five moves each; after four of them a win in three plies comes too late."""
    played = PlayedGame(DRAUGHTS, DRAUGHTS.parse_position("W:WK7,K13:BK38"))
    for text in ("7-12", "38-42", "13-35", "42-31", "12-23", "31-27", "23-40", "27-49"):
        played.play_text(text)
    assert endings.find(played.position) == BitbaseValue("won", 3)
    player = engine(folder)
    assert str(player.search(played.position, history=played.positions[:-1], nodes=100).score) == "drawn ending"
    assert str(player.search(played.position, history=played.positions[1:-1], nodes=100).score) == "won ending"


# Commands.


def test_the_command_makes_endings_and_says_so(boardwright: Run, tmp_path: Path) -> None:
    first = boardwright("bitbase", "draughts", "--pieces", "2", "--to", str(tmp_path), "--threads", "1")
    assert (first.returncode, first.stderr) == (0, "")
    lines = first.stdout.splitlines()
    assert [line.split()[:3] for line in lines[:3]] == [
        ["king-king", "2500", "positions"],
        ["man-king", "4500", "positions"],
        ["man-man", "2025", "positions"],
    ]
    assert lines[3] == f"3 bitbases in {tmp_path}, 0.0 MB"
    second = boardwright("bitbase", "draughts", "--pieces", "2", "--to", str(tmp_path))
    assert second.stdout.count("exists") == 3
    (tmp_path / "man-man.ending").unlink()
    third = boardwright("bitbase", "draughts", "--pieces", "2", "--to", str(tmp_path), "--json")
    *each, last = json_lines("bitbase", third.stdout)
    assert [(one["name"], one["status"], one["seconds"] is None) for one in each] == [
        ("king-king", "exists", True),
        ("man-king", "exists", True),
        ("man-man", "made", False),
    ]
    size = sum(file.stat().st_size for file in tmp_path.iterdir())
    assert last == {"game": "draughts", "folder": str(tmp_path), "bitbases": 3, "bytes": size, "complete": True}
    search = ("search", "draughts", "W:WK46:BK3", "--nodes", "100", "--endings", str(tmp_path))
    assert "score drawn ending  win 50%" in boardwright(*search).stdout
    told = json.loads(boardwright(*search, "--json").stdout.splitlines()[-1])
    assert told["variations"][0]["score"] == {"value": 0.0, "distance": None, "bitbase": "drawn"}


def test_an_interrupted_command_keeps_what_is_finished(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "boardwright", "bitbase", "draughts", "--to", str(tmp_path), "--threads", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        for line in process.stdout:
            if line.startswith("man+man-man "):
                process.send_signal(signal.SIGINT)
                break
        told = process.stderr.read()
    assert process.returncode == 130
    there = sorted(path.name for path in tmp_path.iterdir())
    assert there == sorted(material.file_name for material in NAMES.values() if material.pieces <= 3)
    assert told == f"interrupted: 9 of 45 bitbases are in {tmp_path}; run the command again to generate the rest\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("turm",), "turm:centre has no bitbases: expected "),
        ((without_header("examples/breakthrough.py"),), "breakthrough has no core: it plays by its Python rules alone"),
        (("draughts", "--pieces", "6"), "--pieces 6: expected a whole number from 2 to 5"),
        (("draughts", "--pieces", "1"), "'1': expected a whole number, 2 or more"),
        (("draughts", "--pieces", "2", "--to", "README.md"), "README.md"),
    ],
)
def test_the_command_refuses_in_one_line(boardwright: Run, arguments: tuple[str, ...], message: str) -> None:
    done = boardwright("bitbase", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_players_and_the_protocol_take_a_folder_or_off(folder: Path, tmp_path: Path) -> None:
    player = read_player(f"engine:nodes=100,endings={folder}", DRAUGHTS)
    played = PlayedGame(DRAUGHTS, DRAUGHTS.parse_position(WON))
    found = player.choose(played)
    assert str(found.score) == "won ending"
    assert str(read_player("engine:nodes=100,endings=off", DRAUGHTS).choose(played).score) != "won ending"
    (line,) = format_info(DRAUGHTS, found)
    assert line.startswith("info depth 1 score ending won winprob 1.0000 ")
    read = parse_info(line)
    assert read is not None
    assert (str(read.score), read.win_probability) == ("won ending", 1.0)
    assert parse_info("info score ending odd pv 1-2") is None
