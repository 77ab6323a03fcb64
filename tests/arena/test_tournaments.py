"""Tournaments: who plays whom, ratings and tables, and how they are shown."""

from __future__ import annotations

import io
import os
import re
import sys
from math import inf
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.console import Console
from tests.executors.failing_jobs import Failing

from boardwright import find_game
from boardwright.arena import ContestFiles, ContestSettings, Schedule, Sprt, Watcher, play_match, play_tournament
from boardwright.arena.pairs import GameProgress
from boardwright.arena.ratings import Meeting, ratings
from boardwright.arena.statistics import PAIR_SCORES, elo_estimate, score_of
from boardwright.cli import contest_display
from boardwright.cli.contest_display import contest_display as display
from boardwright.cli.contest_tables import match_lines, tournament_lines
from boardwright.engine import players
from boardwright.errors import BoardwrightError, Disconnected, IllegalMove
from boardwright.executors import Job, open_executor
from boardwright.executors.processes import ProcessExecutor
from boardwright.records import TextRecord

PLAYERS = ["best=engine:nodes=200", "level:2", "random", "random"]
TWO = ContestSettings(games=2)


def meeting(first: int, second: int, elo: float, count: int) -> Meeting:
    """Pairs that score as the difference in Elo says."""
    share = score_of(elo)
    return Meeting(first, second, [round(count * (1 - share)), 0, 0, 0, round(count * share)])


def test_ratings_are_those_that_explain_all_results() -> None:
    wanted = [150.0, 20.0, -50.0, -120.0]
    every = [meeting(a, b, wanted[a] - wanted[b], 100_000) for a in range(4) for b in range(a)]
    for meetings in (every, every[:3] + every[4:]):
        assert [each.elo for each in ratings(4, meetings)] == pytest.approx(wanted, abs=0.5)


def test_two_players_have_the_difference_of_their_match() -> None:
    pairs = [20, 300, 900, 500, 80]
    first, second = ratings(2, [Meeting(0, 1, pairs)])
    difference = elo_estimate(pairs)
    assert first.elo - second.elo == pytest.approx(difference.elo, abs=0.1)
    # Both halves of the difference have half its error.
    assert first.high - first.low == pytest.approx((difference.high - difference.low) / 2, rel=0.01)


def test_the_intervals_hold() -> None:
    random, wanted, inside = Random(4), [60.0, 0.0, -60.0], 0
    weights = [0.1, 0.2, 0.4, 0.2, 0.1]
    for _ in range(200):
        meetings = []
        for a, b in ((0, 1), (0, 2), (1, 2)):
            moved = 2 * (score_of(wanted[a] - wanted[b]) - 0.5)
            shares = [weights[0], weights[1] - moved, weights[2], weights[3] + moved, weights[4]]
            assert sum(map(lambda share, score: share * score, shares, PAIR_SCORES)) == pytest.approx(
                score_of(wanted[a] - wanted[b])
            )
            pairs = [0] * 5
            for score in random.choices(range(5), shares, k=60):
                pairs[score] += 1
            meetings.append(Meeting(a, b, pairs))
        inside += sum(each.low <= elo <= each.high for each, elo in zip(ratings(3, meetings), wanted, strict=True))
    # 570 of 600 are expected; three standard deviations are less than 16, were they independent.
    assert 540 <= inside <= 595


def test_who_has_won_all_has_a_rating_and_who_has_not_played_has_an_average_one() -> None:
    best, worst, absent = ratings(3, [Meeting(0, 1, [0, 0, 0, 0, 8]), Meeting(0, 2, [0] * 5)])
    assert 100 < best.elo - worst.elo < 1000
    assert all(-inf < each.low < each.elo < each.high < inf for each in (best, worst, absent))
    assert absent.high - absent.low > best.high - best.low


@pytest.mark.slow
def test_everyone_meets_everyone_with_the_same_openings_round_by_round() -> None:
    records: list[dict[str, Any]] = []
    result = play_tournament(
        "turm", PLAYERS, settings=ContestSettings(games=4), jobs=0, watcher=Watcher(on_game=records.append)
    )
    names = ["best", "level:2", "random", "random (2)"]
    assert (result.players, result.complete, result.games) == (names, True, 24)
    assert [tuple(match.players) for match in result.matches] == [
        (a, b) for at, a in enumerate(names) for b in names[at + 1 :]
    ]
    rounds = [f"{pair}.{game}" for pair in (1, 2) for _ in range(6) for game in (1, 2)]
    assert [record["round"] for record in records] == rounds
    openings = [tuple(record["moves"][: record["opening"]]) for record in records]
    assert len(set(openings[:12])) == len(set(openings[12:])) == 1
    assert openings[0] != openings[12]
    table = result.summary()["crosstable"]
    for row in range(4):
        for column in range(4):
            mine, theirs = table[row][column], table[column][row]
            assert (mine is theirs is None) if row == column else mine + theirs == 4
    standings = result.standings()
    assert [sum(filter(None, table[names.index(line.name)])) for line in standings] == [x.points for x in standings]
    assert standings[0].name == "best"
    assert sum(line.elo.elo for line in standings) == pytest.approx(0, abs=1e-6)
    lines = tournament_lines(result)
    assert lines[0] == "round robin of 4 players of turm:centre, 24 games"
    assert lines[2].split() == ["rank", "player", "Elo", "95%", "games", "points", "score", "1", "2", "3", "4"]


