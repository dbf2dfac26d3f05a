"""Reads `contrapro`: ContraPro's JSON (Müller et al. 2018), and sets made like it.

The large English–French pronoun set (Lopes et al. 2020) has the same fields. The JSON holds no
context: that comes from the extracted files, or from the documents themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field

from discotag.core.errors import UsageError
from discotag.files.json_list import items as list_items
from discotag_cxmi.contrast.items import Candidate, Item
from discotag_cxmi.contrast.readers.context_files import contexts
from discotag_cxmi.contrast.readers.films import Films
from discotag_cxmi.contrast.readers.naming import Names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.files.notes import Notes
    from discotag_cxmi.contrast.readers.context_files import Pair
    from discotag_cxmi.contrast.readers.request import SetRequest


class ErrorRecord(BaseModel):
    """A wrong translation."""

    model_config = ConfigDict(frozen=True)

    contrastive: str


class ContraProRecord(BaseModel):
    """What is read of an item; its other fields are left alone."""

    model_config = ConfigDict(frozen=True)

    source: str = Field(alias="src segment")
    reference: str = Field(alias="ref segment")
    errors: tuple[ErrorRecord, ...]
    document: str = Field(alias="document id")
    segment: int = Field(alias="segment id")
    distance: int | None = Field(alias="ante distance", default=None)
    intrasegmental: bool | None = None
    source_pronoun: str | None = Field(alias="src pronoun", default=None)
    reference_pronoun: str | None = Field(alias="ref pronoun", default=None)


def read(request: SetRequest, notes: Notes) -> Iterator[Item]:
    """Yield the items; InputError or LineCountError where JSON, context or documents do not fit."""
    if request.documents and request.context_source:
        raise UsageError("give --documents or --context-src, not both")
    found = list(list_items(request.path, ContraProRecord, notes))
    films = Films(request.documents, request.most, notes) if request.documents else None
    extracted = contexts(request, sum(1 + len(record.errors) for _, record in found), notes)
    names = Names()
    for line, record in found:
        texts = (record.reference, *(error.contrastive for error in record.errors))
        of_texts = [next(extracted) for _ in texts]
        around: Pair = of_texts[0]
        if films is not None:
            around = films.before(
                record.document, record.segment, (record.source, record.reference)
            )
        pronouns = (record.source_pronoun, record.reference_pronoun)
        yield Item(
            id=names.unique(f"{record.document}:{record.segment}"),
            source=record.source,
            candidates=tuple(Candidate(text, around[1]) for text in texts),
            source_context=around[0],
            document=record.document,
            distance=record.distance,
            is_intra=record.intrasegmental,
            labels={"pronoun": ":".join(name.lower() for name in pronouns if name)}
            if any(pronouns)
            else {},
            place=line,
        )
