"""Word vectors from hashed affixes: spaCy's `MultiHashEmbed` with affixes of any length.

spaCy's own features are one leading and three trailing letters. On small treebanks of inflecting
languages longer and shorter affixes are worth 1–8 points (see `training/README.md`). A feature
depends on the token's spelling alone (`tag`: also on the tag a tokenizer sets), so values are
computed once per distinct word and kept in a bounded cache. Importing this module registers
`discotag.AffixHashEmbed.v1`; it must happen before a pipeline that uses it is loaded.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from spacy.attrs import ORTH, TAG
from spacy.strings import get_string_id
from spacy.tokenizer import Tokenizer
from spacy.util import registry
from thinc.api import (
    HashEmbed,
    Maxout,
    Model,
    chain,
    concatenate,
    list2ragged,
    ragged2list,
    with_array,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import numpy.typing as npt
    from spacy.language import Language
    from spacy.tokens import Doc
    from thinc.types import Floats2d, Ints2d


ARCHITECTURE = "discotag.AffixHashEmbed.v1"
FEATURES = "affix_features"
"""Name of the layer that reads features; the whole embedding begins with it."""
MARKS = "marks"
"""What the layer's attribute and the pipeline's meta are called that say as what marks are read."""
LONGEST_SHAPE = 12
_CACHE_SIZE = 200_000


def affix_hash_embed(
    width: int, attrs: list[str], rows: list[int], include_static_vectors: bool = False
) -> Model[list[Doc], list[Floats2d]]:
    """Embed each token by the sum of hashed features, mixed by one maxout layer.

    Args:
        width: size of the output vectors.
        attrs: features: `norm` (lower case), `pN` and `sN` (first and last N letters), `shape`,
            `tag`.
        rows: number of rows of each feature's hash table.
        include_static_vectors: accepted for spaCy's config schema; must be false.

    Raises:
        ValueError: for unequal lengths, an unknown feature or static vectors.
    """
    if len(attrs) != len(rows) or include_static_vectors:
        raise ValueError("give one number of rows per feature, and no static vectors")
    for attr in attrs:
        _feature(attr)
    embeddings: list[Model[Any, Any]] = [
        HashEmbed(width, count, column=index, seed=index + 7, dropout=0.0)
        for index, count in enumerate(rows)
    ]
    mix: Model[Any, Any] = Maxout(width, width * len(attrs), nP=3, dropout=0.0, normalize=True)
    return chain(
        _extractor(tuple(attrs)),
        list2ragged(),
        with_array(concatenate(*embeddings)),
        with_array(mix),
        ragged2list(),
    )


def _extractor(attrs: tuple[str, ...]) -> Model[list[Doc], list[Ints2d]]:
    spelled = tuple(attr for attr in attrs if attr != "tag")
    columns = [attrs.index(attr) for attr in spelled]

    def forward(
        model: Model[list[Doc], list[Ints2d]], docs: list[Doc], is_train: bool
    ) -> tuple[list[Ints2d], Callable[[Any], list[Any]]]:
        del is_train
        output = []
        for doc in docs:
            features: npt.NDArray[np.uint64] = np.zeros((len(doc), len(attrs)), dtype=np.uint64)
            if len(doc):
                words, read_as = _table(spelled), model.attrs.get(MARKS, {})
                strings = doc.vocab.strings
                forms = [strings[orth] for orth in doc.to_array(ORTH).tolist()]
                features[:, columns] = [words(read_as.get(form, form)) for form in forms]
                if "tag" in attrs:
                    features[:, attrs.index("tag")] = doc.to_array(TAG)
            output.append(model.ops.asarray2i(cast("Any", features), dtype="uint64"))

        def backprop(_gradients: Any) -> list[Any]:
            return []

        return output, backprop

    return Model(FEATURES, forward)


@lru_cache(maxsize=8)
def _table(attrs: tuple[str, ...]) -> Callable[[str], tuple[int, ...]]:
    functions = tuple(_feature(attr) for attr in attrs)

    @lru_cache(maxsize=_CACHE_SIZE)
    def values(word: str) -> tuple[int, ...]:
        return tuple(get_string_id(function(word)) for function in functions)

    return values


def _feature(attr: str) -> Callable[[str], str]:
    if attr == "norm":
        return _normal
    if attr == "shape":
        return shape
    if attr == "tag":
        return str
    if attr[:1] in {"p", "s"} and attr[1:].isdigit() and int(attr[1:]) > 0:
        size = int(attr[1:])
        if attr[0] == "p":
            return lambda word: _normal(word)[:size]
        return lambda word: _normal(word)[-size:]
    raise ValueError(f"unknown feature {attr!r}: use norm, shape, tag, p1, p2 … s1, s2 …")


def _normal(word: str) -> str:
    """Return the spelling that is hashed; `İ` becomes `i` without the dot that Unicode leaves."""
    return word.lower().replace("’", "'").replace("i\u0307", "i")


def shape(word: str) -> str:
    """Outline a word: `X` upper case, `x` other letters, `d` digits; runs are cut to three."""
    outline: list[str] = []
    for letter in word[:LONGEST_SHAPE]:
        if letter.isalpha():
            kind = "X" if letter.isupper() else "x"
        elif letter.isdigit():
            kind = "d"
        else:
            kind = letter
        if outline[-3:] != [kind] * 3:
            outline.append(kind)
    return "".join(outline)


registry.architectures.register(ARCHITECTURE, func=affix_hash_embed)


NAME = "discotag.StoredTokenizer.v1"
REPLACED = '@tokenizers = "spacy.Tokenizer.v1"'


def create_stored_tokenizer() -> Callable[[Language], Tokenizer]:
    """Return what makes a tokenizer without rules; `from_disk` fills it."""

    def make(nlp: Language) -> Tokenizer:
        return Tokenizer(nlp.vocab)

    return make


def stored_tokenizer(path: Path) -> dict[str, Any]:
    """Return how a pipeline's config must be changed: not at all if its tokenizer is another."""
    is_replaced = REPLACED in (path / "config.cfg").read_text(encoding="utf-8")
    return {"nlp.tokenizer": {"@tokenizers": NAME}} if is_replaced else {}


registry.tokenizers.register(NAME, func=create_stored_tokenizer)
