"""A file of a game that the operator names: it is loaded again when it is saved, and errors in it are shown."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.running import ROOT
from tests.web.server_process import Served, Socket

from boardwright import UnknownGame, find_game
from boardwright.web import game_check, game_watch
from boardwright.web.catalogue import Catalogue
from boardwright.web.game_files import GameFile, Problem, Stamp, problem_of
from boardwright.web.game_watch import GameWatch

SOURCE = (ROOT / "examples" / "breakthrough.py").read_text(encoding="utf-8")
LEGAL_MOVES = "    def legal_moves(self, position: Position) -> list[Move]:\n"
ALL_STEPS, SLANTED_STEPS = "for aside in (-1, 0, 1)", "for aside in (-1, 1)"
FAILS = "        if position.board[8] == '.': raise KeyError('a9')\n"
"""A line that fails once the pawn of a2 has moved."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Breakthrough in a file of its own."""
    path = tmp_path / "mine.py"
    path.write_text(SOURCE, encoding="utf-8")
    return path


def line_of(source: str, text: str) -> int:
    """The number of the line that begins with a text."""
    return source[: source.index(text)].count("\n") + 1


def edited(*changes: tuple[str, str]) -> str:
    """Breakthrough with texts replaced."""
    source = SOURCE
    for old, new in changes:
        assert old in source
        source = source.replace(old, new, 1)
    return source


def until(files: Socket, wanted: Callable[[dict[str, Any]], bool]) -> Any:
    """The state of the only file once it is as wanted."""
    while not wanted(found := files.until(type="files")["files"][0]):
        pass
    return found


def has_problem(found: dict[str, Any]) -> bool:
    return found["problem"] is not None


def is_sound(found: dict[str, Any]) -> bool:
    return found["problem"] is None and found["current"]


# What is wrong, and where.


@pytest.mark.parametrize(
    ("source", "text", "message"),
    [
        (SOURCE.replace("SIZE = 8\n", "SIZE = = 8\n"), "SIZE = = 8", "SyntaxError: invalid syntax"),
        (SOURCE.replace("SIZE = 8\n", "SIZE = EIGHT\n"), "SIZE = EIGHT", "NameError: name 'EIGHT' is not defined"),
        (
            SOURCE.replace("        pawns = [(", "        pawns = [][1]\n        pawns = [("),
            "        pawns = [][1]",
            "IndexError: list index out of range",
        ),
    ],
)
def test_a_file_that_cannot_be_loaded_has_a_problem_with_its_line(
    file: Path, source: str, text: str, message: str
) -> None:
    file.write_text(source, encoding="utf-8")
    catalogue = Catalogue([str(file)])
    assert catalogue.find("breakthrough") is None
    assert catalogue.find("turm") is not None
    assert catalogue.files[0].problem == Problem("mine.py", line_of(source, text), message)


def test_an_unfinished_game_and_a_wrong_lesson_are_problems(file: Path) -> None:
    file.write_text(SOURCE.replace("    kinds = ", "    pieces = "), encoding="utf-8")
    problem = Catalogue([str(file)]).files[0].problem
    assert problem == Problem(
        "mine.py", None, "the class Breakthrough is not a complete game: expected it to declare kinds"
    )
    file.write_text(SOURCE, encoding="utf-8")
    file.with_name("mine.lessons.toml").write_text("lessons = 1", encoding="utf-8")
    problem = Catalogue([str(file)]).files[0].problem
    assert problem is not None
    assert problem.message.startswith("the lessons of breakthrough (mine.lessons.toml): ")


def test_a_breach_of_the_contract_has_the_line_of_the_method_that_it_names(file: Path) -> None:
    game = Catalogue([str(file)]).find("breakthrough")
    assert game is not None
    breach = AssertionError("breakthrough: legal_moves is empty and outcome returns None: expected an Outcome")
    assert problem_of(breach, file, game).line == line_of(SOURCE, LEGAL_MOVES)


