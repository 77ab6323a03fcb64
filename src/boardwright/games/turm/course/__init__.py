"""The programs that the Turm & Wächter course asks for."""
