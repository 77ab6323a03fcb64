"""The figures of a sample as rows of a table: for the terminal, and for pages that compare games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from boardwright.study.balance.balance import Balance
from boardwright.study.balance.sample import Sample, Share
from boardwright.texts import share_text


def sample_figures(sample: Sample, first: str = "", second: str = "") -> Mapping[str, str]:
    """Return the rows of the table for one player; ``first`` and ``second`` name the sides."""
    first, second = first or sample.game.sides[0], second or sample.game.sides[1]
    results, points, lead = sample.results, sample.results.points, sample.lead
    lengths, choices = sample.lengths, sample.choices
    advantage, low, high = results.advantage
    return {
        "games": f"{sample.games}",
        "different games": f"{sample.distinct}",
        f"{first} wins": share_text(results.won, sample.games),
        "drawn": share_text(results.drawn, sample.games),
        f"{second} wins": share_text(results.lost, sample.games),
        f"points of {first}": f"{points.share:.1%}",
        "95% interval": f"{points.low:.1%} to {points.high:.1%}",
        "advantage of moving first": f"{advantage:+.1%} ({low:+.1%} to {high:+.1%})",
        "moves, median": f"{lengths.median:g}",
        "moves, middle half": f"{lengths.lower:.0f} to {lengths.upper:.0f}",
        "moves, shortest and longest": f"{lengths.least}, {lengths.most}",
        "legal moves, mean": f"{choices.mean:.1f}",
        "legal moves, least and most": f"{choices.least}, {choices.most}",
        "forced moves": f"{sample.forced.share:.1%}",
        "draws by history": _share_words(sample.draws_by_history),
        "games with a repeated position": _share_words(sample.repeating),
        "lead changes a game": "-" if lead is None else f"{lead.mean_changes:.2f}",
        "won from behind": "-" if lead is None else share_text(lead.comebacks, lead.won),
        "decided after, median": "-" if lead is None else f"{lead.decided_share:.0%} of the game",
        "squares never visited": f"{len(sample.untouched_squares)}",
    }


def balance_figures(balance: Balance) -> Mapping[str, str]:
    """Return the rows of the table that compares games: those of the player, and of the matches."""
    rows = dict(sample_figures(balance.player, "first side", "second side"))
    rows["score against a tenth of the limit"] = "-" if balance.skill is None else f"{balance.skill.score:.0%}"
    steps, choices = balance.steps, balance.choices
    rows["score of the last doubling"] = f"{steps[-1].score:.0%}" if steps else "-"
    rows["good first moves"] = "-" if choices is None else f"{choices.good_first_moves} of {len(choices.first)}"
    weights = Counter(finding.severity.value for finding in balance.findings)
    rows["findings"] = ", ".join(f"{number} {name}" for name, number in weights.items()) or "none"
    return rows


def _share_words(share: Share) -> str:
    return share_text(int(share.number), share.total)
