"""convert, replay and annotate, as a user runs them."""

from __future__ import annotations

import io
import json
import os
import pty
import select
import signal
import sys
import time
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from tests.running import Run, without_header

from boardwright import find_game
from boardwright.engine.players import read_player
from boardwright.played_game import AnyPlayedGame, PlayedGame, replay
from boardwright.records import TextRecord
from boardwright.records.files import read_records, write_record
from boardwright.study.annotate import analyse_game, move_accuracy, summaries
from boardwright.study.annotate.analysis import BLUNDER, INACCURACY, MISTAKE, MoveAnalysis

pytestmark = pytest.mark.slow

TOWERS = """[Game "turm:castle"]
[Event "Club evening"]
[Red "Anna"]
[Blue "Bram"]
[Result "1-0"]
[Termination "the other side resigned"]

1. D5-D4-1! {to the middle} (1. C6-C5-1 C2-C3-1) 1... D3-D4-1 1-0 {on time}

"""
CABEZA = '[Game "cabeza"]\n[Result "*"]\n[Termination "unterminated"]\n\n1. Fn fs *\n\n'
BARE = PlayedGame(find_game("turm")).record()
MISSED = '[Game "turm"] [Start "7/7/3BG3/7/3RG3/7/7 r"] 1. D3-E3-1 D5-D4-1 0-1\n'


def test_games_go_to_json_and_back(boardwright: Run, tmp_path: Path) -> None:
    source, there, back = tmp_path / "games.txt", tmp_path / "games.jsonl", tmp_path / "back.txt"
    source.write_text(TOWERS + CABEZA, encoding="utf-8")
    done = boardwright("convert", str(source), "--to", "json", "-o", str(there))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    first, second = map(json.loads, there.read_text().splitlines())
    assert (first["players"], first["tags"]) == ({"red": "Anna", "blue": "Bram"}, {"Event": "Club evening"})
    assert (replay(first).move_texts(), second["moves"]) == (["D5-D4-1", "D3-D4-1"], ["Fn", "fs"])
    assert boardwright("convert", str(there), "--to", "text", "-o", str(back)).stderr == ""
    assert back.read_text() == TOWERS + CABEZA
    assert ("noted" in first, "noted" in second) == (True, False)
    del first["noted"]
    there.write_text(json.dumps(first), encoding="utf-8")
    bare = "1. D5-D4-1 D3-D4-1 1-0\n\n"
    assert boardwright("convert", str(there), "--to", "text").stdout == f"{TOWERS.partition('1. ')[0]}{bare}"


def test_json_stays_as_it_is_with_fields_that_only_others_know(boardwright: Run, tmp_path: Path) -> None:
    source, saved = tmp_path / "games.txt", tmp_path / "saved"
    source.write_text(TOWERS, encoding="utf-8")
    players = ("engine:nodes=20", "random")
    played = boardwright("match", "cabeza", *players, "--games", "2", "--jobs", "1", "--save", str(saved))
    assert played.returncode == 0
    (file,) = saved.glob("*.jsonl")
    noted = json.loads(boardwright("convert", str(source), "--to", "json").stdout)
    others = {"clock": [1.5, None], "players": {"red": "a  b", "blue": None}, "tags": {"not a word": "x", "n": 5}}
    with file.open("a", encoding="utf-8") as stream:
        for record in (BARE, noted, BARE | others, noted | others):
            stream.write(json.dumps(record) + "\n")
    assert {"seed", "opening", "thoughts", "round", "players"} <= json.loads(file.read_text().splitlines()[0]).keys()
    done = boardwright("convert", str(file), "--to", "json")
    assert (done.returncode, done.stdout, done.stderr) == (0, file.read_text(), "")


