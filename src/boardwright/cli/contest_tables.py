"""The results of matches and tournaments, as lines of text."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from boardwright.arena.adjudication import RULES
from boardwright.arena.results import MatchResult, PlayerStats
from boardwright.arena.sprt import Sprt
from boardwright.arena.standings import PlayerStanding, Schedule, TournamentResult
from boardwright.arena.statistics import mean_score
from boardwright.cli.tables import aligned, elo_text, rating_cells
from boardwright.texts import counted, share_text

ADJUDICATED = dict(zip(RULES, ("drawn by score", "won by score", "drawn by the number of moves"), strict=True))
PAIR_POINTS = ("0", "½", "1", "1½", "2")


def sprt_text(result: MatchResult, test: Sprt) -> str:
    """Return the state of the sequential test as text."""
    low, high = test.bounds
    claims = {"elo0": f"{test.elo0:+g} Elo is accepted", "elo1": f"{test.elo1:+g} Elo is accepted", None: "open"}
    ratio = f"log likelihood ratio {test.log_ratio(result.evidence):.2f} within {low:.2f} to {high:.2f}"
    return f"{claims[result.verdict]} ({test.elo0:+g} against {test.elo1:+g} {test.model} Elo; {ratio})"


def match_lines(result: MatchResult) -> list[str]:
    """Return the result of a match as lines of text."""
    games = result.games
    if not games:
        return ["no pair was finished"]
    first, second = result.players
    rows = [
        ("games", f"{result.games} of {result.game}, {first} against {second}"),
        ("score", f"{_score_text(result)}won {result.won}, drawn {result.drawn}, lost {result.lost}"),
        ("pairs", ", ".join(f"{n} x {points}" for n, points in zip(result.pairs, PAIR_POINTS, strict=True))),
    ]
    if result.absences:
        rows.append(("not counted", f"{counted(result.absences, 'pair')}: a player failed before its first move"))
    if any(result.evidence):
        rows.append(("Elo", elo_text(result.elo)))
        rows.append(("nElo", elo_text(result.normalized_elo)))
        rows.append(("superiority", f"{result.superiority:.1%} likely"))
    else:
        rows.append(("Elo", "unknown: players failed in every pair"))
    if result.sprt is not None:
        rows.append(("test", sprt_text(result, result.sprt)))
    rows.append(("won by", ", ".join(f"{side} {n}" for side, n in result.sides.items() if side != "draw")))
    rows.append(("limits", _both_limits(result)))
    rows.append(("time margin", f"{result.margin:g} s"))
    rows.append(("plies", f"{result.plies / games:.1f}, from {result.shortest} to {result.longest}"))
    if any(result.adjudicated.values()):
        adjudicated = (f"{ADJUDICATED[rule]} {result.adjudicated[rule]}" for rule in RULES if result.adjudicated[rule])
        rows.append(("adjudicated", ", ".join(adjudicated)))
    rows += [("lost pairs", str(len(result.crashes)))] if result.crashes else []
    lines = [f"{name:<11}  {value}" for name, value in rows]
    lines += ["", *aligned([FIGURES, *map(_figures, result.players, result.figures)]), ""]
    failures = [
        _failures(player, figures)
        for player, figures in zip(result.players, result.figures, strict=True)
        if figures.forfeits
    ]
    if failures:
        lines += [*aligned([FAILURES, *failures]), ""]
    endings = sorted(result.endings.items(), key=lambda ending: (-ending[1], ending[0]))
    lines += aligned([(ending, share_text(n, games)) for ending, n in endings])
    return [*lines, *saved_lines(result.saved)]


def saved_lines(paths: Sequence[Path]) -> list[str]:
    """Return where the records were saved, as lines of text."""
    return ["", *(f"saved in {path}" for path in paths)] if paths else []


FIGURES = ("player", "moves", "depth", "nodes per move", "seconds per move", "longest")


def _figures(player: str, figures: PlayerStats) -> tuple[str, ...]:
    return (
        player,
        str(figures.moves),
        f"{figures.a_move(figures.depth):.1f}",
        f"{figures.a_move(figures.nodes):,.0f}",
        f"{figures.a_move(figures.seconds):.4f}",
        f"{figures.longest:.3f}",
    )


def _both_limits(result: MatchResult) -> str:
    first, second = (str(limits) if limits.tc else f"{limits} per move" for limits in result.limits)
    return f"{first} each" if first == second else f"{first}, against {second}"


def _score_text(result: MatchResult) -> str:
    return f"{result.score:.1%}, " if any(result.pairs) else ""


def tournament_lines(result: TournamentResult) -> list[str]:
    """Return the result of a gauntlet or a round robin as lines of text."""
    if not result.games:
        return ["no pair was finished"]
    standings = result.standings()
    if result.schedule == Schedule.GAUNTLET:
        lines = [f"{result.players[0]}, {result.game}", "", *_against_lines(result.matches), ""]
    else:
        schedule = result.schedule.words
        lines = [f"{schedule} of {len(result.players)} players of {result.game}, {result.games} games", ""]
    lines += _standing_lines(result, standings)
    failures = [_failures(standing.name, standing.figures) for standing in standings if standing.figures.forfeits]
    if failures:
        lines += ["", *aligned([FAILURES, *failures])]
    return [*lines, *saved_lines(result.saved)]


def _against_lines(results: Sequence[MatchResult]) -> list[str]:
    """Return the matches of one player as a table."""
    rows = [("against", "games", "won", "drawn", "lost", "score", "Elo", "superiority", "depth", "its depth")]
    for result in results:
        depth, its = (f"{figures.a_move(figures.depth):.1f}" for figures in result.figures)
        likely = f"{result.superiority:.1%}" if any(result.evidence) else ""
        rows.append((result.players[1], *_score_cells([result]), elo_text(result.elo), likely, depth, its))
    if len(results) > 1:
        rows.append(("all", *_score_cells(results), "", "", "", ""))
    return aligned(rows)


def _score_cells(results: Sequence[MatchResult]) -> tuple[str, str, str, str, str]:
    won, drawn, lost = (sum(getattr(result, name) for result in results) for name in ("won", "drawn", "lost"))
    pairs = [sum(counts) for counts in zip(*(result.pairs for result in results), strict=True)]
    return str(won + drawn + lost), str(won), str(drawn), str(lost), f"{mean_score(pairs):.1%}" if any(pairs) else ""


def _standing_lines(result: TournamentResult, standings: Sequence[PlayerStanding]) -> list[str]:
    """Return the players by their ratings; those of a round robin with their points against each other."""
    has_crosstable = result.schedule == Schedule.ROUND_ROBIN
    numbers = [str(rank) for rank in range(1, len(standings) + 1)] if has_crosstable else []
    rows = [("rank  player", "Elo", "95%", "games", "points", "score", *numbers)]
    for rank, line in enumerate(standings, 1):
        cells = [_points_cell(result, line, other) for other in standings] if has_crosstable else []
        score = f"{line.points / line.games:.1%}" if line.games else ""
        head = f"{rank:>4}  {line.name}", *rating_cells(line.elo)
        rows.append((*head, str(line.games), f"{line.points:g}", score, *cells))
    return aligned(rows)


def _points_cell(result: TournamentResult, line: PlayerStanding, other: PlayerStanding) -> str:
    if line.number == other.number:
        return "-"
    met = result.points_between(line.number, other.number)
    return "" if met is None else f"{met[0]:g}"


FAILURES = ("player", "forfeits", "on time", "illegal moves", "disconnects", "other errors")


def _failures(player: str, figures: PlayerStats) -> tuple[str, ...]:
    named = figures.time_losses, figures.illegal_moves, figures.disconnects
    return player, *map(str, (figures.forfeits, *named, figures.forfeits - sum(named)))
