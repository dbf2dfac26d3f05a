"""Dictionary forms of a whole batch at once: spaCy's edit trees, each word's applied once.

An edit tree says what to cut off a word and what to put in its place; the network chooses one for
each word in its context. What a tree makes of a word follows from the two alone, so it is kept.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np
from spacy.attrs import LEMMA, ORTH

from discotag.plugins.analyzers.embedded.batches import batches

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray
    from spacy.tokens import Doc

BACKOFF = "orth"
MOST_FORMS = 200_000
"""The largest number of results that are kept; then all are dropped."""


def is_lemmatizer(part: Any) -> bool:
    """Return whether a pipeline's part is an edit-tree lemmatizer that this module stands for."""
    known = hasattr(part, "trees") and getattr(part, "backoff", "") == BACKOFF
    return known and part.top_k < len(part.labels)


class Lemmas:
    """A part of a pipeline: a lemmatizer that asks its trees only what it has not asked before.

    Args:
        lemmatizer: spaCy's, with its network and trees.
    """

    def __init__(self, lemmatizer: Any) -> None:
        self._lemmatizer = lemmatizer
        self._labels: tuple[int, ...] = lemmatizer.labels
        self._strings = lemmatizer.vocab.strings
        self._made: dict[tuple[int, int], int | None] = {}

    def __getattr__(self, name: str) -> Any:
        """Return what only the lemmatizer itself has."""
        return getattr(self._lemmatizer, name)

    def __call__(self, doc: Doc) -> Doc:
        """Return a document with its dictionary forms."""
        return next(self.pipe([doc]))

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = 128) -> Iterator[Doc]:
        """Yield documents with dictionary forms, in order."""
        for docs in batches(stream, batch_size):
            full = [doc for doc in docs if len(doc)]
            if full:
                self._annotate(full)
            yield from docs

    def _annotate(self, docs: Sequence[Doc]) -> None:
        if len(self._made) > MOST_FORMS:
            self._made.clear()
        for doc, scores in zip(docs, self._lemmatizer.model.predict(docs), strict=True):
            words = cast("list[list[int]]", doc.to_array([ORTH, LEMMA]).tolist())
            best = scores.argmax(axis=1).tolist()
            found = [
                self._lemma(form, label, row) if self._lemmatizer.overwrite or not lemma else lemma
                for (form, lemma), label, row in zip(words, best, scores, strict=True)
            ]
            column = np.array(found, dtype=np.uint64).reshape(-1, 1)
            doc.from_array([LEMMA], cast("Any", column))

    def _lemma(self, form: int, best: int, scores: NDArray[np.float32]) -> int:
        """Return the code of a word's lemma: of the best of its trees that can be applied."""
        found = self._apply(best, form)
        if found is not None:
            return found
        for label in np.argsort(-scores, kind="stable")[1 : self._lemmatizer.top_k].tolist():
            found = self._apply(label, form)
            if found is not None:
                return found
        return form

    def _apply(self, label: int, form: int) -> int | None:
        key = label, form
        if key not in self._made:
            lemma = self._lemmatizer.trees.apply(self._labels[label], self._strings[form])
            self._made[key] = None if lemma is None else self._strings.add(lemma)
        return self._made[key]
