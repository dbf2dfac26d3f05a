"""Means by kind, by form and by tag are those of the words that are told."""

from __future__ import annotations

import pytest

from discotag.plugin import InputError
from discotag.testing.builders import tagged, tokens
from discotag_cxmi.themes.figures import Gatherer, segments

from .builders import record

ANALYSES = {
    "Tu dors": "Tu//PRON/Number=Sing|Person=2 dors//VERB/Mood=Ind|Person=2",
    "Il dort": "Il//PRON/Gender=Masc|Number=Sing|Person=3 dort//VERB/Mood=Ind|Person=3",
    "Il dort .": "Il//PRON/Gender=Masc|Number=Sing|Person=3 dort//VERB/Mood=Ind|Person=3 .//PUNCT",
}


def analyse(lines):
    return [tokens(ANALYSES[line]) for line in lines]


def gathered(records, *, least=1, top=5, size="1", **more):
    gatherer = Gatherer(size, least=least, top=top)
    for segment in segments(records, size, **{"analyse": None, "tags": None, "shown": 2, **more}):
        gatherer.add(segment)
    return gatherer.themes(samples=100, seed=1)


def means(found):
    return {mean.name: (mean.count, pytest.approx(mean.mean)) for mean in found}


def test_means_are_of_words_by_part_of_speech_and_finer_kind():
    found = gathered(
        [record("a", 0, ["Tu:1", "dors:0"]), record("a", 1, ["Il:3", "dort:-1"])],
        analyse=analyse,
    )
    assert means(found.upos) == {"PRON": (2, 2.0), "VERB": (2, -0.5)}
    kinds = means(found.kinds)
    assert kinds["PRON.2.Sing"] == (1, 1.0)
    assert kinds["PRON.3.Sing"] == (1, 3.0)
    assert kinds["PRON.Gender=Masc"] == (1, 3.0)
    assert kinds["VERB.2"] == (1, 0.0)
    assert kinds["VERB.Mood=Ind"] == (2, -0.5)
    assert [mean.name for mean in found.upos] == ["PRON", "VERB"]
    assert (found.overall.count, found.overall.mean) == (4, pytest.approx(0.75))


def test_a_word_of_several_tokens_has_all_their_parts_of_speech():
    given = record("a", 0, ["Il dort:2", ".:1"])
    found = gathered([given], analyse=analyse)
    assert means(found.upos) == {"PRON+VERB": (1, 2.0), "PUNCT": (1, 1.0)}


def test_punctuation_that_clings_to_a_word_is_left_out_of_account():
    given = record("a", 0, ["Il:0", "dort .:1"])
    assert set(means(gathered([given], analyse=analyse).upos)) == {"PRON", "VERB"}


def test_forms_keep_their_case_and_rare_ones_are_left_out_and_counted():
    given = record("a", 0, ["Sie:1", "sie:2", "sie:4", "ab:9"])
    found = gathered([given], least=2)
    assert means(found.vocabulary) == {"sie": (2, 3.0)}
    assert found.left_out == 2
    assert (found.upos, found.kinds, found.tags, found.untagged) == ((), (), None, None)


TAGS = {"a": tagged(["Tu|formality=t dors", "Il|pronouns=it→masc dort"], id="a")}


def test_tagged_words_are_set_against_all_others():
    records = [record("a", 0, ["Tu:1", "dors:0"]), record("a", 1, ["Il:3", "dort:-1"])]
    found = gathered(records, tags=TAGS)
    rows = {(item.phenomenon, item.label): item for item in found.tags}
    assert list(rows) == [
        ("any tag", None), ("formality", None), ("formality", "t"),
        ("pronouns", None), ("pronouns", "it→masc"),
    ]  # fmt: skip
    any_tag, formality = rows["any tag", None], rows["formality", None]
    assert (any_tag.tagged.count, any_tag.tagged.mean) == (2, 2.0)
    assert (any_tag.others.count, any_tag.others.mean) == (2, -0.5)
    assert any_tag.difference == 2.5
    assert (formality.tagged.mean, formality.others.count) == (1.0, 3)
    assert formality.others.mean == pytest.approx(2 / 3)
    assert formality.interval is None
    assert [item.word.form for item in found.top] == ["Il", "Tu", "dors", "dort"]
    assert [item.word.form for item in found.untagged] == ["dors", "dort"]


def test_marks_that_are_no_tags_do_not_count():
    marked = {"a": tagged(["Tu|formality=t~ dors"], id="a")}
    found = gathered([record("a", 0, ["Tu:1", "dors:0"])], tags=marked)
    assert found.tags is None or not found.tags


def test_a_tag_counts_where_its_offsets_meet_the_word():
    tags = {"a": tagged(["Tu dors|verb_form=présent"], id="a")}
    found = gathered([record("a", 0, ["Tu dors:2"])], tags=tags)
    assert found.tags[0].tagged.count == 1
    assert found.tags[0].others is None
    assert found.tags[0].difference is None


@pytest.mark.parametrize(
    ("document", "words", "told"),
    [
        ("b", ["Tu:1", "dors:0"], "no document 'b'"),
        ("a", ["Tu:1", "dormais:0"], "document 'a', segment 1: the tags are of another text"),
    ],
    ids=["document", "text"],
)
def test_tags_of_another_text_are_refused(document, words, told):
    with pytest.raises(InputError) as error:
        gathered([record(document, 0, words)], tags=TAGS)
    assert told in str(error.value)


def test_single_words_come_with_the_context_that_the_model_had():
    records = [
        record("a", 0, ["x:0"], source="s0"),
        record("a", 1, ["y:0"], source="s1", context="own output"),
        record("a", 2, ["z:0"], source="s2"),
        record("a", 3, ["here:5"], source="s3"),
        record("b", 0, ["there:4"], source="other"),
    ]
    first, second = gathered(records, top=2).top
    assert (first.word.form, second.word.form) == ("here", "there")
    assert [(line.source, line.target) for line in first.segment.earlier] == [
        ("s1", "own output"), ("s2", "z"),
    ]  # fmt: skip
    assert second.segment.earlier == ()


def test_of_equal_words_the_first_are_kept():
    found = gathered([record("a", 0, [f"w{place}:1" for place in range(9)])], top=3)
    assert [item.word.form for item in found.top] == ["w0", "w1", "w2"]


def test_intervals_need_ten_documents_and_hold_the_difference():
    records = [record(str(place), 0, ["Tu:2", "dors:0", f"x:{place / 10}"]) for place in range(12)]
    tags = {str(place): tagged(["Tu|formality=t dors x"], id=str(place)) for place in range(12)}
    found = gathered(records, tags=tags)
    tag = found.tags[1]
    assert tag.tagged.interval == (2.0, 2.0)
    assert tag.interval[0] < 2 - 0.275 < tag.interval[1]
    assert found.overall.interval[0] < found.overall.mean < found.overall.interval[1]
    few = gathered(records[:9], tags=tags)
    assert few.overall.interval is None


def test_empty_segments_have_no_words_and_do_no_harm():
    empty = record("a", 0, [])
    found = gathered([empty, record("a", 1, ["x:1"])])
    assert (found.segments, found.words) == (2, 1)
    assert gathered([empty]) is None