@pytest.mark.slow
def test_a_match_in_a_gauntlet_is_the_same_as_alone() -> None:
    settings = ContestSettings(games=4, seed=9)
    gauntlet = play_tournament("turm", PLAYERS[:3], schedule=Schedule.GAUNTLET, settings=settings, jobs=0)
    for number, other in enumerate(PLAYERS[1:3]):
        alone = play_match("turm", (PLAYERS[0], other), games=4, seed=9, jobs=0)
        assert alone.pairs == gauntlet.matches[number].pairs
        assert alone.endings == gauntlet.matches[number].endings


@pytest.mark.slow
def test_a_player_that_cannot_begin_does_not_end_the_matches_of_the_others() -> None:
    entrants = ["level:2", "random", "absent"]

    class Absent(players.RandomPlayer):
        def _think(self, *given: Any) -> Any:
            raise BoardwrightError("not at home")

    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(players.KINDS, "absent", Absent)
        result = play_tournament("turm", entrants, settings=ContestSettings(games=6), jobs=0)
    assert [match.games for match in result.matches] == [6, 2, 2]
    assert [bool(match.crashes) for match in result.matches] == [False, True, True]
    assert not result.complete
    absent = result.standings()[-1]
    # It has no rating: failing says nothing about strength.
    assert (absent.name, absent.to_json(3)["elo"]) == ("absent", {"elo": None, "low": None, "high": None})
    assert tournament_lines(result)[-1].split() == ["absent", "4", "0", "0", "0", "4"]


@pytest.mark.slow
def test_forfeits_are_counted_by_their_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    errors = iter([IllegalMove("A1-A1-1", "it does not move"), Disconnected("it has ended"), RuntimeError("no paper")])

    class Unlucky(players.RandomPlayer):
        def _think(self, played: Any, *given: Any) -> Any:
            if len(played.moves) > 8 and (error := next(errors, None)):
                raise error
            return super()._think(played, *given)

    monkeypatch.setitem(players.KINDS, "unlucky", Unlucky)
    result = play_match("turm", ("random", "unlucky"), games=8, jobs=0)
    figures = result.summary()["figures"][1]
    counts = {name: figures[name] for name in ("forfeits", "time_losses", "illegal_moves", "disconnects")}
    assert counts == {"forfeits": 3, "time_losses": 0, "illegal_moves": 1, "disconnects": 1}
    lines = match_lines(result)
    at = lines.index("player   forfeits  on time  illegal moves  disconnects  other errors")
    assert lines[at + 1].split() == ["unlucky", "3", "0", "1", "1", "1"]


@pytest.mark.slow
def test_programs_that_misbehave_are_counted(tmp_path: Path) -> None:
    def program(name: str, answer: str) -> str:
        file = tmp_path / f"{name}.py"
        file.write_text(
            "import sys\nfor line in sys.stdin:\n"
            "    word = line.split()[0]\n"
            "    if word == 'ugi': print('id game turm:centre'); print('ugiok', flush=True)\n"
            "    if word == 'isready': print('readyok', flush=True)\n"
            f"    if word == 'go': {answer}\n"
        )
        return f"{name}=ugi:{sys.executable} {file}"

    mover = program("mover", "print('bestmove Z9', flush=True)")
    leaver = program("leaver", "sys.exit(3)")
    with pytest.raises(BoardwrightError, match="ended with status 3"):
        play_match("turm", ("random", leaver), games=2, jobs=0)
    result = play_tournament("turm", ["random", mover, leaver], schedule=Schedule.GAUNTLET, settings=TWO, jobs=0)
    summaries = [match.summary()["figures"][1] for match in result.matches]
    assert [(each["illegal_moves"], each["disconnects"]) for each in summaries] == [(2, 0), (0, 2)]
    assert result.matches[0].failures[0].startswith("game 1.1, mover: blue played an illegal move: the program")


@pytest.mark.slow
def test_moves_have_comments_in_the_text_record(tmp_path: Path) -> None:
    entrants = ("best=engine:nodes=100", "mcts:visits=50", "random")
    play_tournament("turm", entrants, settings=TWO, files=ContestFiles(output=tmp_path / "games.txt"), jobs=0)
    with (tmp_path / "games.txt").open(encoding="utf-8") as stream:
        reader: TextRecord[Any, Any] = TextRecord()
        games = [played.origin for played in reader.read(stream)]
    assert len(games) == 6
    first: Any = games[0]
    assert (first.tags["Red"], first.tags["Blue"], first.tags["Round"]) == ("best", "mcts:visits=50", "1.1")
    comments = [node.comments for node in first.main.nodes]
    assert comments[:6] == [("book",)] * 6
    assert re.fullmatch(r"[+-](\d+\.\d\d|M\d+)/\d+ \d+\.\d+s", comments[6][0])
    assert re.fullmatch(r"\d+%/\d+ \d+\.\d+s", comments[7][0])


