"""What the own segment says of a pronoun where the target side is the resolved one (into English).

The source tells the gender of its pronouns and nouns, the target who and what they are. A pronoun
of a person needs no context where its segment says that it is a person, a possessive belongs to the
subject of its clause, and a noun or name before the pronoun in its segment that may be what it
stands for mostly is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugins.phenomena.pronouns.own_names import is_name_before, is_named_here
from discotag.plugins.phenomena.pronouns.own_owners import is_owned_here
from discotag.plugins.phenomena.pronouns.own_person import is_person_here
from discotag.plugins.phenomena.pronouns.own_segment import is_named_before
from discotag.plugins.phenomena.pronouns.verdicts import (
    NO_NOUN,
    NOUN_BEFORE,
    OWN_PERSON,
    OWN_PRONOUN,
    OWN_SUBJECT,
    OWN_TOPIC,
)

if TYPE_CHECKING:
    from discotag.plugins.phenomena.pronouns.antecedent import Antecedent
    from discotag.plugins.phenomena.pronouns.pair import Pair
    from discotag.plugins.phenomena.pronouns.scene import Scene
    from discotag.plugins.phenomena.pronouns.sorts import Sorts
    from discotag.plugins.phenomena.pronouns.source_agreement import SourceAgreement


def decided_here(
    scene: Scene, pair: Pair, antecedent: Antecedent, agreement: SourceAgreement, sorts: Sorts
) -> Antecedent | None:
    """Return what stands for an antecedent where the own segment, or no noun, decides.

    Args:
        scene: the document and its coreference.
        pair: the pronoun and its source.
        antecedent: what the coreference names.
        agreement: of the source pronoun.
        sorts: of the target language.
    """
    document = scene.document
    if is_person_here(document, scene.known.chains, pair, sorts):
        return OWN_PERSON
    if scene.has_own_pronoun(pair):
        return OWN_PRONOUN
    if not pair.is_dropped and is_owned_here(document, pair, sorts):
        return OWN_SUBJECT
    if not pair.is_dropped and is_named_here(document, pair, sorts):
        return NOUN_BEFORE
    is_hidden = pair.is_dropped or pair.decided_by == "known"
    is_topic = pair.is_dropped and is_name_before(document, pair)
    if is_topic or (is_hidden and is_named_before(document, pair, sorts, scene.opened)):
        return OWN_TOPIC
    return NO_NOUN if agreement.needs_noun and antecedent.chain is not None else None
