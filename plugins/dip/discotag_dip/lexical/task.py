"""The task `lexical_consistency`: words that systems fail to repeat, found and judged (dip 6).

Kinds of inconsistency are proposed by rule (dip 6.3), in this order: the reference's word is linked
to nothing in the source = unlinked; nothing is linked to that in the system's text, or only what
the reference has there for something else = omission; a word of another class, or a name for a noun
that is not copied from the source = word-class; one that begins alike, holds the other or is nearly
spelled alike = related; a word in capitals, or for one = abbreviation; a word that the reference
has elsewhere in the document = elsewhere; a word that is as good = free; a name = named-entity; a
word that at least two of the set's systems have there = synonym; anything else = other. Of
these, named-entity, synonym and other are real failures, if the source repeats its word: else they
are forced. People have the last word: the paper's kinds were assigned by hand.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, NamedTuple

from discotag.plugin import ud
from discotag_dip.items import Failure, Item, Occurrence, Verdict
from discotag_dip.lexical.words import (
    Choice,
    content,
    count,
    focus_of,
    has,
    holds,
    is_abbreviation,
    is_kept,
    lemmas,
    linked,
    repeated,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from discotag.plugin import Document, Token
    from discotag_dip.corpus import Bundle


KINDS = (
    *("synonym", "named-entity", "other"),
    *("forced", "free", "elsewhere", "abbreviation", "related", "word-class"),
    *("omission", "unlinked"),
)
REAL = frozenset({"synonym", "named-entity", "other"})
"""Kinds of another word; a text with the others may be as consistent as the reference."""
SURE = frozenset({"named-entity"})
"""What the main figure counts: of other nouns, blind judges found half to be free."""
CHANGED = REAL | {"free", "elsewhere"}
"""Kinds of another word, whether it matters or not."""
LIKE_LETTERS, LIKE_SHARE = 4, 0.6
LIKE_SPELLING = 0.8
"""Share of letters that two spellings of a common noun have in the same order."""
VARIANTS = 2
HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]")


class Miss(NamedTuple):
    """An occurrence that a text does not render by the word.

    Args:
        place: the occurrence in the reference.
        lemma: what the text has there; None = nothing.
        upos: its part of speech.
        form: as written there.
    """

    place: Occurrence
    lemma: str | None
    upos: str = ""
    form: str = ""


def misses(
    document: Document, reference: Document, focus: str, places: Sequence[Occurrence]
) -> tuple[Miss, ...]:
    """Find which occurrences a text renders otherwise, by its word links.

    An occurrence whose segment has the word elsewhere is not a miss. Where a segment lacks some of
    several, those that links can find come first. A word that the reference's segment has, too,
    renders something else.
    """
    forms = {place.form.casefold() for place in places}
    wanted = Counter(place.segment for place in places)
    found = []
    for segment in sorted(wanted):
        tokens = document.target[segment]
        theirs = {token.base.casefold() for token in reference.target[segment]}
        left = wanted[segment] - sum(holds(token, focus, forms) for token in tokens)
        here = [place for place in places if place.segment == segment]
        for place in sorted(here, key=lambda place: not place.source):
            if left <= 0:
                break
            there = tuple(content(linked(document, segment, place.source)))
            if any(has(token, focus, forms) for token in there):
                continue
            left -= 1
            found.append(_miss(place, [t for t in there if _is_word(t, theirs)]))
    return tuple(found)


def _is_word(token: Token, theirs: Collection[str]) -> bool:
    """Return whether a token is a whole word that the reference does not have."""
    lemma = token.base.casefold()
    return lemma.isalpha() and lemma not in theirs


def _miss(place: Occurrence, there: Sequence[Token]) -> Miss:
    best = next((token for token in there if same_class(token.upos, place.upos)), None)
    best = best or next(iter(there), None)
    if best is None:
        return Miss(place, None)
    return Miss(place, best.base.casefold(), best.upos, best.form)


def same_class(a: str, b: str) -> bool:
    """Return whether two parts of speech are alike; nouns and names are."""
    return a == b or {a, b} <= ud.NOMINAL


def chief(found: Sequence[Miss]) -> Miss | None:
    """Return the miss that is reported: the first with another word in place; None without any."""
    return next((miss for miss in found if miss.lemma is not None), next(iter(found), None))


def kind_of(miss: Miss | None, focus: str, choice: Choice) -> str:
    """Propose the kind of a miss.

    Args:
        miss: the miss; None = links show none.
        focus: the word's lemma.
        choice: what other translations have in place of the word.
    """
    if miss is None:
        return "unlinked"
    if miss.lemma is None:
        return "omission" if miss.place.source else "unlinked"
    if not same_class(miss.upos, miss.place.upos):
        return "word-class"
    harmless = _harmless(miss, miss.lemma, focus, choice)
    if harmless is not None:
        return harmless
    if miss.place.upos == "PROPN":
        return "named-entity"
    return "synonym" if choice.variants.get(miss.lemma, 0) >= VARIANTS else "other"


def _harmless(miss: Miss, lemma: str, focus: str, choice: Choice) -> str | None:
    """Return why another noun or name is not a failure; None if it may be one."""
    place = miss.place
    is_name = place.upos == "PROPN"
    is_copied = miss.form in place.source_forms
    signs = {
        "related": is_related(focus, lemma) or (not is_name and is_spelled_alike(focus, lemma)),
        "abbreviation": is_abbreviation(miss.form) or is_abbreviation(place.form),
        "word-class": not is_name and miss.upos == "PROPN" and not is_copied,
        "elsewhere": lemma in choice.theirs,
        "free": choice.is_free(focus, lemma, is_name=is_name),
    }
    return next((kind for kind, is_told in signs.items() if is_told), None)


def told(
    found: Sequence[Miss], focus: str, repeated: Sequence[Occurrence], choice: Choice
) -> tuple[str, str | None]:
    """Return the kind of a text's misses, and what replaces the word; None = nothing.

    Only for the same source word is another word a real failure: where the text has the reference's
    word there, too, or two others. Elsewhere it is forced.

    Args:
        found: the text's misses.
        focus: the word's lemma.
        repeated: the occurrences for which the source repeats its word; none = it does not, or
            another reference does not keep to one word, either.
        choice: what other translations have in place of the word.
    """
    real = [
        (kind, miss.lemma)
        for miss in found
        if miss.place in repeated and (kind := kind_of(miss, focus, choice)) in REAL
    ]
    is_kept = sum(miss.place in repeated for miss in found) < len(repeated)
    if real and (is_kept or len({lemma for _, lemma in real}) > 1):
        return real[0]
    miss = chief(found)
    kind = kind_of(miss, focus, choice)
    return "forced" if kind in REAL else kind, None if miss is None else miss.lemma


def is_related(a: str, b: str) -> bool:
    """Return whether two lemmas begin alike (*wine*, *winery*) or one holds the other.

    Accents do not count, nor does the *s* of a short word (*LED*, *LEDs*).

    Words of Chinese characters are related if they share one.
    """
    if HAN.search(a) and HAN.search(b):
        return bool(set(HAN.findall(a)) & set(HAN.findall(b)))
    a, b = _bare(a), _bare(b)
    shorter = min(len(a), len(b))
    if shorter < LIKE_LETTERS:
        return a.removesuffix("s") == b.removesuffix("s")
    return a in b or b in a or _same_letters(a, b) >= max(LIKE_LETTERS, LIKE_SHARE * shorter)


def is_spelled_alike(a: str, b: str) -> bool:
    """Return whether two lemmas are spelled nearly alike (*fillet*, *filet*)."""
    return SequenceMatcher(None, a, b, autojunk=False).ratio() >= LIKE_SPELLING


def _same_letters(a: str, b: str) -> int:
    """Count the letters with which both words begin."""
    return next(
        (i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b))
    )


def _bare(lemma: str) -> str:
    """Return a lemma without accents."""
    return "".join(c for c in unicodedata.normalize("NFD", lemma) if not unicodedata.combining(c))


LAYERS = frozenset(
    {
        *("source.tokens", "source.lemmas", "source.pos"),
        *("target.tokens", "target.lemmas", "target.pos", "alignment"),
    }
)
SHORTEST, LONGEST = 3, 5
"""Segments of a block."""


def find(bundle: Bundle, stop_words: Collection[str]) -> Iterator[Item]:
    """Yield the items of a document, in the order of their blocks.

    A block begins at an occurrence of the word, ends at its last one within five segments, and is
    filled up to three segments where the document has them. What systems do has no part in it.

    Args:
        bundle: the document's texts.
        stop_words: words of the target language that are not followed.
    """
    reference = bundle.reference
    chains: dict[str, list[Occurrence]] = {}
    for segment, tokens in enumerate(reference.target):
        for token in tokens:
            focus = focus_of(token, stop_words)
            if focus is not None:
                place = Occurrence.at(reference, segment, token.index)
                chains.setdefault(focus, []).append(place)
    theirs = lemmas(reference.target)
    found = [
        item
        for focus, places in chains.items()
        for block in _blocks(places)
        if (item := _item(bundle, focus, block, theirs)) is not None
    ]
    yield from sorted(found, key=lambda item: (item.first, len(item.source), item.focus))


def _blocks(places: Sequence[Occurrence]) -> Iterator[tuple[Occurrence, ...]]:
    """Yield occurrences within five segments of each other, at least two."""
    waiting = list(places)
    while waiting:
        last = waiting[0].segment + LONGEST
        block = tuple(place for place in waiting if place.segment < last)
        if len(block) > 1:
            yield block
        waiting = waiting[len(block) :]


def _item(
    bundle: Bundle, focus: str, places: tuple[Occurrence, ...], theirs: Collection[str]
) -> Item | None:
    reference = bundle.reference
    first, end = places[0].segment, places[-1].segment + 1
    end = min(max(end, first + SHORTEST), len(reference))
    first = max(0, min(first, end - SHORTEST))
    forms = {place.form.casefold() for place in places}
    total = count(reference.target.tokens[first:end], focus, forms)  # type: ignore[index]
    failing = {
        name: document
        for name, document in bundle.systems.items()
        if 0 < count(document.target.tokens[first:end], focus, forms) < total  # type: ignore[index]
    }
    if not failing or total != len(places):
        return None
    found = {name: misses(text, reference, focus, places) for name, text in bundle.systems.items()}
    variants = Counter(
        lemma
        for of_system in found.values()
        for lemma in {miss.lemma for miss in of_system if miss.lemma is not None}
    )
    same = _unforced(bundle, focus, places)
    choice = Choice(reference.target.language, variants, len(bundle.systems), theirs)
    kinds = {name: told(found[name], focus, same, choice) for name in failing}
    return Item.of(
        "lexical_consistency",
        reference,
        range(first, end),
        place=focus,
        focus=focus,
        occurrences=places,
        facts={
            "is_source_consistent": is_kept(reference, places),
            "is_unforced": any(kind in SURE for kind, _ in kinds.values()),
            "is_doubtful": any(kind in REAL - SURE for kind, _ in kinds.values()),
            "repeated": [index for index, place in enumerate(places) if place in same],
            "variants": dict(sorted(variants.items())),
            "systems": len(bundle.systems),
        },
        failures=tuple(
            Failure(
                system=name,
                text=document.target.segments[first:end],
                got=kinds[name][1],
                kind=kinds[name][0],
            )
            for name, document in failing.items()
        ),
    )


def _unforced(bundle: Bundle, focus: str, places: Sequence[Occurrence]) -> Sequence[Occurrence]:
    """Return the occurrences for which the source repeats its word.

    None if another reference has several words for it: then the reference's is one of several.
    """
    same = repeated(bundle.reference, places)
    for other in bundle.others:
        found = misses(other, bundle.reference, focus, same)
        choice = Choice(other.target.language, {})
        if told(found, focus, same, choice)[0] in CHANGED:
            return ()
    return same


def judge(item: Item, reference: Document, document: Document) -> Verdict:
    """Judge one item: by the word as often as in the reference, and by real changes of it.

    Args:
        item: the item.
        reference: the reference of its document, analysed.
        document: the translation of its whole document, analysed and aligned.
    """
    focus = item.focus or ""
    forms = {place.form.casefold() for place in item.occurrences}
    block = [document.target[segment] for segment in item.segments]
    is_consistent = count(block, focus, forms) >= len(item.occurrences)
    found = misses(document, reference, focus, item.occurrences)
    rendered = {miss.lemma for miss in found}
    is_another = len(found) == len(item.occurrences) and len(rendered) == 1 and None not in rendered
    kind = got = None
    if not is_consistent:
        repeated = [item.occurrences[index] for index in item.facts["repeated"]]
        facts = item.facts
        known = facts["variants"], facts["systems"], lemmas(reference.target)
        choice = Choice(document.target.language, *known)
        kind, got = told(found, focus, repeated, choice)
    values = {"accuracy": float(is_consistent), "another": float(is_another)}
    if item.facts["is_unforced"]:
        values["unforced"] = float(kind not in SURE)
    if item.facts["is_doubtful"]:
        values["nouns"] = float(kind not in REAL - SURE)
    return Verdict(item=item.id, document=item.document, values=values, kind=kind, got=got)
