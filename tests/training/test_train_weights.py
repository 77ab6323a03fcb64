"""Training the weights of games without a core: what is learned, what the command writes, prints and refuses."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from math import log
from pathlib import Path
from random import Random

import pytest
from tests.json_schemas import json_lines

from boardwright import find_game
from boardwright.arena.results import MatchResult
from boardwright.cli import main
from boardwright.engine.python_search.weights import (
    Weights,
    default_weights,
    find_weights,
    read_weights,
    weights_file,
)
from boardwright.executors import open_executor
from boardwright.game import AnyGame
from boardwright.training.fit_options import WEIGHTS_FIT
from boardwright.training.generation import Generation
from boardwright.training.weights_fit import UNIT, Example, fit_weights
from boardwright.training.weights_generations import LearnedWeights, learn_weights
from boardwright.training.weights_selfplay import play_block, selfplay_jobs

ROOT = Path(__file__).parents[2]
SMALL = Generation(4, 5), Generation(4, 10)
TINY = Generation(4, 2), Generation(4, 3)


@pytest.fixture
def mine(tmp_path: Path) -> str:
    """The path of a game that has no weights."""
    shutil.copy(ROOT / "examples" / "breakthrough.py", tmp_path / "mine.py")
    return str(tmp_path / "mine.py")


@pytest.fixture
def short(tmp_path: Path) -> str:
    """The path of a game that has no weights and soon ends."""
    source = (ROOT / "examples" / "breakthrough.py").read_text(encoding="utf-8")
    start = "bbbbbbbb/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwwww w"
    assert start in source
    (tmp_path / "mine.py").write_text(source.replace(start, "bbb5/8/8/8/8/8/8/www5 w"), encoding="utf-8")
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
    assert (one.games, one.weights.games, one.generation) == (4, 8, SMALL[1])
    assert any(name.startswith("pawn on ") for name in one.weights.values)


def test_the_samples_of_a_game_are_quiet_and_have_its_result(mine: str) -> None:
    game = find_game(mine)
    weights = learn_weights(game, SMALL[:1], WEIGHTS_FIT)
    assert weights is not None
    jobs = list(selfplay_jobs(game, weights.weights, 5, 1, range(2)))
    assert len({job.arguments[-1] for job in jobs}) == 2
    for played in jobs[0].do():
        assert played.result in (0.0, 0.5, 1.0)
        assert played.samples
        assert all(0 < sample.win_probability < 1 for sample in played.samples)
        assert all(sample.features for sample in played.samples)
    assert play_block(game, weights.weights, 5, "1 0") == jobs[0].do()


def test_a_training_that_is_stopped_keeps_the_weights_of_its_last_generation(mine: str) -> None:
    learned: list[LearnedWeights] = []

    def is_better(new: LearnedWeights, best: Weights) -> bool:
        learned.append(new)
        return True

    found = learn_weights(find_game(mine), SMALL, WEIGHTS_FIT, is_better=is_better, stop=lambda: bool(learned))
    assert learned == [found]
    assert learn_weights(find_game(mine), SMALL, WEIGHTS_FIT, stop=lambda: True) is None


def test_the_best_weights_so_far_play_the_next_generation_and_are_kept(short: str) -> None:
    game = find_game(short)
    generations = TINY[0], TINY[1], TINY[1]
    compared: list[tuple[LearnedWeights, Weights]] = []

    def only_the_first(new: LearnedWeights, best: Weights) -> bool:
        compared.append((new, best))
        return len(compared) == 1

    found = learn_weights(game, generations, WEIGHTS_FIT, is_better=only_the_first)
    first, second, third = (new for new, _ in compared)
    assert found == first
    assert [best for _, best in compared] == [default_weights(game), first.weights, first.weights]
    # What the dropped ones were learned from is still learned from.
    assert first.positions < second.positions < third.positions
    assert learn_weights(game, TINY[:1], WEIGHTS_FIT, is_better=lambda new, best: False) is None


@pytest.fixture
def command(short: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The arguments of a short training."""
    monkeypatch.setattr("boardwright.training.weights_generations.QUICK", TINY)
    monkeypatch.setattr("boardwright.cli.train_weights.MATCH_NODES", 2)
    return ["train", short, "--quick", "--games", "2", "--threads", "1"]


