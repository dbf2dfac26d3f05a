"""What the checks of address must know of the words of two languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.language import Address
from discotag.core.patterns import TokenContext
from discotag.language import ud
from discotag.language.voices import DEFAULTS, SpeakerConventions

if TYPE_CHECKING:
    from discotag.core.document import Document
    from discotag.core.tags import Mark
    from discotag.core.tokens import Token

FAMILIAR = 0
"""Rank of the most familiar level."""
PRONOMINAL = frozenset({"PRON", "DET"})
OWNERS = frozenset({"nmod:poss", "det", "case", "nummod"})
"""What stands with a word for people who are spoken of."""
PLACES = frozenset({"nmod", "compound", "obl", "obj", "iobj"})
"""Relations of a word for people who are spoken of."""


class AddressWords:
    """What the check must know of the words of two languages; forms are compared without case.

    Args:
        source: what the source's pack says of address.
        target: what the target's pack says of it.
        manners: what the target's pack says of voices.
    """

    def __init__(
        self,
        source: Address | None = None,
        target: Address | None = None,
        manners: SpeakerConventions = DEFAULTS,
    ) -> None:
        source, target = source or Address(), target or Address()
        self.manners = manners
        self.levels = target.level
        self.ranks = target.ranks
        self.no_level = frozenset(target.no_level)
        self.styles = frozenset(target.styles)
        self.upos = frozenset(target.upos)
        self.pronouns = frozenset(target.pronouns)
        self.polite_plural = target.polite_plural
        self._plurals = frozenset(target.plurals)
        self.reflexive = frozenset(target.reflexive)
        self.objects = frozenset(target.objects)
        self._open_ends = target.open_ends
        self._addressing = frozenset(source.words)
        self._plural = frozenset(source.plural_words)
        self._phrases = tuple(f" {phrase} " for phrase in source.plural_phrases)

    def rank(self, mark: Mark) -> int:
        """Return the place of a mark's level among the levels, `FAMILIAR` for the lowest."""
        return self.ranks[mark.label]

    def is_second(self, token: Token) -> bool:
        """Return whether a word, of the source or the target, is of the second person."""
        return token.feats.get("Person") == "2" or token.form.casefold() in self._addressing

    def is_shared(self, document: Document, mark: Mark, rank: int) -> bool:
        """Return whether a level has a word of another level, too (dumneata … te)."""
        shared = self.levels[rank].shared
        place = TokenContext(document, "target", mark.segment, mark.token)
        return shared is not None and self.rank(mark) != rank and shared.matches(place)

    def says_nothing(self, document: Document, mark: Mark) -> bool:
        """Return whether a word of address is a plural without a level, or means anybody (man)."""
        if marked_token(document, mark).form.casefold() in self._plurals:
            return True
        linked = linked_words(document, mark)
        return any(
            token.upos == "PRON" and token.feats.get("PronType") == "Ind" for token in linked
        ) and not any(map(self.is_second, linked))

    def is_open_end(self, document: Document, mark: Mark) -> bool:
        """Return whether the style that ends a segment is plain in polite speech as well (のか)."""
        target = document.target[mark.segment]
        text = target.text.rstrip()
        while text and not text[-1].isalnum():
            text = text[:-1]
        is_style = mark.label in self.styles and bool(self._open_ends)
        return is_style and text.endswith(self._open_ends)

    def several_people(self, document: Document, segment: int) -> bool:
        """Return whether a source segment speaks to several people.

        Words for people who are spoken of say nothing of it: *your friends*, *kids' books*.
        """
        source = document.source[segment]
        forms = [form.casefold().replace("’", "'") for form in source.forms]
        line = f" {' '.join(forms)} "
        if any(phrase in line for phrase in self._phrases):
            return True
        return any(
            form in self._plural and not self._is_spoken_of(source[index])
            for index, form in enumerate(forms)
        )

    def _is_spoken_of(self, token: Token) -> bool:
        """Return whether a word for people has an owner, an article or a place in the sentence."""
        if token.segment.heads is None:
            return False
        children = [child for child in token.children if child.deprel in OWNERS]
        is_called = any(
            self.is_second(child) and child.deprel != "nmod:poss" for child in token.children
        )
        is_placed = ud.relation(token) in PLACES or _is_subject(token)
        return not is_called and (bool(children) or is_placed)


def _is_subject(token: Token) -> bool:
    """Return whether a word is the subject of a statement: *everybody got their own*."""
    if not token.deprel.startswith("nsubj") or token.head < 0:
        return False
    return token.segment[token.head].feats.get("Mood") != "Imp"


def marked_token(document: Document, mark: Mark) -> Token:
    """Return the word of the translation that bears a mark."""
    return document.target[mark.segment][mark.token]


def linked_words(document: Document, mark: Mark) -> list[Token]:
    """Return the source words of a mark."""
    source = document.source[mark.segment]
    return [source[index] for index in mark.source_tokens]


def is_reflexive(token: Token, words: AddressWords) -> bool:
    """Return whether a pronoun of the target may be impersonal, and then addresses nobody."""
    return token.lemma.casefold() in words.reflexive or token.feats.get("Reflex") == "Yes"


def is_addressed(document: Document, mark: Mark, words: AddressWords) -> bool:
    """Return whether the source of a mark speaks to somebody."""
    return any(token.feats.get("Mood") == "Imp" for token in linked_words(document, mark)) or any(
        words.is_second(token) for token in document.source[mark.segment]
    )
