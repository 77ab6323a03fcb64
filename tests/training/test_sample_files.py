"""Files of self-play games: continued after an interruption, played in shards, refused where they do not fit."""

from __future__ import annotations

import json
import os
import struct
import subprocess
import sysconfig
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from tests.json_schemas import json_lines
from tests.networks import random_network
from tests.running import ROOT

from boardwright import BoardwrightError, find_game
from boardwright.cli import main
from boardwright.cli.commands import selfplay as command
from boardwright.core import core_of
from boardwright.engine.network import zero_network
from boardwright.errors import quoted
from boardwright.executors import SerialExecutor, open_executor
from boardwright.training.sample_files import BLOCK_GAMES, Settings, _blocks, read_sample_file
from boardwright.training.selfplay_jobs import play_into, settings_of

CABEZA = find_game("cabeza")
NETWORK = random_network(CABEZA, 16)
NODES = 20


def played(path: Path, blocks: int, *, seed: int = 1, nodes: int = NODES, **shard: int) -> bytes:
    """Return the content of a file after games were played into it."""
    settings = settings_of(CABEZA, NETWORK, nodes=nodes, random_plies=6, seed=seed, **shard)
    assert play_into(path, CABEZA, NETWORK, settings, blocks * BLOCK_GAMES, SerialExecutor()) >= blocks * BLOCK_GAMES
    return path.read_bytes()


def blocks_of(path: Path) -> dict[int, bytes]:
    with path.open("rb") as file:
        header = json.loads(file.readline())
        settings = Settings(**{name: header[name] for name in Settings.__slots__})
        return dict(_blocks(file, path, settings))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "whole.games"
    played(path, 4)
    return path


def test_samples_are_positions_with_the_results_of_their_games(whole: Path) -> None:
    settings, records = read_sample_file(whole)
    assert settings == Settings("cabeza", core_of(CABEZA).layout.version, NODES, 6, 1, NETWORK.checksum)
    core = core_of(CABEZA)
    words, scores, results = core.read_games(records)
    positions = list(core.unpack(words))
    assert len(positions) == len(scores) == len(results) > 200
    assert set(results.tolist()) <= {0, 1, 2}
    # The samples are among the positions of the games, in their order.
    every = replayed(records)
    assert all(sample in every for sample in zip(positions, scores.tolist(), results.tolist(), strict=True))


def replayed(records: bytes) -> Iterator[tuple[Any, int, int]]:
    """Play recorded games again by the Python rules: yield each position with its score and result in half points."""
    core = core_of(CABEZA)
    size = len(bytes(core.pack([CABEZA.start()])))
    place = 0
    while place < len(records):
        (position,) = core.unpack(memoryview(bytearray(records[place : place + size])).cast("Q"))
        plies, result, _ = struct.unpack_from("<HHI", records, place + size)
        place += size + 8
        for number, score in struct.iter_unpack("<Hh", records[place : place + 4 * plies]):
            side = CABEZA.side_to_move(position)
            yield position, score, 1 if result == 2 else 2 * (result == side)
            legal = CABEZA.legal_moves(position)
            words = dict(zip(core.pack_moves(legal).tolist(), legal, strict=True))
            position = CABEZA.play(position, words[core.legal_moves(core.pack([position]))[1].tolist()[number]])
        outcome = CABEZA.outcome(position)
        assert outcome is None or result == (2 if outcome.winner is None else outcome.winner)
        place += 4 * plies


@pytest.mark.parametrize("lost", [1, 100, 3000])
def test_a_file_that_was_cut_off_is_continued(whole: Path, tmp_path: Path, lost: int) -> None:
    file = tmp_path / "cut.games"
    file.write_bytes(whole.read_bytes()[:-lost])
    assert played(file, 4) == whole.read_bytes()


def test_a_finished_file_stays_as_it_is(whole: Path, tmp_path: Path) -> None:
    file = tmp_path / "copy.games"
    file.write_bytes(whole.read_bytes())
    assert played(file, 2) == whole.read_bytes()


