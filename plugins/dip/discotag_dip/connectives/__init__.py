"""Connectives: those of the reference that a system loses."""
