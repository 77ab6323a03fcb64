"""Learning: the fit finds what is there, the same games teach the same, and files are told from damage."""

from __future__ import annotations

import json
from argparse import Namespace
from array import array
from itertools import islice, pairwise
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from boardwright import BoardwrightError, find_game
from boardwright.arena import MatchResult
from boardwright.cli import main
from boardwright.cli.commands import tune as command
from boardwright.core import core_names, core_of, new_weights
from boardwright.engine import Engine
from boardwright.engine.weights import MAX_WEIGHT, Weights, read_weights, shipped_weights, zero_weights
from boardwright.executors import open_executor
from boardwright.explore import random_positions
from boardwright.training.fit import fit
from boardwright.training.generations import Generation, learn

pytestmark = pytest.mark.slow

TURM = find_game("turm")
SMALL = (Generation(6, 20), Generation(6, 20))
SEVERAL_BLOCKS = (Generation(50, 20), Generation(6, 20))


def test_the_fit_finds_the_weights_that_made_the_results() -> None:
    core = core_of(TURM)
    positions = core.pack(islice(random_positions(TURM, Random(1)), 20_000))
    random = np.random.default_rng(2)
    early, late = (array("h", random.integers(-60, 60, core.features).astype(np.int16).tobytes()) for _ in range(2))
    scores = core.evaluate(positions, new_weights(Weights(TURM.full_name, early, late).halves)).reshape(-1, 4)[:, 0]
    targets = (1 / (1 + 10.0 ** (-scores / core.scale))).astype(np.float32)
    found = fit(core, positions, targets, spread=1000, trust=1)
    again = core.evaluate(positions, new_weights((found.early + found.late).tobytes())).reshape(-1, 4)[:, 0]
    assert np.corrcoef(scores, again)[0, 1] > 0.99
    assert np.mean(np.abs(scores - again)) < 0.1 * np.mean(np.abs(scores))


def test_the_same_games_teach_the_same_wherever_they_are_played() -> None:
    with open_executor(2) as processes:
        one, two = (learn(TURM, SEVERAL_BLOCKS, seed=7, executor=executor) for executor in (None, processes))
    assert one is not None
    assert one == two
    assert any(one.weights.early)


def test_other_seeds_play_other_games() -> None:
    one, two = (learn(TURM, SMALL[:1], seed=seed) for seed in (1, 2))
    assert one is not None
    assert two is not None
    assert one.weights != two.weights


def test_samples_are_positions_with_the_results_of_their_games() -> None:
    core = core_of(TURM)
    job = core.start_selfplay(
        TURM.start(), games=4, nodes=50, random_plies=6, weights=new_weights(zero_weights(TURM).halves), seed=3
    )
    assert job.wait(120)
    words, scores, results, left, sides = core.samples([job.samples()])
    positions = list(core.unpack(words))
    assert len(positions) == len(scores) == len(results) == len(left) > 20
    assert set(results.tolist()) <= {0, 1, 2}
    # Within a game the moves that are left grow fewer; there are four games.
    assert sum(later > earlier for earlier, later in pairwise(left.tolist())) == 3
    assert all(TURM.outcome(position) is None for position in positions)
    assert [TURM.side_to_move(position) for position in positions] == sides.tolist()


@pytest.mark.parametrize("name", core_names())
def test_every_game_comes_with_weights_that_fit(name: str) -> None:
    game = find_game(name)
    weights = shipped_weights(game)
    assert len(weights.early) == len(weights.late) == core_of(game).features
    assert any(weights.early)
    assert any(weights.late)


def test_weights_survive_their_file(tmp_path: Path) -> None:
    early = array("h", (number % (2 * MAX_WEIGHT + 1) - MAX_WEIGHT for number in range(core_of(TURM).features)))
    weights = Weights(TURM.full_name, early, zero_weights(TURM).late)
    weights.write(tmp_path / "some.bin")
    assert read_weights(TURM, str(tmp_path / "some.bin")) == weights


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda data: b"", "holds no weights: expected those of turm:centre"),
        (lambda data: b"\x00" * 100, "holds no weights"),
        (lambda data: data[:-20], "holds no weights"),
        (lambda data: data.replace(b"turm:centre", b"turm:castle"), "does not fit: expected weights of turm:centre"),
    ],
)
def test_damaged_files_are_refused(tmp_path: Path, damage: object, message: str) -> None:
    assert callable(damage)
    file = tmp_path / "some.bin"
    shipped_weights(TURM).write(file)
    file.write_bytes(damage(file.read_bytes()))
    with pytest.raises(BoardwrightError, match=message):
        read_weights(TURM, str(file))


def test_weights_whose_sums_might_not_fit_are_refused(tmp_path: Path) -> None:
    zero = zero_weights(TURM)
    Weights(TURM.full_name, zero.early, array("h", [MAX_WEIGHT + 1, *zero.late[1:]])).write(tmp_path / "some.bin")
    with pytest.raises(BoardwrightError, match="holds too large weights: expected 500 at most"):
        read_weights(TURM, str(tmp_path / "some.bin"))


def test_a_missing_file_is_told() -> None:
    with pytest.raises(BoardwrightError, match="cannot be read: No such file"):
        read_weights(TURM, "nowhere.bin")


def test_an_engine_thinks_by_the_weights_it_is_given() -> None:
    position = TURM.start()
    own, none = (Engine(TURM, weights=weights).search(position, depth=2) for weights in (None, zero_weights(TURM)))
    assert own.score != none.score
    assert str(none.score) == "+0.00"


def test_the_command_writes_weights_and_compares_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("boardwright.training.generations.QUICK", SMALL)
    file = tmp_path / "learned.bin"
    assert main(["tune", "turm", "--quick", "--to", str(file), "--games", "2", "--seed", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("6 games of 20 nodes per move")
    assert lines[2] == f"weights written to {file}"
    assert [line.partition(":")[0] for line in lines[3:]] == [
        "against weights of zero",
        "against the game's own weights",
    ]
    assert any(read_weights(TURM, str(file)).early)


def test_the_command_prints_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("boardwright.training.generations.QUICK", SMALL)
    file = tmp_path / "weights.bin"
    assert main(["tune", "turm", "--quick", "--to", str(file), "--games", "2", "--seed", "1", "--json"]) == 0
    *generations, against_zero, against_own = map(json.loads, capsys.readouterr().out.splitlines())
    assert [generation["nodes"] for generation in generations] == [generation.nodes for generation in SMALL]
    assert {generation["weights"] for generation in generations} == {str(file)}
    assert against_zero["players"][1].endswith("weights=zero")
    assert against_own["games"] == 2


def test_the_match_at_the_end_takes_the_cores_it_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[int] = []

    def play(game: Any, players: tuple[str, str], *, jobs: int, **options: Any) -> MatchResult:
        taken.append(jobs)
        return MatchResult("turm:centre", players)

    monkeypatch.setattr(command, "play_match", play)
    command._compare(TURM, Path("some.bin"), Namespace(games=2, seed=0, threads=3, json=False))
    assert taken == [3, 3]


def test_a_folder_that_is_not_there_is_told_before_the_first_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tune", "turm", "--to", "/nowhere/weights.bin"]) != 0
    assert capsys.readouterr().err == (
        "error: the file '/nowhere/weights.bin' cannot be written: there is no such folder\n"
    )
