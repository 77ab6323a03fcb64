"""Matches: the same result on any number of cores, records that replay, and what breaks is reported."""

from __future__ import annotations

import json
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from tests.arena.countdown import TRAPS, Countdown
from tests.executors.failing_jobs import Failing

from boardwright import find_game
from boardwright.arena import Sprt, play_match
from boardwright.arena.tournament import MAX_FAILED_STARTS
from boardwright.cli.contest_tables import match_lines
from boardwright.engine import Limits, players
from boardwright.errors import BoardwrightError
from boardwright.executors.jobs import TRIES
from boardwright.played_game import replay
from boardwright.records.record_format import record_formats

pytestmark = pytest.mark.slow

COUNTDOWN = str(Path(__file__).with_name("countdown.py"))


def steady(summary: dict[str, Any]) -> dict[str, Any]:
    """A result without what differs from run to run."""
    for figures in summary["figures"]:
        del figures["seconds"], figures["longest"]
    return summary


def test_the_result_does_not_depend_on_the_number_of_processes() -> None:
    entrants = ("engine:nodes=300", "level:4")
    results = [play_match("turm", entrants, games=6, seed=5, jobs=jobs, sprt=Sprt(0, 200)) for jobs in (0, 2)]
    assert [result.crashes for result in results] == [[], []]
    summaries = [steady(result.summary()) for result in results]
    assert summaries[0] == summaries[1]
    assert results[0].games == 6


def test_both_players_have_both_sides_of_each_opening() -> None:
    records: list[dict[str, Any]] = []
    result = play_match("turm", ("random", "level:1"), games=3, jobs=0, on_game=records.append, opening_plies=4)
    assert result.games == 4
    assert [record["round"] for record in records] == ["1.1", "1.2", "2.1", "2.2"]
    for one, other in (records[:2], records[2:]):
        assert one["moves"][:4] == other["moves"][:4]
        assert one["players"] == {"red": "random", "blue": "level:1"}
        assert other["players"] == {"red": "level:1", "blue": "random"}
    assert records[0]["moves"][:4] != records[2]["moves"][:4]


def test_points_are_counted_for_the_player_and_not_for_the_side() -> None:
    records: list[dict[str, Any]] = []
    result = play_match("turm", ("level:5", "random"), games=6, jobs=0, on_game=records.append)
    won = sum(record["players"][record["outcome"]["winner"]] == "level:5" for record in records)
    assert (result.won, result.lost, result.drawn) == (won, 6 - won, 0)
    assert sum(result.sides.values()) == sum(result.endings.values()) == 6
    assert result.plies == sum(len(record["moves"]) for record in records)
    moves = sum(len(record["moves"]) - record["opening"] for record in records)
    assert result.figures[0].moves + result.figures[1].moves == moves


def test_the_test_ends_the_match() -> None:
    result = play_match("turm", ("level:6", "random"), games=400, jobs=0, sprt=Sprt(0, 300))
    assert (result.verdict, result.complete) == ("elo1", True)
    assert result.games < 100
    one_less = [*result.pairs[:4], result.pairs[4] - 1]
    assert result.sprt is not None
    assert result.sprt.verdict(one_less) is None


def test_every_game_is_saved_and_replays(tmp_path: Path) -> None:
    result = play_match("draughts", ("engine:nodes=50", "random"), games=4, jobs=0, save=tmp_path / "new" / "folder")
    ours, pdn = result.saved
    records = [json.loads(line) for line in ours.read_text().splitlines()]
    assert [replay(record).record()["final"] for record in records] == [record["final"] for record in records]
    for record in records:
        assert {len(column) for column in record["thoughts"].values()} == {len(record["moves"]) - record["opening"]}
    with pdn.open() as stream:
        matches = list(record_formats(find_game("draughts"))["pdn"].read(stream))
    assert [played_game.move_texts() for played_game in matches] == [record["moves"] for record in records]
    assert pdn.read_text().count('[White "engine:nodes=50"]') == 2


