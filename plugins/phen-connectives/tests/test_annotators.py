"""Connectives are found by lists and by the English model."""

from __future__ import annotations

import json

import pytest

from discotag.plugin import MissingLayerError, Side, TableError
from discotag.testing.builders import tokens
from discotag_dev.packs import pack_analyzer
from discotag_phen_connectives.annotators import EnglishConnectives, ListedConnectives, read_model
from discotag_phen_connectives.plugin import NEEDS
from discotag_phen_connectives.words import (
    MODELLED,
    SENSES,
    ConnectiveTable,
    compiled,
    languages,
    likely,
    read_words,
)


def table(*words):
    group = {"sense": "cause", "kind": "adverb", "words": list(words)}
    return ConnectiveTable.model_validate({"sources": ["ours"], "connective": [group]})


def found(words, text):
    return list(compiled(table(*words)).find(tokens(text)))


def test_the_longest_word_is_found():
    assert found(["as", "as soon as"], "As soon as it rains") == [("as soon as", (0, 1, 2))]


def test_a_longer_word_that_ends_within_a_token_gives_way():
    assert found(["so", "so that"], "so thatched") == [("so", (0,))]


def test_a_word_is_found_only_as_whole_tokens():
    assert found(["so"], "also some") == []


def test_apostrophes_and_capitals_do_not_matter():
    assert found(["that's why", "işte"], "THAT’S why İşte") == [
        ("that's why", (0, 1)),
        ("işte", (2,)),
    ]


def test_a_segment_without_words_gives_none():
    assert found(["so"], "") == []


def test_a_phrase_that_is_never_one_hides_its_words():
    both = table("yet").model_copy(update={"never": ("yet another",)})
    words = compiled(both)
    assert list(words.find(tokens("Yet it rains, yet another day"))) == [("yet", (0,))]
    with pytest.raises(TableError, match="'yet' is a connective, and never one"):
        compiled(table("yet").model_copy(update={"never": ("yet",)}))


@pytest.mark.parametrize("word", ["So", "so  that", "that’s why", " so"])
def test_a_word_that_could_never_be_found_is_refused(word):
    with pytest.raises(TableError, match="lower case"):
        compiled(table(word))


def test_a_word_stands_once_in_a_group():
    with pytest.raises(TableError, match="'so' stands twice"):
        compiled(table("so", "so"))


def test_a_language_without_a_list_is_told():
    with pytest.raises(TableError, match=r"xx\.toml"):
        read_words("xx")


@pytest.mark.parametrize("language", sorted(languages()))
def test_a_list_is_sound_and_a_variety_shares_it(language):
    words = read_words(language)
    assert len(words.groups) >= 70
    assert read_words(f"{language}-xx").digest == words.digest


@pytest.fixture
def connectives(in_language):
    """Return the likely connectives of each line of a text, as (word, sense, joins to before)."""

    def find(language, *lines, layers=NEEDS):
        context = in_language(language)
        side = Side(
            language, lines, tuple(pack_analyzer(f"discotag_lang_{language}").analyze(lines))
        )
        kind = EnglishConnectives if language == "en" else ListedConnectives
        (layer,) = kind.create(context).annotate([side.restricted(layers)])
        return [[(c.form, c.sense, c.is_before) for c in likely(found)] for found in layer]

    return find


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("However, the shop was closed.", [("however", "concession", True)]),
        ("For example, apples are cheap.", [("for example", "instantiation", True)]),
        ("She stayed because it rained.", [("because", "cause", False)]),
        ("If you come, we will be glad.", [("if", "condition", False)]),
        ("But nobody answered.", [("but", "concession", True)]),
        ("We bought bread and butter.", []),
        ("I met him twice since Monday.", []),
        ("", []),
    ],
    ids=str,
)
def test_english_connectives_are_told_from_the_same_words_in_other_use(connectives, line, expected):
    assert connectives("en", line) == [expected]


def test_a_sentence_before_in_the_same_segment_is_where_the_argument_stands(connectives):
    (found,) = connectives("en", "The road was wet. However, she drove on.")
    assert [form for form, _, is_before in found if not is_before] == ["however"]


@pytest.mark.parametrize(
    ("language", "line", "expected"),
    [
        ("de", "Trotzdem blieb sie zu Hause.", [("trotzdem", "concession", True)]),
        ("de", "Sie blieb, weil es regnete.", [("weil", "cause", False)]),
        ("de", "Wir kauften Brot und Butter.", []),
        ("fr", "Cependant, la porte était fermée.", [("cependant", "concession", True)]),
        ("fr", "Elle est restée parce qu’il pleuvait.", [("parce qu'", "cause", False)]),
        ("es", "Sin embargo, nadie respondió.", [("sin embargo", "concession", True)]),
        ("it", "Tuttavia nessuno rispose.", [("tuttavia", "concession", True)]),
        ("pt", "No entanto, ninguém respondeu.", [("no entanto", "concession", True)]),
        ("nl", "Bovendien was het koud.", [("bovendien", "conjunction", True)]),
        ("ru", "Поэтому она осталась дома.", [("поэтому", "cause", True)]),
        ("tr", "Bu yüzden evde kaldı.", [("bu yüzden", "cause", True)]),
        ("zh", "因此她留在家里。", [("因此", "cause", True)]),
        ("ar", "لذلك بقيت في البيت.", [("لذلك", "cause", True)]),
        ("he", "לכן היא נשארה בבית.", [("לכן", "cause", True)]),
        ("ja", "しかし、彼は家に残った。", [("しかし", "concession", True)]),
        ("ja", "雨が降ったので、家にいた。", [("ので", "cause", False)]),
        ("ja", "りんごが赤い。", []),
        ("ko", "그래서 그는 집에 남았다.", [("그래서", "cause", True)]),
        ("ro", "Totuși, ea a rămas acasă.", [("totuși", "concession", True)]),
        ("ro", "Am cumpărat mere și pere.", []),
        ("pt", "Isto é uma casa.", []),
        ("tr", "Eve geldi ve uyudu.", [("ve", "conjunction", False)]),
    ],
    ids=str,
)
def test_listed_connectives_are_found(connectives, language, line, expected):
    assert connectives(language, line) == [expected]


@pytest.mark.parametrize("language", sorted(languages() - {MODELLED}))
def test_lists_need_the_parse(connectives, language):
    with pytest.raises(MissingLayerError):
        connectives(language, "Aber und pero e или 因此 veya أو og maar mais.", layers=frozenset())


def test_the_sense_goes_by_the_word_where_little_else_tells(connectives):
    assert connectives("en", "Although it rained, they went.") == [
        [("although", "concession", False)]
    ]


def test_the_models_senses_are_those_of_the_layer():
    assert set(read_model().senses) <= set(SENSES)


@pytest.mark.parametrize("text", ["", "{}", json.dumps({"use": {}, "before": {}})])
def test_damaged_weights_are_told(tmp_path, text):
    path = tmp_path / "en.json"
    path.write_text(text)
    with pytest.raises(TableError, match="reinstall"):
        read_model(path)
