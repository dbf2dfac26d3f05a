"""Shares with intervals, and intervals over documents.

Example:
    >>> from discotag.plugin.statistics import wilson
    >>> low, high = wilson(9, 10)
    >>> round(low, 2), round(high, 2)
    (0.6, 0.98)
"""

from __future__ import annotations

from discotag._scoring.inference import interval, student
from discotag._scoring.resampling import LEAST_DOCUMENTS, SAMPLES, SEED, ResamplingOptions
from discotag._scoring.wilson import wilson

__all__ = [
    "LEAST_DOCUMENTS",
    "SAMPLES",
    "SEED",
    "ResamplingOptions",
    "interval",
    "student",
    "wilson",
]
