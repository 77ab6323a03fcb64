"""A game in one file with a header: compiled, compared with its Python rules, cached; then it has all of a core."""

from __future__ import annotations

import ast
import errno
import os
import shutil
import subprocess
import sys
import warnings
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

import numpy as np
import pytest
from tests.core.differential import BATCH, compare, positions_of_play
from tests.json_schemas import json_lines
from tests.rl.test_vector import compare as compare_vector_env
from tests.running import ROOT, Run

import boardwright.core as core_module
from boardwright import Engine, find_game
from boardwright.cli import main
from boardwright.cli.program import guarded
from boardwright.core import CoreMissing, c_interface, compiler, core_of, find_core, finish, library
from boardwright.core.c_interface import LibraryCore
from boardwright.core.compiler import CompileError, compiled, reread
from boardwright.core.library import BrokenHeader, check, compile_header, header_of
from boardwright.core.library import compare as compare_rules
from boardwright.core.verification import verify
from boardwright.encoding import encoding_of
from boardwright.engine.mcts import Mcts
from boardwright.engine.network import shipped_network
from boardwright.explore import perft, random_game
from boardwright.game import AnyGame, Outcome
from boardwright.paths import CACHE
from boardwright.rl.vector import VectorEnv

FILE = "examples/breakthrough.py"
GAME = find_game(FILE)
HEADER = ROOT / "examples" / "breakthrough.hpp"
EVALUATION = HEADER.read_text().partition("// Optional:")[2].partition("BOARDWRIGHT_GAMES")[0]
WIN_IN_5 = "7b/8/8/1w6/8/8/8/8 w"


@pytest.fixture
def cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Have an empty cache."""
    monkeypatch.setenv(CACHE, str(tmp_path / "cache"))
    return tmp_path / "cache" / "cores"


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Have a compiler that writes a line to this file whenever it compiles."""
    calls, script = tmp_path / "calls", tmp_path / "compiler"
    script.write_text(f'#!/bin/sh\ncase $* in *--version*) ;; *) echo "$*" >>{calls} ;; esac\nexec g++ "$@"\n')
    script.chmod(0o755)
    calls.touch()
    monkeypatch.setenv("CXX", str(script))
    return calls


def changed(folder: Path, *changes: tuple[str, str]) -> AnyGame:
    """Copy the example with some changes of its header."""
    folder.mkdir(exist_ok=True)
    header = HEADER.read_text()
    for old, new in changes:
        assert old in header
        header = header.replace(old, new)
    (folder / "breakthrough.hpp").write_text(header)
    shutil.copy(ROOT / FILE, folder)
    return find_game(str(folder / "breakthrough.py"))


