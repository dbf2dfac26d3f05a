"""Where a word of the source may not be the term that a glossary means.

A word of a fixed phrase (*at any time*), of a hyphenated compound (*half-time*) or of an adverbial
(*today*) has another sense there than as a term of its own, and translators do not render it word
by word. The same may be where a verb and its object became one word (*take part*, *teilnehmen*),
and where a noun became another part of speech (*all the time*, *ständig*). A weak link says little
of what a word has become.
"""

from __future__ import annotations

import re
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from discotag.plugin.language import ud

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from discotag.plugin import Alignment, Token, Tokens


OTHER_CLASS = frozenset({"VERB", "AUX", "ADV", "ADJ", "INTJ"})
"""What a noun that is translated freely becomes."""
ADVERBIAL = (
    *("obl:tmod", "obl:npmod", "obl:unmarked", "nmod:tmod", "nmod:npmod", "nmod:unmarked"),
    *("obl:adv", "advmod", "fixed"),
)
"""Relations of a noun that is an adverbial or a part of a fixed phrase."""
DEPENDENTS = frozenset({"det", "amod", "nmod", "compound", "nummod", "acl", "flat", "appos"})
SURE = 0.5
"""The confidence of a link, where the aligner has one, from which it shows what a word became."""
STEM, LEAST_STEM = 0.6, 4
"""What of a name's letters a word shares that is made of it, and how many at least."""
DASHES = frozenset("-\u2010\u2011/")
GROW = "\u2026"


def in_common(one: str, two: str) -> int:
    """Count the letters with which both words begin."""
    pairs = zip(one, two, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


class Phrases:
    """Finds fixed phrases in segments.

    Args:
        phrases: of the source language's pack.
    """

    def __init__(self, phrases: Iterable[str]) -> None:
        ordered = sorted(phrases, key=len, reverse=True)
        parts = [
            re.escape(each).replace(GROW, r"[^\W\d_]*").replace(r"\ ", r"\s+") for each in ordered
        ]
        self._found = re.compile(rf"(?<!\w)(?:{'|'.join(parts)})(?!\w)") if parts else None

    def hold(self, start: int, end: int, text: str) -> bool:
        """Return whether a phrase holds all between two offsets, and more."""
        if self._found is None:
            return False
        folded = text.lower().replace("\u2019", "'")
        if len(folded) != len(text):  # a letter whose small form is two letters
            return False
        return any(
            found.start() <= start and end <= found.end() and len(found[0]) > end - start
            for found in self._found.finditer(folded)
        )


class Sighting(NamedTuple):
    """A term in a segment: the segment, its links, the term's tokens, where it begins and ends."""

    source: Tokens
    links: Alignment
    tokens: tuple[int, ...]
    start: int
    end: int

    @property
    def word(self) -> Token | None:
        """The word that a term of one word is."""
        return self.source[self.tokens[0]] if len(self.tokens) == 1 else None

    @property
    def is_joined(self) -> bool:
        """Whether a hyphen joins it to another word: *half-time*, *action-packed*."""
        text, start, end = self.source.text, self.start, self.end
        is_behind = start > 1 and text[start - 1] in DASHES and text[start - 2].isalnum()
        is_before = text[end + 1 : end + 2].isalnum() and text[end] in DASHES
        return is_behind or is_before

    @property
    def is_adverbial(self) -> bool:
        """Whether it is a noun without a preposition that says when or how."""
        return self.word is not None and self.word.deprel in ADVERBIAL

    @property
    def is_verb(self) -> bool:
        """Whether it is a verb here, which the glossary may not mean."""
        return self.word is not None and self.word.upos in ud.VERBAL

    @property
    def is_part(self) -> bool:
        """Whether it is part of a longer term or name: *times* of *lead times*.

        That are heads of compounds, terms whose other words have words of their own (*media user*
        of *social media user*), and names that continue before it (*National Defense Force*) or
        after it (*House of Representatives*), that it ends (*Mail on Sunday*) or describes
        (*English officer*).
        """
        own = [self.source[index] for index in self.tokens]
        if len(own) == 1 and self._ends_name(own[0]):
            return True
        return any(
            child.index not in self.tokens and self._makes_longer(child, word)
            for word in own
            for child in self._children(word)
        )

    def _ends_name(self, word: Token) -> bool:
        """Return whether a word with a capital describes another, or ends a name before it."""
        if not word.form[:1].isupper() or word.head < 0:
            return False
        head = self.source[word.head]
        is_name = word.upos == head.upos == "PROPN" and head.form[:1].isupper()
        is_behind = word.deprel == "nmod" and head.index < word.index
        return word.deprel == "amod" or (is_name and is_behind)

    def _makes_longer(self, child: Token, word: Token) -> bool:
        if child.deprel.startswith("compound"):
            return True
        is_head = word.head not in self.tokens
        if is_head and child.deprel == "nmod" and word.upos == child.upos == "PROPN":
            return child.index > word.index and word.form[:1].isupper()
        begins_name = child.form[:1].isupper() and child.index > 0 and word.form[:1].isupper()
        return child.deprel == "amod" and (not is_head or begins_name)

    @property
    def is_of_a_verb(self) -> bool:
        """Whether it is a bare object that became one word with its verb: *take part*."""
        word = self.word
        if word is None or word.upos != "NOUN" or word.deprel != "obj" or word.head < 0:
            return False
        if any(ud.relation(child) in DEPENDENTS for child in self._children(word)):
            return False
        own = set(self.links.targets(word.index))
        verbs = set(self.links.targets(word.head))
        return bool(own & verbs) or not verbs

    def became_another_class(self, words: Sequence[Token]) -> bool:
        """Return whether it is a noun and what it became is a verb, an adverb or an adjective."""
        word = self.word
        is_noun = word is not None and word.upos in ud.NOMINAL
        return is_noun and all(each.upos in OTHER_CLASS for each in words)

    def is_derived(self, words: Sequence[Token], names: Iterable[str]) -> bool:
        """Return whether a name became a word made of its own name: *Belgrade*, *белградские*."""
        is_adjective = all(word.upos == "ADJ" for word in words)
        if self.word is None or (self.word.upos != "PROPN" and not is_adjective):
            return False
        forms = [word.form.casefold() for word in words]
        return any(
            in_common(name.casefold(), form) >= max(LEAST_STEM, STEM * len(name))
            for name in names
            for form in forms
        )

    def is_weakly_linked(self, words: Sequence[Token]) -> bool:
        """Return whether no link to these words is sure."""
        own, theirs = set(self.tokens), {word.index for word in words}
        scores = [
            score
            for i, j in self.links.links
            if i in own and j in theirs and (score := self.links.score(i, j)) is not None
        ]
        return bool(scores) and max(scores) < SURE

    def is_doubtful(self, words: Sequence[Token]) -> bool:
        """Return whether it may not be meant where it has become these words."""
        return (
            self.is_weakly_linked(words)
            or self.is_verb
            or self.is_part
            or self.is_adverbial
            or self.is_of_a_verb
            or self.became_another_class(words)
        )

    def _children(self, word: Token) -> Iterable[Token]:
        if self.source.heads is None:
            return ()
        return [self.source[child] for child in self.source.children(word.index)]
