"""The translation, a line per segment, and beside it how each line was made."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from discotag.plugin.files import atomic_write

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from discotag.plugin import ParallelText
    from discotag_translate.documents import Segment
    from discotag_translate.driving import Told

SCHEMA = "discotag-translation/1"
"""Of the file that tells how lines were made; its first line says so."""


def provenance_of(out: Path) -> Path:
    """Return the name of the file that tells how lines were made."""
    return out.with_name(f"{out.name}.provenance.jsonl")


def write(
    out: Path,
    texts: Sequence[ParallelText],
    made: Sequence[Sequence[Segment]],
    setup: Mapping[str, Any],
    told: Told,
) -> None:
    """Write both files, each whole or not at all.

    Args:
        out: file of the translation; a failed segment is an empty line there.
        texts: the documents.
        made: their segments.
        setup: all that decided the translation.
        told: what was asked.
    """
    with atomic_write(provenance_of(out)) as keep, atomic_write(out) as write_line:
        counts = Counter(segment.how for document in made for segment in document)
        usage = {**asdict(told), "models": sorted(told.models)}
        head = {
            "schema": SCHEMA,
            "setup": dict(setup),
            "segments": dict(counts),
            "unaligned": sum(segment.is_unaligned for document in made for segment in document),
            "doubtful": sum(bool(segment.doubt) for document in made for segment in document),
            "usage": usage,
        }
        keep(_json(head))
        number = 0
        for text, segments in zip(texts, made, strict=True):
            for index, segment in enumerate(segments):
                number += 1
                write_line(f"{segment.text}\n")
                record = {
                    "line": number,
                    "document": text.id,
                    "segment": index,
                    "how": segment.how,
                    "together": segment.size,
                    "troubles": list(segment.troubles),
                    "doubt": segment.doubt,
                }
                keep(_json(record))


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str) + "\n"
