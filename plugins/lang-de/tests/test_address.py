"""German dialogue of our own in the embedded pipeline: second persons, commands, lemmas."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import spacy
from spacy.tokens import Doc

from discotag_lang_de.address import Address

if TYPE_CHECKING:
    from discotag.plugin import Analyzer

IND, IMP, SUB = "Ind", "Imp", "Sub"
DIALOGUE = [
    ("Kommst du heute Abend mit?", "Kommst", IND, "2", "Sing"),
    ("Komm sofort her!", "Komm", IMP, "2", "Sing"),
    ("Gib mir bitte dein Telefon.", "Gib", IMP, "2", "Sing"),
    ("Wohin gehst du?", "gehst", IND, "2", "Sing"),
    ("Warum antwortest du nicht?", "antwortest", IND, "2", "Sing"),
    ("Mach dir keine Sorgen.", "Mach", IMP, "2", "Sing"),
    ("Hast du schon gegessen?", "Hast", IND, "2", "Sing"),
    ("Du hast recht.", "hast", IND, "2", "Sing"),
    ("Sag ihm, dass ich komme.", "Sag", IMP, "2", "Sing"),
    ("Schau mal!", "Schau", IMP, "2", "Sing"),
    ("Was machst du da?", "machst", IND, "2", "Sing"),
    ("Könntest du mir helfen?", "Könntest", SUB, "2", "Sing"),
    ("Warte auf mich!", "Warte", IMP, "2", "Sing"),
    ("Willst du einen Kaffee?", "Willst", IND, "2", "Sing"),
    ("Wenn du das nur wüsstest.", "wüsstest", SUB, "2", "Sing"),
    ("Ich glaube, dass du das nicht verstehst.", "verstehst", IND, "2", "Sing"),
    ("Ruf deine Mutter an.", "Ruf", IMP, "2", "Sing"),
    ("Du warst gestern nicht hier.", "warst", IND, "2", "Sing"),
    ("Vergiss den Schlüssel nicht.", "Vergiss", IMP, "2", "Sing"),
    ("Hör auf!", "Hör", IMP, "2", "Sing"),
    ("Weißt du, wo er wohnt?", "Weißt", IND, "2", "Sing"),
    ("Bitte hilf mir.", "hilf", IMP, "2", "Sing"),
    ("Nimm die Tasche und geh nach Hause.", "Nimm", IMP, "2", "Sing"),
    ("Nimm die Tasche und geh nach Hause.", "geh", IMP, "2", "Sing"),
    ("Sei nicht so laut!", "Sei", IMP, "2", "Sing"),
    ("Was hättest du gesagt?", "hättest", SUB, "2", "Sing"),
    ("Du liest zu viel.", "liest", IND, "2", "Sing"),
    ("Seid ihr fertig?", "Seid", IND, "2", "Plur"),
    ("Habt ihr Hunger?", "Habt", IND, "2", "Plur"),
    ("Kommt her, Kinder!", "Kommt", IMP, "2", "Plur"),
    ("Was wollt ihr hier?", "wollt", IND, "2", "Plur"),
    ("Wenn ihr wollt, gehen wir.", "wollt", IND, "2", "Plur"),
    ("Ihr könnt jetzt gehen.", "könnt", IND, "2", "Plur"),
    ("Haben Sie meine Nachricht bekommen?", "Haben", IND, "3", "Plur"),
    ("Kommen Sie bitte herein.", "Kommen", IMP, "2", None),
    ("Setzen Sie sich.", "Setzen", IMP, "2", None),
    ("Sind Sie sicher?", "Sind", IND, "3", "Plur"),
    ("Warten Sie einen Moment.", "Warten", IMP, "2", None),
    ("Können Sie mir helfen?", "Können", IND, "3", "Plur"),
    ("Bitte füllen Sie dieses Formular aus.", "füllen", IMP, "2", None),
    ("Wie heißen Sie?", "heißen", IND, "3", "Plur"),
    ("Ich komme morgen.", "komme", IND, "1", "Sing"),
    ("Er geht jetzt nach Hause.", "geht", IND, "3", "Sing"),
    ("Wir gehen morgen ins Kino.", "gehen", IND, "1", "Plur"),
]
UNSEEN = [  # written after the rules; never to be used to change them
    ("Nimmst du den Bus oder die Bahn?", "Nimmst", IND, "2", "Sing"),
    ("Leihst du mir dein Fahrrad?", "Leihst", IND, "2", "Sing"),
    ("Probier die Suppe!", "Probier", IMP, "2", "Sing"),
    ("Lassen Sie mich in Ruhe!", "Lassen", IMP, "2", None),
    ("Wie heißt du?", "heißt", IND, "2", "Sing"),
    ("Du wirst sehen, es ist einfach.", "wirst", IND, "2", "Sing"),
    ("Zieh deinen Mantel an, es ist kalt.", "Zieh", IMP, "2", "Sing"),
    ("Und du, was denkst du darüber?", "denkst", IND, "2", "Sing"),
    ("Würden Sie das Fenster öffnen?", "Würden", SUB, "3", "Plur"),
    ("Ich denke, dass du dich irrst.", "irrst", IND, "2", "Sing"),
    ("Fass nichts an.", "Fass", IMP, "2", "Sing"),
    ("Seit wann arbeitest du hier?", "arbeitest", IND, "2", "Sing"),
    ("Wo warst du gestern Abend?", "warst", IND, "2", "Sing"),
    ("Kennt ihr euch schon lange?", "Kennt", IND, "2", "Plur"),
    ("Gib mir meine Schlüssel zurück.", "Gib", IMP, "2", "Sing"),
    ("Wir danken Ihnen für Ihren Besuch.", "danken", IND, "1", "Plur"),
    ("Wenn du Zeit hättest, könntest du kommen.", "hättest", SUB, "2", "Sing"),
    ("Wenn du Zeit hättest, könntest du kommen.", "könntest", SUB, "2", "Sing"),
    ("Bist du müde oder was?", "Bist", IND, "2", "Sing"),
    ("Welches willst du lieber?", "willst", IND, "2", "Sing"),
    ("Schicken Sie es ihm morgen früh.", "Schicken", IMP, "2", None),
    ("Trink etwas Wasser, dann wird es besser.", "Trink", IMP, "2", "Sing"),
    ("Hören Sie mich?", "Hören", IND, "3", "Plur"),
    ("Um wie viel Uhr kommst du zurück?", "kommst", IND, "2", "Sing"),
    ("Passt auf die Stufe auf!", "Passt", IMP, "2", "Plur"),
    ("Was hast du dir dabei gedacht?", "hast", IND, "2", "Sing"),
    ("Spielst du auch Klavier?", "Spielst", IND, "2", "Sing"),
    ("Ihr habt alles aufgegessen.", "habt", IND, "2", "Plur"),
]
UNSEEN_RIGHT = 0.85
LEMMAS = [
    ("Du weißt das.", "weißt", "wissen"),
    ("Nimmst du Zucker?", "Nimmst", "nehmen"),
    ("Wohin fährst du?", "fährst", "fahren"),
    ("Vergiss es!", "Vergiss", "vergessen"),
    ("Ihr habt recht.", "habt", "haben"),
    ("Antwortest du ihm?", "Antwortest", "antworten"),
]


def finite(german: Analyzer, line: str, form: str) -> list[str | None]:
    """Return mood, person and number of a verb in a line.

    Thrice None where it is taken for none.
    """
    (tokens,) = german.analyze([line])
    word = tokens[tokens.forms.index(form)]
    feats = word.feats if word.upos in {"VERB", "AUX"} else {}
    return [feats.get(name) for name in ("Mood", "Person", "Number")]


@pytest.mark.parametrize("case", DIALOGUE, ids=lambda case: f"{case[1]} in {case[0]}")
def test_german_dialogue_verbs_have_their_person(
    german: Analyzer, case: tuple[str, str, str, str, str]
) -> None:
    line, form, *expected = case
    assert finite(german, line, form) == expected


def test_german_dialogue_that_shaped_no_rule_is_mostly_right(german: Analyzer) -> None:
    wrong = [line for line, form, *expected in UNSEEN if finite(german, line, form) != expected]
    assert 1 - len(wrong) / len(UNSEEN) >= UNSEEN_RIGHT, wrong


@pytest.mark.parametrize(("line", "form", "lemma"), LEMMAS)
def test_german_verbs_of_address_have_their_lemma(
    german: Analyzer, line: str, form: str, lemma: str
) -> None:
    (tokens,) = german.analyze([line])
    assert tokens[tokens.forms.index(form)].lemma == lemma


@pytest.mark.parametrize(
    ("line", "form", "person", "polite"),
    [
        ("Ich sehe Sie morgen.", "Sie", "2", "Form"),
        ("Das hat sie mir gesagt.", "sie", "3", None),
        ("Wir helfen Ihnen gern.", "Ihnen", "2", "Form"),
        ("Ich habe dich gesucht.", "dich", "2", None),
        ("Ist das euer Hund?", "euer", "2", None),
    ],
)
def test_pronouns_of_address_are_second_persons(
    german: Analyzer, line: str, form: str, person: str, polite: str | None
) -> None:
    (tokens,) = german.analyze([line])
    feats = tokens[tokens.forms.index(form)].feats
    assert (feats.get("Person"), feats.get("Polite")) == (person, polite)


def doc_of(words: str, pos: str) -> Doc:
    return Doc(spacy.blank("de").vocab, words=words.split(), pos=pos.split())


@pytest.mark.parametrize(
    ("words", "pos", "verb", "expected"),
    [
        ("weil du das Haus kaufst", "SCONJ X DET NOUN NOUN", 4, ("VERB", "2", "Ind")),
        ("Kauf das Haus !", "NOUN DET NOUN PUNCT", 0, ("VERB", "2", "Imp")),
        ("Kauf er das Haus", "NOUN PRON DET NOUN", 0, ("NOUN", None, None)),
        ("Der Kauf das Haus", "DET NOUN DET NOUN", 1, ("NOUN", None, None)),
        ("Kauf das Haus ?", "NOUN DET NOUN PUNCT", 0, ("NOUN", None, None)),
        ("Lass , das geht", "NOUN PUNCT PRON VERB", 0, ("VERB", "2", "Imp")),
        ("Kauf , das ist es", "NOUN PUNCT PRON AUX PRON", 0, ("NOUN", None, None)),
    ],
)
def test_the_rules_of_address(
    words: str, pos: str, verb: int, expected: tuple[str, str | None, str | None]
) -> None:
    rules = Address()
    rules.fill(
        {
            "closed": {"du": ["PRON", "du", "Person=2"]},
            "infinitives": ["kaufen"],
            "commands": {"lass": ["lassen", "Sing"]},
            "behind": ["das"],
            "subjects": ["er"],
        }
    )
    token = rules(doc_of(words, pos))[verb]
    feats = token.morph.to_dict()
    assert (token.pos_, feats.get("Person"), feats.get("Mood")) == expected


@pytest.mark.parametrize(
    ("words", "pos", "lemma", "verb", "expected"),
    [
        ("Das weiß ich .", "PRON AUX PRON PUNCT", "wissen", 1, "VERB"),
        ("Das will ich .", "PRON AUX PRON PUNCT", "wollen", 1, "VERB"),
        ("Ich will gehen .", "PRON AUX VERB PUNCT", "wollen", 1, "AUX"),
        ("Ich will , sagt er", "PRON AUX PUNCT VERB PRON", "wollen", 1, "VERB"),
        ("Es würde gehen .", "PRON AUX VERB PUNCT", "würden", 1, "AUX"),
    ],
)
def test_an_auxiliary_has_its_verb(
    words: str, pos: str, lemma: str, verb: int, expected: str
) -> None:
    doc = doc_of(words, pos)
    doc[verb].lemma_ = lemma
    assert Address()(doc)[verb].pos_ == expected


@pytest.mark.parametrize(
    ("words", "pos", "verb", "expected"),
    [
        ("Manchmal kaufe ich .", "ADV ADJ PRON PUNCT", 1, ("VERB", "kaufen", "1")),
        ("Dann kauf ich .", "ADV NOUN PRON PUNCT", 1, ("VERB", "kaufen", "1")),
        ("Weil ich Kaufe mag", "SCONJ PRON NOUN VERB", 2, ("NOUN", "", None)),
        ("Das mochte ich .", "PRON VERB PRON PUNCT", 1, ("VERB", "mögen", None)),
    ],
)
def test_the_verb_beside_ich(
    words: str, pos: str, verb: int, expected: tuple[str, str, str | None]
) -> None:
    rules = Address()
    rules.fill({"infinitives": ["kaufen"]})
    token = rules(doc_of(words, pos))[verb]
    assert (token.pos_, token.lemma_, token.morph.to_dict().get("Person")) == expected
