"""Whether a noun of a pronoun's segment may be what it stands for, by number, gender and sort.

Where the target is the resolved side. Names have no gender here, for that of the analysis is
guessed by their endings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugins.phenomena.pronouns.clauses import plain
from discotag.plugins.phenomena.pronouns.features import (
    GENDERS,
    NAME,
    NEUTER,
    PLURAL,
    PRONOUN,
    agreeing,
    conflict,
)

if TYPE_CHECKING:
    from discotag.core.document import Document
    from discotag.core.tokens import Token, Tokens
    from discotag.plugins.phenomena.pronouns.pair import Pair
    from discotag.plugins.phenomena.pronouns.sorts import Sorts

PERSONAL = frozenset({"masc", "fem"})
COORDINATED = "conj"


def may_be(document: Document, pair: Pair, token: int) -> bool:
    """Return whether a source noun agrees, or is a name; a word that is copied is one, too."""
    segment = pair.place.segment
    source, target = document.source[segment], document.target[segment]
    word = source[token]
    if word.upos == NAME or (word.form in target.forms and word.form[:1].isupper()):
        return pair.label.partition("→")[2] != PLURAL
    return agrees(document, pair, word)


def agrees(document: Document, pair: Pair, noun: Token, *, has_number: bool = False) -> bool:
    """Return whether a source noun has the gender and number of the pronoun, as far as it tells.

    Args:
        document: the document.
        pair: the pronoun.
        noun: of the source.
        has_number: whether its translation has the number already (German *seinen Therapeuten*).
    """
    segment, label = pair.place.segment, pair.label.partition("→")[2]
    source = document.source[segment]
    own = source[pair.source]
    wanted = agreeing(source, pair.source) if own.upos == PRONOUN else {}
    if label in PERSONAL:
        wanted["Gender"] = frozenset({GENDERS[label]})
    wanted["Number"] = frozenset({"Plur" if label == PLURAL else "Sing"})
    if has_number:
        del wanted["Number"]
    return not conflict(wanted, agreeing(source, noun.index))


def is_fit(tokens: Tokens, word: Token, pair: Pair, sorts: Sorts) -> bool:
    """Return whether a target noun has the number of a class and may be such a person or thing."""
    label = pair.label.partition("→")[2]
    is_plural = word.feats.get("Number") == "Plur" or any(
        plain(tokens[child].deprel) == COORDINATED for child in tokens.children(word.index)
    )
    sort = sorts.of_noun(word.lemma)
    if label == PLURAL:
        return is_plural or sort is None
    if label == NEUTER:
        return sort != "persons" and (word.upos == NAME or not is_plural)
    has_plural_form = is_plural and word.upos != NAME
    is_several = any(plain(tokens[i].deprel) == COORDINATED for i in tokens.children(word.index))
    return sort != "things" and not has_plural_form and not is_several
