"""The protocols of draughts programs: Hub and DamExchange (DXP)."""
