"""Styles without a tokenizer: morphemes written by hand, with and without their inflections."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from discotag.plugin import LanguagePack, Table, read_table
from discotag.testing import context, document, tokens
from discotag_lang_ja.keigo import KeigoTagger
from discotag_lang_ja.styles import Styles, predicate
from discotag_lang_ja.table import KeigoTable

GO = "行く/行く/VERB//-1/dep/動詞-非自立可能"
COMMA = "、/、/PUNCT//-1/dep/補助記号-読点"
STOP = "。/。/PUNCT//-1/dep/補助記号-句点"
MAS = "ます/ます/AUX//-1/dep/助動詞"


def table() -> Table:
    """Read the pack's table."""
    path = Path(str(files("discotag_lang_ja"))) / "data" / "keigo.toml"
    return read_table(path, language="ja", phenomenon="keigo", owner="lang-ja")


def styles(line: str) -> dict[int, str]:
    """Return the styles of one segment."""
    return Styles(table().validated(KeigoTable)).of(tokens(line))


def test_without_inflections_a_dictionary_form_ends_a_clause() -> None:
    assert styles(f"{GO} {COMMA} {GO} {STOP}") == {0: "plain", 2: "plain"}


@pytest.mark.parametrize(
    ("inflection", "expected"),
    [("五段;終止形-一般", {0: "plain"}), ("五段;連体形-一般", {}), ("五段;連用形-一般", {})],
)
def test_before_a_comma_only_a_final_form_is_a_predicate(
    inflection: str, expected: dict[int, str]
) -> None:
    verb = f"行く/行く/VERB/Inflection={inflection}/-1/dep/動詞-一般"
    assert styles(f"{verb} {COMMA} 人/人/NOUN//-1/dep/名詞") == expected


@pytest.mark.parametrize(
    ("behind", "expected"),
    [("私/私/PRON//-1/dep/代名詞", {0: "plain"}), ("人/人/NOUN//-1/dep/名詞-普通名詞-一般", {})],
    ids=["a pronoun takes no attribute", "a noun may take one"],
)
def test_an_attributive_form_and_a_comma_end_a_clause_before_what_takes_no_attribute(
    behind: str, expected: dict[int, str]
) -> None:
    past = "た/た/AUX/Inflection=助動詞-タ;連体形-一般/-1/dep/助動詞"
    line = f"食べ/食べる/VERB//-1/dep/動詞-一般 {past} {COMMA} {behind}"
    assert styles(line) == {place + 1: style for place, style in expected.items()}


@pytest.mark.parametrize(
    ("verb", "expected"),
    [("待て/待つ", {0: "plain"}), ("あれ/ある", {}), ("くれ/くれる", {})],
    ids=["a command", "a set phrase", "what also joins clauses"],
)
def test_a_command_before_a_comma_is_a_predicate(verb: str, expected: dict[int, str]) -> None:
    line = (
        f"{verb}/VERB/Inflection=五段;命令形/-1/dep/動詞-非自立可能 {COMMA} 人/人/NOUN//-1/dep/名詞"
    )
    assert styles(line) == expected


@pytest.mark.parametrize(
    ("particles", "expected"),
    [("か", {}), ("か な", {0: "plain"}), ("から ね", {0: "plain"})],
)
def test_before_a_comma_a_question_particle_joins_unless_another_closes_it(
    particles: str, expected: dict[int, str]
) -> None:
    behind = " ".join(f"{form}/{form}/PART//-1/dep/助詞-終助詞" for form in particles.split())
    assert styles(f"{GO} {behind} {COMMA} 人/人/NOUN//-1/dep/名詞") == expected


def test_a_quotation_after_a_comma_has_no_style() -> None:
    assert styles(f"{GO} {COMMA} と/と/ADP//-1/dep/助詞-格助詞 {MAS}") == {3: "polite"}


def test_a_polite_predicate_is_marked_once() -> None:
    line = "行き/行く/VERB//-1/dep/動詞-一般 ませ/ます/AUX//-1/dep/助動詞 ん/ぬ/AUX//-1/dep/助動詞"
    line += " でし/です/AUX//-1/dep/助動詞 た/た/AUX//-1/dep/助動詞"
    assert styles(line) == {1: "polite"}


def test_an_empty_segment_has_no_style() -> None:
    assert styles("") == {}


def test_a_predicate_reaches_back_to_its_verb() -> None:
    line = "それ/それ/PRON//-1/dep/代名詞 待っ/待つ/VERB//-1/dep/動詞-一般"
    line += f" て/て/SCONJ//-1/dep/助詞-接続助詞 い/いる/AUX//-1/dep/動詞-非自立可能 {MAS}"
    assert predicate(tokens(line), 4) == (1, 2, 3, 4)


def test_a_mark_has_the_links_of_its_whole_predicate() -> None:
    pack = LanguagePack.from_package("discotag_lang_ja")
    tagger = KeigoTagger.create(context(pack, tables={"keigo": table()}))
    doc = document(
        ["I go", "I go"],
        [f"行き/行く/VERB//-1/dep/動詞-一般 {MAS}"] * 2,
        ["1-0", "1-0"],
        languages=("en", "ja"),
    )
    first, second = tagger.mark(doc)
    assert first.source_tokens == (1,)
    assert (first.evidence, second.evidence) == ((), (("target", 0, 1),))


def test_a_window_limits_the_evidence() -> None:
    pack = LanguagePack.from_package("discotag_lang_ja")
    tagger = KeigoTagger.create(context(pack, tables={"keigo": table()}, window=1))
    polite = f"行き/行く/VERB//-1/dep/動詞-一般 {MAS}"
    doc = document([""] * 3, [polite, "", polite], ["", "", ""], languages=("en", "ja"))
    assert [mark.is_tag for mark in tagger.mark(doc)] == [False, False]


@pytest.mark.parametrize("word", ["ず/ず/AUX", "で/だ/AUX"])
def test_without_inflections_a_joining_form_ends_nothing(word: str) -> None:
    assert styles(f"{GO} {word}//-1/dep/助動詞 {STOP}") == {}


def test_an_apology_or_greeting_in_masu_has_no_style() -> None:
    verb = "すみ/すむ/VERB//-1/dep/動詞-一般 ませ/ます/AUX//-1/dep/助動詞"
    sorry = f"{verb} ん/ず/AUX//-1/dep/助動詞 {STOP}"
    morning = (
        f"おはよう/おはよう/INTJ//-1/dep/感動詞-一般 ござい/ござる/VERB//-1/dep/動詞 {MAS} {STOP}"
    )
    assert (styles(sorry), styles(morning)) == ({}, {})


@pytest.mark.parametrize(
    ("inflection", "end", "expected"),
    [
        ("下一段;連用形-一般", STOP, {0: "plain"}),
        ("下一段;連用形-一般", COMMA, {}),
        ("下一段;未然形-一般", STOP, {}),
    ],
)
def test_a_stem_and_na_are_a_familiar_command(
    inflection: str, end: str, expected: dict[int, str]
) -> None:
    verb = f"寝/寝る/VERB/Inflection={inflection}/-1/dep/動詞-一般"
    assert styles(f"{verb} な/な/PART//-1/dep/助詞-終助詞 {end}") == expected


def test_an_adjective_alone_asks_but_does_not_exclaim_in_a_style() -> None:
    adjective = "寒い/寒い/ADJ//-1/dep/形容詞-一般"
    assert styles(f"{adjective} ？/？/PUNCT//-1/dep/補助記号-句点") == {0: "plain"}
    assert styles(f"{adjective} {STOP}") == {}
