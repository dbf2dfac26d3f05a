"""What the checks of address must know of the words of two languages."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from discotag.plugin import SpeakerConventions, TokenContext
from discotag.plugin.language import NO_CONVENTIONS, Address, ud

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag.plugin import Document, Mark, Token


FAMILIAR = 0
"""Rank of the most familiar level."""
PRONOMINAL = frozenset({"PRON", "DET"})
OWNERS = frozenset({"nmod:poss", "det", "case", "nummod"})
"""What goes with a word for people who are spoken of."""
PLACES = frozenset({"nmod", "compound", "obl", "obj", "iobj"})
"""Relations of a word for people who are spoken of."""


class AddressWords:
    """What the check must know of the words of two languages; forms are compared without case.

    Args:
        source: what the source's pack says of address.
        target: what the target's pack says of it.
        conventions: what the target's pack says of voices.
    """

    def __init__(
        self,
        source: Address | None = None,
        target: Address | None = None,
        conventions: SpeakerConventions = NO_CONVENTIONS,
    ) -> None:
        source, target = source or Address(), target or Address()
        self.conventions = conventions
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
    """Return the word of the translation that has a mark."""
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


NO_VERBS = frozenset({"NOUN", "PROPN", "INTJ"})


def is_second_verb(document: Document, mark: Mark, words: AddressWords) -> bool:
    """Return whether a verb's form and its source both speak to somebody.

    Polite forms may be third persons; then the source verb itself must have such a subject.
    """
    token = marked_token(document, mark)
    linked = linked_words(document, mark)
    is_familiar = words.rank(mark) == FAMILIAR
    is_third = token.feats.get("Person") == "3"
    is_of_second = any(_is_of_second(other, words) for other in linked)
    if is_familiar and not is_third and is_of_second:
        return True  # whatever the analysis takes it for
    is_second = token.feats.get("Person") == "2"  # also of an infinitive: contares, ritenerti
    if token.upos not in ud.VERBAL or not (is_second or _is_finite(token)):
        return False
    if linked and not is_of_second and all(other.upos in NO_VERBS for other in linked):
        return False  # a noun that looks like a verb: Spanish prueba, a test
    if is_second or token.feats.get("Mood") == "Imp":
        return is_addressed(document, mark, words)
    return not is_familiar and is_third and _is_of_polite_hearer(document, mark, words)


def _is_of_polite_hearer(document: Document, mark: Mark, words: AddressWords) -> bool:
    """Return whether a verb in the third person is what the hearer of the source does."""
    token = marked_token(document, mark)
    verbs = (
        linked_words(document, mark)
        or _of_helped(document, mark)
        or _unlinked_verbs(document, mark)
    )
    before = token.segment[mark.token - 1] if mark.token else None
    is_impersonal = before is not None and before.upos == "PRON" and is_reflexive(before, words)
    if is_impersonal and not any(verb.feats.get("Mood") == "Imp" for verb in verbs):
        return False
    is_of_somebody = any(
        child.deprel == "nsubj" and child.upos == "PRON" and child.feats.get("PronType") == "Ind"
        for child in token.children
    )  # uno dovrebbe
    return not is_of_somebody and any(
        _has_second_subject(verb, words) or (verb.upos in NO_VERBS and _is_of_second(verb, words))
        for verb in verbs
    )


def _of_helped(document: Document, mark: Mark) -> list[Token]:
    """Return the source words of the verb that an auxiliary without any helps (*¿Ha visto …?*)."""
    token = marked_token(document, mark)
    if token.upos != "AUX" or token.head < 0:
        return []
    links = document.links(mark.segment).links
    return [document.source[mark.segment][i] for i, j in links if j == token.head]


def _unlinked_verbs(document: Document, mark: Mark) -> list[Token]:
    """Return the source verbs without a link, which an unlinked verb may translate."""
    links = document.links(mark.segment)
    return [
        token
        for token in document.source[mark.segment]
        if token.upos == "VERB" and not links.targets(token.index)
    ]


def _is_finite(token: Token) -> bool:
    return token.feats.get("VerbForm", "Fin") == "Fin"


def _is_of_second(word: Token, words: AddressWords) -> bool:
    """Return whether a source word is something the hearer does or has: *your thoughts*."""
    return word.feats.get("Mood") != "Imp" and any(
        child.deprel.startswith(("nsubj", "nmod:poss")) and words.is_second(child)
        for child in word.children
    )


def _has_second_subject(verb: Token, words: AddressWords) -> bool:
    if verb.feats.get("Person") == "3" and verb.feats.get("Number") != "Plur":
        return False  # *What counts is that you are here*
    if words.is_second(verb) and verb.upos == "PRON":
        return ud.relation(verb) not in PLACES  # ¿Sabía …? – Did you know …?
    heads = [verb, *([verb.segment[verb.head]] if verb.upos == "AUX" and verb.head >= 0 else [])]
    return verb.feats.get("Mood") == "Imp" or any(
        child.deprel.startswith("nsubj") and words.is_second(child)
        for head in heads
        for child in head.children
    )


OTHERS = frozenset({"Ind", "Int", "Neg", "Rel", "Tot"})
"""Types of pronouns that may be the subject of a generic *you*: somebody … your."""
ENDS = frozenset(".?!…。？！")
"""Signs that end a sentence."""
CONTENT = frozenset({"NOUN", "PROPN", "PRON", "VERB", "ADJ", "ADV", "NUM"})


def reliable_marks(
    document: Document, marks: Sequence[Mark], words: AddressWords, *, every_sentence: bool = False
) -> list[Mark]:
    """Return the marks of a segment that can be believed.

    Pronouns can, and verbs that agree with one; of other verbs those whose form and source both
    speak to somebody, where no pronoun says otherwise. Plain forms within a sentence are grammar:
    of styles only the one that ends the segment counts, or with `every_sentence` all that end a
    sentence, and words for the hearer.
    """
    styles = [mark for mark in marks if mark.label in words.styles]
    if styles and every_sentence:
        return _prevailing([m for m in styles if _tells_style(document, m, words)], words)
    if styles:
        return styles[-1:] if _is_final(document, styles[-1]) else []
    pronouns = [mark for mark in marks if _is_pronoun(document, mark, words)]
    clear = [mark for mark in pronouns if is_clear(document, mark, words)]
    ranks = {words.rank(mark) for mark in clear or pronouns}
    is_second = any(words.is_second(marked_token(document, mark)) for mark in marks)
    if max(ranks, default=FAMILIAR) > FAMILIAR and not clear and is_second:
        ranks = {FAMILIAR}  # a verb in the second person says more than a pronoun in the third
    return [
        mark
        for mark in marks
        if words.rank(mark) in ranks or (not ranks and is_second_verb(document, mark, words))
    ]


def _is_pronoun(document: Document, mark: Mark, words: AddressWords) -> bool:
    """Return whether a mark is a pronoun of address, or a noun that serves as one (Polish pan).

    Polite ones that look like third persons (Spanish su, Italian si) need a source that does not.
    """
    token = marked_token(document, mark)
    is_listed = token.form.casefold() in words.pronouns
    if (token.upos not in words.upos and not is_listed) or is_reflexive(token, words):
        return False
    if words.rank(mark) == FAMILIAR or (token.feats.get("Person") != "3" and not is_listed):
        return True
    linked = linked_words(document, mark)
    if token.upos == "DET" or any(other.upos in PRONOMINAL for other in linked):
        return any(words.is_second(other) for other in linked)
    return is_addressed(document, mark, words) or (
        document.is_app and _names_no_third(document, mark) and is_clear(document, mark, words)
    )


def _names_no_third(document: Document, mark: Mark) -> bool:
    """Return whether a source without *you* speaks of no third person: *Logged out*."""
    return not any(
        token.upos in PRONOMINAL and token.feats.get("Person") == "3"
        for token in document.source[mark.segment]
    )


def is_clear(document: Document, mark: Mark, words: AddressWords) -> bool:
    """Return whether a mark is not third person: Spanish usted is not, su and le may be one.

    Of verbs only those are believed whose source speaks to somebody.
    """
    token = marked_token(document, mark)
    if words.rank(mark) == FAMILIAR or token.feats.get("Person") != "3":
        return True
    if token.form[:1].isupper() and not _opens_sentence(token):
        return True  # German Sie
    relation = ud.relation(token)
    is_object = (
        token.feats.get("Case") in {"Acc", "Dat"}
        or relation in {"obj", "iobj", "expl"}
        or token.form.casefold() in words.objects
    )
    if token.upos in ud.VERBAL or (token.upos == "PRON" and not is_object):
        return True
    return _is_alone(document, mark, words)


def is_familiar_singular(document: Document, mark: Mark, words: AddressWords) -> bool:
    """Return whether a mark speaks to one person, whom it knows: French *tu*, not German *ihr*."""
    token = marked_token(document, mark)
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


def _is_final(document: Document, mark: Mark) -> bool:
    """Return whether no content word follows a mark in its segment."""
    upos = document.target[mark.segment].upos or ()
    return CONTENT.isdisjoint(upos[mark.token + 1 :])


def _prevailing(styles: Sequence[Mark], words: AddressWords) -> list[Mark]:
    """Return the marks of the level that most have; all, where two have as many."""
    counts = Counter(words.rank(mark) for mark in styles)
    most = max(counts.values(), default=0)
    return [mark for mark in styles if counts[words.rank(mark)] == most]


def _tells_style(document: Document, mark: Mark, words: AddressWords) -> bool:
    """Return whether a mark ends a sentence, is polite, or a word for the hearer (Korean 너, 당신).

    Predicates within a sentence are plain by grammar.
    """
    target = document.target[mark.segment]
    upos = target[mark.token].upos
    if upos in {"PRON", "NOUN"}:
        return any(words.is_second(other) for other in linked_words(document, mark))
    if upos in ud.VERBAL and words.rank(mark) > FAMILIAR:
        return True
    for form, upos in zip(
        target.forms[mark.token + 1 :], (target.upos or ())[mark.token + 1 :], strict=False
    ):
        if upos == "PUNCT" and not ENDS.isdisjoint(form):
            return True
        if upos in CONTENT:
            return False
    return True
