"""Files of networks: what is written is read again, and what does not fit is refused with the reason."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from tests.networks import random_network

from boardwright import BoardwrightError, find_game
from boardwright.core import HIDDEN_SIZES, core_names, core_of
from boardwright.engine import Engine
from boardwright.engine.network import numbers_of, read_network, shipped_network, zero_network
from boardwright.engine.players import read_player
from boardwright.played_game import PlayedGame

TURM = find_game("turm")


@pytest.mark.parametrize("name", core_names())
def test_every_game_has_a_network_that_fits(name: str) -> None:
    game = find_game(name)
    network, layout = shipped_network(game), core_of(game).layout
    assert (network.game, network.layout, network.features) == (name, layout.version, layout.features)
    assert len(network.numbers) == numbers_of(layout.features, layout.first_input, network.hidden)
    assert any(network.numbers[: layout.features])
    assert any(network.numbers[layout.features : 2 * layout.features])


@pytest.mark.parametrize("hidden", HIDDEN_SIZES)
def test_a_network_survives_its_file(tmp_path: Path, hidden: int) -> None:
    network = random_network(TURM, hidden, most=32767)
    network.write(tmp_path / "some.network")
    assert read_network(TURM, str(tmp_path / "some.network")) == network


def test_a_file_names_the_start_position(tmp_path: Path) -> None:
    file = tmp_path / "some.network"
    network = random_network(TURM, 16)
    network.write(file)
    words = ",".join(f"{word:x}" for word in core_of(TURM).pack([TURM.start()]).tolist())
    header, _, payload = file.read_bytes().partition(b"\n")
    assert f" start={words} ".encode() in header
    # Files without it can be read too.
    file.write_bytes(header.replace(f" start={words}".encode(), b"") + b"\n" + payload)
    assert read_network(TURM, str(file)) == network


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda data: b"", "is not a network file for turm:centre"),
        (lambda data: b"\x00" * 100, "is not a network"),
        (lambda data: data.replace(b"network 1", b"network 2"), "is not a network"),
        (lambda data: data[:-2], "is damaged: expected [0-9]+ bytes after its first line, with its checksum"),
        (lambda data: data + b"\0\0", "is damaged"),
        (lambda data: data[:-1] + bytes([data[-1] ^ 1]), "is damaged"),
        (lambda data: data.replace(b"hidden=16", b"hidden=17"), "is damaged"),
        (lambda data: data.replace(b"hidden=16", b"hidden=999999999"), "is damaged"),
        (
            lambda data: data.replace(b"turm:centre", b"turm:castle"),
            "does not fit: it is a network of turm:castle, layout 1 of 964 features, expected turm:centre",
        ),
        (lambda data: data.replace(b"layout=1", b"layout=7"), "does not fit: .* layout 7 of 964 features, expected"),
        (lambda data: data.replace(b"features=964", b"features=9"), "does not fit: .* of 9 features, expected"),
    ],
)
def test_what_does_not_fit_is_refused(tmp_path: Path, damage: Callable[[bytes], bytes], message: str) -> None:
    file = tmp_path / "some.network"
    random_network(TURM, 16).write(file)
    file.write_bytes(damage(file.read_bytes()))
    with pytest.raises(BoardwrightError, match=message) as told:
        read_network(TURM, str(file))
    assert "\n" not in str(told.value)


def test_a_file_that_cannot_be_read_or_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(BoardwrightError, match=r"the network 'nowhere\.network' cannot be read: No such file"):
        read_network(TURM, "nowhere.network")
    with pytest.raises(BoardwrightError, match="cannot be written: Is a directory"):
        zero_network(TURM).write(tmp_path)


def test_a_network_that_cannot_be_finished_leaves_the_one_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "some.network"
    zero_network(TURM).write(file)
    before = file.read_bytes()

    def full(path: Path, data: bytes) -> None:
        with path.open("wb") as stream:
            stream.write(data[:100])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(BoardwrightError, match="cannot be written: No space left on device"):
        random_network(TURM, 16).write(file)
    assert file.read_bytes() == before
    assert list(tmp_path.iterdir()) == [file]


def test_links_and_pipes_are_written_through(tmp_path: Path) -> None:
    link, file, pipe = tmp_path / "link", tmp_path / "some.network", tmp_path / "pipe"
    link.symlink_to(file)
    zero_network(TURM).write(link)
    assert link.is_symlink()
    assert read_network(TURM, str(file)) == zero_network(TURM)
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    zero_network(TURM).write(pipe)
    assert os.read(reader, 1 << 20) == zero_network(TURM).to_bytes()
    os.close(reader)
    assert pipe.is_fifo()


def test_names_are_those_of_a_shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    random_network(TURM, 16).write(tmp_path / "some.network")
    assert read_network(TURM, "~/some.network") == random_network(TURM, 16)
    with pytest.raises(BoardwrightError, match="the network has no name: expected a file, or zero"):
        read_network(TURM, "")


def test_an_engine_evaluates_by_the_network_it_is_given(tmp_path: Path) -> None:
    position = TURM.start()
    own, none = (Engine(TURM, network=network).search(position, depth=2) for network in (None, zero_network(TURM)))
    assert own.score != none.score
    assert str(none.score) == "+0.00"
    file = tmp_path / "some.network"
    shipped_network(TURM).write(file)
    player = read_player(f"engine:depth=2,network={file}", TURM)
    assert player.choose(PlayedGame(TURM)).score == own.score


def test_networks_of_other_numbers_have_another_checksum() -> None:
    network = random_network(TURM, 16)
    numbers = network.numbers[:]
    numbers[5] += 1
    assert replace(network, numbers=numbers).checksum != network.checksum
