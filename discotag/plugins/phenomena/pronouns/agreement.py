"""Target words that tell the gender of what a source word names.

A noun or a pronoun does; of *one* in "a new one", which most languages leave out, the adjective
(*une nouvelle*, *uno nuevo*; one-anaphora, Webber 1979).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.tags import TokenRef
from discotag.language import ud
from discotag.language.voices import is_speaker_name
from discotag.plugins.phenomena.pronouns.grammar import (
    AGREEING,
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
    from collections.abc import Callable, Iterator, Mapping

    from discotag.core.document import Document, Mention
    from discotag.core.tokens import Tokens
    from discotag.plugins.phenomena.pronouns.noun_classes import NounClasses


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


class Agreement:
    """The gender and number of one target pronoun, to be compared with nouns of its document.

    Args:
        document: the document.
        segment: the pronoun's segment.
        token: its place there on the target side, 0-based.
        label: its class (`masc-neut`); what it says of gender counts more than the analysis.
        fits: whether it may stand for a source noun, as far as persons and things differ.
        is_owner: whether it is a possessive beside its noun, whose own features are that noun's.
        number: the number of the source pronoun, if it tells one.
        is_named: whether a noun is known to name what it stands for, and no clause.
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
        self._fits = fits
        tokens = document.target[segment]
        own = {} if is_owner else agreeing(tokens, token)
        self.wanted = attached(tokens, token) or own
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

    def allows(self, mention: Mention) -> bool:
        """Return whether a source mention's translation can agree; unknown features agree.

        A coordination has the number of no single noun; some noun of it must allow the gender. A
        mention whose translation is no noun and no pronoun decides no gender. The name of the one
        who speaks (*Ann: It fell.*) is not what is spoken of.
        """
        agrees = self.verdict(mention)
        if agrees is None:
            return mention.kind != "pronoun" and "Gender" not in self.wanted
        return agrees

    def verdict(self, mention: Mention) -> bool | None:
        """Return whether a source mention can agree; None where no translation of it tells.

        That is where it has no link, or one to a word that is no noun and no pronoun.
        """
        noun = TokenRef("source", mention.segment, mention.head)
        if mention.kind == "noun" and not self.fits(noun):
            return False
        source = self.document.source[mention.segment]
        if not self.has_source_number(noun):
            return False
        if mention.kind == "name" and is_speaker_name(source.text, source.starts[mention.head]):
            return False
        heads = [mention.head, *coordinated(source, mention.head)]
        wanted = dict(self.wanted)
        if len(heads) > 1:
            wanted.pop("Number", None)
        kinds = NAMING if mention.kind != "pronoun" else frozenset({PRONOUN})
        found = [
            feats for head in heads for feats in self.translations(mention.segment, head, kinds)
        ]
        return any(not conflict(wanted, feats) for feats in found) if found else None

    def is_told(self, mention: Mention) -> bool:
        """Return whether a translation of a mention tells its gender, or none is wanted."""
        heads = [mention.head, *coordinated(self.document.source[mention.segment], mention.head)]
        return "Gender" not in self.wanted or any(
            "Gender" in feats
            for head in heads
            for feats in self.translations(mention.segment, head, NAMING)
        )

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

    def is_own_subject(self, subject: int) -> bool:
        """Return whether a source noun of the pronoun's segment agrees, and surely if it may be.

        Of a name only the determiner tells the gender, if it has one.
        """
        if not self.fits(TokenRef("source", self.segment, subject)):
            return False
        if self.document.source[self.segment][subject].upos != "NOUN":
            return self.may_be_name(subject)
        found = list(self.translations(self.segment, subject, ud.NOMINAL))
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

    def fits(self, noun: TokenRef) -> bool:
        """Return whether nothing is known that keeps it from standing for a source noun."""
        return self._fits is None or self._fits(noun)

    def may_be(self, noun: TokenRef) -> bool:
        """Return whether it may stand for a source noun by its sort and its number."""
        return self.fits(noun) and self.has_source_number(noun)

    @property
    def needs_noun(self) -> bool:
        """Whether only a noun decides it: a neuter that follows another may stand for a clause."""
        return self.genders == {"Neut"} and not self.is_named

    @property
    def genders(self) -> frozenset[str]:
        """The genders that the pronoun may have; none where it tells none."""
        return self.wanted.get("Gender", frozenset())

    @property
    def points(self) -> bool:
        """Whether it has a gender that points to a noun; a neuter may stand for a clause.

        Unless what is said of it shows that it stands for a thing.
        """
        return bool(self.genders - {"Neut"}) or (self.is_named and bool(self.genders))

    def is_like(self, segment: int, token: int) -> bool:
        """Return whether a target noun has a gender, and that of the pronoun, and its number.

        Where the analysis knows no gender of the noun, its determiner may tell it.
        """
        tokens = self.document.target[segment]
        feats = of_determiner(tokens, token) | agreeing(tokens, token)
        return "Gender" in feats and not conflict(self.wanted, feats)

    def tells(self, segment: int, token: int) -> bool:
        """Return whether a target word is a noun whose gender is known."""
        word = self.document.target[segment][token]
        return word.upos in ud.NOMINAL and "Gender" in word.feats

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

    def translations(
        self, segment: int, token: int, kinds: frozenset[str]
    ) -> Iterator[Mapping[str, frozenset[str]]]:
        """Yield what each word of some kinds that translates a source word tells of agreement."""
        target = self.document.target[segment]
        upos = target.upos or ()
        for other in naming_words(self.document, segment, token) if upos else ():
            if upos[other] in kinds and (segment, other) != (self.segment, self.token):
                yield agreeing(target, other)


