"""Words of the third person have the class of the form of address beside them."""

import pytest

from discotag.core.tags import TokenRef
from discotag.plugins.phenomena.formality.dependents import Candidate, resolve_dependents, turns
from discotag.testing import document

from .formality_tables import SPANISH, tagger


def place(segment: int, token: int) -> TokenRef:
    return TokenRef("target", segment, token)


SEU = place(3, 2)
LINES = ("a",) * 6


def class_of_seu(certain, segments=LINES, voice=lambda _: "text"):
    found = [Candidate(where, label) for where, label in certain.items()]
    return resolve_dependents([*found, Candidate(SEU, "t", "v")], voice, segments).labels[SEU]


@pytest.mark.parametrize(
    ("certain", "label"),
    [
        ({}, "t"),
        ({place(2, 0): "v"}, "v"),
        ({place(2, 0): "t"}, "t"),
        ({place(0, 0): "v", place(2, 0): "t"}, "t"),
        ({place(0, 0): "t", place(4, 0): "v"}, "v"),
        ({place(3, 0): "v", place(3, 3): "t"}, "t"),
        ({place(3, 1): "v", place(3, 3): "t"}, "v"),
    ],
    ids=[
        "none",
        "other-class",
        "own-class",
        "nearest-counts",
        "later-one",
        "nearer-token",
        "as-near-the-one-before",
    ],
)
def test_the_nearest_certain_word_decides(certain, label):
    assert class_of_seu(certain) == label


def test_another_voice_does_not_count():
    assert class_of_seu({place(2, 0): "v"}, voice=lambda where: str(where.segment)) == "t"


def test_a_word_that_yields_decides_for_no_other():
    found = [Candidate(place(2, 0), "v", "t"), Candidate(SEU, "t", "v")]
    assert resolve_dependents(found, lambda _: "text", LINES).labels[SEU] == "t"


def test_a_hint_decides_and_bears_no_mark():
    found = [Candidate(place(2, 0), "v", cue_only=True), Candidate(SEU, "t", "v")]
    assert resolve_dependents(found, lambda _: "text", LINES).labels == {SEU: "v"}


def test_in_a_dialogue_the_own_turns_come_first():
    dialogue = ("— a", "— a", "— a", "— a", "— a")
    certain = {place(1, 0): "v", place(2, 0): "t"}
    assert class_of_seu(certain, dialogue) == "v"
    assert class_of_seu(certain) == "t"
    assert class_of_seu({place(2, 0): "v"}, dialogue) == "v"


def test_lines_with_a_dash_take_turns():
    assert turns(["a", "— b", "– c", "d", "- e"]) == [None, (1, 0), (1, 1), None, (4, 0)]


LE = Candidate(place(3, 2), "v", inherits=True)


@pytest.mark.parametrize(
    ("others", "label"),
    [
        ([], None),
        ([Candidate(place(2, 0), "v")], "v"),
        ([Candidate(place(5, 0), "v", cue_only=True)], "v"),
        ([Candidate(place(0, 0), "v"), Candidate(place(2, 0), "t")], None),
        ([Candidate(place(2, 0), "t", "v")], None),
        ([Candidate(place(0, 0), "v"), Candidate(place(2, 0), "t", "v")], "v"),
        ([Candidate(place(2, 0), "v", inherits=True)], None),
    ],
    ids=["alone", "own-class", "a-call", "other-class-nearer", "usual", "yielding", "no-other"],
)
def test_a_word_that_follows_is_marked_beside_its_class_alone(others, label):
    assert resolve_dependents([*others, LE], lambda _: "text", LINES).labels.get(LE.place) == label


def test_a_word_that_follows_and_yields_has_the_class_of_what_stands_beside_it():
    gostou = Candidate(place(3, 2), "t", "v", inherits=True)
    for label in ("t", "v"):
        found = resolve_dependents(
            [Candidate(place(2, 0), label), gostou], lambda _: "text", LINES
        ).labels
        assert found[gostou.place] == label
    beside_plain = [Candidate(place(2, 0), "plain"), gostou]
    assert gostou.place not in resolve_dependents(beside_plain, lambda _: "text", LINES).labels


def test_a_word_that_follows_another_voice_bears_no_mark():
    found = [Candidate(place(2, 0), "v"), LE]
    assert LE.place not in resolve_dependents(found, lambda where: str(where.segment), LINES).labels


FOLLOWING = (
    SPANISH
    + """
[[class]]
name = "v"
forms = ["le"]
inherits = true
[[verb]]
class = "v"
inherits = true
when = { feats = { Person = "3" } }
source = "addressed"
"""
)
YOU = "you/you/PRON/Person=2 rest/rest/NOUN"
OF_ME = "me/I/PRON/Person=1"
COME = "Come/come/VERB/Mood=Imp"
WITH_HER = "her/she/PRON/Person=3|Gender=Fem you/you/PRON/Person=2"
PUEDE = "puede/poder/VERB/Person=3"


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param(YOU, "le", ["le"], id="a-word-that-speaks-to-you"),
        pytest.param(COME, "le", ["le"], id="a-command"),
        pytest.param("x", "le", [], id="to-nobody"),
        pytest.param(OF_ME, "le", ["le"], id="of-the-speaker"),
        pytest.param(OF_ME, PUEDE, [], id="a-verb-in-talk-of-the-speaker"),
        pytest.param(WITH_HER, "le", [], id="of-somebody-else-too"),
        pytest.param(YOU, PUEDE, ["puede"], id="a-verb"),
        pytest.param(WITH_HER, PUEDE, [], id="a-verb-beside-somebody-else"),
    ],
)
def test_a_word_follows_where_the_source_speaks_to_you_alone(source, target, expected):
    beside = document(["x", source], ["usted", target], ["", ""])
    marks = tagger(FOLLOWING).mark(beside)
    assert [beside.target[1].forms[m.token] for m in marks if m.segment == 1] == expected
    alone = document([source], [target], [""])
    assert not list(tagger(FOLLOWING).mark(alone))


def test_it_is_told_why_a_word_that_follows_bears_no_mark():
    reasons = tagger(FOLLOWING).reasons(document([YOU], ["le"], [""]))
    assert any("no word of class v stands nearest in its voice" in r.text for r in reasons)
    reasons = tagger(FOLLOWING).reasons(document(["x", "x"], ["usted", PUEDE], ["", ""]))
    assert any("speaks to nobody, or of somebody else, too" in r.text for r in reasons)
