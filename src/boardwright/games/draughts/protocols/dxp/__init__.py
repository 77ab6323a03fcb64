"""DamExchange (DXP), the protocol in which draughts programs play each other over a network; see docs/dxp.md."""

PORT = 27531
"""The default port."""
