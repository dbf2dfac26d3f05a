"""Lists: how words are found in a segment, and what every list must keep to."""

from __future__ import annotations

import pytest

from discotag.plugin import TableError
from discotag.testing.builders import tokens
from discotag_phen_connectives.words import ConnectiveTable, compiled, languages, read_words


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
