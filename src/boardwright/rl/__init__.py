"""Boardwright for those who study learning: environments in the field's own shapes.

:mod:`~boardwright.rl.pettingzoo` and :mod:`~boardwright.rl.openspiel` offer every game under the
interfaces of those libraries; both are thin faces over an :class:`Episode`. :mod:`~boardwright.rl.vector`
plays thousands of games in one call.
"""

from boardwright.rl.episode import Episode

__all__ = ["Episode"]