def test_a_record_whose_game_went_on_is_told_anew(boardwright: Run, tmp_path: Path) -> None:
    source = tmp_path / "games.txt"
    source.write_text(CABEZA, encoding="utf-8")
    record = json.loads(boardwright("convert", str(source), "--to", "json").stdout)
    more = {**record, "seed": 7, "thoughts": {"score": [0.5]}}
    (kept,) = read_records(io.BytesIO(json.dumps(more).encode()), "game.json")
    assert json.loads(write_record(kept, "json")) == more
    kept.played.undo()
    told = json.loads(write_record(kept._replace(tags={**kept.tags, "Red": "Bob"}), "json"))
    assert (told["seed"], told["players"]["red"], told["moves"]) == (7, "Bob", kept.played.move_texts())
    assert "thoughts" not in told
    (again,) = read_records(io.BytesIO(json.dumps(told).encode()), "game.json")
    assert again.played.record() == kept.played.record()


def test_a_text_comes_back_as_it_is(boardwright: Run, tmp_path: Path) -> None:
    source = tmp_path / "games.txt"
    source.write_text(TOWERS + CABEZA, encoding="utf-8")
    done = boardwright("convert", str(source), "--to", "text")
    assert (done.returncode, done.stdout, done.stderr) == (0, TOWERS + CABEZA, "")


def test_draughts_goes_between_pdn_and_json(boardwright: Run, tmp_path: Path) -> None:
    source = tmp_path / "games.PDN"
    source.write_text('[White "Anna"] [Round "3"] 1. 32-28 19-23 2. 28x19 14x23 1/2-1/2', encoding="utf-8")
    done = boardwright("convert", str(source), "--to", "json")
    record = json.loads(done.stdout)
    assert (record["players"], record["tags"]) == ({"white": "Anna"}, {"Round": "3"})
    middle = tmp_path / "games.json"
    middle.write_text(json.dumps(record, indent=1), encoding="utf-8")
    assert boardwright("convert", str(middle), "--to", "pdn").stdout == (
        '[Round "3"]\n[White "Anna"]\n[Result "1-1"]\n[GameType "20,W,10,10,N2,0"]\n\n'
        "1. 32-28 19-23 2. 28x19 14x23 1-1\n\n"
    )
    refused = boardwright("convert", str(middle), "--to", "text")
    assert (refused.returncode, refused.stderr) == (2, "error: draughts has no format 'text': expected json or pdn\n")


def test_bad_games_are_told_and_the_others_converted(boardwright: Run, tmp_path: Path) -> None:
    text, lines = tmp_path / "games.txt", tmp_path / "games.jsonl"
    text.write_text(f'{CABEZA}[Game "cabeza"] 1. Fn Fn *\n\n{CABEZA}', encoding="utf-8")
    good = json.dumps(PlayedGame(find_game("turm")).record())
    other = json.dumps({**json.loads(good), "noted": '[Game "turm:centre"] D5-D4-1 *'})
    lines.write_text(f"{good}\n\nnonsense\n[]\n{other}\n{good}\n", encoding="utf-8")
    done = boardwright("convert", str(text), str(lines), "--to", "json")
    assert done.returncode == 1
    assert [json.loads(line)["game"] for line in done.stdout.splitlines()] == ["cabeza"] * 2 + ["turm:centre"] * 2
    errors = done.stderr.splitlines()
    assert [error.split(": ")[2] for error in errors] == ["line 7, column 23", "line 3", "line 4", "line 5"]
    assert errors[1].startswith(f"error: {lines}: line 3: it holds no JSON")


@pytest.mark.parametrize("before", ["  ", "\ufeff"])
def test_a_record_may_begin_with_blanks_or_a_mark(boardwright: Run, tmp_path: Path, before: str) -> None:
    record = tmp_path / "game.json"
    record.write_text(before + json.dumps(PlayedGame(find_game("turm")).record()), encoding="utf-8")
    done = boardwright("convert", str(record), "--to", "json")
    assert (done.returncode, done.stderr, json.loads(done.stdout)["game"]) == (0, "", "turm:centre")


