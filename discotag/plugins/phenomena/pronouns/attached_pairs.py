"""Pairs of a word with a pronoun in it (Arabic, Hebrew) and the source pronoun near its links."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.explanations import Told
from discotag.core.tags import TokenRef
from discotag.core.token_context import TokenContext
from discotag.plugins.phenomena.pronouns.features import PRONOUN
from discotag.plugins.phenomena.pronouns.left_over import unexplained
from discotag.plugins.phenomena.pronouns.pair import Pair

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from discotag.core.document import Document
    from discotag.core.explanations import Trace
    from discotag.plugins.phenomena.pronouns.classes import Classes

NONE_NEAR = Told(
    "it may hold a pronoun, but the rule finds none of the source near it", "none-near", 1, 2
)


SUBJECT = "nsubj"
PREDICATES = frozenset({"ADJ"})
"""What else is said of a subject (*it looks **tired***), or all that is said of *one*."""


def attached_pairs(
    classes: Classes, document: Document, segment: int, seen: set[int], why: Trace | None
) -> Iterator[Pair]:
    """Yield words with a pronoun attached, each with the source pronoun it stands for."""
    taken = set(seen)
    for word in document.source[segment] if classes.attached else ():
        source = TokenContext(document, "source", segment, word.index)
        rules = [rule for rule in classes.attached if rule.source.matches(source)]
        for j in _hosts(source) if rules else ():
            target = TokenContext(document, "target", segment, j)
            found = None if j in taken else classes.of_attached(rules, target, why)
            if found and not classes.is_expletive(source, target, found[0], why):
                taken.add(j)
                label, decided_by = found
                yield Pair(label, TokenRef("target", segment, j), word.index, decided_by)
                break
    if why is not None:
        _tell_attached(classes, document, segment, taken, why)


def _tell_attached(
    classes: Classes, document: Document, segment: int, taken: Collection[int], why: Trace
) -> None:
    """Explain words that may hold a pronoun that no source pronoun explains."""
    for word in document.target[segment] if classes.attached else ():
        target = TokenContext(document, "target", segment, word.index)
        for rule in classes.attached if word.index not in taken else ():
            if classes.of_attached([rule], target, None) is not None:
                why.no(target.place, f"rule {rule.name}", NONE_NEAR, label=rule.name)


def _hosts(source: TokenContext) -> list[int]:
    """Return the target words that a source pronoun's counterpart may be attached to, best first.

    They are those linked to it, or else to its head, its preposition or an adjective that is said
    of it ("it looks *tired*", "the *red* one"). A reflexive pronoun (Polish *się*) belongs to the
    verb and translates none, and a pronoun that must be *he* (Arabic *له*) is not *it*.
    """
    own = [
        site
        for site in source.linked()
        if "Reflex" not in site.word.feats
        and not (site.word.upos == PRONOUN and any(unexplained(source, site)))
    ]
    if any(site.word.upos == PRONOUN for site in own):
        return [site.token for site in own]
    head = source.word.head
    near = [source.at(head)] if head >= 0 else []
    near += map(source.at, source.tokens.children(source.token))
    if head >= 0 and source.word.deprel.startswith(SUBJECT):
        near += [
            source.at(child)
            for child in source.tokens.children(head)
            if source.tokens[child].upos in PREDICATES
        ]
    around = [
        other
        for site in near
        if site.token == head or site.word.upos in {"ADP", *PREDICATES}
        for other in site.linked()
    ]
    return list(dict.fromkeys(site.token for site in (*own, *around)))
