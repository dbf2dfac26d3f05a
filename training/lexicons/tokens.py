"""Tokens of the training text: spaCy's tokenizer, as the embedded analyzer has it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import spacy

from discotag.plugins.lexicon_aligner.keys import stemmer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from training.lexicons.recipe import Recipe


def keyed(texts: Iterable[str], recipe: Recipe) -> list[list[str]]:
    """Give the keys of each text's tokens, in order."""
    tokenizer = spacy.blank(recipe.language, config=recipe.spacy).tokenizer
    key = stemmer(recipe.key)
    known: dict[str, str] = {}
    found = []
    for text in texts:
        row = []
        for token in tokenizer(text):
            form = token.text
            if form.isspace():
                continue
            if form not in known:
                known[form] = key(form)
            row.append(known[form])
        found.append(row)
    return found
