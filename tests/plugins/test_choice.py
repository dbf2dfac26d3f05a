"""The scorer `choice`: the right class whatever the word, and a text's own terms."""

from __future__ import annotations

from importlib.metadata import entry_points

import pytest

from discotag.core.results import Comparison, Row, Score, Verdict
from discotag.pipeline.language_support import classes_of
from discotag.plugins.scorers.choice import ChoiceScorer
from discotag.plugins.scorers.plugin import discotag_scorers
from discotag.plugins.scorers.word_f import CompareMtScorer
from discotag.scoring.table import BoundScorer, score
from discotag.testing import context, tagged

(INFO,) = [info for info in discotag_scorers() if info.name == "choice"]

CLASSES = {
    "formality": "segment",
    "lexical_cohesion": "text",
    "names": "text",
    "pronouns": "word",
    "verb_form": "word",
}


def scores_of(reference, hypothesis) -> dict[Row, Score]:
    made = ChoiceScorer.create(context(classes=CLASSES))
    bound = BoundScorer(INFO, made, "core", frozenset(CLASSES))
    (table,) = score([Comparison((reference,), hypothesis)], [bound])
    return {found.row: found for found in table.scores()}


def test_it_hand_worked():
    # Line 1  source  Do you know your(3) way     "you" is token 1
    #   reference  Connaissez vous(v) votre(v)
    #   hypothesis Sais tu(t) votre(v, no tag)      you→tu: wrong, your→votre: correct
    # Line 2  source  it rang        reference  elle(fem) sonna
    #   hypothesis  celle-ci(fem)       another word of the same class: correct
    # Line 3  source  it rang        reference elle(fem)   hypothesis sonna, nothing linked: missing
    # formality: 1 of 2; pronouns: 1 of 2, missing 1 of 2
    source = ["Do you know your way", "it rang", "it rang"]
    reference = tagged(
        [
            "Connaissez vous|formality=v<1 votre|formality=v<3",
            "elle|pronouns=it→fem<0 sonna",
            "elle|pronouns=it→fem<0 sonna",
        ],
        source=source,
        links=["1-1 2-0 3-2", "0-0 1-1", "0-0 1-1"],
    )
    hypothesis = tagged(
        ["Sais tu|formality=t votre|formality=v~", "celle-ci|pronouns=it→fem~ sonna", "sonna"],
        source=source,
        links=["1-1 2-0 3-2", "0-0 1-1", "1-0"],
        system="A",
    )
    found = scores_of(reference, hypothesis)
    assert found[Row("formality")].measures == {"accuracy": 0.5, "missing": 0.0, "unjudged": 0.0}
    assert found[Row("pronouns")].measures == {"accuracy": 0.5, "missing": 0.5, "unjudged": 0.0}
    assert found[Row("pronouns", "it→fem")].support == 2


@pytest.mark.parametrize(
    ("reference", "hypothesis", "links", "expected"),
    [
        pytest.param("Venez|formality=v<1", "viens tu|formality=t~", "1-0", 0.0, id="address t"),
        pytest.param("Venez|formality=v<1", "vous|formality=v~ venez", "1-1", 1.0, id="overt"),
        pytest.param("Venez|formality=v", "vous|formality=v~ venez", "", 1.0, id="no source token"),
        pytest.param(
            "Venez|formality=v<1", "tu|formality=t~ vous|formality=v~ ici", "1-2", 0.0, id="mixed"
        ),
    ],
)
def test_it_takes_the_segments_address_where_the_linked_words_have_none(
    reference, hypothesis, links, expected
):
    source = ["you come"]
    found = scores_of(
        tagged([reference], source=source, links=["1-0"]),
        tagged([hypothesis], source=source, links=[links], system="A"),
    )
    assert found[Row("formality")].value == expected


def test_it_does_not_guess_a_pronoun_from_its_segment():
    source = ["it rang"]
    found = scores_of(
        tagged(["elle|pronouns=it→fem<0"], source=source, links=["0-0"]),
        tagged(["elle|pronouns=it→fem~ sonna"], source=source, links=["0-1"], system="A"),
    )
    assert found[Row("pronouns")].measures["accuracy"] == 0.0
    assert found[Row("pronouns")].measures["missing"] == 0.0


def test_it_finds_a_verb_group_through_its_own_source_tokens():
    # "slept" is linked to the participle, the mark stands on the auxiliary and names "slept"
    source = ["he slept"]
    found = scores_of(
        tagged(["il dormait|verb_form=imparfait<1"], source=source, links=["1-1"]),
        tagged(["il a|verb_form=imparfait<1~ dormi"], source=source, links=["1-2"], system="A"),
    )
    assert found[Row("verb_form")].value == 1.0


