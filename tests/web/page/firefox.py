"""Firefox over WebDriver BiDi, which it speaks itself: https://w3c.github.io/webdriver-bidi/."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from tests.web.server_process import TIMEOUT
from websockets.sync.client import ClientConnection, connect

LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
LEFT_BUTTON = 0


class Firefox:
    """A tab of Firefox; ``errors`` collects what its pages log as errors."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self._count = 0
        self.errors: list[str] = []
        self.call("session.new", capabilities={})
        (context,) = self.call("browsingContext.getTree")["contexts"]
        self.tab: str = context["context"]
        self.call("session.subscribe", events=["log.entryAdded"])

    def call(self, method: str, **parameters: Any) -> Any:
        """Send a command, and return its result."""
        self._count += 1
        self._connection.send(json.dumps({"id": self._count, "method": method, "params": parameters}))
        while True:
            message = json.loads(self._connection.recv(TIMEOUT))
            if message.get("method") == "log.entryAdded" and message["params"]["level"] == "error":
                self.errors.append(message["params"]["text"])
            if message.get("id") == self._count:
                assert message["type"] == "success", message
                return message["result"]

    def open(self, address: str) -> None:
        """Go to a page and wait until it is loaded."""
        self.call("browsingContext.navigate", context=self.tab, url=address, wait="complete")

    def evaluate(self, expression: str) -> Any:
        """Return the value of an expression, a text, a number or a truth value."""
        found = self.call("script.evaluate", expression=expression, target={"context": self.tab}, awaitPromise=True)
        assert found["type"] == "success", found
        return found["result"].get("value")

    def until(self, expression: str) -> None:
        """Wait until an expression is true."""
        deadline = monotonic() + TIMEOUT
        while not self.evaluate(f"Boolean({expression})"):
            assert monotonic() < deadline, expression
            sleep(0.05)

    def click(self, selector: str) -> None:
        """Click the middle of an element."""
        self.until(f"document.querySelector({selector!r})")
        element = self.call(
            "script.evaluate",
            expression=f"document.querySelector({selector!r})",
            target={"context": self.tab},
            awaitPromise=False,
        )["result"]
        self.evaluate(f"document.querySelector({selector!r}).scrollIntoView({{block: 'center'}})")
        origin = {"type": "element", "element": {"sharedId": element["sharedId"]}}
        actions = [
            {"type": "pointerMove", "x": 0, "y": 0, "origin": origin},
            {"type": "pointerDown", "button": LEFT_BUTTON},
            {"type": "pointerUp", "button": LEFT_BUTTON},
        ]
        pointer = {"type": "pointer", "id": "mouse", "actions": actions}
        self.call("input.performActions", context=self.tab, actions=[pointer])


@contextmanager
def firefox(program: str, profile: Path) -> Iterator[Firefox]:
    """Start Firefox with a new profile, and end it."""
    options = ["--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
    log = profile / "log"
    with log.open("w") as output, subprocess.Popen([program, *options], stdout=output, stderr=output) as process:
        try:
            deadline = monotonic() + TIMEOUT
            while not (found := LISTENING.search(log.read_text())):
                assert process.poll() is None, log.read_text()
                assert monotonic() < deadline, log.read_text()
                sleep(0.05)
            with connect(f"{found[1]}/session", max_size=None, open_timeout=TIMEOUT) as connection:
                yield Firefox(connection)
        finally:
            process.terminate()
