"""Balance studies: many games of a player against itself show whether a game is fair and how it plays.

>>> balance = study_balance("turm", player="random", games=4, jobs=0)
>>> balance.player.games, balance.random.games, balance.skill
(4, 0, None)
"""

from boardwright.study.balance.balance import Balance, Finding, Severity
from boardwright.study.balance.sample import Sample
from boardwright.study.balance.study import all_games, default_games, default_player, study_balance

__all__ = ["Balance", "Finding", "Sample", "Severity", "all_games", "default_games", "default_player", "study_balance"]
