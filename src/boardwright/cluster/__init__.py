"""The same jobs in this process, in others of this machine, or on a Ray cluster; the results are the same."""

from boardwright.cluster.jobs import Crash, Job
from boardwright.cluster.places import Here, Place, open_place

__all__ = ["Crash", "Here", "Job", "Place", "open_place"]
