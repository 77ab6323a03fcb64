"""The balance of a game as a self-contained page, to be read, sent and printed."""

from boardwright.study.report.comparison import comparison_page
from boardwright.study.report.page import HEAD, balance_page, is_page

__all__ = ["HEAD", "balance_page", "comparison_page", "is_page"]
