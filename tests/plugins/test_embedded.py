"""The embedded analyzer: text, conversion, features, and the shipped pipelines on odd input."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import spacy
from spacy.tokens import Doc

from discotag.core.errors import InputError
from discotag.core.interfaces import Context
from discotag.core.language import LanguagePack
from discotag.language.readable import WINDOW, Readable, readable, windows
from discotag.plugins.analyzers.embedded.affixes import affix_hash_embed, shape
from discotag.plugins.analyzers.embedded.analyzer import EmbeddedAnalyzer
from discotag.plugins.analyzers.embedded.conversion import analyze_with, doc_to_tokens

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

ODD_LINES = {
    "NUL": "one\0two three",
    "zero width": "\u200bHello\u200b, you\ufeff.",
    "bidi": "\u202eHello\u202c world",
    "emoji": "Yes 👩‍👩‍👧‍👦😀 !",
    "tabs and spaces": "\tHello   world \u00a0!\r",
    "ideographic space": "元気\u3000です",
    "surrogate": "odd \ud800 thing",
    "combining": "e\u0301te\u0301",
    "right to left": "שלום עולם",
    "punctuation only": "... !!! ---",
    "one letter": "x",
    "control only": "\x01\x02\u200b",
}


def pack(code: str, package: str) -> LanguagePack:
    return LanguagePack(schema_version=1, code=code, name=code, package=package)


@pytest.fixture(params=["en", "fr", "ja"])
def any_analyzer(
    request: pytest.FixtureRequest, embedded: Callable[[str], EmbeddedAnalyzer]
) -> EmbeddedAnalyzer:
    return embedded(request.param)


# --- marks that a treebank does not have ---


@pytest.mark.parametrize("marks", ["— {}", "– {}", "“{}”"])
def test_marks_change_nothing_of_the_words(
    marks: str, embedded: Callable[[str], EmbeddedAnalyzer]
) -> None:
    line = "La lampe est arrivée."
    analyzer = embedded("fr")
    plain, marked = analyzer.analyze([line, marks.format(line)])
    words = [(word.form, word.upos, word.deprel) for word in plain if word.upos != "PUNCT"]
    assert [(word.form, word.upos, word.deprel) for word in marked if word.upos != "PUNCT"] == words


# --- text ---


def test_a_clean_line_is_left_alone() -> None:
    assert readable("A clean line, d'accord.") == Readable("A clean line, d'accord.")


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("a\u200bb", "ab"),
        ("\ufeffa", "a"),
        ("a\u00a0 \tb", "a b"),
        (" a ", "a"),
        ("a\0b", "a b"),
        ("\ud800", "\ufffd"),
        (" \u200b\t", ""),
        ("👩‍👧", "👩‍👧"),
    ],
)
def test_what_a_pipeline_cannot_use_is_left_out(line: str, text: str) -> None:
    assert readable(line).text == text


def test_offsets_of_a_cleaned_line_point_into_the_line() -> None:
    line = "  vo\u200bus \u00a0 êtes"
    clean = readable(line)
    assert clean.text == "vous êtes"
    start, end = clean.span(0, 4)
    assert line[start:end] == "vo\u200bus"
    start, end = clean.span(5, 9)
    assert line[start:end] == "êtes"


@pytest.mark.parametrize(
    "text", ["word " * 3000, "x" * 10_000, "あ。" * 5000, "short", ""], ids=str.__len__
)
def test_windows_cover_the_text_and_keep_their_size(text: str) -> None:
    pieces = list(windows(text))
    assert "".join(piece for _, piece in pieces) == text
    assert all(len(piece) <= WINDOW and text.startswith(piece, start) for start, piece in pieces)


def test_windows_end_at_a_sentence_or_a_space() -> None:
    text = "Some words. " * 10
    assert next(piece for _, piece in windows(text, size=30)) == "Some words. Some words. "


# --- conversion ---


def test_space_tokens_are_dropped_and_their_dependents_hung_higher() -> None:
    nlp = spacy.blank("xx")
    doc = Doc(
        nlp.vocab,
        words=["Go", "  ", "now"],
        spaces=[False, False, False],
        heads=[0, 0, 1],
        deps=["ROOT", "dep", "advmod"],
        pos=["VERB", "SPACE", "ADV"],
        lemmas=["go", " ", "now"],
    )
    tokens = doc_to_tokens("Go  now", Readable("Go  now"), [(0, doc)])
    assert tokens.forms == ("Go", "now")
    assert tokens.starts == (0, 4)
    assert tokens.heads == (-1, 0)
    assert tokens.deprels == ("root", "advmod")


def test_layers_a_pipeline_does_not_give_are_absent() -> None:
    (tokens,) = analyze_with(spacy.blank("xx"), ["Just words."])
    assert tokens.forms == ("Just", "words", ".")
    assert tokens.heads is tokens.lemmas is tokens.upos is tokens.xpos is None


def test_each_window_of_a_long_line_keeps_its_root(french: EmbeddedAnalyzer) -> None:
    text = "Elle dort bien. " * 600
    (tokens,) = french.analyze([text])
    assert tokens.heads is not None
    assert tokens.heads.count(-1) == len(list(windows(text.strip())))
    assert all(
        text[s:e] == f for s, e, f in zip(tokens.starts, tokens.ends, tokens.forms, strict=True)
    )


# --- features ---


@pytest.mark.parametrize(
    ("word", "outline"),
    [("Vous", "Xxxx"), ("l’", "x’"), ("2026", "ddd"), ("UNESCO", "XXX"), ("", "")],
)
def test_shape_shortens_runs(word: str, outline: str) -> None:
    assert shape(word) == outline


@pytest.mark.parametrize("attr", ["p0", "suffix", "x3", "p"])
def test_an_unknown_feature_is_refused(attr: str) -> None:
    with pytest.raises(ValueError, match="unknown feature"):
        affix_hash_embed(8, [attr], [10])


def test_a_dotted_capital_is_the_letter_i() -> None:
    nlp = spacy.blank("xx")
    model = affix_hash_embed(8, ["norm", "p3"], [500, 500])
    model.initialize()
    capital, small = model.predict([nlp("İyi"), nlp("iyi")])
    assert capital == pytest.approx(small)


def test_affix_features_do_not_depend_on_the_batch() -> None:
    nlp = spacy.blank("xx")
    model = affix_hash_embed(8, ["norm", "p3", "s2", "shape"], [50, 50, 50, 50])
    docs = [nlp("Tu viens ?"), nlp("Vous venez."), nlp("")]
    model.initialize()
    together = model.predict(docs)
    for doc, rows in zip(docs, together, strict=True):
        assert rows.shape == (len(doc), 8)
        assert model.predict([doc])[0] == pytest.approx(rows, abs=1e-5)


# --- shipped pipelines ---


@pytest.mark.parametrize("line", ODD_LINES.values(), ids=ODD_LINES.keys())
def test_odd_lines_are_analysed_with_right_offsets(
    any_analyzer: EmbeddedAnalyzer, line: str
) -> None:
    (tokens,) = any_analyzer.analyze([line])
    assert tokens.text == line
    assert all(
        line[s:e] == f for s, e, f in zip(tokens.starts, tokens.ends, tokens.forms, strict=True)
    )
    assert all(form.strip() for form in tokens.forms)


def test_a_blank_line_has_no_tokens_and_keeps_its_place(any_analyzer: EmbeddedAnalyzer) -> None:
    first, blank, white, last = any_analyzer.analyze(["A b.", "", " \t", "C."])
    assert (len(blank), len(white)) == (0, 0)
    assert blank.heads == ()
    assert first.forms[0] == "A"
    assert "".join(last.forms) == "C."


def test_a_line_gets_the_same_analysis_alone_and_among_others(
    any_analyzer: EmbeddedAnalyzer,
) -> None:
    lines = ["Yes.", "Vous êtes là ?", "私は学生です。", "I saw her yesterday, and she was fine."]
    together = any_analyzer.analyze(lines)
    assert [any_analyzer.analyze([line])[0] for line in lines] == list(together)


def test_every_line_is_one_tree(any_analyzer: EmbeddedAnalyzer) -> None:
    for tokens in any_analyzer.analyze(
        ["Yes. I do. Come here!", "Oui. Viens !", "はい。行きます。"]
    ):
        assert tokens.heads is not None
        assert tokens.heads.count(-1) == 1


def test_a_line_of_100_000_characters_is_analysed(any_analyzer: EmbeddedAnalyzer) -> None:
    line = ("a" * 49 + " ") * 2000
    (tokens,) = any_analyzer.analyze([line])
    assert tokens.ends[-1] == len(line) - 1


def test_japanese_words_keep_their_inflection(
    embedded: Callable[[str], EmbeddedAnalyzer],
) -> None:
    (tokens,) = embedded("ja").analyze(["私は昨日行きました。"])
    assert tokens.forms == ("私", "は", "昨日", "行き", "まし", "た", "。")
    assert tokens[3].lemma == "行く"
    assert tokens[4].feats["Inflection"] == "助動詞-マス;連用形-一般"


def test_a_pack_without_a_pipeline_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "empty_pack").mkdir()
    (tmp_path / "empty_pack" / "__init__.py").write_text("", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    mine = pack("eo", "empty_pack")
    with pytest.raises(InputError, match="holds no 'pipeline'"):
        EmbeddedAnalyzer.create(Context("embedded", source=mine, target=mine, side="source"))


def test_an_analyzer_tells_its_pipeline_s_digest(any_analyzer: EmbeddedAnalyzer) -> None:
    assert len(any_analyzer.digest) == 12
