"""Which marks of address can be believed: those whose form and source both speak to somebody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag._analysis.voices import UNTOLD, Manners
from discotag.core.language_facts import Address
from discotag.core.token_context import TokenContext

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag.core.document import Document
    from discotag.core.tags import Mark
    from discotag.core.tokens import Token

FAMILIAR = 0
"""Rank of the most familiar level."""
PRONOMINAL = frozenset({"PRON", "DET"})
VERBAL = frozenset({"VERB", "AUX"})
OTHERS = frozenset({"Ind", "Int", "Neg", "Rel", "Tot"})
"""Types of pronouns that may be the subject of a generic *you*: somebody … your."""
OWNERS = frozenset({"nmod:poss", "det", "case", "nummod"})
"""What stands with a word for people who are spoken of."""
PLACES = frozenset({"nmod", "compound", "obl", "obj", "iobj"})
"""Relations of a word for people who are spoken of."""
CONTENT = frozenset({"NOUN", "PROPN", "PRON", "VERB", "ADJ", "ADV", "NUM"})


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
        manners: Manners = UNTOLD,
    ) -> None:
        source, target = source or Address(), target or Address()
        self.manners = manners
        self.levels = target.level
        self.ranks = target.ranks
        self.no_level = frozenset(target.no_level)
        self.styles = frozenset(target.styles)
        self.upos = frozenset(target.upos)
        self.reflexive = frozenset(target.reflexive)
        self.objects = frozenset(target.objects)
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
        return not is_called and (bool(children) or token.deprel.partition(":")[0] in PLACES)


def reliable_marks(document: Document, marks: Sequence[Mark], words: AddressWords) -> list[Mark]:
    """Return the marks of a segment that can be believed.

    Pronouns can, and verbs that agree with one; of other verbs those whose form and source both
    speak to somebody, where no pronoun says otherwise. Of styles only the one that ends the segment
    counts: plain forms within a sentence are grammar.
    """
    styles = [mark for mark in marks if mark.label in words.styles]
    if styles:
        return styles[-1:] if _is_final(document, styles[-1]) else []
    pronouns = [mark for mark in marks if _is_pronoun(document, mark, words)]
    clear = [mark for mark in pronouns if is_clear(document, mark, words)]
    ranks = {words.rank(mark) for mark in clear or pronouns}
    is_second = any(words.is_second(_token(document, mark)) for mark in marks)
    if max(ranks, default=FAMILIAR) > FAMILIAR and not clear and is_second:
        ranks = {FAMILIAR}  # a verb in the second person says more than a pronoun in the third
    return [
        mark
        for mark in marks
        if words.rank(mark) in ranks or (not ranks and _is_second_verb(document, mark, words))
    ]


def _is_pronoun(document: Document, mark: Mark, words: AddressWords) -> bool:
    """Return whether a mark is a pronoun of address, or a noun that serves as one (Polish pan).

    Polite ones that look like third persons (Spanish su, Italian si) need a source that does not.
    """
    token = _token(document, mark)
    if token.upos not in words.upos or _is_reflexive(token, words):
        return False
    if words.rank(mark) == FAMILIAR or token.feats.get("Person") != "3":
        return True
    linked = linked_words(document, mark)
    if token.upos == "DET" or any(other.upos in PRONOMINAL for other in linked):
        return any(words.is_second(other) for other in linked)
    return _is_addressed(document, mark, words)


def _is_reflexive(token: Token, words: AddressWords) -> bool:
    return token.lemma.casefold() in words.reflexive or token.feats.get("Reflex") == "Yes"


def is_clear(document: Document, mark: Mark, words: AddressWords) -> bool:
    """Return whether a mark is not third person: Spanish usted is none, su and le may be one.

    Of verbs only those are believed whose source speaks to somebody.
    """
    token = _token(document, mark)
    if words.rank(mark) == FAMILIAR or token.feats.get("Person") != "3":
        return True
    if token.form[:1].isupper() and not _opens_sentence(token):
        return True  # German Sie
    relation = token.deprel.partition(":")[0]
    is_object = (
        token.feats.get("Case") in {"Acc", "Dat"}
        or relation in {"obj", "iobj", "expl"}
        or token.form.casefold() in words.objects
    )
    if token.upos in VERBAL or (token.upos == "PRON" and not is_object):
        return True
    return _is_alone(document, mark, words)


def is_familiar_singular(document: Document, mark: Mark, words: AddressWords) -> bool:
    """Return whether a mark speaks to one person, whom it knows: French *tu*, not German *ihr*."""
    token = _token(document, mark)
    number = token.feats.get("Number[psor]") or token.feats.get("Number")
    return words.rank(mark) == FAMILIAR and words.is_second(token) and number == "Sing"


def _is_alone(document: Document, mark: Mark, words: AddressWords) -> bool:
    """Return whether a pronoun in the third person can mean nobody but the hearer.

    Its source says *you*, and neither side names a third person by a pronoun.
    """
    linked = linked_words(document, mark)
    return any(words.is_second(other) for other in linked) and not any(
        other.upos in PRONOMINAL
        and (other.feats.get("Person") == "3" or other.feats.get("PronType") in OTHERS)
        for other in document.source[mark.segment]
    )


def _opens_sentence(token: Token) -> bool:
    """Return whether a capital says nothing: *¿Le dijiste algo?* means him."""
    before = token.segment[token.index - 1] if token.index else None
    return before is None or (before.upos == "PUNCT" and before.form not in {",", ";"})


def _token(document: Document, mark: Mark) -> Token:
    return document.target[mark.segment][mark.token]


def _is_final(document: Document, mark: Mark) -> bool:
    """Return whether no content word stands behind a mark in its segment."""
    upos = document.target[mark.segment].upos or ()
    return CONTENT.isdisjoint(upos[mark.token + 1 :])


def _is_second_verb(document: Document, mark: Mark, words: AddressWords) -> bool:
    """Return whether a verb's form and its source both speak to somebody.

    Polite forms may be third persons; then the source verb itself must have such a subject.
    """
    token = _token(document, mark)
    if token.upos not in VERBAL or token.feats.get("VerbForm", "Fin") != "Fin":
        return False
    linked = linked_words(document, mark)
    if linked and not any(other.upos in VERBAL for other in linked):
        return False  # a noun that looks like a verb: Spanish prueba, a test
    if token.feats.get("Mood") == "Imp" or token.feats.get("Person") == "2":
        return _is_addressed(document, mark, words)
    before = token.segment[mark.token - 1] if mark.token else None
    is_impersonal = before is not None and _is_reflexive(before, words)
    is_familiar = words.rank(mark) == FAMILIAR
    if is_familiar or token.feats.get("Person") != "3" or is_impersonal:
        return False
    verbs = linked or _of_helped(document, mark)
    return any(_has_second_subject(verb, words) for verb in verbs)


def _of_helped(document: Document, mark: Mark) -> list[Token]:
    """Return the source words of the verb that an auxiliary without any helps (*¿Ha visto …?*)."""
    token = _token(document, mark)
    if token.upos != "AUX" or token.head < 0:
        return []
    links = document.links(mark.segment).links
    return [document.source[mark.segment][i] for i, j in links if j == token.head]


def _has_second_subject(verb: Token, words: AddressWords) -> bool:
    if verb.feats.get("Person") == "3" and verb.feats.get("Number") != "Plur":
        return False  # *What counts is that you are here*
    heads = [verb, *([verb.segment[verb.head]] if verb.upos == "AUX" and verb.head >= 0 else [])]
    return verb.feats.get("Mood") == "Imp" or any(
        child.deprel.startswith("nsubj") and words.is_second(child)
        for head in heads
        for child in head.children
    )


def _is_addressed(document: Document, mark: Mark, words: AddressWords) -> bool:
    """Return whether the source of a mark speaks to somebody."""
    return any(token.feats.get("Mood") == "Imp" for token in linked_words(document, mark)) or any(
        words.is_second(token) for token in document.source[mark.segment]
    )


def linked_words(document: Document, mark: Mark) -> list[Token]:
    """Return the source words of a mark."""
    source = document.source[mark.segment]
    return [source[index] for index in mark.source_tokens]
