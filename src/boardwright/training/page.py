"""The loss curves of a training as an HTML page."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor

from boardwright.game import AnyGame
from boardwright.render.markup import escaped
from boardwright.study.report.page import PAGE_END, page_start
from boardwright.study.report.parts import legend, section, table
from boardwright.study.report.plots import Curve, curves
from boardwright.training.generations import Learned

TRAINED, HELD_BACK = ("player", "training positions"), ("random", "positions held back")


def training_page(game: AnyGame, learned: Sequence[Learned]) -> str:
    """Return the page of a training: a section for each fit, without scripts or external resources."""
    title = f"{game.full_name}: training"
    head = f"<header><div><h1>{escaped(title)}</h1></div></header>\n"
    return f"{page_start(title)}{head}{''.join(map(_fit_section, learned))}{PAGE_END}"


def _fit_section(learned: Learned) -> str:
    generation, epochs = learned.generation, learned.fit.epochs
    title = "Files" if generation is None else f"{learned.games} games of {generation.nodes} nodes per move"
    series = [
        _curve(TRAINED, [epoch.loss for epoch in epochs]),
        _curve(HELD_BACK, [epoch.held_back_loss for epoch in epochs]),
    ]
    least = min(point[2] for curve in series for point in curve.points)
    # Round numbers below the lowest point.
    plot = curves(series, "loss by epoch", across="epoch", up="loss", whole=True, least=floor(least * 100) / 100)
    rows = [(str(epoch.number), f"{epoch.loss:.4f}", f"{epoch.held_back_loss:.4f}") for epoch in epochs]
    return section(
        title,
        f"{learned.positions} positions, {learned.network.hidden} hidden units, "
        f"loss {epochs[-1].held_back_loss:.4f} on positions held back, {learned.fit.rounded_loss:.4f} after rounding",
        "The loss is the mean binary cross-entropy between the training targets and the win probabilities of the "
        "network; the targets are no certain results, so it does not reach zero.",
        legend(TRAINED, HELD_BACK) + plot + table(("epoch", "loss", "held back"), rows),
    )


def _curve(style: tuple[str, str], losses: Sequence[float]) -> Curve:
    colour, label = style
    return Curve(label, colour, [(number, loss, loss, loss) for number, loss in enumerate(losses, 1)])
