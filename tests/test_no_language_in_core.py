"""The core, its checks, scorers and reports know no language: what is of one stands in its pack."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from langcodes import Language

from discotag.core.registry import open_registry

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1] / "discotag"
ELSEWHERE = ("demo/", "scaffold/", "testing/")
"""Bundled documents, templates of new packages, builders for tests: all made of examples."""
CODE = re.compile(r"[a-z]{2,3}(-[a-z0-9]{2,8})*")
WORDS = {
    "id": "an attribute of XML and SARIF",
    "it": "a parameter of TMX and XLIFF",
    "no": "an answer",
    "no-coref": "an option",
    "pro-drop": "an option",
    "ab": "the mode of an open file",
    "tt": "the ending of a file of subtitles",
    "cat-file": "a command of git",
    "seg-defs": "an element of SDLXLIFF",
    "wmt-xml": "the name of a reader",
    "mt-metrics-eval": "the name of a reader",
    "ja-mecab": "the name of a tokenizer of sacreBLEU",
    "ko-mecab": "the name of a tokenizer of sacreBLEU",
}
"""Strings that are codes by their letters alone."""
ALLOWED = {
    "cli/run.py": "which bundled documents the demo shows, and their source language",
    "cli/installation.py": "the source language where none is named",
    "plugins/aligners/lexicon/sources.py": "PIVOT: packs keep their tables with English",
    "plugins/scorers/sacrebleu.py": "the name of a tokenizer of sacreBLEU (zh)",
    "core/language.py": "the name of a tokenizer of sacreBLEU (zh)",
}
"""File → why it names a language."""

WORDS_ALLOWED = {
    "plugins/readers/tmx.py": "the name of an element (tu)",
    "plugins/phenomena/pronouns/grammar.py": "names of rules of pronouns.toml",
}
"""File → why it holds words of a language."""


@cache
def is_language(text: str) -> bool:
    """Return whether a string is the code of a language with a script, which could have a pack."""
    if text in WORDS or not CODE.fullmatch(text):
        return False
    if text.partition("-")[0] in packs():
        return True
    if not Language.get(text.partition("-")[0]).is_valid():
        return False
    return len(text) == 2 or "-" in text or text in {"arc", "ckb", "syr", "yue", "fil", "gsw"}


@cache
def packs() -> frozenset[str]:
    return frozenset(declared.info.code for declared in open_registry().languages)


def codes_in(program: str) -> Iterator[tuple[int, str]]:
    """Yield line and text of each string, no docstring, that is a language's code."""
    tree = ast.parse(program)
    told = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
        if is_text and id(node) not in told and is_language(node.value):
            yield node.lineno, node.value


def files() -> dict[str, Path]:
    found = {path.relative_to(ROOT).as_posix(): path for path in sorted(ROOT.rglob("*.py"))}
    return {name: path for name, path in found.items() if not name.startswith(ELSEWHERE)}


def test_no_code_of_a_language_stands_in_a_program():
    found = [
        f"{name}:{line}: {code!r}"
        for name, path in files().items()
        if name not in ALLOWED
        for line, code in codes_in(path.read_text("utf-8"))
    ]
    assert found == [], "facts of a language belong into its pack (docs/new-language.md)"


@pytest.mark.parametrize("name", ALLOWED)
def test_what_is_allowed_is_needed(name):
    assert list(codes_in(files()[name].read_text("utf-8")))


def test_what_would_be_found():
    assert [code for _, code in codes_in('X = {"fr", "th", "zh-tw", "syr"}')] == [
        "fr", "th", "zh-tw", "syr",
    ]  # fmt: skip
    assert list(codes_in('"""en"""\nX = ("id", "no", "the", "all", "French", "e")')) == []


@cache
def address_words() -> frozenset[str]:
    """Return the closed words of address of all packs, and their function words beyond ASCII."""
    found: set[str] = set()
    for declared in open_registry().languages:
        pack = declared.info
        address = pack.address
        found.update(address.words, address.pronouns, address.plural_words, address.plurals)
        found.update(address.subjects, address.command_auxiliaries, address.futures)
        if pack.has_resource("data/stopwords.txt"):
            lines = pack.resource("data/stopwords.txt").read_text("utf-8").splitlines()
            found.update(line for line in lines if not line.isascii() and line.isalpha())
    return frozenset(found)


def words_in(program: str) -> Iterator[tuple[int, str]]:
    """Yield line and text of each word of a language that a collection in a program holds."""
    for node in ast.walk(ast.parse(program)):
        if isinstance(node, ast.Set | ast.Tuple | ast.List):
            for item in node.elts:
                is_text = isinstance(item, ast.Constant) and isinstance(item.value, str)
                if is_text and item.value in address_words():
                    yield item.lineno, item.value


def test_no_word_of_a_language_stands_in_a_program():
    found = [
        f"{name}:{line}: {word!r}"
        for name, path in files().items()
        for line, word in words_in(path.read_text("utf-8"))
        if name not in WORDS_ALLOWED
    ]
    assert found == [], "words of a language belong into its pack (docs/new-language.md)"


@pytest.mark.parametrize("name", WORDS_ALLOWED)
def test_what_words_are_allowed_is_needed(name):
    assert list(words_in(files()[name].read_text("utf-8")))


def test_what_words_would_be_found():
    assert [word for _, word in words_in('X = {"you", "on", "très", "none"}')] == [
        "you", "très",
    ]  # fmt: skip


def test_no_table_of_words_stands_beside_a_check_or_scorer():
    folders = [ROOT / "plugins" / name for name in ("checks", "scorers", "reports")]
    assert [path.name for folder in folders for path in folder.rglob("*.toml")] == []
