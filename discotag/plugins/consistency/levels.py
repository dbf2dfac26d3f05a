"""Which words of a text tell how it addresses people, for texts that share their source.

The tagger marks what is surely address. A verb in the second person that it leaves alone (a command
that the source does not have, *Помнишь?* for *From the other night?*) tells the level as well where
the language's polite forms are those of the plural; only texts of one source can be compared by it.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from discotag.core.tags import TokenRef
from discotag.language import ud
from discotag.plugins.checks.address_evidence import PHENOMENON
from discotag.plugins.checks.address_words import FAMILIAR

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.core.tags import TaggedDocument
    from discotag.plugins.checks.address_words import AddressWords


def levels_of(tagged: TaggedDocument, words: AddressWords) -> Iterator[tuple[TokenRef, int]]:
    """Yield each word of address with the rank of its level, in text order."""
    marks = {
        TokenRef("target", mark.segment, mark.token): words.ranks[mark.label]
        for mark in tagged.marks
        if mark.phenomenon == PHENOMENON and mark.label in words.ranks
    }
    others = _verbs(tagged, words) if words.polite_plural else ()
    found = dict(chain(others, marks.items()))
    yield from sorted(found.items(), key=lambda item: (item[0].segment, item[0].token))


def _verbs(tagged: TaggedDocument, words: AddressWords) -> Iterator[tuple[TokenRef, int]]:
    """Yield the verbs in the second person that are not said to several people."""
    polite = len(words.levels) - 1
    for segment, line in enumerate(tagged.document.target):
        if words.several_people(tagged.document, segment):
            continue
        for token in line:
            number = token.feats.get("Number")
            if token.upos in ud.VERBAL and token.feats.get("Person") == "2" and number:
                rank = FAMILIAR if number == "Sing" else polite
                yield TokenRef("target", segment, token.index), rank
