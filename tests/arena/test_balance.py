"""The balance report: figures from seeded games, the command, and a page that needs nothing else."""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Sequence
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from tests.arena.countdown import Countdown
from tests.executors.failing_jobs import Failing
from tests.json_schemas import json_lines
from tests.running import ROOT, Run

from boardwright import find_game
from boardwright.arena.play import ArenaGame, MoveStats
from boardwright.arena.statistics import points_interval
from boardwright.cli import main
from boardwright.cli.commands import balance as command
from boardwright.errors import BoardwrightError
from boardwright.executors import Job, SerialExecutor
from boardwright.game import Termination
from boardwright.played_game import AnyPlayedGame, PlayedGame
from boardwright.registry import BUILT_IN
from boardwright.study.balance import Balance, Sample, all_games, study, study_balance
from boardwright.study.balance.game_statistics import GameStatistics, PieceActivity, game_statistics
from boardwright.study.balance.lead import lead_of
from boardwright.study.report import balance_page
from boardwright.views import MoveView, Piece, Stage

pytestmark = pytest.mark.slow

BREAKTHROUGH = str(ROOT / "examples" / "breakthrough.py")
VOID = {"meta", "br", "link", "img", "input", "hr"}


def noted(game: str, moves: str, start: str | None = None, wins: Sequence[float] = ()) -> GameStatistics:
    """The notes on a game of given moves, ended by a draw where it goes on; ``wins`` is what the movers think."""
    found = find_game(game)
    played: AnyPlayedGame = PlayedGame(found, None if start is None else found.parse_position(start))
    for move in moves.split():
        played.play_text(move)
    if played.outcome is None:
        played.adjudicate(None, "enough")
    thoughts = [MoveStats(None, win, 1, 1, 0.0) for win in wins]
    return game_statistics(ArenaGame(played, len(played.moves) - len(thoughts), thoughts))


def invented(
    winner: int | None, chances: Sequence[float] = (), length: int | None = None, opening: int = 0
) -> GameStatistics:
    """The notes on an invented game."""
    moves = len(chances) + opening if length is None else length
    return GameStatistics(
        opening,
        line="",
        first_move="",
        winner=winner,
        reason="",
        termination=Termination.RULES,
        by_history=False,
        turns=moves,
        choices=(1,) * moves,
        chances=tuple(chances),
        occurrences=1,
        activity=PieceActivity(),
        occupied=frozenset(),
        kinds=frozenset(),
    )


# One game.


def test_a_piece_that_takes_and_one_that_is_taken() -> None:
    notes = noted(BREAKTHROUGH, "a2a3 b7b6 a3a4 b6b5 a4b5")
    assert notes.activity.moved == {(0, "pawn"): 3, (1, "pawn"): 2}
    assert notes.activity.took == {(0, "pawn"): 1}
    assert notes.activity.taken == {(1, "pawn"): 1}
    assert notes.activity.losses == {(1, "b5"): 1}
    assert notes.activity.arrivals == {(0, "a3"): 1, (0, "a4"): 1, (0, "b5"): 1, (1, "b6"): 1, (1, "b5"): 1}
    assert (notes.length, notes.turns, notes.choices) == (5, 5, (22, 22, 23, 23, 24))
    assert len(notes.occupied) == 32 + 4


def test_what_drowns_and_what_is_promoted_is_noted_in_the_words_of_the_game() -> None:
    drowned = noted("congo", "e1e2", "3l3/7/7/C5P/7/7/4L2 w 3")
    assert drowned.activity.happened == {("move", 0, "lion"): 1, ("drown", 0, "pawn"): 1}
    assert (drowned.activity.taken, drowned.activity.took) == ({}, {})
    promoted = noted("congo", "g6g7", "2l4/6P/7/7/7/7/3L3 w 0")
    assert promoted.activity.happened["promote", 0, "pawn"] == 1
    assert promoted.activity.moved == {(0, "pawn"): 1}


