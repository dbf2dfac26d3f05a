"""Reads `mt-geneval`: the contextual part of MT-GenEval (Currey et al. 2022).

Three files: `…-2to1-….en_XX.en` with `earlier sentence <sep> sentence`, the right translation in
`…-original-….en_XX.XX`, and the one with the other gender in `…-flipped-….en_XX.XX`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from discotag.plugin import InputError
from discotag.plugin.files import lines_of
from discotag_cxmi.contrast.items import Candidate, Item
from discotag_cxmi.contrast.readers.context_files import aligned

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.plugin.files import Notes
    from discotag_cxmi.contrast.readers.request import SetRequest

NAME = re.compile(r"(?P<head>.*)-2to1-(?P<tail>.*\.en_(?P<language>\w+))\.en(?P<gzip>(\.gz)?)")
SEPARATOR = "<sep>"


def read(request: SetRequest, notes: Notes) -> Iterator[Item]:
    """Yield the items; InputError where the name is another, LineCountError where lines differ."""
    found = NAME.fullmatch(request.path.name)
    if found is None:
        raise InputError(
            "is no file …-2to1-….en_XX.en; give the one with English sentence pairs",
            path=request.path,
        )
    sources = list(lines_of(request.path, notes))
    right, wrong = (
        aligned(
            request.path.with_name(
                f"{found['head']}-{kind}-{found['tail']}.{found['language']}{found['gzip']}"
            ),
            len(sources),
            "source",
            notes,
        )
        for kind in ("original", "flipped")
    )
    for number, (line, *texts) in enumerate(zip(sources, right, wrong, strict=True), 1):
        earlier, _, source = line.rpartition(SEPARATOR)
        yield Item(
            id=str(number),
            source=source.strip(),
            candidates=tuple(Candidate(text) for text in texts),
            source_context=(earlier.strip(),) if earlier.strip() else (),
            place=number,
        )
