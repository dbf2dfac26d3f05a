"""Whether a noun may be what a pronoun refers to, by gender, number and kind of thing.

`Agreement` compares a target pronoun with the translations of source nouns, `SourceAgreement` a
source pronoun with nouns of its own language, where the target side names the antecedent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.tags import TokenRef
from discotag.language import ud
from discotag.language.voices import is_speaker_name
from discotag.plugins.phenomena.pronouns.grammar import (
    AGREEING,
    CONJUNCT,
    DUAL,
    GENDERS,
    KINDS,
    NAME,
    NEUTER,
    NOMINALS,
    PLURAL,
    PRONOUN,
    THINGS,
    agreeing,
    attached,
    conflict,
    coordinated,
    of_determiner,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from discotag.core.document import Document, Mention
    from discotag.core.tokens import Token, Tokens
    from discotag.plugins.phenomena.pronouns.grammar import Features
    from discotag.plugins.phenomena.pronouns.noun_classes import NounClasses


NAMING = frozenset({*NOMINALS, "ADJ", "DET", "NUM"})
"""What may translate a word that takes up the kind of a noun."""
MODIFIERS = frozenset({"amod", "det"})
"""Relations of words next to *one* whose translation refers to both."""
PERSONAL = frozenset({"masc", "fem"})
"""Classes of English pronouns that refer to persons."""


def naming_words(document: Document, segment: int, token: int) -> list[int]:
    """Return the target words that name what a source word names, without words like adjectives.

    But for *one*, *other* and the like, which most languages leave out in "a new one": what is
    linked to them, or else to an adjective of theirs (*une nouvelle*, *uno nuevo*).
    """
    source, links = document.source[segment], document.links(segment)
    upos = document.target[segment].upos or ()
    if source.forms[token].casefold() not in KINDS:
        return [j for j in links.targets(token) if not upos or upos[j] in NOMINALS]
    found = links.targets(token) or [
        j
        for child in source.children(token)
        if source[child].deprel in MODIFIERS
        for j in links.targets(child)
    ]
    return [j for j in found if not upos or upos[j] in NAMING]


class Agreement:
    """The gender and number of one target pronoun, to be compared with nouns of its document.

    Args:
        document: the document.
        segment: the pronoun's segment.
        token: its place there on the target side, 0-based.
        label: its class (`masc-neut`); what it says of gender counts more than the analysis.
        fits: whether it may refer to a source noun, as far as persons and things differ.
        is_owner: whether it is a possessive next to its noun, whose own features are that noun's.
        number: the number of the source pronoun, if it shows one.
        is_named: whether a noun is known to name what it refers to, and no clause.
        is_kind: whether it takes up only the kind of a noun (*another*), of any number.
    """

    def __init__(
        self,
        document: Document,
        segment: int,
        token: int,
        label: str = "",
        fits: Callable[[TokenRef], bool] | None = None,
        *,
        is_owner: bool = False,
        number: str | None = None,
        is_named: bool = False,
        is_kind: bool = False,
    ) -> None:
        self.document = document
        self.segment = segment
        self.token = token
        self.number = number
        self.is_named = is_named
        self.is_kind = is_kind
        self._fits = fits
        tokens = document.target[segment]
        self.wanted = attached(tokens, token) or ({} if is_owner else agreeing(tokens, token))
        genders = frozenset(GENDERS[part] for part in label.split("-") if part in GENDERS)
        if genders - {"Neut"}:  # what a language without neuters calls so has another gender
            self.wanted["Gender"] = genders
        if label == DUAL:
            self.wanted["Number"] = frozenset({"Dual"})
        if label == PLURAL:
            self.wanted = {"Number": frozenset({"Plur"})}
        if is_kind:
            self.wanted.pop("Number", None)
        self.is_of_things = label == THINGS
        if self.is_of_things:
            self.wanted = {}

    @property
    def genders(self) -> frozenset[str]:
        """The genders that the pronoun may have; none where it shows none."""
        return self.wanted.get("Gender", frozenset())

    @property
    def needs_noun(self) -> bool:
        """Whether only a noun decides it: a neuter that follows another may refer to a clause."""
        return self.genders == {"Neut"} and not self.is_named

    @property
    def points(self) -> bool:
        """Whether it has a gender that points to a noun; a neuter may refer to a clause.

        Unless what is said of it shows that it refers to a thing.
        """
        return bool(self.genders - {"Neut"}) or (self.is_named and bool(self.genders))

    def allows(self, mention: Mention) -> bool:
        """Return whether a source mention's translation can agree; unknown features agree.

        A coordination has the number of no single noun; some noun of it must allow the gender. A
        mention whose translation is not a noun or pronoun decides no gender. The name of the one
        who speaks (*Ann: It fell.*) is not what is spoken of.
        """
        agrees = self.verdict(mention)
        if agrees is None:
            return mention.kind != "pronoun" and "Gender" not in self.wanted
        return agrees

    def verdict(self, mention: Mention) -> bool | None:
        """Return whether a source mention can agree; None where no translation of it shows it.

        That is where it has no link, or one to a word that is neither a noun nor a pronoun.
        """
        noun = TokenRef("source", mention.segment, mention.head)
        source = self.document.source[mention.segment]
        if (mention.kind == "noun" and not self.fits(noun)) or not self.has_source_number(noun):
            return False
        if mention.kind == "name" and is_speaker_name(source.text, source.starts[mention.head]):
            return False
        wanted = dict(self.wanted)
        if coordinated(source, mention.head):
            wanted.pop("Number", None)
        kinds = NAMING if mention.kind != "pronoun" else frozenset({PRONOUN})
        found = list(self._of_mention(mention, kinds))
        return any(not conflict(wanted, feats) for feats in found) if found else None

    def is_told(self, mention: Mention) -> bool:
        """Return whether a translation of a mention shows its gender, or none is wanted."""
        return "Gender" not in self.wanted or any(
            "Gender" in feats for feats in self._of_mention(mention, NAMING)
        )

    def _of_mention(self, mention: Mention, kinds: frozenset[str]) -> Iterator[Features]:
        source = self.document.source[mention.segment]
        for head in (mention.head, *coordinated(source, mention.head)):
            yield from self.translations(mention.segment, head, kinds)

    def has_source_number(self, noun: TokenRef) -> bool:
        """Return whether a source noun may have the number of the source pronoun.

        *It* takes up no plural, and *they* a singular only where the translation has a plural (a
        team, hair) or where several are coordinated. A plural name may be one thing.
        """
        tokens = self.document.source[noun.segment]
        word = tokens[noun.token]
        is_plural = word.feats.get("Number", "Sing") != "Sing"
        if word.upos not in ud.NOMINAL or self.number is None or "Number" not in word.feats:
            return True
        if is_plural or self.number == "Sing":
            return is_plural == (self.number != "Sing") or word.upos == NAME
        if coordinated(tokens, noun.token):
            return True
        target = self.document.target[noun.segment]
        return any(
            target[j].feats.get("Number") == "Plur"
            for j in self.document.links(noun.segment).targets(noun.token)
        )

    def has_number(self, number: str | None) -> bool:
        """Return whether the pronoun may have a number; True where it is unknown."""
        return number is None or number in self.wanted.get("Number", {number})

    def fits(self, noun: TokenRef) -> bool:
        """Return whether nothing is known that keeps it from referring to a source noun."""
        return self._fits is None or self._fits(noun)

    def may_be(self, noun: TokenRef) -> bool:
        """Return whether it may refer to a source noun by its kind and its number."""
        return self.fits(noun) and self.has_source_number(noun)

    def is_own_subject(self, subject: int) -> bool:
        """Return whether a source noun of the pronoun's segment agrees, and surely if it may be.

        Of a name only the determiner shows the gender, if it has one.
        """
        if not self.fits(TokenRef("source", self.segment, subject)):
            return False
        if self.document.source[self.segment][subject].upos != "NOUN":
            return self.may_be_name(subject)
        found = self.translations(self.segment, subject, ud.NOMINAL)
        return any(not conflict(self.wanted, feats) for feats in found if "Gender" in feats)

    def may_be_name(self, name: int) -> bool:
        """Return whether no translation of a name of the own segment has another gender.

        A name has the gender of its determiner; a noun that translates it has its own.
        """
        source, target = self.document.source[self.segment], self.document.target[self.segment]
        if self.number == "Plur" and not coordinated(source, name):
            return source[name].feats.get("Number") == "Plur"
        wanted = {"Gender": self.genders} if self.genders else {}
        for j in self.document.links(self.segment).targets(name):
            own = agreeing(target, j) if target[j].upos != NAME else {}
            if conflict(wanted, of_determiner(target, j) | own):
                return False
        return True

    def is_like(self, segment: int, token: int) -> bool:
        """Return whether a target noun has a gender, and that of the pronoun, and its number.

        Where the analysis knows no gender of the noun, its determiner may show it.
        """
        tokens = self.document.target[segment]
        feats = of_determiner(tokens, token) | agreeing(tokens, token)
        return "Gender" in feats and not conflict(self.wanted, feats)

    def is_likely(self, segment: int, token: int) -> bool:
        """Return whether a target noun is like the pronoun; names must be those of things.

        Names with a determiner (*la BCE*), inanimate and neuter ones are seldom those of persons.
        """
        tokens = self.document.target[segment]
        word = tokens[token]
        is_thing = word.feats.get("Animacy") == "Inan" or word.feats.get("Gender") == "Neut"
        if word.upos != NAME or is_thing:
            return self.is_like(segment, token)
        feats = of_determiner(tokens, token)
        return "Gender" in feats and not conflict(self.wanted, feats)

    def has_gender(self, segment: int, token: int) -> bool:
        """Return whether a target word is a noun whose gender is known."""
        word = self.document.target[segment][token]
        return word.upos in ud.NOMINAL and "Gender" in word.feats

    def translations(self, segment: int, token: int, kinds: frozenset[str]) -> Iterator[Features]:
        """Yield the gender and number of each word of some kinds that translates a source word."""
        target = self.document.target[segment]
        upos = target.upos or ()
        for other in naming_words(self.document, segment, token) if upos else ():
            if upos[other] in kinds and (segment, other) != (self.segment, self.token):
                yield agreeing(target, other)


class SourceAgreement:
    """The gender and number of a source pronoun, compared with nouns of its own language.

    Where the target side names the antecedent: Russian *она* that became *it* refers to no
    masculine noun. Of *he* and *she* only names are compared: a doctor is masculine and may be a
    woman. Names have no gender in their own segment, for that of the analysis is guessed by their
    endings.

    Args:
        document: the document.
        segment: the pronoun's segment.
        source: the source word, 0-based; a verb where the pronoun is dropped.
        label: the class of the target pronoun: *it* refers to no person, *he* and *she* to no
            thing.
        sorts: of the target language.
    """

    def __init__(
        self,
        document: Document,
        segment: int,
        source: int,
        label: str,
        *,
        sorts: NounClasses | None = None,
    ) -> None:
        self._document = document
        self._segment = segment
        self._source = source
        self.label = label
        tokens = document.source[segment]
        agrees = (tokens.upos or ())[source] in AGREEING
        self._wanted = agreeing(tokens, source) if agrees else {}
        self._kinds = ud.NOMINAL if label.startswith(NEUTER) else frozenset({NAME})
        self._sorts = sorts
        self._is_gendered = label in GENDERS and label != NEUTER

    @property
    def needs_noun(self) -> bool:
        """Whether only a noun decides it: *it* for a source word that shows no gender.

        English *it* refers to clauses and to nothing, too.
        """
        return self.label == NEUTER and "Gender" not in self._wanted

    def allows(self, mention: Mention) -> bool:
        """Return whether a target mention's source nouns can agree; unknown features agree.

        A word like *nobody* names nothing that is spoken of again.
        """
        head = self._document.target[mention.segment][mention.head]
        if mention.kind != "pronoun" and head.upos == PRONOUN:
            return False
        if self._sorts is not None and mention.kind == "noun" and self.label in GENDERS:
            other = "persons" if self.label == NEUTER else "things"
            if self._sorts.of_noun(head.lemma) == other or self._sorts.is_part(head.lemma):
                return False
        found = self._nouns(mention.segment, mention.head, self._kinds)
        return not found or any(not conflict(self._wanted, feats) for feats in found)

    def clashes(self, noun: TokenRef) -> bool:
        """Return whether a target noun translates none of the source pronoun's gender.

        A name has the gender of its verb, where that shows one (Russian past tenses).
        """
        tokens = self._document.source[noun.segment]
        found = [
            agreeing(tokens, i if tokens[i].upos != NAME else _verb(tokens, i))
            for i in self._document.links(noun.segment).sources(noun.token)
            if tokens[i].upos == "NOUN" or _verb(tokens, i) != i
        ]
        return bool(found) and all(conflict(self._gender(), feats) for feats in found)

    def may_be(self, segment: int, token: int) -> bool:
        """Return whether a target noun may be what the pronoun refers to, by kind and number.

        And its source by gender, unless it is a name.
        """
        word = self._document.target[segment][token]
        is_name = word.upos == NAME
        if (word.feats.get("Number") == "Plur") != (self.label == PLURAL):
            return False
        sort = self._sorts.of_noun(word.lemma) if self._sorts is not None else None
        if self.label == NEUTER and sort == "persons":
            return False
        if self._is_gendered and not is_name and sort != "persons":
            return False
        found = self._nouns(segment, token, ud.NOMINAL)
        return is_name or not found or any(not conflict(self._gender(), feats) for feats in found)

    def is_own_subject(self, subject: int) -> bool:
        """Return whether a source noun of the pronoun's segment has its number and no other gender.

        Things that have masculine or feminine nouns in the source have neuter pronouns here.
        """
        tokens = self._document.source[self._segment]
        feats = agreeing(tokens, subject)
        if tokens[subject].upos == NAME:
            feats.pop("Gender", None)
        wanted = self._of_class()
        if self._is_gendered:
            wanted["Gender"] = frozenset({GENDERS[self.label]})
        return not conflict(wanted, feats)

    def agrees(self, noun: int, *, has_number: bool = False) -> bool:
        """Return whether a source noun of the segment has the pronoun's gender and number.

        Args:
            noun: the source noun.
            has_number: whether its translation has the number already (German *seinen
                Therapeuten*).
        """
        source = self._document.source[self._segment]
        is_pronoun = source[self._source].upos == PRONOUN
        wanted = agreeing(source, self._source) if is_pronoun else {}
        if self.label in PERSONAL:
            wanted["Gender"] = frozenset({GENDERS[self.label]})
        wanted |= self._of_class()
        if has_number:
            del wanted["Number"]
        return not conflict(wanted, agreeing(source, noun))

    def agrees_or_is_name(self, noun: int) -> bool:
        """Return whether a source noun agrees, or is a name; a word that is copied is one, too."""
        target = self._document.target[self._segment]
        word = self._document.source[self._segment][noun]
        if word.upos == NAME or (word.form in target.forms and word.form[:1].isupper()):
            return self.label != PLURAL
        return self.agrees(noun)

    def is_fit(self, word: Token) -> bool:
        """Return whether a target noun has the number of the class and may be such a thing."""
        sort = self._sorts.of_noun(word.lemma) if self._sorts is not None else None
        is_several = any(ud.relation(child) == CONJUNCT for child in word.children)
        is_plural = word.feats.get("Number") == "Plur"
        if self.label == PLURAL:
            return is_plural or is_several or sort is None
        if self.label == NEUTER:
            return sort != "persons" and (word.upos == NAME or not (is_plural or is_several))
        return sort != "things" and not is_several and (word.upos == NAME or not is_plural)

    def _of_class(self) -> dict[str, frozenset[str]]:
        return {"Number": frozenset({"Plur" if self.label == PLURAL else "Sing"})}

    def _gender(self) -> Features:
        if self._is_gendered:
            return {"Gender": frozenset({GENDERS[self.label]})}
        return {"Gender": self._wanted["Gender"]} if "Gender" in self._wanted else {}

    def _nouns(self, segment: int, token: int, kinds: frozenset[str]) -> list[Features]:
        """Return the gender and number of the source words of some kinds linked to a word."""
        source = self._document.source[segment]
        upos = source.upos or ()
        linked = self._document.links(segment).sources(token)
        return [agreeing(source, i) for i in linked if upos[i] in kinds]


def _verb(tokens: Tokens, token: int) -> int:
    """Return the verb of a subject, or the word itself."""
    word = tokens[token]
    is_subject = ud.relation(word) == "nsubj" and word.head >= 0
    return word.head if is_subject and tokens[word.head].upos in ud.VERBAL else token
