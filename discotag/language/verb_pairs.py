"""Verb pairs: which finite verb of the source each verb of a translation goes back to.

Links show most of it. Aligners lose the verb of a fresh domain more often than its neighbours, so
what is left over is paired by the clause it is in: by links between the words that depend on
two verbs, then by place, for verbs of a translation mostly come in the order of the source.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from typing import TYPE_CHECKING

from discotag.core.tokens import present
from discotag.language import ud

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from discotag.core.document import Document
    from discotag.core.patterns import TokenContext
    from discotag.core.tokens import Token, Tokens

AUXILIARY = frozenset({"aux", "cop"})
BARE = frozenset({"Part", "Ger", "Inf", "Conv", "Vnoun"})
"""Forms of verbs that have no tense of their own: that of the verb they depend on is theirs."""
ENDS = frozenset({".", "!", "?", "…", "。", "！", "？", "؟", ";", "；"})
"""What ends a sentence within a segment."""
HEIGHT = 4
"""How far a word is followed up its tree to its verb."""


def finite_verb(word: Token) -> Token | None:
    """Return the finite verb of a verb's group: its first auxiliary or copula, or itself."""
    head = word.segment[word.head] if ud.relation(word) in AUXILIARY and word.head >= 0 else word
    verbs = [child for child in head.children if ud.relation(child) in AUXILIARY]
    if head.upos in ud.VERBAL:
        verbs.append(head)
    return min(verbs, key=lambda verb: verb.index, default=None)


def verb_places(tokens: Tokens) -> list[int | None]:
    """Return the place of `finite_verb` of every word of a segment."""
    relations = [ud.base(name) for name in present(tokens.deprels, "deps")]
    heads = present(tokens.heads, "deps")
    firsts: dict[int, int] = {
        place: place for place, kind in enumerate(present(tokens.upos, "pos")) if kind in ud.VERBAL
    }
    groups = list(range(len(tokens)))
    for place, (relation, head) in enumerate(zip(relations, heads, strict=True)):
        if relation in AUXILIARY and head >= 0:
            groups[place] = head
            firsts[head] = min(firsts.get(head, place), place)
    return [firsts.get(group) for group in groups]


def ruling_verb(word: Token) -> Token | None:
    """Return the finite verb that gives a verb its tense: in "He left, saying no" *left*.

    A verb that is finite rules itself, and so does one that depends on no verb.
    """
    verb = above = finite_verb(word)
    for _ in range(HEIGHT):
        if above is None or above.head < 0:
            break
        if verb is not None and verb.feats.get("VerbForm") not in BARE:
            break
        above = above.segment[above.head]
        found = finite_verb(above)
        if found is not None and found.feats.get("VerbForm") not in BARE:
            return found
    return verb


class VerbPairs:
    """Source verbs of the target's verbs, one segment at a time; the last one is kept."""

    def __init__(self) -> None:
        """Begin without any segment."""
        self._segment: tuple[Document, int] | None = None
        self._found: dict[int, int | None] = {}

    def source(self, site: TokenContext) -> int | None:
        """Return the finite source verb of a target verb; None where nothing shows it."""
        document, segment = site.document, site.segment
        kept = self._segment
        if kept is None or kept[0] is not document or kept[1] != segment:
            groups = _verb_groups(document.target[segment])
            verbs = source_verbs(document, segment, groups)
            self._found = {
                word: verb for words, verb in zip(groups, verbs, strict=True) for word in words
            }
            self._segment = document, segment
        return self._found.get(site.token)


def source_verbs(
    document: Document, segment: int, groups: Sequence[Sequence[int]]
) -> list[int | None]:
    """Return the finite source verb of each group of target words; None where nothing shows it.

    Args:
        document: the text; both sides with trees, and links.
        segment: 0-based.
        groups: the words of each verb, its finite word first; in the order of the text.
    """
    links, tokens = document.links(segment), document.source[segment]
    found: list[int | None] = []
    for words in groups:
        linked = (source for word in reversed(words) for source in links.sources(word))
        verbs = (finite_verb(tokens[source]) for source in linked)
        found.append(next((verb.index for verb in verbs if verb is not None), None))
    if None not in found:
        return found
    left = sorted(finite_verbs(tokens) - set(found))
    anchors = [(0, 0), *sentence_ends(document, segment)]
    _pair_by_clause(document, segment, groups, found, left)
    places = [words[0] for words in groups]
    return paired_by_order(places, found, left, anchors)


def finite_verbs(tokens: Tokens) -> set[int]:
    """Return the finite verb of every verb group of a segment."""
    kinds = present(tokens.upos, "pos")
    found = zip(kinds, verb_places(tokens), strict=True)
    return {verb for kind, verb in found if kind in ud.VERBAL and verb is not None}


