"""What the dictionary makes of words that a trained model mistakes, and the tokenizer's words."""

import pytest


def words(russian, text):
    return {token.form: token for token in russian.analyze([text])[0]}


@pytest.mark.parametrize(
    ("text", "form", "aspect"),
    [
        ("Она открыла окно.", "открыла", "Perf"),
        ("Она открывала окно.", "открывала", "Imp"),
        ("Мы переплыли реку.", "переплыли", "Perf"),
        ("Мы переплывали реку.", "переплывали", "Imp"),
    ],
)
def test_a_verb_has_the_aspect_of_the_dictionary(russian, text, form, aspect):
    assert words(russian, text)[form].feats["Aspect"] == aspect


@pytest.mark.parametrize(
    "text", ["Дай мне ключ.", "Стой!", "Возьми зонт.", "Закрой дверь!", "Спой нам.", "Не плачь."]
)
def test_a_command_is_an_imperative(russian, text):
    assert any(token.feats.get("Mood") == "Imp" for token in russian.analyze([text])[0])


def test_lemmas_are_the_dictionary_s(russian):
    found = words(russian, "Старушка перевязывала крыло совы мягчайшими бинтами.")
    assert found["перевязывала"].lemma == "перевязывать"
    assert found["бинтами"].lemma == "бинт"


def test_words_with_a_hyphen_are_one_token(russian):
    forms = [token.form for token in russian.analyze(["Скажи-ка, кто-то из-за угла?!"])[0]]
    assert forms == ["Скажи-ка", ",", "кто-то", "из-за", "угла", "?!"]