def test_pieces_in_reserve_are_there_at_the_start_and_a_swap_is_an_event() -> None:
    morris = Sample(find_game(str(ROOT / "examples" / "morris.py")), "someone")
    assert {use.at_start for use in morris.uses} == {9}
    swap = noted(str(ROOT / "examples" / "gomoku.py:swap"), "h8 swap").activity.happened
    assert {key: times for key, times in swap.items() if key[0] != "move"} == {("swap", 0, "stone"): 1}
    stone = Piece("stone", 0, ("h8",), "b")
    stages = (Stage("swap", (stone, stone._replace(squares=("black",))), (stone._replace(side=1),)),)
    activity = PieceActivity()
    activity.add(1, MoveView((("swap",),), stages), {"black"})
    assert activity.happened == {("swap", 0, "stone"): 1}


def test_a_block_arrives_on_every_square_that_it_did_not_stand_on() -> None:
    notes = noted("cabeza", "Fn")
    assert {square for _, square in notes.activity.arrivals} == {"32"}
    assert notes.activity.moved == {(0, "flaco"): 1}


def test_a_turn_of_several_steps_is_one_turn() -> None:
    notes = noted("margrites", "b2>b3 c2>c3 d2>d3 e2>e3")
    assert (notes.length, notes.turns) == (4, 1)


def test_repetition_and_a_draw_by_it() -> None:
    notes = noted("turm", "D7-D6-1 D1-D2-1 D6-D7-1 D2-D1-1 " * 2)
    assert (notes.occurrences, notes.by_history, notes.winner) == (3, True, None)
    assert (notes.reason, notes.termination) == ("the position has occurred three times", Termination.REPETITION)


def test_chances_are_those_of_the_first_side_as_both_see_it() -> None:
    # Red hopes for 0.6, then 0.9; blue for 0.7 and 0.3, which leaves red 0.3 and 0.7.
    notes = noted("turm", "D7-D6-1 D1-D2-1 D6-D7-1 D2-D1-1", wins=(0.6, 0.7, 0.9, 0.3))
    assert notes.chances == (0.45, 0.45, 0.6, 0.8)
    assert noted("turm", "D7-D6-1", wins=(0.5,)).chances == ()


# Many games.


def test_points_and_their_interval() -> None:
    sample = Sample(find_game("turm"), "someone")
    for winner in (0, 0, 0, None, 1):
        sample.add(invented(winner, length=4))
    assert sample.results == (3, 1, 1)
    points = sample.results.points
    assert (points.number, points.total, points.share) == (3.5, 5, 0.7)
    assert (points.low, points.high) == pytest.approx(points_interval(3, 1, 1), abs=1e-4)


def test_draws_narrow_the_interval_and_certainty_takes_many_games() -> None:
    assert points_interval(50, 0, 50) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    low, high = points_interval(0, 100, 0)
    assert 0.48 < low < 0.5 < high < 0.52
    assert points_interval(0, 2, 0)[0] < 0.2
    assert points_interval(10, 0, 0) == pytest.approx((0.7225, 1.0), abs=1e-4)
    assert points_interval(0, 0, 0) == (0.0, 1.0)


def test_the_lead_its_changes_and_when_it_is_for_good() -> None:
    steady, comeback, drawn = (
        invented(0, (0.5, 0.7, 0.92, 0.95), opening=6),
        invented(1, (0.8, 0.5, 0.1, 0.0)),
        invented(None, (0.5, 0.5)),
    )
    lead = lead_of([steady, comeback, drawn, invented(0, length=3)])
    assert lead is not None
    assert (lead.games, lead.won, lead.comebacks) == (3, 2, 1)
    assert lead.changes == {0: 2, 1: 1}
    # The first is decided before move 9 of 10, the other before move 3 of 4.
    assert (lead.decided_ply, lead.decided_share) == (5.0, 0.65)
    assert lead.decided == [0, 0, 0, 0, 0, 1, 0, 0, 1, 0]
    assert lead.course[0] == (0.0, 0.275, 0.35, 0.425)
    assert lead.course[-1] == (1.0, 0.9625, 0.975, 0.9875)


