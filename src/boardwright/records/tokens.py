"""The tokens of record files, read in chunks.

Any text can be split into tokens: text that fits nothing becomes ``open_comment``, ``bad_tag``, ``set_up`` or
``junk``, and the reader reports it.
"""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Iterator
from typing import IO, NamedTuple

LONGEST = 1 << 20
"""The maximum length of a token; a longer comment counts as not closed."""

CHUNK = 1 << 20


def token_pattern(move: str, result: str) -> re.Pattern[str]:
    """Return the token pattern of a format with the given moves and results, which are verbose expressions.

    Matching must take linear time: all repetitions are possessive or bounded.
    """
    return re.compile(
        rf"""
          (?P<blank> [\s\ufeff]++ | (?m:^)%[^\n]*+ )
        | (?P<comment> \{{[^}}]*+\}} | ;[^\n]*+ )
        | (?P<tag> \[[ \t]*+ \w++ [ \t]*+ "(?:[^"\\\n] | \\. | "(?![ \t]*+\]))*+" [ \t]*+\] )
        | (?P<number> [0-9]{{1,4}}\s{{0,9}}\.++ | \.++ )
        | (?P<result> {result} )
        | (?P<move> {move} )
        | (?P<strength> [!?]{{1,9}}+ | \([!?]{{1,9}}+\) )
        | (?P<nag> \$[0-9]{{1,3}} (?![0-9]) )
        | (?P<open> \( )
        | (?P<close> \) )
        | (?P<set_up> /[ ]*+FEN[^/\n]*+/ )
        | (?P<bad_tag> \[[^\n]*+ )
        | (?P<junk> [^\s(){{}}\[;%]++ | . )
        """,
        re.VERBOSE,
    )


class Token(NamedTuple):
    """A token, where it begins, and whether it starts a paragraph, after an empty line."""

    kind: str
    text: str
    line: int
    column: int
    opens_paragraph: bool


def tokens(stream: IO[str] | IO[bytes], pattern: re.Pattern[str]) -> Iterator[Token]:
    """Splits a text stream, or bytes in UTF-8 or Latin-1, into tokens.

    >>> pattern = token_pattern(r"[a-h][1-8]", r"1-0")
    >>> [(token.kind, token.text) for token in tokens(io.StringIO("1. d4! {usual} 1-0"), pattern)]
    [('number', '1.'), ('move', 'd4'), ('strength', '!'), ('comment', '{usual}'), ('result', '1-0')]
    """
    window = _Window(stream, pattern)
    line, column, opens_paragraph = 1, 1, True
    while piece := window.next():
        kind, text = piece
        if kind != "blank":
            yield Token(kind, text, line, column, opens_paragraph)
            opens_paragraph = False
        ends = text.count("\n")
        if ends:
            opens_paragraph |= kind == "blank" and ends > 1
            line, column = line + ends, len(text) - text.rindex("\n")
        else:
            column += len(text)


class _Window:
    """The window of the text around the next token: always large enough for the longest one."""

    def __init__(self, stream: IO[str] | IO[bytes], pattern: re.Pattern[str]) -> None:
        self._chunks = _chunks(stream)
        self._pattern = pattern
        self._text = ""
        self._place = 0
        self._is_last = False
        self._brace = -1

    def next(self) -> tuple[str, str] | None:
        """Return the kind and the text of the next token; None at the end."""
        if len(self._text) - self._place < LONGEST and not self._is_last:
            self._refill()
        if self._text.startswith("{", self._place) and not self._is_closed():
            self._place += 1
            return "open_comment", "{"
        found = self._pattern.match(self._text, self._place)
        if found is None:
            return None
        self._place = found.end()
        return str(found.lastgroup), found[0]

    def _is_closed(self) -> bool:
        """Whether a brace closes the comment that begins here; each brace is searched only once."""
        if self._brace < self._place:
            found = self._text.find("}", self._place)
            self._brace = len(self._text) if found < 0 else found
        return self._brace < min(len(self._text), self._place + LONGEST)

    def _refill(self) -> None:
        parts = [self._text[self._place :]]
        length = len(parts[0])
        while length < LONGEST + CHUNK and not self._is_last:
            chunk = next(self._chunks, None)
            self._is_last = chunk is None
            parts.append(chunk or "")
            length += len(parts[-1])
        self._text, self._place, self._brace = "".join(parts), 0, -1


def _as_latin_1(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start : error.end].decode("latin-1"), error.end


LATIN_1_WHERE_NOT_UTF_8 = "boardwright.latin-1"
codecs.register_error(LATIN_1_WHERE_NOT_UTF_8, _as_latin_1)


def _chunks(stream: IO[str] | IO[bytes]) -> Iterator[str]:
    """Yield the text of a stream with normalised line ends and without a byte order mark.

    Most files are UTF-8, many older ones Latin-1, and collections are both at once.
    """
    utf_8 = codecs.getincrementaldecoder("utf-8")(LATIN_1_WHERE_NOT_UTF_8)
    plain = io.IncrementalNewlineDecoder(None, translate=True)
    mark = "\ufeff"
    while chunk := stream.read(CHUNK):
        text = plain.decode(utf_8.decode(chunk) if isinstance(chunk, bytes) else chunk)
        yield text.removeprefix(mark)
        mark = ""
    yield plain.decode(utf_8.decode(b"", final=True), final=True)
