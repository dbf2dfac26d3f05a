"""Agreement, checked against worked examples from the literature."""

import pytest

from discotag.plugin import InputError
from discotag.plugin.statistics import wilson
from discotag_annotate.agreement import gwet_ac1, krippendorff_alpha, percent_agreement

RELIABILITY = [
    [None if mark == "." else mark for mark in item]
    for item in zip(
        "123321412...",
        "1233224125.3",
        ".3332342251.",
        "12332441251.",
        strict=True,
    )
]
"""Twelve units by four observers (Krippendorff 2011, section C; irrCAC's cac.raw4raters)."""
ABSTRACTORS = [
    [first, second]
    for first, row in zip("abc", ((13, 0, 0), (0, 20, 7), (0, 4, 56)), strict=True)
    for second, count in zip("abc", row, strict=True)
    for _ in range(count)
]
"""A hundred patients by two abstractors (Gwet 2014; irrCAC's cont3x3abstractors)."""


def test_krippendorffs_example_of_four_observers():
    found = krippendorff_alpha(RELIABILITY)
    assert found.value == pytest.approx(0.743, abs=5e-4)
    assert (found.items, found.raters) == (11, 4)


@pytest.mark.parametrize(
    ("measure", "value", "error"),
    [
        pytest.param(percent_agreement, 0.8181818, 0.12561, id="percent"),
        pytest.param(gwet_ac1, 0.77544, 0.14295, id="AC1"),
        pytest.param(krippendorff_alpha, 0.743421, 0.14548, id="alpha"),
    ],
)
def test_missing_ratings_as_gwet_publishes_them(measure, value, error):
    found = measure(RELIABILITY)
    assert found.value == pytest.approx(value, abs=5e-6)
    assert found.error == pytest.approx(error, abs=5e-6)


@pytest.mark.parametrize(
    ("measure", "value", "error", "interval"),
    [
        pytest.param(percent_agreement, 0.89, 0.03128898, (0.828, 0.952), id="percent"),
        pytest.param(gwet_ac1, 0.8493305, 0.04321747, (0.764, 0.935), id="AC1"),
        pytest.param(krippendorff_alpha, 0.7972585, 0.05905473, (0.68, 0.914), id="alpha"),
    ],
)
def test_two_raters_as_gwet_publishes_them(measure, value, error, interval):
    found = measure(ABSTRACTORS)
    assert found.value == pytest.approx(value, abs=5e-8)
    # Published for the table of counts, where n stands for the n - 1 of single ratings.
    assert found.error == pytest.approx(error * (100 / 99) ** 0.5, abs=5e-8)
    assert found.interval == pytest.approx(interval, abs=1.2e-3)


def test_skewed_categories_are_what_ac1_is_for():
    ratings = 118 * ["++"] + 5 * ["+-"] + 2 * ["-+"]
    assert gwet_ac1(ratings).value == pytest.approx(0.9408, abs=5e-5)
    assert krippendorff_alpha(ratings).value == pytest.approx(-0.0247, abs=5e-5)


def test_a_category_nobody_chose_makes_chance_smaller():
    ratings = ["aa", "ab", "bb", "bb"]
    plain, wider = gwet_ac1(ratings), gwet_ac1(ratings, categories="abc")
    assert plain.value is not None
    assert wider.value is not None
    assert wider.value > plain.value


def test_full_agreement_has_no_interval_of_zero_width():
    ratings = 20 * ["yy"] + 20 * ["nn"]
    for found in (percent_agreement(ratings), gwet_ac1(ratings), krippendorff_alpha(ratings)):
        assert (found.value, found.interval) == (1.0, None)


def test_one_category_throughout_agrees_but_has_no_alpha():
    assert gwet_ac1(["yy", "yy"]).value == 1.0
    assert gwet_ac1(["yy", "yy"], categories="yn").value == 1.0
    assert krippendorff_alpha(["yy", "yy"]).value is None


@pytest.mark.parametrize("ratings", [[], [["a", None], [None, "b"]]], ids=["none", "no pair"])
def test_without_two_ratings_of_an_item_agreement_is_undefined(ratings):
    for measure in (percent_agreement, gwet_ac1, krippendorff_alpha):
        found = measure(ratings)
        assert (found.value, found.interval, found.items) == (None, None, 0)


def test_few_items_have_no_interval():
    found = gwet_ac1(["aa", "ab", "bb"])
    assert found.error is not None
    assert found.interval is None


def test_rows_of_different_lengths_are_refused():
    with pytest.raises(InputError, match="2 and with 3 raters"):
        percent_agreement(["ab", "abc"])


def test_a_rating_outside_the_categories_is_refused():
    with pytest.raises(InputError, match="'c' is none of"):
        gwet_ac1(["ac"], categories="ab")


def test_wilsons_interval_stays_within_0_and_1():
    assert wilson(96, 100) == pytest.approx((0.9016, 0.9843), abs=1e-4)
    assert wilson(0, 5)[0] == 0.0
    assert wilson(5, 5)[1] == 1.0


@pytest.mark.parametrize(("part", "total"), [(0, 0), (3, 2), (-1, 2)])
def test_what_is_no_share_is_refused(part, total):
    with pytest.raises(ValueError, match="is no share"):
        wilson(part, total)
