"""What a pronoun may translate although its link says otherwise: source words that are left over.

Where nothing else in the translation stands for a source noun, a pronoun that the source seems to
leave out may: 活动目的是 … → "*It* was aimed at …". And where no other pronoun stands for *he*,
a masculine one linked to *it* does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugins.phenomena.pronouns.features import NOMINALS, PRONOUN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.core.token_context import TokenContext

PERSONAL = frozenset({"Masc", "Fem"})
NAMING = frozenset({"nsubj", "obj", "iobj", "dislocated", "root", "nmod", "conj", "compound"})
"""Relations of words that a pronoun may stand for."""


def left_over(verb: TokenContext) -> Iterator[TokenContext]:
    """Yield the nouns and pronouns of a verb's segment that nothing is linked to."""
    for word in verb.tokens:
        site = verb.at(word.index)
        named = word.upos in NOMINALS and word.deprel.partition(":")[0] in NAMING
        if named and not site.linked():
            yield site


def unexplained(source: TokenContext, target: TokenContext) -> Iterator[TokenContext]:
    """Yield other source pronouns of a person that only a target pronoun can stand for.

    Args:
        source: a pronoun that tells no gender of a person.
        target: the pronoun that is linked to it.
    """
    gender = target.word.feats.get("Gender")
    is_thing = source.word.feats.get("Gender") not in PERSONAL
    if gender not in PERSONAL or not is_thing or "Poss" in target.word.feats:
        return
    for word in source.tokens:
        if word.upos != PRONOUN or word.feats.get("Gender") != gender or "Poss" in word.feats:
            continue
        site = source.at(word.index)
        if all(other.token == target.token for other in site.linked()):
            yield site
