"""Settings of the pronoun tagger."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from discotag.core.tags import ContextOptions


class PronounOptions(ContextOptions):
    """Settings of the tagger.

    Args:
        antecedents: where an antecedent is looked for: the `document`; the `segment` alone, as
            the published MuDA code does; or nowhere (`none`): every listed pair is a tag.
        agreement: whether an antecedent's translation must agree with the target pronoun in gender
            and number, and a noun of the pronoun's own segment that agrees may decide.
        confidence: the least score of a pronoun in its cluster for the cluster to be believed,
            where the coreference gives scores.
        neuter: the least such score for a pronoun that can only be neuter (German *es*): such a
            pronoun may stand for a clause or for nothing. Chosen on judged tags.
        own_segment: the score below which the cluster gives way to a noun that stands before the
            pronoun in its own segment and agrees with it (`agreement`).
        likely: whether the likeliest noun before a pronoun that agrees with it may stand for an
            antecedent that the coreference does not name (`agreement`).
        sure: the least probability of being right that evidence must have to be named, 0-1
            (`sureness`). Below it the tag stands without evidence, as an unresolved one, and a
            pronoun that may stand for a clause is none, unless the coreference settles it. 0 = it
            is always named. Chosen on 410 judged pieces of evidence (development sheets): of those
            named 254 of 294 are right at .8, 203 of 227 at .86, 139 of 151 at .9; of others,
            judged later with better links and coreference, 64 of 72 between .8 and .86.
        unresolved: whether a pronoun with an unknown antecedent is a tag: `always`, `never`, or
            only in documents where nothing resolves coreference on either side (`no-coref`).
        first_segment: whether it is one even in the first segment of a document.
        expletives: whether pronouns that refer to nothing are treated like the others.
        repetition: whether a choice without antecedent is decided by earlier segments; if not, it
            is treated like the others.
        reach: how many segments back such a choice holds: further back, somebody else is speaking;
            None = the whole document.
        forms: `table` = the table's pairs under their conditions, or the name of a published list:
            `preprint` (the MuDA papers), `muda` (their code).
        links: `all`, or `last`: each source token's last target token, as the published MuDA code
            has it.
    """

    antecedents: Literal["document", "segment", "none"] = "document"
    agreement: bool = True
    confidence: float = Field(default=0.3, ge=0, le=1)
    neuter: float = Field(default=0.5, ge=0, le=1)
    own_segment: float = Field(default=0.8, ge=0, le=1)
    likely: bool = True
    sure: float = Field(default=0.8, ge=0, le=1)
    unresolved: Literal["no-coref", "always", "never"] = "no-coref"
    first_segment: bool = False
    expletives: bool = False
    repetition: bool = True
    reach: int | None = Field(default=10, ge=0)
    forms: str = "table"
    links: Literal["all", "last"] = "all"