BUGS = [
    ("name = ", 'name = bug(0) ? "b" : ', "has no game named breakthrough: found b"),
    ("position_layout = ", """position_layout = bug(1) ? "board: 64 of '.wb'" : """, "lacks the field to_move"),
    ("move_layout = ", 'move_layout = bug(2) ? "origin: 0..63; target: 0..31" : ', "0..31 (move_layout of the header)"),
    ("return !(white & black)", "return !bug(3) && !(white & black)", "C++ says its words are not a position"),
    ("int to_move;\n    };", "int to_move;\n    };\n"
     "    static int side_to_move(const Position& p) { return bug(4) ? 0 : p.to_move; }",
     "Python says black is to move, C++ says white is to move"),
    ("Outcome::won(1 - side, 1)", "Outcome::won(bug(5) ? side : 1 - side, 1)", "are taken', C++ says 'white wins: all"),
    ("        step(own, 8, empty);", "        if (!bug(6)) step(own, 8, empty);", "it is legal, C++ says it is not"),
    ("static constexpr Bits a_file", "static Bits hash(const Position& p) "
     "{ return bug(7) ? p.pawns[0] : hash_of(pack(p)); }\n    static constexpr Bits a_file",
     "C++ says they have the same hash"),
    ("Position play(Position p, Move move) {", "Position play(Position p, Move move) {\n"
     "        if (bug(8)) __builtin_trap();", "SIGILL"),
    ("        p.pawns[1 - p.to_move] &=", "        if (!bug(9)) p.pawns[1 - p.to_move] &=", "says it leads to '"),
    ("return p.pawns[1 - p.to_move] & bit", "return !bug(10) && p.pawns[1 - p.to_move] & bit", "says it is progress"),
    ("over();\n    }\n};", "over() || bug(11);\n    }\n};", "C++ says has_winning_move is true"),
    ("{ return {origin_of(move), target_of(move)}; }", "{ return bug(12) ? Path{target_of(move)} "
     ": Path{origin_of(move), target_of(move)}; }", "Python says the actions 8, 9, 10, 11, 12, 13, 14, 15, C++ says"),
    ("f(side, 0, square)", "f(bug(13) ? 1 - side : side, 0, square)", "in cell 0 of the plane 'own pawn', C++ says 0"),
    ("        if (outcome(p).over()) return;", "        while (bug(14)) std::getenv(\"BUG\");\n"
     "        if (outcome(p).over()) return;", "no end within 3 seconds"),
]  # fmt: skip
"""Changes of the header, each with a bug that the environment variable BUG chooses, and what is said of it."""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a game whose header has all those bugs."""
    folder = tmp_path_factory.mktemp("bugs")
    chosen = 'static bool bug(int number) { return std::getenv("BUG") && std::atoi(std::getenv("BUG")) == number; }'
    changed(
        folder,
        *((old, new) for old, new, _ in BUGS),
        *((f"static constexpr const char* {text}", f"static inline const char* {text}") for text in TEXTS),
        ("using namespace boardwright;\n", f"#include <cstdlib>\n\nusing namespace boardwright;\n\n{chosen}\n"),
    )
    return folder


TEXTS = ("name", "position_layout", "move_layout")
SOON_COMPILED = (*compiler.FLAGS, "-O0")


@pytest.fixture
def buggy(place: Path, monkeypatch: pytest.MonkeyPatch) -> AnyGame:
    """That game, with the cache of the module."""
    monkeypatch.setenv(CACHE, str(place / "cache"))
    monkeypatch.setattr(compiler, "FLAGS", SOON_COMPILED)
    core_module._opened.cache_clear()
    return find_game(str(place / "breakthrough.py"))


def refusal(game: AnyGame) -> str:
    """Return the warning that a game's header cannot be used."""
    with pytest.warns(BrokenHeader) as caught:
        assert find_core(game) is None
    (warning,) = caught
    with pytest.raises(CoreMissing) as missing:
        core_of(game)
    assert str(warning.message) == f"{missing.value}; the Python rules are used"
    return str(missing.value)


# What a core has.


def test_the_rules_are_those_of_python() -> None:
    core = core_of(GAME)
    assert compare(core, list(islice(positions_of_play(GAME, "library"), BATCH))) == BATCH


def test_perft_is_that_of_python() -> None:
    core, start = core_of(GAME), GAME.start()
    for depth in range(5):
        assert core.perft(start, depth) == perft(GAME, start, depth)
    assert core.perft(start, 6) == core.perft(start, 6, threads=3) == core.perft(start, 6, hash_mb=8) == 149264638
    job = core.start_perft(start, 3)
    finish(job)
    shares = dict(zip(job.root_moves, job.counts, strict=True))
    for move in GAME.legal_moves(start):
        assert shares[core.packing.pack_move(move)] == perft(GAME, GAME.successor(start, move), 2)


def test_perft_can_be_stopped() -> None:
    job = core_of(GAME).start_perft(GAME.start(), 30, threads=2)
    assert not job.wait(0.01)
    job.stop()
    assert job.wait(60)
    assert job.stopped
    assert job.done < job.total


