"""Lint: faults of a translation that can be seen without a reference."""
