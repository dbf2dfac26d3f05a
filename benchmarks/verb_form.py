"""Verb forms found in raw text against those found in gold trees, by the same table.

It measures the analysis, not the table: the gold side is the same rules on the treebank's own
words, features and trees.
Run: `python benchmarks/verb_form.py FILE.conllu --lang fr`.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from discotag.core.discovery import discover
from discotag.core.document import Alignment, Document, Side
from discotag.core.interfaces import Context
from discotag.core.registry import Registry
from discotag.core.tokens import Tokens, parse_feats
from discotag.plugins.conllu.reader import Sentence, locate, read_conllu
from discotag.plugins.embedded.analyzer import EmbeddedAnalyzer
from discotag.plugins.verb_form.tagger import VerbFormTagger


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
    """Give segment, character offset and form of every marked verb."""
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


def main() -> None:
    """Read the arguments, analyse, compare and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--lang", required=True)
    given = parser.parse_args()
    registry = Registry(discover())
    english, pack = (registry.language(code).info for code in ("en", given.lang))
    table = registry.table(given.lang, "verb_form")
    if table is None:
        parser.error(f"{given.lang} has no table verb_form")
    tagger = VerbFormTagger.create(Context("verb_form", english, pack, tables={"verb_form": table}))
    analyzer = EmbeddedAnalyzer.create(Context("embedded", english, pack, side="target"))
    gold = [tokens for sentence in read_conllu(given.file) if (tokens := gold_tokens(sentence))]
    found = list(analyzer.analyze([tokens.text for tokens in gold]))
    right, wrong = (forms(tagger, given.lang, lines) for lines in (gold, found))
    print("form                           gold  found      P      R      F")
    for label in [*sorted({label for _, _, label in right}), "all"]:
        of_gold, of_found = (
            {mark for mark in marks if label in {"all", mark[2]}} for marks in (right, wrong)
        )
        both = len(of_gold & of_found)
        print(
            f"{label:28} {len(of_gold):6} {len(of_found):6}  {both / max(len(of_found), 1):.3f}"
            f"  {both / len(of_gold):.3f}  {2 * both / (len(of_gold) + len(of_found)):.3f}"
        )
    taken = {(segment, offset): label for segment, offset, label in wrong}
    confused = Counter(
        (label, taken[segment, offset])
        for segment, offset, label in right - wrong
        if (segment, offset) in taken
    )
    for (a, b), count in confused.most_common(8):
        print(f"{count:5} {a} taken for {b}")


if __name__ == "__main__":
    main()
