"""Which words are explained: those that gain most, those that bear tags, those that SCAT marks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import InputError, TokenRef
from discotag_cxmi.attribution.cues import Place, Wanted, by_segment
from discotag_cxmi.measure.contexts import Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from discotag.plugin import Document, TaggedDocument
    from discotag_cxmi.contrast.readers.scat import MarkedItem
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


def marked_words(
    items: Iterable[MarkedItem],
) -> tuple[list[Text], dict[tuple[str, int], list[Wanted]]]:
    """Return SCAT's items as documents of two lines, and their pronouns.

    The evidence of a pronoun is what translators marked in the context; items without such words
    are left out.
    """
    texts, found = [], []
    for item in items:
        evidence = tuple(Place(side, 0, *span) for side, span in item.support(0))
        if evidence:
            source, target = (
                tuple(one.text for one in side) for side in (item.source, item.target)
            )
            texts.append(Text(str(item.number), source, target, target))
            found.append((str(item.number), 1, Wanted(*item.pronoun, evidence)))
    return texts, by_segment(found)


def _of_document(text: Text, tagged: TaggedDocument) -> Iterator[tuple[int, Wanted]]:
    document = tagged.document
    if tuple(tokens.text for tokens in document.target) != text.target:
        raise InputError(
            f"document {text.id!r}: the tags are of another target than the one that is scored; tag"
            " the same text with the same --unit"
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
