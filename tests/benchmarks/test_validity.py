"""Made errors hit the words that they are meant for, and orders of systems are compared."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks import validity
from discotag.core.tags import Mark, TaggedDocument, TokenRef
from discotag.testing import document


def tagged():
    text = document(
        ["You/you/PRON sleep/sleep/VERB", "It/it/PRON falls/fall/VERB here/here/ADV"],
        ["Vous/vous/PRON dormez/dormir/VERB", "Il/il/PRON tombe/tomber/VERB ici/ici/ADV"],
    )
    before = (TokenRef("target", 0, 0),)
    return TaggedDocument(
        text,
        (
            Mark("formality", "v", 0, 0, is_unresolved=True),
            Mark("pronouns", "it→masc", 1, 0, evidence=before),
            Mark("lexical_cohesion", "fall→tomber", 1, 1, evidence=before),
        ),
    )


@pytest.mark.parametrize(
    ("kind", "changed"),
    [("address", (0, "tu")), ("pronouns", (1, "Elle")), ("terms", None)],
)
def test_an_error_hits_a_word_of_its_kind(kind, changed, tmp_path):
    random = np.random.default_rng(1)
    places = list(validity._places(kind, [tagged()], "fr", random))
    if changed is None:  # the only term cannot be exchanged for itself
        assert places == []
        return
    (place,) = places
    assert (place.segment, place.other) == changed
    files = validity._written(tmp_path, [tagged()], {"one": places, "none": []})
    lines = files["one"].read_text("utf-8").splitlines()
    assert lines[place.segment].split()[0] == place.other
    assert files["none"].read_text("utf-8").splitlines() == list(tagged().document.target.segments)


def test_other_words_have_no_mark():
    random = np.random.default_rng(1)
    places = list(validity._places("other words", [tagged()], "fr", random))
    assert {(place.segment, place.start) for place in places} == {(0, 5), (1, 9)}


def test_tau_of_orders():
    assert validity.tau([1, 2, 3], [2, 3, 4]) == 1
    assert validity.tau([1, 2, 3], [3, 2, 1]) == -1
    assert validity.tau([1, 1, 1], [3, 2, 1]) is None
    assert validity.tau([1, 2, float("nan")], [3, 2, 1]) is None


def test_agreement_is_the_mean_of_sets_and_chance_is_told():
    values, same, other = [1.0, 2, 3, 4, 5, 6], [2.0, 3, 4, 5, 6, 7], [7.0, 6, 5, 4, 3, 2]
    mean, p = validity.agreement([(values, same), (values, same)])
    assert (mean, p < 0.001) == (1, True)
    mean, p = validity.agreement([(values, same), (values, other)])
    assert (mean, p) == (0, 1)
    # with three systems, two of the six orders are as far from chance as 1
    mean, p = validity.agreement([([1.0, 2, 3], [1.0, 2, 3])])
    assert mean == 1
    assert p == pytest.approx(2 / 6, abs=0.02)
    assert validity.agreement([([1.0, 1, 1], [1.0, 2, 3])]) == (None, None)
