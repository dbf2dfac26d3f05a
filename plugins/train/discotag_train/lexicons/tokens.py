"""Tokens of the training text: those of the embedded analyzer."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import spacy

from discotag.plugin.training import normal_spelling, stemmer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from spacy.tokens import Doc

    from discotag_train.lexicons.recipe import Recipe

OFTEN = 2
"""Fewest occurrences of a spelling whose key the table stores."""


@dataclass(frozen=True)
class Keyed:
    """Texts as keys.

    Args:
        rows: the keys of each text's tokens, in order.
        forms: normalised spelling → key, for spellings met at least twice.
    """

    rows: Sequence[Sequence[str]]
    forms: Mapping[str, str]


def tokenizer_of(recipe: Recipe) -> Callable[[str], Doc]:
    """Build the tokenizer of a language."""
    return spacy.blank(recipe.spacy_language, config=recipe.spacy).tokenizer


def keyed(texts: Iterable[str], recipe: Recipe) -> Keyed:
    """Tokenize texts and look up their keys."""
    tokenizer = tokenizer_of(recipe)
    key = stemmer(recipe.key)
    known: dict[str, str] = {}
    met: Counter[str] = Counter()
    found = []
    for text in texts:
        row = []
        for token in tokenizer(text):
            form = token.text
            if form.isspace():
                continue
            met[form] += 1
            if form not in known:
                known[form] = key(form)
            row.append(known[form])
        found.append(row)
    spellings = {normal_spelling(form): key for form, key in known.items() if met[form] >= OFTEN}
    return Keyed(found, spellings)