def test_playouts_are_the_same_on_any_number_of_threads() -> None:
    core, totals = core_of(GAME), []
    for threads in (1, 3):
        job = core.start_playouts(GAME.start(), 500, 7, threads=threads)
        finish(job)
        totals.append(job.totals)
    assert totals[0] == totals[1]
    assert totals[0]["games"] == sum(number for _, _, number in totals[0]["endings"]) == 500
    assert core.read_outcome(*totals[0]["endings"][0][:2]) == GAME.outcome(GAME.parse_position("w7/8/8/8/8/8/8/7b b"))
    assert core.rollouts(GAME.start(), 50, 3) == core.rollouts(GAME.start(), 50, 3)
    assert sum(core.rollouts(GAME.start(), 50, 3)) == 50


def test_the_search_finds_proved_wins() -> None:
    engine = Engine(GAME, hash_mb=1)
    won = engine.search(GAME.parse_position(WIN_IN_5), depth=8)
    assert (str(won.score), won.win_probability) == ("win in 5", 1.0)
    assert won.move.origin == 33
    lost = engine.search(GAME.parse_position("8/1w6/8/7b/8/8/8/8 b"), depth=8)
    assert str(lost.score) == "loss in 2"
    several = engine.search(GAME.start(), depth=4, multipv=3)
    assert len({variation.moves[0] for variation in several.variations}) == 3
    with pytest.raises(ValueError, match="expected a position with legal moves"):
        engine.core.start_search(
            [GAME.parse_position("w7/8/8/8/8/8/8/7b b")],
            engine.core.new_transposition_table(1),
            depth=1,
            nodes=0,
            seconds=0.0,
            lines=1,
            baseline=False,
            seed=0,
            network=shipped_network(GAME).compiled(),
            bitbases=None,
            threads=1,
        )


def test_a_search_on_several_threads_with_parameters_and_history() -> None:
    engine = Engine(GAME, threads=2, params={"lmp_base": 8})
    history = random_game(GAME, Random(3), plies=6).positions
    result = engine.search(history[-1], nodes=20_000, history=history[:-1])
    assert result.move in GAME.legal_moves(history[-1])
    assert engine.core.params["futility_margin"].default == 100


def test_mcts_plays_its_playouts_in_the_core() -> None:
    mcts = Mcts(GAME, seed=1)
    assert mcts.core is not None
    position = GAME.parse_position("8/1w6/8/8/8/8/6b1/8 w")
    assert mcts.search(position, nodes=30).win_probability == 1.0


@pytest.mark.parametrize("dtype", ["int8", "float32"])
def test_the_vector_environment_plays_as_the_episodes_do(dtype: str) -> None:
    env = VectorEnv(FILE, 2, dtype=dtype)
    ended, prefixes = compare_vector_env(env, GAME.start(), 250, f"vector library {dtype == 'float32'}")
    assert ended > 0
    assert prefixes > 100
    env.reset(seed=5)
    chosen = env.random_actions()
    assert env.legal_actions()[np.arange(2), chosen].all()
    with pytest.raises(ValueError, match="is not among the 8 legal actions"):
        env.step([0, 0])


def test_wrong_words_raise() -> None:
    core = core_of(GAME)
    start = core.pack([GAME.start()])
    for words, complaint in [
        (b"x", "whole words of eight bytes"),
        (b"\0" * 8, "a position takes 3 words: found 1 words in all"),
        (b"\xff" * 24, "the words at index 0 are not a position"),
    ]:
        with pytest.raises(ValueError, match=complaint):
            core.count(words)
    with pytest.raises(ValueError, match="the move at index 0 is not legal"):
        core.play(start, b"\0" * 8)
    with pytest.raises(ValueError, match="expected 1 moves: found 2"):
        core.play(start, b"\0" * 16)
    network = shipped_network(GAME).compiled()
    with pytest.raises(ValueError, match="breakthrough has no self-play for training"):
        core.start_selfplay(GAME.start(), games=1, nodes=1, random_plies=0, network=network)