@pytest.mark.parametrize(
    ("name", "message"), [("games.pgn", "expected a name that ends in"), ("there.txt", "exists: expected")]
)
def test_a_file_for_games_that_cannot_be(tmp_path: Path, name: str, message: str) -> None:
    (tmp_path / "there.txt").touch()
    with pytest.raises(BoardwrightError, match=message):
        play_tournament("turm", PLAYERS, settings=TWO, files=ContestFiles(output=tmp_path / name), jobs=0)


def shown(pairs: int, **contest: Any) -> str:
    """What is on the terminal after a contest, while its last pair is still under way."""
    output = io.StringIO()
    console = Console(file=output, width=100, force_terminal=True, color_system=None)
    live = contest_display._LiveDisplay(pairs, console)
    with live.shown() as watcher:
        play_tournament("turm", watcher=watcher, **contest)
        assert live.games == {}
        live.add_game(GameProgress(0, 6, 1, ("new [1]", "old"), 34, (0.35, None)))
        console.print(live.drawn())
    return output.getvalue()


@pytest.mark.slow
def test_the_display_of_a_match() -> None:
    contest = {"players": ["new [1]=engine:nodes=50", "random"], "schedule": Schedule.MATCH, "sprt": Sprt(0, 50)}
    with pytest.raises(BoardwrightError):
        # A name has no brackets.
        shown(2, **contest, settings=TWO, jobs=0)
    contest["players"] = ["new=engine:nodes=50", "random"]
    text = shown(2, **contest, settings=ContestSettings(games=4), jobs=0)
    for wanted in ("turm:centre, new against random", "4/4", "100.0%, won 4, drawn 0, lost 0", "LLR", "new [1]"):
        assert wanted in text


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [0, 1])
def test_the_display_of_a_tournament_and_the_games_under_way(jobs: int) -> None:
    seen: list[GameProgress] = []
    text = shown(1, players=PLAYERS, settings=TWO, jobs=jobs)
    assert "4 players" in text
    assert "12/12" in text
    assert "random (2)" in text
    play_tournament("turm", PLAYERS[:2], settings=TWO, jobs=jobs, watcher=Watcher(on_progress=seen.append))
    assert [(each.number, each.first, each.names) for each in seen[:1]] == [(0, 0, ("best", "level:2"))]


@pytest.mark.slow
def test_without_a_terminal_there_is_a_line_now_and_then(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def lines(quiet: bool, **contest: Any) -> list[str]:
        with display(1, is_quiet=quiet) as watcher:
            play_tournament("turm", watcher=watcher, settings=TWO, jobs=0, **contest)
        return capsys.readouterr().err.splitlines()

    match = {"players": ["engine:nodes=50", "random"], "schedule": Schedule.MATCH}
    assert lines(False, **match) == []
    monkeypatch.setattr(contest_display, "LINE_INTERVAL", 0.0)
    assert lines(False, **match) == ["2 of 2 games: won 2, drawn 0, lost 0, 100.0%, Elo above -113 (95%)"]
    assert len(lines(False, players=PLAYERS)) == 6
    assert lines(True, **match) == []


def core_of_process() -> set[int]:
    return set(os.sched_getaffinity(0))


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="processes cannot be pinned here")
def test_processes_are_pinned_to_a_core_each() -> None:
    usable = os.sched_getaffinity(0)
    with open_executor(len(usable), pin=True) as executor:
        assert isinstance(executor, ProcessExecutor)
        list(executor.results([Job("core", core_of_process, ())] * 20))
        assert {worker.core for worker in executor.workers} <= usable
        assert len({worker.core for worker in executor.workers}) == len(executor.workers)
        (cores,) = executor.map([Job("core", core_of_process, ())])
        assert len(cores) == 1
    with pytest.raises(BoardwrightError, match="too few to pin"):
        open_executor(len(usable) + 1, pin=True)
    with pytest.raises(BoardwrightError, match="only processes of this machine"):
        open_executor(0, pin=True)


def test_a_tournament_needs_players_and_a_test_two() -> None:
    with pytest.raises(BoardwrightError, match="expected at least two players"):
        play_tournament("turm", ["random"])
    with pytest.raises(BoardwrightError, match="a sequential test is of two players"):
        play_tournament("turm", PLAYERS, sprt=Sprt(0, 5))


def test_an_executor_that_fails_leaves_what_was_played() -> None:
    result = play_tournament(
        "turm", ["random", "level:1", "random"], settings=ContestSettings(games=8), executor=Failing(2)
    )
    assert (result.games, result.complete) == (4, False)
    assert find_game("turm").full_name == result.game
