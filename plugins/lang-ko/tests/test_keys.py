"""Keys of Korean words: inflected forms share one."""

import pytest

from discotag_lang_ko.keys import stem


@pytest.mark.parametrize(
    ("words", "key"),
    [
        ("공부했습니다 공부하는 공부를 공부합니다", "공부"),
        ("갔어요 가면 갔다 가는 간다", "가"),
        ("봤어 보고 봅니다 보았다", "보"),
        ("마셨습니다 마시고 마신다", "마시"),
        ("학교에서 학교는 학교에서는 학교로", "학교"),
        ("책은 책을 책에", "책"),
        ("있다 있습니다 있었다 있는", "있"),
        ("UN의 UN은 UN에서", "UN"),
        ("2008년에 2008년의 2008년까지", "2008년"),
        ("나는 나를 나에게", "나"),
    ],
    ids=lambda value: value.split()[0],
)
def test_forms_of_a_word_share_a_key(words: str, key: str) -> None:
    assert {stem(word) for word in words.split()} == {key}


@pytest.mark.parametrize("word", ["music", "...", "3", "은"])
def test_nothing_is_taken_from_what_is_no_inflected_word(word: str) -> None:
    assert stem(word) == word
