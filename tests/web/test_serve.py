"""``boardwright serve`` as its user meets it."""

from __future__ import annotations

import os
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import create_engine, text
from tests.running import ROOT, without_header
from tests.web.server_process import TIMEOUT, Served

from boardwright.cli import main
from boardwright.paths import ELSEWHERE
from boardwright.web.connections import PROXY
from boardwright.web.hosts import Hosts, own_names
from boardwright.web.serve import OTHER_FILES, _config
from boardwright.web.store import Store

pytestmark = pytest.mark.slow

BREAKTHROUGH = str(ROOT / "examples" / "breakthrough.py")


def test_it_says_where_it_is_keeps_matches_in_the_data_folder_and_ends_by_ctrl_c(tmp_path: Path) -> None:
    # A browser that would take the terminal over is not asked, for there is no display.
    opened = tmp_path / "opened"
    browser = tmp_path / "www-browser"
    browser.write_text(f"#!/bin/sh\ntouch {opened}\n")
    browser.chmod(0o755)
    # Nor is a file of the user's taken for a module of Python's, also by the processes that think.
    (tmp_path / "random.py").write_text("raise SystemExit(9)")
    hidden = {"DISPLAY", "WAYLAND_DISPLAY"}
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    environment |= {ELSEWHERE: str(tmp_path / "data"), "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    program = "import sys; sys.path.remove(''); from boardwright.cli import main; sys.exit(main())"
    process = subprocess.Popen(
        [sys.executable, "-c", program, "serve", "--port", "0", "--open", "--limit", "requests=1000000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        env=environment,
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        address = line.split()[4]
        assert line == f"the board is at {address} (Ctrl-C ends it)\n"
        assert address.startswith("http://127.0.0.1:")
        with httpx.Client(base_url=address, timeout=TIMEOUT) as client:
            made = client.post("/api/matches", json={"game": "turm", "seats": ["engine:1", "human"]}).json()
            while not client.get(f"/api/matches/{made['match']['id']}").json()["moves"]:
                pass
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=TIMEOUT)
    finally:
        process.kill()
        process.communicate()
    assert (process.returncode, output, errors) == (0, "", "")
    modes = [stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "data", tmp_path / "data" / "matches.db")]
    assert modes == [0o700, 0o600]
    assert not opened.exists()


def complaint(capsys: pytest.CaptureFixture[str], *options: str) -> str:
    """The one line that a server says which does not start."""
    status = main(["serve", *options])
    said = capsys.readouterr()
    assert (status, said.out) == (2, "")
    assert said.err.startswith("error: ")
    assert said.err.count("\n") == 1
    return said.err.removeprefix("error: ").rstrip("\n")


@pytest.fixture(autouse=True)
def _data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(ELSEWHERE, str(tmp_path))


def test_a_port_in_use_is_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        found = complaint(capsys, "--port", str(port))
    assert found == f"127.0.0.1 port {port} cannot be listened to: address already in use (see --host and --port)"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("options", "error"),
    [
        (["--port", "70000"], "argument --port: '70000': expected a whole number from 0 to 65535"),
        (["--port", "0", "--database", "x"], "the database 'x' is not supported: expected sqlite:///FILE or "),
        (["--port", "0", "--host", "no.such.host.invalid"], "no.such.host.invalid port 0 cannot be listened to: "),
        (["--port", "0", "--game", "nowhere.py"], "there is no file 'nowhere.py': expected a Python file"),
        (
            ["--limit", "fun=1"],
            "invalid limit 'fun=1': expected requests, files, work, messages, sockets, connections, ",
        ),
        (["--limit", "sockets=0"], "invalid limit 'sockets=0': expected"),
        (
            ["--allow-host", "http://x"],
            "the host 'http://x' is not a name: expected one such as board.example.org, or *",
        ),
        (["--processes", "1"], "argument --processes: '1': expected a whole number from 2 to 256"),
    ],
)
def test_whatever_is_wrong_is_one_line(capsys: pytest.CaptureFixture[str], options: list[str], error: str) -> None:
    assert complaint(capsys, *options).startswith(error)


