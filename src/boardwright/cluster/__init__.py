"""The same jobs in this process, in others of this machine, or on a Ray cluster; the results are the same.

>>> from boardwright import find_game
>>> turm = find_game("turm")
>>> with open_place(jobs=0) as place:
...     shares = add_shares(place.whole(perft_jobs(turm, turm.start(), 3, pieces=10)))
>>> sum(shares.values())
14896
"""

from __future__ import annotations

from boardwright.cluster.jobs import Crash, Job
from boardwright.cluster.perft import add_shares, perft_jobs
from boardwright.cluster.places import Here, Place, open_place
from boardwright.cluster.playouts import playout_jobs
from boardwright.cluster.selfplay import selfplay_jobs

__all__ = [
    "Crash",
    "Here",
    "Job",
    "Place",
    "add_shares",
    "open_place",
    "perft_jobs",
    "playout_jobs",
    "selfplay_jobs",
]
