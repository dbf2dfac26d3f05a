"""The studies of tags, spans and causes: what is drawn, shown and asked."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from discotag.plugin import InputError, Mark, Reason, ReasonVerdict, TaggedDocument, TokenRef
from discotag.testing.builders import document
from discotag_annotate.instruments import causes, span, tags
from discotag_annotate.items import Key

if TYPE_CHECKING:
    from discotag_annotate.study import Sample, Study


def test_a_segment_asks_for_its_tags_and_for_what_was_missed(tags_study: Study) -> None:
    item = tags_study.items[1]
    assert [question.name for question in item.questions] == ["tag0", "any_missed", "missed"]
    plain = item.questions[0].ask.translate({0x2068: None, 0x2069: None})
    assert "“Tu” is tagged formality (t); decided by what is marked 1" in plain
    assert item.questions[2].words == ("Tu", "rêves")


def test_tagged_words_and_what_decides_them_stand_out(tags_study: Study) -> None:
    source, target = tags_study.items[1].blocks
    marked = [
        (line.number, line.text[span.start : span.end], span.kind, span.note)
        for block in (source, target)
        for line in block.lines
        for span in line.spans
    ]
    assert marked == [
        (0, "You", "linked", "1"),
        (-1, "Tu", "evidence", "1"),
        (0, "Tu", "tag", "1"),
    ]


def test_a_segment_that_was_not_drawn_asks_for_the_phenomenon_alone(
    tagged: TaggedDocument, of_language: Any
) -> None:
    drawn = [tags.sample(lambda: [tagged], size=1, every=("ellipsis",), seed=s) for s in range(9)]
    other = [
        (item, key)
        for sample in drawn
        for item, key in zip(sample.items, sample.keys, strict=True)
        if not key.facts["is_random"]
    ]
    assert other
    for item, key in other:
        assert key.segment == 2
        assert [question.name for question in item.questions] == ["tag0"]


def test_the_sample_is_the_same_again(tagged: TaggedDocument) -> None:
    one, two = (tags.sample(lambda: [tagged], size=2, every=(), seed=3) for _ in range(2))
    assert one == two
    assert len(one.items) == 2


def test_segments_with_an_empty_side_are_left_out_and_counted() -> None:
    text = TaggedDocument(document(["You sleep", ""], ["Tu dors", "Oui"]), (), phenomena=("x",))
    drawn = tags.sample(lambda: [text], size=9, every=(), seed=1)
    assert len(drawn.items) == 1
    assert drawn.about["left_out"] == {"an empty side": 1}


def test_tags_of_nothing_are_refused() -> None:
    text = TaggedDocument(document(["You sleep"], ["Tu dors"]), ())
    with pytest.raises(InputError, match="no phenomenon"):
        tags.sample(lambda: [text], size=9, every=(), seed=1)


def further(texts: Any, phase: int, *segments: int, **options: Any) -> Sample:
    keys = [Key(id=f"k{number}", document=texts[0].id, segment=number) for number in segments]
    return span.further(texts, keys, phase=phase, language="en", seed=1, **options)


def test_phase_1_shows_a_sentence_alone(span_study: Study) -> None:
    domains = Counter(key.domain for key in span_study.keys.values())
    assert domains == {"news": 2, "mail": 2}
    for item in span_study.items:
        (line,) = item.blocks[0].lines
        assert (
            line.text
            == f"{span_study.keys[item.id].domain} line {span_study.keys[item.id].segment}"
        )
        assert item.title == ""


def test_reasons_are_asked_only_after_no(span_study: Study) -> None:
    question = span_study.items[0].question("reasons")
    assert question is not None
    assert question.when is not None
    assert (question.when.question, question.when.value) == ("translatable", "no")
    assert [choice.value for choice in question.choices] == [
        *("source", "unknown", "equivalent", "terminology", "ambiguity", "gender", "other"),
    ]


def test_phase_2_shows_two_sentences_before(texts: Any) -> None:
    drawn = further(texts(news=30), 2, 7, 1)
    shown = {
        key.segment: [line.number for line in item.blocks[0].lines]
        for item, key in zip(drawn.items, drawn.keys, strict=True)
    }
    assert shown == {7: [-2, -1, 0], 1: [-1, 0]}


def test_phase_2_leaves_out_what_begins_a_text_and_what_is_named(texts: Any) -> None:
    drawn = further(texts(news=30), 2, 0, 4, 5, without=["k4"])
    assert [key.segment for key in drawn.keys] == [5]
    assert drawn.about["left_out"] == {"left out by hand": 1, "the text begins with it": 1}


def test_phase_3_shows_windows_of_long_texts(texts: Any) -> None:
    (item,) = further(texts(news=30), 3, 15).items
    block = item.blocks[0]
    assert [block.lines[0].number, block.lines[-1].number] == [-10, 10]
    first, end = block.windows[0]
    assert [line.number for line in block.lines[first:end]] == list(range(-5, 6))
    assert block.windows[1] == (0, 21)
    assert item.title == "news, news-1"


def test_phase_3_numbers_are_at_most_what_is_shown(texts: Any) -> None:
    (item,) = further(texts(news=30), 3, 3).items
    highest = {question.name: question.highest for question in item.questions}
    assert (highest["previous"], highest["following"]) == (3, 10)


@pytest.mark.parametrize(("size", "is_whole"), [(15, True), (16, False)])
def test_phase_3_shows_short_texts_whole(texts: Any, size: int, is_whole: bool) -> None:
    (item,) = further(texts(news=size), 3, 7).items
    block = item.blocks[0]
    assert (len(block.lines) == size and not block.windows) == is_whole


def test_empty_segments_are_not_asked_about(texts: Any) -> None:
    (text,) = texts(news=3)
    holed = text.model_copy(update={"segments": ("one", " ", "three")})
    drawn = span.sample([holed], language="en", per_domain=9, seed=1)
    assert sorted(key.segment for key in drawn.keys) == [0, 2]
    assert drawn.about["left_out"] == {"an empty segment": 1}


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
