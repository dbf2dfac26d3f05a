"""Nouns of its own segment that a possessive belongs to by syntax, where the target is resolved.

Either analysis may miss a name ("Novak celebrates *his* first title", with *Novak* as an
interjection), so both sides are read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.tokens import ROOT
from discotag.plugins.phenomena.pronouns.clauses import SUBJECT, deciding_subjects, plain
from discotag.plugins.phenomena.pronouns.features import NOUNS, PRONOUN
from discotag.plugins.phenomena.pronouns.nominals import is_nominal
from discotag.plugins.phenomena.pronouns.own_fit import is_fit, may_be

if TYPE_CHECKING:
    from discotag.core.document import Document
    from discotag.core.tokens import Tokens
    from discotag.plugins.phenomena.pronouns.pair import Pair
    from discotag.plugins.phenomena.pronouns.sorts import Sorts


def is_owned_here(document: Document, pair: Pair, sorts: Sorts) -> bool:
    """Return whether a noun is the subject that a pronoun stands for by syntax, on either side.

    A possessive belongs to the subject of a clause around it, before it, as far as it may be such a
    person or thing ("The coach lost *his* voice"); what else a subject decides, `clauses` tells.
    """
    segment, place = pair.place.segment, pair.place
    target, source = document.target[segment], document.source[segment]
    if any(
        target[j].upos in NOUNS and is_fit(target, target[j], pair, sorts)
        for j in deciding_subjects(target, place.token)
    ):
        return True
    if "Poss" not in target[place.token].feats:
        return False
    found = _subject_above(target, place.token)
    if found is not None and is_nominal(target, target[found]):
        return is_fit(target, target[found], pair, sorts)
    if found is not None:  # those who, each, which
        return target[found].upos == PRONOUN and "Person" not in target[found].feats
    if _is_put_first(target, pair, sorts):
        return True
    found = _subject_above(source, pair.source)
    return found is not None and source[found].upos in NOUNS and may_be(document, pair, found)


def _is_put_first(target: Tokens, pair: Pair, sorts: Sorts) -> bool:
    """Return whether a noun behind a comma and before the verb is what a possessive stands for.

    "At *his* wedding in the old town hall, Novak sang": a parser may not see it as the subject.
    """
    words = list(target)
    root = next((word.index for word in words if word.head == ROOT), 0)
    for word in words[pair.place.token + 1 : root]:
        behind = [words[i].upos for i in (word.index - 1, word.index - 2)]
        starts = behind[0] == "PUNCT" or behind == ["DET", "PUNCT"]
        if word.upos in NOUNS and starts and is_fit(target, word, pair, sorts):
            return True
    return False


def _subject_above(tokens: Tokens, token: int) -> int | None:
    """Return the nearest subject before a word, of a clause that it is in."""
    heads = tokens.heads or ()
    seen = {token}
    above = heads[token]
    while above >= 0 and above not in seen:
        for child in tokens.children(above):
            if plain(tokens[child].deprel) == SUBJECT and child < token and child not in seen:
                return child
        seen.add(above)
        above = heads[above]
    return None