def test_it_counts_a_tag_without_source_token_apart():
    source = ["it rang"]
    found = scores_of(
        tagged(["elle|pronouns=it→fem"], source=source, links=[""]),
        tagged(["elle|pronouns=it→fem"], source=source, links=["0-0"], system="A"),
    )
    pronouns = found[Row("pronouns")]
    assert pronouns.measures == {"accuracy": None, "missing": None, "unjudged": 1.0}
    assert pronouns.support == 0


def test_the_built_in_taggers_say_what_their_classes_are(make_registry):
    points = entry_points(group="discotag")
    built_in = [point for point in points if point.value.startswith("discotag.plugins.")]
    assert classes_of(make_registry(*built_in)) == CLASSES


def test_it_leaves_phenomena_without_classes_alone():
    reference = tagged(["a|ellipsis=vp<0"], source=["a"], links=["0-0"])
    assert scores_of(reference, tagged(["a"], links=["0-0"], system="A")) == {}


CAT = "lexical_cohesion=cat→"
SOURCE = ["cat", "cat", "cat", "cat"]
LINKS = ["0-0"] * 4


def terms(*words, system="A", links=LINKS):
    """Translate *cat* four times; in the reference the fourth is a tag."""
    is_reference = system == "ref"
    lines = [
        f"{word}|{CAT}{word}<0" + ("" if is_reference and index == 3 else "~") if word else ""
        for index, word in enumerate(words)
    ]
    return tagged(lines, source=SOURCE, links=links, system=system)


REFERENCE = terms("chat", "chat", "chat", "chat", system="ref")


@pytest.mark.parametrize(
    ("words", "links", "expected"),
    [
        pytest.param(("chat",) * 4, LINKS, Verdict.CORRECT, id="as the reference"),
        pytest.param(("matou",) * 4, LINKS, Verdict.CORRECT, id="a term of its own"),
        pytest.param(("matou", "chat", "chat", "matou"), LINKS, Verdict.CORRECT, id="used before"),
        pytest.param(("matou", "matou", "matou", "chat"), LINKS, Verdict.WRONG, id="a new one"),
        pytest.param(
            ("", "", "", "chat"), ["", "", "", "0-0"], Verdict.UNJUDGED, id="never before"
        ),
        pytest.param(
            ("chat", "chat", "chat", ""), [*LINKS[:3], ""], Verdict.MISSING, id="left out"
        ),
    ],
)
def test_a_term_is_right_if_the_hypothesis_used_it_before(words, links, expected):
    (found,) = ChoiceScorer(CLASSES).judgements(
        Comparison((REFERENCE,), terms(*words, links=links))
    )
    assert (found.segment, found.token, found.verdict) == (3, 0, expected)


def test_terms_are_counted_by_their_verdicts():
    row = Row("lexical_cohesion")
    assert scores_of(REFERENCE, terms("matou", "matou", "matou", "chat"))[row].value == 0.0
    assert scores_of(REFERENCE, terms("matou", "matou", "matou", "matou"))[row].value == 1.0


def test_verdicts_name_the_words_they_rest_on():
    reference = tagged(
        ["Connaissez vous|formality=v<1", "elle|pronouns=it→fem<0 sonna"],
        source=["Do you know", "it rang"], links=["1-1 2-0", "0-0 1-1"],
    )  # fmt: skip
    hypothesis = tagged(
        ["Sais tu|formality=t~", "sonna"], source=["Do you know", "it rang"],
        links=["1-1 2-0", "1-0"], system="A",
    )  # fmt: skip
    found = list(ChoiceScorer(CLASSES).judgements(Comparison((reference,), hypothesis)))
    assert [(j.phenomenon, j.verdict, j.tokens) for j in found] == [
        ("formality", Verdict.WRONG, (1,)),
        ("pronouns", Verdict.MISSING, ()),
    ]


def test_compare_mt_tells_where_the_references_word_stands():
    reference = tagged(["vous|formality=v allez", "vous|formality=v"], source=["you go", "you"])
    hypothesis = tagged(["alors vous allez", "toi"], source=["you go", "you"], system="A")
    comparison = Comparison((reference,), hypothesis)
    found = list(CompareMtScorer.create(context()).judgements(comparison))
    assert [(j.verdict, j.tokens) for j in found] == [
        (Verdict.CORRECT, (1,)), (Verdict.MISSING, ()),
    ]  # fmt: skip
