"""Whom a verb of the source speaks to: commands, and subjects that address somebody."""

import pytest

from discotag.core.language import Address
from discotag.core.patterns import Pattern, TokenContext
from discotag.plugins.phenomena.formality.source import SourceReader
from discotag.testing import document, tokens

SOURCE = SourceReader(
    Address(
        command_auxiliaries=("do", "don't", "n't"),
        command_particles=("back", "up"),
        futures=("will", "would"),
    )
)
LET = "Let/let/VERB/Mood=Imp dry/dry/VERB/VerbForm=Inf/0/xcomp"
STOP = "Stop/stop/VERB/Mood=Imp whining/whine/VERB/VerbForm=Ger/0/xcomp"
STATED = "Stopping/stop/VERB/VerbForm=Ger whining/whine/VERB/VerbForm=Ger/0/xcomp"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param("Go/go/VERB/Mood=Imp", True, id="mood"),
        pytest.param("Go/go/VERB/VerbForm=Inf", True, id="base-form"),
        pytest.param("go/go/VERB/VerbForm=Inf/1/conj See/see/VERB/Mood=Imp", True, id="conjunct"),
        pytest.param(
            "dry/dry/VERB/Mood=Ind/1/conj Wash/wash/VERB/Mood=Imp", True, id="conjunct-read-as-fact"
        ),
        pytest.param(
            "dry/dry/VERB/Mood=Ind/1/conj Wash/wash/VERB/Mood=Imp I/I/PRON//0/nsubj",
            False,
            id="conjunct-with-subject",
        ),
        pytest.param(
            "slice/slice/VERB/VerbForm=Inf/1/conj Peel/peel/NOUN the/the/DET",
            False,
            id="conjunct-of-a-noun-inside",
        ),
        pytest.param("go/go/VERB/VerbForm=Inf/1/xcomp Want/want/VERB", False, id="complement"),
        pytest.param("go/go/VERB/VerbForm=Inf can/can/AUX//0/aux", False, id="auxiliary"),
        pytest.param("go/go/VERB/VerbForm=Inf do/do/AUX//0/aux", True, id="negated"),
        pytest.param("goes/go/VERB/Mood=Ind", False, id="indicative"),
        pytest.param("Silence/silence/NOUN", False, id="noun"),
        pytest.param("kind/kind/ADJ be/be/AUX/VerbForm=Inf/0/cop", True, id="be"),
        pytest.param(
            "hurt/hurt/VERB/VerbForm=Part be/be/AUX/VerbForm=Inf/0/aux:pass do/do/AUX//0/aux",
            True,
            id="be-negated",
        ),
        pytest.param(
            "kind/kind/ADJ be/be/AUX/VerbForm=Inf/0/cop to/to/PART//0/mark", False, id="to-be"
        ),
        pytest.param(
            "kind/kind/ADJ be/be/AUX/VerbForm=Inf/0/cop can/can/AUX//0/aux", False, id="can-be"
        ),
        pytest.param(
            "kind/kind/ADJ be/be/AUX/VerbForm=Inf/0/cop he/he/PRON//0/nsubj", False, id="he-be"
        ),
    ],
)
def test_an_imperative_is_known_by_mood_or_by_its_bare_form(line, expected):
    assert SOURCE.is_imperative(tokens(line)[0]) is expected


@pytest.mark.parametrize(("form", "expected"), [("do", True), ("does", False), ("did", False)])
def test_only_do_itself_stands_before_a_command(form, expected):
    line = tokens(f"{form}/do/AUX//2/aux n't//PART//2/advmod offer/offer/VERB/VerbForm=Inf")
    assert SOURCE.is_imperative(line[2]) is expected


@pytest.mark.parametrize(
    ("source", "is_told"),
    [
        ("Sir/sir/NOUN/_/2/nsubj you/you/PRON/_/2/nsubj stay/stay/VERB/_/-1/root", True),
        ("Sir/sir/NOUN/_/2/nsubj then/then/ADV/_/2/advmod stay/stay/VERB/_/-1/root", False),
    ],
    ids=["call-before-the-subject", "another-subject"],
)
def test_one_of_several_subjects_addresses_somebody(source, is_told):
    verb = TokenContext(document([source], ["reste/rester/VERB"], ["2-0"]), "source", 0, 2)
    assert SOURCE.addresses(verb, (Pattern(form=("you",)),)) == is_told


