"""Pairs of a target pronoun for which the source has no word and the verb it belongs to there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.explanations import Told
from discotag.core.token_context import TokenContext
from discotag.plugins.phenomena.pronouns.classes import plain
from discotag.plugins.phenomena.pronouns.features import NOMINALS
from discotag.plugins.phenomena.pronouns.left_over import left_over
from discotag.plugins.phenomena.pronouns.pair import Pair

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.core.document import Document
    from discotag.core.explanations import Trace
    from discotag.core.tokens import Token
    from discotag.plugins.phenomena.pronouns.classes import Classes

NAMED = Told("a source word that nothing translates may be what it stands for", "named", 1, 2)
ARGUMENTS = frozenset({"nsubj", "obj", "iobj"})


def is_nominal(word: Token) -> bool:
    """Return whether a source word is a noun or pronoun, or a determiner where one stands.

    Russian *ее* is tagged as the possessive where it is an object, too.
    """
    return word.upos in NOMINALS or (
        word.upos == "DET" and word.deprel.partition(":")[0] in ARGUMENTS
    )


def dropped_pairs(
    classes: Classes, document: Document, segment: int, seen: set[int], why: Trace | None
) -> Iterator[Pair]:
    """Yield target pronouns for which the source has no word, each with its verb there."""
    tokens = document.target[segment] if classes.dropped else ()
    for word in tokens:
        if word.index in seen or plain(word.form) not in classes.dropped:
            continue
        target = TokenContext(document, "target", segment, word.index)
        verbs = target.at(word.head).linked() if word.head >= 0 else []
        if why is not None and not verbs:
            told = Told("no source word is linked to its verb", "unlinked-verb", 1, 2)
            why.no(target.place, "dropped", told)
        if any(is_nominal(site.word) for site in target.linked()):
            if why is not None:
                told = Told("the source has a word for it", "source-word", 1, 2)
                why.no(target.place, "dropped", told)
            continue
        if verbs and (named := next(left_over(verbs[0]), None)) is not None:
            if why is not None:
                why.no(target.place, "dropped", NAMED, (named.place,))
            continue
        for source in verbs:
            found = classes.of_dropped(source, target, why)
            if found and not classes.is_expletive(source, target, found[0], why):
                label, decided_by = found
                yield Pair(label, target.place, source.token, decided_by, is_dropped=True)
                break
