"""The aligner `joined`, of aligners by hand and of those that are installed."""

from __future__ import annotations

import numpy as np
import pytest

from discotag.plugin import Alignment, UsageError
from discotag.testing.builders import context, tokens
from discotag_e5.joined import JoinedAligner
from discotag_e5.weighing import Evidence

PAIR = (tokens("a b c"), tokens("x y z"))


class Fixed:
    """Gives the same links for every pair."""

    def __init__(self, *links, digest=""):
        self.links = Alignment.of(links)
        self.digest = digest

    def align(self, pairs):
        return [self.links for _ in pairs]


class Doubting(Fixed):
    """Holds one link more possible."""

    def candidates(self, pairs):
        return [(self.links, Alignment.of([*self.links.links, (1, 0)])) for _ in pairs]


def links(joined) -> list[tuple[int, int]]:
    (found,) = joined.align([PAIR])
    return list(found.links)


def test_each_rule_is_used_where_it_is_named():
    first, second = Fixed((1, 0), (0, 1), (2, 2)), Doubting((0, 0))
    assert links(JoinedAligner(first, second)) == [(0, 0), (1, 0), (2, 2)]
    assert links(JoinedAligner(first, second, rule="union")) == [(0, 0), (0, 1), (1, 0), (2, 2)]
    assert links(JoinedAligner(Fixed((0, 1)), Fixed((0, 0), (1, 1)), rule="fill")) == [
        (0, 0),
        (1, 1),
    ]


def test_without_doubts_the_rule_is_fill():
    assert JoinedAligner(Fixed(), Fixed()).rule == "fill"
    assert JoinedAligner(Fixed(), Doubting()).rule == "best"
    for rule in ("best", "learned"):
        with pytest.raises(UsageError, match=f"{rule} needs a second aligner that says what is"):
            JoinedAligner(Fixed(), Fixed(), rule=rule)


@pytest.mark.parametrize("parts", [(), (Fixed(),), (Fixed(), Fixed(), Fixed())])
def test_two_aligners_must_be_given(parts):
    with pytest.raises(UsageError, match=r"joins two aligners and got \d: .*joined:lexicon\+e5"):
        JoinedAligner.create(context(name="joined", parts=parts))


def test_the_parts_are_taken_in_their_order_and_the_rule_from_the_options():
    first, second = Fixed((1, 0), (0, 1)), Fixed((0, 0))

    def joined(*parts, **options):
        return links(JoinedAligner.create(context(name="joined", parts=parts, **options)))

    assert joined(first, second, rule="fill") == [(0, 0), (0, 1), (1, 0)]
    assert joined(second, Fixed((0, 0), (0, 1)), rule="fill") == [(0, 0), (0, 1)]
    with pytest.raises(UsageError, match="joined"):
        joined(first, second, layer=3)


class Telling(Doubting):
    """Links the last two words of each side, holds the first possible; or says it is too long."""

    def __init__(self, *links, is_long=False):
        super().__init__(*links)
        self.is_long = is_long

    def evidence(self, pairs):
        likely = np.full((3, 3), 0.01, dtype=np.float32)
        likely[0, 0], likely[1, 1], likely[2, 2] = 0.3, 0.9, 0.9
        for _ in pairs:
            yield None if self.is_long else Evidence(likely > 0.5, likely, likely)


def learned(first, second, argument="lexicon+e5"):
    made = context(name="joined", argument=argument, parts=(first, second))
    return JoinedAligner.create(made)


def test_a_table_and_the_encoder_are_weighed_as_gold_taught():
    table = Fixed()
    table.links = Alignment.of([(0, 0), (1, 1), (2, 0)], [0.9, 0.9, 0.2])
    joined = learned(table, Telling((0, 1)))
    assert joined.rule == "learned"
    assert links(joined) == [(0, 0), (1, 1), (2, 2)]


def test_weights_of_the_table_are_not_used_beside_another_aligner():
    assert learned(Fixed(), Telling(), argument="pharaoh+e5").rule == "best"
    assert learned(Fixed(), Doubting()).rule == "best"


def test_a_pair_that_is_too_long_to_weigh_is_joined_by_the_rule_best():
    joined = learned(Fixed((1, 0), (0, 1)), Telling((0, 0), is_long=True))
    assert links(joined) == [(0, 0), (1, 0)]


class Weighing(Fixed):
    """Links less once it has weighed its links."""

    def unweighed(self, pairs):
        return [Alignment.of([*self.links.links, (2, 2)]) for _ in pairs]


def test_an_aligner_that_weighs_its_links_leaves_that_to_the_rule():
    assert links(JoinedAligner(Weighing((1, 1)), Fixed((0, 0)), rule="union")) == [
        (0, 0),
        (1, 1),
        (2, 2),
    ]
