"""The loss curves of a training as an HTML page."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor
from typing import Protocol

from boardwright.game import AnyGame
from boardwright.render.markup import escaped
from boardwright.study.report.page import PAGE_END, page_start
from boardwright.study.report.parts import legend, section, table
from boardwright.study.report.plots import Curve, curves
from boardwright.training.fit_options import Epoch


class Fitted(Protocol):
    """The result of a fit."""

    @property
    def title(self) -> str:
        """What it was learned from."""

    @property
    def summary(self) -> str:
        """What was learned, in figures."""

    @property
    def epochs(self) -> Sequence[Epoch]:
        """The loss after each pass over the positions."""


TRAINING, VALIDATION = ("player", "training loss"), ("random", "validation loss")


def training_page(game: AnyGame, learned: Sequence[Fitted]) -> str:
    """Return the page of a training: a section for each fit, without scripts or external resources."""
    title = f"{game.full_name}: training"
    about = (
        "The loss is the mean binary cross-entropy between the training targets and the win probabilities of the "
        "evaluation. The targets are probabilities rather than certain results, so the loss cannot reach zero."
    )
    head = f'<header><div><h1>{escaped(title)}</h1><p class="muted">{about}</p></div></header>\n'
    return f"{page_start(title)}{head}{''.join(map(_fit_section, learned))}{PAGE_END}"


def _fit_section(learned: Fitted) -> str:
    epochs = learned.epochs
    series = [
        _curve(TRAINING, [epoch.loss for epoch in epochs]),
        _curve(VALIDATION, [epoch.validation_loss for epoch in epochs]),
    ]
    least = min(point[2] for curve in series for point in curve.points)
    # Round numbers below the lowest point.
    plot = curves(series, "loss by epoch", across="epoch", up="loss", whole=True, least=floor(least * 100) / 100)
    rows = [(str(epoch.number), f"{epoch.loss:.4f}", f"{epoch.validation_loss:.4f}") for epoch in epochs]
    return section(
        learned.title,
        learned.summary,
        "",
        legend(TRAINING, VALIDATION) + plot + table(("epoch", "training loss", "validation loss"), rows),
    )


def _curve(style: tuple[str, str], losses: Sequence[float]) -> Curve:
    colour, label = style
    return Curve(label, colour, [(number, loss, loss, loss) for number, loss in enumerate(losses, 1)])
