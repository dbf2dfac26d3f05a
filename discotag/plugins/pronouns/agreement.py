"""Agreement on the target side: what a target pronoun's gender and number allow it to stand for.

*étude* is no antecedent of *il*, whatever the source side makes of *study* and *it*.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag._analysis.voices import is_speaker_name
from discotag.core.tags import TokenRef
from discotag.core.tokens import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from discotag.core.coreference import Mention
    from discotag.core.document import Document
    from discotag.core.tokens import Token, Tokens

FEATURES = ("Gender", "Number")
NOUNS = frozenset({"NOUN", "PROPN"})
NOMINALS = frozenset({*NOUNS, "PRON"})
NAME, PRONOUN = "PROPN", "PRON"
PLURAL, DUAL, NEUTER, THINGS = "plur", "dual", "neut", "things"
"""Labels of classes; `things` takes up several things in the feminine singular (Arabic *هي*)."""
AGREEING = frozenset({"PRON", "VERB", "AUX"})
"""What agrees with the noun that it stands for or whose verb it is; a possessive determiner agrees
with the thing possessed."""
ROLES = frozenset({"nsubj", "obj", "iobj", "obl", "nmod", "root", "conj", "appos", "dislocated"})
"""What a noun must be to decide a pronoun behind it: no part of a compound, no date."""
SUBJECT = "nsubj"
ARGUMENTS = frozenset({"nsubj", "obj", "iobj", "obl"})
"""Arguments and adjuncts of a verb, no two of which stand for the same thing (principle B of
Chomsky, Lectures on Government and Binding, 1981)."""


GENDERS = {"masc": "Masc", "fem": "Fem", "neut": "Neut", "common": "Com"}
"""Parts of a class's label → UD gender."""


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
    ) -> None:
        self._document = document
        self.segment = segment
        self._token = token
        self._number = number
        self._fits = fits
        tokens = document.target[segment]
        own = {} if is_owner else agreeing(tokens, token)
        self._wanted = _attached(tokens, token) or own
        genders = frozenset(GENDERS[part] for part in label.split("-") if part in GENDERS)
        if genders - {"Neut"}:  # what a language without neuters calls so has another gender
            self._wanted["Gender"] = genders
        if label == DUAL:
            self._wanted["Number"] = frozenset({"Dual"})
        if label == PLURAL:
            self._wanted = {"Number": frozenset({"Plur"})}
        self.is_of_things = label == THINGS
        if self.is_of_things:
            self._wanted = {}

    def allows(self, mention: Mention) -> bool:
        """Return whether a source mention's translation can agree; unknown features agree.

        A coordination has the number of no single noun; some noun of it must allow the gender. A
        mention whose translation is no noun and no pronoun decides no gender. The name of the one
        who speaks (*Ann: It fell.*) is not what is spoken of.
        """
        agrees = self.verdict(mention)
        if agrees is None:
            return mention.kind != "pronoun" and "Gender" not in self._wanted
        return agrees

    def verdict(self, mention: Mention) -> bool | None:
        """Return whether a source mention can agree; None where no translation of it tells.

        That is where it has no link, or one to a word that is no noun and no pronoun.
        """
        noun = TokenRef("source", mention.segment, mention.head)
        if mention.kind == "noun" and not self.fits(noun):
            return False
        source = self._document.source[mention.segment]
        if not self.has_source_number(noun):
            return False
        if mention.kind == "name" and is_speaker_name(source.text, source.starts[mention.head]):
            return False
        heads = [mention.head, *_coordinated(source, mention.head)]
        wanted = dict(self._wanted)
        if len(heads) > 1:
            wanted.pop("Number", None)
        kinds = NOMINALS if mention.kind != "pronoun" else frozenset({PRONOUN})
        found = [
            feats for head in heads for feats in self._translations(mention.segment, head, kinds)
        ]
        return any(not conflict(wanted, feats) for feats in found) if found else None

    def is_told(self, mention: Mention) -> bool:
        """Return whether a translation of a mention tells its gender, or none is wanted."""
        heads = [mention.head, *_coordinated(self._document.source[mention.segment], mention.head)]
        return "Gender" not in self._wanted or any(
            "Gender" in feats
            for head in heads
            for feats in self._translations(mention.segment, head, NOMINALS)
        )

    def has_source_number(self, noun: TokenRef) -> bool:
        """Return whether a source noun may have the number of the source pronoun.

        *It* takes up no plural, and *they* a singular only where the translation has a plural (a
        team, hair) or where several are coordinated. A plural name may be one thing.
        """
        tokens = self._document.source[noun.segment]
        word = tokens[noun.token]
        is_plural = word.feats.get("Number", "Sing") != "Sing"
        if word.upos not in NOUNS or self._number is None or "Number" not in word.feats:
            return True
        if is_plural or self._number == "Sing":
            return is_plural == (self._number != "Sing") or word.upos == NAME
        if _coordinated(tokens, noun.token):
            return True
        target = self._document.target[noun.segment]
        return any(
            target[j].feats.get("Number") == "Plur"
            for j in self._document.links(noun.segment).targets(noun.token)
        )

    def has_number(self, number: str | None) -> bool:
        """Return whether the pronoun may have a number; True where it is unknown."""
        return number is None or number in self._wanted.get("Number", {number})

    def has_noun_before(self, source_token: int) -> bool:
        """Return whether the pronoun's own segment holds a noun before it that surely agrees.

        A noun that belongs to the pronoun's own verb is none: what one verb has as subject and
        object are two things ("The king signed it"), and so is an adjunct ("in any case, they …").
        """
        if "Gender" not in self._wanted:
            return False
        source = self._document.source[self.segment]
        upos = source.upos or ()
        for token in range(min(source_token, len(upos))):
            if upos[token] not in NOUNS or not self._has_role(source, token):
                continue
            if _are_arguments_of_one_verb(source, token, source_token):
                continue
            wanted = self._of_noun(source[token])
            for feats in self._translations(self.segment, token, NOUNS):
                if "Gender" in feats and not conflict(wanted, feats):
                    return True
        return False

    def _has_role(self, source: Tokens, token: int) -> bool:
        """Return whether a noun may decide a pronoun, by its relation or as a subject before it."""
        if _relation(source, token) in ROLES:
            return True
        target, head = self._document.target[self.segment], self._head()
        return any(
            j < self._token and _relation(target, j) == SUBJECT and target[j].head != head
            for j in self._document.links(self.segment).targets(token)
        )

    def _head(self) -> int:
        return self._document.target[self.segment][self._token].head

    def _of_noun(self, noun: Token) -> Mapping[str, frozenset[str]]:
        """Return what a noun's translation must have; not a number that its source has already.

        Analyses are often wrong about the number of a noun with one form for both (German *seinen
        Kuchen*), and *one* takes up a plural (*two trees … one*).
        """
        wanted = dict(self._wanted)
        if self._number is None or noun.feats.get("Number") == self._number:
            wanted.pop("Number", None)
        return wanted

    def is_owner_of_noun_before(self, source_token: int) -> bool:
        """Return whether a possessive without a noun has one before it in its segment that agrees.

        What is *mine* is mostly named just before: "her symptoms are similar to mine".
        """
        source = self._document.source[self.segment]
        is_owner = "Poss" in source[source_token].feats and source[source_token].upos == PRONOUN
        return is_owner and self.has_any_noun_before(self._token)

    def is_own_subject(self, subject: int) -> bool:
        """Return whether a source noun of the pronoun's segment agrees, and surely if it may be."""
        if not self.fits(TokenRef("source", self.segment, subject)):
            return False
        found = list(self._translations(self.segment, subject, NOUNS))
        is_name = self._document.source[self.segment][subject].upos == NAME
        sure = [feats for feats in found if is_name or "Gender" in feats]
        return any(not conflict(self._wanted, feats) for feats in sure)

    def fits(self, noun: TokenRef) -> bool:
        """Return whether nothing is known that keeps it from standing for a source noun."""
        return self._fits is None or self._fits(noun)

    def may_be(self, noun: TokenRef) -> bool:
        """Return whether it may stand for a source noun by its sort and its number."""
        return self.fits(noun) and self.has_source_number(noun)

    @property
    def needs_noun(self) -> bool:
        """Whether only a noun decides it: a neuter that follows another may stand for a clause."""
        return self.genders == {"Neut"}

    @property
    def genders(self) -> frozenset[str]:
        """The genders that the pronoun may have; none where it tells none."""
        return self._wanted.get("Gender", frozenset())

    def is_like(self, segment: int, token: int) -> bool:
        """Return whether a target noun has a gender, and that of the pronoun, and its number.

        Where the analysis knows no gender of the noun, its determiner may tell it.
        """
        tokens = self._document.target[segment]
        feats = _of_determiner(tokens, token) | agreeing(tokens, token)
        return "Gender" in feats and not conflict(self._wanted, feats)

    def tells(self, segment: int, token: int) -> bool:
        """Return whether a target word is a noun whose gender is known."""
        word = self._document.target[segment][token]
        return word.upos in NOUNS and "Gender" in word.feats

    def is_likely(self, segment: int, token: int) -> bool:
        """Return whether a target noun is like the pronoun; names must be those of things.

        Names with a determiner (*la BCE*), inanimate and neuter ones are seldom those of persons.
        """
        tokens = self._document.target[segment]
        word = tokens[token]
        is_thing = word.feats.get("Animacy") == "Inan" or word.feats.get("Gender") == "Neut"
        if word.upos != NAME or is_thing:
            return self.is_like(segment, token)
        feats = _of_determiner(tokens, token)
        return "Gender" in feats and not conflict(self._wanted, feats)

    def has_any_noun_before(self, token: int) -> bool:
        """Return whether any noun before a token of the pronoun's segment, target side, agrees.

        Of several things at once, only the source's number tells which nouns may be meant.
        """
        upos = self._document.target[self.segment].upos or ()
        links = self._document.links(self.segment)
        return any(
            upos[other] in NOUNS
            and self.is_like(self.segment, other)
            and (
                not self.is_of_things
                or any(
                    self.may_be(TokenRef("source", self.segment, i)) for i in links.sources(other)
                )
            )
            for other in range(token)
        )

    def _translations(
        self, segment: int, token: int, kinds: frozenset[str]
    ) -> Iterator[Mapping[str, frozenset[str]]]:
        target = self._document.target[segment]
        upos = target.upos or ()
        for other in self._document.links(segment).targets(token):
            if upos and upos[other] in kinds and (segment, other) != (self.segment, self._token):
                yield agreeing(target, other)