def test_a_failed_game_is_told_and_not_counted() -> None:
    sample = Sample(find_game("turm"), "someone")
    sample.add(replace(invented(0, length=1), failure="red failed"))
    assert (sample.games, sample.failures) == (0, ["red failed"])


def test_nothing_played_gives_figures_all_the_same() -> None:
    game = find_game("turm")
    balance = Balance(game, Sample(game, "random"), Sample(game, "random"))
    summary = balance.summary()
    assert (summary["player"]["games"], summary["player"]["lead"], summary["skill"]) == (0, None, None)
    assert "is it balanced?" in balance_page(balance)


# A study.


def test_a_seeded_study_has_these_figures() -> None:
    balance = study_balance(BREAKTHROUGH, player="random", games=12, seed=3, jobs=0)
    told = balance.summary()["player"]
    assert (told["games"], told["from_start"], told["distinct"], balance.random.games) == (12, 12, 12, 0)
    assert told["first_player"] == {
        "won": 6, "drawn": 0, "lost": 6, "points": 0.5, "low": 0.2538, "high": 0.7462,
        "advantage": {"value": 0.0, "low": -0.2462, "high": 0.2462},
    }  # fmt: skip
    assert sum(told["lengths"].pop("counts").values()) == 12
    assert told["lengths"] == {
        "least": 55, "lower": 61.25, "median": 70.5, "upper": 77.5, "most": 83, "mean": 69.67
    }  # fmt: skip
    assert told["branching"]["by_move"][0] == {
        "ply": 1, "games": 12, "lower": 22.0, "median": 22.0, "upper": 22.0, "mean": 22.0
    }  # fmt: skip
    assert {(ending["winner"], ending["termination"]): ending["games"] for ending in told["endings"]} == {
        ("white", "reached_goal"): 6,
        ("black", "reached_goal"): 6,
    }
    assert told["endings"][0]["reasons"] == ["a pawn has reached the far rank"]
    assert told["pieces"] == [
        {"side": "white", "kind": "pawn", "at_start": 16, "moves": 421, "games": 12, "took": 50, "taken": 47},
        {"side": "black", "kind": "pawn", "at_start": 16, "moves": 415, "games": 12, "took": 47, "taken": 50},
    ]


def test_the_figures_agree_with_each_other() -> None:
    sample = study_balance("congo", player="random", games=8, seed=1, jobs=0).player
    moves = sum(game.length for game in sample.statistics)
    assert sum(use.moves for use in sample.uses) == moves
    assert sum(use.took for use in sample.uses) == sum(use.taken for use in sample.uses)
    assert sum(ending.share.number for ending in sample.endings) == sample.games == sample.results.games == 8
    assert sample.choices_by_ply[0].games == 8
    assert {event.stage for event in sample.events} == {"drown", "promote"}


def test_the_result_does_not_depend_on_the_number_of_processes() -> None:
    studies = [study_balance("turm", player="engine:nodes=100", games=6, seed=2, jobs=jobs) for jobs in (0, 2)]
    assert studies[0].summary() == studies[1].summary()
    assert studies[0].skill is not None
    assert studies[0].skill.players == ("engine:nodes=100", "engine:nodes=10")
    assert studies[0].skill.games == 2


class Same(Countdown):
    """A game in which there is nothing to choose."""

    def legal_moves(self, position: Any) -> list[int]:
        return [1] if position.left else []


def test_a_game_that_always_goes_the_same_way_is_played_once_from_the_start() -> None:
    sample = study_balance(Same(), player="mcts:visits=2", games=4, jobs=0).player
    assert (len(sample.straight), len(sample.opened), sample.distinct) == (1, 3, 1)


def test_one_that_varies_is_also_played_straight_from_the_start() -> None:
    sample = study_balance("turm", player="level:1", games=6, jobs=0).player
    assert (len(sample.straight), len(sample.opened), sample.distinct) == (4, 2, 6)


