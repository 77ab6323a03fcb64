"""Annotated games as trees in JSON: moves with comments, glyphs and variations, from a record and back.

The moves of a tree are a list in which each names the place of the move before it, so that variations can be nested
to any depth without nested JSON. Of the moves with the same move before them, the first continues the line, and the
others are variations.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Any

from pydantic import ValidationError

from boardwright.errors import BoardwrightError, IllegalMove, InvalidRecord, quoted
from boardwright.game import AnyGame
from boardwright.played_game import AnyPlayedGame, PlayedGame, replay
from boardwright.records.files import StoredGame, free_tags
from boardwright.records.reader import comment_text
from boardwright.records.tagged_record import tag_format_of
from boardwright.records.tree import AnnotatedGame, AnnotatedLine, AnnotatedMove
from boardwright.views import Side
from boardwright.web.api_errors import ApiError
from boardwright.web.models import MAX_TREE_MOVES, GameTree, RecordOutcome, TreeMove
from boardwright.web.validation_errors import first_error

ROOT = -1
"""The parent of the first moves."""


@dataclass(slots=True)
class _Draft:
    """A move of a tree while it is built."""

    parent: int
    move: str
    side: Side
    before: list[str] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    nags: list[int] = field(default_factory=list)


def tree_of(stored: StoredGame) -> GameTree:
    """Return the tree of a game of a file.

    Equal moves after the same move are merged, and comments after the result belong to the last move.

    >>> from io import StringIO
    >>> from boardwright.records import TextRecord
    >>> text = '[Game "cabeza"] [Red "Anna"] 1. Fn! {first} (1. Hn $14) fs *'
    >>> tree = tree_of(StoredGame(played := next(TextRecord().read(StringIO(text))), played.origin.tags))
    >>> tree.tags, [(move.parent, move.move, move.nags, move.comments) for move in tree.moves]
    ({'Red': 'Anna'}, [(-1, 'Fn', [1], ['first']), (0, 'fs', [], []), (-1, 'Hn', [14], [])])
    """
    played = stored.played
    game, origin, outcome = played.game, played.origin, played.outcome
    noted = origin if isinstance(origin, AnnotatedGame) else None
    line = noted.main if noted else AnnotatedLine((), tuple(map(AnnotatedMove, played.moves)))
    comments, moves = _flattened(game, played.positions[0], line)
    if noted:
        (moves[len(line.nodes) - 1].comments if line.nodes else comments).extend(noted.closing)
    try:
        return GameTree.model_validate(
            {
                "game": game.full_name,
                "start": game.format_position(played.positions[0]),
                "tags": free_tags(stored),
                "comments": comments,
                "moves": [TreeMove(**{name: getattr(each, name) for name in _Draft.__slots__}) for each in moves],
                "outcome": None if outcome is None else RecordOutcome(winner=outcome.winner, reason=outcome.reason),
            }
        )
    except ValidationError as error:
        raise InvalidRecord(first_error(error.errors(), "the record")) from error


def _flattened(game: AnyGame, position: Any, main: AnnotatedLine[Any]) -> tuple[list[str], list[_Draft]]:
    """Return the comments before the first move, and the moves: a line first, then the variations of its moves."""
    comments: list[str] = []
    moves: list[_Draft] = []
    known: dict[tuple[int, str], int] = {}
    lines = deque([(main, ROOT, position)])
    while lines:
        line, place, position = lines.popleft()
        opening = line.comments
        if line is main or not line.nodes:
            (comments if place == ROOT else moves[place].comments).extend(opening)
            opening = ()
        for node in line.nodes:
            parent, before = place, position
            text = game.format_move(before, node.move)
            place = known.setdefault((parent, text), len(moves))
            if place == len(moves):
                if place == MAX_TREE_MOVES:
                    raise InvalidRecord(f"the record has too many moves: expected at most {MAX_TREE_MOVES}")
                moves.append(_Draft(parent, text, game.side_to_move(before)))
            draft = moves[place]
            draft.before += [*opening, *node.before]
            draft.comments += node.comments
            draft.nags += [nag for nag in node.nags if nag not in draft.nags]
            lines.extend((variation, parent, before) for variation in node.variations)
            opening, position = (), game.successor(before, node.move)
    return comments, moves


def stored_game_of(game: AnyGame, tree: GameTree) -> StoredGame:
    """Return the played game of a tree, with its annotations; an illegal move of any variation raises."""
    position = game.start() if tree.start is None else game.parse_position(tree.start)
    lines = _lines(game, position, tree)
    main = lines.get(0, AnnotatedLine())
    played = PlayedGame(game, position)
    for move in main.moves:
        played.play(move, past_draw=True)
    played = _ended(played, tree.outcome)
    form = tag_format_of(game)
    if form is not None:
        line = AnnotatedLine(_written(tree.comments), main.nodes)
        played.origin = AnnotatedGame(form, tree.tags, line, form.score(played.outcome))
    return StoredGame(played, tree.tags)


def _lines(game: AnyGame, start: Any, tree: GameTree) -> dict[int, AnnotatedLine[Any]]:
    """Return the lines of a tree by the place of their first move: 0 for the main line, others for variations."""
    children: dict[int, list[int]] = {}
    moves: list[Any] = []
    positions: list[Any] = []
    for place, each in enumerate(tree.moves):
        if each.parent >= place:
            raise ApiError(f"moves.{place}.parent is {each.parent}: expected the place of an earlier move, or -1")
        before = start if each.parent == ROOT else positions[each.parent]
        move = _parsed(game, before, each.move, place)
        siblings = children.setdefault(each.parent, [])
        if any(moves[other] == move for other in siblings):
            raise ApiError(f"moves.{place}: {quoted(each.move)} follows the same move twice: expected different moves")
        siblings.append(place)
        moves.append(move)
        positions.append(game.successor(before, move))
    lines: dict[int, AnnotatedLine[Any]] = {}
    # A line comes before its variations in the list, so that those are complete when it needs them.
    for begin in reversed(range(len(moves))):
        is_variation = children[tree.moves[begin].parent][0] != begin
        if begin and not is_variation:
            continue
        nodes = []
        follows = [begin]
        while follows:
            place, each = follows[0], tree.moves[follows[0]]
            opens = is_variation and place == begin
            others = () if opens else (lines[other] for other in children[each.parent][1:])
            before = () if opens else _written(each.before)
            nodes.append(AnnotatedMove(moves[place], before, tuple(each.nags), (*_written(each.comments), *others)))
            follows = children.get(place, [])
        opening = _written(tree.moves[begin].before) if is_variation else ()
        lines[begin] = AnnotatedLine(opening, tuple(nodes))
    return lines


def _parsed(game: AnyGame, position: Any, text: str, place: int) -> Any:
    try:
        outcome = game.outcome(position)
        if outcome is not None:
            raise IllegalMove(text, game.why_ended(outcome))
        return game.parse_move(position, text)
    except BoardwrightError as error:
        raise ApiError(f"moves.{place}: {error}") from error


def _written(comments: list[str]) -> tuple[str, ...]:
    """Return comments as they are read again."""
    return tuple(filter(None, map(comment_text, comments)))


def _ended(played: AnyPlayedGame, outcome: RecordOutcome | None) -> AnyPlayedGame:
    """Return the game with the outcome of its tree; one that its moves do not reach was agreed on."""
    sides = played.game.sides
    ended = None
    if outcome is not None:
        ended = {"winner": None if outcome.winner is None else sides[outcome.winner], "reason": outcome.reason}
    elif not played.is_drawn_by_history:
        # The moves alone decide how the game ended.
        return played
    return replay({**played.record(), "outcome": ended}, played.game)
