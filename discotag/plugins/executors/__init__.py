"""Executors: who works on a run."""
