"""A change of address is one finding, at the rarer side, and only where one voice changes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from discotag.core.errors import InputError, UsageError
from discotag.core.language import Address, LanguagePack, Property
from discotag.core.results import Comparison, Row
from discotag.core.tags import Mark, TaggedDocument, TokenRef
from discotag.testing.builders import context, document
from discotag_choose.consistency import UNEXPECTED, ConsistencyMeasure
from discotag_lint.check import Severity
from discotag_lint.checks.address import AddressCheck
from discotag_lint.checks.address_votes import ComplianceScorer, ExpectationOptions, Expectations

TU, VOUS = "Tu//PRON/Person=2", "Vous//PRON/Person=2"
WORDS = {"T": TU, "V": VOUS, "-": "Rien//PRON"}


def text(classes, *, english="You//PRON/Person=2", around="{}"):
    """One segment per letter: T and V address somebody, - does not."""
    target = [around.format(WORDS[letter]) for letter in classes]
    built = document([english] * len(classes), target, ["0-0"] * len(classes))
    labels = {"Tu": "t", "Vous": "v"}
    marks = [
        Mark("formality", labels[token.form], segment, token.index, (0,))
        for segment, tokens in enumerate(built.target)
        for token in tokens
        if token.form in labels
    ]
    return TaggedDocument(built, tuple(marks))


def pack(code):
    return LanguagePack.from_package(f"discotag_lang_{code}")


def findings(tagged, source=None, target="fr", **options):
    target = pack(target) if isinstance(target, str) else target
    made = context(target, source=source or pack("en"), name="address", **options)
    return list(AddressCheck.create(made).check(tagged))


def places(tagged, **options):
    return [finding.place.segment for finding in findings(tagged, **options)]


@pytest.mark.parametrize(
    ("classes", "found"),
    [
        ("TTTT", []),
        ("--T-", []),
        ("VVTVV", [2]),
        ("TVVVV", [0]),
        ("VVTTVVVV", [2]),
        ("VTVVVVTVV", [1, 6]),
        ("V-T", [2]),
        ("VVT-TVVV", [2]),
        ("VTVTVT", [1]),
    ],
    ids=["uniform", "one mark", "a stray", "a stray at the head", "a run is one", "two strays",
         "one against one", "a gap within a run", "no habit: the first change"],
)  # fmt: skip
def test_changes_are_found_at_the_rarer_side(classes, found):
    assert places(text(classes)) == found


def test_a_finding_names_both_words_and_the_nearest_other_mark():
    (finding,) = findings(text("VVT-V"))
    assert finding.message == "“Tu” is familiar or plain, “Vous” polite"
    assert finding.place == TokenRef("target", 2, 0)
    assert finding.others == (TokenRef("target", 1, 0),)
    assert finding.severity is None


def test_a_run_names_all_its_words():
    (finding,) = findings(text("VVTTVVVV"))
    assert [place.segment for place in finding.others] == [1, 3]


def test_two_clean_halves_are_one_note_at_the_turn():
    (finding,) = findings(text("VVVTTT"))
    assert finding.place.segment == 3
    assert finding.severity is Severity.NOTE


def test_a_text_without_a_habit_tells_its_other_changes_beside_the_first():
    (finding,) = findings(text("VTVTVT"))
    assert finding.message.endswith("(and 2 more changes)")
    assert [place.segment for place in finding.others] == [0, 3, 5]


def test_passages_far_apart_are_not_compared():
    assert places(text("VV" + "-" * 31 + "T")) == []
    assert places(text("VV" + "-" * 31 + "T"), reach=40) == [33]


@pytest.mark.parametrize("around", ["« {} »", "> {}"], ids=["quoted", "cited"])
def test_quotations_are_not_compared_with_each_other_or_the_text(around):
    tagged = text("T", around=around)
    built = document(
        ["You//PRON/Person=2"] * 2,
        [around.format(TU), VOUS],
        ["", "0-0"],
    )
    place = next(token.index for token in built.target[0] if token.form == "Tu")
    marks = (Mark("formality", "t", 0, place), Mark("formality", "v", 1, 0, (0,)))
    assert findings(tagged) == findings(TaggedDocument(built, marks)) == []


def test_a_plural_that_the_source_tells_is_no_politeness():
    built = document(
        ["You//PRON/Person=2", "you//PRON/Person=2 guys//NOUN"], [TU, VOUS], ["0-0", "0-0"]
    )
    marks = (Mark("formality", "t", 0, 0, (0,)), Mark("formality", "v", 1, 0, (0,)))
    assert findings(TaggedDocument(built, marks)) == []


def german():
    politeness = Property(value="binary", source="a grammar of the language")
    return LanguagePack(
        schema_version=1, code="de", name="German", package="discotag.testing",
        properties={"politeness": politeness},
    )  # fmt: skip


def test_a_change_that_the_source_makes_as_well_is_none():
    built = document(
        ["du//PRON/Person=2|Number=Sing", "ihr//PRON/Person=2|Number=Plur"],
        [TU, VOUS],
        ["0-0", "0-0"],
        languages=("de", "fr"),
    )
    marks = (Mark("formality", "t", 0, 0, (0,)), Mark("formality", "v", 1, 0, (0,)))
    tagged = TaggedDocument(built, marks)
    assert findings(tagged, source=german()) == []
    assert len(findings(tagged)) == 1  # English tells nothing, whatever its analysis says


@pytest.mark.parametrize(
    ("verb", "english", "count"),
    [
        ("Viens//VERB/Mood=Imp|Person=2", "Come//VERB/Mood=Imp", 1),
        ("viens//VERB/Person=2", "come//VERB you//PRON/Person=2", 1),
        ("Viens//VERB/Person=2", "Contact//PROPN", 0),
        ("Contact//NOUN", "Come//VERB/Mood=Imp", 0),
        ("parlait//VERB/Person=3", "You//PRON/Person=2", 0),
        ("Prueba//VERB/Mood=Imp|Person=2", "Test//NOUN you//PRON/Person=2", 0),
    ],
    ids=["a command", "a second person", "a source that speaks to nobody", "no verb",
         "no second person", "a noun taken for a verb"],
)  # fmt: skip
def test_a_verb_alone_must_look_like_address_on_both_sides(verb, english, count):
    built = document([english, "You//PRON/Person=2"], [verb, VOUS], ["0-0", "0-0"])
    marks = (Mark("formality", "t", 0, 0, (0,)), Mark("formality", "v", 1, 0, (0,)))
    assert len(findings(TaggedDocument(built, marks))) == count


def test_a_third_person_needs_a_source_verb_with_a_second_person_subject():
    line = "You//PRON/Person=2/1/nsubj go//VERB"
    built = document(
        [line, line], ["va//VERB/Person=3|VerbForm=Fin", TU], ["1-0", "0-0"], languages=("en", "it")
    )
    marks = (Mark("formality", "v", 0, 0, (1,)), Mark("formality", "t", 1, 0, (0,)))
    assert len(findings(TaggedDocument(built, marks))) == 1
    impersonal = document(
        [line, line],
        ["si/si/PRON va//VERB/Person=3|VerbForm=Fin", TU],
        ["1-1", "0-0"],
        languages=("en", "it"),
    )
    marks = (Mark("formality", "v", 0, 1, (1,)), Mark("formality", "t", 1, 0, (0,)))
    assert findings(TaggedDocument(impersonal, marks), target="it") == []


def styled(labels):
    built = document(
        ["Go//VERB"] * len(labels), ["行く//VERB"] * len(labels), ["0-0"] * len(labels)
    )
    marks = [Mark("formality", label, index, 0, (0,)) for index, label in enumerate(labels)]
    return TaggedDocument(built, tuple(marks))


def test_styles_of_predicates_are_notes_where_the_habit_is_clear():
    (finding,) = findings(styled(["polite"] * 6 + ["plain"]), target="ja")
    assert finding.severity is Severity.NOTE
    assert findings(styled(["polite", "polite", "plain"]), target="ja") == []
    assert findings(styled(["polite"] * 5 + ["plain"] * 2), target="ja") == []


def test_of_styles_only_the_end_of_a_segment_counts():
    built = document(
        ["Go//VERB"] * 7, ["行く//VERB 人//NOUN"] + ["行きます//VERB"] * 6, ["0-0"] * 7
    )
    marks = [Mark("formality", "plain" if not index else "polite", index, 0) for index in range(7)]
    assert findings(TaggedDocument(built, tuple(marks)), target="ja") == []


@pytest.mark.parametrize(
    ("end", "count"),
    [("行く//VERB", 1), ("行く//VERB の//PART か//PART ？//PUNCT", 0),
     ("行っ//VERB て//SCONJ …//PUNCT", 0), ("行く//VERB の//PART さ//PART", 1)],
    ids=["a statement", "a question to oneself", "it goes on", "another particle"],
)  # fmt: skip
def test_open_ends_are_no_change_of_style_but_tell_it_where_one_is_expected(end, count):
    built = document(["Go//VERB"] * 7, ["行きます//VERB"] * 6 + [end], ["0-0"] * 7)
    built = replace(built, target=tagged_without_spaces(built))
    marks = [Mark("formality", "plain" if n == 6 else "polite", n, 0, (0,)) for n in range(7)]
    tagged = TaggedDocument(built, tuple(marks))
    assert len(findings(tagged, target="ja")) == count
    assert len(findings(tagged, target="ja", expect="polite")) == 1


def tagged_without_spaces(built):
    """Return the target side with its texts as Japanese writes them."""
    closed = []
    for line in built.target:
        ends = tuple(np.cumsum([len(form) for form in line.forms]).tolist())
        text = "".join(line.forms)
        closed.append(replace(line, text=text, starts=(0, *ends[:-1]), ends=ends))
    segments = tuple(line.text for line in closed)
    return replace(built.target, segments=segments, tokens=tuple(closed))


def test_every_sentence_tells_the_style_where_one_is_expected():
    """좋아. … 사과: the last sentence has no predicate; within a sentence forms are grammar."""
    lines = ["좋아//ADJ .//PUNCT 사과//NOUN", "좋아//ADJ 사과//NOUN", "네//NOUN 사과//NOUN"]
    built = document(["Good//ADJ", "Good//ADJ", "you//PRON/Person=2"], lines, ["0-0"] * 3)
    marks = tuple(Mark("formality", "plain", n, 0, (0,)) for n in range(3))
    found = findings(TaggedDocument(built, marks), target="ko", expect="polite")
    assert [finding.place.segment for finding in found] == [0, 2]


@pytest.mark.parametrize(
    ("english", "portuguese", "link", "count"),
    [
        ("with//ADP you//PRON/Person=2", "contigo//NOUN", "1-0", 1),
        ("with//ADP himself//PRON/Person=3", "consigo//NOUN", "1-0", 0),
        ("with//ADP you//PRON/Person=2", "consigo//NOUN", "1-0", 1),
        ("your//PRON/Person=2/1/nmod:poss thoughts//NOUN", "pensas//NOUN", "1-0", 1),
        ("their//PRON/Person=3/1/nmod:poss thoughts//NOUN", "pensas//NOUN", "1-0", 0),
        ("you//PRON/Person=2/1/nsubj think//VERB", "pensas//ADJ", "1-0", 1),
        ("you//PRON/Person=2/1/nsubj know//VERB", "Sabia//VERB/Person=3", "0-0", 1),
    ],
    ids=["listed", "of a third person", "by its link", "an owner", "another owner",
         "taken for an adjective", "linked to the pronoun"],
)  # fmt: skip
def test_words_of_address_that_the_analysis_takes_for_others(english, portuguese, link, count):
    built = document([english], [portuguese], [link], languages=("en", "pt"))
    is_polite = portuguese.startswith(("consigo", "Sabia"))
    mark = Mark("formality", "v" if is_polite else "t", 0, 0, (int(link[0]),))
    expected = "informal" if is_polite else "formal"
    tagged = TaggedDocument(built, (mark,))
    assert len(findings(tagged, target="pt", expect=expected)) == count


def test_where_several_speakers_are_named_a_change_is_a_note():
    lines = ["{}", "Ann : {}", "Bob : {}", "Ann : {}", "Bob : {}", "{}"]
    told = ["Vous", "vous", "vous", "vous", "vous", "Tu"]
    target = [line.format(f"{w}//PRON/Person=2") for line, w in zip(lines, told, strict=True)]
    built = document(["You//PRON/Person=2"] * 6, target, ["0-0"] * 6)
    marks = tuple(
        Mark("formality", "t" if word.form == "Tu" else "v", n, word.index, (0,))
        for n, line in enumerate(built.target)
        for word in line
        if word.upos == "PRON"
    )
    (finding,) = findings(TaggedDocument(built, marks))
    assert (finding.place.segment, finding.severity) == (5, Severity.NOTE)
    in_app = replace(built, is_app=True)
    (finding,) = findings(TaggedDocument(in_app, marks))
    assert (finding.place.segment, finding.severity) == (5, None)


@pytest.mark.parametrize(
    ("english", "severity"),
    [("You//PRON/Person=2 ?//PUNCT", Severity.NOTE), ("You//PRON/Person=2 .//PUNCT", None)],
    ids=["one asks", "nobody asks"],
)
def test_where_one_asks_and_another_answers_a_change_is_a_note(english, severity):
    source = [english] * 3 + ["You//PRON/Person=2"]
    target = [f"{word}//PRON/Person=2" for word in ("Vous", "vous", "vous", "Tu")]
    built = document(source, target, ["0-0"] * 4)
    marks = tuple(Mark("formality", "t" if n == 3 else "v", n, 0, (0,)) for n in range(4))
    (finding,) = findings(TaggedDocument(built, marks))
    assert (finding.place.segment, finding.severity) == (3, severity)


@pytest.mark.parametrize(
    ("english", "word", "count"),
    [("You", "Tu", 1), ("You", "0742", 0), ("“ You ”", "Tu", 0)],
    ids=["a word", "a number", "the source has marks"],
)
def test_numbers_and_what_the_source_quotes_are_no_address_of_the_text(english, word, count):
    forms = " ".join(
        f"{form}//PRON/Person=2" if form == "You" else f"{form}//PUNCT" for form in english.split()
    )
    link = f"{english.split().index('You')}-0"
    target = [*(["Vous//PRON/Person=2"] * 3), f"{word}//PRON/Person=2"]
    built = document(["You//PRON/Person=2"] * 3 + [forms], target, ["0-0"] * 3 + [link])
    marks = tuple(Mark("formality", "t" if n == 3 else "v", n, 0, (0,)) for n in range(4))
    assert len(findings(TaggedDocument(built, marks))) == count


@pytest.mark.parametrize(
    ("english", "chinese", "count"),
    [
        ("You//PRON/Person=2", "你//PRON", 1),
        ("You//PRON/Person=2", "你们//PRON", 0),
        ("One//PRON/PronType=Ind", "你//PRON", 0),
    ],
    ids=["one hearer", "a plural without a level", "anybody"],
)
def test_words_that_say_nothing_of_a_level(english, chinese, count):
    built = document([english], [chinese], ["0-0"], languages=("en", "zh"))
    tagged = TaggedDocument(built, (Mark("formality", "t", 0, 0, (0,)),))
    assert len(findings(tagged, target="zh", expect="polite")) == count


def test_who_is_spoken_of_as_a_subject_is_no_hearer():
    """*Everybody got their own style, you know*: the hearer is one."""
    for english, count in (
        ("everybody//PRON//1/nsubj got//VERB/Mood=Ind you//PRON/Person=2", 1),
        ("everybody//PRON//1/nsubj sit//VERB/Mood=Imp you//PRON/Person=2", 0),
    ):
        built = document([english], ["vous//PRON/Person=2"], ["2-0"])
        mark = Mark("formality", "v", 0, 0, (2,))
        assert len(findings(TaggedDocument(built, (mark,)), expect="informal")) == count


@pytest.mark.parametrize(
    ("english", "spanish", "links", "count"),
    [
        ("You//PRON/Person=2 him//PRON/Person=3", "¿//PUNCT Le//PRON/Person=3/2/obj dijo//VERB",
         "0-1", 0),
        ("You//PRON/Person=2", "Le//PRON/Person=3/1/obj dijo//VERB", "0-0", 1),
        ("You//PRON/Person=2 her//PRON/Person=3", "Le//PRON/Person=3/1/nsubj dijo//VERB",
         "0-0", 0),
        ("You//PRON/Person=2/1/nsubj go//VERB", "se//PRON/Person=3|Reflex=Yes va//VERB/Person=3",
         "1-1", 0),
        ("this//PRON is//VERB/Person=3|Number=Sing you//PRON/Person=2/1/nsubj",
         "es//VERB/Person=3", "1-0", 0),
        ("You//PRON/Person=2/1/nsubj seen//VERB", "Ha//AUX/Person=3/1/aux visto//VERB", "1-1", 1),
        ("He//PRON/Person=3/1/nsubj seen//VERB", "Ha//AUX/Person=3/1/aux visto//VERB", "1-1", 0),
    ],
    ids=["a capital behind a mark says nothing", "you alone", "you and her", "an impersonal verb",
         "a source verb in the third person", "an auxiliary of your verb", "of his verb"],
)  # fmt: skip
def test_a_third_person_among_familiar_lines_is_believed_where_the_source_is_clear(
    english, spanish, links, count
):
    built = document(["You//PRON/Person=2", english, "You//PRON/Person=2"],
                     [TU, spanish, TU], ["0-0", links, "0-0"], languages=("en", "es"))  # fmt: skip
    token = 0 if "AUX" in spanish else int(links.partition("-")[2])
    linked = () if "AUX" in spanish else (int(links[0]),)
    marks = (
        Mark("formality", "t", 0, 0, (0,)),
        Mark("formality", "v", 1, token, linked),
        Mark("formality", "t", 2, 0, (0,)),
    )
    assert len(findings(TaggedDocument(built, marks), target="es")) == count


def test_where_as_many_lines_speak_either_way_the_number_of_words_decides():
    both = f"{TU} {TU}"
    built = document(["You//PRON/Person=2"] * 2, [VOUS, both], ["0-0", "0-0 0-1"])
    marks = (
        Mark("formality", "v", 0, 0, (0,)),
        Mark("formality", "t", 1, 0, (0,)),
        Mark("formality", "t", 1, 1, (0,)),
    )
    (finding,) = findings(TaggedDocument(built, marks))
    assert finding.place.segment == 0


THREE = LanguagePack(
    schema_version=1,
    code="xx",
    name="Example",
    package="discotag.testing",
    address={
        "level": [
            {"name": "low", "labels": ["a"]},
            {"name": "middle", "labels": ["b"], "shared": {"form": "x"}},
            {"name": "high", "labels": ["c", "d"]},
        ],
        "no_level": ["other"],
        "upos": ["PRON", "NOUN"],
    },
)


def of_labels(*labels, upos="PRON"):
    """One segment per label; the form is `x` where the label is written `a:x`."""
    told = [label.partition(":") for label in labels]
    lines = [f"{form or 'w'}//{upos}" for _, _, form in told]
    built = document(["You//PRON/Person=2"] * len(told), lines, ["0-0"] * len(told))
    marks = [Mark("formality", label, index, 0, (0,)) for index, (label, _, _) in enumerate(told)]
    return TaggedDocument(built, tuple(marks))


@pytest.mark.parametrize(
    ("labels", "found"),
    [
        ("aab", ["middle, “w” low"]),
        ("bbc", ["high, “w” middle"]),
        ("caaa", ["high, “w” low"]),
        ("ccd", []),
        ("aaaabc", ["middle, “w” low", "high, “w” low"]),
    ],
)
def test_every_level_of_a_pack_is_compared_with_the_usual_one(labels, found):
    told = [finding.message for finding in findings(of_labels(*labels), target=THREE)]
    assert told == [f"“w” is {kinds}" for kinds in found]


def test_a_word_that_two_levels_have_is_no_change_between_them():
    assert findings(of_labels("b", "a:x", "a:x"), target=THREE) == []
    assert len(findings(of_labels("c", "a:x", "a:x"), target=THREE)) == 1
    assert len(findings(of_labels("b", "b", "a"), target=THREE)) == 1


@pytest.mark.parametrize(
    ("expect", "labels", "found"),
    [
        ("formal", "aaa", [0, 1, 2]),
        ("V", "ccc", []),
        ("informal", "aca", [1]),
        ("middle", "abc", [0, 2]),
        ("high", "cab", [1, 2]),
        ("", "aaa", []),
    ],
)
def test_every_address_but_the_expected_one_is_told(expect, labels, found):
    told = findings(of_labels(*labels), target=THREE, expect=expect)
    assert [(finding.code, finding.place.segment) for finding in told] == [
        ("DT103", segment) for segment in found
    ]


def test_an_address_that_the_language_lacks_is_an_error():
    with pytest.raises(UsageError, match="it has: low, middle, high"):
        findings(of_labels("a"), target=THREE, expect="royal")


def test_a_quotation_may_have_another_address_than_the_expected_one():
    lines = ["„//PUNCT", "w//PRON", "“//PUNCT"]
    built = document(["You//PRON/Person=2"], [" ".join(lines)], ["0-1"])
    tagged = TaggedDocument(built, (Mark("formality", "a", 0, 1, (0,)),))
    assert findings(tagged, target=THREE, expect="formal") == []


@pytest.mark.parametrize(("upos", "count"), [("NOUN", 1), ("ADJ", 0)])
def test_the_pack_says_which_parts_of_speech_address_somebody(upos, count):
    assert len(findings(of_labels("a", "a", "c", upos=upos), target=THREE)) == count


def test_a_label_without_a_level_is_told_once_and_one_of_others_is_not():
    told = findings(of_labels("a", "new", "other", "new", "a"), target=THREE)
    assert [(finding.code, finding.place.segment) for finding in told] == [("DT102", 1)]
    assert "the class new, to which the Example pack assigns no level" in told[0].message


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ({"level": [{"name": "a", "labels": ["t"]}, {"name": "b", "labels": ["t"]}]}, "two levels"),
        ({"styles": ["plain"]}, "the style 'plain' has no level"),
        ({"level": []}, "at least 1"),
        ({"levels": []}, "Extra inputs"),
    ],
)
def test_a_pack_that_contradicts_itself_is_refused(address, message):
    with pytest.raises(ValueError, match=message):
        Address.model_validate(address)


def test_documents_have_expectations_of_their_own(tmp_path):
    file = tmp_path / "expect.tsv"
    file.write_text("# ours\nletters-*\tlow\nnotes\tany\n\n", encoding="utf-8")

    def of(name, **options):
        tagged = of_labels("c", "c", "a")
        tagged = replace(tagged, document=replace(tagged.document, id=name))
        told = findings(tagged, target=THREE, expect_file=str(file), **options)
        return [(finding.code, finding.place.segment) for finding in told]

    assert of("letters-1") == [("DT103", 0), ("DT103", 1)]
    assert of("chat") == of("notes") == of_changes()
    assert of("chat", expect="high") == [("DT103", 2)]
    assert of("notes", expect="high") == of_changes()


def of_changes():
    found = findings(of_labels("c", "c", "a"), target=THREE)
    assert "DT103" not in {finding.code for finding in found}
    return [(finding.code, finding.place.segment) for finding in found]


@pytest.mark.parametrize(
    ("text", "message"),
    [("a\tlow\nb\troyal\n", "e.tsv:2: expected address 'royal'"),
     ("a low\n", "e.tsv:1: expected a document's id"), ("\tlow\n", "e.tsv:1: expected a doc")],
)  # fmt: skip
def test_a_faulty_line_of_expectations_is_told(tmp_path, text, message):
    file = tmp_path / "e.tsv"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        findings(of_labels("a"), target=THREE, expect_file=str(file))


def test_compliance_is_the_share_of_segments_with_the_expected_address():
    def scored(**options):
        made = context(THREE, source=pack("en"), name="address", **options)
        scorer = ComplianceScorer.create(made)
        [found] = scorer.statistics([Comparison((), of_labels("c", "c", "a"))])
        counts = np.array([found.counts.get(Row(), (0, 0))], float)
        return scorer, float(scorer.measures(counts)["compliance"][0])

    scorer, share = scored(expect="formal")
    assert share == pytest.approx(2 / 3)
    assert scorer.signature() != scored(expect="informal")[0].signature()
    with pytest.raises(UsageError, match="needs --expect"):
        scored()


def test_every_segment_with_another_address_than_the_expected_one_costs():
    target = THREE
    options = ExpectationOptions(expect="high")
    expectations = Expectations.of(options, pack("en"), target)
    measure = ConsistencyMeasure(pack("en"), target, expectations)
    found = measure.of(of_labels("a", "a", "c"))
    assert [item.cost for item in found.observations] == [UNEXPECTED, UNEXPECTED]
    assert found.choices["address"] == (3, 2)


def asking(tagged, address, name="doc"):
    return replace(tagged, document=replace(tagged.document, address=address, id=name))


def test_a_document_may_ask_for_its_address_itself(tmp_path):
    assert {found.code for found in findings(asking(text("TTT"), "formal"))} == {"DT103"}
    assert findings(asking(text("TTT"), "informal"), expect="formal") == []
    assert findings(asking(text("TTVTT"), "any"), expect="formal")[0].code == "DT101"
    path = tmp_path / "expected.tsv"
    path.write_text("doc\tinformal\n", encoding="utf-8")
    assert findings(asking(text("TTT"), "formal"), expect_file=str(path)) == []
    with pytest.raises(UsageError, match="document 'doc': expected address 'lordly'"):
        findings(asking(text("TTT"), "lordly"))


def test_the_scorer_counts_what_documents_ask_for_themselves():
    made = context(pack("fr"), source=pack("en"), name="address", expect="any")
    scorer = ComplianceScorer.create(made)
    comparisons = [Comparison((), asking(text("TTV"), "T")), Comparison((), text("TTV"))]
    counts = [found.counts for found in scorer.statistics(comparisons)]
    assert counts == [{Row(): (2.0, 3.0)}, {}]


def test_a_sentence_with_both_levels_has_an_unexpected_one():
    built = document(
        ["You//PRON/Person=2 your//DET/Person=2"], [f"{VOUS} ton//DET/Person=2"], ["0-0 1-1"]
    )
    marks = (Mark("formality", "v", 0, 0, (0,)), Mark("formality", "t", 0, 1, (1,)))
    (finding,) = findings(TaggedDocument(built, marks), expect="formal")
    assert (finding.code, finding.place.token) == ("DT103", 1)


@pytest.mark.parametrize(("is_app", "count"), [(True, 1), (False, 0)])
def test_in_an_app_a_pronoun_addresses_its_user_without_a_you_in_the_source(is_app, count):
    built = document(
        ["Logged//VERB out//ADP"], ["U//PRON/Person=3 bent//AUX uitgelogd//VERB"], ["0-2"],
        languages=("en", "nl"),
    )  # fmt: skip
    marks = (Mark("formality", "v", 0, 0),)
    tagged = TaggedDocument(replace(built, is_app=is_app), marks)
    assert len(findings(tagged, target="nl", expect="informal")) == count
