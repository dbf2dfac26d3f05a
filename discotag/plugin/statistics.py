"""Shares with intervals, intervals over documents, and systems ranked in clusters.

Example:
    >>> from discotag.plugin.statistics import wilson
    >>> low, high = wilson(9, 10)
    >>> round(low, 2), round(high, 2)
    (0.6, 0.98)
"""

from __future__ import annotations

from discotag.scoring.inference import interval, student, wilson
from discotag.scoring.resampling import LEAST_DOCUMENTS, SAMPLES, SEED, ResamplingOptions
from discotag.scoring.standings import ALPHA, Standing, Standings, standings

__all__ = [
    "ALPHA",
    "LEAST_DOCUMENTS",
    "SAMPLES",
    "SEED",
    "ResamplingOptions",
    "Standing",
    "Standings",
    "interval",
    "standings",
    "student",
    "wilson",
]
