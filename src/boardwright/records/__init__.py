"""Record files: the text record of every game, and what formats with tags and moves share.

>>> from io import StringIO
>>> from boardwright import find_game
>>> from boardwright.played_game import PlayedGame
>>> cabeza = find_game("cabeza")
>>> played = PlayedGame(cabeza)
>>> played.play_text("Fn")
>>> played.resign()
>>> text = StringIO()
>>> record_formats(cabeza)["text"].write(played, {"Red": "Anna", "Blue": "Bram"}, text)
>>> print(text.getvalue())
[Game "cabeza"]
[Red "Anna"]
[Blue "Bram"]
[Result "1-0"]
[Termination "the other side resigned"]
<BLANKLINE>
1. Fn 1-0
<BLANKLINE>
<BLANKLINE>
"""

from boardwright.records.reader import Heading, read_games, read_headings
from boardwright.records.record_format import RecordFormat, TagFormat, record_formats
from boardwright.records.text import TextRecord
from boardwright.records.tree import AnnotatedGame, AnnotatedLine, AnnotatedMove, InvalidText, annotated_game
from boardwright.records.writer import write_game

__all__ = [
    "AnnotatedGame",
    "AnnotatedLine",
    "AnnotatedMove",
    "Heading",
    "InvalidText",
    "RecordFormat",
    "TagFormat",
    "TextRecord",
    "annotated_game",
    "read_games",
    "read_headings",
    "record_formats",
    "write_game",
]
