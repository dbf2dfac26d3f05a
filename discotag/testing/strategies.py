"""Property-based testing: hypothesis strategies that draw analysed documents, which shrink.

Needs hypothesis (`pip install "discotag[testing]"`).

Example:
    from hypothesis import given
    from discotag.testing.strategies import documents

    @given(documents(words=("tu", "vous")))
    def test_a_mark_lies_on_a_listed_word(document):
        ...
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from discotag.core.document import Alignment, Document, Side
from discotag.core.tokens import ROOT, Tokens
from discotag.testing.generators import FEATURES, ODD_WORDS, RELATIONS, UPOS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypothesis.strategies import DrawFn, SearchStrategy


@st.composite
def segments(draw: DrawFn, words: Sequence[str] = (), *, longest: int = 8) -> Tokens:
    """Draw an analysed segment of at most `longest` words, with one space between them.

    Its words are drawn from `words` and from signs, digits and letters of other scripts; there may
    be none. Every layer is there; the tree has its root first.
    """
    choice = st.sampled_from((*words, *ODD_WORDS))
    forms = tuple(draw(st.lists(choice, max_size=longest)))
    size = len(forms)
    starts = tuple(accumulate((len(form) + 1 for form in forms[:-1]), initial=0))[:size]

    def column(values: Sequence[Any]) -> tuple[Any, ...]:
        return tuple(draw(st.lists(st.sampled_from(values), min_size=size, max_size=size)))

    return Tokens(
        text=" ".join(forms),
        forms=forms,
        starts=starts,
        ends=tuple(start + len(form) for start, form in zip(starts, forms, strict=True)),
        lemmas=tuple(form.lower() for form in forms),
        upos=column(UPOS),
        xpos=("",) * size,
        feats=column(FEATURES),
        heads=tuple(draw(st.integers(0, at - 1)) if at else ROOT for at in range(size)),
        deprels=("root", *column(RELATIONS)[1:])[:size],
    )


@st.composite
def alignments(draw: DrawFn, source: Tokens, target: Tokens) -> Alignment:
    """Draw word links of a pair, without scores."""
    if not len(source) or not len(target):
        return Alignment()
    link = st.tuples(st.integers(0, len(source) - 1), st.integers(0, len(target) - 1))
    return Alignment.of(draw(st.sets(link, max_size=max(len(source), len(target)))))


@st.composite
def documents(
    draw: DrawFn,
    *,
    words: Sequence[str] = (),
    source_words: Sequence[str] = (),
    languages: tuple[str, str] = ("en", "fr"),
    longest: int = 5,
) -> Document:
    """Draw a document of 0 to `longest` segments with analyses and links, without coreference.

    Args:
        draw: given by hypothesis.
        words: target words to draw from.
        source_words: source words to draw from.
        languages: codes of source and target.
        longest: the most segments.
    """
    size = draw(st.integers(0, longest))
    sides = []
    for language, listed in zip(languages, (source_words, words), strict=True):
        drawing: SearchStrategy[list[Tokens]] = st.lists(
            segments(listed), min_size=size, max_size=size
        )
        tokens = tuple(draw(drawing))
        sides.append(Side(language, tuple(item.text for item in tokens), tokens, document="drawn"))
    links = tuple(draw(alignments(a, b)) for a, b in zip(*sides, strict=True))
    return Document("drawn", sides[0], sides[1], alignment=links)
