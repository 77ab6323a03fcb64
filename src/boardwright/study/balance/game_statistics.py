"""The statistics of one game, taken from the played game alone, so that any game of the contract can be studied."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import pairwise
from random import Random
from typing import TypeAlias

from boardwright.arena.play import ArenaGame
from boardwright.core import find_core
from boardwright.game import Termination
from boardwright.played_game import AnyPlayedGame
from boardwright.views import MoveView, Piece, Side, Stage

OwnKind: TypeAlias = tuple[Side, str]
"""A kind of piece of one side."""

CAPTURE = "capture"
SAMPLED = 2
"""How many positions of a game are kept."""


@dataclass(slots=True)
class PieceActivity:
    """The activity of pieces, summed over moves.

    ``moved`` and ``took`` are by the moving piece, ``taken`` and ``happened`` by the affected one; ``arrivals`` and
    ``losses`` are by side and square.
    """

    moved: Counter[OwnKind] = field(default_factory=Counter)
    took: Counter[OwnKind] = field(default_factory=Counter)
    taken: Counter[OwnKind] = field(default_factory=Counter)
    happened: Counter[tuple[str, Side, str]] = field(default_factory=Counter)
    arrivals: Counter[tuple[Side, str]] = field(default_factory=Counter)
    losses: Counter[tuple[Side, str]] = field(default_factory=Counter)

    def add(self, mover: Side, view: MoveView, reserves: Set[str] = frozenset()) -> None:
        """Add one move; what changes in reserves, besides pieces on the board, is no event of its own."""
        actor = _actor(mover, view)
        if actor is not None:
            self.moved[actor] += 1
        for stage in view.stages:
            self._add_stage(mover, actor, stage, reserves)

    def _add_stage(self, mover: Side, actor: OwnKind | None, stage: Stage, reserves: Set[str]) -> None:
        on_board = tuple(piece for piece in stage.before if reserves.isdisjoint(piece.squares))
        for piece in on_board or stage.before or stage.after:
            self.happened[stage.kind, piece.side, piece.kind] += 1
        left = {square for piece in stage.before for square in piece.squares}
        for piece in stage.after:
            self.arrivals.update((piece.side, square) for square in piece.squares if square not in left)
        if stage.kind != CAPTURE:
            return
        for piece in stage.before:
            self.taken[piece.side, piece.kind] += 1
            self.losses.update((piece.side, square) for square in piece.squares)
            if actor is not None and piece.side != mover:
                self.took[actor] += 1

    def add_all(self, other: PieceActivity) -> None:
        """Add another game's counts."""
        for name in PieceActivity.__slots__:
            getattr(self, name).update(getattr(other, name))


def _actor(mover: Side, view: MoveView) -> OwnKind | None:
    """Return the piece that makes a move: the mover's first piece in its stages."""
    for stage in view.stages:
        pieces: tuple[Piece, ...] = () if stage.kind == CAPTURE else (*stage.before, *stage.after)
        for piece in pieces:
            if piece.side == mover:
                return mover, piece.kind
    return None


@dataclass(frozen=True, slots=True)
class GameStatistics:
    """One finished game as plain data.

    ``opening`` counts the moves that the player did not choose; ``line`` is equal for games with the same moves, and
    ``first_move`` is the text of the first; ``by_history`` marks a draw by history; ``turns`` counts the turns;
    ``choices`` holds the number of legal moves at each move; ``chances`` the first side's win probability before each
    move of the player, averaged over both sides, empty if it reports none; ``occurrences`` is the count of the most
    repeated position; ``occupied`` and ``kinds`` are the squares that had a piece and the kinds of pieces that there
    were; ``sampled`` are positions with a choice, from the first half of the game; ``failure`` says why a player
    forfeited, if it did.
    """

    opening: int
    line: str
    first_move: str
    winner: Side | None
    reason: str
    termination: Termination
    by_history: bool
    turns: int
    choices: tuple[int, ...]
    chances: tuple[float, ...]
    occurrences: int
    activity: PieceActivity
    occupied: frozenset[str]
    kinds: frozenset[str]
    sampled: tuple[str, ...] = ()
    failure: str | None = None

    @property
    def length(self) -> int:
        """The number of moves, including the opening."""
        return len(self.choices)


