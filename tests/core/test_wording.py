"""Numbers are told with their nouns."""

from __future__ import annotations

import pytest

from discotag.core.wording import count_noun


@pytest.mark.parametrize(
    ("count", "told"),
    [
        (0, "0 documents"),
        (1, "1 document"),
        ("1", "1 document"),
        (2, "2 documents"),
        ("1–3", "1–3 documents"),
    ],
    ids=str,
)
def test_a_noun_is_in_the_plural_unless_it_is_one(count, told):
    assert count_noun(count, "document") == told
