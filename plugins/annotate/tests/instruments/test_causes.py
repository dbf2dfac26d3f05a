"""The causes study draws as many words of each stratum, and tells how many there are."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from discotag.plugin import InputError, Mark, Reason, ReasonVerdict, TaggedDocument, TokenRef
from discotag.testing.builders import document
from discotag_annotate.instruments import causes

if TYPE_CHECKING:
    from discotag_annotate.study import Sample

SEGMENTS = 12
PHENOMENA = ["formality"]


def reason(segment: int, token: int, verdict: str, rule: str, **fields: Any) -> Reason:
    place = TokenRef("target", segment, token)
    return Reason(place, "formality", ReasonVerdict(verdict), rule, "so it is", **fields)


@pytest.fixture
def told() -> causes.Told:
    """Twelve segments: eleven tags of *Tu*, twelve verbs refused for their mood."""
    text = document(["You sleep"] * SEGMENTS, ["Tu dors"] * SEGMENTS, ["0-0"] * SEGMENTS, id="talk")
    marks = tuple(
        Mark("formality", "t", segment, 0, (0,), (TokenRef("target", segment - 1, 0),))
        for segment in range(1, SEGMENTS)
    )
    reasons = [
        *(reason(segment, 0, "mark", "word class t") for segment in range(1, SEGMENTS)),
        *(reason(n, 0, "tag", "context", cause="same-class") for n in range(1, SEGMENTS)),
        *(reason(n, 1, "no", "verb rule v", label="v", cause="Mood") for n in range(SEGMENTS)),
    ]
    return causes.Told(TaggedDocument(text, marks, phenomena=("formality",)), tuple(reasons))


def drawn(told: causes.Told, each: int = 3, **options: Any) -> Sample:
    given = {"phenomena": PHENOMENA, "not_applicable": {}, "seed": 1, **options}
    return causes.sample([told], each=each, **given)


TAGS = "formality · tag · t · word-class/same-class"
VERBS = "formality · no · v · verb-rule/Mood"


def test_each_stratum_gives_as_many_words_and_its_size_is_told(told: causes.Told) -> None:
    sample = drawn(told)
    assert sample.about["population"] == {TAGS: 11, VERBS: 12}
    assert sample.about["drawn"] == {TAGS: 3, VERBS: 3}
    titles = Counter(item.title for item in sample.items)
    assert titles == {"stratum 1, 3 of 12 words": 3, "stratum 2, 3 of 11 words": 3}


def test_a_small_stratum_is_drawn_whole(told: causes.Told) -> None:
    assert drawn(told, each=50).about["drawn"] == {TAGS: 11, VERBS: 12}


def test_forms_do_not_name_the_cause_unless_asked_to(told: causes.Told) -> None:
    hidden = "".join(item.model_dump_json() for item in drawn(told).items)
    assert "verb-rule" not in hidden
    assert "word-class" not in hidden
    shown = [item.title for item in drawn(told, show_causes=True).items]
    assert f"stratum 1, 3 of 12 words: {VERBS}" in shown


def test_a_tag_and_a_word_without_one_are_asked_about_in_other_words(told: causes.Told) -> None:
    asked = {
        key.facts["stratum"][1]: item.questions[0].ask.translate({0x2068: None, 0x2069: None})
        for item, key in zip(drawn(told).items, drawn(told).keys, strict=True)
    }
    assert asked["tag"].startswith("“Tu” is tagged formality (t); decided by what is marked")
    assert asked["no"] == "“dors” has no tag for formality. That is"


def test_the_key_holds_cause_and_reason(told: causes.Told) -> None:
    key = next(key for key in drawn(told).keys if key.facts["stratum"][1] == "no")
    assert key.facts["stratum"] == ["formality", "no", "v", "verb-rule/Mood"]
    assert (key.facts["word"], key.facts["told"]) == ("dors", "so it is")


def test_the_sample_is_the_same_again_and_a_larger_one_holds_it(told: causes.Told) -> None:
    small, again, large = drawn(told, 2), drawn(told, 2), drawn(told, 4)
    assert small == again
    assert {key.segment for key in drawn(told, 2, seed=2).keys} != {
        key.segment for key in small.keys
    }
    assert {item.id for item in small.items} < {item.id for item in large.items}


def test_labels_that_hardly_recur_make_no_strata(told: causes.Told) -> None:
    marks = tuple(
        Mark("formality", f"word {mark.segment}", mark.segment, 0) for mark in told.tagged.marks
    )
    tagged = TaggedDocument(told.tagged.document, marks, phenomena=("formality",))
    sample = drawn(causes.Told(tagged, ()), each=1)
    assert sample.about["population"] == {"formality · mark · any · untold": 11}


def test_without_a_phenomenon_nothing_is_drawn(told: causes.Told) -> None:
    with pytest.raises(InputError, match="no phenomenon"):
        drawn(told, phenomena=[])
