"""Pairs of pronouns: a target pronoun, its class, and the source word it stands for.

Most pairs are linked words that a rule lists. A clitic that no link explains goes with the object
of its verb's counterpart; a pronoun that the source drops with the verb it belongs to; a pronoun
within a word (Arabic, Hebrew) with the source pronoun linked near it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.explanations import Told
from discotag.core.tags import TokenRef
from discotag.core.token_context import TokenContext
from discotag.plugins.phenomena.pronouns.attached_pairs import attached_pairs
from discotag.plugins.phenomena.pronouns.clitic_pairs import clitic_pairs
from discotag.plugins.phenomena.pronouns.dropped_pairs import dropped_pairs
from discotag.plugins.phenomena.pronouns.linked import counterparts, is_misled, nearest_links
from discotag.plugins.phenomena.pronouns.pair import Pair

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from discotag.core.document import Document
    from discotag.core.explanations import Trace
    from discotag.plugins.phenomena.pronouns.classes import Classes
    from discotag.plugins.phenomena.pronouns.options import PronounOptions


class Pairs:
    """Finds the pairs of documents.

    Args:
        options: of the tagger.
        classes: of the language pair.
    """

    def __init__(self, options: PronounOptions, classes: Classes) -> None:
        self._options = options
        self._classes = classes

    @property
    def _is_table(self) -> bool:
        return self._options.forms == "table"

    def of(self, document: Document, why: Trace | None = None) -> Iterator[Pair]:
        """Yield the pairs of a document, segment by segment; `why` hears of those left out."""
        for segment in range(len(document)):
            seen: set[tuple[int, str]] = set()
            for i, j in self._links(document, segment):
                source = TokenContext(document, "source", segment, i)
                target = TokenContext(document, "target", segment, j)
                found = self._classes.of_linked(source, target, why)
                if found is None or (j, found[0]) in seen:
                    continue
                is_object = self._classes.is_object(target.word.form)
                if self._is_table and is_misled(source, target, why, is_object=is_object):
                    continue
                if self._classes.is_expletive(source, target, found[0], why):
                    continue
                seen.add((j, found[0]))
                yield Pair(found[0], TokenRef("target", segment, j), i, found[1])
            marked = {j for j, _ in seen}
            for pair in clitic_pairs(self._classes, document, segment, marked, why):
                marked.add(pair.place.token)
                yield pair
            if why is not None:
                self._tell_unlinked(document, segment, marked, why)
            yield from dropped_pairs(self._classes, document, segment, marked, why)
            yield from attached_pairs(self._classes, document, segment, marked, why)

    def _links(self, document: Document, segment: int) -> list[tuple[int, int]]:
        """Return the links of words that some rule lists."""
        forms = document.target[segment].forms
        places = {j for j, form in enumerate(forms) if self._classes.is_listed(form)}
        links = document.links(segment)
        taken = links.last_links.items() if self._options.links == "last" else links.links
        found = [(i, j) for i, j in taken if j in places]
        if not self._is_table:
            return found
        return counterparts(document, segment, nearest_links(document, segment, found))

    def _tell_unlinked(
        self, document: Document, segment: int, marked: Collection[int], why: Trace
    ) -> None:
        for word in document.target[segment]:
            is_listed = word.index not in marked and self._classes.is_listed(word.form)
            if is_listed and not document.links(segment).sources(word.index):
                told = f'"{word.form}" is listed, but no source word is linked to it'
                place = TokenRef("target", segment, word.index)
                why.no(place, "link", Told(told, "unlinked", 1, 2))
