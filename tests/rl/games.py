"""The games that a learner may meet: all variants of the built-in ones, and one from a file."""

BUILT_IN = ["turm:centre", "turm:castle", "margrites", "congo:standard", "congo:full", "cabeza", "draughts"]
FILE = "examples/breakthrough.py"
