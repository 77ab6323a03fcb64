"""The scripts in examples, one for each kind of user, do what they say."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import pytest
from tests.running import ROOT, Run

from boardwright.arena import play_match
from boardwright.records.files import read_records


def test_the_student_is_shown_where_a_program_errs(run: Run) -> None:
    done = run("examples/student.py")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "My generator: agrees everywhere"
    assert len(lines) == 12
    assert lines[-2] in ("red to move", "blue to move")
    assert lines[-1] == "Numbers for my perft: 25 625 14896"


@pytest.mark.slow
def test_the_researcher_s_learner_improves(run: Run) -> None:
    done = run("examples/researcher.py", "turm:castle", "400")
    assert (done.returncode, done.stderr) == (0, "")
    before, after = (int(line.split("%")[0].split()[-1]) for line in done.stdout.splitlines())
    assert before < 60
    assert after > 75


@pytest.mark.slow
def test_alphazero_plays_learns_and_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "examples")
    alphazero = import_module("alphazero")
    learner = alphazero.Learner("turm:castle", games=32, simulations=8)
    while learner.games < 60:
        learner.step()
    _, legal, policy, result = learner.memory.batch(learner.random)
    assert (policy[~legal] == 0).all()
    assert abs(policy.sum(axis=1) - 1).max() < 0.01
    assert set(result) <= {-1, 0, 1}
    # It guesses the results of the games better than by saying that all are even.
    planes, legal, _, result = learner.memory.batch(learner.random)
    _, values = learner.network.evaluate(planes, legal)
    assert ((values - result) ** 2).mean() < (result**2).mean()
    opponent = alphazero.player("random", "turm:castle")
    assert alphazero.score(learner.network, "turm:castle", opponent, 20, simulations=8) > 0.5


@pytest.mark.slow
def test_the_designer_has_a_report_on_each_version(run: Run, tmp_path: Path) -> None:
    done = run("examples/designer.py", "2", str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("white scores") == 2
    for name in ("breakthrough", "thin-breakthrough"):
        assert (tmp_path / f"{name}.html").read_text(encoding="utf-8").endswith("</html>\n")


@pytest.mark.slow
@pytest.mark.parametrize("game", ["turm", "cabeza", "examples/breakthrough.py"])
def test_the_program_to_start_from_plays_a_match(game: str) -> None:
    program = f"ugi:{sys.executable} {ROOT / 'examples' / 'program.py'} {game}"
    result = play_match(game, (program, "random"), games=2, jobs=0, margin=100)
    assert (result.games, result.failures) == (2, [])


def test_the_program_to_start_from_tells_its_usage(run: Run) -> None:
    done = run("examples/program.py")
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "usage: python program.py GAME\n")


def test_the_manual_shows_the_program_to_start_from() -> None:
    program = (ROOT / "examples" / "program.py").read_text(encoding="utf-8")
    assert f"```python\n{program}```\n" in (ROOT / "docs" / "protocols.md").read_text(encoding="utf-8")


def test_the_player_has_a_record_and_a_page(run: Run, tmp_path: Path) -> None:
    done = run("examples/player.py", str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    with (tmp_path / "my-game.txt").open("rb") as stream:
        (kept,) = read_records(stream, "my-game.txt")
    told = f"{len(kept.played.moves)} moves, {kept.played.game.format_outcome(kept.played.outcome)}"
    assert done.stdout.splitlines()[0] == told
    assert (tmp_path / "my-game.html").read_text(encoding="utf-8").count('class="board"') > len(kept.played.moves)
