"""Reads `contrapro`: ContraPro's JSON (Müller et al. 2018), and sets made like it.

The large English–French pronoun set (Lopes et al. 2020) has the same fields. The JSON holds no
context: that comes from the extracted files, or from the documents themselves.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field

from discotag.plugin import InputError, UsageError
from discotag.plugin.files import items as list_items
from discotag_cxmi.contrast.items import Candidate, Item
from discotag_cxmi.contrast.readers.context_files import aligned, contexts
from discotag_cxmi.contrast.readers.films import Films, is_same

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.plugin.files import Notes
    from discotag_cxmi.contrast.readers.context_files import Pair
    from discotag_cxmi.contrast.readers.request import SetRequest


class ErrorRecord(BaseModel):
    """A wrong translation."""

    model_config = ConfigDict(frozen=True)

    contrastive: str


class ContraProRecord(BaseModel):
    """What is read of an item; its other fields are left alone.

    A distance below 0 says that neither it nor `intrasegmental` is known (the UN set).
    """

    model_config = ConfigDict(frozen=True, coerce_numbers_to_str=True)

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
    texts_of = [
        (record.reference, *(error.contrastive for error in record.errors)) for _, record in found
    ]
    if request.context_source:
        _check_order(request, [text for texts in texts_of for text in texts], notes)
    films = Films(request.documents, request.most, notes) if request.documents else None
    extracted = contexts(request, sum(map(len, texts_of)), notes)
    given: Counter[str] = Counter()
    for (line, record), texts in zip(found, texts_of, strict=True):
        of_texts = [next(extracted) for _ in texts]
        around: Pair = of_texts[0]
        if films is not None:
            around = films.before(
                record.document, record.segment, (record.source, record.reference)
            )
        pronouns = (record.source_pronoun, record.reference_pronoun)
        is_told = record.distance is None or record.distance >= 0
        name = f"{record.document}:{record.segment}"
        given[name] += 1
        yield Item(
            id=name if given[name] == 1 else f"{name}#{given[name]}",
            source=record.source,
            candidates=tuple(Candidate(text, around[1]) for text in texts),
            source_context=around[0],
            document=record.document,
            distance=record.distance if is_told else None,
            is_intra=record.intrasegmental if is_told else None,
            labels={"pronoun": ":".join(name.lower() for name in pronouns if name)}
            if any(pronouns)
            else {},
            place=line,
        )


def _check_order(request: SetRequest, texts: Sequence[str], notes: Notes) -> None:
    """Check by the extracted translations that context was extracted in the set's order.

    The English–French set's own script orders items by document, its JSON does not.
    """
    if request.target is None:
        notes.tell(
            "its order is taken to be that of the set; --tgt FILE, the translations extracted with"
            " it, checks that",
            kind="order",
            path=request.context_source or request.path,
            line=None,
        )
        return
    lines = aligned(request.target, len(texts), "translation", notes)
    for number, (line, text) in enumerate(zip(lines, texts, strict=True), 1):
        if not is_same(line, text):
            raise InputError(
                f"is not the set's translation {number}, {text[:60]!r}: extracted in another order,"
                " or of another set; --documents needs no extracted files",
                path=request.target,
                line=number,
            )
