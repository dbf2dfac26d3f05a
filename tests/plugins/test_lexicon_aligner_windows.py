"""Long segments are aligned in windows, within bounded memory."""

from __future__ import annotations

import itertools
import tracemalloc

import pytest

from discotag.plugins.aligners.lexicon.aligner import CORE, LARGEST, MARGIN, LexiconAligner, windows
from discotag.testing.builders import tokens


def test_a_long_segment_is_aligned_in_windows_within_bounded_memory(table):
    long = (tokens(" ".join(f"n{i}x" for i in range(2000))),) * 2
    tracemalloc.start()
    links = LexiconAligner(table).align([long])[0].links
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 80_000_000  # the full matrices of 2,000 x 2,000 words would take 120 MB and more
    assert sum(i == j for i, j in links) > 1900
    assert len({j for _, j in links}) > 1900


@pytest.mark.parametrize(
    ("source", "target"), [(1, 1), (256, 256), (257, 3), (3, 257), (5000, 1), (1, 5000), (900, 700)]
)
def test_windows_keep_every_target_token_once_and_stay_small(source, target):
    found = list(windows(source, target))
    kept = list(itertools.chain.from_iterable(range(*window.kept) for window in found))
    assert kept == list(range(target))
    limit = max(LARGEST, CORE + 2 * MARGIN + 2)
    for window in found:
        assert window.target[0] <= window.kept[0] < window.kept[1] <= window.target[1] <= target
        assert 0 < window.source[1] - window.source[0] <= limit
