"""The scorer `terms`: consistency without a list, accuracy with one, no reference."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from discotag.core.results import Comparison, Row
from discotag.core.tags import TaggedDocument
from discotag.testing.builders import context, document
from discotag_lint.terminology.scorer import TermScorer

if TYPE_CHECKING:
    from collections.abc import Mapping

ACCOUNT = "account/account/NOUN"


def scored(
    targets: list[str], *entries: dict[str, str], source: str = ACCOUNT, **options: object
) -> tuple[Mapping[Row, tuple[float, ...]], dict[str, float]]:
    built = document([source] * len(targets), targets, ["0-0" if t else "" for t in targets])
    given = replace(context("de", name="terms", entries=entries, **options))
    scorer = TermScorer.create(given)
    [found] = scorer.statistics([Comparison((), TaggedDocument(built, ()))])
    counts = np.array([found.counts.get(Row(), (0,) * 6)], float)
    measures = scorer.measures(counts)
    return found.counts, {name: float(values[0]) for name, values in measures.items()}


def test_without_a_list_the_usual_name_counts() -> None:
    counts, measures = scored(["Konto//NOUN", "Konten/Konto/NOUN", "Rechnung//NOUN", ""])
    assert counts == {Row(): (0, 0, 0, 2, 3, 3)}
    assert measures == {"consistency": pytest.approx(2 / 3)}


def test_a_term_with_one_name_at_one_place_says_nothing() -> None:
    counts, measures = scored(["Konto//NOUN"])
    assert counts == {}
    assert np.isnan(measures["consistency"])


def test_with_a_list_accuracy_comes_first_by_words_and_by_form() -> None:
    targets = ["Konto//NOUN", "Kontos//NOUN", "Rechnung//NOUN", ""]
    _, measures = scored(targets, {"source": "account", "target": "Konto"})
    assert list(measures) == ["accuracy", "by form", "consistency"]
    assert (measures["accuracy"], measures["by form"]) == (0.5, 0.25)
    assert measures["consistency"] == pytest.approx(2 / 3)  # the last place has no name


def test_any_name_of_a_list_is_right_but_a_forbidden_one() -> None:
    entries = [
        {"source": "account", "target": "Konto"},
        {"source": "account", "target": "Zugang", "status": "admitted"},
        {"source": "account", "target": "Rechnung", "status": "forbidden"},
    ]
    _, measures = scored(["Konto//NOUN", "Zugang//NOUN", "Rechnung//NOUN"], *entries)
    assert measures["accuracy"] == pytest.approx(2 / 3)


def test_two_terms_of_a_segment_need_two_names() -> None:
    source = "account/account/NOUN and//CCONJ account/account/NOUN"
    counts, _ = scored(["Konto//NOUN"], {"source": "account", "target": "Konto"}, source=source)
    assert counts[Row()][:3] == (1, 1, 2)


def test_names_that_overlap_are_one() -> None:
    entries = [{"source": "account", "target": name} for name in ("Konto", "Konto Plus")]
    source = "account/account/NOUN and//CCONJ account/account/NOUN"
    counts, _ = scored(["Konto//NOUN Plus//NOUN"], *entries, source=source)
    assert counts[Row()][0] == 1


def test_the_signature_knows_the_list() -> None:
    entries = [({"source": "account", "target": name},) for name in ("Konto", "Zugang")]
    signatures = {
        TermScorer.create(context("de", name="terms", entries=given)).signature()
        for given in [(), *entries]
    }
    assert len(signatures) == 3
