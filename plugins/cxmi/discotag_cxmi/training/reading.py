"""Documents for training: read by any reader, and parted into training and development."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from discotag.plugin import CorpusRequest, InputError, UsageError
from discotag_cxmi.training.corpus import TextPair

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from discotag.plugin.runs import OpenReader

NAME = "target"


def read_pairs(
    reader: OpenReader, source: Path, target: Path | None, docids: Path | None
) -> list[TextPair]:
    """Read documents with their one translation.

    Raises:
        InputError: a file is faulty, or holds no translation or several.
    """
    request = CorpusRequest(source, {} if target is None else {NAME: target}, docids=docids)
    pairs = []
    for text in reader.read(request):
        if len(text.references) != 1:
            raise InputError(
                f"document {text.id!r} has {len(text.references)} translations; training takes one:"
                " name its file with --tgt",
                path=source,
            )
        (lines,) = text.references.values()
        pairs.append(TextPair(text.id, text.source, lines))
    return pairs


def held_out(
    pairs: Sequence[TextPair], share: float, seed: int
) -> tuple[list[TextPair], list[TextPair]]:
    """Draw whole documents for development; UsageError where there is only one."""
    if len(pairs) < 2:
        raise UsageError(
            "the text is one document, so none can be held out for development; tell documents"
            " apart with --docids, or give --dev-src and --dev-tgt"
        )
    count = min(len(pairs) - 1, max(1, round(share * len(pairs))))
    drawn = set(np.random.default_rng(seed).permutation(len(pairs))[:count].tolist())
    return (
        [pair for index, pair in enumerate(pairs) if index not in drawn],
        [pair for index, pair in enumerate(pairs) if index in drawn],
    )
