"""A pair: one opening, played twice with sides swapped. The unit of work and of statistics."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random

from boardwright.arena.play import MARGIN, ArenaGame, Forfeit, MoveStats, play_game
from boardwright.arena.results import GameReport, PlayerStats
from boardwright.engine.limits import Limits
from boardwright.engine.players import Player, read_player
from boardwright.errors import one_line
from boardwright.game import AnyGame
from boardwright.played_game import ADJUDGED, AnyPlayedGame, PlayedGame
from boardwright.records.archive import texts_of
from boardwright.registry import as_game
from boardwright.views import Side


@dataclass(frozen=True, slots=True)
class MatchSetup:
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


def play_pair(setup: MatchSetup, number: int, opening: Sequence[str]) -> list[GameReport]:
    """Play both games of a pair with new players, so that they do not depend on earlier games."""
    game = as_game(setup.game)
    return [
        report_game(setup, number, first, play_between(setup, number, first, _opened(game, opening)))
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


def _player_for(setup: MatchSetup, game: AnyGame, entrant: int, seed: int) -> Player:
    """Return a new player; one that can exist only once is reused."""
    text = setup.players[entrant]
    key = game.full_name, text, entrant, setup.limits
    player = _kept.get(key)
    if player is None:
        player = read_player(text, game, seed=seed, limits=setup.limits)
        if player.is_single:
            close_kept(setup.players)
            _kept[key] = player
    return player


def play_between(
    setup: MatchSetup,
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
            seed = Random(f"player {setup.seed} {number} {first} {entrant}").getrandbits(32)
            try:
                players.append(_player_for(setup, played_game.game, entrant, seed))
            except Exception as error:
                return Forfeit("failed", one_line(error)).end(played_game, len(played_game.moves), [], side)
        return play_game(played_game, players, margin=setup.margin, on_move=on_move)
    finally:
        for player in players:
            with suppress(Exception):
                if player.is_single:
                    player.end_game()
                else:
                    player.close()


def report_game(setup: MatchSetup, number: int, first: int, played: ArenaGame) -> GameReport:
    """Return the data of a game of pair ``number``, in which entrant ``first`` had the side that moves first."""
    played_game, sides = played.played, played.played.game.sides
    outcome = played_game.outcome
    assert outcome is not None
    title = f"{number + 1}.{first + 1}"
    names = setup.players[first], setup.players[1 - first]
    record = {
        **played_game.record(),
        "players": dict(zip(sides, names, strict=True)),
        "round": title,
        "seed": setup.seed,
        "opening": played.opening,
        "thoughts": _columns(played.move_stats),
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
        {} if setup.tags is None else texts_of(played_game, names, {**setup.tags, "Round": title}),
    )


def _figures(played: ArenaGame, side: Side) -> PlayerStats:
    played_game = played.played
    movers = map(played_game.game.side_to_move, played_game.positions[played.opening :])
    own = [stats for mover, stats in zip(movers, played.move_stats, strict=False) if mover == side]
    forfeited = played.forfeit == side
    return PlayerStats(
        len(own),
        sum(stats.depth for stats in own),
        sum(stats.nodes for stats in own),
        sum(stats.seconds for stats in own),
        max([played.last_seconds if forfeited else 0.0, *(stats.seconds for stats in own)]),
        int(forfeited),
        int(forfeited and played.late),
    )


def _columns(move_stats: Sequence[MoveStats]) -> dict[str, Sequence[object]]:
    """Return one list for each figure, with one entry for each move after the opening."""
    return {
        "score": [stats.score for stats in move_stats],
        "win": [round(stats.win_probability, 4) for stats in move_stats],
        "depth": [stats.depth for stats in move_stats],
        "nodes": [stats.nodes for stats in move_stats],
        "seconds": [round(stats.seconds, 4) for stats in move_stats],
    }
