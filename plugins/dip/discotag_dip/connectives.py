"""Finds connectives of the reference that the source has and a system loses (dip 7.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from discotag.plugin import UsageError, ud
from discotag_dip.items import Failure, Item, Occurrence, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.plugin import Alignment, Document, Registry, Side, Tokens
    from discotag_dip.corpus import Bundle


def find(bundle: Bundle) -> Iterator[Item]:
    """Yield the items of a document: a connective each, in text order.

    Where several translations and more than a third go without it, references included, the source
    allows that: no item.
    """
    reference = bundle.reference
    for segment in range(len(reference)):
        for word, source in telling(reference, segment):
            lost = {
                name: is_lost(text, reference, segment, word, source)
                for name, text in bundle.systems.items()
            }
            others = (is_lost(text, reference, segment, word, source) for text in bundle.others)
            votes = [False, *lost.values(), *others]
            is_rare = sum(votes) == 1 or 3 * sum(votes) <= len(votes)
            if any(lost.values()) and is_rare:
                yield _item(bundle, segment, word, source, [name for name in lost if lost[name]])


def _item(bundle: Bundle, segment: int, word: Found, source: Found, failing: list[str]) -> Item:
    reference = bundle.reference
    return Item.of(
        "connectives",
        reference,
        range(segment, segment + 1),
        place=f"{word.form}@{word.tokens[0]}",
        focus=word.form,
        occurrences=tuple(Occurrence.at(reference, segment, token) for token in word.tokens),
        facts={"sense": word.sense, "source": source.form},
        failures=tuple(
            Failure(
                system=name,
                text=(bundle.systems[name].target.segments[segment],),
                got=None,
                kind="omission",
            )
            for name in failing
        ),
    )


LAYER = "connectives"
INSTALL = "pip install discotag-phen-connectives"


class Found(Protocol):
    """A listed word at one place of a segment; what is read of it."""

    @property
    def tokens(self) -> tuple[int, ...]:
        """Its token indices."""
        ...

    @property
    def form(self) -> str:
        """The listed word, lower-cased."""
        ...

    @property
    def sense(self) -> str:
        """What it means here."""
        ...

    @property
    def kind(self) -> str:
        """How it is built in: `coordinator`, `subordinator`, `adverb` or `preposition`."""
        ...

    @property
    def is_before(self) -> bool:
        """Whether what it joins its clause to precedes the segment."""
        ...

    @property
    def is_likely(self) -> bool:
        """Whether it is a connective here."""
        ...


def connectives(side: Side, segment: int) -> Sequence[Found]:
    """Return every listed word of a segment; MissingLayerError if the layer was not computed."""
    found: Sequence[Found] = side.layer(LAYER)[segment]
    return found


def require_annotator(registry: Registry) -> None:
    """Refuse to continue where nothing installed finds connectives; UsageError names the cure."""
    if not any(item.info.gives == LAYER for item in registry.annotators):
        raise UsageError(f"nothing installed finds connectives; {INSTALL}")


LAYERS = frozenset(
    {
        *("source.tokens", "source.connectives", "target.tokens", "target.pos"),
        *("target.morph", "target.connectives", "alignment"),
    }
)
PHRASE = 3
"""So many neighboring words that translate nothing may be a phrase for a connective."""
WORD_KINDS = frozenset({"adverb", "coordinator"})
SENSES = frozenset(
    {
        *("cause", "condition", "negative-condition", "exception"),
        *("contrast", "concession", "substitution", "conjunction"),
    }
)
"""Senses (Penn Discourse Treebank 3) whose loss a reader may notice."""
OPPOSED = frozenset({"contrast", "concession", "substitution"})
"""Senses that languages distinguish differently: *but*, *sondern*, *instead*."""
IF = ("subordinator", "condition")
THEN = "cause"


def telling(reference: Document, segment: int) -> Iterator[tuple[Found, Found]]:
    """Yield the connectives of a reference's segment that the source forces, with the source's.

    The source's has a like sense, and is linked to the reference's word or to nothing.
    A *then* that answers an *if* does not count.
    """
    listed = connectives(reference.source, segment)
    has_if = any((word.kind, word.sense) == IF for word in listed)
    source = [
        word
        for word in listed
        if _is_telling(word) and word.is_before and word.sense in SENSES
        if not (has_if and word.sense == THEN) and not _is_second(word, listed)
    ]
    links = reference.links(segment)
    for word in connectives(reference.target, segment):
        linked = {index for token in word.tokens for index in links.sources(token)}
        for other in source if _is_telling(word) else ():
            is_free = not any(links.targets(index) for index in other.tokens)
            if _is_like(word, other) and (linked & set(other.tokens) or is_free):
                yield word, other
                break


def _is_like(word: Found, other: Found) -> bool:
    """Return whether two connectives mean alike."""
    return word.sense == other.sense or {word.sense, other.sense} <= OPPOSED


def _is_second(word: Found, listed: Sequence[Found]) -> bool:
    """Return whether a connective directly follows another."""
    return any(other.tokens[-1] + 1 == word.tokens[0] and _is_telling(other) for other in listed)


def _is_telling(word: Found) -> bool:
    return word.is_likely and word.kind in WORD_KINDS and not _is_and(word)


def _is_and(word: Found) -> bool:
    return (word.kind, word.sense) == ("coordinator", "conjunction")


def is_lost(text: Document, reference: Document, segment: int, word: Found, source: Found) -> bool:
    """Return whether nothing in a text's segment can say what a connective of the source says.

    That would be a word linked to it and to nothing else, the reference's word, one of the same
    sense, a free connective, some words that translate nothing (*that is the reason why*), or a
    clause without a finite verb of its own (*making it dearer*).

    Args:
        text: the translation, aligned.
        reference: the reference.
        segment: the segment.
        word: the reference's connective.
        source: the source's.
    """
    tokens, links = text.target[segment], text.links(segment)
    theirs = reference.target[segment]
    parts = {part for form in tokens.forms for part in form.casefold().split("-")}
    is_said = word.form in parts or _is_reduced(tokens, theirs) or _has_phrase(tokens, links)
    if is_said or not tokens.text.strip():
        return False
    listed = connectives(text.target, segment)
    of_listed = {token for other in listed for token in other.tokens}
    for target in {target for index in source.tokens for target in links.targets(index)}:
        is_only = set(links.sources(target)) <= set(source.tokens)
        if target in of_listed or (is_only and tokens.forms[target].isalpha()):
            return False
    for other in listed:
        is_free = not any(links.sources(token) for token in other.tokens)
        is_like = _is_like(other, word) or _is_like(other, source)
        if other.form == word.form or (is_like and (other.is_likely or _is_and(other))):
            return False
        if is_free and other.is_likely and not _is_and(other):
            return False
    return True


def _has_phrase(tokens: Tokens, links: Alignment) -> bool:
    """Return whether some neighboring words translate nothing."""
    run = 0
    for index, form in enumerate(tokens.forms):
        run = run + 1 if form[:1].isalpha() and not links.sources(index) else 0
        if run == PHRASE:
            return True
    return False


def _is_reduced(ours: Tokens, theirs: Tokens) -> bool:
    """Return whether a text has fewer finite verbs than another, and more of the rest."""
    (our_finite, our_rest), (their_finite, their_rest) = _verbs(ours), _verbs(theirs)
    return our_finite < their_finite and our_rest > their_rest


def _verbs(tokens: Tokens) -> tuple[int, int]:
    """Count a segment's finite verbs, and the others."""
    verbs = [token for token in tokens if token.upos in ud.VERBAL]
    finite = sum(token.feats.get("VerbForm") == "Fin" for token in verbs)
    return finite, len(verbs) - finite


KINDS = ("omission", "synonym", "mistranslation")


def judge(item: Item, reference: Document, document: Document) -> Verdict:
    """Judge one item by what in the translation's segment can say it, and by its listed words.

    The proposed kind: lost, or no listed word = omission; one of the same sense = synonym; else
    mistranslation.
    """
    found = connectives(document.target, item.first)
    places = {place.token for place in item.occurrences}
    kept = not any(
        places >= set(word.tokens) and is_lost(document, reference, item.first, word, source)
        for word, source in telling(reference, item.first)
    )
    is_same = any(word.form == item.focus for word in found)
    kind = None
    if not is_same:
        is_synonym = item.facts["sense"] in {word.sense for word in found}
        is_omitted = not found or not kept
        kind = "omission" if is_omitted else "synonym" if is_synonym else "mistranslation"
    return Verdict(
        item=item.id,
        document=item.document,
        values={"kept": float(kept), "accuracy": float(is_same), "any": float(bool(found))},
        kind=kind,
        got=None if is_same or not found else found[0].form,
    )
