"""Pairs of clitics that no link explains, each with the object of its verb's counterpart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.tags import TokenRef
from discotag.core.token_context import TokenContext
from discotag.plugins.phenomena.pronouns.classes import plain
from discotag.plugins.phenomena.pronouns.clitics import free_objects, objects
from discotag.plugins.phenomena.pronouns.pair import Pair

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from discotag.core.document import Document
    from discotag.core.explanations import Trace
    from discotag.core.tokens import Token
    from discotag.plugins.phenomena.pronouns.classes import Classes

SUBJECT = "nsubj"


def clitic_pairs(
    classes: Classes, document: Document, segment: int, seen: set[int], why: Trace | None
) -> Iterator[Pair]:
    """Yield clitics that no link explains, each with the object of its verb's counterpart.

    The last one left has the last object left, whatever the verbs.
    """
    taken = {i for i, j in document.links(segment).links if j in seen}
    leaning = classes.leaning
    left = [
        TokenContext(document, "target", segment, j)
        for j, form in enumerate(document.target[segment].forms if leaning else ())
        if j not in seen and plain(form) in leaning
        if classes.is_object(form) or not _is_subject(document.target[segment][j])
    ]
    for target in tuple(left):
        pair = next(_clitic(classes, target, objects(target), taken, why), None)
        if pair is not None:
            taken.add(pair.source)
            left.remove(target)
            yield pair
    if len(left) == 1:
        pairs = list(_clitic(classes, left[0], free_objects(left[0]), taken, why))
        yield from pairs if len(pairs) == 1 else ()


def _clitic(
    classes: Classes,
    target: TokenContext,
    sources: Iterable[TokenContext],
    taken: Collection[int],
    why: Trace | None,
) -> Iterator[Pair]:
    for source in sources:
        found = classes.of_clitic(source, target, why)
        if found is None or source.token in taken:
            continue
        if not classes.is_expletive(source, target, found[0], why):
            place = TokenRef("target", target.segment, target.token)
            yield Pair(found[0], place, source.token, found[1])


def _is_subject(word: Token) -> bool:
    """Return whether a form that may lean on a verb is a subject here; a clitic is none."""
    return word.deprel.startswith(SUBJECT) and word.feats.get("Clitic") != "Yes"
