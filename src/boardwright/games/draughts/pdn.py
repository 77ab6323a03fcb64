"""PDN 3.0, the standard text format of draughts games.

``read_pdn`` accepts real-world files and streams files of any size, ``write_pdn`` writes the canonical text,
``AnnotatedGame.to_played_game`` and ``pdn_of`` convert to played games and back.

>>> from io import StringIO
>>> text = '''[Event "Club evening"]
... [GameType "20"]
...
... 1. 32-28 19-23 (1... 18-23! {more usual}) 2. 28x19 14x23 1/2-1/2
... '''
>>> (game,) = read_pdn(StringIO(text))
>>> game.result, len(game.moves), game.main.nodes[1].variations[0].nodes[0].comments
('1-1', 4, ('more usual',))
>>> game.to_played_game().outcome
Outcome(winner=None, reason='agreed', termination=<Termination.AGREEMENT: 'agreement'>)
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from typing import IO, ClassVar, TypeAlias

from boardwright.errors import InvalidRecord, quoted
from boardwright.games.draughts import notation
from boardwright.games.draughts.game import Draughts
from boardwright.games.draughts.rules import Move, Position
from boardwright.played_game import PlayedGame
from boardwright.records.reader import read_games
from boardwright.records.record_format import UNKNOWN
from boardwright.records.tagged_record import TaggedRecord
from boardwright.records.tokens import token_pattern
from boardwright.records.tree import AnnotatedGame, InvalidText, annotated_game
from boardwright.records.writer import write_game

GAME_TYPE = "20,W,10,10,N2,0"
"""The PDN game type of international draughts: White begins, ten by ten squares, numbered from the top left."""

GAME_TYPE_TEXT = re.compile(r"\s*(?:20\b|\??\s*$)")
"""The game types that are read: international draughts, and unknown."""

WHITE_WINS, BLACK_WINS, DRAW, BOTH_LOSE = "2-0", "0-2", "1-1", "0-0"
SEPARATORS = str.maketrans("X:×", "xxx")

PdnGame: TypeAlias = AnnotatedGame[Position, Move]


class Pdn(TaggedRecord[Position, Move]):
    """PDN as a record format of played games."""

    extension = ".pdn"
    title = "PDN"
    example = " such as 32-28"
    start_tag = "FEN"
    scores = (WHITE_WINS, BLACK_WINS, DRAW)
    results: ClassVar = {
        **{result: result for result in (*scores, BOTH_LOSE, UNKNOWN)},
        "1-0": WHITE_WINS,
        "0-1": BLACK_WINS,
        "1/2-1/2": DRAW,
    }
    pattern = token_pattern(
        r"[0-9]{1,2}(?:\s{0,9}[-xX:×]\s{0,9}[0-9]{1,2}){1,20}+ (?!\w)",
        r"""(?:1/2\s{0,9}-\s{0,9}1/2 | 2\s{0,9}-\s{0,9}0 | 1\s{0,9}-\s{0,9}[01] | 0\s{0,9}-\s{0,9}[012] | \*)
            (?![0-9/])""",
    )

    def __init__(self, game: Draughts | None = None) -> None:
        self._game = game or Draughts()

    @property
    def game(self) -> Draughts:
        return self._game

    def parse_move(self, position: Position, text: str) -> Move:
        return notation.parse_move(position, "".join(text.split()).translate(SEPARATORS))

    def format_move(self, position: Position, move: Move) -> str:
        return notation.format_short(position, move)

    def tagged(self, name: str, value: str) -> Pdn:
        if name == "GameType" and GAME_TYPE_TEXT.match(value) is None:
            raise InvalidRecord(f"the game type is {quoted(value)}: expected 20, international draughts")
        return self

    def lacking(self, tags: Mapping[str, str]) -> tuple[str, str] | None:
        if tags.get("SetUp", "").strip() == "1" and not tags.get("FEN"):
            return "SetUp", "the game begins with a position of its own: expected a tag FEN"
        return None

    def with_own_tags(self, tags: Mapping[str, str], played: PlayedGame[Position, Move]) -> dict[str, str]:
        own = {**tags, "Result": self.score(played.outcome), "GameType": GAME_TYPE}
        first = played.positions[0]
        if first != self.game.start():
            return {**own, "SetUp": "1", "FEN": self.game.format_position(first)}
        return {name: value for name, value in own.items() if name not in ("SetUp", "FEN")}


PDN = Pdn()


def read_pdn(
    source: str | os.PathLike[str] | IO[str] | IO[bytes], *, on_error: Callable[[InvalidText], None] | None = None
) -> Iterator[PdnGame]:
    """Yield the games of a file or stream; only one of them is in memory at a time.

    A bad game raises :class:`InvalidText`; with ``on_error`` it is passed there instead, and reading continues with
    the next game.

    >>> from io import StringIO
    >>> errors: list[InvalidText] = []
    >>> games = read_pdn(StringIO("1. 32-28 18-23 2-0  1. 32-23 *  1. 34-30 1-1"), on_error=errors.append)
    >>> [game.result for game in games]
    ['2-0', '1-1']
    >>> print(*errors)
    line 1, column 24: '32-23' is illegal: men move one square forward
    """
    return read_games(PDN, source, on_error=on_error)


def write_pdn(game: PdnGame, stream: IO[str]) -> None:
    """Write a game in canonical form, followed by an empty line; ``read_pdn`` restores it exactly.

    >>> import sys
    >>> from io import StringIO
    >>> text = '[White "Anna"] 32-28 $1 {classical} (31-26?) 19-23 28:19 1-0'
    >>> write_pdn(next(read_pdn(StringIO(text))), sys.stdout)
    [White "Anna"]
    <BLANKLINE>
    1. 32-28! {classical} (1. 31-26?) 1... 19-23 2. 28x19 2-0
    <BLANKLINE>
    """
    write_game(game, stream)


def pdn_of(played: PlayedGame[Position, Move], tags: Mapping[str, str] | None = None) -> PdnGame:
    """Convert a played game to PDN, with the given tags and those that follow from the game.

    A game that was read from a file keeps its tags, and the annotations of the moves that it still has.

    >>> played = PlayedGame(Draughts())
    >>> played.play_text("32-28")
    >>> pdn_of(played, {"White": "Anna"}).tags
    {'White': 'Anna', 'Result': '*', 'GameType': '20,W,10,10,N2,0'}
    """
    return annotated_game(PDN, played, tags)
