"""An error in the code of a game from a file is one line that names its place there, wherever the game is used."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.protocols.ugi_session import Talk
from tests.running import ROOT

from boardwright import BoardwrightError, find_game
from boardwright.arena.matches import play_match
from boardwright.arena.play import play_game
from boardwright.cli import main
from boardwright.cli.commands import moves
from boardwright.cli.console import Console
from boardwright.conformance import game_failure
from boardwright.engine import read_player
from boardwright.failures import TRACEBACK, GameFailed
from boardwright.played_game import PlayedGame

EXAMPLE = (ROOT / "examples" / "breakthrough.py").read_text(encoding="utf-8")
ERROR = "KeyError: 'a9'"
LATER = "if position.board[8] == '.': raise KeyError('a9')"
"""What goes wrong once the pawn of a2 has moved."""


def failing(folder: Path, method: str, body: str = "raise KeyError('a9')") -> tuple[str, int]:
    """The path of Breakthrough with a first line in one of its methods that goes wrong, and which line it is."""
    head, _, rest = EXAMPLE.partition(f"    def {method}(")
    signature, _, rest = rest.partition("\n")
    file = folder / f"{method}.py"
    file.write_text(f"{head}    def {method}({signature}\n        {body}\n{rest}", encoding="utf-8")
    return str(file), head.count("\n") + 2


@pytest.mark.parametrize(
    ("method", "command"),
    [
        ("legal_moves", "moves"),
        ("format_move", "moves"),
        ("parse_position", "moves"),
        ("parse_move", "apply start a2a3"),
        ("successor", "apply start a2a3"),
        ("outcome", "apply start a2a3"),
        ("format_position", "show"),
        ("view", "show"),
        ("legal_moves", "perft 2"),
        ("format_move", "perft 2 --divide"),
        ("legal_moves", "search --nodes 10"),
        ("successor", "positions --count 2"),
        pytest.param("successor", "playout --games 1", marks=pytest.mark.slow),
        pytest.param("successor", "match random random --games 2 --no-save", marks=pytest.mark.slow),
        pytest.param("format_move", "match random random --games 2 --openings 0 --no-save", marks=pytest.mark.slow),
        pytest.param("successor", "balance --games 2 --no-html", marks=pytest.mark.slow),
    ],
)
def test_a_command_names_the_line_of_the_game(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, method: str, command: str
) -> None:
    file, line = failing(tmp_path, method)
    name, *arguments = command.split()
    assert main([name, file, *arguments]) == 2
    called = "parse_move" if (method, name) == ("outcome", "apply") else method
    inside = "" if called == method else f", in {method}"
    expected = f"error: the code of breakthrough failed in {called} (line {line} of {method}.py{inside}): {ERROR}"
    assert capsys.readouterr().err.splitlines()[-1] == expected


def test_the_method_that_was_called_and_the_line_of_its_helper_are_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file, line = failing(tmp_path, "_targets", "return [target for target in [0] if 1 / 0]")
    assert main(["moves", file]) == 2
    place = f"line {line} of _targets.py, in _targets"
    expected = f"error: the code of breakthrough failed in legal_moves ({place}): ZeroDivisionError: division by zero\n"
    assert capsys.readouterr().err == expected


def test_endless_recursion_is_the_game_s(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file, _ = failing(tmp_path, "outcome", "self.legal_moves(position)")
    assert main(["moves", file]) == 2
    assert "the code of breakthrough failed in legal_moves (line " in capsys.readouterr().err


def test_a_line_of_moves_too_deep_for_python_is_not(tmp_path: Path) -> None:
    game = find_game(str(ROOT / "examples" / "breakthrough.py"))

    def deeper() -> None:
        game.legal_moves(game.start())
        deeper()

    with pytest.raises(RecursionError) as error:
        deeper()
    assert game_failure(error.value) is None


def test_the_whole_traceback_is_shown_on_demand(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, _ = failing(tmp_path, "legal_moves")
    monkeypatch.setenv(TRACEBACK, "1")
    assert main(["moves", file]) == 2
    first, *_, last = capsys.readouterr().err.splitlines()
    assert first == "Traceback (most recent call last):"
    assert last.startswith("error: the code of breakthrough failed in legal_moves")


def test_what_the_contract_forbids_is_named_where_the_package_stumbles_over_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file, _ = failing(tmp_path, "legal_moves", "return iter(self.all(position))\n\n    def all(self, position):")
    assert main(["perft", file, "2"]) == 2
    expected = "the contract is broken: breakthrough: legal_moves returns a list_iterator: expected a list (position"
    assert capsys.readouterr().err.startswith(f"error: {expected}")


def test_an_error_of_the_package_is_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> list[str]:
        raise TypeError("a mistake of ours")

    monkeypatch.setattr(moves, "move_texts", broken)
    for game in ("turm", str(ROOT / "examples" / "breakthrough.py")):
        with pytest.raises(TypeError, match="a mistake of ours"):
            main(["moves", game])


def test_the_console_goes_on(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file, line = failing(tmp_path, "view")
    console = Console(find_game(file))
    for command in ("draw", "fen"):
        console.execute(command)
    said, text = capsys.readouterr().out.splitlines()
    assert said == f"error: the code of breakthrough failed in view (line {line} of view.py): {ERROR}"
    assert text == console.game.start_text


def test_the_protocol_complains_and_goes_on(tmp_path: Path) -> None:
    file, line = failing(tmp_path, "legal_moves", LATER)
    talk = Talk(find_game(file))
    words = f"the code of breakthrough failed in legal_moves (line {line} of legal_moves.py): {ERROR}"
    assert talk.say("position startpos moves a2a3", "go nodes 5", "isready") == [
        f"info string error: {words}",
        "readyok",
    ]
    in_parsing = words.replace("legal_moves (", "parse_move (").replace("):", ", in legal_moves):")
    assert talk.say("position startpos moves b2b3 b7b6 a2a3 a7a6") == [f"info string error: {in_parsing}"]
    # The position is the one from before.
    assert talk.server.played.move_texts() == ["a2a3"]


def test_no_player_loses_for_an_error_of_the_game(tmp_path: Path) -> None:
    file, line = failing(tmp_path, "successor")
    game = find_game(file)
    players = [read_player(text, game) for text in ("mcts:visits=5", "random")]
    words = rf"the code of breakthrough failed in successor \(line {line} of successor.py\): {ERROR}"
    with pytest.raises(GameFailed, match=words):
        play_game(PlayedGame(game), players)
    with pytest.raises(GameFailed, match=words):
        play_game(PlayedGame(game), players[::-1])


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [0, 1])
def test_a_match_ends_with_an_error_of_the_game(tmp_path: Path, jobs: int) -> None:
    file, line = failing(tmp_path, "successor")
    words = rf"^the code of breakthrough failed in successor \(line {line} of successor.py\): {ERROR}$"
    with pytest.raises(BoardwrightError, match=words):
        play_match(file, ("random", "random"), games=2, jobs=jobs, opening_plies=0)
