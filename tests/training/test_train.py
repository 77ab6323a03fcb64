"""The command ``train``: over generations and on files, what it writes, prints and refuses."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.json_schemas import json_lines
from tests.networks import random_network

from boardwright import find_game
from boardwright.arena import MatchResult
from boardwright.cli import main
from boardwright.cli.commands import train as command
from boardwright.engine.network import read_network
from boardwright.executors import SerialExecutor, open_executor
from boardwright.game import AnyGame
from boardwright.training.fit_options import QUICK_FIT, Epoch, FitOptions
from boardwright.training.generation import Generation
from boardwright.training.generations import Learned, learn, training_set
from boardwright.training.sample_files import read_sample_file
from boardwright.training.selfplay_jobs import play_into, settings_of

CABEZA = find_game("cabeza")
SMALL = (Generation(20, 20), Generation(20, 20))
TINY = FitOptions(hidden=16, epochs=2, batch=128, seed=7)


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "some.games"
    network = random_network(CABEZA, 16)
    play_into(path, CABEZA, network, settings_of(CABEZA, network, nodes=20), 40, SerialExecutor())
    return path


def test_other_seeds_play_other_games(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[bytes] = []

    def recorded(game: AnyGame, records: bytes, result_weight: float) -> Any:
        played.append(records)
        return training_set(game, records, result_weight)

    monkeypatch.setattr("boardwright.training.generations.training_set", recorded)
    for seed in (1, 2, 1):
        learn(CABEZA, SMALL, FitOptions(hidden=16, epochs=1, batch=128, seed=seed))
    assert played[:2] == played[4:]
    # Each of the two generations too.
    assert len({bytes(records) for records in played}) == 4


@pytest.mark.slow
def test_the_same_games_teach_the_same_wherever_they_are_played() -> None:
    generations = Generation(60, 20), Generation(20, 20)
    with open_executor(2) as processes:
        one, two = (learn(CABEZA, generations, TINY, executor=executor) for executor in (None, processes))
    assert one is not None
    assert one == two
    assert any(one.network.numbers)


def test_generations_write_a_network_and_compare_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("boardwright.training.generations.QUICK", SMALL)
    file = tmp_path / "learned.network"
    arguments = ["train", "cabeza", "--quick", "--to", str(file), "--games", "2", "--seed", "1", "--threads", "1"]
    assert main([*arguments, "--page", str(tmp_path / "page.html")]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("20 games of 20 nodes per move")
    assert lines[2] == f"network written to {file}, page to {tmp_path / 'page.html'}"
    assert [line.partition(":")[0] for line in lines[3:]] == [
        "against the zero network",
        "against the game's own network",
    ]
    network = read_network(CABEZA, str(file))
    assert network.hidden == QUICK_FIT.hidden
    assert any(network.numbers)
    page = (tmp_path / "page.html").read_text()
    assert page.count("<section>") == 2
    assert page.count("the loss cannot reach zero") == 1
    assert page.count("curve") > 4


def test_a_generation_that_is_stopped_keeps_the_network_before() -> None:
    learned: list[Learned] = []
    polls = 0

    def stop() -> bool:
        nonlocal polls
        polls += len(learned) == 1
        return polls > 8

    found = learn(CABEZA, SMALL, TINY, on_learned=learned.append, stop=stop)
    assert learned == [found]
    assert len(learned[0].fit.epochs) == TINY.epochs


def test_a_training_on_files_that_is_stopped_says_so(
    samples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "some.network"
    epochs = 1

    @contextmanager
    def interruption() -> Iterator[Callable[[], bool]]:
        done: list[Epoch] = []

        def counted(*parts: Any) -> Epoch:
            done.append(Epoch(*parts))
            return done[-1]

        monkeypatch.setattr("boardwright.training.fit.Epoch", counted)
        yield lambda: len(done) >= epochs

    monkeypatch.setattr(command, "interruption", interruption)
    arguments = ["train", "cabeza", str(samples), "--to", str(file), "--epochs", "3", "--batch", "128"]
    assert main(arguments) == 130
    assert ", after 1 of 3 epochs\n" in capsys.readouterr().out
    assert main([*arguments, "--json"]) == 130
    assert json.loads(capsys.readouterr().out.splitlines()[1])["complete"] is False
    before = file.read_bytes()
    epochs = 0
    assert main(arguments) == 130
    assert file.read_bytes() == before
    assert capsys.readouterr().out == ""


def test_files_give_a_network(samples: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, checkpoint = tmp_path / "learned.network", tmp_path / "some.checkpoint"
    arguments = ["train", "cabeza", str(samples), "--to", str(file), "--games", "0", "--seed", "1", "--epochs", "2"]
    options = ["--hidden", "16", "--batch", "128", "--rate", "0.01", "--decay", "0", "--result-weight", "0.5"]
    page = tmp_path / "page.html"
    assert main([*arguments, *options, "--json", "--checkpoint", str(checkpoint), "--page", str(page)]) == 0
    assert "<h2>some.games</h2>" in page.read_text()
    *epochs, result = json_lines("train", capsys.readouterr().out)
    assert [epoch["epoch"] for epoch in epochs] == [1, 2]
    assert result["network"] == str(file)
    assert result["loss"] == epochs[-1]["loss"]
    assert abs(result["rounded_loss"] - result["validation_loss"]) < 0.01
    first = file.read_bytes()
    # The checkpoint has both epochs.
    assert main([*arguments, *options, "--checkpoint", str(checkpoint)]) == 0
    assert "epoch" not in capsys.readouterr().out
    assert file.read_bytes() == first
    assert main([*arguments, *options]) == 0
    assert file.read_bytes() == first
    assert main([*arguments, *options, "--result-weight", "1"]) == 0
    assert file.read_bytes() != first


def test_the_matches_at_the_end_take_the_cores_they_are_given(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[int] = []

    def play(game: Any, players: tuple[str, str], *, jobs: int, **options: Any) -> MatchResult:
        taken.append(jobs)
        return MatchResult("cabeza", players)

    monkeypatch.setattr(command, "play_match", play)
    command._compare(CABEZA, Path("some.network"), Namespace(games=2, seed=0, threads=3, json=False))
    assert taken == [3, 3]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["--to", "/nowhere/some.network"],
            "the file '/nowhere/some.network' cannot be written: there is no such folder",
        ),
        (["--to", "a,b"], "the file 'a,b' cannot be used in a player specification: expected a name without a comma"),
        (["--page", "/nowhere/page.html"], "the file '/nowhere/page.html' cannot be written: there is no such folder"),
        (["--checkpoint", "some"], "--checkpoint is for a training on files: expected SAMPLES"),
        (["some.games", "--quick"], "--quick is for self-play: expected SAMPLES or --quick, not both"),
        (["nowhere.games"], "the file 'nowhere.games' cannot be read: No such file or directory"),
        (["--hidden", "17"], "argument --hidden: '17': expected 16, 32, 64, 128 or 256 (see boardwright train --help)"),
        (["--rate", "0"], "argument --rate: '0': expected a number above 0, to 1 (see boardwright train --help)"),
        (["--decay", "x"], "argument --decay: 'x': expected a number from 0 to 1000 (see boardwright train --help)"),
        (["--result-weight", "2"], "argument --result-weight: '2': expected a number from 0 to 1"),
        (["--device", "tpu"], "argument --device: 'tpu'"),
        (["--rate", "0.5", "--decay", "2"], "--rate 0.5 times --decay 2 is 1: expected less than 1"),
        (["--quick", "--rate", "0.1"], "--rate 0.1 times --decay 10 is 1: expected less than 1"),
    ],
)
def test_bad_options_are_told_before_the_first_game(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    arguments: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["train", "cabeza", *arguments]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"error: {message}")
    assert told.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--to", "notes.txt"], "the file 'notes.txt' cannot be written: it exists and is not a network"),
        (["--to", "some.games"], "the file 'some.games' cannot be written: it exists and is not a network"),
        (
            ["--to", "a.html", "--page", "a.html"],
            "--to and --page are the same file 'a.html': expected different files",
        ),
        (
            ["--to", "a", "--checkpoint", "./a"],
            "--to and --checkpoint are the same file 'a': expected different files",
        ),
        (
            ["--checkpoint", "some.games"],
            "--checkpoint and SAMPLES are the same file 'some.games': expected different files",
        ),
        (["--checkpoint", "nowhere/a"], "the file 'nowhere/a' cannot be written: there is no such folder"),
        (["./some.games"], "the file './some.games' is given twice: expected each file once"),
    ],
)
def test_files_are_not_overwritten_by_others(
    samples: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("some.games").write_bytes(samples.read_bytes())
    Path("notes.txt").write_text("notes")
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert main(["train", "cabeza", "some.games", *arguments]) == 2
    assert capsys.readouterr().err == f"error: {message}\n"
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_write_protected_folder_is_told_before_the_work(
    samples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # Root may write anywhere.
    monkeypatch.setattr("os.access", lambda path, mode: False)
    monkeypatch.chdir(tmp_path)
    assert main(["train", "cabeza", str(samples), "--to", "some.network"]) == 2
    told = capsys.readouterr().err
    assert told == "error: the file 'some.network' cannot be written: its folder is write-protected\n"


def test_files_of_another_game_or_layout_are_refused(
    samples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    settings, _ = read_sample_file(samples)
    other = Path("other.games")
    other.write_bytes(samples.read_bytes())
    assert main(["train", "turm", str(other)]) == 2
    assert capsys.readouterr().err == (
        "error: the file 'other.games' holds games of cabeza, layout 1: expected turm:centre, layout 1\n"
    )
    other.write_bytes(samples.read_bytes().replace(f'"layout": {settings.layout}'.encode(), b'"layout": 99'))
    assert main(["train", "cabeza", str(other)]) == 2
    assert capsys.readouterr().err == (
        f"error: the file 'other.games' holds games of cabeza, layout 99: expected cabeza, layout {settings.layout}\n"
    )
    other.write_bytes(samples.read_bytes().replace(b'"cabeza"', b'"turm:centre"'))
    assert main(["train", "turm", str(other)]) == 2
    assert "the games cannot be read: the bytes are not recorded games" in capsys.readouterr().err
