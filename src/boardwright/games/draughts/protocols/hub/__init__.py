"""Hub, version 2: the protocol of the program Scan, in lines such as ``go think`` and ``done move=32-28``."""

VARIANT, NORMAL = "variant", "normal"
"""The parameter of a program that names the rules, and its value for those of international draughts."""
