"""A pair: one opening, played twice with sides swapped. The unit of work and of statistics."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random
from time import monotonic
from typing import NamedTuple

from boardwright.arena.adjudication import NEVER, Adjudication
from boardwright.arena.comments import commented
from boardwright.arena.openings import Opening
from boardwright.arena.play import MARGIN, ArenaGame, Forfeit, ForfeitKind, MoveStats, play_game
from boardwright.arena.results import GameReport, PlayerStats
from boardwright.engine.limits import Limits
from boardwright.engine.players import Player, read_player
from boardwright.executors.jobs import report_progress
from boardwright.game import AnyGame
from boardwright.played_game import ADJUDGED, AnyPlayedGame
from boardwright.records.archive import texts_of
from boardwright.registry import as_game
from boardwright.views import Side

PROGRESS_INTERVAL = 0.25
"""How often a game reports its progress, in seconds."""


@dataclass(frozen=True, slots=True)
class MatchSetup:
    """The set-up of a match: all that a process needs to play any pair.

    ``game`` is the game itself or, if it comes from a file, the path that finds it again. ``tags`` are for the other
    record formats; None: those are not written. ``margin`` is how far a player may exceed its time for a move, in
    seconds. ``names`` are those of the players in records and messages, by default their specifications.
    """

    game: AnyGame | str
    players: tuple[str, str]
    limits: Limits
    seed: int
    tags: dict[str, str] | None = None
    margin: float = MARGIN
    adjudication: Adjudication = NEVER
    names: tuple[str, str] | None = None

    def tagged(self, tags: dict[str, str]) -> MatchSetup:
        """Return the set-up with tags."""
        return replace(self, tags=tags)

    @property
    def titles(self) -> tuple[str, str]:
        """The names of the players."""
        return self.names or self.players


class PairReport(NamedTuple):
    """The two games of pair ``number`` of match ``match`` of a tournament."""

    match: int
    number: int
    games: list[GameReport]


@dataclass(frozen=True, slots=True)
class GameProgress:
    """A game under way: ``plies`` played, and the last score of each side, from its own point of view."""

    match: int
    number: int
    first: int
    names: tuple[str, str]
    plies: int
    scores: tuple[float | None, float | None]


def play_pair(setup: MatchSetup, match: int, number: int, opening: Opening, live: bool = False) -> PairReport:
    """Play both games of a pair with new players, so that they do not depend on earlier games.

    With ``live`` their progress is reported.
    """
    game = as_game(setup.game)
    games = []
    for first in range(2):
        played = opening.played(game)
        on_move = _Reporter(setup, match, number, first, played).report if live else None
        games.append(report_game(setup, number, first, play_between(setup, number, first, played, on_move)))
    return PairReport(match, number, games)


class _Reporter:
    """Reports the progress of a game, but not more often than a person can see."""

    def __init__(self, setup: MatchSetup, match: int, number: int, first: int, played: AnyPlayedGame) -> None:
        titles = setup.titles
        self.names = titles[first], titles[1 - first]
        self.place = match, number, first
        self.scores: list[float | None] = [None, None]
        self.reported = 0.0
        self.report(played)

    def report(self, played: AnyPlayedGame, stats: MoveStats | None = None) -> None:
        if stats is not None:
            self.scores[played.game.side_to_move(played.positions[-2])] = stats.score
        now = monotonic()
        if now - self.reported >= PROGRESS_INTERVAL:
            self.reported = now
            first, second = self.scores
            report_progress(GameProgress(*self.place, self.names, len(played.moves), (first, second)))


FORFEITS = (None, ForfeitKind.TIME, ForfeitKind.ILLEGAL_MOVE, ForfeitKind.DISCONNECT)
"""What the figures of a player count: all its forfeits, then those of one kind each."""

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
    on_move: Callable[[AnyPlayedGame, MoveStats], None] | None = None,
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
                return Forfeit.of(error).end(played_game, len(played_game.moves), [], side)
        return play_game(played_game, players, margin=setup.margin, adjudication=setup.adjudication, on_move=on_move)
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
    names = setup.titles[first], setup.titles[1 - first]
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
        {} if setup.tags is None else texts_of(commented(played), names, {**setup.tags, "Round": title}),
        played.adjudged_by,
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
        *(int(forfeited and (kind is None or played.kind is kind)) for kind in FORFEITS),
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
