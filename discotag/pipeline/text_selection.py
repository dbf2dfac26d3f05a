"""Which translation is looked at, where a corpus holds several."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from discotag.core.document import ParallelText


def one_of(texts: Iterable[ParallelText], name: str | None) -> Iterator[ParallelText]:
    """Yield documents with one translation each.

    Raises:
        UsageError: a document holds several, and no name was given, or one that it has not.
    """
    for text in texts:
        names = (*text.references, *text.hypotheses)
        if name is None and len(names) > 1:
            told = ", ".join(names)
            raise UsageError(
                f"the corpus holds several translations ({told}); name one with --text"
            )
        yield text if name is None else text.only(name)
