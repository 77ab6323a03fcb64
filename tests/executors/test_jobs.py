"""The jobs of perft, random games and self-play give together what is asked for, however they are cut."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from boardwright import find_game
from boardwright.core import core_of, finish
from boardwright.engine.network import zero_network
from boardwright.executors import Job, SerialExecutor, open_executor
from boardwright.executors.jobs import answer, packed, unpacked
from boardwright.explore import Playouts, first_moves, perft
from boardwright.study import playout_jobs as playouts_module
from boardwright.study.perft_jobs import add_shares, perft_jobs
from boardwright.study.playout_jobs import playout_jobs
from boardwright.training.selfplay_jobs import selfplay_jobs, settings_of

pytestmark = pytest.mark.slow

BREAKTHROUGH = str(Path(__file__).parents[2] / "examples" / "breakthrough.py")
GAMES = ["turm", "turm:castle", "margrites", "congo", "congo:full", "cabeza", "draughts"]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("pieces", [1, 7, 500])
def test_the_parts_of_a_perft_make_the_whole(name: str, pieces: int) -> None:
    game = find_game(name)
    jobs = perft_jobs(game, game.start(), 4, pieces=pieces)
    assert len(jobs) <= pieces
    assert len({job.name for job in jobs}) == len(jobs)
    with SerialExecutor() as executor:
        shares = add_shares(executor.map(jobs))
    job = core_of(game).start_perft(game.start(), 4)
    finish(job)
    assert sum(shares.values()) == sum(job.counts)
    assert sorted(shares.values()) == sorted(job.counts)


def test_the_python_rules_count_the_same_in_other_processes_also_games_from_files() -> None:
    game = find_game(BREAKTHROUGH)
    with open_executor(2) as executor:
        shares = add_shares(executor.map(perft_jobs(game, game.start(), 3, pieces=60, python=True)))
    assert shares == {text: perft(game, after, 2) for text, after in first_moves(game, game.start())}


def test_first_moves_that_end_the_game_have_their_share_of_nothing() -> None:
    turm = find_game("turm")
    position = turm.parse_position("7/7/7/7/3RG3/7/BG6 r")
    with SerialExecutor() as executor:
        shares = add_shares(executor.map(perft_jobs(turm, position, 4, pieces=1000, python=True)))
    assert shares == {text: perft(turm, after, 3) for text, after in first_moves(turm, position)}
    assert shares["D3-D4-1"] == 0
    assert perft_jobs(turm, turm.parse_position("7/7/7/3RG3/7/7/BG6 b"), 4, pieces=10) == []


def played(jobs: list[Job[Playouts]], executor: int) -> dict[str, Any]:
    playouts = Playouts()
    with open_executor(executor) as where:
        for block in where.map(jobs):
            playouts.add_all(block)
    return playouts.summary(("red", "blue"))


@pytest.mark.parametrize("python", [False, True])
def test_random_games_are_the_same_wherever_they_are_played(python: bool) -> None:
    turm = find_game("turm")
    games = 20 if python else 20_000
    jobs = list(playout_jobs(turm, turm.start(), games, 5, python=python))
    assert len(jobs) == 3
    summary = played(jobs, 0)
    assert summary["games"] == games
    assert summary == played(jobs, 2)
    assert summary == played(jobs[::-1], 0)
    if not python:
        assert summary == played(list(playout_jobs(turm, turm.start(), games, 5, threads=2)), 0)
    other = list(playout_jobs(turm, turm.start(), games, 6, python=python))
    assert played(other, 0) != summary


def test_blocks_of_games_differ_and_the_first_one_is_what_the_core_plays_by_the_seed() -> None:
    turm = find_game("turm")
    first, second = (job.do() for job in playout_jobs(turm, turm.start(), 2 * playouts_module.BLOCK_BY_CORE, 5))
    assert first != second
    job = core_of(turm).start_playouts(turm.start(), playouts_module.BLOCK_BY_CORE, 5)
    finish(job)
    assert first.plies == job.totals["plies"]


def test_every_job_can_be_sent_and_done_twice() -> None:
    turm = find_game("turm")
    network = zero_network(turm)
    settings = settings_of(turm, network, nodes=20, random_plies=4, seed=3)
    jobs: list[Job[Any]] = [
        *perft_jobs(turm, turm.start(), 4, pieces=5),
        *playout_jobs(turm, turm.start(), 10, 1),
        *playout_jobs(turm, turm.start(), 10, 1, python=True),
        *selfplay_jobs(turm, network, settings, range(3)),
    ]
    assert len({job.name for job in jobs}) == len(jobs) == 5 + 1 + 2 + 3
    for job in jobs:
        assert unpacked(answer(packed(job))) == unpacked(answer(packed(job))) == job.do()