def _verb_groups(tokens: Tokens) -> list[tuple[int, ...]]:
    """Return the words of each finite verb's group, the finite one first."""
    groups: dict[int, set[int]] = {}
    kinds, feats = present(tokens.upos, "pos"), present(tokens.feats, "morph")
    for place, (kind, verb) in enumerate(zip(kinds, verb_places(tokens), strict=True)):
        if kind in ud.VERBAL and verb is not None and feats[verb].get("VerbForm", "Fin") == "Fin":
            groups.setdefault(verb, set()).add(place)
    return [(first, *sorted(words - {first})) for first, words in sorted(groups.items())]


def _pair_by_clause(
    document: Document,
    segment: int,
    groups: Sequence[Sequence[int]],
    found: list[int | None],
    left: list[int],
) -> None:
    """Pair what is left over by the links between what depends on two verbs; the most first."""
    if not left:
        return
    source, target = document.source[segment], document.target[segment]
    group_of = {word: number for number, words in enumerate(groups) for word in words}
    groups_beside = _groups_beside(target, group_of)
    verbs = verb_places(source)
    joined: Counter[tuple[int, int]] = Counter()
    for i, j in document.links(segment).links:
        verb = _first_above(i, source, verbs)
        group = _first_above(j, target, groups_beside) if verb in left else None
        if verb is not None and group is not None and found[group] is None:
            joined[verb, group] += 1
    for (verb, group), _ in sorted(joined.items(), key=lambda item: (-item[1], item[0])):
        if found[group] is None and verb in left:
            found[group] = verb
            left.remove(verb)


def _groups_beside(tokens: Tokens, group_of: dict[int, int]) -> list[int | None]:
    """Return of each word the group that it is in, or else that of its first auxiliary in one."""
    found = [group_of.get(place) for place in range(len(tokens))]
    heads, relations = present(tokens.heads, "deps"), present(tokens.deprels, "deps")
    for place, (head, relation) in enumerate(zip(heads, relations, strict=True)):
        if head >= 0 and place in group_of and ud.base(relation) in AUXILIARY:
            found[head] = group_of[place] if found[head] is None else found[head]
    return found


def _first_above(place: int, tokens: Tokens, known: Sequence[int | None]) -> int | None:
    """Return what is known of a word, or else of the first above it; None if it is too far up."""
    heads = present(tokens.heads, "deps")
    for _ in range(HEIGHT):
        if known[place] is not None or heads[place] < 0:
            return known[place]
        place = heads[place]
    return None


def paired_by_order(
    places: Sequence[int],
    found: Sequence[int | None],
    left: Sequence[int],
    anchors: Sequence[tuple[int, int]],
) -> list[int | None]:
    """Return a source verb for each target verb; those without a link are paired in order.

    Args:
        places: target tokens of the verbs, ascending.
        found: the source token of each, None where links show none.
        left: source tokens of the verbs that no target verb has, ascending.
        anchors: further pairs of places (source, target) that belong together, ascending: ends of
            sentences.

    Returns:
        `found`, with the gaps filled where, between the same two pairs, as many verbs are left over
        on one side as on the other: they are paired in order.
    """
    known = [
        (source, place) for source, place in zip(found, places, strict=True) if source is not None
    ]
    pairs = _ascending(sorted({*known, *anchors}))
    filled = list(found)
    for begin, end in zip(pairs, [*pairs[1:], None], strict=True):
        inside = [
            k
            for k in range(bisect_left(places, begin[1]), len(places))
            if found[k] is None and (end is None or places[k] < end[1])
        ]
        free = [
            source for source in left if begin[0] <= source and (end is None or source < end[0])
        ]
        if len(inside) == len(free):
            for k, source in zip(inside, free, strict=True):
                filled[k] = source
    return filled


def sentence_ends(document: Document, segment: int) -> tuple[tuple[int, int], ...]:
    """Return the places after the sentences of a segment, if both sides have as many of them."""
    ends = [_ends(side[segment]) for side in (document.source, document.target)]
    return tuple(zip(*ends, strict=True)) if len(ends[0]) == len(ends[1]) else ()


def source_sentence(document: Document, segment: int, place: int) -> tuple[int, int]:
    """Return the source words (half-open) of the sentence in which a target word is.

    All words of the segment where the two sides do not have as many sentences.
    """
    begin, end = 0, len(document.source[segment])
    for source, target in sentence_ends(document, segment):
        if target <= place:
            begin = source
        else:
            return begin, source
    return begin, end


def _ends(tokens: Tokens) -> list[int]:
    return [k + 1 for k, form in enumerate(tokens.forms) if form in ENDS and k + 1 < len(tokens)]


def _ascending(pairs: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Leave out pairs that cross others: a verb that moved says nothing of its neighbors."""
    listed = list(pairs)
    return [
        (source, target)
        for source, target in listed
        if all((other - source) * (place - target) >= 0 for other, place in listed)
    ]
