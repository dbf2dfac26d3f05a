"""Accuracy of a pipeline on kept-out treebanks: raw text, own tokenizer, the analyzer users get.

`discotag train-pack measure PIPELINE FILE.conllu … [--drop Typo] [--whole]`

Token F1 compares character spans with the treebank's surface tokens (a multi-word token such as
*du* counts as one, with the annotation of its head word and the features of the others). All other
figures are percentages of the tokens whose span matches; LAS ignores subtypes; Tense, Mood,
Person and Polite count the tokens where the treebank has the feature, and the gender of nouns is
right, wrong or, for the rest, not told (of nouns to which the treebank gives one gender). A
pipeline without trees has no UAS and LAS. Speed is CPU time.
"""

from __future__ import annotations

import time
from collections import Counter
from typing import TYPE_CHECKING

from discotag.plugin import ud
from discotag.plugin.training import EmbeddedAnalyzer, load_pipeline, read_conllu
from discotag_train.pipelines.graphic_words import whole
from discotag_train.pipelines.harmonise import parse
from discotag_train.pipelines.project import project
from discotag_train.pipelines.surface import text_and_spans

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping
    from pathlib import Path

    from discotag.plugin import Tokens
    from discotag_train.pipelines.project import Gold

FEATURES = ("Tense", "Mood", "Person", "Polite")
FEATURED = 0.1
"""Share of tokens with features below which a treebank counts as having none."""
NOUN_GENDER, WRONG_GENDER = "noun gender", "wrong gender"
MEASURES = (
    *("token F1", "UPOS", "FEATS", "lemma", "UAS", "LAS", "verb lemma", *FEATURES),
    *(NOUN_GENDER, WRONG_GENDER),
)

Reference = tuple[list[tuple[int, int]], "list[Gold]"]


def gold_sentences(path: Path, *, graphic_words: bool = False) -> tuple[list[str], list[Reference]]:
    """Read texts with the spans and annotation of their surface tokens.

    Args:
        path: a CoNLL-U file.
        graphic_words: whether prefixes and suffix pronouns belong to their word (Hebrew, Arabic).
    """
    texts: list[str] = []
    references: list[Reference] = []
    for given in read_conllu(path):
        sentence = whole(given) if graphic_words else given
        placed = text_and_spans(sentence, {})
        if placed is None:
            continue
        text, spans = placed
        surface = sorted(set(spans))
        gold = project(sentence.words, spans, surface)
        if gold is not None:
            texts.append(text)
            references.append((surface, gold))
    return texts, references


def evaluate(
    analyzer: EmbeddedAnalyzer,
    path: Path,
    *,
    drop: Collection[str] = (),
    graphic_words: bool = False,
) -> dict[str, float]:
    """Measure a pipeline on one file: measure → percentage, and `tokens/s` (CPU time)."""
    texts, references = gold_sentences(path, graphic_words=graphic_words)
    analyzer.analyze(texts[:50])
    begin = time.process_time()
    analyses = analyzer.analyze(texts)
    seconds = time.process_time() - begin
    right: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for tokens, reference in zip(analyses, references, strict=True):
        _compare(tokens, reference, frozenset(drop), right, total)
    featured = sum(token.feats != "_" for _, gold in references for token in gold)
    if featured < FEATURED * total["FEATS"]:
        del total["FEATS"]
    figures = {name: 100 * right[name] / total[name] for name in MEASURES if total[name]}
    figures["tokens/s"] = sum(map(len, analyses)) / seconds
    return figures


def _compare(
    tokens: Tokens,
    reference: Reference,
    drop: frozenset[str],
    right: Counter[str],
    total: Counter[str],
) -> None:
    spans, gold = reference
    mine = {span: j for j, span in enumerate(zip(tokens.starts, tokens.ends, strict=True))}
    matched = [(k, mine[span]) for k, span in enumerate(spans) if span in mine]
    right["token F1"] += 2 * len(matched)
    total["token F1"] += len(spans) + len(tokens)
    place = dict(matched)
    for k, j in matched:
        theirs, token = gold[k], tokens[j]
        feats = _kept(parse(theirs.feats), drop)
        found = _kept(token.feats, drop)
        _count("UPOS", theirs.upos == token.upos, right, total)
        if theirs.upos != "_":
            _count("FEATS", feats == found, right, total)
            _count("lemma", theirs.lemma == token.lemma, right, total)
        if theirs.upos in ud.VERBAL:
            _count("verb lemma", theirs.lemma == token.lemma, right, total)
        for name in FEATURES:
            if name in feats:
                _count(name, feats[name] == found.get(name), right, total)
        gender = feats.get("Gender", ",")
        if theirs.upos == "NOUN" and "," not in gender:
            _count(NOUN_GENDER, gender == found.get("Gender"), right, total)
            _count(WRONG_GENDER, found.get("Gender", gender) != gender, right, total)
        if theirs.head is not None and tokens.heads is not None:
            head = -1 if theirs.head == -1 else place.get(theirs.head)
            relation = (theirs.deprel or "").split(":")[0] == ud.relation(token)
            _count("UAS", head == token.head, right, total)
            _count("LAS", head == token.head and relation, right, total)


def _kept(feats: Mapping[str, str], drop: frozenset[str]) -> dict[str, str]:
    return {name: value for name, value in feats.items() if name not in drop}


def _count(name: str, is_right: bool, right: Counter[str], total: Counter[str]) -> None:
    right[name] += is_right
    total[name] += 1


def table(
    pipeline: Path, files: Iterable[Path], *, drop: Collection[str], graphic_words: bool
) -> Iterator[str]:
    """Yield the lines of a Markdown table of figures, one for each file."""
    analyzer = EmbeddedAnalyzer(load_pipeline(pipeline))
    yield f"| file | {' | '.join(MEASURES)} | tokens/s |"
    yield "|---" * (len(MEASURES) + 2) + "|"
    for path in files:
        found = evaluate(analyzer, path, drop=drop, graphic_words=graphic_words)
        cells = [f"{found[name]:.1f}" if name in found else "–" for name in MEASURES]
        yield f"| {path.stem} | {' | '.join(cells)} | {found['tokens/s']:,.0f} |"
