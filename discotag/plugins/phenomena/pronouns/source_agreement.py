"""Agreement on the source side: what a source pronoun's gender and number allow it to stand for.

Where only the target side's coreference is known, as into English: Russian *она* that became *it*
stands for no masculine noun.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugins.phenomena.pronouns.features import (
    AGREEING,
    GENDERS,
    NAME,
    NEUTER,
    NOUNS,
    PLURAL,
    PRONOUN,
    agreeing,
    conflict,
)

if TYPE_CHECKING:
    from discotag.core.coreference import Mention
    from discotag.core.document import Document
    from discotag.core.tags import TokenRef
    from discotag.core.tokens import Tokens
    from discotag.plugins.phenomena.pronouns.sorts import Sorts


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
        sorts: Sorts | None = None,
    ) -> None:
        tokens = document.source[segment]
        self._document = document
        self._segment = segment
        self._label = label
        agrees = (tokens.upos or ())[source] in AGREEING
        self._wanted = agreeing(tokens, source) if agrees else {}
        self._kinds = frozenset({NAME}) if is_person else NOUNS
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
        nouns = [agreeing(source, i) for i in linked if source[i].upos in NOUNS]
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

    def _is_of_sort(self, mention: Mention, sorts: Sorts) -> bool:
        if mention.kind != "noun" or self._label not in GENDERS:
            return True
        word = self._document.target[mention.segment][mention.head]
        other = "persons" if self._label == NEUTER else "things"
        return sorts.of_noun(word.lemma) != other and not sorts.is_part(word.lemma)


def _verb(tokens: Tokens, token: int) -> int:
    """Return the verb of a subject, or the word itself."""
    word = tokens[token]
    is_subject = word.deprel.partition(":")[0] == "nsubj" and word.head >= 0
    return word.head if is_subject and tokens[word.head].upos in {"VERB", "AUX"} else token
