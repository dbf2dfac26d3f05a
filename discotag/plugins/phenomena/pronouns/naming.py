"""Target words that tell the gender of what a source word names.

A noun or a pronoun does; of *one* in "a new one", which most languages leave out, the adjective
(*une nouvelle*, *uno nuevo*; one-anaphora, Webber 1979).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugins.phenomena.pronouns.features import KINDS, NOMINALS

if TYPE_CHECKING:
    from discotag.core.document import Document

NAMING = frozenset({*NOMINALS, "ADJ", "DET", "NUM"})
"""What may translate a word that takes up the kind of a noun."""
BESIDE = frozenset({"amod", "det"})
"""Relations of words beside *one* whose translation stands for both."""


def naming_words(document: Document, segment: int, token: int) -> list[int]:
    """Return the target words that name what a source word names, without words like adjectives.

    But for *one*, *other* and the like: what is linked to them, or else to an adjective of theirs.
    """
    source, links = document.source[segment], document.links(segment)
    upos = document.target[segment].upos or ()
    if source.forms[token].casefold() not in KINDS:
        return [j for j in links.targets(token) if not upos or upos[j] in NOMINALS]
    found = links.targets(token) or [
        j
        for child in source.children(token)
        if source[child].deprel in BESIDE
        for j in links.targets(child)
    ]
    return [j for j in found if not upos or upos[j] in NAMING]
