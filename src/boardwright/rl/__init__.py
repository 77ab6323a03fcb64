"""Learning environments under the field's common interfaces.

:mod:`~boardwright.rl.pettingzoo` and :mod:`~boardwright.rl.openspiel` provide every game under the interfaces of
those libraries; both are thin wrappers around an :class:`Episode`. :mod:`~boardwright.rl.vector` steps thousands of
games in one call.
"""

from boardwright.rl.episode import Episode

__all__ = ["Episode"]