def test_a_player_that_cannot_begin_loses_and_the_match_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[int] = []

    class Shy(players.RandomPlayer):
        """It comes to the door, then only to every other game."""

        def __init__(self, *given: Any) -> None:
            begun.append(1)
            if len(begun) % 2 == 0:
                raise OSError("the program is not there")
            super().__init__(*given)

    monkeypatch.setitem(players.KINDS, "shy", Shy)
    result = play_match("turm", ("random", "shy"), games=4, jobs=0)
    assert result.games == 4
    assert [figures.forfeits for figures in result.figures] == [0, 2]
    assert result.failures == [f"game {number}.1, shy: blue failed: the program is not there" for number in (1, 2)]
    assert result.endings["red wins: adjudged, blue failed"] == 2
    # What was not played tells nothing of strength.
    assert (result.absences, result.pairs, result.elo.low, result.superiority) == (2, [0] * 5, float("-inf"), 0.5)
    summary, unknown = result.summary(), {"elo": None, "low": None, "high": None}
    assert (summary["score"], summary["elo"], summary["superiority"]) == (None, unknown, None)


def failing_after(moves: int, monkeypatch: pytest.MonkeyPatch) -> str:
    """A player that fails after so many moves in all."""
    made = iter(range(moves))

    class Forgetful(players.RandomPlayer):
        def _think(self, *given: Any) -> Any:
            if next(made, None) is None:
                raise BoardwrightError("the program refuses: 'bad position'")
            return super()._think(*given)

    monkeypatch.setitem(players.KINDS, "failing", Forgetful)
    return "failing"


def test_a_player_that_refuses_every_move_stops_the_match_without_a_score(monkeypatch: pytest.MonkeyPatch) -> None:
    told = (
        "^the match was stopped, since a player failed before its first move in both games: "
        "game 1.2, failing: red failed: the program refuses: 'bad position'$"
    )
    with pytest.raises(BoardwrightError, match=told):
        play_match("turm", ("random", failing_after(0, monkeypatch)), games=100, jobs=0)


def test_a_player_that_fails_for_good_later_leaves_what_was_played_before(monkeypatch: pytest.MonkeyPatch) -> None:
    player = failing_after(500, monkeypatch)
    result = play_match("turm", ("random", player), games=1000, jobs=0)
    played = sum(result.pairs)
    assert played > 1
    assert MAX_FAILED_STARTS <= result.absences <= MAX_FAILED_STARTS + 1
    assert result.games <= 2 * (played + MAX_FAILED_STARTS + 1)
    assert not result.complete
    assert [crash.partition(":")[0] for crash in result.crashes] == [
        "the match was stopped, since a player failed before its first move in both games"
    ]


def test_forfeits_alone_give_no_rating(monkeypatch: pytest.MonkeyPatch) -> None:
    class Cheat(players.RandomPlayer):
        def _think(self, played_game: Any, *given: Any) -> Any:
            if len(played_game.moves) > 8:
                raise BoardwrightError("out of paper")
            return super()._think(played_game, *given)

    monkeypatch.setitem(players.KINDS, "cheat", Cheat)
    result = play_match("turm", ("engine:nodes=1", "cheat"), games=4, jobs=0, sprt=Sprt(0, 400))
    assert (result.won, result.pairs, result.absences) == (4, [0, 0, 0, 0, 2], 0)
    summary = result.summary()
    assert summary["elo"] == {"elo": None, "low": None, "high": None}
    assert (summary["score"], summary["superiority"]) == (1.0, None)
    assert (result.superiority, result.verdict, result.summary()["sprt"]["llr"]) == (0.5, None, 0.0)
    lines = match_lines(result)
    assert "Elo          unknown: players failed in every pair" in lines
    assert not [line for line in lines if line.startswith("superiority")]


