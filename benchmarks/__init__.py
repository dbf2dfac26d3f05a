"""Benchmarks: accuracy, speed; not part of what is installed."""