def test_games_of_files_come_first(file: Path) -> None:
    assert list(Catalogue([str(file)]).games)[:2] == ["breakthrough", "turm"]


def test_a_file_that_is_loaded_again_has_its_new_rules_and_a_broken_one_the_last(file: Path) -> None:
    catalogue = Catalogue([str(file)])
    found = catalogue.files[0]
    file.write_text(edited(('title = "Breakthrough"', 'title = "Breakdown"')), encoding="utf-8")
    catalogue.reload(found)
    game = catalogue.find("breakthrough")
    assert game is not None
    assert (game.title, found.version, catalogue.version) == ("Breakdown", 2, 1)
    file.write_text("import nothing_like_this", encoding="utf-8")
    with pytest.raises(Exception, match="No module named 'nothing_like_this'"):
        catalogue.reload(found)
    assert catalogue.find("breakthrough") is game
    file.write_text(edited(('name = "breakthrough"', 'name = "turm"')), encoding="utf-8")
    refusal = r"mine\.py calls its game 'turm', the name of a built-in game: expected another one, .* 'my-turm'"
    with pytest.raises(Exception, match=refusal):
        catalogue.reload(found)
    assert catalogue.find("breakthrough") is game


def test_only_files_that_a_game_reads_count_as_changes(file: Path) -> None:
    found = Catalogue([str(file)]).files[0]
    stamp = found.stamp()
    for name in ("mine.py~", "mine.swp", "other.py"):
        file.with_name(name).write_text("x", encoding="utf-8")
    assert found.stamp() == stamp
    for name in ("mine.lessons.toml", "mine.md", "mine.de.ftl"):
        file.with_name(name).write_text("", encoding="utf-8")
        assert found.stamp() != stamp
        stamp = found.stamp()


@pytest.mark.parametrize(
    ("source", "limits", "message"),
    [
        ("while True: pass", {"LONGEST_CHECK": 1.0}, "mine.py, line 1: its code has not ended within 1 s"),
        ("import time; time.sleep(600)", {"LONGEST_WAIT": 0.5}, "mine.py: its code has not ended within 0.5 s"),
        ("import os; os._exit(0)", {}, "mine.py: its code ends the program"),
        (
            "print('hello')",
            {},
            "mine.py: the file 'mine.py' defines 0 games: expected one subclass of boardwright.Game",
        ),
    ],
)
def test_code_that_never_ends_or_ends_everything_does_no_harm(
    file: Path, monkeypatch: pytest.MonkeyPatch, source: str, limits: dict[str, float], message: str
) -> None:
    monkeypatch.setattr(game_watch, "INTERVAL", 0.02)
    catalogue = Catalogue([str(file)])
    watch, found = GameWatch(catalogue), catalogue.files[0]

    async def changed(file: GameFile) -> None:
        pytest.fail("the broken file was loaded")

    async def watching() -> None:
        checked, looked = asyncio.Event(), asyncio.Event()
        loop, stamp = asyncio.get_running_loop(), found.stamp

        def look() -> Stamp:
            loop.call_soon_threadsafe(looked.set)
            return stamp()

        watch.listeners.add(lambda message: checked.set())
        task = asyncio.create_task(watch.run(changed))
        await checked.wait()
        for name, limit in limits.items():
            monkeypatch.setattr(game_watch, name, limit)
        monkeypatch.setattr(found, "stamp", look)
        file.write_text(source, encoding="utf-8")
        while found.breach is None:
            await asyncio.sleep(0.02)
        # The next look at the file comes when the process of the check has ended.
        looked.clear()
        await looked.wait()
        task.cancel()

    asyncio.run(watching())
    assert str(found.problem) == message
    assert catalogue.find("breakthrough") is not None


