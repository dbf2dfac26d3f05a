"""Texts that are the same throughout: a system's file that is the reference under another name."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from discotag.core.document import ParallelText
    from discotag.files.notes import Notes


def watched(
    texts: Iterable[ParallelText], notes: Notes, path_of: Callable[[str], Path]
) -> Iterator[ParallelText]:
    """Give the documents on, and note at the end which systems equal a reference or each other.

    Args:
        texts: the documents.
        notes: where to note it.
        path_of: the file of a system, by its name.
    """
    same: set[tuple[str, str]] | None = None
    for text in texts:
        systems = list(text.hypotheses)
        pairs = chain(
            ((system, reference) for system in systems for reference in text.references),
            ((systems[b], systems[a]) for b in range(len(systems)) for a in range(b)),
        )
        equal = {
            (system, other)
            for system, other in pairs
            if (same is None or (system, other) in same)
            and text.hypotheses[system]
            == (text.references[other] if other in text.references else text.hypotheses[other])
        }
        same = equal
        yield text
    for system, other in sorted(same or ()):
        notes.tell(
            f"{system} is identical to {other}; is it the right file?",
            kind=f"identical to {other}",
            path=path_of(system),
            line=None,
        )
