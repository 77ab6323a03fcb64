"""The balance of a game as plain data for JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from boardwright.game import AnyGame
from boardwright.study.balance.forced import ForcedWin
from boardwright.study.balance.lead import Lead
from boardwright.study.balance.sample import Event, Results, Sample, Share, Use
from boardwright.study.balance.values import Choices
from boardwright.views import Side


def sample_summary(sample: Sample) -> dict[str, object]:
    """Return all figures of one player's games."""
    sides = sample.game.sides
    return {
        "player": sample.player,
        "games": sample.games,
        "distinct": sample.distinct,
        "from_start": len(sample.straight),
        "from_openings": len(sample.opened),
        "failures": sample.failures,
        "first_player": results_summary(sample.results),
        "lengths": {**sample.lengths._asdict(), "counts": _counted(game.length for game in sample.statistics)},
        "turns": sample.turns._asdict(),
        "branching": {**sample.choices._asdict(), "by_move": [row._asdict() for row in sample.choices_by_ply]},
        "forced_moves": _share(sample.forced, "moves"),
        "first_moves": dict(sample.first_moves.most_common()),
        "endings": [
            {
                "termination": ending.termination.value,
                "winner": _side(sides, ending.winner),
                **_share(ending.share),
                "median_length": ending.median,
                "reasons": list(ending.reasons),
            }
            for ending in sample.endings
        ],
        "drawn": _share(sample.drawn),
        "draws_by_history": _share(sample.draws_by_history),
        "repetition": _share(sample.repeating),
        "pieces": [_with_side(sides, row) for row in sample.uses],
        "events": [_with_side(sides, row) for row in sample.events],
        "squares": {
            "arrivals": _by_square(sides, sample.activity.arrivals),
            "losses": _by_square(sides, sample.activity.losses),
            "never_reached": sample.untouched_squares,
            "never_occupied": sample.unused_squares,
        },
        "lead": None if sample.lead is None else _lead_summary(sample.lead),
    }


def results_summary(results: Results) -> dict[str, object]:
    """Return wins, draws, losses, and the points per game."""
    points = results.points
    return {
        **results._asdict(),
        "points": points.share,
        "low": points.low,
        "high": points.high,
        "advantage": dict(zip(("value", "low", "high"), results.advantage, strict=True)),
    }


def choices_summary(choices: Choices) -> dict[str, object]:
    """Return the values of the first moves, and of how many positions with a choice all moves are equally good."""
    return {
        "first_moves": [value._asdict() for value in choices.first],
        "good_first_moves": choices.good_first_moves,
        "equal_moves": {"positions": choices.positions, **_share(Share.of(choices.idle, choices.positions), "idle")},
    }


def forced_summary(game: AnyGame, forced: ForcedWin) -> dict[str, object]:
    """Return the proof of a win from the start."""
    return {"side": game.sides[forced.side], "plies": forced.plies, "line": list(forced.line)}


def _lead_summary(lead: Lead) -> dict[str, object]:
    return {
        "games": lead.games,
        "won": lead.won,
        "changes": round(lead.mean_changes, 4),
        "games_by_changes": {str(times): games for times, games in sorted(lead.changes.items())},
        "comebacks": _share(Share.of(lead.comebacks, lead.won)),
        "decided_move": lead.decided_ply,
        "decided_share": round(lead.decided_share, 4),
        "decided_by_tenths": lead.decided,
        "winners_chances": [moment._asdict() for moment in lead.course],
    }


def _share(share: Share, name: str = "games") -> dict[str, object]:
    return {name: share.number, "share": share.share, "low": share.low, "high": share.high}


def _counted(values: Iterable[int]) -> dict[str, int]:
    return {str(value): count for value, count in sorted(Counter(values).items())}


def _side(sides: tuple[str, str], side: Side | None) -> str | None:
    return None if side is None else sides[side]


def _with_side(sides: tuple[str, str], row: Use | Event) -> dict[str, object]:
    return {**row._asdict(), "side": sides[row.side]}


def _by_square(sides: tuple[str, str], counts: Counter[tuple[Side, str]]) -> dict[str, dict[str, int]]:
    return {
        name: {square: count for (owner, square), count in sorted(counts.items()) if owner == side}
        for side, name in enumerate(sides)
    }