def test_progress_is_told_and_stop_is_heard() -> None:
    told: list[int] = []
    balance = study_balance(
        "turm",
        player="random",
        games=20,
        jobs=0,
        on_progress=lambda done, balance: told.append(done),
        stop=lambda: len(told) == 5,
    )
    assert told == [1, 2, 3, 4, 5]
    assert (balance.player.games, balance.random.games, balance.complete) == (5, 0, False)


@pytest.mark.parametrize(("good", "games"), [(5, (5, 0)), (40, (20, 20))])
def test_where_no_game_succeeds_any_more_those_before_are_kept(good: int, games: tuple[int, int]) -> None:
    balance = study_balance("turm", player="engine:nodes=20", games=20, executor=Failing(good))
    assert (balance.player.games, balance.random.games, balance.games) == (*games, good)
    assert not balance.complete
    assert balance.crashes[-1] == "4 jobs in a row had no result, the last one because it failed"
    assert "The study was interrupted" in balance_page(balance)
    with pytest.raises(BoardwrightError, match="4 jobs in a row had no result"):
        study_balance("turm", player="random", games=20, executor=Failing(0))


def test_how_many_games_there_will_be() -> None:
    told: list[int] = []
    study_balance("turm", player="engine:nodes=20", games=6, jobs=0, on_progress=lambda done, _: told.append(done))
    # 6 and 6 random ones, 2 against random moves, 2 against nodes=2, and 2 for each step of the curve.
    assert told[-1] == all_games("engine:nodes=20", 6) == 22
    assert all_games("random", 6) == 6


def test_a_wrong_player_is_told_before_the_first_game() -> None:
    with pytest.raises(BoardwrightError, match="unknown player 'nobody'"):
        study_balance("turm", player="nobody", games=4)


# The page.


