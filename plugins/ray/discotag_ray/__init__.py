"""Runs on a Ray cluster: actors hold workers, whose models are loaded once."""