class SourceAgreement:
    """The gender and number of a source pronoun, compared with nouns of its own language.

    Where the target side names the antecedent: Russian *она* that became *it* stands for no
    masculine noun. Of *he* and *she* only names are compared: a doctor is masculine and may be a
    woman.

    Args:
        document: the document.
        segment: the pronoun's segment.
        source: the source word, 0-based; a verb where the pronoun is dropped.
        label: the class of the target pronoun.
        is_person: whether the target pronoun stands for persons.
        sorts: of the target language; *it* stands for no person, *he* and *she* for no thing.
    """

    def __init__(
        self,
        document: Document,
        segment: int,
        source: int,
        label: str,
        *,
        is_person: bool,
        sorts: NounClasses | None = None,
    ) -> None:
        tokens = document.source[segment]
        self._document = document
        self._segment = segment
        self._label = label
        agrees = (tokens.upos or ())[source] in AGREEING
        self._wanted = agreeing(tokens, source) if agrees else {}
        self._kinds = frozenset({NAME}) if is_person else ud.NOMINAL
        self._sorts = sorts

    @property
    def needs_noun(self) -> bool:
        """Whether only a noun decides it: *it* for a source word that tells no gender.

        English *it* stands for clauses and for nothing, too.
        """
        return self._label == NEUTER and "Gender" not in self._wanted

    def allows(self, mention: Mention) -> bool:
        """Return whether a target mention's source nouns can agree; unknown features agree.

        A word like *nobody* names nothing that is spoken of again.
        """
        head = self._document.target[mention.segment][mention.head]
        if mention.kind != "pronoun" and head.upos == PRONOUN:
            return False
        if self._sorts is not None and not self._is_of_sort(mention, self._sorts):
            return False
        source = self._document.source[mention.segment]
        upos = source.upos or ()
        nouns = [
            agreeing(source, i)
            for i in self._document.links(mention.segment).sources(mention.head)
            if upos[i] in self._kinds
        ]
        return not nouns or any(not conflict(self._wanted, feats) for feats in nouns)

    def clashes(self, noun: TokenRef) -> bool:
        """Return whether a target noun translates none of the source pronoun's gender.

        A name has the gender of its verb, where that tells one (Russian past tenses).
        """
        tokens = self._document.source[noun.segment]
        linked = self._document.links(noun.segment).sources(noun.token)
        found = [
            agreeing(tokens, i if tokens[i].upos != NAME else _verb(tokens, i))
            for i in linked
            if tokens[i].upos == "NOUN" or _verb(tokens, i) != i
        ]
        return bool(found) and all(conflict(self._gender(), feats) for feats in found)

    def _gender(self) -> dict[str, frozenset[str]]:
        if self._label in GENDERS and self._label != NEUTER:
            return {"Gender": frozenset({GENDERS[self._label]})}
        return {"Gender": self._wanted["Gender"]} if "Gender" in self._wanted else {}

    def may_be(self, segment: int, token: int) -> bool:
        """Return whether a target noun may be what the pronoun stands for, by sort and number.

        And its source by gender, unless it is a name.
        """
        word = self._document.target[segment][token]
        is_name = word.upos == NAME
        is_plural = word.feats.get("Number") == "Plur"
        if is_plural != (self._label == PLURAL):
            return False
        sort = self._sorts.of_noun(word.lemma) if self._sorts is not None else None
        if self._label == NEUTER and sort == "persons":
            return False
        if self._label in GENDERS and self._label != NEUTER and not is_name and sort != "persons":
            return False
        source = self._document.source[segment]
        linked = self._document.links(segment).sources(token)
        nouns = [agreeing(source, i) for i in linked if source[i].upos in ud.NOMINAL]
        return is_name or not nouns or any(not conflict(self._gender(), feats) for feats in nouns)

    def is_own_subject(self, subject: int) -> bool:
        """Return whether a source noun of the pronoun's segment has its number and no other gender.

        Things that have masculine or feminine nouns in the source have neuter pronouns here.
        """
        tokens = self._document.source[self._segment]
        feats = agreeing(tokens, subject)
        if tokens[subject].upos == NAME:  # whose gender is guessed by its ending
            feats.pop("Gender", None)
        number = frozenset({"Plur" if self._label == PLURAL else "Sing"})
        wanted = {"Number": number}
        if self._label in GENDERS and self._label != NEUTER:
            wanted["Gender"] = frozenset({GENDERS[self._label]})
        return not conflict(wanted, feats)

    def _is_of_sort(self, mention: Mention, sorts: NounClasses) -> bool:
        if mention.kind != "noun" or self._label not in GENDERS:
            return True
        word = self._document.target[mention.segment][mention.head]
        other = "persons" if self._label == NEUTER else "things"
        return sorts.of_noun(word.lemma) != other and not sorts.is_part(word.lemma)


def _verb(tokens: Tokens, token: int) -> int:
    """Return the verb of a subject, or the word itself."""
    word = tokens[token]
    is_subject = ud.relation(word) == "nsubj" and word.head >= 0
    return word.head if is_subject and tokens[word.head].upos in ud.VERBAL else token