@pytest.mark.parametrize(
    ("place", "change", "reason"),
    [
        (0, b"b", "it starts with 'bLK1', expected 'BLK1'"),
        (4, b"\x05", "its number is 5, expected 1"),
        (10, b"\xff", "its length is wrong"),
        (12, b"....", "its checksum is wrong"),
        (100, b"....", "its checksum is wrong"),
    ],
)
def test_damage_before_the_end_is_told_and_nothing_is_lost(
    whole: Path, tmp_path: Path, place: int, change: bytes, reason: str
) -> None:
    file, data = tmp_path / "damaged.games", bytearray(whole.read_bytes())
    second = data.index(b"BLK1\x01\0\0\0")
    data[second + place : second + place + len(change)] = change
    file.write_bytes(data)
    for work in (lambda: read_sample_file(file), lambda: played(file, 4)):
        with pytest.raises(BoardwrightError) as told:
            work()
        assert str(told.value) == f"the file {quoted(str(file))} is damaged at block 2: {reason}"
    assert file.read_bytes() == data


def test_numbers_of_blocks_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "some.games"
    with pytest.raises(BoardwrightError, match="cannot hold 100000 games: expected at most 85900 for"):
        played(file, 5000, shard=1, shards=999_999)
    assert not file.exists()


def test_shards_together_are_the_whole(whole: Path, tmp_path: Path) -> None:
    found: dict[int, bytes] = {}
    for shard in range(2):
        file = tmp_path / f"{shard}.games"
        played(file, 2, shard=shard, shards=2)
        found |= blocks_of(file)
    assert found == blocks_of(whole)


def test_other_settings_are_refused(whole: Path, tmp_path: Path) -> None:
    file = tmp_path / "some.games"
    file.write_bytes(whole.read_bytes())
    for other, difference in (
        ({"seed": 2}, "expected seed 2, found seed 1"),
        ({"nodes": 21, "seed": 3}, "expected nodes 21, seed 3, found nodes 20, seed 1"),
        ({"shard": 1, "shards": 2}, "expected shard 2/2, found shard 1/1"),
    ):
        with pytest.raises(BoardwrightError) as told:
            played(file, 5, **other)
        assert str(told.value) == f"the file {quoted(str(file))} holds games with other settings: {difference}"
    assert file.read_bytes() == whole.read_bytes()
    file.write_bytes(b"\x1b[2J something else")
    with pytest.raises(BoardwrightError, match="exists and is not a self-play file: expected another name"):
        played(file, 1)
    assert file.read_bytes() == b"\x1b[2J something else"


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda data: b"", "holds no self-play games"),
        (lambda data: b"[]\n", "holds no self-play games"),
        (lambda data: b"\xff" * 50, "holds no self-play games"),
        (lambda data: data.replace(b'"format": 1', b'"format": 2'), "has another format: expected games, format 1"),
        (lambda data: data[:300], "holds no complete block of games"),
        (lambda data: data.replace(b'"shard": 0', b'"shard": "0"'), "expected settings of games in its first line"),
        (lambda data: data.replace(b'"shards": 1', b'"shards": 0'), "expected settings of games in its first line"),
    ],
)
def test_files_without_games_are_refused(
    whole: Path, tmp_path: Path, damage: Callable[[bytes], bytes], message: str
) -> None:
    file = tmp_path / "some.games"
    file.write_bytes(damage(whole.read_bytes()))
    with pytest.raises(BoardwrightError, match=message):
        read_sample_file(file)


def test_records_that_are_not_games_are_refused(whole: Path) -> None:
    _, records = read_sample_file(whole)
    core = core_of(CABEZA)
    for damaged in (records[:-1], b"\xff" * 64, records + b"\0"):
        with pytest.raises(ValueError, match="the bytes are not recorded games"):
            core.read_games(damaged)


@pytest.mark.slow
def test_any_number_of_processes_writes_the_same(whole: Path, tmp_path: Path) -> None:
    file = tmp_path / "some.games"
    settings = settings_of(CABEZA, NETWORK, nodes=NODES, random_plies=6, seed=1)
    with open_executor(2) as executor:
        play_into(file, CABEZA, NETWORK, settings, 4 * BLOCK_GAMES, executor)
    assert file.read_bytes() == whole.read_bytes()


