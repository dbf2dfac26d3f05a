"""The embedded analysis of Portuguese: tokens, persons of verbs, pronouns."""

import pytest


def tokens(analyzer, text):
    (found,) = analyzer.analyze([text])
    return found


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("Disse-lhe isso.", ["Disse", "-lhe", "isso", "."]),
        ("Vou vê-lo, sim.", ["Vou", "vê", "-lo", ",", "sim", "."]),
        ("Apresenta-se-lhe assim.", ["Apresenta", "-se", "-lhe", "assim", "."]),
        ("Fá-lo-ei na segunda-feira.", ["Fá-lo-ei", "na", "segunda-feira", "."]),
    ],
)
def test_a_word_begins_at_a_pronoun_behind_a_verb(portuguese, text, forms):
    assert list(tokens(portuguese, text).forms) == forms


@pytest.mark.parametrize(
    ("text", "verb", "person"),
    [
        ("Gostas de ler?", "Gostas", "2"),
        ("Onde estiveste ontem?", "estiveste", "2"),
        ("Não fales assim.", "fales", "2"),
        ("Compraste as flores?", "Compraste", "2"),
        ("Gosta de ler?", "Gosta", "3"),
        ("Acompanha as notícias?", "Acompanha", "3"),
        ("Se quiseres, vamos.", "quiseres", "2"),
        ("Terias tempo amanhã?", "Terias", "2"),
    ],
)
def test_a_verb_has_the_person_of_its_ending(portuguese, text, verb, person):
    line = tokens(portuguese, text)
    token = line[line.forms.index(verb)]
    assert token.upos in {"VERB", "AUX"}
    assert token.feats["Person"] == person


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("As casas são velhas.", "casas"),
        ("Vi muitos lugares.", "lugares"),
        ("As contas foram pagas.", "pagas"),
        ("Este teste é triste.", "teste"),
    ],
)
def test_what_ends_like_a_second_person_need_not_be_one(portuguese, text, word):
    line = tokens(portuguese, text)
    assert line[line.forms.index(word)].feats.get("Person") != "2"


@pytest.mark.parametrize(("text", "mood"), [("Fala mais alto.", "Ind"), ("Fale mais alto.", "Sub")])
def test_the_vowel_tells_the_mood_of_a_command(portuguese, text, mood):
    assert tokens(portuguese, text)[0].feats["Mood"] == mood
