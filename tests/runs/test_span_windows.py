"""Windows measured on counts whose answers are known by hand."""

from __future__ import annotations

import pytest

from discotag.core.errors import UsageError
from discotag.core.tags import Window
from discotag.scoring.resampling import ResamplingOptions
from discotag.studies.span.windows import WindowOptions, measure

FEW = ResamplingOptions(samples=200)
BACK = {distance: (Window(distance, 0),) for distance in range(30)}
AHEAD = (Window(0, 1),)
EITHER = (Window(2, 0), Window(0, 1))


def measured(counts, *, wanted=(0.9,), reach=10, following=False):
    return measure(counts, WindowOptions(reach, wanted), FEW, following=following)


def test_a_share_counts_the_tags_whose_span_a_window_holds():
    found = measured([{BACK[1]: 6, BACK[3]: 3}, {BACK[20]: 1}])
    shares = [found.resolved[Window(k, 0)].value for k in (0, 1, 2, 3, 10, None)]
    assert shares == [0, 0.6, 0.6, 0.9, 0.9, 1]
    assert found.documents == 2


def test_the_recommended_window_is_the_least_that_resolves_the_share():
    counts = [{BACK[1]: 6, BACK[3]: 3, BACK[20]: 1}]
    found = measured(counts, wanted=(0.95, 0.5, 0.9)).alone
    assert [(item.wanted, item.window) for item in found] == [
        (0.5, Window(1, 0)),
        (0.9, Window(3, 0)),
        (0.95, Window(None, 0)),
    ]
    assert measured(counts, wanted=(0.95,), reach=20).alone[0].window == Window(20, 0)


def test_following_segments_are_tried_only_where_they_were_searched():
    counts = [{BACK[4]: 5, EITHER: 5}]
    alone = measured(counts)
    assert (alone.both, {window.following for window in alone.resolved}) == ((), {0})
    both = measured(counts, following=True, wanted=(0.5, 1.0))
    assert [item.window for item in both.both] == [Window(0, 1), Window(4, 0)]
    assert [item.window for item in both.alone] == [Window(2, 0), Window(4, 0)]
    assert both.resolved[Window(0, 1)].value == 0.5
    assert both.resolved[Window(None, None)].value == 1


def test_of_windows_of_one_size_the_one_with_fewest_following_is_recommended():
    either = (Window(1, 0), Window(0, 1))
    assert measured([{either: 1}], following=True).both[0].window == Window(1, 0)


def test_what_only_later_segments_decide_is_out_of_reach_of_earlier_ones():
    found = measured([{BACK[1]: 1, AHEAD: 1}], following=True)
    assert (found.alone[0].window, found.alone[0].resolved, found.alone[0].sizes) == (None,) * 3
    assert found.resolved[Window(None, 0)].value == 0.5
    assert found.both[0].window == Window(1, 1)


def test_no_tags_give_no_share_rather_than_zero():
    found = measured([{}, {}])
    assert (found.documents, found.resolved, found.alone, found.both) == (0, {}, (), ())


def test_there_is_no_interval_below_ten_documents_with_a_tag():
    nine = measured([{BACK[1]: 1}] * 9 + [{}] * 5)
    assert (nine.documents, nine.resolved[Window(1, 0)].interval, nine.alone[0].sizes) == (
        9, None, None,
    )  # fmt: skip
    ten = measured([{BACK[1]: 1}] * 10)
    assert ten.resolved[Window(1, 0)].interval == (1, 1)
    assert ten.alone[0].sizes == (1, 1)


def test_intervals_follow_how_documents_differ():
    counts = [{BACK[1]: 10}] * 10 + [{BACK[7]: 10}] * 10
    found = measured(counts, wanted=(0.5,))
    low, high = found.resolved[Window(1, 0)].interval
    assert 0.2 < low < 0.4
    assert 0.6 < high < 0.8
    assert found.alone[0].window == Window(1, 0)
    assert found.alone[0].sizes == (1, 7)
    assert measured([{BACK[1]: 5, BACK[7]: 5}] * 20, wanted=(0.5,)).alone[0].sizes == (1, 1)


def test_the_end_of_an_interval_that_no_window_reaches_is_the_whole_document():
    found = measured([{BACK[1]: 10}] * 10 + [{BACK[25]: 10}] * 10, wanted=(0.5,))
    assert found.alone[0].sizes == (1, None)


def test_the_same_seed_gives_the_same_intervals():
    counts = [{BACK[place % 5]: 3, BACK[2]: place} for place in range(15)]
    assert measured(counts) == measured(counts)


@pytest.mark.parametrize(
    ("reach", "wanted"), [(0, (0.9,)), (101, (0.9,)), (10, (0.0,)), (10, (90.0,))]
)
def test_windows_that_make_no_sense_are_refused(reach, wanted):
    with pytest.raises(UsageError):
        WindowOptions(reach, wanted)