def test_a_file_that_holds_no_games_is_refused_in_one_line(boardwright: Run, tmp_path: Path) -> None:
    prose = tmp_path / "README.md"
    prose.write_text("A game\nof two\nplayers\n", encoding="utf-8")
    told = f"error: {prose}: line 1: it holds no JSON: expected a game in JSON, or a file of another ending\n"
    for command in (["replay", str(prose)], ["convert", str(prose), "--to", "json"]):
        assert boardwright(*command).stderr == told


def test_a_game_of_a_file_needs_its_rules(boardwright: Run, tmp_path: Path) -> None:
    source = tmp_path / "games.txt"
    source.write_text('[Game "breakthrough"] 1. a2a3 a7a6 *', encoding="utf-8")
    done = boardwright("convert", str(source), "--to", "json")
    assert done.returncode == 1
    assert "line 1, column 1: unknown game 'breakthrough'" in done.stderr
    done = boardwright("convert", str(source), "--to", "json", "--rules", "examples/breakthrough.py")
    assert json.loads(done.stdout)["moves"] == ["a2a3", "a7a6"]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("convert", "{folder}/none.txt", "--to", "json"), "cannot be read: No such file or directory"),
        (("convert", "{folder}/empty.txt", "--to", "json"), "holds no game"),
        (("convert", "{folder}/comment.txt", "--to", "json"), "holds no game"),
        (("replay", "{folder}/comment.pdn"), "holds no game"),
        (("annotate", "{folder}/comment.txt", "--nodes", "5"), "holds no game"),
        (("convert", "{folder}/good.txt", "--to", "pdn", "-o", "{folder}/new"), "cabeza has no format 'pdn'"),
        (("convert", "{folder}/good.txt", "--to", "text", "-o", "{folder}/good.txt"), "cannot be written: File exists"),
        (("replay", "{folder}/good.txt", "--game", "2"), "holds no game 2: expected at most 1"),
        (("replay", "{folder}/good.txt", "--game", "0"), "expected a whole number, 1 or more"),
        (("annotate", "{folder}/good.txt", "--nodes", "5", "--html", "{folder}/good.txt"), "not a page of boardwright"),
        (("annotate", "{folder}/good.txt", "--open"), "expected --html FILE with --open"),
    ],
)
def test_what_is_wrong_is_said_in_one_line_and_no_file_is_harmed(
    boardwright: Run, tmp_path: Path, arguments: tuple[str, ...], complaint: str
) -> None:
    files = {"good.txt": CABEZA, "empty.txt": "", "comment.txt": "{just a comment}", "comment.pdn": "{just}"}
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    done = boardwright(*(argument.replace("{folder}", str(tmp_path)) for argument in arguments))
    assert (done.returncode, done.stdout) == (2, "")
    assert complaint in done.stderr
    assert done.stderr.count("\n") == 1
    assert {file.name: file.read_text() for file in tmp_path.iterdir()} == files


# One game of a file.

BAD_CABEZA = '[Game "cabeza"] 1. Fn Fn *\n\n'


@pytest.mark.parametrize(
    ("name", "content", "shown", "told"),
    [
        ("games.txt", CABEZA + BAD_CABEZA + TOWERS + BAD_CABEZA, "Event: Club evening", "line 7, column 23: 'Fn' is "),
        (
            "games.pdn",
            '[White "one"] 32-28 *\n[White "two"] 32-23 *\n[White "three"] 33-28 *\n[White "four"] 32-28 0-0',
            "White: three",
            "line 2, column 15: '32-23' is illegal",
        ),
        (
            "games.jsonl",
            f"{json.dumps(BARE)}\n{{}}\n{json.dumps({**BARE, 'players': {'red': 'Anna'}})}\nnonsense\n",
            "Red: Anna",
            "line 2: the record's format is 'None None'",
        ),
    ],
)
def test_games_are_counted_as_they_stand_in_the_file(
    boardwright: Run, tmp_path: Path, name: str, content: str, shown: str, told: str
) -> None:
    file = tmp_path / name
    file.write_text(content, encoding="utf-8")
    done = boardwright("replay", str(file), "--game", "3")
    assert (done.returncode, done.stderr) == (0, "")
    assert shown in done.stdout.splitlines()
    done = boardwright("annotate", str(file), "--game", "3", "--nodes", "10")
    assert (done.returncode, done.stderr) == (0, "")
    assert shown.split(": ")[1] in done.stdout
    for command in (("replay", str(file)), ("annotate", str(file), "--nodes", "10")):
        done = boardwright(*command, "--game", "2")
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert done.stderr.startswith(f"error: {file}: {told}")
        assert boardwright(*command, "--game", "5").stderr.endswith(" holds no game 5: expected at most 4\n")


