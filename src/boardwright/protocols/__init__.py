"""The text protocol that every game speaks, and what protocols have in common."""
