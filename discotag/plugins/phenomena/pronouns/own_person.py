"""Pronouns of persons that need no context: their segment says so, and the source the gender.

German *er* is *he* or *it*, but not in "he said". What is said of another pronoun of the segment
that stands for the same holds for all of them ("*He* took off his hat and said that …").
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.tags import TokenRef
from discotag.plugins.phenomena.pronouns.features import GENDERS, PRONOUN

if TYPE_CHECKING:
    from discotag.core.document import Document
    from discotag.plugins.phenomena.pronouns.chains import Chains
    from discotag.plugins.phenomena.pronouns.pair import Pair
    from discotag.plugins.phenomena.pronouns.sorts import Sorts

PERSONAL = frozenset({"masc", "fem"})


def is_person_here(document: Document, known: Chains, pair: Pair, sorts: Sorts) -> bool:
    """Return whether a pronoun's segment says that it is a person, and of which gender.

    Args:
        document: the document.
        known: its chains, of the target side.
        pair: the pronoun and its source.
        sorts: of the target language.
    """
    label, segment = pair.label.partition("→")[2], pair.place.segment
    if label not in PERSONAL:
        return False
    source, links = document.source[segment], document.links(segment)
    told = {
        token: any(
            source[i].upos == PRONOUN and source[i].feats.get("Gender") == GENDERS[label]
            for i in ((pair.source,) if token == pair.place.token else links.sources(token))
        )
        for token in (pair.place.token, *known.pronouns_beside(segment, pair.place.token))
    }
    return any(told.values()) and any(
        sorts.is_evident(document, TokenRef("target", segment, token)) for token in told
    )
