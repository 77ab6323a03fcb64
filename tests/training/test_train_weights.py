"""Training the weights of games without a core: what is learned, what the command writes, prints and refuses."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from math import log
from pathlib import Path
from random import Random

import pytest

from boardwright import find_game
from boardwright.cli import main
from boardwright.engine.python_search.weights import find_weights, weights_file
from boardwright.executors import open_executor
from boardwright.training.fit_options import WEIGHTS_FIT
from boardwright.training.generation import Generation
from boardwright.training.weights_fit import UNIT, Example, fit_weights
from boardwright.training.weights_generations import LearnedWeights, learn_weights
from boardwright.training.weights_selfplay import play_block, selfplay_jobs

ROOT = Path(__file__).parents[2]
SMALL = Generation(8, 10), Generation(4, 20)


@pytest.fixture
def mine(tmp_path: Path) -> str:
    """The path of a game that has no weights."""
    shutil.copy(ROOT / "examples" / "breakthrough.py", tmp_path / "mine.py")
    return str(tmp_path / "mine.py")


def test_a_fit_finds_the_weights_that_the_results_follow() -> None:
    random = Random(1)
    examples = []
    for _ in range(4000):
        features = {"good": random.randint(-2, 2), "bad": random.randint(-2, 2), "idle": random.randint(-1, 1)}
        chance = 1 / (1 + 10 ** (-(features["good"] - features["bad"] / 2) / 2))
        examples.append(Example(features, float(random.random() < chance)))
    options = replace(WEIGHTS_FIT, decay=0.0, epochs=20)
    values, epochs = fit_weights(examples[:3600], examples[3600:], options)
    expected = {"good": UNIT * log(10) / 2, "bad": -UNIT * log(10) / 4, "idle": 0}
    for name, weight in expected.items():
        assert values.get(name, 0) == pytest.approx(weight, abs=25)
    assert [each.number for each in epochs] == list(range(1, 21))
    assert epochs[-1].loss < epochs[0].loss < log(2)
    assert epochs[-1].validation_loss < 0.62
    small, _ = fit_weights(examples[:3600], examples[3600:], replace(options, decay=5.0))
    assert abs(small["good"]) < abs(values["good"])


def test_games_are_the_same_for_the_same_seed_in_any_process(mine: str) -> None:
    game = find_game(mine)
    one = learn_weights(game, SMALL, WEIGHTS_FIT)
    with open_executor(2) as processes:
        two = learn_weights(game, SMALL, WEIGHTS_FIT, executor=processes)
    assert one is not None
    assert one == two
    assert (one.games, one.weights.games, one.generation) == (4, 12, SMALL[1])
    assert any(name.startswith("pawn on ") for name in one.weights.values)


def test_the_samples_of_a_game_are_quiet_and_have_its_result(mine: str) -> None:
    game = find_game(mine)
    weights = learn_weights(game, SMALL[:1], WEIGHTS_FIT)
    assert weights is not None
    jobs = list(selfplay_jobs(game, weights.weights, 10, 1, range(2)))
    assert len({job.arguments[-1] for job in jobs}) == 2
    for played in jobs[0].do():
        assert played.result in (0.0, 0.5, 1.0)
        assert played.samples
        assert all(0 < sample.win_probability < 1 for sample in played.samples)
        assert all(sample.features for sample in played.samples)
    assert play_block(game, weights.weights, 10, "1 0") == jobs[0].do()


def test_a_training_that_is_stopped_keeps_the_weights_of_its_last_generation(mine: str) -> None:
    learned: list[LearnedWeights] = []
    found = learn_weights(find_game(mine), SMALL, WEIGHTS_FIT, on_learned=learned.append, stop=lambda: bool(learned))
    assert learned == [found]
    assert learn_weights(find_game(mine), SMALL, WEIGHTS_FIT, stop=lambda: True) is None


def test_the_command_writes_weights_beside_the_game_and_compares_them(
    mine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("boardwright.training.weights_generations.QUICK", SMALL)
    monkeypatch.setattr("boardwright.cli.train_weights.MATCH_NODES", 5)
    arguments = ["train", mine, "--quick", "--games", "2", "--threads", "1"]
    assert main([*arguments, "--page", str(tmp_path / "page.html")]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("8 games of 10 nodes per move  ")
    assert lines[1].startswith("4 games of 20 nodes per move  ")
    file = weights_file(find_game(mine))
    assert lines[2] == f"weights written to {file}, page to {tmp_path / 'page.html'}"
    assert [line.partition(":")[0] for line in lines[3:]] == ["against the default weights"]
    assert "the loss cannot reach zero" in (tmp_path / "page.html").read_text()
    weights = find_weights(find_game(mine))
    assert weights is not None
    assert weights.games == 12
    assert main([*arguments, "--json", "--seed", "3"]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [answers[0][name] for name in ("games", "nodes", "weights")] == [8, 10, str(file)]
    assert answers[0]["features"] > 5
    # Against the default weights, and against those of the first training.
    assert [answer["games"] for answer in answers[2:]] == [2, 2]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["some.games"], "breakthrough has no core, which SAMPLES needs: expected train without it"),
        (["--hidden", "16"], "breakthrough has no core, which --hidden needs: expected train without it"),
        (["--device", "cuda"], "breakthrough has no core, which --device cuda needs: expected train without it"),
        (["--to", "a,b"], "the file 'a,b' cannot be used in a player specification: expected a name without a comma"),
        (["--to", "no/such/folder"], "the file 'no/such/folder' cannot be written: there is no such folder"),
        (["--to", "README.md"], "the file 'README.md' cannot be written: it exists and does not hold weights"),
        (
            ["--to", "x.html", "--page", "x.html"],
            "--to and --page are the same file 'x.html': expected different files",
        ),
    ],
)
def test_what_cannot_be_done_is_refused_before_the_first_game(
    arguments: list[str], complaint: str, mine: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["train", mine, *arguments]) != 0
    assert capsys.readouterr().err == f"error: {complaint}\n"