def test_the_command_plays_into_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "some.games"
    arguments = ["selfplay", "cabeza", "--to", str(file), "--games", "5", "--nodes", "20", "--threads", "1"]
    assert main([*arguments, "--network", "zero"]) == 0
    assert capsys.readouterr().out == f"20 games of cabeza in {file}, {file.stat().st_size / 1000:.1f} kB\n"
    settings, _ = read_sample_file(file)
    assert settings.network == zero_network(CABEZA).checksum
    assert main([*arguments, "--network", "zero", "--json"]) == 0
    told = {"game": "cabeza", "file": str(file), "games": 20, "bytes": file.stat().st_size, "complete": True}
    assert json_lines("selfplay", capsys.readouterr().out) == [told]
    for options, message in (
        (["--shard", "3/2"], "--shard '3/2': expected K/N with K from 1 to N"),
        (["--network", str(file)], "is not a network file for cabeza"),
        ([], "holds games with other settings"),
    ):
        assert main([*arguments, *options]) == 2
        assert message in capsys.readouterr().err


def test_an_interrupted_command_says_how_to_continue(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "interruption", lambda: nullcontext(lambda: True))
    arguments = ["selfplay", "cabeza", "--to", str(tmp_path / "some.games"), "--nodes", "20", "--threads", "1"]
    assert main(arguments) == 130
    assert capsys.readouterr().err == "interrupted: run the same command to continue\n"
    assert main([*arguments, "--json"]) == 130
    assert json.loads(capsys.readouterr().out)["complete"] is False


@pytest.mark.slow
def test_the_program_without_python_writes_the_same(tmp_path: Path) -> None:
    cmake, ninja = (str(Path(sysconfig.get_path("scripts")) / name) for name in ("cmake", "ninja"))
    build = ROOT / "build" / "standalone-cabeza"
    configure = [cmake, "-S", str(ROOT), "-B", str(build), "-G", "Ninja", f"-DCMAKE_MAKE_PROGRAM={ninja}"]
    only = ["-DBOARDWRIGHT_STANDALONE=ON", "-DBOARDWRIGHT_PACKAGES=cabeza"]
    subprocess.run([*configure, *only], check=True, capture_output=True)
    subprocess.run([cmake, "--build", str(build)], check=True, capture_output=True)
    program = build / "boardwright-core"

    network, ours, theirs = tmp_path / "some.network", tmp_path / "ours.games", tmp_path / "theirs.games"
    NETWORK.write(network)

    def standalone(*arguments: object) -> subprocess.CompletedProcess[str]:
        files = ["--network", str(network), "--to", str(theirs)]
        command = [str(program), "selfplay", "cabeza", *files, *map(str, arguments)]
        return subprocess.run(command, capture_output=True, text=True, env=os.environ | {"LC_ALL": "C"})

    options = "--games", 40, "--nodes", NODES, "--random-plies", 6, "--seed", 5, "--shard", "2/3"
    wanted = played(ours, 2, seed=5, shard=1, shards=3)
    done = standalone(*options, "--threads", 2)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"40 games of cabeza in {theirs}\n"
    assert theirs.read_bytes() == wanted
    theirs.write_bytes(wanted[:-5])
    assert standalone(*options, "--threads", 1).returncode == 0
    assert theirs.read_bytes() == wanted

    damaged = bytearray(wanted)
    damaged[len(damaged) // 4] ^= 1
    theirs.write_bytes(damaged)
    refused = standalone(*options)
    assert refused.stderr == f"error: the file '{theirs}' is damaged at block 1: its checksum is wrong\n"
    assert theirs.read_bytes() == damaged
    theirs.write_bytes(wanted)
    refused = standalone("--games", 10**12)
    assert (
        refused.stderr == "error: a file cannot hold 1000000000000 games: expected at most 85899345920 for shard 1/1\n"
    )

    refused = standalone(*options, "--seed", 6)
    assert refused.returncode == 2
    assert refused.stderr.startswith(f"error: the file '{theirs}' holds games with other settings: expected ")
    theirs.write_bytes(b"something else")
    assert (
        standalone().stderr == f"error: the file '{theirs}' exists and is not a self-play file: expected another name\n"
    )
    network.write_bytes(network.read_bytes()[:-2])
    assert standalone().stderr == f"error: the file '{network}' is damaged: its checksum is wrong\n"
    listed = subprocess.run([program, "kernels"], capture_output=True, text=True, check=True).stdout
    assert "in use" in listed
    assert listed.splitlines()[-1].startswith("plain")
