"""Reasons of `keigo`: every mark has one that says yes, every other predicate one that says no."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from discotag.plugin import Explainer, LanguagePack, ReasonVerdict, TokenRef, read_table
from discotag.testing import context
from discotag_dev.packs import PackTagger, pack_examples
from discotag_lang_ja.keigo import KeigoTagger

if TYPE_CHECKING:
    from discotag.plugin import Document, Reason

# spaCy 3.8 calls SudachiPy's older name
pytestmark = pytest.mark.filterwarnings("ignore:Dictionary.create:DeprecationWarning")

PACKAGE = "discotag_lang_ja"
EXAMPLES = {
    name: example
    for name, example in pack_examples(PACKAGE).items()
    if example.phenomenon == "formality"
}


@pytest.fixture(scope="module")
def analysed() -> PackTagger:
    """Build what analyses lines with the pack's own pipeline."""
    return PackTagger("ja", ("formality",))


@pytest.fixture(scope="module")
def tagger() -> KeigoTagger:
    """Build the tagger with the pack's table."""
    path = Path(str(files(PACKAGE))) / "data" / "keigo.toml"
    table = read_table(path, language="ja", phenomenon="keigo", owner="lang-ja")
    return KeigoTagger.create(context(LanguagePack.from_package(PACKAGE), tables={"keigo": table}))


def told(tagger: KeigoTagger, document: Document) -> list[tuple[str, str, str, str, str]]:
    """Return each reason as word, verdict, rule, text, and the words it went by."""
    return [
        (
            _form(document, reason.place),
            str(reason.verdict),
            reason.rule,
            reason.text,
            " ".join(_form(document, place) for place in reason.places),
        )
        for reason in tagger.reasons(document)
    ]


def _form(document: Document, place: TokenRef) -> str:
    assert place.side == "target"
    return document.target[place.segment].forms[place.token]


def said(reasons: tuple[Reason, ...], *verdicts: ReasonVerdict) -> set[TokenRef]:
    """Return the words of which some reason says one of these."""
    return {reason.place for reason in reasons if reason.verdict in verdicts}


@pytest.mark.parametrize("name", EXAMPLES)
def test_marks_and_only_marks_have_a_reason_that_says_so(
    analysed: PackTagger, tagger: KeigoTagger, name: str
) -> None:
    document = analysed.tagged(EXAMPLES[name].source, EXAMPLES[name].target).document
    marks = list(tagger.mark(document))
    reasons = tagger.reasons(document)
    marked = {TokenRef("target", mark.segment, mark.token) for mark in marks}
    tagged = {TokenRef("target", mark.segment, mark.token) for mark in marks if mark.is_tag}
    assert said(reasons, ReasonVerdict.MARK, ReasonVerdict.TAG) == marked
    assert said(reasons, ReasonVerdict.TAG) == tagged
    assert all("{" not in reason.text for reason in reasons)


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_inflected_word_is_told_of(
    analysed: PackTagger, tagger: KeigoTagger, name: str
) -> None:
    document = analysed.tagged(EXAMPLES[name].source, EXAMPLES[name].target).document
    verbs = {
        TokenRef("target", segment, token.index)
        for segment, tokens in enumerate(document.target)
        for token in tokens
        if token.xpos.startswith(("動詞", "形容詞")) and token.index + 1 < len(tokens)
    }
    assert verbs <= {reason.place for reason in tagger.reasons(document)}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            "私が読んだ本です。",
            ("だ", "no", "style plain", "it is an attribute of the noun behind it", "本"),
        ),
        (
            "もう帰ると思います。",
            (
                "帰る",
                "no",
                "style plain",
                "the particle behind it quotes it",
                "と",
            ),
        ),
        (
            "帰るかを聞きます。",
            (
                "帰る",
                "no",
                "style plain",
                "the particle behind it makes it a part of its sentence",
                "か を",
            ),
        ),
        (
            "帰るよ、と言いました。",
            (
                "帰る",
                "no",
                "style plain",
                "it is quoted: behind the comma a particle of quotation follows",
                "よ 、",
            ),
        ),
        (
            "「帰る」の意味です。",
            (
                "帰る",
                "no",
                "style plain",
                "it is quoted, and the particle behind the quotation makes it part of a sentence",
                "」",
            ),
        ),
        (
            "雨が降ると、帰ります。",
            (
                "降る",
                "no",
                "style plain",
                "the particle behind it joins its clause to another",
                "と",
            ),
        ),
        (
            "だから、帰ります。",
            (
                "だ",
                "no",
                "style plain",
                "the particle behind it ends sentences only, and here a clause ends",
                "から 、",
            ),
        ),
        (
            "すごい！",
            ("すごい", "no", "style plain", "an adjective that exclaims alone has no style", "！"),
        ),
        (
            "お休みなさい。",
            (
                "なさい",
                "no",
                "style plain",
                "it belongs to set phrases of either style, or joins clauses",
                "。",
            ),
        ),
        (
            "猫。",
            ("猫", "no", "style plain", "it is no predicate, and no other ends the sentence", "。"),
        ),
        (
            "猫について。",
            (
                "て",
                "no",
                "style plain",
                "a て-form of this word asks for nothing, and ends no sentence",
                "。",
            ),
        ),
        (
            "帰るでしょ。",
            ("でしょ", "no", "style polite", "clipped so, it is a particle of plain talk", ""),
        ),
        (
            "待ってくださいませ。",
            (
                "ください",
                "no",
                "style polite",
                "the polite word behind it shows the style",
                "",
            ),
        ),
        (
            "もう帰りました。",
            ("帰り", "no", "predicate", "its predicate is marked on another word", "まし"),
        ),
        (
            "猫が寝ている。",
            (
                "いる",
                "mark",
                "style plain",
                "a predicate in a final form ends a sentence, and it is not polite",
                "。",
            ),
        ),
        (
            "猫が寝ています。",
            ("ます", "mark", "style polite", "it is polite wherever it stands", ""),
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else value[2],
)
def test_a_word_has_its_reason(
    analysed: PackTagger,
    tagger: KeigoTagger,
    line: str,
    expected: tuple[str, str, str, str, str],
) -> None:
    document = analysed.tagged(["A line."], [line]).document
    assert expected in told(tagger, document)


def test_context_is_told_with_its_evidence(analysed: PackTagger, tagger: KeigoTagger) -> None:
    lines = ("猫です。", "犬です。", "鳥だ。")
    document = analysed.tagged(["A cat.", "A dog.", "A bird."], lines).document
    contexts = [item for item in told(tagger, document) if item[2] == "context"]
    missing = "no {} predicate of this voice stands in the segments that count"
    assert contexts == [
        ("です", "mark", "context", missing.format("polite"), ""),
        (
            "です",
            "tag",
            "context",
            "another segment has a polite predicate, and the style holds on",
            "です",
        ),
        ("だ", "mark", "context", missing.format("plain"), ""),
    ]


def test_the_tagger_is_asked_for_its_reasons(tagger: KeigoTagger) -> None:
    assert isinstance(tagger, Explainer)
