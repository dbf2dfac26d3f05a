"""Words of a pronoun's own segment that it most likely stands for, where its source leaves it open.

Where the source has no word for the pronoun, or only one that a subject mostly decides (Chinese
其, 自己), the translation says *she* again for a subject that its segment has named: 黄发现踩不到底
→ "Huang found that *she* could not touch the bottom". Nothing outside the segment is needed then.
A zero subject goes on with the topic of its sentence before one of an earlier sentence (Li &
Thompson 1981, Mandarin Chinese, chapter 24), so one that agrees is enough.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from discotag.plugins.phenomena.pronouns.clauses import SUBJECT, plain
from discotag.plugins.phenomena.pronouns.features import (
    GENDERS,
    NAME,
    NEUTER,
    NOMINALS,
    NOUNS,
    PLURAL,
    PRONOUN,
    SUBJECT_NOUNS,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from discotag.core.document import Document
    from discotag.core.tokens import Token
    from discotag.plugins.phenomena.pronouns.pair import Pair
    from discotag.plugins.phenomena.pronouns.sorts import Sorts

PERSONAL = frozenset({"masc", "fem"})


def is_named_before(
    document: Document, pair: Pair, sorts: Sorts, opened: Collection[tuple[int, int]]
) -> bool:
    """Return whether a word of its segment that agrees and may be its topic stands before it.

    Args:
        document: the document.
        pair: the pronoun, which the source does not say, or by a word that a noun before it mostly
            decides.
        sorts: of the target language.
        opened: segment and source token of every pair: what they stand for is open, too.
    """
    label = pair.label.partition("→")[2]
    links, segment = document.links(pair.place.segment), pair.place.segment
    source = document.source[segment]
    if not pair.is_dropped and any(
        plain(word.deprel) == SUBJECT
        and word.upos in SUBJECT_NOUNS
        and not links.targets(word.index)
        for word in islice(source, pair.source)
    ):
        return True
    for word in _subjects(document, pair):
        is_open = all(
            (segment, i) in opened and source[i].upos not in NOMINALS
            for i in links.sources(word.index)
        )
        if word.upos == PRONOUN:
            if not is_open and _is_same(word, label):
                return True
        elif _may_be(word, label, sorts):
            return True
    return False


def _subjects(document: Document, pair: Pair) -> Iterator[Token]:
    """Yield subjects before the pronoun, and what translates those before its source.

    Where the source has a word for it, every noun before that counts.
    """
    segment = pair.place.segment
    target, links = document.target[segment], document.links(segment)
    found = {
        word.index
        for word in target
        if plain(word.deprel) == SUBJECT and word.index < pair.place.token
    }
    found |= {
        j
        for word in document.source[segment]
        if word.index < pair.source
        and (plain(word.deprel) == SUBJECT or (word.upos in NOUNS and not pair.is_dropped))
        for j in links.targets(word.index)
        if j < pair.place.token or (target[j].upos == PRONOUN and j != pair.place.token)
    }
    for j in sorted(found):
        if target[j].upos in NOUNS or target[j].upos == PRONOUN:
            yield target[j]


def _is_same(word: Token, label: str) -> bool:
    """Return whether a pronoun has the class of another."""
    if word.feats.get("Person") != "3":
        return False
    is_plural = word.feats.get("Number") == "Plur"
    if label in GENDERS:
        return word.feats.get("Gender") == GENDERS[label] and not is_plural
    return is_plural == (label == PLURAL)


def _may_be(word: Token, label: str, sorts: Sorts) -> bool:
    """Return whether a noun has the number of a class, and is a person or a thing as that is."""
    number = word.feats.get("Number")
    if number is not None and (number == "Plur") != (label == PLURAL):
        return False
    sort = sorts.of_noun(word.lemma)
    if label in PERSONAL:
        return word.upos == NAME or sort == "persons"
    if label == NEUTER:
        return word.upos != NAME and sort != "persons"
    return True