def test_a_library_has_all_that_the_compiled_module_has() -> None:
    stub = ast.parse((ROOT / "src" / "boardwright" / "core" / "_core.pyi").read_text())
    classes = {node.name: node for node in stub.body if isinstance(node, ast.ClassDef)}
    pairs = {
        "Core": LibraryCore,
        **{name: getattr(c_interface, name) for name in ("Job", "Perft", "Search", "VectorEnv")},
    }
    for name, ours in pairs.items():
        for function in classes[name].body:
            assert isinstance(function, ast.FunctionDef)
            assert hasattr(ours, function.name), function.name
            parameters = [each.arg for each in function.args.args]
            if not function.decorator_list and not function.name.startswith(("start_", "probe")):
                own = getattr(ours, function.name).__code__
                assert list(own.co_varnames[: own.co_argcount]) == parameters, function.name


# What is refused.


@pytest.mark.parametrize("number", range(len(BUGS)))
def test_every_kind_of_difference_is_named(buggy: AnyGame, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BUG", str(number))
    if BUGS[number][2].startswith("no end"):
        monkeypatch.setattr(library, "STALLED", 3.0)
    header = header_of(buggy)
    assert header is not None
    assert BUGS[number][2] in compare_rules(buggy, compile_header(header)).problem


def test_a_header_is_compared_once_and_again_when_the_python_rules_change(
    buggy: AnyGame, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BUG", "6")
    difference = refusal(buggy)
    assert difference.startswith("breakthrough.hpp differs from the Python rules in the position 'bbbbbbbb/bbbbbbbb/")
    assert difference.endswith("', move 'a2a3': Python says it is legal, C++ says it is not")
    # It is known from now on.
    monkeypatch.delenv("BUG")
    core_module._opened.cache_clear()
    assert refusal(buggy) == difference
    # Until the command finds otherwise.
    header = header_of(buggy)
    assert header is not None
    assert check(buggy, compile_header(header), positions=10).problem == ""
    core_module._opened.cache_clear()
    core_of(buggy)
    monkeypatch.setenv("BUG", "6")
    assert check(buggy, compile_header(header), positions=10).problem != ""
    monkeypatch.delenv("BUG")
    with (place / "breakthrough.py").open("a") as file:
        file.write("# Another line.\n")
    for bug in ("1", "6"):
        core_module._opened.cache_clear()
        assert core_of(buggy).perft(buggy.start(), 2) == 484
        monkeypatch.setenv("BUG", bug)


def test_a_header_that_exports_no_game_is_refused(tmp_path: Path, cache: Path) -> None:
    game = changed(tmp_path / "game")
    (tmp_path / "game" / "breakthrough.hpp").write_text("int answer();\n")
    assert refusal(game) == "breakthrough.hpp exports no game: expected BOARDWRIGHT_GAMES(...) at its end"


def test_an_error_of_the_compiler_is_one_line(tmp_path: Path, cache: Path) -> None:
    game = changed(tmp_path / "game", ("        return {};\n", "        return {}\n"))
    line = HEADER.read_text().splitlines().index("        return {};") + 2
    assert refusal(game) == f"breakthrough.hpp:{line}: expected ';' before '}}' token"


def test_a_command_that_needs_the_core_tells_why_there_is_none(tmp_path: Path, cache: Path, boardwright: Run) -> None:
    game = changed(tmp_path / "game", ("#include <boardwright/core/c_interface.hpp>", "#include <nothing>"))
    path = str(header_of(game)).replace(".hpp", ".py")
    done = boardwright("core", path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "error: breakthrough.hpp:2: nothing: No such file or directory\n"
    done = boardwright("perft", path, "2")
    assert (done.returncode, done.stdout) == (0, "484\n")
    assert done.stderr.startswith("warning: breakthrough.hpp:2: nothing: No such file or directory; the Python")


def test_without_a_compiler_the_python_rules_are_used(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = changed(tmp_path / "game")
    monkeypatch.setenv("CXX", "/nowhere/g++")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert find_core(game) is None
    with pytest.raises(CoreMissing, match="breakthrough has no core: CXX is '/nowhere/g\\+\\+', which cannot be run"):
        core_of(game)


def test_the_compiler_may_be_in_a_folder_with_spaces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "my tools" / "g++"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("CXX", str(program))
    assert compiler.find_compiler() == [str(program)]
    monkeypatch.setenv("CXX", f"'{program}' -m64")
    assert compiler.find_compiler() == [str(program), "-m64"]
    monkeypatch.setenv("CXX", "a 'b")
    with pytest.raises(compiler.NoCompiler, match="which cannot be run: expected a C\\+\\+20 compiler"):
        compiler.find_compiler()


def test_a_library_of_another_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    library, version = compile_header(HEADER), c_interface.VERSION
    monkeypatch.setattr(c_interface, "VERSION", 99)
    assert f"version {version} of the interface: expected 99" in verify(GAME, library.path).problem


# The cache.


def header(folder: Path, text: str) -> Path:
    path = folder / "small.hpp"
    path.write_text(text)
    return path


def calls_in(file: Path) -> int:
    return len(file.read_text().splitlines())


def test_a_command_on_a_terminal_says_when_a_header_is_compiled(
    tmp_path: Path, cache: Path, counted: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = header(tmp_path, 'extern "C" [[gnu::visibility("default")]] int answer() { return 42; }\n')

    def work() -> None:
        compiled(path)

    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert (guarded(work), capsys.readouterr().err) == (0, "compiling small.hpp, once after each change ...\n")
    assert (guarded(work), capsys.readouterr().err) == (0, "")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: False)
    path.write_text('extern "C" int other() { return 43; }\n')
    assert (guarded(work), capsys.readouterr().err, calls_in(counted)) == (0, "", 2)


def test_a_header_is_compiled_once(tmp_path: Path, cache: Path, counted: Path) -> None:
    path = header(tmp_path, 'extern "C" [[gnu::visibility("default")]] int answer() { return 42; }\n')
    first = compiled(path)
    again = compiled(path)
    assert (first.is_new, again.is_new, calls_in(counted)) == (True, False, 1)
    assert first.path == again.path
    assert again.seconds == first.seconds


def test_a_changed_header_is_compiled_again(tmp_path: Path, cache: Path, counted: Path) -> None:
    path = header(tmp_path, "int answer();\n")
    first = compiled(path)
    second = compiled(header(tmp_path, "int answer(int);\n"))
    assert (first.path != second.path, calls_in(counted)) == (True, 2)
    # The first one is still there.
    assert compiled(header(tmp_path, "int answer();\n")).path == first.path
    assert calls_in(counted) == 2


def test_a_changed_file_that_a_header_includes_counts_too(tmp_path: Path, cache: Path, counted: Path) -> None:
    other = tmp_path / "other file #1, $2.hpp"
    other.write_text("int answer();\n")
    path = header(tmp_path, '#include "other file #1, $2.hpp"\n')
    assert compiled(path).includes.keys() == {str(other)}
    compiled(path)
    assert calls_in(counted) == 1
    other.write_text("int answer(int);\n")
    assert compiled(path).is_new
    assert calls_in(counted) == 2


def test_another_compiler_compiles_again(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = header(tmp_path, "int answer();\n")
    first = compiled(path)
    monkeypatch.setattr(compiler, "compiler_version", lambda *command: "another version")
    assert compiled(path).path != first.path


def test_a_header_that_does_not_compile_is_not_tried_again(tmp_path: Path, cache: Path, counted: Path) -> None:
    path = header(tmp_path, "int answer(;\n")
    for _ in range(2):
        with pytest.raises(CompileError, match=r"^small\.hpp:1: expected"):
            compiled(path)
    assert calls_in(counted) == 1


def test_an_error_that_can_go_away_is_tried_again(tmp_path: Path, cache: Path) -> None:
    path = header(tmp_path, '#include "other.hpp"\n')
    with pytest.raises(CompileError, match=r"^small\.hpp:1: other\.hpp: No such file"):
        compiled(path)
    (tmp_path / "other.hpp").touch()
    assert compiled(path).is_new


def test_a_cache_that_cannot_be_written_is_read(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = changed(tmp_path / "game")
    core_of(game)
    core_module._opened.cache_clear()

    def refused(path: Path) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))

    monkeypatch.setattr(compiler, "locked", refused)
    monkeypatch.setattr(library, "locked", refused)
    assert core_of(game).perft(game.start(), 2) == 484
    with (tmp_path / "game" / "breakthrough.py").open("a") as file:
        file.write("# Another line.\n")
    core_module._opened.cache_clear()
    assert refusal(game) == "breakthrough.hpp cannot be compared: Read-only file system"
    (tmp_path / "game" / "breakthrough.hpp").write_text("int answer();\n")
    core_module._opened.cache_clear()
    assert refusal(game) == "breakthrough.hpp cannot be compiled: Read-only file system"


def test_a_library_is_compared_even_if_its_header_has_changed(tmp_path: Path, cache: Path) -> None:
    first = compiled(header(tmp_path, "int answer();\n"))
    header(tmp_path, "int answer(;\n")
    assert check(GAME, first, positions=1).problem.startswith("exports no game")
    assert reread(first).checked.keys() == {"breakthrough"}


def test_old_libraries_are_removed(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiler, "KEPT", 2)
    paths = []
    for number in range(4):
        paths.append(compiled(header(tmp_path, f"int answer{number}();\n")).path)
        os.utime(paths[-1].with_suffix(".json"), (number, number))
    compiled(header(tmp_path, "int last();\n"))
    assert [path.exists() for path in paths] == [False, False, False, True]
    assert [path.with_suffix(".json").exists() for path in paths] == [False, False, False, True]


def test_an_old_library_that_is_in_use_stays(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On Windows a loaded library cannot be removed."""

    def refuse(path: Path, *, missing_ok: bool = False) -> None:
        raise PermissionError(errno.EACCES, "in use", str(path))

    old = compiled(header(tmp_path, "int first();\n"))
    monkeypatch.setattr(compiler, "KEPT", 1)
    monkeypatch.setattr(Path, "unlink", refuse)
    assert compiled(header(tmp_path, "int second();\n")).is_new
    assert old.path.exists()


def test_processes_that_start_together_compile_once(tmp_path: Path, cache: Path, counted: Path) -> None:
    path = header(tmp_path, 'extern "C" [[gnu::visibility("default")]] int answer() { return 42; }\n')
    program = (
        "import ctypes, sys; from pathlib import Path; from boardwright.core.compiler import compiled\n"
        "print(ctypes.CDLL(str(compiled(Path(sys.argv[1])).path)).answer())"
    )
    started = [
        subprocess.Popen([sys.executable, "-c", program, str(path)], stdout=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    assert [process.communicate()[0] for process in started] == ["42\n"] * 3
    assert calls_in(counted) == 1


# Other ways to have a header.


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AnyGame]:
    """A game in an installed package, whose manifest names its header."""
    folder = tmp_path / "package_of_games"
    folder.mkdir()
    (folder / "__init__.py").touch()
    source = (
        (ROOT / FILE)
        .read_text()
        .replace(
            '    name = "breakthrough"\n',
            f'''    name = "breakthrough"
    manifest = Manifest(core="{HEADER}")
''',
        )
        .replace("from boardwright.errors", "from boardwright.manifest import Manifest\nfrom boardwright.errors")
    )
    (folder / "rules.py").write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    from package_of_games.rules import Breakthrough  # type: ignore[import-not-found]

    yield Breakthrough()
    del sys.modules["package_of_games"], sys.modules["package_of_games.rules"]


def test_a_manifest_names_a_header(package: AnyGame) -> None:
    assert header_of(package) == HEADER
    assert core_of(package).perft(package.start(), 3) == 11132


@pytest.mark.parametrize("variant", ["standard", "five"])
def test_a_header_with_variants_and_sets_of_several_words(variant: str) -> None:
    game = find_game(f"examples/tictactoe.py:{variant}")
    core = core_of(game)
    assert compare(core, list(islice(positions_of_play(game, variant), BATCH))) == BATCH
    assert core.perft(game.start(), 3) == perft(game, game.start(), 3)
    ended, _ = compare_vector_env(VectorEnv(f"examples/tictactoe.py:{variant}", 2), game.start(), 100, variant)
    assert ended > 0


def test_tic_tac_toe_is_drawn() -> None:
    game = find_game("examples/tictactoe.py")
    assert core_of(game).perft(game.start(), 9) == 127872
    result = Engine(game, hash_mb=1).search(game.start(), depth=9)
    assert (str(result.score), len(result.variations[0].moves)) == ("+0.00", 9)
    job = core_of(game).start_playouts(game.start(), 200, 1)
    finish(job)
    assert {core_of(game).read_outcome(kind, reason) for kind, reason, _ in job.totals["endings"]} == {
        Outcome(0, "three in a row"),
        Outcome(1, "three in a row"),
        Outcome(None, "the board is full"),
    }


@pytest.mark.slow
def test_a_core_without_threads_evaluation_and_encoding(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As WebAssembly will have it."""
    monkeypatch.setattr(compiler, "FLAGS", (*SOON_COMPILED, "-DBOARDWRIGHT_NO_THREADS"))
    game = changed(tmp_path / "game", (EVALUATION, "\n"), ("    static Path path(", "    static Path other("))
    core = core_of(game)
    assert core.perft(game.start(), 5) == 6182818
    job = core.start_playouts(game.start(), 300, 7)
    assert not job.wait(0)
    finish(job)
    assert job.totals["games"] == 300
    assert str(Engine(game, hash_mb=1).search(game.parse_position(WIN_IN_5), depth=8).score) == "win in 5"
    # Material alone.
    captures = Engine(game, hash_mb=1).search(game.parse_position("8/8/8/3b4/2w5/7b/8/8 w"), depth=1)
    assert game.format_move(game.start(), captures.move) == "c4d5"
    with pytest.raises(
        CoreMissing, match="breakthrough has no encoding in its core: expected kinds, each_piece and path"
    ):
        VectorEnv(str(tmp_path / "game" / "breakthrough.py"), 2)


def test_the_command_reports_what_it_did(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("boardwright.cli.commands.core.PYTHON_SECONDS", 0.0)
    assert main(["core", FILE, "--json", "--positions", "50", "--seed", "2"]) == 0
    printed = capsys.readouterr()
    (report,) = json_lines("core", printed.out)
    assert (printed.err, report["problem"]) == ("", None)
    assert report["positions"] >= 50
    assert set(report["perft"]) == {"python", "core"}
    assert main(["core", FILE, "--positions", "50"]) == 0
    assert "the same in " in capsys.readouterr().out
    assert main(["core", "turm"]) == 2
    assert capsys.readouterr().err == "error: turm:centre has no header\n"


def test_the_command_compares_all_variants_unless_one_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["core", "examples/tictactoe.py", "--json", "--positions", "50"]) == 0
    reports = json_lines("core", capsys.readouterr().out)
    assert [(report["game"], report["problem"]) for report in reports] == [
        ("tictactoe:standard", None),
        ("tictactoe:five", None),
    ]
    assert main(["core", "examples/tictactoe.py:five", "--positions", "50"]) == 0
    assert "variant" not in capsys.readouterr().out


def test_the_encoding_counts_places_as_headers_do() -> None:
    encoding = encoding_of(GAME)
    assert [encoding.core_square(name) for name in ("a1", "b1", "h8")] == [0, 1, 63]
    assert encoding.core_action(1, 64, 64) == 64
