"""Find puzzles in games, prove them, and measure how difficult they are."""

from boardwright.study.puzzles.check import Proof, prove
from boardwright.study.puzzles.generate import CHECK_FACTOR, DEFAULT_NODES, Collection, puzzle_jobs
from boardwright.study.puzzles.proof import BruteForce, Prover

__all__ = [
    "CHECK_FACTOR",
    "DEFAULT_NODES",
    "BruteForce",
    "Collection",
    "Proof",
    "Prover",
    "prove",
    "puzzle_jobs",
]
