"""Which words are explained: those that gain most from context, and those that bear tags."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import InputError, TokenRef
from discotag_cxmi.attribution.cues import Place, Wanted, by_segment

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from discotag.plugin import Document, TaggedDocument
    from discotag_cxmi.measure.contexts import Text
    from discotag_cxmi.measure.words import Word

    Gained = tuple[Text, int, list[tuple[Word, float]]]


def most_gained(
    found: Iterable[Gained], *, least: float, top: int
) -> dict[tuple[str, int], list[Wanted]]:
    """Return the words with the largest P-CXMI, at least `least` nats, at most `top` of them."""
    words = [
        (gain, text.id, segment, word)
        for text, segment, pairs in found
        for word, gain in pairs
        if gain >= least and word.subwords
    ]
    words.sort(key=lambda item: (-item[0], item[1], item[2], item[3].start))
    return by_segment(
        (document, segment, Wanted(word.start, word.end))
        for _, document, segment, word in words[:top]
    )


def tagged_words(
    texts: Sequence[Text], tags: Mapping[str, TaggedDocument]
) -> dict[tuple[str, int], list[Wanted]]:
    """Return the words that bear a tag with evidence in earlier segments, with that evidence.

    Raises:
        InputError: the tags are of another text.
    """
    return by_segment(
        (text.id, segment, wanted)
        for text in texts
        if text.id in tags
        for segment, wanted in _of_document(text, tags[text.id])
    )


def _of_document(text: Text, tagged: TaggedDocument) -> Iterator[tuple[int, Wanted]]:
    document = tagged.document
    if tuple(tokens.text for tokens in document.target) != text.target:
        raise InputError(
            f"document {text.id!r}: the tags are of another target than the one that is scored"
        )
    words: dict[tuple[int, int], list[Place]] = {}
    for mark in tagged.tags:
        earlier = [_place(document, ref) for ref in mark.evidence if ref.segment < mark.segment]
        if earlier:
            words.setdefault((mark.segment, mark.token), []).extend(earlier)
    for (segment, token), evidence in sorted(words.items()):
        here = _place(document, TokenRef("target", segment, token))
        yield segment, Wanted(here.start, here.end, tuple(dict.fromkeys(evidence)))


def _place(document: Document, ref: TokenRef) -> Place:
    side = document.source if ref.side == "source" else document.target
    tokens = side[ref.segment]
    return Place(ref.side, ref.segment, tokens.starts[ref.token], tokens.ends[ref.token])
