"""Annotation: the score of each move of a game, its mistakes, and what was better.

>>> from boardwright import find_game
>>> from boardwright.engine import read_player
>>> from boardwright.played_game import PlayedGame
>>> turm = find_game("turm")
>>> played = PlayedGame(turm, turm.parse_position("7/7/3BG3/7/3RG3/7/7 r"))
>>> played.play_text("D3-E3-1")
>>> (analysis,) = analyse_game(played, read_player("engine:nodes=2000", turm))[1:]
>>> turm.format_move(played.positions[0], analysis.best.moves[0]), f"{analysis.loss:.0%}", analysis.nag
('D3-D4-1', '100%', 4)
"""

from boardwright.study.annotate.analysis import (
    BLUNDER,
    INACCURACY,
    MISTAKE,
    MoveAnalysis,
    SideSummary,
    accuracy_text,
    analyse_game,
    analysis_job,
    analysis_player,
    annotated,
    graded,
    move_accuracy,
    over,
    summaries,
)
from boardwright.study.annotate.page import PAGE_END, game_part, page_start

__all__ = [
    "BLUNDER",
    "INACCURACY",
    "MISTAKE",
    "PAGE_END",
    "MoveAnalysis",
    "SideSummary",
    "accuracy_text",
    "analyse_game",
    "analysis_job",
    "analysis_player",
    "annotated",
    "game_part",
    "graded",
    "move_accuracy",
    "over",
    "page_start",
    "summaries",
]
