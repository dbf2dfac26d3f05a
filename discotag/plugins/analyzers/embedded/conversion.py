"""spaCy documents → `Tokens`, shared by every analyzer that runs a spaCy pipeline."""

from __future__ import annotations

from itertools import accumulate, chain, compress
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from spacy.attrs import (
    DEP,
    HEAD,
    IDX,
    IS_SPACE,
    LEMMA,
    LENGTH,
    MORPH,
    ORTH,
    POS,
    SENT_START,
    TAG,
)

from discotag.core.tokens import ROOT, Tokens, parse_feats
from discotag.language.readable import Readable, readable, windows

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from spacy.language import Language
    from spacy.tokens import Doc

BATCH = 128
"""Documents per batch; larger ones are not faster on one core."""
COLUMNS = (IDX, LENGTH, ORTH, LEMMA, POS, TAG, MORPH, DEP, HEAD)
UNSIGNED = 2**64
"""What spaCy adds to steps to the left, of a word to its head."""


def analyze_with(nlp: Language, texts: Sequence[str], *, preset: bool = True) -> Iterator[Tokens]:
    """Run a spaCy pipeline over segments, in order.

    Args:
        nlp: the pipeline.
        texts: the segments, untouched.
        preset: whether the parser gets each segment as one sentence (one tree per window).
    """
    lines = [readable(text) for text in texts]
    pieces = [list(windows(line.text)) for line in lines]
    waiting = (nlp.make_doc(piece) for line in pieces for _, piece in line)
    docs = nlp.pipe(
        (_one_sentence(doc) for doc in waiting) if preset else waiting, batch_size=BATCH
    )
    for text, line, parts in zip(texts, lines, pieces, strict=True):
        found = [(start, next(docs)) for start, _ in parts]
        yield doc_to_tokens(text, line, found)


def _one_sentence(doc: Doc) -> Doc:
    if len(doc):
        starts = np.full((len(doc), 1), -1, dtype=np.int64).astype(np.uint64)
        starts[0] = 1
        doc.from_array([SENT_START], cast("Any", starts))
    return doc


def doc_to_tokens(text: str, line: Readable, parts: Sequence[tuple[int, Doc]]) -> Tokens:
    """Join the analysed windows of one segment.

    White-space tokens are dropped and what hangs on them is hung one higher. Each window keeps its
    own root.

    Args:
        text: the segment, untouched.
        line: what the pipeline read of it.
        parts: (start in the readable text, document) per window, in order; empty for a blank
            segment.
    """
    rows = [_Rows(start, doc) for start, doc in parts]
    spans = [line.span(begin, end) for row in rows for begin, end in row.spans()]
    has = {
        attr: not rows or all(row.has(attr) for row in rows if row.size)
        for attr in (LEMMA, POS, MORPH, DEP)
    }

    def texts(name: str) -> tuple[str, ...]:
        return tuple(chain.from_iterable(getattr(row, name)() for row in rows))

    return Tokens(
        text=text,
        forms=tuple(text[start:end] for start, end in spans),
        starts=tuple(start for start, _ in spans),
        ends=tuple(end for _, end in spans),
        lemmas=texts("lemmas") if has[LEMMA] else None,
        upos=texts("upos") if has[POS] else None,
        xpos=texts("xpos") if any(row.size == 0 or row.has(TAG) for row in rows) else None,
        feats=tuple(map(parse_feats, texts("feats"))) if has[MORPH] or has[POS] else None,
        heads=_heads(rows) if has[DEP] else None,
        deprels=texts("deprels") if has[DEP] else None,
    )


class _Rows:
    """The words of one window, white space left out, as numbers read from spaCy at once."""

    def __init__(self, start: int, doc: Doc) -> None:
        self._start, self._strings = start, doc.vocab.strings
        self.size = len(doc)
        table = doc.to_array([IS_SPACE, *COLUMNS]).reshape(self.size, 1 + len(COLUMNS))
        is_space, *columns = cast("list[list[int]]", table.T.tolist())
        self._annotated = {attr: any(column) for attr, column in zip(COLUMNS, columns, strict=True)}
        self.heads = [
            place + (step if step < self.size else step - UNSIGNED)
            for place, step in enumerate(columns[-1])
        ]
        self.is_word = [not space for space in is_space]
        if any(is_space):
            columns = [list(compress(column, self.is_word)) for column in columns]
        self._columns: dict[int, list[int]] = dict(zip(COLUMNS, columns, strict=True))

    def has(self, attr: int) -> bool:
        """Return whether any token has a value."""
        return self._annotated[attr]

    def spans(self) -> Iterator[tuple[int, int]]:
        """Yield where words begin and end in the readable text."""
        for place, length in zip(self._columns[IDX], self._columns[LENGTH], strict=True):
            yield self._start + place, self._start + place + length

    def lemmas(self) -> Iterator[str]:
        """Yield dictionary forms, or the words themselves."""
        for code, form in zip(self._columns[LEMMA], self._columns[ORTH], strict=True):
            yield self._strings[code or form]

    def upos(self) -> Iterator[str]:
        """Yield parts of speech."""
        return (self._strings[code] or "X" for code in self._columns[POS])

    def xpos(self) -> Iterator[str]:
        """Yield the treebank's tags."""
        return (self._strings[code] or "_" for code in self._columns[TAG])

    def feats(self) -> Iterator[str]:
        """Yield features as CoNLL-U has them."""
        return (self._strings[code] for code in self._columns[MORPH])

    def deprels(self) -> Iterator[str]:
        """Yield relations."""
        return (_relation(self._strings[code]) for code in self._columns[DEP])


def _heads(rows: Sequence[_Rows]) -> tuple[int, ...]:
    heads: list[int] = []
    for row in rows:
        places = [len(heads) + count - 1 for count in accumulate(row.is_word)]
        for index in (place for place, is_word in enumerate(row.is_word) if is_word):
            word = index
            while row.heads[word] != word and not row.is_word[row.heads[word]]:
                word = row.heads[word]
            above = row.heads[word]
            heads.append(ROOT if above == word else places[above])
    return tuple(heads)


def _relation(name: str) -> str:
    return "root" if name == "ROOT" else name or "dep"
