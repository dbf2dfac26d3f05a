"""Glossaries: which names of terms are wrong, which places are left alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from discotag.core.errors import UsageError
from discotag.core.language import LanguagePack, Terms, WritingSystem
from discotag.core.tags import TaggedDocument, TokenRef
from discotag.testing.builders import context, document
from discotag_lint.terminology.check import GlossaryCheck

if TYPE_CHECKING:
    from discotag_lint.check import Finding

ACCOUNT = "The//DET account/account/NOUN ended//VERB"


def entry(source: str, target: str, status: str = "preferred", **more: object) -> dict[str, object]:
    return {"source": source, "target": target, "status": status, **more}


def findings(
    source: str,
    target: str,
    links: str,
    *entries: dict[str, object],
    packs: tuple[str | LanguagePack, str | LanguagePack] = ("en", "de"),
) -> list[Finding]:
    built = document([source], [target], [links])
    here = context(packs[1], source=packs[0], name="glossary", entries=entries)
    return list(GlossaryCheck.create(here).check(TaggedDocument(built, ())))


KONTO = entry("account", "Konto")


def test_another_word_is_told_with_its_place_and_the_source() -> None:
    [found] = findings(ACCOUNT, "Die//DET Rechnung//NOUN endete//VERB", "0-0 1-1 2-2", KONTO)
    assert (found.code, found.severity) == ("DT203", None)
    assert found.message == "“account” is “Rechnung” here; the glossary has “Konto”"
    assert (found.place, found.others) == (TokenRef("target", 0, 1), (TokenRef("source", 0, 1),))


@pytest.mark.parametrize("order", [1, -1])
def test_of_two_entries_for_a_word_that_of_its_form_counts(order: int) -> None:
    entries = [KONTO, entry("accounts", "Konten")][::order]
    source = "The//DET//1/det accounts/account/NOUN ended//VERB"
    [found] = findings(source, "Die//DET Rechnungen//NOUN endeten//VERB", "0-0 1-1 2-2", *entries)
    assert found.message == "“accounts” is “Rechnungen” here; the glossary has “Konten”"


@pytest.mark.parametrize(
    "target",
    ["Das//DET Konto//NOUN endete//VERB", "Die//DET Konten/Konto/NOUN endeten//VERB",
     "Die//DET Kontos//NOUN endeten//VERB", "Das//DET Benutzerkonto//NOUN endete//VERB",
     "Das//DET Benutzer-Konto//NOUN endete//VERB"],
    ids=["the name", "its lemma", "inflected", "a compound", "a compound with a hyphen"],
)  # fmt: skip
def test_forms_and_compounds_of_the_name_are_the_name(target: str) -> None:
    assert findings(ACCOUNT, target, "0-0 1-1 2-2", KONTO) == []


@pytest.mark.parametrize(
    ("source", "target", "links"),
    [
        (ACCOUNT, "", ""),
        (ACCOUNT, "The//DET account//NOUN ended//VERB", "1-1"),
        (ACCOUNT, "Es//PRON endete//VERB", "1-0 2-1"),
        (ACCOUNT, "Ganz//ADV anderes//PRON", ""),
        ("account//NOUN//1/compound manager//NOUN", "Betreuer//NOUN", "0-0 1-0"),
        ("Accounts//PROPN fell//VERB", "Rechnung//NOUN fiel//VERB", "1-1"),
        ("on//ADP Account//PROPN Street//PROPN", "Rechnungsweg//PROPN", "1-0"),
        ("They//PRON account//VERB", "Sie//PRON rechnen//VERB", "0-0"),
    ],
    ids=["no translation", "copied", "a pronoun", "no link at all", "part of a compound",
         "not the term", "part of a name", "a verb without a link"],
)  # fmt: skip
def test_places_that_are_left_alone(source: str, target: str, links: str) -> None:
    assert [f for f in findings(source, target, links, KONTO) if f.severity is None] == []


@pytest.mark.parametrize(
    ("source", "target", "links"),
    [
        ("Take//VERB//-1/root it//PRON into//ADP account//NOUN", "Rechnung//NOUN", "3-0"),
        ("an//DET account-based//ADJ plan//NOUN", "Rechnungsplan//NOUN", "1-0"),
        ("an//DET on-account//ADJ plan//NOUN", "Rechnungsplan//NOUN", "1-0"),
        ("an//DET account//NOUN", "Rechnungs-//NOUN und//CCONJ Mahnwesen//NOUN", "1-0"),
    ],
    ids=["a fixed phrase", "a hyphen behind it", "a hyphen before it", "half a compound"],
)
def test_a_part_of_a_phrase_or_a_compound_is_not_the_term(
    source: str, target: str, links: str
) -> None:
    english = LanguagePack(
        schema_version=1,
        code="en",
        name="en",
        package="x",
        terms=Terms(phrases=("tak… it into account", "a loss")),
    )
    both = (english, "de")
    assert findings(source, target, links, KONTO, packs=both) == []
    assert len(findings(ACCOUNT, "Die//DET Rechnung//NOUN", "1-1", KONTO, packs=both)) == 1


@pytest.mark.parametrize(
    ("source", "target", "links"),
    [
        ("all//DET//2/det the//DET//2/det time//NOUN//-1/obl", "ständig//ADV", "0-0 1-0 2-0"),
        ("He//PRON came//VERB today//NOUN//1/obl:tmod", "Er//PRON kam//VERB jetzt//NOUN", "2-2"),
        ("take//VERB//-1/root time//NOUN//0/obj", "Teilnahme//NOUN", "0-0 1-0"),
    ],
    ids=["another part of speech", "an adverbial", "one word with its verb"],
)
def test_what_may_not_be_the_term_is_a_note(source: str, target: str, links: str) -> None:
    wanted = (entry("time", "Uhr"), entry("today", "heute"))
    assert [str(each.severity) for each in findings(source, target, links, *wanted)] == ["note"]


def test_a_word_made_of_a_name_is_no_other_name() -> None:
    wanted = entry("Belgrade", "Белград")
    source = "Belgrade//PROPN//1/nmod media//NOUN"
    target = "белградские//ADJ СМИ//NOUN"
    assert findings(source, target, "0-0 1-1", wanted, packs=("en", "ru")) == []
    taken = "Belgrade//ADJ//1/amod media//NOUN"  # by the analysis
    assert findings(taken, target, "0-0 1-1", wanted, packs=("en", "ru")) == []
    other = "Страж//PROPN СМИ//NOUN"
    assert len(findings(source, other, "0-0 1-1", wanted, packs=("en", "ru"))) == 1


def test_a_term_within_a_longer_one_is_a_note() -> None:
    wanted = entry("media user", "Mediennutzer")
    target = "Netzwerker//NOUN"
    social = "social//ADJ//1/amod media//NOUN//2/compound user//NOUN"
    [found] = findings(social, target, "2-0", wanted)
    assert str(found.severity) == "note"
    name = "the//DET National//ADJ//3/amod Defense//PROPN//3/compound Force//PROPN"
    [found] = findings(name, target, "3-0", entry("Defense Force", "Wehr"))
    assert str(found.severity) == "note"
    for name in (
        "the//DET House//PROPN Representatives//PROPN//1/nmod",
        "the//DET Mail//PROPN House//PROPN//1/nmod",
        "the//DET House//ADJ//2/amod rule//NOUN",
    ):
        place = name.split("House")[0].count(" ")
        [found] = findings(name, target, f"{place}-0", entry("House", "Haus"))
        assert str(found.severity) == "note"
    [found] = findings("the//DET House//PROPN", target, "1-0", entry("House", "Haus"))
    assert found.severity is None
    active = "active//ADJ//2/amod media//NOUN//2/compound user//NOUN"
    [found] = findings(active, target, "2-0", wanted)
    assert found.severity is None


def test_what_a_weak_link_tells_is_a_note() -> None:
    target = "Die//DET Rechnung//NOUN endete//VERB"
    for score, severity in (("0.9", "None"), ("0.3", "note")):
        [found] = findings(ACCOUNT, target, f"0-0 1-1:{score} 2-2", KONTO)
        assert str(found.severity) == severity


def test_an_object_with_words_of_its_own_is_the_term() -> None:
    source = "take//VERB//-1/root much//ADJ//2/amod time//NOUN//0/obj"
    [found] = findings(source, "Dauer//NOUN", "2-0", entry("time", "Zeit"))
    assert found.severity is None


def test_a_verb_and_a_term_without_counterpart_are_notes() -> None:
    found = [
        *findings("They//PRON account//VERB", "Sie//PRON rechnen//VERB", "0-0 1-1", KONTO),
        *findings(ACCOUNT, "Schluss//NOUN war//AUX", "2-0", KONTO),
    ]
    assert [str(each.severity) for each in found] == ["note", "note"]
    assert found[1].message == "“account” has no counterpart here; the glossary has “Konto”"


def test_a_separable_verb_is_found_in_two_parts() -> None:
    """*Melden Sie sich an*: anmelden, and no other particle."""
    wanted = entry("enrol", "anmelden")
    source = "Enrol//VERB//-1/root now//ADV"
    target = "Melden/melden/VERB//-1/root Sie//PRON sich//PRON {}//ADP//0/compound:prt"
    german = LanguagePack(
        schema_version=1, code="de", name="de", package="x", terms=Terms(separable_verbs=True)
    )
    assert findings(source, target.format("an"), "0-0", wanted, packs=("en", german)) == []
    assert len(findings(source, target.format("ab"), "0-0", wanted, packs=("en", german))) == 1
    assert len(findings(source, target.format("an"), "0-0", wanted, packs=("en", "en"))) == 1


def test_the_longest_term_counts() -> None:
    source = "user//NOUN//1/compound account//NOUN"
    long = entry("user account", "Profil")
    assert findings(source, "Profil//NOUN", "0-0 1-0", KONTO, long) == []
    [found] = findings(source, "Konto//NOUN", "0-0 1-0", KONTO, long)
    assert found.message == "“user account” is “Konto” here; the glossary has “Profil”"


def test_words_may_stand_between_those_of_a_name_and_all_of_them_inflect() -> None:
    wanted = entry("blood test", "test sanguin")
    source = "blood//NOUN//1/compound tests/test/NOUN"
    assert findings(source, "tests//NOUN bien//ADV sanguins//ADJ", "1-0 0-2", wanted) == []
    assert len(findings(source, "analyses//NOUN sanguines//ADJ", "1-0 0-1", wanted)) == 1


def test_a_russian_name_inflects_word_by_word() -> None:
    wanted = entry("personal account", "личный кабинет")
    source = "your//PRON personal//ADJ account//NOUN"
    target = "в//ADP вашем//DET личном//ADJ кабинете//NOUN"
    assert findings(source, target, "0-1 1-2 2-3", wanted, packs=("en", "ru")) == []


def test_each_of_two_occurrences_needs_a_name() -> None:
    source = "account//NOUN and//CCONJ account//NOUN"
    [found] = findings(source, "Konto//NOUN und//CCONJ Rechnung//NOUN", "0-0 1-1 2-2", KONTO)
    assert found.place == TokenRef("target", 0, 2)


def test_admitted_names_are_good_and_forbidden_ones_are_told_once() -> None:
    entries = (KONTO, entry("account", "Zugang", "admitted"),
               entry("account", "Account", "forbidden", note="English"))  # fmt: skip
    assert findings(ACCOUNT, "Der//DET Zugang//NOUN endete//VERB", "1-1", *entries) == []
    [found] = findings(ACCOUNT, "Der//DET Account//NOUN endete//VERB", "1-1", *entries)
    assert (found.code, found.place) == ("DT204", TokenRef("target", 0, 1))
    assert found.message == (
        "the glossary forbids “Account” for “account”; it has “Konto” or “Zugang” (English)"
    )


def test_a_forbidden_word_that_translates_another_is_left_alone() -> None:
    source = "account//NOUN and//CCONJ invoice//NOUN"
    target = "Konto//NOUN und//CCONJ Rechnung//NOUN"
    forbidden = entry("account", "Rechnung", "forbidden")
    assert findings(source, target, "0-0 1-1 2-2", KONTO, forbidden) == []


def test_a_forbidden_word_within_an_allowed_name_is_left_alone() -> None:
    entries = (entry("account", "Konto Plus"), entry("account", "Konto", "forbidden"))
    assert findings("account//NOUN", "Konto//NOUN Plus//NOUN", "0-0 0-1", *entries) == []


def test_capitals_count_where_the_glossary_says_so() -> None:
    wanted = entry("app store", "App Store", case=True)
    source = "the//DET App//PROPN Store//PROPN"
    assert findings(source, "der//DET App//PROPN Store//PROPN", "1-1 2-2", wanted) == []
    plain = "the//DET app//NOUN store//NOUN"
    [found] = findings(plain, "der//DET app//NOUN store//NOUN", "1-1 2-2", wanted)
    assert found.message == "“app store” is “app store” here; the glossary has “App Store”"


def test_an_acronym_is_not_the_word_of_the_same_letters() -> None:
    wanted = entry("IT", "EDV")
    assert findings("it//PRON fell//VERB", "es//PRON fiel//VERB", "0-0 1-1", wanted) == []
    assert len(findings("IT//PROPN fell//VERB", "Technik//NOUN fiel//VERB", "0-0", wanted)) == 1


def test_a_language_without_spaces() -> None:
    chinese = LanguagePack(
        schema_version=1, code="zh", name="zh", package="x", writing=WritingSystem(spaces=False)
    )
    wanted = entry("authorized institution", "认可机构")
    source = "authorized//ADJ institutions/institution/NOUN"
    both = ("en", chinese)
    assert findings(source, "认可//ADJ 机构//NOUN", "0-0 1-1", wanted, packs=both) == []
    assert len(findings(source, "授权//ADJ 机构//NOUN", "0-0 1-1", wanted, packs=both)) == 1


def test_a_source_without_spaces_is_cut_at_its_words() -> None:
    chinese = LanguagePack(
        schema_version=1, code="zh", name="zh", package="x", writing=WritingSystem(spaces=False)
    )
    wanted = entry("行", "bank")
    both = (chinese, "en")
    assert len(findings("行//NOUN", "row//NOUN", "0-0", wanted, packs=both)) == 1
    assert findings("进行//VERB", "hold//VERB", "0-0", wanted, packs=both) == []


def test_korean_particles_stand_behind_the_name() -> None:
    wanted = entry("account", "계정")
    built = findings("account//NOUN", "계정을//NOUN", "0-0", wanted, packs=("en", "ko"))
    assert built == []


def test_a_name_that_is_allowed_and_forbidden_is_refused() -> None:
    with pytest.raises(UsageError, match="allows and forbids 'Konto' for 'account'"):
        findings(ACCOUNT, "Konto", "1-0", KONTO, entry("account", "Konto", "forbidden"))


def test_without_a_glossary_nothing_is_told() -> None:
    assert findings(ACCOUNT, "Die//DET Rechnung//NOUN endete//VERB", "1-1") == []


@pytest.mark.parametrize(
    ("target", "name", "more", "fix"),
    [
        ("Ihr//DET e-konto//NOUN endete//VERB", "E-Konto", {"case": True}, (4, 11, "E-Konto")),
        ("Das//DET konto//NOUN endete//VERB", "Konto", {"case": True}, (4, 9, "Konto")),
        ("Das//DET Konnto//NOUN endete//VERB", "Konto", {}, None),
        ("Die//DET konten/konto/NOUN endeten//VERB", "Konto", {"case": True}, None),
        ("Das//DET Iphone//NOUN endete//VERB", "iPhone", {"case": True}, None),
    ],
    ids=["a hyphen", "capitals", "another letter", "another ending", "it might begin a sentence"],
)
def test_only_the_spelling_of_the_same_letters_is_put_right(
    target: str, name: str, more: dict[str, object], fix: tuple[int, int, str] | None
) -> None:
    found = findings(ACCOUNT, target, "0-0 1-1 2-2", entry("account", name, **more))
    assert [
        each.fix and (each.fix.start, each.fix.end, each.fix.replacement) for each in found
    ] == [fix]


def test_a_forbidden_spelling_is_put_right_where_the_letters_are_the_same() -> None:
    names = (entry("mail", "E-Mail"), entry("mail", "Email", "forbidden"))
    [found] = findings("mail/mail/NOUN came//VERB", "Email//NOUN kam//VERB", "0-0 1-1", *names)
    assert found.code == "DT204"
    assert (found.fix.start, found.fix.end, found.fix.replacement) == (0, 5, "E-Mail")
    [found] = findings(
        "mail/mail/NOUN came//VERB", "Post//NOUN kam//VERB", "0-0 1-1",
        entry("mail", "E-Mail"), entry("mail", "Post", "forbidden"),
    )  # fmt: skip
    assert found.fix is None
    good = findings("mail/mail/NOUN came//VERB", "E-Mail//NOUN kam//VERB", "0-0 1-1", *names)
    assert good == []


def test_a_form_that_the_lemmas_do_not_tell_is_no_other_name() -> None:
    links = "0-0 1-1 2-2"
    form = "Die//DET Köntos//NOUN endeten//VERB"
    assert findings(ACCOUNT, form, links, entry("account", "Konto")) == []
    (found,) = findings(ACCOUNT, form, links, entry("account", "Kugel"))
    assert found.code == "DT203"
