"""Agreement on the source side: what a source pronoun's gender and number allow it to stand for.

Where only the target side's coreference is known, as into English: Russian *она* that became *it*
stands for no masculine noun.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugins.pronouns.features import (
    AGREEING,
    GENDERS,
    NAME,
    NEUTER,
    NOUNS,
    PLURAL,
    agreeing,
    conflict,
)

if TYPE_CHECKING:
    from discotag.core.coreference import Mention
    from discotag.core.document import Document
    from discotag.plugins.pronouns.sorts import Sorts


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

    @property
    def tells_gender(self) -> bool:
        """Whether the source word has the gender of the class, and no other: *он* that is *he*."""
        gender = GENDERS.get(self._label)
        return gender is not None and self._wanted.get("Gender") == frozenset({gender})

    def allows(self, mention: Mention) -> bool:
        """Return whether a target mention's source nouns can agree; unknown features agree."""
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

    def is_own_subject(self, subject: int) -> bool:
        """Return whether a source noun of the pronoun's segment has its number and no other gender.

        Things that have masculine or feminine nouns in the source have neuter pronouns here.
        """
        feats = agreeing(self._document.source[self._segment], subject)
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