def test_a_task_that_no_move_solves_is_reported_with_the_file_of_the_lessons(file: Path) -> None:
    lessons = file.with_name("mine.lessons.toml")
    task = '[[lessons.tasks]]\ninstruction = "Win."\nsuccess = "You won."\nhint = "Win."\nwrong = "No."\ngoal = "win"\n'
    lessons.write_text(f'[[lessons]]\ntitle = "Win"\ntext = "Win."\n{task}', encoding="utf-8")
    problem = game_check.breach_of(find_game(str(file)), file)
    assert problem is not None
    assert (problem.file, problem.line) == ("mine.lessons.toml", None)


def test_all_variants_are_checked(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    source = (ROOT / "examples" / "gomoku.py").read_text(encoding="utf-8")
    exactly = 'self.variant != "free"'
    assert exactly in source
    file.write_text(source.replace(exactly, '{"standard": 1, "free": 0}[self.variant]'), encoding="utf-8")
    problem = game_check.breach_of(find_game(str(file)), file)
    assert problem is not None
    assert problem.message == "KeyError: 'swap'"


def test_the_watch_goes_on_after_any_error(file: Path) -> None:
    catalogue = Catalogue([str(file)])
    watch, found = GameWatch(catalogue), catalogue.files[0]

    async def changed(file: GameFile) -> None:
        if file.version == 2:
            raise ValueError("x" * 100_000)

    async def watching() -> None:
        task = asyncio.create_task(watch.run(changed))
        file.write_text(f"{SOURCE}\n", encoding="utf-8")
        while found.version < 2 or found.breach is None:
            await asyncio.sleep(0.1)
        assert found.breach == Problem("mine.py", None, f"ValueError: {'x' * 488}...")
        # The program that tries the file has a longer line to say than a stream takes by default.
        file.write_text(f"raise ValueError('y' * 100_000)\n{SOURCE}", encoding="utf-8")
        while found.breach is None or "y" not in found.breach.message:
            await asyncio.sleep(0.1)
        file.write_text(SOURCE, encoding="utf-8")
        while found.version < 3 or found.breach is not None:
            await asyncio.sleep(0.1)
        task.cancel()

    asyncio.run(asyncio.wait_for(watching(), 120))


def test_a_file_that_is_missing_is_a_problem_without_its_folder(file: Path) -> None:
    catalogue = Catalogue([f"{file}:standard"])
    file.unlink()
    with pytest.raises(UnknownGame) as raised:
        catalogue.reload(catalogue.files[0])
    expected = "there is no file 'mine.py': expected a Python file that defines a game"
    assert problem_of(raised.value, file) == Problem("mine.py", None, expected)


# A server.


@pytest.mark.slow
def test_a_saved_file_is_loaded_and_games_go_on_whose_moves_fit(serve: Callable[..., Served], file: Path) -> None:
    served = serve(f"--game={file}")
    slanted, tokens, _ = served.new_match("breakthrough")
    straight, others, _ = served.new_match("breakthrough")
    served.move(slanted, tokens[0], "a2b3", 0)
    served.move(straight, others[0], "a2a3", 0)
    with served.socket("/api/files") as files, served.live(slanted) as playing, served.live(straight) as stopped:
        assert until(files, is_sound)["version"] == 1
        assert len(playing.match(moves=1)["state"]["moves"]) == 22
        file.write_text(edited((ALL_STEPS, SLANTED_STEPS)), encoding="utf-8")
        assert until(files, lambda found: found["version"] == 2)["current"]
        assert len(playing.match(moves=1)["state"]["moves"]) == 14
        served.move(slanted, tokens[1], "b7a6", 1)
        refused = stopped.until(type="error")
        assert refused["code"] == "other_rules"
        expected = (
            "this game cannot be replayed by the current rules of Breakthrough: the record's move 1: 'a2a3' is illegal"
        )
        assert refused["error"].startswith(expected)
        answer = served.client.get(f"/api/matches/{straight}")
        assert (answer.status_code, answer.json()["code"]) == (409, "other_rules")
        # With the old rules it is there again.
        file.write_text(SOURCE, encoding="utf-8")
        until(files, lambda found: found["version"] == 3)
        assert len(served.get(f"/api/matches/{straight}")["moves"]) == 1
    assert served.stop() == "exit status 0\n"


@pytest.mark.slow
def test_errors_come_and_go_with_the_file(serve: Callable[..., Served], file: Path) -> None:
    file.write_text("class Mine(:\n", encoding="utf-8")
    served = serve(f"--game={file}")
    assert "breakthrough" not in [game["name"] for game in served.get("/api/games")]
    with served.socket("/api/files") as files:
        found = until(files, has_problem)
        assert found == {
            "file": "mine.py",
            "game": None,
            "version": 0,
            "current": False,
            "problem": {"file": "mine.py", "line": 1, "message": "SyntaxError: invalid syntax"},
        }
        file.write_text(SOURCE, encoding="utf-8")
        assert until(files, is_sound)["game"] == "breakthrough"
        assert served.get("/api/games")[0]["name"] == "breakthrough"
        # The contract is broken: no moves, and no outcome.
        empty = edited((LEGAL_MOVES, f"{LEGAL_MOVES}        return []\n"))
        file.write_text(empty, encoding="utf-8")
        found = until(files, has_problem)
        assert found["current"]
        assert found["problem"]["line"] == line_of(empty, LEGAL_MOVES)
        assert "legal_moves is empty and outcome returns None: expected an Outcome" in found["problem"]["message"]
        file.write_text("import sys; sys.exit()", encoding="utf-8")
        found = until(files, lambda found: not found["current"])
        assert (found["version"], found["problem"]["message"]) == (2, "SystemExit")
    served.stop()


@pytest.mark.slow
def test_an_error_in_a_request_is_shown_until_the_file_is_saved(serve: Callable[..., Served], file: Path) -> None:
    source = edited((LEGAL_MOVES, LEGAL_MOVES + FAILS))
    file.write_text(source, encoding="utf-8")
    served = serve(f"--game={file}")
    with served.socket("/api/files") as files:
        files.until(type="files")
        request = {"game": "breakthrough", "moves": ["a2a3"]}
        problem = {"file": "mine.py", "line": line_of(source, FAILS), "message": "KeyError: 'a9'"}
        status, error = served.refusal("/api/positions", request)
        assert (status, error) == (500, f"the code of the game failed: mine.py, line {problem['line']}: KeyError: 'a9'")
        assert until(files, has_problem)["problem"] == problem
        file.write_text(SOURCE, encoding="utf-8")
        until(files, is_sound)
        assert served.post("/api/positions", request)["moves"]


@pytest.mark.slow
def test_the_engine_waits_for_a_broken_file_and_goes_on_with_the_new_rules(
    serve: Callable[..., Served], file: Path
) -> None:
    served = serve(f"--game={file}")
    match, tokens, _ = served.new_match("breakthrough", "human", "engine")
    with served.socket("/api/files") as files, served.live(match) as live:
        until(files, is_sound)
        # Only the engine calls what fails: not the server, and not the check of the contract.
        fails = edited((LEGAL_MOVES, f"{LEGAL_MOVES}        import sys\n{ONLY_IN_ENGINE}"))
        file.write_text(fails, encoding="utf-8")
        until(files, lambda found: found["version"] == 2)
        served.move(match, tokens[0], "a2a3", 0)
        problem = until(files, has_problem)["problem"]
        assert problem == {"file": "mine.py", "line": line_of(fails, ONLY_IN_ENGINE), "message": "KeyError: 'engine'"}
        assert served.get(f"/api/matches/{match}")["outcome"] is None
        file.write_text(SOURCE, encoding="utf-8")
        until(files, is_sound)
        assert len(live.match(moves=2)["moves"]) == 2


ONLY_IN_ENGINE = "        if 'engine_worker' in str(sys.modules['__main__'].__spec__): raise KeyError('engine')\n"
