"""Reads `eval-anaphora`: right and wrong pronouns in English (Jwalapuram et al. 2019).

The set has no source: it can be judged by a file of scores, not by a translation model.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict

from discotag.plugin import InputError
from discotag.plugin.files import records
from discotag_cxmi.contrast.items import Candidate, Item

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.plugin.files import Notes
    from discotag_cxmi.contrast.readers.request import SetRequest

Words = tuple[str, ...]


class AnaphoraRecord(BaseModel):
    """A line; a context ends with the sentence itself."""

    model_config = ConfigDict(frozen=True)

    sample_id: int
    reference_context: Words
    reference_sentence: Words
    noisy_context: Words
    noisy_sentence: Words


def read(request: SetRequest, notes: Notes) -> Iterator[Item]:
    """Yield the items; InputError names the line whose context does not end with its sentence."""
    for line, record in records(request.path, AnaphoraRecord, notes):
        texts = (
            (record.reference_context, record.reference_sentence),
            (record.noisy_context, record.noisy_sentence),
        )
        for context, sentence in texts:
            if not sentence or context[-len(sentence) :] != sentence:
                raise InputError(
                    "a context does not end with its sentence", path=request.path, line=line
                )
        yield Item(
            id=str(record.sample_id),
            source=None,
            candidates=tuple(_candidate(*text) for text in texts),
            place=line,
        )


def _candidate(context: Words, sentence: Words) -> Candidate:
    earlier = " ".join(context[: len(context) - len(sentence)])
    return Candidate(" ".join(sentence), (earlier,) if earlier else ())
