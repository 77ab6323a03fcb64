"""The balance of a game as a page: one file that needs nothing else, to be read, sent and printed."""

from boardwright.arena.report.page import balance_page

__all__ = ["balance_page"]
