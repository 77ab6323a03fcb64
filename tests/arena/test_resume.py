"""A contest that was interrupted, even by the death of its process, continues as if nothing had happened."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from tests.arena.test_matches import steady
from tests.json_schemas import json_lines

from boardwright.arena import (
    Adjudication,
    ContestFiles,
    ContestSettings,
    DrawRule,
    OpeningFile,
    Schedule,
    Sprt,
    TournamentResult,
    Watcher,
    play_match,
    play_tournament,
)
from boardwright.arena.results import MatchResult
from boardwright.engine import players
from boardwright.errors import BoardwrightError

pytestmark = pytest.mark.slow

PLAYERS = ("engine:nodes=100", "level:2", "random")
SETTINGS = ContestSettings(games=6, seed=3)


def play(files: ContestFiles, jobs: int = 0, most: int | None = None, **more: Any) -> TournamentResult:
    """Play a gauntlet, but not more pairs than these."""
    results: list[TournamentResult] = []
    return play_tournament(
        "turm",
        PLAYERS,
        schedule=Schedule.GAUNTLET,
        files=files,
        jobs=jobs,
        watcher=Watcher(on_pair=results.append),
        stop=lambda: most is not None and len(results) >= most,
        **{"settings": SETTINGS, **more},
    )


def summary(result: TournamentResult) -> dict[str, Any]:
    """The result without what differs from run to run."""
    data = result.summary()
    for line in data["standings"]:
        del line["figures"]["seconds"], line["figures"]["longest"]
    left_out = {"resumed", "saved"}
    matches = [
        {name: value for name, value in steady(match).items() if name not in left_out} for match in data["matches"]
    ]
    return {**{name: value for name, value in data.items() if name not in left_out}, "matches": matches}


def games_of(path: Path) -> list[dict[str, Any]]:
    """The games of a file without their times."""
    games = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for game in games:
        del game["thoughts"]["seconds"]
    return games


@pytest.mark.parametrize("jobs", [0, 2])
def test_an_interrupted_contest_continues_with_the_same_games_and_figures(tmp_path: Path, jobs: int) -> None:
    whole = play(ContestFiles(output=tmp_path / "whole.jsonl"))
    files = ContestFiles(output=tmp_path / "games.jsonl", state=tmp_path / "state")
    parts = [play(files, jobs, most) for most in (2, 1, 4)]
    assert 0 < parts[1].resumed <= parts[2].resumed
    # Other processes may have finished everything by then.
    assert jobs or not any(part.complete for part in parts)
    last = play(files, jobs)
    assert summary(last) == summary(whole)
    assert games_of(tmp_path / "games.jsonl") == games_of(tmp_path / "whole.jsonl")
    # Once it is over there is nothing left to play.
    assert (play(files, jobs).resumed, summary(play(files))) == (6, summary(whole))


def test_more_games_can_be_added(tmp_path: Path) -> None:
    state = tmp_path / "state"
    play(ContestFiles(state=state), settings=ContestSettings(games=2, seed=3))
    more = play(ContestFiles(state=state))
    assert (more.resumed, summary(more)) == (2, summary(play(ContestFiles())))


def test_a_sequential_test_ends_at_the_same_pair(tmp_path: Path) -> None:
    def match(state: Path | None, games: int) -> dict[str, Any]:
        players = ("engine:nodes=200", "random")
        return steady(play_match("turm", players, games=games, jobs=0, sprt=Sprt(0, 300), state=state).summary())

    whole = match(None, 400)
    assert whole["sprt"]["verdict"] == "elo1"
    match(tmp_path / "state", 4)
    assert match(tmp_path / "state", 400) == whole
    assert match(tmp_path / "state", 400) == whole


def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path) -> None:
    state = tmp_path / "state"
    files = ContestFiles(state=state)
    whole = summary(play(files))
    text = state.read_bytes()
    # The last line, and the last but one, wherever the process was killed.
    for cut in (1, 7, len(text) - text.rindex(b"\n", 0, -1), len(text) - text.rindex(b"\n", 0, -1) + 5):
        state.write_bytes(text[:-cut])
        again = play(files)
        assert 4 <= again.resumed < 6
        assert summary(again) == whole
    state.write_bytes(text[: text.index(b"\n") - 3])
    assert (play(files).resumed, len(state.read_bytes().splitlines())) == (0, 7)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"settings": ContestSettings(games=6, seed=4)}, "its seed is '3', not '4'"),
        ({"settings": ContestSettings(games=6, seed=3, margin=2)}, "its margin is '1.0', not '2'"),
        ({"settings": ContestSettings(games=6, seed=3, opening_plies=4)}, """its openings is '{"plies": 6}', not"""),
        (
            {"settings": ContestSettings(games=6, seed=3, adjudication=Adjudication(DrawRule(1, 0)))},
            "its adjudication is",
        ),
        ({"schedule": Schedule.ROUND_ROBIN}, "its schedule is 'gauntlet', not 'round-robin'"),
    ],
)
def test_a_contest_with_other_settings_is_refused(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    files = ContestFiles(state=tmp_path / "state")
    play(files, most=1)
    with pytest.raises(BoardwrightError) as error:
        play_tournament("turm", PLAYERS, files=files, jobs=0, **{"schedule": Schedule.GAUNTLET, **changes})
    assert message in str(error.value)


def test_another_opening_file_is_another_contest(tmp_path: Path) -> None:
    book = tmp_path / "book.txt"
    book.write_text("7/7/3BG3/7/7/3RG3/7 r\n7/3BG3/7/7/7/3RG3/7 b\n")
    settings = ContestSettings(games=4, opening_file=OpeningFile(str(book)))
    files = ContestFiles(state=tmp_path / "state")
    play(files, most=1, settings=settings)
    assert play(files, settings=settings).resumed == 1
    book.write_text("7/7/3BG3/7/7/3RG3/7 r\n")
    with pytest.raises(BoardwrightError, match="is of another contest: its openings is"):
        play(files, settings=settings)


def test_a_pair_that_a_player_could_not_begin_is_played_again(tmp_path: Path) -> None:
    class Shy(players.RandomPlayer):
        def _think(self, *given: Any) -> Any:
            raise BoardwrightError("not yet")

    def match() -> MatchResult:
        return play_match("turm", ("random", "shy"), games=4, jobs=0, state=tmp_path / "state")

    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(players.KINDS, "shy", Shy)
        with pytest.raises(BoardwrightError, match="not yet"):
            match()
        patch.setitem(players.KINDS, "shy", players.RandomPlayer)
        assert (match().games, match().failures) == (4, [])


@pytest.mark.parametrize("text", ["hello\n", '{"game": "turm:centre"}\n', "[1]\n"])
def test_another_file_is_not_a_state_and_stays_as_it_is(tmp_path: Path, text: str) -> None:
    state = tmp_path / "state"
    state.write_text(text)
    with pytest.raises(BoardwrightError, match="line 1, is not the state of a contest"):
        play(ContestFiles(state=state))
    assert state.read_text() == text


@pytest.mark.skipif(sys.platform == "win32", reason="files are not locked there")
def test_a_state_in_use_is_refused(tmp_path: Path) -> None:
    files = ContestFiles(state=tmp_path / "state")
    refused = []

    def try_again(result: TournamentResult) -> None:
        with pytest.raises(BoardwrightError, match="is in use by another process") as error:
            play(files)
        refused.append(error.value)

    play_tournament("turm", PLAYERS, settings=SETTINGS, files=files, jobs=0, watcher=Watcher(on_start=try_again))
    assert len(refused) == 1


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BoardwrightError, match="cannot be used: No such file or directory"):
        play(ContestFiles(state=tmp_path / "no" / "state"))


@pytest.mark.skipif(sys.platform == "win32", reason="processes are killed by signals")
def test_a_killed_command_continues_with_the_same_pairs(tmp_path: Path) -> None:
    def command(folder: Path) -> list[str]:
        folder.mkdir(exist_ok=True)
        names = ["--resume", str(folder / "state"), "--output", str(folder / "games.jsonl")]
        players = ["engine:nodes=300", "level:3", "random"]
        return [
            *(sys.executable, "-m", "boardwright", "tournament", "turm", *players, "--games", "20"),
            *("--jobs", "2", "--json", *names),
        ]

    def run(folder: Path) -> dict[str, Any]:
        done = subprocess.run(command(folder), capture_output=True, text=True, check=True, timeout=120)
        assert done.stderr == ""
        return dict(*json_lines("tournament", done.stdout))

    killed = tmp_path / "killed"
    state = killed / "state"
    for pairs in (3, 8):
        program = subprocess.Popen(command(killed), stdout=subprocess.PIPE)
        deadline = monotonic() + 60
        while (not state.exists() or state.read_bytes().count(b'"pair"') < pairs) and monotonic() < deadline:
            sleep(0.01)
        os.kill(program.pid, signal.SIGKILL)
        program.communicate(timeout=60)
    again, whole = run(killed), run(tmp_path / "whole")
    assert again["resumed"] >= 8
    assert (again["complete"], again["games"]) == (True, 60)
    assert again["crosstable"] == whole["crosstable"]
    assert [match["pairs"] for match in again["matches"]] == [match["pairs"] for match in whole["matches"]]
    assert games_of(killed / "games.jsonl") == games_of(tmp_path / "whole" / "games.jsonl")
