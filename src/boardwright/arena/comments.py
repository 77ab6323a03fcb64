"""Comments on the moves of an arena game, for its text record: score, depth and time, as in the PGN of other arenas."""

from __future__ import annotations

from boardwright.arena.play import ArenaGame, MoveStats
from boardwright.played_game import AnyPlayedGame
from boardwright.records.tagged_record import tag_format_of
from boardwright.records.tree import AnnotatedGame, AnnotatedLine, AnnotatedMove

BOOK = "book"
"""The comment on a move of the opening."""


def commented(arena_game: ArenaGame) -> AnyPlayedGame:
    """Return the played game with a comment on every move, if its game has a format with comments."""
    played = arena_game.played
    form = tag_format_of(played.game)
    if form is None:
        return played
    comments = [*[BOOK] * arena_game.opening, *map(move_comment, arena_game.move_stats)]
    nodes = (AnnotatedMove(move, after=(text,)) for move, text in zip(played.moves, comments, strict=False))
    copy = played.copy()
    copy.origin = AnnotatedGame(form, main=AnnotatedLine(nodes=tuple(nodes)))
    return copy


def move_comment(stats: MoveStats) -> str:
    """Return score, depth and time of a move; M and a number is a proven win or loss in that number of plies.

    Without a score there is the win probability, and for a player that does not search the time only.

    >>> move_comment(MoveStats(0.35, 0.62, 12, 90_000, 0.51)), move_comment(MoveStats(-319.96, 0.0, 5, 80, 0.004, 4))
    ('+0.35/12 0.51s', '-M4/5 0.004s')
    >>> move_comment(MoveStats(None, 0.62, 8, 1000, 0.1)), move_comment(MoveStats(None, 0.5, 1, 1, 0.0))
    ('62%/8 0.10s', '0.000s')
    """
    seconds = f"{stats.seconds:.2f}s" if stats.seconds >= 0.1 else f"{stats.seconds:.3f}s"
    if stats.score is None:
        return f"{stats.win_probability:.0%}/{stats.depth} {seconds}" if stats.nodes > 1 else seconds
    value = f"{stats.score:+.2f}"
    if stats.distance is not None:
        value = f"{'+' if stats.score > 0 else '-'}M{stats.distance}"
    return f"{value}/{stats.depth} {seconds}"
