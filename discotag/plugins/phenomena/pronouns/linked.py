"""Pairs of linked words: which of the links of a segment tell what a pronoun stands for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.explanations import Told
from discotag.plugins.phenomena.pronouns.classes import plain
from discotag.plugins.phenomena.pronouns.features import NOUNS, PRONOUN
from discotag.plugins.phenomena.pronouns.left_over import left_over, unexplained

if TYPE_CHECKING:
    from discotag.core.document import Document
    from discotag.core.explanations import Trace
    from discotag.core.token_context import TokenContext

SUBJECT = "nsubj"
OBJECT = frozenset({"obj", "iobj"})


def nearest_links(
    document: Document, segment: int, links: list[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Leave out links of a word to one form twice ("*it* says *it* …"), but for the nearest."""
    forms = document.source[segment].forms
    longer = len(forms) / max(len(document.target[segment]), 1)
    best: dict[tuple[int, str], tuple[float, int]] = {}
    for i, j in links:
        place = abs(i - j * longer), i
        key = j, plain(forms[i])
        best[key] = min(place, best.get(key, place))
    return [(i, j) for i, j in links if best[j, plain(forms[i])][1] == i]


def counterparts(
    document: Document, segment: int, links: list[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Leave out links of a pronoun to another than the one whose verb its own verb became.

    "She'll give them to me" → *le prende e me **le** dà*: *dà* is *give*. A part of that one stays
    (Japanese 彼 + ら, "they").
    """
    source, target = document.source[segment], document.target[segment]
    found = document.links(segment)
    good: dict[int, set[int]] = {}
    for i, j in links:
        head, other = source[i].head, target[j].head
        if source[i].upos == PRONOUN and min(head, other) >= 0 and other in found.targets(head):
            good.setdefault(i, set()).add(j)
    return [
        (i, j)
        for i, j in links
        if i not in good or j in good[i] or target[j].head in good[i] or target[j].upos != PRONOUN
    ]


def is_misled(
    source: TokenContext, target: TokenContext, why: Trace | None, *, is_object: bool = False
) -> bool:
    """Return whether another pronoun beside the source's must be what the target translates.

    In "she found it" the object is linked to *sie*, the subject of *fand*: *sie* is *she*. In
    "he described it" a masculine *er* is *he*, if nothing else is.

    Args:
        source: the source pronoun.
        target: the target pronoun.
        why: hears of it.
        is_object: whether the target pronoun can be no subject, whatever the analysis says.
    """
    own, other = source.word.deprel, target.word.deprel
    if is_object and other == SUBJECT:
        other = "obj"
    crossed = (own in OBJECT and other == SUBJECT) or (own == SUBJECT and other in OBJECT)
    wanted = OBJECT if own == SUBJECT else {SUBJECT}
    is_crossed = crossed and source.word.head >= 0
    near = source.tokens.children(source.word.head) if is_crossed else ()
    children = map(source.at, near)
    rivals = [
        child.place
        for child in children
        if child.word.deprel in wanted
        and (_is_third_person(child) or (own == SUBJECT and _is_left(child)))
    ]
    rivals = rivals or [site.place for site in unexplained(source, target)]
    if crossed:
        rivals = rivals or [site.place for site in _of_other_verb(source, target)]
    if rivals and why is not None:
        told = Told("it is linked to one pronoun and has the role of another", "role", 1, 2)
        why.no(target.place, "link", told, (rivals[0],))
    return bool(rivals)


def _is_third_person(site: TokenContext) -> bool:
    return site.word.upos == PRONOUN and site.word.feats.get("Person", "3") == "3"


def _is_left(site: TokenContext) -> bool:
    """Return whether nothing translates a noun ("It sells *the ore*" → *она ее продает*)."""
    return site.word.upos in NOUNS and not site.linked()


def _of_other_verb(source: TokenContext, target: TokenContext) -> list[TokenContext]:
    """Return the nouns that nothing translates of a verb that the target pronoun belongs to.

    And the pronoun that is its object, as the target pronoun is ("*they* hold hands to protect
    *them*" with *them* linked to *they*).

    Where that verb translates another than the one that the source pronoun belongs to: "*it* shows
    that *the city* must be rebuilt" → *это показывает, что ее надо отстроить*.
    """
    if min(source.word.head, target.word.head) < 0:
        return []
    verbs = target.at(target.word.head).linked()
    own = source.at(source.word.head).linked()
    if any(verb.token == source.word.head for verb in verbs) or not own:
        return []
    return [
        site
        for verb in verbs
        for site in left_over(verb)
        if site.word.upos in NOUNS or _is_object_of(site, verb, target)
    ]


def _is_object_of(site: TokenContext, verb: TokenContext, target: TokenContext) -> bool:
    """Return whether a third-person pronoun is an object of a verb, as its translation is."""
    is_object = site.word.deprel in OBJECT and target.word.deprel in OBJECT
    return is_object and site.word.head == verb.token and _is_third_person(site)
