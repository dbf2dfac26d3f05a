"""Analyses running text of one language, outside a run: what rankers learn from and look at."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from discotag.plugin import Side
from discotag.plugin.runs import RunConfig, SegmentAnalyzer, plan

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from discotag.plugin import Registry

LAYERS = frozenset({"tokens", "lemmas", "pos", "morph", "deps"})
BATCH = 100
"""Documents analysed at a time."""


class TextAnalyzer:
    """The default analyzer of a language, loaded once.

    Args:
        registry: what is installed.
        language: code.

    Raises:
        PlanError: the language has no analyzer with all layers.
    """

    def __init__(self, registry: Registry, language: str) -> None:
        config = RunConfig(source_language=language, target_language=language)
        planned = plan(config, registry, layers=frozenset(f"source.{name}" for name in LAYERS))
        self._analyze = SegmentAnalyzer(planned, "source")
        self.language = self._analyze.language

    def sides(self, documents: Iterable[tuple[str, Sequence[str]]]) -> Iterator[Side]:
        """Analyse documents (id and segments), some at a time, in order."""
        waiting = iter(documents)
        while batch := list(islice(waiting, BATCH)):
            segments = [segment for _, lines in batch for segment in lines]
            tokens = iter(self._analyze(segments))
            for name, lines in batch:
                yield Side(
                    self.language,
                    tuple(lines),
                    tuple(islice(tokens, len(lines))),
                    document=name,
                )
