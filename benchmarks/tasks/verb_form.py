"""Verb forms found in raw text against those found in gold trees, by the same table.

It measures the analysis, not the table: the gold side is the same rules on the treebank's own
words, features and trees. Files are `xx_*-ud-*.conllu`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.tasks.harness import Figures, Value, registry, scores, treebanks, without_data
from discotag.core.document import Alignment, Document, Side
from discotag.core.interfaces import Context
from discotag.core.tokens import Tokens, parse_feats
from discotag.plugins.analyzers.conllu import Sentence, locate, read_conllu
from discotag.plugins.analyzers.embedded.analyzer import EmbeddedAnalyzer
from discotag.plugins.phenomena.verb_form.tagger import VerbFormTagger

if TYPE_CHECKING:
    import argparse
    from pathlib import Path

    from discotag.core.registry import Registry


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what only this task knows."""
    parser.add_argument("--split", default="test", help="which files: train, dev or test")


def measure(given: argparse.Namespace) -> list[Figures]:
    """Compare the forms of every treebank of the languages that have a table."""
    known = registry()
    figures = []
    for path, code in treebanks(given):
        if known.table(code, "verb_form") is not None:
            figures.append(_compared(known, code, path))
    if not figures:
        raise without_data("xx_*.conllu of a language with verb forms", given.folder)
    return figures


def _compared(registry: Registry, code: str, path: Path) -> Figures:
    english, pack = (registry.language(each).info for each in ("en", code))
    table = registry.table(code, "verb_form")
    tables = {"verb_form": table} if table else {}
    tagger = VerbFormTagger.create(Context("verb_form", english, pack, tables=tables))
    analyzer = EmbeddedAnalyzer.create(Context("embedded", english, pack, side="target"))
    gold = [tokens for sentence in read_conllu(path) if (tokens := gold_tokens(sentence))]
    found = list(analyzer.analyze([tokens.text for tokens in gold]))
    right, mine = (forms(tagger, code, lines) for lines in (gold, found))
    rows: list[tuple[Value, ...]] = []
    for label in [*sorted({label for _, _, label in right}), "all"]:
        of_gold, of_found = (
            {mark for mark in marks if label in {"all", mark[2]}} for marks in (right, mine)
        )
        both = len(of_gold & of_found)
        shares = scores(both, len(of_found), len(of_gold))
        rows.append((label, len(of_gold), len(of_found), *shares))
    return Figures(
        f"verb forms, {path.name}", ("form", "gold", "found", "P", "R", "F1"), tuple(rows)
    )


def gold_tokens(sentence: Sentence) -> Tokens | None:
    """Turn a sentence into tokens; None where its words are not found in its text."""
    spans = locate(sentence.text, sentence.units)
    if spans is None or any(word.head is None for word in sentence.words):
        return None
    starts, ends = [0] * len(sentence.words), [0] * len(sentence.words)
    for unit, (start, end) in zip(sentence.units, spans, strict=True):
        for word in range(unit.first, unit.end):
            starts[word], ends[word] = start, end
    words = sentence.words
    return Tokens(
        text=sentence.text,
        forms=tuple(word.form for word in words),
        starts=tuple(starts),
        ends=tuple(ends),
        lemmas=tuple(word.lemma or "" for word in words),
        upos=tuple(word.upos or "X" for word in words),
        xpos=tuple("" for _ in words),
        feats=tuple(parse_feats(word.feats) for word in words),
        heads=tuple(-1 if word.head is None else word.head for word in words),
        deprels=tuple(word.deprel or "dep" for word in words),
    )


def forms(tagger: VerbFormTagger, language: str, lines: list[Tokens]) -> set[tuple[int, int, str]]:
    """Return segment, character offset and form of every marked verb."""
    texts = tuple(tokens.text for tokens in lines)
    empty = Tokens("", (), (), (), (), (), (), (), (), ())
    document = Document(
        "gold",
        Side("en", ("",) * len(lines), (empty,) * len(lines)),
        Side(language, texts, tuple(lines)),
        alignment=(Alignment(),) * len(lines),
    )
    return {
        (mark.segment, lines[mark.segment].starts[mark.token], mark.label)
        for mark in tagger.mark(document)
    }
