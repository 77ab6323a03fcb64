"""PDN 3.0, the text format in which the draughts world keeps its games.

>>> from io import StringIO
>>> text = '''[Event "Club evening"]
... [GameType "20"]
...
... 1. 32-28 19-23 (1... 18-23! {more usual}) 2. 28x19 14x23 1/2-1/2
... '''
>>> (game,) = read_pdn(StringIO(text))
>>> game.result, len(game.moves), game.main.nodes[1].variations[0].nodes[0].comments
('1-1', 4, ('more usual',))
>>> game.match().outcome
Outcome(winner=None, reason='agreed')

``read_pdn`` takes what real files hold and streams files of any size, ``write_pdn`` writes
the canonical text, ``PdnGame.match`` and ``pdn_of`` lead to matches and back.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import IO

from boardwright.game import InvalidRecord, RecordFormat
from boardwright.games.draughts.pdn.reader import read_pdn
from boardwright.games.draughts.pdn.tree import InvalidPdn, PdnGame, PdnLine, PdnNode, pdn_of
from boardwright.games.draughts.pdn.writer import write_pdn
from boardwright.games.draughts.rules import Move, Position
from boardwright.match import Match

__all__ = ["InvalidPdn", "Pdn", "PdnGame", "PdnLine", "PdnNode", "pdn_of", "read_pdn", "write_pdn"]


class Pdn(RecordFormat[Position, Move]):
    """PDN for those who know of matches only."""

    extension = ".pdn"

    def read(
        self, stream: IO[str] | IO[bytes], *, on_error: Callable[[InvalidRecord], None] | None = None
    ) -> Iterator[Match[Position, Move]]:
        for game in read_pdn(stream, on_error=on_error):
            try:
                match = game.match()
            except InvalidRecord as error:
                if on_error is None:
                    raise
                on_error(error)
            else:
                yield match

    def write(self, match: Match[Position, Move], tags: Mapping[str, str], stream: IO[str]) -> None:
        write_pdn(pdn_of(match, tags), stream)
