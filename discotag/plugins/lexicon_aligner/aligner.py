"""The aligner `lexicon`: links words whose posterior is high in both directions."""

from __future__ import annotations

from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Self

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from discotag._analysis.threads import one_thread
from discotag.core.document import Alignment
from discotag.core.roles import implements
from discotag.plugins.lexicon_aligner.engine import Engine
from discotag.plugins.lexicon_aligner.finding import read_tables, table_files, tables_digest
from discotag.plugins.lexicon_aligner.windows import Window, windows

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from discotag.core.interfaces import Context
    from discotag.core.tokens import Tokens
    from discotag.plugins.lexicon_aligner.table import TranslationTable

    Floats = NDArray[np.float64]

THRESHOLD = 0.2


class LexiconOptions(BaseModel):
    """Options of the aligner.

    Args:
        threshold: least confidence of a link, 0–1.
        table: a table to use in place of the language pack's, such as one that `discotag adapt`
            wrote.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    threshold: float = Field(default=THRESHOLD, gt=0, lt=1)
    table: str | None = None


@implements("aligner")
class LexiconAligner:
    """Aligns pair by pair: links depend on nothing but the pair's tokens, table and threshold.

    Args:
        table: its source side is the pairs' source language; or what reads it, when the first pair
            comes.
        threshold: least confidence of a link, 0–1.
        digest: of the table's file, for the signature.
    """

    def __init__(
        self,
        table: TranslationTable | Callable[[], TranslationTable],
        *,
        threshold: float = THRESHOLD,
        digest: str = "",
    ) -> None:
        self._table = table
        self._threshold = threshold
        self.digest = digest

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build from the packs' table, or the file named by the option `table`."""
        options = context.read_options(LexiconOptions)
        file = Path(options.table) if options.table else None
        paths = table_files(context.source, context.target, file)
        read = partial(read_tables, paths, context.source.code, context.target.code)
        table = read if file is None else read()  # the user's file is tried at once
        return cls(table, threshold=options.threshold, digest=tables_digest(paths))

    @cached_property
    def _engine(self) -> Engine:
        return Engine(self._table() if callable(self._table) else self._table)

    def align(self, pairs: Sequence[tuple[Tokens, Tokens]]) -> Sequence[Alignment]:
        """Return one Alignment per pair, in order.

        A link's score is the geometric mean of both directions' posteriors, 0–1.
        """
        cut = [
            (index, window)
            for index, (source, target) in enumerate(pairs)
            for window in windows(len(source), len(target))
        ]
        forms = [_forms(pairs[index], window) for index, window in cut]
        found: list[dict[tuple[int, int], float]] = [{} for _ in pairs]
        with one_thread():
            for place, forward, backward in self._engine.posteriors(forms):
                index, window = cut[place]
                found[index].update(self._links(np.sqrt(forward * backward), window))
        return tuple(Alignment.of(links.keys(), links.values()) for links in found)

    def _links(self, confidence: Floats, window: Window) -> dict[tuple[int, int], float]:
        (start, end), offset = window.kept, window.target[0]
        core = confidence[:, start - offset : end - offset]
        rows, columns = np.nonzero(core > self._threshold)
        scores = np.minimum(core[rows, columns], 1.0)
        return {
            (window.source[0] + i, start + j): score
            for i, j, score in zip(rows.tolist(), columns.tolist(), scores.tolist(), strict=True)
        }


def _forms(pair: tuple[Tokens, Tokens], window: Window) -> tuple[tuple[str, ...], tuple[str, ...]]:
    source, target = pair
    return source.forms[slice(*window.source)], target.forms[slice(*window.target)]
