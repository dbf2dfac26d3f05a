"""A document together with what is asked of it: its persons, and the target language's words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from discotag.plugin import Document, Token
    from discotag_phen_gender.lists import PersonWords
    from discotag_phen_gender.people import People
    from discotag_phen_gender.shown import Shown


@dataclass(frozen=True, slots=True)
class Reading:
    """One document, read for the gender of persons; `Shows`, `Doubts` and `Belongs` ask it.

    Args:
        document: with tokens, trees, features on both sides, and links.
        people: the persons of its source.
        words: the target language's lists.
    """

    document: Document
    people: People
    words: PersonWords

    def linked(self, segment: int, token: int) -> list[Token]:
        """Return the source words that a word of the target is linked to, in text order."""
        source = self.document.source[segment]
        return [source[place] for place in self.document.links(segment).sources(token)]

    def reached(self, item: Shown) -> list[Token]:
        """Return the source words of the person that a word was reached by."""
        source = self.document.source[item.segment]
        return [source[place] for place in item.sources]
