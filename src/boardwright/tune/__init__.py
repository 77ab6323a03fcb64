"""Learning what positions are worth, from games of the search against itself.

``boardwright tune`` is its face; it needs NumPy and SciPy (the extra ``tune``).
"""

from boardwright.installing import needs

with needs(__name__, extra="tune"):
    from boardwright.tune.fit import Fit, fit
    from boardwright.tune.learn import FULL, QUICK, Generation, Learned, learn

__all__ = ["FULL", "QUICK", "Fit", "Generation", "Learned", "fit", "learn"]
