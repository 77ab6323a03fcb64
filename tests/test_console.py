"""The console: the Cabeza commands for every game, and what else it offers."""

from __future__ import annotations

import json
import os
import pty
import select
import signal
import sys
import time
from pathlib import Path
from random import Random

import pytest
from tests.running import Run

from boardwright import find_game
from boardwright.cli.console import Console
from boardwright.played_game import PlayedGame
from boardwright.registry import BUILT_IN

CABEZA_START = "3hcmf3/3hoof3/4oo4/10/10/10/10/4OO4/3FOOH3/3FMCH3,r"


def say(console: Console, capsys: pytest.CaptureFixture[str], *lines: str) -> list[str]:
    """What the console prints for some lines."""
    capsys.readouterr()
    for line in lines:
        console.execute(line)
    return capsys.readouterr().out.splitlines()


@pytest.fixture
def cabeza() -> Console:
    return Console(find_game("cabeza"), seed=1)


def test_the_asked_for_session(boardwright: Run) -> None:
    script = "draw\nmove Fn\nfen\nundo\nturn b\nfen\nmove zz\nquit\n"
    done = boardwright("play", "cabeza", stdin=script)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0].startswith("9 ")
    assert lines[-4] == "red to move"
    assert lines[-3] == "3hcmf3/3hoof3/4oo4/10/10/10/10/3FOO4/4OOH3/4MCH3,b"
    assert lines[-2] == CABEZA_START.replace(",r", ",b")
    assert lines[-1].startswith("error: 'zz' is not a move")


@pytest.mark.parametrize("short", ["m", "move"])
def test_moves_in_long_and_short_form(cabeza: Console, capsys: pytest.CaptureFixture[str], short: str) -> None:
    assert say(cabeza, capsys, f"{short} Fn") == []
    assert cabeza.played.move_texts() == ["Fn"]
    assert say(cabeza, capsys, "u", "fen") == [CABEZA_START]


def test_a_move_is_played_without_the_command(cabeza: Console, capsys: pytest.CaptureFixture[str]) -> None:
    assert say(cabeza, capsys, " Fn") == []
    assert cabeza.played.move_texts() == ["Fn"]


def test_draw_shows_the_board_in_both_forms(cabeza: Console, capsys: pytest.CaptureFixture[str]) -> None:
    long = say(cabeza, capsys, "draw")
    assert say(cabeza, capsys, "d") == long
    assert len(long) == 12


def test_turn_gives_the_turn_to_a_side(cabeza: Console, capsys: pytest.CaptureFixture[str]) -> None:
    say(cabeza, capsys, "move Fn", "turn")
    assert cabeza.played.side == "red"
    for word, side in (("b", "blue"), ("red", "red"), ("blue", "blue"), ("r", "red")):
        say(cabeza, capsys, f"t {word}")
        assert cabeza.played.side == side
    assert say(cabeza, capsys, "turn green") == ["error: there is no side 'green': expected red or blue"]


def test_undo_goes_back_over_turns_to_the_moves_before_them(
    cabeza: Console, capsys: pytest.CaptureFixture[str]
) -> None:
    after_one = "3hcmf3/3hoof3/4oo4/10/10/10/10/3FOO4/4OOH3/4MCH3"
    say(cabeza, capsys, "move Fn", "turn", "move On", "turn red", "turn red")
    assert say(cabeza, capsys, "undo", "undo", "fen") == [f"{after_one},r"]
    assert say(cabeza, capsys, "undo", "fen") == [f"{after_one},b"]
    assert cabeza.played.move_texts() == ["Fn"]
    assert say(cabeza, capsys, "undo", "fen") == [CABEZA_START]
    assert say(cabeza, capsys, "undo") == ["error: nothing to take back"]


def test_a_turn_that_changes_nothing_is_not_taken_back(cabeza: Console, capsys: pytest.CaptureFixture[str]) -> None:
    assert say(cabeza, capsys, "move Fn", "turn blue", "undo", "fen") == [CABEZA_START]