def test_a_store_that_makes_no_sense_is_one_line_and_no_address(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    database = f"sqlite:///{tmp_path / 'x.db'}"
    store = Store(database)
    store.close()
    engine = create_engine(database)
    with engine.begin() as connection:
        connection.execute(text("INSERT INTO facts (name, value) VALUES ('alive', 'yes')"))
    engine.dispose()
    found = complaint(capsys, "--port", "0", "--database", database)
    told = "the stored heartbeat is 'yes': expected a number of seconds"
    assert found == f"the server cannot start: {told}"


def test_whoever_listens_beyond_this_machine_is_warned(serve: Callable[..., Served]) -> None:
    served = serve("--host", "0.0.0.0")
    assert served.stop() == (
        "warning: everybody who reaches this machine can play (see docs/operations.md)\nexit status 0\n"
    )


def test_the_game_of_a_file_is_offered_and_played(serve: Callable[..., Served]) -> None:
    served = serve("--game", without_header("examples/breakthrough.py"))
    game = served.get("/api/games")[0]
    assert (game["name"], game["title"], game["engine"], game["levels"]) == ("breakthrough", "Breakthrough", True, 10)
    assert served.get("/api/games/breakthrough/rules")["html"].startswith("<h1>Breakthrough</h1>")
    match, tokens, start = served.new_match("breakthrough", "human", "engine:3")
    served.move(match, tokens[0], start["state"]["moves"][0]["text"], 0)
    with served.live(match) as live:
        assert live.match(moves=2)["state"]["to_move"] == 0
    with served.socket("/api/analysis") as analysis:
        analysis.send(type="analyse", id=1, game="breakthrough", seconds=0.2)
        found = analysis.until(type="result")["result"]
        assert found["variations"][0]["score"]["distance"] is None
        assert 0 < found["variations"][0]["win_probability"] < 1


def test_the_game_of_a_file_with_a_header_has_the_engine_and_its_levels(serve: Callable[..., Served]) -> None:
    served = serve("--game", BREAKTHROUGH)
    game = served.get("/api/games")[0]
    assert (game["name"], game["engine"], game["levels"]) == ("breakthrough", True, 10)
    match, tokens, start = served.new_match("breakthrough", "human", "engine:3")
    served.move(match, tokens[0], start["state"]["moves"][0]["text"], 0)
    with served.live(match) as live:
        assert live.match(moves=2)["state"]["to_move"] == 0


def test_an_error_in_the_file_of_a_game_is_logged_with_its_line(serve: Callable[..., Served], tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    source = Path(BREAKTHROUGH).read_text(encoding="utf-8")
    body = "        if position.board[8] == '.': raise KeyError('a9')\n"
    head, signature, rest = source.partition("    def legal_moves(self, position: Position) -> list[Move]:\n")
    file.write_text(f"{head}{signature}{body}{rest}", encoding="utf-8")
    served = serve(f"--game={file}")
    status, error = served.refusal("/api/positions", {"game": "breakthrough", "moves": ["a2a3"]})
    line = head.count(chr(10)) + 2
    assert (status, error) == (500, f"the code of the game failed: mine.py, line {line}: KeyError: 'a9'")
    assert served.post("/api/positions", {"game": "breakthrough", "moves": ["b2b3"]})["moves"]
    place = f"line {line} of mine.py"
    assert f"the code of breakthrough failed in legal_moves ({place}): KeyError: 'a9'\n" in served.stop()


def test_a_game_that_is_there_already_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    found = complaint(capsys, "--port", "0", "--game", BREAKTHROUGH, "--game", BREAKTHROUGH)
    assert found == "there are two games called 'breakthrough': expected different names"


def test_the_limits_on_connections_hold_where_uvloop_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = ModuleType("uvloop")
    fake.new_event_loop = lambda: pytest.fail("uvloop accepts connections without current_client the listener")  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "uvloop", fake)
    factory = _config(FastAPI(), 10).get_loop_factory()
    assert factory is not None
    factory().close()


def test_one_setting_says_which_proxy_is_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")
    assert _config(FastAPI(), 10).forwarded_allow_ips == PROXY


def test_connections_leave_room_for_other_files() -> None:
    program = (
        "import resource; from boardwright.web.serve import _allow_files, _most_connections;"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (500, 1024)); print(_most_connections(_allow_files(8000)))"
    )
    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert int(printed) == 1024 - OTHER_FILES


@pytest.mark.parametrize(
    ("name", "names"),
    [
        ("Club.example.org", ["club.example.org", "club", "club.local"]),
        ("club", ["club", "club", "club.local"]),
        ("", []),
        (".example.org", []),
    ],
)
def test_the_machine_is_known_by_its_full_and_its_short_name(
    monkeypatch: pytest.MonkeyPatch, name: str, names: list[str]
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: name)
    assert own_names("0.0.0.0") == names
    hosts = Hosts(own_names("0.0.0.0"))
    assert all(each in hosts for each in names)
