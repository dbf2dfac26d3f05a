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
CONTROLLED = frozenset({"xcomp", "ccomp"})
OBLIQUE, PASSIVE = "obl", "nsubj:pass"


def objects(clitic: TokenContext) -> Iterator[TokenContext]:
    """Yield the objects of the source verbs that are linked to a clitic's verbs, nearest first.

    Where the verb is impersonal by a reflexive (Spanish *se los aisló*, "they were isolated"), that
    is the subject of the passive.
    """
    seen: set[int] = set()
    for verb in _verbs(clitic):
        children = clitic.tokens.children(verb)
        is_impersonal = any(_relation(clitic.at(child)) == "expl" for child in children)
        relations = {*OBJECTS, PASSIVE} if is_impersonal else OBJECTS
        for source in clitic.at(verb).linked():
            for child in source.tokens.children(source.token):
                deprel = source.tokens[child].deprel
                if child not in seen and (deprel in relations or _is_object(source.at(child))):
                    seen.add(child)
                    yield source.at(child)


def free_objects(clitic: TokenContext) -> Iterator[TokenContext]:
    """Yield the source segment's object pronouns that are linked to no pronoun.

    A pronoun behind a preposition (*de él*) stands for one that is no object of its verb, too.
    """
    document, segment = clitic.document, clitic.segment
    tokens = clitic.tokens
    is_oblique = any(tokens[child].deprel == "case" for child in tokens.children(clitic.token))
    relations = {*OBJECTS, OBLIQUE} if is_oblique else OBJECTS
    for word in document.source[segment]:
        site = type(clitic)(document, "source", segment, word.index)
        is_free = not any(other.word.upos == "PRON" for other in site.linked())
        is_one = _relation(site) in relations or _is_object(site)
        if word.upos == "PRON" and is_one and is_free:
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
    """Return whether a source word is an object, or the subject of what depends on a verb alone.

    In "make *it* work", "tear *it* open" the object of one verb is the subject of the other word.
    """
    head = site.at(site.word.head) if site.word.head >= 0 else None
    is_raised = head is not None and (
        _relation(site) == "nsubj"
        and _relation(head) in CONTROLLED
        and "Tense" not in head.word.feats
        and not any(site.tokens[child].upos == "AUX" for child in site.tokens.children(head.token))
    )
    return is_raised or _relation(site) in OBJECTS


def _relation(site: TokenContext) -> str:
    return site.word.deprel.partition(":")[0]
