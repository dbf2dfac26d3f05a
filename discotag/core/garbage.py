"""Rare garbage collections: what a run makes lives as long as its batch, and dies without them.

Python looks for cycles after every 700 new objects, and for old ones again and again while models
are loaded. A program of our own makes hardly any cycles.
"""

from __future__ import annotations

import gc

THRESHOLDS = (50_000, 20, 20)
"""New objects between collections of the young, and how many of these between those of the older
and of all."""


def collect_rarely() -> None:
    """Set the thresholds of this process; for programs, never for a library's user."""
    gc.set_threshold(*THRESHOLDS)
