"""The embedded analysis of Italian: clitics, verb forms, parts of speech."""

import pytest


def token(analyzer, text, form):
    (line,) = analyzer.analyze([text])
    return line[line.forms.index(form)]


@pytest.mark.parametrize(
    ("text", "clitic", "upos"),
    [
        ("La uso spesso.", "La", "PRON"),
        ("Le ho lette ieri.", "Le", "PRON"),
        ("Non la porta mai.", "la", "PRON"),
        ("Gli parlo domani.", "Gli", "PRON"),
        ("La porta è chiusa.", "La", "DET"),
        ("Le case sono vecchie.", "Le", "DET"),
        ("Lo specchio è rotto.", "Lo", "DET"),
    ],
)
def test_an_article_before_a_verb_is_a_pronoun(italian, text, clitic, upos):
    assert token(italian, text, clitic).upos == upos


def test_the_participle_tells_the_gender_of_an_elided_pronoun(italian):
    assert token(italian, "L'ho venduta.", "L'").feats["Gender"] == "Fem"


@pytest.mark.parametrize(
    ("text", "form", "lemma", "feats"),
    [
        ("Poi presero il treno.", "presero", "prendere", "Ind Past 3"),
        ("Il sarto cucì la giacca.", "cucì", "cucire", "Ind Past 3"),
        ("Andai a casa.", "Andai", "andare", "Ind Past 1"),
        ("Mangerai con noi?", "Mangerai", "mangiare", "Ind Fut 2"),
        ("Te ne pentirai.", "pentirai", "pentire", "Ind Fut 2"),
        ("Se lo sapessi, lo direi.", "direi", "dire", "Cnd Pres 1"),
        ("Dammi la chiave.", "Dammi", "dare", "Imp Pres 2"),
        ("Prendila subito!", "Prendila", "prendere", "Imp Pres 2"),
        ("Vada piano.", "Vada", "andare", "Sub Pres 3"),
    ],
)
def test_a_verb_is_what_its_form_allows(italian, text, form, lemma, feats):
    found = token(italian, text, form)
    told = " ".join(found.feats[name] for name in ("Mood", "Tense", "Person"))
    assert (found.lemma, told) == (lemma, feats)


@pytest.mark.parametrize(
    ("text", "form", "lemma", "feats"),
    [
        ("Gli uffici sono chiusi.", "uffici", "ufficio", "Masc Plur"),
        ("Le fasi sono tre.", "fasi", "fase", "Fem Plur"),
        ("Le mani sono fredde.", "mani", "mano", "Fem Plur"),
        ("Il problema è grave.", "problema", "problema", "Masc Sing"),
    ],
)
def test_a_noun_has_the_gender_and_number_of_its_form(italian, text, form, lemma, feats):
    found = token(italian, text, form)
    told = f"{found.feats['Gender']} {found.feats['Number']}"
    assert (found.upos, found.lemma, told) == ("NOUN", lemma, feats)


def test_a_pronoun_attached_to_a_verb_is_told(italian):
    feats = token(italian, "Voglio vederle.", "vederle").feats
    assert (feats["Gender[clit]"], feats["Number[clit]"]) == ("Fem", "Plur")
