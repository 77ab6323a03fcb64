"""The hyperparameters of a fit; they need no NumPy, so that the command line can name their defaults."""

from __future__ import annotations

from dataclasses import dataclass

from boardwright.errors import BoardwrightError


@dataclass(frozen=True, slots=True)
class FitOptions:
    """Hyperparameters: hidden units, passes over the positions, batch size, learning rate and weight decay."""

    hidden: int = 32
    epochs: int = 12
    batch: int = 4096
    rate: float = 3e-3
    decay: float = 1e-4
    seed: int = 1

    def __post_init__(self) -> None:
        if self.rate * self.decay >= 1:
            raise BoardwrightError(
                f"--rate {self.rate:g} times --decay {self.decay:g} is {self.rate * self.decay:g}: "
                "expected less than 1, or the weights diverge"
            )


FULL_FIT = FitOptions()
# A few thousand games are soon overfitted.
QUICK_FIT = FitOptions(hidden=16, epochs=4, rate=1e-3, decay=10.0)