def number_of(pronoun: Token) -> str | None:
    """Return the number of what a source pronoun stands for; of a possessive, the owner's."""
    if pronoun.upos not in {PRONOUN, "DET"}:
        return None
    if "Poss" in pronoun.feats and pronoun.upos != PRONOUN:
        return pronoun.feats.get("Number[psor]")
    return pronoun.feats.get("Number")


def _of_determiner(tokens: Tokens, token: int) -> dict[str, frozenset[str]]:
    for child in tokens.children(token):
        if _relation(tokens, child) == "det":
            return agreeing(tokens, child)
    return {}


def _relation(tokens: Tokens, token: int) -> str:
    return (tokens.deprels or ())[token].partition(":")[0]


def _are_arguments_of_one_verb(tokens: Tokens, first: int, second: int) -> bool:
    heads = tokens.heads or ()
    return heads[first] == heads[second] != ROOT and all(
        _relation(tokens, token) in ARGUMENTS for token in (first, second)
    )


def agreeing(tokens: Tokens, token: int) -> dict[str, frozenset[str]]:
    """Return the gender and number of a word, each as what it may be."""
    feats = tokens.feats[token] if tokens.feats is not None else {}
    return {name: frozenset(feats[name].split(",")) for name in FEATURES if name in feats}


def _attached(tokens: Tokens, token: int) -> dict[str, frozenset[str]]:
    """Return the gender and number of a pronoun attached to a word (`Gender[clit]`)."""
    feats = tokens.feats[token] if tokens.feats is not None else {}
    layered = {name: f"{name}[clit]" for name in FEATURES}
    return {
        name: frozenset(feats[layer].split(","))
        for name, layer in layered.items()
        if layer in feats
    }


def conflict(wanted: Mapping[str, frozenset[str]], found: Mapping[str, frozenset[str]]) -> bool:
    """Return whether a feature that both tell has no value in common."""
    return any(not values & found[name] for name, values in wanted.items() if name in found)


def _coordinated(tokens: Tokens, head: int) -> list[int]:
    deprels = tokens.deprels or ()
    return [child for child in tokens.children(head) if deprels[child].startswith("conj")]
