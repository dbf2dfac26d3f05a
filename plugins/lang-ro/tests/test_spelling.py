"""Texts with a cedilla, with typographic hyphens and without diacritics are read like any other."""

import pytest


def test_clitics_are_words_of_their_own(romanian):
    (tokens,) = romanian.analyze(["Ți-am spus să mi-o dai, du-te și dă-ne-o!"])
    assert tokens.forms == (
        *("Ți-", "am", "spus", "să", "mi-", "o", "dai", ","),
        *("du", "-te", "și", "dă", "-ne", "-o", "!"),
    )


def test_a_cedilla_changes_the_form_alone(romanian):
    comma, cedilla = romanian.analyze(["Știți că așteptați.", "Ştiţi că aşteptaţi."])
    assert cedilla.forms[0] == "Ştiţi"
    assert cedilla.lemmas == comma.lemmas
    assert cedilla.feats == comma.feats


def test_a_typographic_hyphen_is_a_hyphen(romanian):
    plain, typographic = romanian.analyze(["Du-te!", "Du‑te!"])
    assert typographic.forms == ("Du", "‑te", "!")
    assert typographic.upos == plain.upos


@pytest.mark.parametrize(
    ("text", "word", "lemma"),
    [
        ("Este o casa mare.", "este", "fi"),
        ("Am facut tot.", "facut", "face"),
        ("El nu stie nimic.", "stie", "ști"),
    ],
)
def test_a_word_without_diacritics_has_its_lemma(romanian, text, word, lemma):
    (tokens,) = romanian.analyze([text])
    found = dict(zip(map(str.lower, tokens.forms), tokens.lemmas, strict=True))
    assert found[word] == lemma