# Replay.


def test_all_boards_are_printed_where_nobody_can_type(boardwright: Run, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text(CABEZA + TOWERS, encoding="utf-8")
    done = boardwright("replay", str(file), "--game", "2")
    assert (done.returncode, done.stderr) == (0, "")
    head, first, second, third = done.stdout.split("\n\n")
    assert head.splitlines()[:4] == ["Game: turm:castle", "Event: Club evening", "Red: Anna", "Blue: Bram"]
    assert (len(first.splitlines()), first.splitlines()[-1]) == (9, "red to move")
    assert second.splitlines()[:3] == ["1. D5-D4-1!", "to the middle", "(1. C6-C5-1 C2-C3-1)"]
    assert second.splitlines()[6] == "4 .  .  .  r1 .  .  ."
    assert third.splitlines()[:2] == ["1... D3-D4-1", "on time"]
    assert third.splitlines()[-1] == "red wins: the other side resigned"


@pytest.mark.parametrize("second", [TOWERS, BAD_CABEZA])
def test_a_game_of_several_says_which_it_is(boardwright: Run, tmp_path: Path, second: str) -> None:
    file = tmp_path / "games.txt"
    file.write_text(CABEZA + second + CABEZA, encoding="utf-8")
    several = "game 1 of several; --game N shows another"
    for arguments, line in (((), several), (("--game", "3"), "game 3 of 3")):
        done = boardwright("replay", str(file), *arguments)
        assert (done.returncode, done.stderr) == (0, "")
        assert line in done.stdout.partition("\n\n")[0].splitlines()
        told = json.loads(boardwright("replay", str(file), *arguments, "--json").stdout)
        assert (told["number"], told["more"]) == ((1, True) if line == several else (3, False))
    file.write_text(CABEZA, encoding="utf-8")
    assert "game 1" not in boardwright("replay", str(file)).stdout
    assert json.loads(boardwright("replay", str(file), "--json").stdout)["more"] is False


def test_a_comment_cannot_steer_the_terminal(boardwright: Run, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text('[Game "cabeza"] [Red "\x1b]0;me\x07"] 1. Fn {\x1b[2J gone} *', encoding="utf-8")
    done = boardwright("replay", str(file))
    assert "Red: \ufffd]0;me\ufffd" in done.stdout
    assert "\ufffd[2J gone" in done.stdout
    assert "\x1b" not in done.stdout


def test_a_person_steps_through_a_game_with_keys(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text(TOWERS, encoding="utf-8")
    process, terminal = pty.fork()
    if process == 0:
        os.environ.update(TERM="xterm", COLUMNS="100", LINES="50")
        os.execv(sys.executable, [sys.executable, "-m", "boardwright", "replay", str(file)])
    heard = ""

    def wait_for(text: str) -> None:
        nonlocal heard
        deadline = time.monotonic() + 60
        while text not in heard and time.monotonic() < deadline:
            if select.select([terminal], [], [], 1)[0]:
                heard += os.read(terminal, 65536).decode(errors="replace")
        assert text in heard, heard
        heard = heard.split(text, 1)[1]

    try:
        wait_for("0 of 2 ")
        for keys, told in ((b" ", "1 of 2"), (b"x\x1b[C", "2 of 2"), (b"\x1b[C", "2 of 2"), (b"\x1b[D", "1 of 2")):
            os.write(terminal, keys)
            wait_for(told)
        for keys, told in ((b"G", "2 of 2"), (b"g", "0 of 2"), (b"\x1bOF", "2 of 2")):
            os.write(terminal, keys)
            wait_for(told)
        os.write(terminal, b"q")
        assert os.waitpid(process, 0)[1] == 0
    except BaseException:
        os.kill(process, signal.SIGKILL)
        raise
    finally:
        os.close(terminal)


# Annotation.


def test_moves_are_judged_by_what_they_cost() -> None:
    (played_game,) = TextRecord[Any, Any]().read(io.StringIO(MISSED))
    first, missed, last = analyse_game(played_game, read_player("engine:nodes=2000", played_game.game))
    assert (first.win_probability, str(first.score), first.nag) == (1.0, "win in 1", None)
    assert missed.best.texts(played_game.game)[0] == "D3-D4-1"
    assert (missed.win_probability, str(missed.score), missed.loss, missed.nag) == (0.0, "loss in 1", 1.0, BLUNDER)
    # The last move wins: it is the best, and the game is over behind it.
    assert (last.win_probability, last.score, last.loss, last.nag) == (0.0, None, 0.0, None)


@pytest.mark.parametrize(
    ("loss", "nag"), [(0.04, None), (0.05, INACCURACY), (0.1, MISTAKE), (0.2, BLUNDER), (1.0, BLUNDER)]
)
def test_the_glyph_follows_from_the_loss(loss: float, nag: int | None) -> None:
    analysis: MoveAnalysis[Any] = MoveAnalysis(0.5, loss=loss)
    assert analysis.nag == nag


def test_each_side_has_its_accuracy_and_its_bad_moves() -> None:
    (played_game,) = TextRecord[Any, Any]().read(io.StringIO(MISSED))
    first, second = summaries(
        played_game, analyse_game(played_game, read_player("engine:nodes=2000", played_game.game))
    )
    assert (first.accuracy, first.faults) == (0.0, {INACCURACY: 0, MISTAKE: 0, BLUNDER: 1})
    assert second.accuracy == pytest.approx(1.0)
    assert set(second.faults.values()) == {0}
    # Without moves there is no accuracy.
    turm = find_game("turm")
    played: AnyPlayedGame = PlayedGame(turm)
    assert [side.accuracy for side in summaries(played, [MoveAnalysis(0.5)])] == [None, None]
    for move in ("D7-D6-1", "D1-D2-1", "D6-D7-1"):
        played.play_text(move)
    losses = (0.0, 0.07, 0.0, 0.12)
    first, second = summaries(played, [MoveAnalysis(0.5, loss=loss) for loss in losses])
    assert first.accuracy == pytest.approx((move_accuracy(0.07) + move_accuracy(0.12)) / 2)
    assert first.faults == {INACCURACY: 1, MISTAKE: 1, BLUNDER: 0}
    assert second.accuracy == 1.0


def test_accuracy_falls_with_the_loss_and_stays_between_0_and_1() -> None:
    accuracies = [move_accuracy(loss / 100) for loss in range(101)]
    assert accuracies == sorted(accuracies, reverse=True)
    assert (accuracies[0], accuracies[-1]) == (1.0, 0.0)


def test_a_game_without_moves_and_one_past_a_draw_by_history_are_judged() -> None:
    turm = find_game("turm")
    player = read_player("engine:nodes=200", turm)
    assert len(analyse_game(PlayedGame(turm), player)) == 1
    played_game: AnyPlayedGame = PlayedGame(turm)
    for move in ["D7-D6-1", "D1-D2-1", "D6-D7-1", "D2-D1-1"] * 2:
        played_game.play_text(move)
    assert analyse_game(played_game, player)[-1].win_probability == 0.5
    played_game.play_on()
    played_game.play_text("D5-D4-1")
    analysis = analyse_game(played_game, player)
    assert (analysis[8].win_probability, analysis[9].loss, analysis[9].best.moves) == (0.5, 0.0, ())


def test_the_annotated_record_is_read_again_and_keeps_what_was_there(boardwright: Run, tmp_path: Path) -> None:
    source, result, page = tmp_path / "game.txt", tmp_path / "annotated.txt", tmp_path / "page.html"
    source.write_text(TOWERS + MISSED + CABEZA, encoding="utf-8")
    options = ("--nodes", "2000", "-o", str(result), "--html", str(page))
    done = boardwright("annotate", str(source), *options)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", f"page written to {page}\n")
    with result.open("rb") as stream:
        towers, missed, cabeza = read_records(stream, result.name)
    with source.open("rb") as stream:
        assert [kept.played.record() for kept in (towers, missed, cabeza)] == [
            kept.played.record() for kept in read_records(stream, source.name)
        ]
    assert towers.tags["Annotator"].endswith(", 2000 nodes per move")
    assert missed.tags["Accuracy"] == "red 0%, blue 100%"
    text = result.read_text()
    assert "{to the middle} (1. C6-C5-1 C2-C3-1)" in " ".join(text.split())
    assert "1-0 {on time}" in text
    told = "1. D3-E3-1?? {red loss in 1, 0%; loses 100%} ({better: red win in 1, 100%} 1. D3-D4-1) 1... D5-D4-1"
    assert f"{told} {{red 0%}} 0-1" in " ".join(text.split())
    assert text.count("{red ") == sum(len(kept.played.moves) for kept in (towers, missed, cabeza))
    # The same again: searches by nodes find the same, also in other processes.
    for jobs in ("1", "2"):
        again = tmp_path / f"again{jobs}.txt"
        boardwright("annotate", str(source), "--nodes", "2000", "-o", str(again), "--jobs", jobs)
        assert again.read_text() == text


def test_the_page_is_whole_and_needs_nothing_else(boardwright: Run, tmp_path: Path) -> None:
    source, page = tmp_path / "game.txt", tmp_path / "page.html"
    source.write_text(f'{MISSED}[Game "cabeza"] [Red "<b>&\\"x"] 1. Fn {{</section>}} fs *', encoding="utf-8")
    assert boardwright("annotate", str(source), "--nodes", "300", "--html", str(page)).returncode == 0
    text = page.read_text(encoding="utf-8")
    root = ElementTree.fromstring(f"<html><body>{text.partition('<body>')[2]}")
    pictures = list(root.iter("svg"))
    assert [picture.get("class") for picture in pictures].count("chances") == 2
    assert [picture.get("class") for picture in pictures].count("board") == 3 + 3 + len(list(root.iter("a")))
    anchors = {element.get("id") for element in root.iter("div")} - {None}
    assert anchors == {*(f"game1-{ply}" for ply in range(3)), *(f"game2-{ply}" for ply in range(3))}
    assert {str(link.get("href"))[1:] for link in root.iter("a")} <= anchors
    assert len(list(root.iter("a"))) >= 1
    red, blue, *_ = [[cell.text for cell in row] for row in root.iter("tr") if row[0].text in ("red", "blue")]
    assert (red, blue) == (["red", "0%", "0", "0", "1"], ["blue", "100%", "0", "0", "0"])
    assert "<script" not in text
    assert "http" not in text
    assert "&lt;b&gt;&amp;&quot;x" in text


def test_a_game_without_a_core_is_annotated_too(boardwright: Run, tmp_path: Path) -> None:
    source = tmp_path / "game.txt"
    source.write_text('[Game "breakthrough"] 1. a2a3 a7a6 *', encoding="utf-8")
    rules = ("--rules", without_header("examples/breakthrough.py"))
    done = boardwright("annotate", str(source), "--nodes", "30", *rules)
    assert done.returncode == 0
    assert done.stdout.count("{white ") == 2
    assert boardwright("annotate", str(source), "--nodes", "30", *rules, "--jobs", "2").stdout == done.stdout
    refused = boardwright("annotate", str(source), "--depth", "2", *rules, "--threads", "2")
    assert refused.returncode == 2
    assert "breakthrough has no core, without which the engine has no option threads" in refused.stderr
