"""Reads `voita`: the consistency sets of Voita et al. (2019), four segments joined by `_eos`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict

from discotag.plugin import InputError
from discotag.plugin.files import items as list_items
from discotag_cxmi.contrast.items import Candidate, Item
from discotag_cxmi.contrast.readers.lines import MARKER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.plugin.files import Notes
    from discotag_cxmi.contrast.readers.request import SetRequest


class VoitaRecord(BaseModel):
    """An item."""

    model_config = ConfigDict(frozen=True, strict=True)

    src: str
    dst: list[str]
    true_ind: int
    ctx_dist: int | None = None


def read(request: SetRequest, notes: Notes) -> Iterator[Item]:
    """Yield the items, candidates in the file's order, in which its files of scores are."""
    for number, (line, record) in enumerate(list_items(request.path, VoitaRecord, notes), 1):
        source = record.src.split(f" {MARKER} ")
        texts = [text.split(f" {MARKER} ") for text in record.dst]
        if any(len(text) != len(source) for text in texts):
            raise InputError(
                f"item {number}: {len(source)} source segments between _eos, its translations"
                f" have {', '.join(str(len(text)) for text in texts)}",
                path=request.path,
                line=line,
            )
        yield Item(
            id=str(number),
            source=source[-1],
            candidates=tuple(Candidate(text[-1], tuple(text[:-1])) for text in texts),
            right=record.true_ind,
            source_context=tuple(source[:-1]),
            distance=record.ctx_dist,
            place=line,
        )