@pytest.mark.parametrize(
    ("texts", "given", "own"),
    [
        (("mcts:time=0.01", "noted"), None, (0.01, 0.01)),
        (("noted", "mcts:time=0.01"), None, (0.01, 0.01)),
        (("mcts:time=0.01", "noted"), 0.02, (0.01, 0.02)),
        (("mcts:visits=1", "noted"), None, (None, 1.0)),
        (("noted", "random"), None, (1.0, 1.0)),
        (("mcts:time=0.01", "mcts:time=0.02"), None, (0.01, 0.02)),
    ],
)
def test_a_player_that_names_no_limit_has_the_time_of_the_other(
    texts: tuple[str, str], given: float | None, own: tuple[float | None, float | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: set[float | None] = set()

    class Noted(players.RandomPlayer):
        def _think(self, played_game: Any, limits: Limits, *more: Any) -> Any:
            seen.add(limits.time)
            return super()._think(played_game, limits, *more)

    monkeypatch.setitem(players.KINDS, "noted", Noted)
    limits = None if given is None else Limits(time=given)
    result = play_match(COUNTDOWN, texts, games=2, jobs=0, limits=limits, opening_plies=0)
    assert tuple(each.time for each in result.limits) == own
    assert [told["time"] for told in result.summary()["limits"]] == list(own)
    assert seen == ({own[texts.index("noted")]} if "noted" in texts else set())


def test_the_margin_is_told_and_who_is_over_it_loses_on_time(monkeypatch: pytest.MonkeyPatch) -> None:
    class Slow(players.RandomPlayer):
        def _think(self, *given: Any) -> Any:
            sleep(0.01)
            return super()._think(*given)

    monkeypatch.setitem(players.KINDS, "slow", Slow)
    limits = Limits(time=0.001)
    result = play_match("turm", ("mcts:visits=1", "slow"), games=2, jobs=0, limits=limits, margin=0.005)
    assert (result.won, [figures.time_losses for figures in result.figures]) == (2, [0, 2])
    # The move that was too long is one of the moves.
    assert result.figures[1].longest >= 0.01
    assert result.summary()["margin"] == 0.005
    for margin in (-1.0, float("nan"), float("inf")):
        with pytest.raises(BoardwrightError, match="expected 0 seconds or more"):
            play_match("turm", ("random", "random"), games=2, jobs=0, margin=margin)


@pytest.mark.parametrize("deaths", [1, TRIES])
def test_a_pair_at_which_processes_die_is_begun_again_before_it_is_lost(
    deaths: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(deaths):
        (tmp_path / str(number)).touch()
    monkeypatch.setenv(TRAPS, str(tmp_path))
    # Without openings: they are searched in this process, to the end of so short a game.
    result = play_match(COUNTDOWN, ("random", "random"), games=8, jobs=1, opening_plies=0)
    lost = deaths == TRIES
    assert result.crashes == ["pair 1 was lost: its process ended with exit status 7"] * lost
    assert (result.games, result.complete) == (6 if lost else 8, True)
    assert not list(tmp_path.iterdir())


def test_where_no_pair_succeeds_any_more_those_before_are_kept() -> None:
    result = play_match("turm", ("random", "random"), games=40, executor=Failing(10))
    assert (result.games, result.complete) == (20, False)
    assert result.crashes == [
        *(f"pair {number} was lost: it failed" for number in (11, 12, 13)),
        "4 jobs in a row had no result, the last one because it failed",
    ]
    with pytest.raises(BoardwrightError, match="4 jobs in a row had no result"):
        play_match("turm", ("random", "random"), games=40, executor=Failing(0))


def test_a_game_that_only_this_process_knows_is_played_here() -> None:
    class Local(Countdown):
        pass

    assert play_match(Local(), ("random", "random"), games=2, jobs=0).games == 2
    with pytest.raises(BoardwrightError, match="jobs=0 does it in this one"):
        play_match(Local(), ("random", "random"), games=2, jobs=1)


def test_stopping_keeps_what_is_known() -> None:
    results: list[int] = []
    result = play_match(
        "turm",
        ("random", "random"),
        games=20,
        jobs=0,
        on_pair=lambda result: results.append(result.games),
        stop=lambda: len(results) == 2,
    )
    assert (results, result.games, result.complete) == ([2, 4], 4, False)


@pytest.mark.parametrize(("games", "jobs"), [(0, 0), (2, -1)])
def test_wrong_numbers_are_told_before_the_first_game(games: int, jobs: int, tmp_path: Path) -> None:
    with pytest.raises(BoardwrightError, match="expected at least 1"):
        play_match("turm", ("random", "random"), games=games, jobs=jobs, save=tmp_path / "none")
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("entrants", [("random",), ("random", "nobody"), ("engine:time=x", "random")])
def test_wrong_players_are_told_before_the_first_game(entrants: tuple[str, ...], tmp_path: Path) -> None:
    with pytest.raises(BoardwrightError):
        play_match("turm", entrants, games=2, save=tmp_path / "none")
    assert not (tmp_path / "none").exists()
