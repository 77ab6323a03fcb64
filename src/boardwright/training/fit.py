"""Logistic regression of the evaluation's weights on training targets, with a Gaussian prior."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from math import log

from boardwright.core import PHASES, Core, Words
from boardwright.engine.weights import MAX_WEIGHT
from boardwright.game import M, P
from boardwright.installing import needs

with needs(__name__, extra="tune"):
    import numpy as np
    import numpy.typing as npt
    from scipy.optimize import minimize
    from scipy.sparse import csr_array

HELD_BACK = 0.1
"""The share of positions, from the last games, that is held back for validation."""

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Fit:
    """Fitted weights with their mean loss on the training positions and on the held-back ones."""

    early: array[int]
    late: array[int]
    loss: float
    held_back_loss: float


def fit(core: Core[P, M], positions: Words, targets: Floats, *, spread: float, trust: float) -> Fit:
    """Fit weights to positions and their targets, from 0 (lost by the side to move) to 1 (won).

    ``spread`` is the standard deviation of the Gaussian prior on weights, in hundredths; ``trust`` is the weight of
    one position as evidence, since positions of one game are correlated.
    """
    offsets, numbers, times, phases = core.list_features(positions)
    known = csr_array(
        (times.astype(np.float32), numbers, offsets.astype(np.int64)), shape=(len(targets), core.features)
    )
    shares = (phases / np.float32(PHASES)).astype(np.float32)
    fitted = round(len(targets) * (1 - HELD_BACK))
    evidence = _Evidence(known[:fitted], shares[:fitted], targets[:fitted], core.scale)
    others = _Evidence(known[fitted:], shares[fitted:], targets[fitted:], core.scale)

    def cost(weights: npt.NDArray[np.float64]) -> tuple[float, npt.NDArray[np.float64]]:
        loss, slope = evidence.loss(weights)
        held = weights / spread
        return trust * loss + float(held @ held) / 2, trust * slope + held / spread

    solution = minimize(
        cost, np.zeros(2 * core.features), jac=True, method="L-BFGS-B", options={"maxiter": 300, "maxcor": 20}
    )
    weights = np.clip(np.rint(solution.x), -MAX_WEIGHT, MAX_WEIGHT)
    halves = array("h", weights.astype(np.int16).tobytes())
    return Fit(
        halves[: core.features],
        halves[core.features :],
        evidence.loss(weights)[0] / max(fitted, 1),
        others.loss(weights)[0] / max(len(targets) - fitted, 1),
    )


class _Evidence:
    """Positions with their targets: the negative log-likelihood of weights, and its gradient."""

    def __init__(self, known: csr_array, shares: Floats, targets: Floats, scale: int) -> None:
        self.known = known
        self.across = known.T.tocsr()
        self.counts = np.stack([shares, 1 - shares], axis=1)
        self.targets = targets
        self.steepness = log(10) / scale

    def loss(self, weights: npt.NDArray[np.float64]) -> tuple[float, npt.NDArray[np.float64]]:
        halves = weights.reshape(2, -1).T.astype(np.float32)
        odds = self.steepness * ((self.known @ halves) * self.counts).sum(axis=1)
        # Binary cross-entropy on logits.
        loss = float(np.sum(np.logaddexp(0, odds) - self.targets * odds, dtype=np.float64))
        off = 1 / (1 + np.exp(-odds)) - self.targets
        slope = self.across @ (self.counts * off[:, None])
        return loss, self.steepness * slope.T.reshape(-1).astype(np.float64)
