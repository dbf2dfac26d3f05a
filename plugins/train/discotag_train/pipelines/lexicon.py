"""A pipeline's lexicon: form → lemma as its treebanks agree, verb endings, a list of verbs."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any

from discotag.plugin.embedded import VERBS, normal
from discotag.plugin.training import lexicon

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from spacy.tokens import Doc

OPEN = frozenset({"NOUN", "ADJ", "VERB", "AUX", "ADV"})
AGREED = 0.9
LOWERED = 0.85
UNCHANGED_SEEN = 3
ENDING_SEEN = 2
UNLISTED_SEEN = 10
"""How often the treebanks must hold a verb that the list lacks."""
FAMILIES = (
    ("e", "es", "ent", "ons", "ez"),
    ("ait", "ais", "aient", "ions", "iez"),
    ("a", "ai", "as", "ons", "ez", "ont"),
    ("rait", "rais", "raient", "rions", "riez"),
)
"""Endings of French verbs that go together, though a treebank may show only one."""
HEADWORD = re.compile(r"^(\w+) \{v[^}]*\}(?! \[[^]]* of,)")
INFINITIVE = re.compile(r"(?:[aeiíï]r|re)$")


def build(docs: Iterable[Doc], headwords: Path | None) -> dict[str, Any]:
    """Build a lexicon.

    Args:
        docs: the training documents.
        headwords: a Wiktionary list (`headword {v} :: …`) with more verbs, or `None`.
    """
    seen: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    capitals: dict[str, Counter[bool]] = defaultdict(Counter)
    for doc in docs:
        for token in doc:
            if token.i and token.text.istitle() and token.lemma_ and token.is_alpha:
                capitals[token.pos_][token.lemma_.islower()] += 1
            if token.pos_ in OPEN and token.lemma_ and token.text.isalpha():
                seen[token.pos_, normal(token.text)][token.lemma_] += 1
    lemmas: dict[str, dict[str, str]] = defaultdict(dict)
    endings: dict[str, Counter[str]] = defaultdict(Counter)
    verbs: Counter[str] = Counter()
    for (pos, form), found in seen.items():
        lemma, count = found.most_common(1)[0]
        if count < AGREED * found.total() or "|" in lemma:
            continue
        if lemma != form or found.total() >= UNCHANGED_SEEN or pos in VERBS:
            lemmas[pos][form] = lemma
        if pos in VERBS:
            verbs[lemma] += count
            stem = _shared(form, lemma)
            if len(form) - len(stem) <= lexicon.LONGEST_ENDING:
                endings[form[len(stem) :]][lemma[len(stem) :]] += 1
    endings = _completed(endings)
    known = set[str]()
    if headwords is not None:
        seen_often = {lemma for lemma, count in verbs.items() if count >= UNLISTED_SEEN}
        known = _headwords(headwords) | {lemma for lemma in seen_often if INFINITIVE.search(lemma)}
        for pos in VERBS & lemmas.keys():  # a slip of a treebank is no lemma
            lemmas[pos] = {form: lemma for form, lemma in lemmas[pos].items() if lemma in known}
    return {
        "lemmas": {pos: dict(sorted(forms.items())) for pos, forms in sorted(lemmas.items())},
        "lowered": sorted(pos for pos, n in capitals.items() if n[True] >= LOWERED * n.total()),
        "verbs": sorted(known),
        "endings": {
            form: kept
            for form, found in sorted(endings.items())
            if (kept := [ending for ending, _ in found.most_common()])
        },
    }


def _shared(first: str, second: str) -> str:
    """Return the letters that two words begin with."""
    size = next((k for k, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), None)
    return first[:size] if size is not None else min(first, second, key=len)


def _completed(endings: dict[str, Counter[str]]) -> dict[str, Counter[str]]:
    """Add the endings that follow from those seen; what was seen stays in front."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for form, lemmas in endings.items():
        for lemma, count in lemmas.items():
            if count < ENDING_SEEN:
                continue
            found[form][lemma] += count * 1000
            for family in FAMILIES:
                for member in family:
                    if form.endswith(member):
                        for other in family:
                            found[form.removesuffix(member) + other][lemma] += count
    return found


def _headwords(path: Path) -> set[str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    found = (HEADWORD.match(line) for line in lines)
    return {match[1] for match in found if match and INFINITIVE.search(match[1])}
