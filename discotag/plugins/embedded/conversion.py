"""spaCy documents → `Tokens`, shared by every analyzer that runs a spaCy pipeline."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np
from spacy.attrs import SENT_START

from discotag._analysis.readable import Readable, readable, windows
from discotag.core.tokens import ROOT, Tokens, parse_feats

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from spacy.language import Language
    from spacy.tokens import Doc, Token

BATCH = 128
"""Documents per batch; larger ones are not faster on one core."""


def analyze_with(nlp: Language, texts: Sequence[str], *, preset: bool = True) -> Iterator[Tokens]:
    """Run a spaCy pipeline over segments, in order.

    Args:
        nlp: the pipeline.
        texts: the segments, untouched.
        preset: whether to tell the parser that each segment is one sentence (one tree per window).
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
    kept: list[tuple[int, Token]] = []
    places: list[dict[int, int]] = []
    for start, doc in parts:
        place: dict[int, int] = {}
        for token in doc:
            if not token.is_space:
                place[token.i] = len(kept)
                kept.append((start, token))
        places.append(place)
    spans = [line.span(start + t.idx, start + t.idx + len(t)) for start, t in kept]
    docs = [doc for _, doc in parts]
    tagged = bool(docs) and any(doc.has_annotation("TAG") for doc in docs)
    has = {
        name: not docs or all(doc.has_annotation(name) for doc in docs if len(doc))
        for name in ("LEMMA", "POS", "MORPH", "DEP")
    }
    tokens = [token for _, token in kept]
    return Tokens(
        text=text,
        forms=tuple(text[start:end] for start, end in spans),
        starts=tuple(start for start, _ in spans),
        ends=tuple(end for _, end in spans),
        lemmas=tuple(t.lemma_ or t.text for t in tokens) if has["LEMMA"] else None,
        upos=tuple(t.pos_ or "X" for t in tokens) if has["POS"] else None,
        xpos=tuple(t.tag_ or "_" for t in tokens) if tagged else None,
        feats=tuple(parse_feats(str(t.morph)) for t in tokens)
        if has["MORPH"] or has["POS"]
        else None,
        heads=_heads(parts, places) if has["DEP"] else None,
        deprels=tuple(_relation(t.dep_) for t in tokens) if has["DEP"] else None,
    )


def _heads(parts: Sequence[tuple[int, Doc]], places: Sequence[dict[int, int]]) -> tuple[int, ...]:
    heads: list[int] = []
    for (_, doc), place in zip(parts, places, strict=True):
        for index in place:
            token = doc[index]
            while token.head.i != token.i and token.head.i not in place:
                token = token.head
            heads.append(ROOT if token.head.i == token.i else place[token.head.i])
    return tuple(heads)


def _relation(name: str) -> str:
    return "root" if name == "ROOT" else name or "dep"