def game_statistics(played: ArenaGame) -> GameStatistics:
    """Return the statistics of a game.

    >>> from boardwright import PlayedGame, find_game
    >>> from boardwright.engine import read_player
    >>> from boardwright.arena.play import play_game
    >>> turm = find_game("turm")
    >>> game = game_statistics(play_game(PlayedGame(turm), [read_player("random", turm, seed=seed) for seed in (1, 2)]))
    >>> game.length, game.reason, sum(game.activity.moved.values()), game.chances
    (156, 'the red guard is taken', 156, ())
    """
    played_game, game = played.played, played.played.game
    outcome = played_game.outcome
    assert outcome is not None
    movers = [game.side_to_move(position) for position in played_game.positions[:-1]]
    activity, reserves = PieceActivity(), game.view(played_game.positions[0]).board.reserves
    for mover, position, move in zip(movers, played_game.positions, played_game.moves, strict=False):
        activity.add(mover, game.move_view(position, move), reserves)
    texts, choices = played_game.move_texts(), _choices(played_game)
    line = blake2b(" ".join(texts).encode(), digest_size=8).hexdigest()
    pieces = [piece for position in played_game.positions for piece in game.view(position).pieces]
    return GameStatistics(
        played.opening,
        line,
        texts[0] if texts else "",
        outcome.winner,
        outcome.reason,
        outcome.termination,
        played_game.is_drawn_by_history,
        sum(one != other for one, other in pairwise(movers)) + bool(movers),
        choices,
        _chances(movers[played.opening :], played),
        _occurrences(played_game),
        activity,
        frozenset(square for piece in pieces for square in piece.squares),
        frozenset(piece.kind for piece in pieces),
        _sampled(played_game, choices, Random(line)),
        played.failure,
    )


def _sampled(played_game: AnyPlayedGame, choices: Sequence[int], random: Random) -> tuple[str, ...]:
    """Return some positions with a choice, from the first half of a game, as text."""
    plies = [ply for ply in range(len(choices) // 2) if choices[ply] > 1]
    chosen = sorted(random.sample(plies, min(SAMPLED, len(plies))))
    return tuple(played_game.game.format_position(played_game.positions[ply]) for ply in chosen)


def _choices(played_game: AnyPlayedGame) -> tuple[int, ...]:
    """Count the legal moves at each move, by the core if there is one."""
    game, positions = played_game.game, played_game.positions[:-1]
    core = find_core(game)
    if core is None or not positions:
        return tuple(len(game.legal_moves(position)) for position in positions)
    return tuple(map(int, core.count(core.pack(positions))))


def _chances(movers: Sequence[Side], played: ArenaGame) -> tuple[float, ...]:
    """Return the first side's win probability before each move; none if the player always reports one half.

    Each is the mean of the last reports of both sides: the side to move is too optimistic.
    """
    if all(stats.win_probability == 0.5 for stats in played.move_stats):
        return ()
    words = [
        stats.win_probability if mover == 0 else 1 - stats.win_probability
        for mover, stats in zip(movers, played.move_stats, strict=True)
    ]
    last: dict[Side, float] = {}
    for mover, word in zip(movers, words, strict=True):
        # Before its first report, a side is assumed to agree with that report.
        last.setdefault(mover, word)
    chances = []
    for mover, word in zip(movers, words, strict=True):
        last[mover] = word
        chances.append(round(sum(last.values()) / len(last), 4))
    return tuple(chances)


def _occurrences(played_game: AnyPlayedGame) -> int:
    keys = (played_game.game.repetition_key(position) for position in played_game.positions)
    return max(Counter(key for key in keys if key is not None).values(), default=0)
