"""Layers of the pipelines as analysis needs them: without what only training needs.

Dashes, quotation marks and dots that a treebank does not have are read as its own (`marks` in the
pipeline's meta): a parser takes *—* for a name where all it knows is *-*.

The numbers are those of thinc's own layers, bit by bit. The vector of a word that was seen before
is not computed again. Products of a maxout layer stay
in the blocks in which they were computed until the greatest of its pieces (three, usually) is
chosen, so that only a third of them is copied.
"""

from __future__ import annotations

from functools import reduce
from itertools import chain
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from spacy.attrs import ORTH, TAG
from spacy.tokens import Doc

from discotag.plugins.analyzers.embedded.affixes import FEATURES, MARKS
from discotag.plugins.analyzers.embedded.products import in_blocks
from discotag.plugins.analyzers.embedded.trees import Lemmas, Trees, is_lemmatizer, is_parser

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray
    from spacy.language import Language
    from spacy.vocab import Vocab
    from thinc.api import Model

EPSILON = 1e-8
"""What thinc's layer norm adds to variances."""
MOST_WORDS = 50_000
"""The largest number of words whose vectors are kept, 384 bytes each; then all are dropped."""


def without_training(nlp: Language) -> Language:
    """Make a loaded pipeline fit for analysis, and unfit for training."""
    read_as(nlp, nlp.meta.get(MARKS, {}))
    # spaCy offers no other way to put an existing object into a pipeline.
    parts = cast("list[tuple[str, Any]]", nlp._components)
    parts[:] = [(name, _at_once(part)) for name, part in parts]
    for _, part in nlp.pipeline:
        model = getattr(part, "model", None)
        for node in () if model is None else tuple(model.walk()):
            layers = [layer.name for layer in node.layers]
            if layers[:2] == ["maxout", "layernorm"]:
                node._func = maxout_and_norm
            elif layers[:1] == [FEATURES]:
                node._func = KeptVectors(node._func)
    return nlp


def read_as(nlp: Language, marks: Mapping[str, str]) -> Language:
    """Let a pipeline that has analysed nothing yet read words as others: `—` as `-`."""
    for _, part in nlp.pipeline:
        model = getattr(part, "model", None)
        for node in () if model is None else model.walk():
            if node.name == FEATURES:
                node.attrs[MARKS] = marks
    return nlp


def _at_once(part: Any) -> Any:
    """Return what replaces a part and does the documents of a batch together; else itself."""
    if is_parser(part):
        return Trees(part)
    return Lemmas(part) if is_lemmatizer(part) else part


def maxout_and_norm(
    model: Model[Any, Any], rows: NDArray[np.float32], is_train: bool
) -> tuple[NDArray[np.float32], Callable[[Any], Any]]:
    """Compute a maxout layer and the layer norm after it; dropout does nothing in analysis."""
    del is_train
    maxout, norm = model.layers[:2]
    weights = _parameter(maxout, "W")
    outputs, pieces, width = weights.shape
    products = in_blocks(rows, weights.reshape(-1, width))
    products += _parameter(maxout, "b").reshape(-1, 1)
    choices = products.reshape(len(products), outputs, pieces, -1)
    best = reduce(np.maximum, (choices[:, :, piece] for piece in range(pieces)))
    values = np.ascontiguousarray(best.swapaxes(1, 2)).reshape(-1, outputs)[: len(rows)]
    values -= values.mean(axis=1, keepdims=True)
    variances = np.mean(values * values, axis=1, keepdims=True) + EPSILON
    values *= variances**-0.5
    values *= _parameter(norm, "G")
    values += _parameter(norm, "b")
    return values, no_gradients


def _parameter(layer: Model[Any, Any], name: str) -> NDArray[np.float32]:
    return cast("NDArray[np.float32]", layer.get_param(name))


def no_gradients(_gradients: Any) -> Any:
    """Refuse to train."""
    raise RuntimeError("this pipeline was loaded for analysis; load it with spacy.load to train it")


class KeptVectors:
    """The layers that give words their vectors, each word's computed once while there is room.

    Args:
        compute: the layers themselves; a vector follows from a word's letters and its tag alone.
    """

    def __init__(self, compute: Callable[..., Any]) -> None:
        self._compute = compute
        self._rows: dict[tuple[int, int], NDArray[np.float32]] = {}

    def __call__(
        self, model: Model[Any, Any], docs: Sequence[Doc], is_train: bool
    ) -> tuple[list[NDArray[np.float32]], Callable[[Any], Any]]:
        """Return one matrix per document, a row for each word."""
        words = [list(map(tuple, doc.to_array([ORTH, TAG]).tolist())) for doc in docs]
        rows = self._rows if len(self._rows) < MOST_WORDS else {}
        new = [word for word in dict.fromkeys(chain.from_iterable(words)) if word not in rows]
        if new:
            (found,), _ = self._compute(model, [_text(docs[0].vocab, new)], is_train)
            rows.update(zip(new, found, strict=True))
        self._rows = rows
        nothing = np.zeros((0, model.get_dim("nO")), dtype=np.float32)
        return [
            np.array([rows[word] for word in of_doc]) if of_doc else nothing for of_doc in words
        ], no_gradients


def _text(vocab: Vocab, words: Sequence[tuple[int, int]]) -> Doc:
    """Put words, given by the codes of their letters and tags, together as one text."""
    strings = vocab.strings
    return Doc(
        vocab,
        words=[strings[letters] for letters, _ in words],
        tags=[strings[tag] for _, tag in words],
    )
