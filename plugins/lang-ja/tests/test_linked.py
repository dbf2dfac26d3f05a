"""Pronouns where the links are given: every text gets exactly the marks that stand beside it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import spacy

from discotag.plugin import (
    Document,
    LanguagePack,
    Side,
    TaggedDocument,
    Tokens,
    parse_feats,
    read_table,
)
from discotag.plugins.phenomena.pronouns.tagger import PronounTagger
from discotag.testing import context, document, side

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from spacy.language import Language

    from discotag.plugin import Mark

# spaCy 3.8 calls SudachiPy's older name
pytestmark = pytest.mark.filterwarnings("ignore:Dictionary.create:DeprecationWarning")

EXAMPLES = tomllib.loads(Path(__file__).with_name("linked.toml").read_text("utf-8"))["example"]


@pytest.fixture(scope="module")
def tokenizer() -> Language:
    """Build SudachiPy's split A with the parts of speech that spaCy maps from its tags."""
    return spacy.blank("ja", config={"nlp": {"tokenizer": {"split_mode": "A"}}})


def tokens(nlp: Language, text: str) -> Tokens:
    """Analyse a Japanese line; every word hangs on nothing."""
    words = [word for word in nlp(text) if not word.is_space]
    return Tokens(
        text=text,
        forms=tuple(word.text for word in words),
        starts=tuple(word.idx for word in words),
        ends=tuple(word.idx + len(word) for word in words),
        lemmas=tuple(word.lemma_ for word in words),
        upos=tuple(word.pos_ for word in words),
        xpos=tuple(word.tag_ for word in words),
        feats=tuple(parse_feats(str(word.morph)) for word in words),
        heads=(-1,) * len(words),
        deprels=("dep",) * len(words),
    )


def build(nlp: Language, example: dict[str, Any]) -> Document:
    """Build an example's document, with links by words."""
    target = tuple(tokens(nlp, line) for line in example["target"])
    source = side("en", example["source"])
    links = [
        " ".join(
            pharaoh(pair, source[segment].forms, target[segment].forms) for pair in pairs.split()
        )
        for segment, pairs in enumerate(example["links"])
    ]
    japanese = Side("ja", tuple(example["target"]), target)
    return document(source, japanese, links, languages=("en", "ja"))


def pharaoh(pair: str, source: Sequence[str], target: Sequence[str]) -> str:
    """Turn `word=word` into `i-j`."""
    left, _, right = pair.partition("=")
    return f"{source.index(left)}-{target.index(right)}"


def described(doc: Document, marks: Iterable[Mark]) -> list[list[str]]:
    """Write marks as the examples do, segment by segment, in text order."""
    lines: list[list[str]] = [[] for _ in range(len(doc))]
    for mark in TaggedDocument(doc, tuple(marks)).marks:
        form = doc.target[mark.segment].forms[mark.token]
        lines[mark.segment].append(f"{form}={mark.label}{'*' if mark.is_tag else ''}")
    return lines


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["about"])
def test_an_example_gets_its_marks(tokenizer: Language, example: dict[str, Any]) -> None:
    pack = LanguagePack.from_package("discotag_lang_ja")
    tables = {
        name: read_table(path, language="ja", phenomenon=name, owner="lang-ja")
        for name, path in pack.table_paths().items()
    }
    doc = build(tokenizer, example)
    marks = PronounTagger.create(context(pack, tables=tables)).mark(doc)
    assert described(doc, marks) == example["marks"]
