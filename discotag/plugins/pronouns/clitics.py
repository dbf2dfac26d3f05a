"""Clitics without a link: what a pronoun that leans on its verb stands for, by way of the verbs.

Aligners leave Spanish *la* in *la veo* ("I see it") unlinked, as they do articles, or link *lo* to
the subject. The verbs are linked, and the object of one is the object of the other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.core.token_context import TokenContext

VERBS = frozenset({"VERB", "AUX"})
OBJECTS = frozenset({"obj", "iobj"})


def objects(clitic: TokenContext) -> Iterator[TokenContext]:
    """Yield the objects of the source verbs that are linked to a clitic's verbs, nearest first."""
    seen: set[int] = set()
    for verb in _verbs(clitic):
        for source in clitic.at(verb).linked():
            for child in source.tokens.children(source.token):
                if child not in seen and _is_object(source.at(child)):
                    seen.add(child)
                    yield source.at(child)


def free_objects(clitic: TokenContext) -> Iterator[TokenContext]:
    """Yield the source segment's object pronouns that are linked to no pronoun."""
    document, segment = clitic.document, clitic.segment
    for word in document.source[segment]:
        site = type(clitic)(document, "source", segment, word.index)
        is_free = not any(other.word.upos == "PRON" for other in site.linked())
        if word.upos == "PRON" and _is_object(site) and is_free:
            yield site


def _verbs(clitic: TokenContext) -> Iterator[int]:
    """Yield the verbs that follow a clitic without a gap, other clitics apart, and its head."""
    upos = clitic.tokens.upos or ()
    place = clitic.token + 1
    while place < len(upos) and upos[place] == "PRON":
        place += 1
    while place < len(upos) and upos[place] in VERBS:
        yield place
        place += 1
    head = clitic.word.head
    if head >= 0 and upos[head] in VERBS:
        yield head


def _is_object(site: TokenContext) -> bool:
    return site.word.deprel.partition(":")[0] in OBJECTS
