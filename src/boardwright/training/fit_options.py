"""The hyperparameters of a fit and its losses; they need no NumPy, which the command line does without."""

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


@dataclass(frozen=True, slots=True)
class Epoch:
    """The mean loss of one pass over the training positions, and after it that of the validation positions."""

    number: int
    loss: float
    validation_loss: float


FULL_FIT = FitOptions()
# A few thousand games are soon overfitted.
QUICK_FIT = FitOptions(hidden=16, epochs=4, rate=1e-3, decay=10.0)
# Some hundred weights and ten thousand positions; the weights of single squares should stay small without evidence.
WEIGHTS_FIT = FitOptions(hidden=0, epochs=8, batch=256, rate=0.02, decay=0.5)
