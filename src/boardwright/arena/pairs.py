"""A pair: one opening, played twice with sides swapped. The unit of work and of statistics."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from boardwright.arena.play import MARGIN, ArenaGame, Forfeit, Thought, play_game
from boardwright.arena.results import Figures, GameReport
from boardwright.engine.limits import Limits
from boardwright.engine.players import Player, read_player
from boardwright.errors import one_line
from boardwright.game import AnyGame
from boardwright.played_game import ADJUDGED, AnyPlayedGame, PlayedGame
from boardwright.records.archive import texts_of
from boardwright.registry import as_game
from boardwright.views import Side


@dataclass(frozen=True, slots=True)
class Contest:
    """The set-up of a match: all that a process needs to play any pair.

    ``game`` is the game itself or, if it comes from a file, the path that finds it again. ``tags`` are for the other
    record formats; None: those are not written. ``margin`` is how far a player may exceed its time for a move, in
    seconds.
    """

    game: AnyGame | str
    players: tuple[str, str]
    limits: Limits
    seed: int
    tags: dict[str, str] | None = None
    margin: float = MARGIN


def play_pair(contest: Contest, number: int, opening: Sequence[str]) -> list[GameReport]:
    """Play both games of a pair with new players, so that they do not depend on earlier games."""
    game = as_game(contest.game)
    return [
        report_game(contest, number, first, play_between(contest, number, first, _opened(game, opening)))
        for first in range(2)
    ]


def _opened(game: AnyGame, opening: Sequence[str]) -> AnyPlayedGame:
    played_game: AnyPlayedGame = PlayedGame(game)
    for text in opening:
        played_game.play_text(text, strict=True)
    return played_game


_kept: dict[tuple[str, str, int, Limits], Player] = {}
"""The players of this process that can exist only once, by game, specification, entrant and limits."""


def close_kept(still: Collection[str] = ()) -> None:
    """Close the players that are kept from game to game, except some."""
    for key in [key for key in _kept if key[1] not in still]:
        with suppress(Exception):
            _kept.pop(key).close()


def _player_for(contest: Contest, game: AnyGame, entrant: int, seed: int) -> Player:
    """Return a new player; one that can exist only once is reused."""
    text = contest.players[entrant]
    key = game.full_name, text, entrant, contest.limits
    player = _kept.get(key)
    if player is None:
        player = read_player(text, game, seed=seed, limits=contest.limits)
        if player.is_single:
            close_kept(contest.players)
            _kept[key] = player
    return player


def play_between(
    contest: Contest,
    number: int,
    first: int,
    played_game: AnyPlayedGame,
    on_move: Callable[[AnyPlayedGame], None] | None = None,
) -> ArenaGame:
    """Play one game from the current position, with new players where possible.

    Entrant ``first`` has the side that moves first.
    """
    players: list[Player] = []
    try:
        for side in range(2):
            entrant = first ^ side
            seed = Random(f"player {contest.seed} {number} {first} {entrant}").getrandbits(32)
            try:
                players.append(_player_for(contest, played_game.game, entrant, seed))
            except Exception as error:
                return Forfeit("failed", one_line(error)).end(played_game, len(played_game.moves), [], side)
        return play_game(played_game, players, margin=contest.margin, on_move=on_move)
    finally:
        for player in players:
            with suppress(Exception):
                if player.is_single:
                    player.end_game()
                else:
                    player.close()


def report_game(contest: Contest, number: int, first: int, played: ArenaGame) -> GameReport:
    """Return the data of a game of pair ``number``, in which entrant ``first`` had the side that moves first."""
    played_game, sides = played.played, played.played.game.sides
    outcome = played_game.outcome
    assert outcome is not None
    title = f"{number + 1}.{first + 1}"
    names = contest.players[first], contest.players[1 - first]
    record = {
        **played_game.record(),
        "players": dict(zip(sides, names, strict=True)),
        "round": title,
        "seed": contest.seed,
        "opening": played.opening,
        "thoughts": _columns(played.thoughts),
    }
    figures = _figures(played, first), _figures(played, 1 - first)
    ending, failure, absent = outcome, None, None
    if played.forfeit is not None:
        loser = first ^ played.forfeit
        absent = None if played.late or figures[loser].moves else loser
        failure = f"game {title}, {names[played.forfeit]}: {played.failure}"
        # Reasons are counted: leave out what is specific to this game.
        ending = replace(outcome, reason=ADJUDGED + played.how)
    return GameReport(
        record,
        None if outcome.winner is None else first ^ outcome.winner,
        "draw" if outcome.winner is None else sides[outcome.winner],
        played_game.game.format_outcome(ending),
        failure,
        absent,
        figures,
        {} if contest.tags is None else texts_of(played_game, names, {**contest.tags, "Round": title}),
    )


def _figures(played: ArenaGame, side: Side) -> Figures:
    played_game = played.played
    movers = map(played_game.game.side_to_move, played_game.positions[played.opening :])
    own = [thought for mover, thought in zip(movers, played.thoughts, strict=False) if mover == side]
    forfeited = played.forfeit == side
    return Figures(
        len(own),
        sum(thought.depth for thought in own),
        sum(thought.nodes for thought in own),
        sum(thought.seconds for thought in own),
        max([played.last_seconds if forfeited else 0.0, *(thought.seconds for thought in own)]),
        int(forfeited),
        int(forfeited and played.late),
    )


def _columns(thoughts: Sequence[Thought]) -> dict[str, list[Any]]:
    """Return one list for each figure, with one entry for each move after the opening."""
    return {
        "score": [thought.score for thought in thoughts],
        "win": [round(thought.win_probability, 4) for thought in thoughts],
        "depth": [thought.depth for thought in thoughts],
        "nodes": [thought.nodes for thought in thoughts],
        "seconds": [round(thought.seconds, 4) for thought in thoughts],
    }
