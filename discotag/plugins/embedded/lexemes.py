"""What spaCy finds out about each new word: only what Python's own strings tell at once.

Of a language's twenty-two lexical attributes (`like_url`, `shape`, `norm` …) the pipelines read
whether a word is white space, and parts of packs a few more; the others took several microseconds
a word.
"""

from __future__ import annotations

from spacy.attrs import IS_ALPHA, IS_DIGIT, IS_LOWER, IS_SPACE, IS_TITLE, IS_UPPER
from spacy.vocab import Vocab

ATTRIBUTES = {
    IS_ALPHA: str.isalpha,
    IS_DIGIT: str.isdigit,
    IS_LOWER: str.islower,
    IS_SPACE: str.isspace,
    IS_TITLE: str.istitle,
    IS_UPPER: str.isupper,
}


def bare_vocab() -> Vocab:
    """Return an empty vocabulary that finds out these attributes alone of the words it gets."""
    return Vocab(lex_attr_getters=dict(ATTRIBUTES))
