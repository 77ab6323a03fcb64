"""The text record: a format for any game, readable for people and programs, similar to PDN and PGN.

>>> from io import StringIO
>>> text = '''[Game "turm:castle"]
... [Red "Anna"]
... [Blue "Bram"]
...
... 1. D5-D4-1! {to the middle} (1. C6-C5-1 C2-C3-1) 1... D3-D4-1 1-0
... '''
>>> (played,) = TextRecord().read(StringIO(text))
>>> played.game, played.move_texts(), played.outcome.winner
(<Turm turm:castle>, ['D5-D4-1', 'D3-D4-1'], 0)
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar

from boardwright.errors import IllegalMove, InvalidRecord, quoted
from boardwright.game import Game, M, P
from boardwright.played_game import PlayedGame
from boardwright.records.record_format import UNKNOWN
from boardwright.records.tagged_record import TaggedRecord
from boardwright.records.tokens import token_pattern
from boardwright.records.tree import UNTERMINATED

ESCAPED = re.compile(r"\\(.)")
TO_ESCAPE = re.compile(r'(["\\])')


class TextRecord(TaggedRecord[P, M]):
    """The text record of one game, or of the game in the tag ``Game``.

    A move is its canonical text, in quotes if it could be mistaken for something else.
    """

    extension = ".txt"
    title = "a record"
    example = ""
    start_tag = "Start"
    scores = ("1-0", "0-1", "1/2-1/2")
    results: ClassVar = {result: result for result in (*scores, UNKNOWN)}
    pattern = token_pattern(
        r"""[^\s(){}\[\];%$!?*".][^\s(){}\[\];!?"]*+ | "(?:[^"\\\n] | \\.)*+" """,
        r"(?:1/2-1/2 | 1-0 | 0-1 | \*) (?=[\s(){};\[!?]|\Z)",
    )

    def __init__(self, game: Game[P, M] | None = None) -> None:
        self._game = game

    @property
    def game(self) -> Game[P, M]:
        if self._game is None:
            raise InvalidRecord('the game is not named: expected a tag Game first, such as [Game "turm"]')
        return self._game

    def parse_move(self, position: P, text: str) -> M:
        if text[0] == '"':
            text = ESCAPED.sub(r"\1", text[1:-1])
        outcome = self.game.outcome(position)
        if outcome is not None:
            raise IllegalMove(text, self.game.why_ended(outcome))
        return self.game.parse_move(position, text)

    def format_move(self, position: P, move: M) -> str:
        text = self.game.format_move(position, move)
        found = self.pattern.match(text)
        if found is not None and found.lastgroup == "move" and found[0] == text and text[0] != '"':
            return text
        if re.search(r"[\r\n]", text):
            raise InvalidRecord(f"the move {quoted(text)} cannot be written: expected one line")
        escaped = TO_ESCAPE.sub(r"\\\1", text)
        return f'"{escaped}"'

    def tagged(self, name: str, value: str) -> TextRecord[P, M]:
        if name != "Game":
            return self
        if self._game is None:
            # Look up names only: a record must not be able to run a file.
            from boardwright.registry import find_named

            return TextRecord(find_named(value))
        is_default = self._game.variant == self._game.variants[0]
        if value != self._game.full_name and not (is_default and value == self._game.name):
            raise InvalidRecord(f"the record is of the game {quoted(value)}: expected {self._game.full_name}")
        return self

    def reason(self, tags: Mapping[str, str]) -> str | None:
        return tags.get("Termination") or None

    def with_own_tags(self, tags: Mapping[str, str], played: PlayedGame[P, M]) -> dict[str, str]:
        outcome = played.outcome
        own = {
            "Game": self.game.full_name,
            **{name: value for name, value in tags.items() if name not in ("Game", self.start_tag)},
            "Result": self.score(outcome),
            "Termination": UNTERMINATED if outcome is None else " ".join(outcome.reason.split()),
        }
        if played.positions[0] != self.game.start():
            own[self.start_tag] = self.game.format_position(played.positions[0])
        return own
