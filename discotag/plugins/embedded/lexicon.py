"""Lemmas from a lexicon: what was seen is looked up, what was not is guessed among real verbs.

The edit trees of a trained lemmatizer invent verbs (*prenons* → *prener*) and stumble over
capitals. This component knows the lemma of the forms its treebanks held, and for other verb forms
takes the ending rule whose result is a verb of the list. Importing this module registers the spaCy
factory `discotag_lexicon`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spacy.language import Language

from discotag._analysis.rules import VERBS, StoredData, normal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from spacy.tokens import Doc, Token

FACTORY = "discotag_lexicon"
LONGEST_ENDING = 7

Data = dict[str, Any]
"""`lemmas`: part of speech → form → lemma; `verbs`: known verb lemmas;
`endings`: form ending → lemma endings, best first; `lowered`: parts of speech in lower case."""


class LexiconLemmatizer(StoredData):
    """Replaces lemmas where the lexicon knows better."""

    FILE = "lexicon.json"
    IS_COMPACT = True

    def __init__(self) -> None:
        self.fill({"lemmas": {}, "verbs": [], "endings": {}})

    def fill(self, data: Data) -> None:
        """Store the lexicon's content."""
        self._data = data
        self._lemmas: Mapping[str, Mapping[str, str]] = data["lemmas"]
        self._lowered = frozenset(data.get("lowered", ()))
        self._verbs = frozenset(data["verbs"])
        self._endings: Mapping[str, list[str]] = data["endings"]

    def __call__(self, doc: Doc) -> Doc:
        """Correct the lemmas of a document."""
        is_first = True
        for token in doc:
            lemma = self._lemma(token, is_first=is_first)
            if lemma != token.lemma_:
                token.lemma_ = lemma
            is_first = is_first and token.pos_ == "PUNCT"
        return doc

    def _lemma(self, token: Token, *, is_first: bool) -> str:
        lemma: str = token.lemma_
        if token.pos_ == "PROPN":
            return lemma
        if token.text.isdigit():
            return str(token.text)
        form = normal(token.text)
        known = self._lemmas.get(token.pos_, {}).get(form)
        if known is not None:
            return known
        if token.pos_ in VERBS and self._verbs and lemma not in self._verbs:
            return self._verb(form) or lemma.lower()
        if len(lemma) > 1 and (is_first or token.pos_ in self._lowered):
            return lemma.lower()
        return lemma

    def _verb(self, form: str) -> str | None:
        for size in range(min(LONGEST_ENDING, len(form) - 1) + 1):
            stem = form[: len(form) - size]
            for ending in self._endings.get(form[len(stem) :], ()):
                if stem + ending in self._verbs:
                    return stem + ending
        return None


@Language.factory(FACTORY, requires=["token.pos", "token.lemma"], assigns=["token.lemma"])
def create_lexicon(nlp: Language, name: str) -> LexiconLemmatizer:
    """Make an empty lexicon; `from_disk` fills it."""
    del nlp, name
    return LexiconLemmatizer()