@pytest.fixture
def results(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """The games won and lost of the next matches, which are not played."""
    coming: list[tuple[int, int]] = []

    def play(game: AnyGame, players: Sequence[str], **options: object) -> MatchResult:
        won, lost = coming.pop(0)
        pairs = [lost // 2, 0, won % 2, 0, won // 2]
        return MatchResult(game.full_name, (players[0], players[1]), pairs=pairs, won=won, lost=lost)

    monkeypatch.setattr("boardwright.cli.train_weights.play_match", play)
    return coming


def test_the_command_plays_matches_and_writes_only_better_weights(
    command: list[str], short: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page, to = tmp_path / "page.html", tmp_path / "to.weights.json"
    file = weights_file(find_game(short))
    assert main([*command, "--page", str(page)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("4 games of 2 nodes per move  ")
    assert lines[1].startswith("against the default weights: ")
    assert lines[2].startswith("4 games of 3 nodes per move  ")
    assert lines[-1] == f"page written to {page}"
    assert lines[-2].startswith(f"better: weights written to {file}" if file.exists() else "not shown to be better: ")
    assert "the loss cannot reach zero" in page.read_text()
    assert main([*command, "--json", "--seed", "3", "--to", str(to)]) == 0
    answers = json_lines("train", capsys.readouterr().out)
    assert [answers[0][name] for name in ("games", "nodes")] == [4, 2]
    assert answers[0]["features"] > 5
    assert answers[1]["games"] == 2
    assert answers[-1]["weights"] == str(to)
    assert read_weights(find_game(short), str(to)).games in (4, 8)


def test_weights_that_win_replace_those_of_the_game_which_are_kept(
    command: list[str], short: str, results: list[tuple[int, int]], capsys: pytest.CaptureFixture[str]
) -> None:
    game = find_game(short)
    file = weights_file(game)
    # Two generations, and the match against the default weights.
    results += [(2, 0), (2, 0), (2, 0)]
    assert main(command) == 0
    assert capsys.readouterr().out.splitlines()[-1] == f"better: weights written to {file}"
    first = file.read_bytes()
    # Two generations, and the matches against the default weights and the game's own.
    results += [(2, 0), (0, 2), (2, 0), (2, 0)]
    assert main([*command, "--seed", "2"]) == 0
    kept = file.with_name("mine.weights.1.json")
    assert (
        capsys.readouterr().out.splitlines()[-1]
        == f"better: weights written to {file}, the earlier ones kept in {kept}"
    )
    assert kept.read_bytes() == first != file.read_bytes()
    weights = find_weights(game)
    assert weights is not None
    assert weights.games == 4
    results += [(2, 0), (2, 0), (2, 0), (2, 0)]
    assert main([*command, "--seed", "3", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert answer == {"accepted": True, "weights": str(file), "earlier": str(file.with_name("mine.weights.2.json"))}
    assert not results


@pytest.mark.parametrize(
    "matches",
    [[(0, 2), (1, 1)], [(2, 0), (0, 2), (1, 1), (2, 0)], [(2, 0), (0, 2), (2, 0), (1, 1)]],
    ids=["no generation", "not the default weights", "not the game's own weights"],
)
def test_weights_that_do_not_win_leave_the_file_as_it_is(
    matches: list[tuple[int, int]],
    command: list[str],
    short: str,
    tmp_path: Path,
    results: list[tuple[int, int]],
    capsys: pytest.CaptureFixture[str],
) -> None:
    game = find_game(short)
    file, other = weights_file(game), tmp_path / "other.json"
    default_weights(game).write(file)
    earlier = file.read_bytes()
    results += matches
    assert main(command) == 0
    said = capsys.readouterr().out.splitlines()[-1]
    assert said == f"not shown to be better: the new weights are dropped, and {file} is unchanged"
    assert not results
    results += matches
    assert main([*command, "--to", str(other)]) == 0
    said = capsys.readouterr().out.splitlines()[-1]
    assert said == f"not shown to be better: weights written to {other}, and {file} is unchanged"
    assert file.read_bytes() == earlier != other.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine.py", file.name, other.name]


def test_an_interrupted_training_leaves_the_file_as_it_is(
    command: list[str],
    short: str,
    results: list[tuple[int, int]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    results += [(2, 0)]

    @contextmanager
    def interruption() -> Iterator[Callable[[], bool]]:
        yield lambda: not results

    monkeypatch.setattr("boardwright.cli.train_weights.interruption", interruption)
    file = weights_file(find_game(short))
    assert main(command) != 0
    output = capsys.readouterr()
    said = "not shown to be better: the new weights are dropped, and the game keeps its default weights"
    assert output.out.splitlines()[-1] == said
    assert output.err == "interrupted\n"
    assert not file.exists()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["some.games"], "breakthrough has no core, which SAMPLES needs: expected train without it"),
        (["--hidden", "16"], "breakthrough has no core, which --hidden needs: expected train without it"),
        (["--device", "cuda"], "breakthrough has no core, which --device cuda needs: expected train without it"),
        (
            ["--games", "0"],
            "--games 0 leaves no match to decide by: expected some games, or another file with --to",
        ),
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


def test_a_game_with_a_header_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "examples/tictactoe.py", "--quick"]) != 0
    assert capsys.readouterr().err == (
        "error: the engine plays tictactoe:standard by tictactoe.hpp and the evaluation in it, which is not trained: "
        "expected a game without a header; rename it while you train weights for the Python rules\n"
    )
