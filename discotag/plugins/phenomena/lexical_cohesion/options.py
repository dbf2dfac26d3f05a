"""Settings of the taggers of lexical cohesion and names."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from discotag.core.evidence import ContextOptions

CONTENT = ("ADJ", "ADV", "NOUN", "PROPN", "VERB")


class CohesionOptions(ContextOptions):
    """Settings of the tagger.

    Args:
        threshold: how many earlier links of the pair make it a habit of the text.
        unit: `lemma` (casefolded), or `form` with its case, as the published MuDA code has it.
        classes: UPOS classes of content words; empty = all but punctuation and stop words.
        stops: where stop words come from: the `pack`'s list, by form or lemma, and words without a
            letter; or `spacy`, as the published MuDA code has it: by form alone, and what spaCy
            takes for punctuation.
        links: `all`, or `last`: each source token's last target token, as MuDA's code has it. Each
            link counts then, so that evidence is the source words.
        compounds: `joined` takes the parts of a word for one: *blood test* – *Bluttest* is one
            pair, so are words whose parts are written without a space (葡萄|酒); `apart`, as MuDA
            has it, pairs each part.
        sure: least mean confidence of a pair's links in the text, from which on its words are tags,
            where the aligner tells confidences; the link of the place needs two thirds of it. Only
            with compounds joined.
        names: `apart` leaves names and copied words to the phenomenon `names`; `together`, as MuDA
            has it, counts them as words.
    """

    threshold: int = Field(default=3, ge=1)
    unit: Literal["lemma", "form"] = "lemma"
    classes: tuple[str, ...] = CONTENT
    stops: Literal["pack", "spacy"] = "pack"
    links: Literal["all", "last"] = "all"
    compounds: Literal["joined", "apart"] = "joined"
    sure: float = Field(default=0.75, ge=0, le=1)
    names: Literal["apart", "together"] = "apart"