class Checker(HTMLParser):
    """Every element that is opened is closed, and nothing comes from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.handle_startendtag(tag, attributes)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        assert not {name for name, _ in attributes} & {"src", "href", "xlink:href", "srcset", "action", "onclick"}

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def check_page(page: str) -> None:
    checker = Checker()
    checker.feed(page)
    checker.close()
    assert checker.open == []
    assert {"html", "head", "style", "title", "main", "svg"} <= checker.tags
    assert not checker.tags & {"script", "link", "img", "iframe", "object"}
    assert not re.search(r"https?:|//|url\(|@import", page)
    assert "NaN" not in page
    assert "nan" not in re.findall(r'="([^"]*)"', page)


PLAYERS = {**dict.fromkeys((*BUILT_IN, "turm:castle", "congo:full"), "engine:nodes=20"), BREAKTHROUGH: "mcts:visits=2"}


@pytest.mark.parametrize("name", PLAYERS)
def test_every_game_has_its_page(name: str) -> None:
    balance = study_balance(name, player=PLAYERS[name], games=2, jobs=0)
    page = balance_page(balance)
    check_page(page)
    json.dumps(balance.summary())
    assert balance.game.title.replace("&", "&amp;") in page
    for question in (
        "What stands out?",
        "Who wins?",
        "How long is a game?",
        "How do games end?",
        "Where do pieces go?",
    ):
        assert question in page


def test_a_page_with_everything_in_it() -> None:
    balance = study_balance("congo", player="engine:nodes=50", games=4, jobs=0)
    page = balance_page(balance)
    check_page(page)
    for question in ("Is it a game of skill?", "How deep is it?", "Do the moves differ?"):
        assert question in page
    assert "boardwright balance congo:standard --player engine:nodes=50 --games 4 --seed 0" in page


def test_a_player_that_cannot_judge_is_not_trusted() -> None:
    game = find_game("turm")
    balance = Balance(game, Sample(game, "someone"), Sample(game, "random"))
    balance.player.add(invented(0, (0.9, 0.1) * 4))
    assert "a player too weak to judge" in balance_page(balance)
    balance.player.statistics[:] = [invented(0, (0.4, 0.9, 0.95))]
    del balance.player.lead
    assert "a player too weak to judge" not in balance_page(balance)


def test_a_game_without_a_board_has_a_page() -> None:
    check_page(balance_page(study_balance(Countdown(), player="random", games=3, jobs=0)))


def test_texts_of_a_game_cannot_break_the_page() -> None:
    class Hostile(Countdown):
        title = "<script>alert(1)</script>"
        sides = ("<b>one", '"other')

    page = balance_page(study_balance(Hostile(), player="random", games=2, jobs=0))
    check_page(page)
    assert "&lt;script&gt;" in page


# The command.


def test_the_command_prints_a_table_and_writes_the_page(boardwright: Run, tmp_path: Path) -> None:
    done = boardwright("balance", "turm", "--player", "random", "--games", "4", "--jobs", "1", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0].split() == ["balance", "of", "turm:centre", "random"]
    assert lines[1].split() == ["games", "4"]
    assert lines[-1] == "page written to turm-centre-balance.html"
    check_page((tmp_path / "turm-centre-balance.html").read_text(encoding="utf-8"))


def test_the_command_prints_one_object(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(("balance", "turm", "--player", "engine:nodes=30", "--games", "4", "--jobs", "1", "--json")) == 0
    (told,) = json_lines("balance", capsys.readouterr().out)
    assert list(told) == [
        "game", "title", "sides", "seed", "complete", "in_time", "crashes", "player", "random", "against_random",
        "skill", "skill_curve", "choices", "forced_win", "findings",
    ]  # fmt: skip
    assert list(told["player"]) == [
        "player", "games", "distinct", "from_start", "from_openings", "failures", "first_player", "lengths", "turns",
        "branching", "forced_moves", "first_moves", "endings", "drawn",
        "draws_by_history", "repetition", "pieces", "events", "squares", "lead",
    ]  # fmt: skip
    assert list(told["player"]["first_player"]) == ["won", "drawn", "lost", "points", "low", "high", "advantage"]
    assert (told["skill"]["weaker"], told["skill"]["games"]) == ("engine:nodes=3", 2)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("turm", "--player", "nobody"), "unknown player 'nobody'"),
        (
            ("turm", "--html", "/nowhere/at/all.html"),
            "cannot be written: there is no such folder",
        ),
        (("turm", "--html", "."), "the file '.' cannot be written: it is a folder"),
        (("turm", "--html", "a\0b"), "cannot be written: "),
        (("turm", "--html", "~nobody-of-that-name/x.html"), "cannot be written: "),
        (("turm", "--games", "1"), "expected a whole number, 2 or more"),
        (("turm", "--no-html", "--open"), "there is no page to show"),
        (("nothing",), "unknown game 'nothing'"),
        (("turm", "--variant", "castle,round"), "turm has no variant 'round': expected centre or castle"),
        (("turm", "--variant", "castle,castle"), "turm:castle is named twice: expected each game once"),
        (("turm", "congo", "--variant", "all"), "expected either several games or --variant"),
        (("turm", "--steps", "11"), "expected a whole number from 0 to 10"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], told: str
) -> None:
    assert main(("balance", *arguments)) == 2
    output, errors = capsys.readouterr()
    assert (output, len(errors.splitlines())) == ("", 1)
    assert told in errors


def test_variants_are_compared_in_one_table_and_one_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    few = ("--player", "engine:nodes=20", "--games", "4", "--steps", "1", "--jobs", "1")
    assert main(("balance", "turm", "--variant", "castle,centre", *few)) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["castle", "centre"]
    assert lines[1].split() == ["games", "4", "4"]
    assert lines[-1] == "page written to turm-comparison.html"
    page = (tmp_path / "turm-comparison.html").read_text(encoding="utf-8")
    check_page(page)
    for question in ("In figures", "What stands out?", "Who wins?", "How deep is it?", "How long is a game?"):
        assert page.count(f"<h2>{question}</h2>") == 1
    assert scales_of(page, "lengths of games, castle") == scales_of(page, "lengths of games, centre")
    assert scales_of(page, "legal moves, castle") == scales_of(page, "legal moves, centre")

    assert main(("balance", "turm", "--variant", "all", *few, "--json")) == 0
    told = json_lines("balance", capsys.readouterr().out)
    assert [each["game"] for each in told] == ["turm:centre", "turm:castle"]


def scales_of(page: str, title: str) -> list[str]:
    """The numbers on both axes of a plot."""
    svg = next(svg for svg in re.findall(r"<svg.*?</svg>", page, re.DOTALL) if f"<title>{title}</title>" in svg)
    found = re.findall(r'<text[^>]*class="label"[^>]*>([0-9.]+)</text>', svg)
    assert len(found) > 4
    return found


def test_several_games_are_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    few = ("--player", "random", "--games", "2", "--jobs", "1", "--no-html")
    assert main(("balance", "cabeza", BREAKTHROUGH, *few)) == 0
    assert capsys.readouterr().out.splitlines()[0].split() == ["cabeza", "breakthrough"]


def test_a_time_limit_gives_fewer_games_and_is_no_failure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(study, "FIRST_GAME", 600.0)
    arguments = ("balance", "turm", "--player", "engine:nodes=100", "--games", "100000", "--time", "1", "--jobs", "1")
    assert main((*arguments, "--json")) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["complete"], told["in_time"]) == (True, False)
    assert 0 < told["player"]["games"] < 100000


class NoEnd(SerialExecutor):
    """An executor on which games never end, except those of random moves."""

    def begin(self, number: int, job: Job[object]) -> None:
        if job.name.endswith(" of random"):
            super().begin(number, job)


def test_a_first_game_that_does_not_end_leaves_time_for_random_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study, "FIRST_GAME", 0.0)
    balance = study_balance("turm", player="engine:nodes=100", games=50, time=0.5, executor=NoEnd())
    assert (balance.player.games, balance.complete, balance.in_time) == (0, True, False)
    assert 0 < balance.random.games == balance.games


def test_where_no_game_ends_in_time_the_random_ones_are_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(study, "FIRST_GAME", 0.0)
    monkeypatch.setattr(command, "open_executor", lambda *_: NoEnd())
    arguments = ("balance", "turm", "--player", "engine:nodes=100", "--time", "0.5")
    assert main(arguments) == 0
    output, errors = capsys.readouterr()
    assert output.splitlines()[0].split() == ["balance", "of", "turm:centre", "random"]
    assert errors == (
        "warning: no game of turm:centre between players engine:nodes=100 ended within the time: "
        "expected more --time, or a faster --player\n"
    )
    assert list(tmp_path.iterdir()) == []


def test_an_earlier_page_is_replaced_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.html"
    arguments = ("balance", "turm", "--player", "random", "--games", "2", "--jobs", "1", "--html", str(page))
    page.write_text("", encoding="utf-8")
    assert main(arguments) == 0
    written = page.read_text(encoding="utf-8")
    page.write_text(written + "<!-- old -->", encoding="utf-8")
    assert main(arguments) == 0
    assert page.read_text(encoding="utf-8") == written
    capsys.readouterr()
    page.write_text("<!DOCTYPE html>\n<p>precious", encoding="utf-8")
    monkeypatch.setattr(command, "study_balance", None)
    assert main(arguments) == 2
    output, errors = capsys.readouterr()
    assert (output, len(errors.splitlines())) == ("", 1)
    assert errors.endswith("cannot be written: it exists and is not a page of boardwright\n")
    assert page.read_text(encoding="utf-8") == "<!DOCTYPE html>\n<p>precious"


def test_ctrl_c_prints_what_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def title(balance: Balance) -> str:
        if balance.player.games == 3:
            signal.raise_signal(signal.SIGINT)
        return ""

    monkeypatch.setattr(command, "_running", title)
    page = tmp_path / "page.html"
    arguments = ("balance", "turm", "--player", "random", "--games", "1000", "--jobs", "1", "--html", str(page))
    assert main(arguments) == 130
    output, errors = capsys.readouterr()
    assert errors == "interrupted\n"
    assert 3 <= int(output.splitlines()[1].split()[1]) < 1000
    assert "The study was interrupted" in page.read_text(encoding="utf-8")