@pytest.mark.parametrize(
    ("line", "verb", "expected"),
    [
        (
            "Peel/peel/NOUN them/they/PRON and/and/CCONJ slice/slice/VERB/VerbForm=Inf/0/conj",
            3,
            True,
        ),
        ("Food/food/NOUN and/and/CCONJ drink/drink/VERB/VerbForm=Inf/0/conj", 2, False),
        (f"{LET} don't/do/AUX//3/aux touch/touch/VERB/VerbForm=Inf/1/conj", 3, True),
        (f"{LET} touch/touch/VERB/VerbForm=Inf/1/conj", 2, False),
        (f"{STOP} watch/watch/VERB/VerbForm=Inf/1/conj", 2, True),
        (f"{STATED} watch/watch/VERB/VerbForm=Inf/1/conj", 2, False),
    ],
    ids=[
        "opens-before-a-pronoun",
        "a-noun",
        "do-not-behind-a-command",
        "completes-a-command",
        "beside-a-gerund-behind-a-command",
        "beside-a-gerund",
    ],
)
def test_a_verb_beside_an_opening_that_is_taken_for_a_noun_commands(line, verb, expected):
    assert SOURCE.is_imperative(tokens(line)[verb]) is expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("loosen/loosen/VERB/VerbForm=Part it/it/PRON//0/obj", True),
        ("loosen/loosen/VERB/VerbForm=Part again/again/ADV//0/advmod", False),
        ("loosened/loosen/VERB/VerbForm=Part it/it/PRON//0/obj", False),
    ],
    ids=["with-an-object", "without-an-object", "another-form"],
)
def test_a_participle_that_may_be_a_base_form_commands_with_an_object(line, expected):
    assert SOURCE.is_imperative(tokens(line)[0]) is expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("you/you/PRON//1/nsubj happen/happen/VERB have/have/VERB//1/xcomp", True),
        ("you/you/PRON//1/nsubj want/want/VERB have/have/VERB//1/xcomp him/he/PRON//1/obj", False),
        ("you/you/PRON//1/nsubj say/say/VERB have/have/VERB//1/ccomp", False),
    ],
    ids=["completes-its-verb", "another-acts", "another-clause"],
)
def test_an_infinitive_has_the_subject_of_the_verb_it_completes(line, expected):
    verb = TokenContext(document([line], ["ha/avere/VERB"], ["2-0"]), "source", 0, 2)
    assert SOURCE.addresses(verb, (Pattern(form=("you",)),)) is expected


PAST = "VerbForm=Fin|Mood=Ind|Person=1|Tense=Past"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (f"Forgot/forget/VERB/{PAST} it/it/PRON//0/obj ?/?/PUNCT//0/punct", True),
        (f"Forgot/forget/VERB/{PAST} it/it/PRON//0/obj ././PUNCT//0/punct", False),
        ("Ever/ever/ADV//1 been/be/AUX/VerbForm=Part there/there/ADV//1 ?/?/PUNCT//1", True),
        ("Works/work/VERB/Person=3|Tense=Pres again/again/ADV//0 ?/?/PUNCT//0", False),
        ("Wo/will/AUX//2/aux n't/not/PART//2 open/open/VERB/VerbForm=Inf ?/?/PUNCT//2", False),
        (f"Said/say/VERB/{PAST} you/you/PRON/Person=2/0 ?/?/PUNCT//0", False),
        (f"Anna/Anna/PROPN//1/dep left/leave/VERB/{PAST} ?/?/PUNCT//1/punct", False),
    ],
    ids=["asked", "stated", "behind-ever", "third-person", "will", "of-you", "behind-a-name"],
)
def test_a_question_that_leaves_out_its_subject_asks_who_is_spoken_to(line, expected):
    verb = next(token for token in tokens(line) if token.upos == "VERB" or token.lemma == "be")
    assert SOURCE.asks_without_subject(verb) is expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("What/what/PRON//2/nsubj do/do/AUX/Mood=Imp/2/aux use/use/VERB/VerbForm=Inf", True),
        ("Do/do/AUX/Mood=Imp/2/aux you/you/PRON//2/nsubj know/know/VERB/VerbForm=Inf", False),
    ],
    ids=["behind-a-clause", "asked"],
)
def test_a_subject_between_do_and_its_verb_makes_a_question(line, expected):
    assert SOURCE.is_imperative(tokens(line)[2]) is expected
