"""Words of both scripts: lengths stay, offsets hold, particles are recognised."""

import pytest
import spacy

from discotag.plugin import Registry, discover
from discotag_dev.packs import PackTagger
from discotag_lang_zh.simplified import simplified

CONFIG = {"nlp": {"tokenizer": {"@tokenizers": "discotag.ChineseTokenizer.v1"}}}


@pytest.fixture(scope="module")
def nlp():
    return spacy.blank("xx", config=CONFIG)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("他們看著一本名著", "他们看着一本名著"),
        ("瞭解甚麼", "了解什么"),
        ("著作", "著作"),
        ("Hello，妳好", "Hello，妳好"),
    ],
)
def test_traditional_characters_become_simplified_one_by_one(text, expected):
    assert simplified(text) == expected


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("我们已经收到您的信。", ["我们", "已经", "收到", "您", "的", "信", "。"]),
        ("他們 喜歡 這裡", ["他们", "喜欢", "这里"]),
        ("2008年有35人。", ["2008", "年", "有", "35", "人", "。"]),
        ("", []),
        ("  ", ["  "]),
    ],
)
def test_a_text_is_cut_into_words(nlp, text, words):
    assert [token.text for token in nlp.make_doc(text)] == words


@pytest.mark.parametrize(
    "text", ["妳的 書　在 哪裡？\n我 不知道。", " 好 ", "a b  c", "OK，好的！"]
)
def test_words_and_spaces_have_the_length_of_the_text(nlp, text):
    assert len(nlp.make_doc(text).text) == len(text)
    for token in (doc := nlp.make_doc(text)):
        assert doc.text[token.idx : token.idx + len(token)] == token.text


def test_a_pipeline_of_another_segmenter_is_refused(nlp):
    with pytest.raises(ValueError, match="another segmenter"):
        nlp.tokenizer.from_bytes(b"other")


@pytest.mark.parametrize(("text", "form"), [("您的书", "您"), ("您的書", "您")])
def test_the_variant_in_traditional_characters_shares_tables_and_pipeline(text, form):
    tagger = PackTagger("zh-hk", ("formality",))
    assert [name for name, _ in tagger.marks(["your book"], [text], "formality")] == [f"0 {form} v"]


def test_the_variants_have_their_codes():
    registry = Registry(discover())
    assert registry.language("zh-hans").info.code == "zh"
    assert registry.language("zh-hant").info.code == "zh-tw"