@pytest.mark.parametrize("command", ["reset", f"fen {CABEZA_START}"])
def test_another_game_does_not_go_back_over_the_turns_of_the_last_one(
    cabeza: Console, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    assert say(cabeza, capsys, "move Fn", "turn", command, "undo") == ["error: nothing to take back"]


def test_a_record_says_that_it_begins_after_a_turn(
    cabeza: Console, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "game.json"
    lines = say(cabeza, capsys, "move Fn", "turn", "move On", f"save {path}")
    assert lines == [f"saved 1 move to {path}, the moves since the last turn command"]


def test_turn_in_margrites_gives_four_steps(capsys: pytest.CaptureFixture[str]) -> None:
    console = Console(find_game("margrites"))
    lines = say(console, capsys, "move b2>b3", "turn white", "fen", "turn", "fen")
    assert lines == [
        "4w4/1wwwwwww1/9/9/9/1b7/2bbbbbb1/4b4 w 4 - 0(0)-0(0)",
        "4w4/1wwwwwww1/9/9/9/1b7/2bbbbbb1/4b4 b 4 - 0(0)-0(0)",
    ]


def test_turn_is_refused_where_it_makes_no_position(capsys: pytest.CaptureFixture[str]) -> None:
    console = Console(find_game("congo"), find_game("congo").parse_position("2L4/7/7/7/7/7/7 b 0"))
    (line,) = say(console, capsys, "turn")
    assert line.startswith("error: ")
    assert console.played.side == "black"


def test_fen_sets_up_a_position_or_changes_nothing(cabeza: Console, capsys: pytest.CaptureFixture[str]) -> None:
    other = "h4f1c1m/h7oo/8oo/10/10/10/10/M2C6/8OO/F4HH1OO,r"
    assert say(cabeza, capsys, f"fen {other}", "fen") == [other]
    (line,) = say(cabeza, capsys, "fen nonsense")
    assert line.startswith("error: ")
    assert say(cabeza, capsys, "fen") == [other]
    assert say(cabeza, capsys, "reset", "fen") == [CABEZA_START]


def test_a_draughts_board_can_be_set_up_by_fen(capsys: pytest.CaptureFixture[str]) -> None:
    console = Console(find_game("draughts"))
    assert say(console, capsys, "fen W:W33:B1", "moves") == ["33-28 33-29"]
    board = "/".join([" . . . . .", ". . . . . "] * 3 + [" . . w . .", *[". . . . . ", " . . . . ."], ". . b . . "])
    assert say(console, capsys, f"fen {board}", "fen") == ["W:W33:B48"]


def test_after_the_end_moves_are_refused_until_undo_reset_or_fen(
    cabeza: Console, capsys: pytest.CaptureFixture[str]
) -> None:
    crush = "fen h4f3m/h7oo/8oo/4c5/10/4F5/10/10/8OO/M1C1HH2OO,r"
    assert say(cabeza, capsys, crush, "m Fn") == ["red wins: the blue Cabeza is crushed"]
    for command in ("m cs", "p", "s", "turn"):
        (line,) = say(cabeza, capsys, command)
        assert line.startswith("error: ")
        assert "the game is over, red wins" in line
    assert say(cabeza, capsys, "moves") == [""]
    assert say(cabeza, capsys, "u", "m Fs", "moves")[0].startswith("ce cee cn")


@pytest.mark.parametrize("command", ["p", "P", "play"])
def test_play_searches_and_plays_the_best_move(
    cabeza: Console, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    (line,) = say(cabeza, capsys, "timeout 20", command)
    move, *rest = line.split()
    assert cabeza.played.move_texts() == [move]
    assert [rest[0], rest[2], rest[4]] == ["score", "win", "depth"]
    assert line.split("line ")[1].split()[0] == move


def test_search_plays_nothing(cabeza: Console, capsys: pytest.CaptureFixture[str]) -> None:
    (line,) = say(cabeza, capsys, "timeout 20", "s")
    assert "nodes" in line
    assert list(cabeza.played.moves) == []


def test_timeout_and_depth_are_shown_and_set(cabeza: Console, capsys: pytest.CaptureFixture[str]) -> None:
    assert say(cabeza, capsys, "timeout", "depth") == ["5000", "unlimited"]
    assert say(cabeza, capsys, "timeout 30", "depth 1", "timeout", "depth") == ["30", "1"]
    (line,) = say(cabeza, capsys, "search")
    assert len(line.split("line ")[1].split()) == 1
    for bad in ("timeout 0", "timeout x", "timeout -5", f"timeout {'9' * 5000}", "depth 0", "depth 1.5"):
        (line,) = say(cabeza, capsys, bad)
        assert line.startswith("error: ")
    assert say(cabeza, capsys, "timeout", "depth") == ["30", "1"]
    assert say(cabeza, capsys, "depth 0") == ["error: '0': expected a number of plies from 1 to 120, or unlimited"]
    assert say(cabeza, capsys, "depth unlimited", "depth") == ["unlimited"]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("dance", "'dance' is neither a command nor a legal move: type help or moves for a list"),
        ("MOVE Fn", "'MOVE' is neither a command (did you mean move?) nor a legal move"),
        ("fs", "'fs' is illegal"),
        ("move", "move needs an argument: expected move MOVE"),
        ("move fs", "'fs' is illegal"),
        ("draw me", "draw takes no argument: found 'me'"),
        ("quit now", "quit takes no argument"),
        ("save", "save needs an argument"),
        ("load nowhere.json", "'nowhere.json' cannot be read: No such file"),
        ("load \x00", "cannot be read"),
        ("save \x00", "cannot be written"),
        ("save no/such/folder.json", "cannot be written: No such file"),
    ],
)
def test_a_bad_line_gets_one_clear_line_and_changes_nothing(
    cabeza: Console, capsys: pytest.CaptureFixture[str], line: str, complaint: str
) -> None:
    (said,) = say(cabeza, capsys, line)
    assert said.startswith("error: ")
    assert complaint in said
    assert say(cabeza, capsys, "fen") == [CABEZA_START]
    assert not cabeza.done


def test_an_empty_line_says_nothing(cabeza: Console, capsys: pytest.CaptureFixture[str]) -> None:
    assert say(cabeza, capsys, "", "   ", "\t") == []


def test_help_names_every_command(cabeza: Console, capsys: pytest.CaptureFixture[str]) -> None:
    text = "\n".join(say(cabeza, capsys, "help"))
    for name in ("draw, d", "move, m", "turn, t", "search, s", "play, p, P", "fen", "undo, u", "reset", "quit", "save"):
        assert name in text


def test_a_game_is_saved_and_loaded(cabeza: Console, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    assert say(cabeza, capsys, "m Fn", "m fs", f"save {file}") == [f"saved 2 moves to {file}"]
    assert json.loads(file.read_text(encoding="utf-8"))["moves"] == ["Fn", "fs"]
    assert say(cabeza, capsys, "m He", f"save {file}") == [f"saved 3 moves to {file}"]
    other = Console(find_game("cabeza"))
    assert say(other, capsys, f"load {file}", "u", "u", "fen") == [
        f"loaded 3 moves from {file}",
        "3hcmf3/3hoof3/4oo4/10/10/10/10/3FOO4/4OOH3/4MCH3,b",
    ]
    assert list(tmp_path.iterdir()) == [file]


def test_the_first_of_several_records_is_loaded_and_the_file_kept(
    cabeza: Console, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file, one = tmp_path / "games.jsonl", PlayedGame(find_game("cabeza"))
    one.play_text("Fn")
    records = [one.record(), PlayedGame(find_game("cabeza")).record()]
    for texts in ([json.dumps(record) for record in records], [json.dumps({**records[0], "seed": 7})]):
        file.write_text("\n".join(texts) + "\n", encoding="utf-8")
        loaded, refused = say(cabeza, capsys, f"load {file}", f"save {file}")
        assert loaded == f"loaded 1 move from {file}"
        assert refused.endswith("cannot be written: File exists")
    assert say(cabeza, capsys, "save folder/") == ["error: 'folder/' is a folder: expected a file"]


def test_saving_touches_no_other_file(cabeza: Console, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    neighbour = tmp_path / "game.json.part"
    neighbour.write_text("precious", encoding="utf-8")
    say(cabeza, capsys, f"save {tmp_path / 'game.json'}")
    assert neighbour.read_text(encoding="utf-8") == "precious"
    assert len(list(tmp_path.iterdir())) == 2


def test_a_file_of_others_is_not_overwritten(
    cabeza: Console, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "precious.txt"
    file.write_text("precious", encoding="utf-8")
    (line,) = say(cabeza, capsys, f"save {file}")
    assert line.endswith("cannot be written: File exists")
    assert file.read_text(encoding="utf-8") == "precious"


@pytest.mark.parametrize("content", ["", "{", "[]", "{}", "[" * 100_000, "9" * 5000, '{"format": "boardwright"}'])
def test_a_file_that_is_no_record_changes_nothing(
    cabeza: Console, capsys: pytest.CaptureFixture[str], tmp_path: Path, content: str
) -> None:
    file = tmp_path / "game.json"
    file.write_text(content, encoding="utf-8")
    (line,) = say(cabeza, capsys, f"load {file}")
    assert line.startswith("error: ")
    assert say(cabeza, capsys, "fen") == [CABEZA_START]


def test_a_game_with_a_format_of_its_own_is_saved_and_loaded_by_the_name_of_the_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "game.PDN"
    draughts = Console(find_game("draughts"))
    assert say(draughts, capsys, "m 32-28", "m 19-23", f"save {file}") == [f"saved 2 moves to {file}"]
    assert file.read_text(encoding="utf-8") == '[Result "*"]\n[GameType "20,W,10,10,N2,0"]\n\n1. 32-28 19-23 *\n\n'
    assert say(draughts, capsys, "m 28x19", f"save {file}") == [f"saved 3 moves to {file}"]
    other = Console(find_game("draughts"))
    loaded, refused = say(other, capsys, f"load {file}", f"save {file}")
    assert loaded == f"loaded 3 moves from {file}"
    assert refused.endswith("cannot be written: File exists")
    file.write_bytes(b"{caf\xe9} 1. 33-28 (1. 34-29) 1-0\n\n1. 32-28 *")
    assert say(other, capsys, f"load {file}") == [
        f"loaded 1 move from {file}",
        "white wins: the other side resigned",
    ]
    for content, complaint in (("1. 32-23", "line 1, column 4: '32-23' is illegal"), ("", "holds no game")):
        file.write_text(content, encoding="utf-8")
        (line,) = say(other, capsys, f"load {file}")
        assert complaint in line
    assert say(other, capsys, f"load {tmp_path / 'none.pdn'}")[0].endswith("cannot be read: No such file or directory")
    assert len(other.played.moves) == 1


@pytest.mark.parametrize(
    ("game", "name", "expected"),
    [
        ("draughts", "game.txt", ".json or .jsonl or .pdn"),
        ("cabeza", "c.pdn", ".json or .jsonl or .txt"),
        ("cabeza", "game.v1.5", ".json or .jsonl or .txt"),
    ],
)
def test_an_ending_that_the_game_has_no_format_for_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, game: str, name: str, expected: str
) -> None:
    file = tmp_path / name
    told = f"error: {game} has no format for '{file.suffix}': expected {expected}"
    console = Console(find_game(game))
    assert say(console, capsys, f"save {file}", f"load {file}") == [told, told]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["game", "game.json", "game.JSONL"])
def test_json_is_written_under_its_endings_and_under_none(
    cabeza: Console, capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str
) -> None:
    folder = tmp_path / "folder.pdn"
    folder.mkdir()
    file = folder / name
    assert say(cabeza, capsys, "m Fn", f"save {file}") == [f"saved 1 move to {file}"]
    text = file.read_text(encoding="utf-8")
    assert json.loads(text)["moves"] == ["Fn"]
    assert (text.count("\n") == 1) == name.endswith("JSONL")
    assert say(Console(find_game("cabeza")), capsys, f"load {file}") == [f"loaded 1 move from {file}"]


@pytest.mark.parametrize(("game", "move", "ending"), [("cabeza", "Fn", "txt"), ("draughts", "32-28", "pdn")])
@pytest.mark.parametrize("content", ["{just a comment}\n", "; just a comment", "{a} 1. {b} ! $5\n% nothing\n"])
def test_comments_alone_are_no_game(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, game: str, move: str, ending: str, content: str
) -> None:
    file = tmp_path / f"game.{ending}"
    file.write_text(content, encoding="utf-8")
    console = Console(find_game(game))
    (line,) = say(console, capsys, f"m {move}", f"load {file}")
    assert line.startswith("error: the file ")
    assert line.endswith(" holds no game")
    assert console.played.move_texts() == [move]


def test_every_game_is_saved_and_loaded_as_text(
    cabeza: Console, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "game.txt"
    assert say(cabeza, capsys, "m Fn", "m fs", f"save {file}") == [f"saved 2 moves to {file}"]
    head = '[Game "cabeza"]\n[Result "*"]\n[Termination "unterminated"]\n\n'
    assert file.read_text(encoding="utf-8") == f"{head}1. Fn fs *\n\n"
    other = Console(find_game("cabeza"))
    assert say(other, capsys, f"load {file}") == [f"loaded 2 moves from {file}"]
    assert other.played.record() == cabeza.played.record()
    (line,) = say(Console(find_game("turm")), capsys, f"load {file}")
    assert line == "error: line 1, column 1: the record is of the game 'cabeza': expected turm:centre"


def test_tags_and_comments_of_a_game_are_saved_again(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file, copy, longer = (tmp_path / f"{name}.pdn" for name in ("file", "copy", "longer"))
    head = '[White "Anna"]\n[Black "Bram"]\n[Result "{}"]\n[GameType "20,W,10,10,N2,0"]\n\n'
    moves = "{classical} 1. 32-28! (1. 31-26 {less usual}) 1... 19-23"
    file.write_text(f"{head.format('2-0')}{moves} 2-0 {{on time}}\n\n", encoding="utf-8")
    console = Console(find_game("draughts"))
    say(console, capsys, f"load {file}", f"save {copy}", "u", "m 28x19", f"save {longer}")
    assert copy.read_text(encoding="utf-8") == file.read_text(encoding="utf-8")
    assert longer.read_text(encoding="utf-8") == f"{head.format('*')}{moves} {{on time}} 2. 28x19 *\n\n"
    assert say(console, capsys, "reset", "m 32-28", f"save {longer}") == [f"saved 1 move to {longer}"]
    assert longer.read_text(encoding="utf-8") == '[Result "*"]\n[GameType "20,W,10,10,N2,0"]\n\n1. 32-28 *\n\n'


def test_completions_offer_commands_and_legal_moves(cabeza: Console) -> None:
    offered = cabeza.completions()
    assert "move Fn" in offered
    assert "draw" in offered
    assert "turn blue" in offered


@pytest.mark.parametrize("game", [*BUILT_IN, "examples/breakthrough.py"])
def test_the_console_plays_every_game(boardwright: Run, game: str) -> None:
    script = "timeout 10\nd\nmoves\np\np\ns\nfen\nu\nturn\nfen\nreset\nfen\nquit\n"
    done = boardwright("play", game, "--seed", "1", stdin=script)
    assert (done.returncode, done.stderr) == (0, "")
    assert "error" not in done.stdout
    start = find_game(game)
    assert done.stdout.splitlines()[-1] == start.format_position(start.start())


@pytest.mark.parametrize("game", BUILT_IN)
def test_random_bytes_never_break_the_console(boardwright: Run, game: str) -> None:
    random = Random(game)
    words = [b"move", b"turn", b"fen", b"undo", b"load", b"depth", b"timeout", b"d", b"u", b"reset", b"\x00", b""]
    lines = [
        random.choice(words) + b" " + random.randbytes(random.randrange(20)).replace(b"\n", b"") for _ in range(300)
    ]
    done = boardwright("play", game, stdin=b"\n".join(lines) + b"\nreset\nfen\n")
    assert (done.returncode, done.stderr) == (0, "")
    start = find_game(game)
    assert done.stdout.splitlines()[-1] == start.format_position(start.start())


def test_without_a_game_the_console_lets_choose_one(boardwright: Run) -> None:
    done = boardwright("play", stdin="chess\ncabeza\nfen\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    for name in BUILT_IN:
        assert f"({name})" in done.stdout
    assert "error: unknown game 'chess'" in done.stdout
    assert done.stdout.splitlines()[-1].endswith(CABEZA_START)
    assert boardwright("play", stdin="").returncode == 0


def test_a_person_at_a_terminal_sees_the_board_and_can_interrupt_a_search() -> None:
    """A real terminal: prompt_toolkit, redrawn boards, Ctrl-C, end of input."""
    process, terminal = pty.fork()
    if process == 0:
        os.environ.update(TERM="xterm", COLUMNS="100", LINES="50")
        os.execv(sys.executable, [sys.executable, "-m", "boardwright", "play", "cabeza", "--seed", "1"])
    heard = ""

    def wait_for(text: str, *, typing: bytes = b"") -> None:
        nonlocal heard
        deadline = time.monotonic() + 30
        while text not in heard and time.monotonic() < deadline:
            if not select.select([terminal], [], [], 1)[0]:
                os.write(terminal, typing)
                continue
            chunk = os.read(terminal, 65536).decode(errors="replace")
            heard += chunk
            if "\x1b[6n" in chunk:
                os.write(terminal, b"\x1b[1;1R")
        assert text in heard, heard
        heard = heard.split(text, 1)[1]

    try:
        wait_for("Type help")
        wait_for("red>")
        os.write(terminal, b"move Fn\r")
        wait_for("blue to move")
        wait_for("blue>")
        os.write(terminal, b"timeout 60000\r")
        wait_for("blue>")
        os.write(terminal, b"search\r")
        wait_for("depth")
        wait_for("blue>", typing=b"\x03")
        os.write(terminal, b"quit\r")
        assert os.waitpid(process, 0)[1] == 0
    except BaseException:
        os.kill(process, signal.SIGKILL)
        raise
    finally:
        os.close(terminal)
