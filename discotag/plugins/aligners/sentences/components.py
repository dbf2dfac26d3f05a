"""Sentences of a document aligned by their words, as a component of a run."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Self

import numpy as np
from pydantic import Field

from discotag.core.interfaces import SentenceAligner
from discotag.core.parsing import FrozenModel
from discotag.plugins.aligners.lexicon.sources import read_tables, table_files, tables_digest
from discotag.plugins.aligners.sentences.scores import Scores, Sentences
from discotag.plugins.aligners.sentences.search import SKIP, BeadSearch
from discotag.plugins.aligners.sentences.words import Vocabularies

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from discotag.core.document import Bead, SideName
    from discotag.core.interfaces import Context
    from discotag.core.language import LanguagePack
    from discotag.plugins.aligners.lexicon.table import TranslationTable

    Floats = NDArray[np.float32]


SURE = 0.3
"""Nats per word from which the words of a bead fit."""


class Likeness(NamedTuple):
    """How well each sentence of a text fits each of another, in nats per word.

    All have the shape (source sentences, target sentences).

    Args:
        both: of the words of both sides.
        source: of the source sentence's words alone: what the target sentence says of them.
        target: of the target sentence's words alone.
    """

    both: Floats
    source: Floats
    target: Floats


class TextAligner:
    """Aligns texts of one pair of languages.

    Args:
        table: the translation table from source to target language.
        source: the source language's pack.
        target: the target language's.
        skip: what a sentence without a counterpart costs, in nats; less finds more omissions.
    """

    def __init__(
        self,
        table: TranslationTable,
        source: LanguagePack,
        target: LanguagePack,
        *,
        skip: float = SKIP,
    ) -> None:
        self._vocabularies = Vocabularies(table, (source.writing.spaces, target.writing.spaces))
        self._search = BeadSearch(self._read, self._fits, skip=skip, sure=SURE)

    def align(
        self,
        source: Sequence[str],
        target: Sequence[str],
        *,
        told: Callable[[int], object] | None = None,
    ) -> tuple[Bead, ...]:
        """Return the beads of two texts, in order; every sentence is in one of them.

        `told` is called for each finished stretch, in source sentences.
        """
        return self._search.align(source, target, told=told)

    def align_blocks(
        self, source: Sequence[Sequence[str]], target: Sequence[Sequence[str]]
    ) -> tuple[Bead, ...]:
        """Return the beads of two texts whose blocks (lines) belong together, in order.

        No bead goes over the edge of a block. Words are weighed against a stretch of blocks. Beads
        count sentences from the beginning of the text.
        """
        return self._search.align_blocks(source, target)

    def likeness(self, source: Sequence[str], target: Sequence[str]) -> Likeness:
        """Return how well each sentence of a text fits each of the other.

        Words are weighed against all that are given.
        """
        here, there = self._read(source, "source"), self._read(target, "target")
        forward, backward = Scores.of(self._vocabularies, here, there, ratio=1.0).directions(1, 1)
        sizes = [np.array([len(words) for words in side.words]) for side in (here, there)]
        rows, columns = np.maximum(sizes[0], 1)[:, None], np.maximum(sizes[1], 1)[None, :]
        both = (forward + backward) / np.maximum(sizes[0][:, None] + sizes[1][None, :], 1)
        return Likeness(both, backward / rows, forward / columns)

    def _read(self, texts: Sequence[str], side: SideName) -> Sentences:
        numbers = getattr(self._vocabularies, side).numbers
        words = [np.array(numbers(text), dtype=np.int64) for text in texts]
        lengths = np.array([len("".join(text.split())) for text in texts], float)
        return Sentences(words, lengths)

    def _fits(self, source: Sentences, target: Sentences, ratio: float) -> Scores:
        return Scores.of(self._vocabularies, source, target, ratio=ratio)


class BeadOptions(FrozenModel):
    """Options of the sentence aligner.

    Args:
        skip: what a sentence without a counterpart costs, in nats; less finds more omissions.
        table: a translation table in place of the packs'.
    """

    skip: float = Field(default=SKIP, gt=0)
    table: str | None = None


class LexiconBeads(SentenceAligner):
    """Aligns sentences by the packs' translation tables, through English where need be."""

    def __init__(self, context: Context, options: BeadOptions) -> None:
        self._source, self._target = context.source, context.target
        file = Path(options.table) if options.table else None
        self._paths = table_files(self._source, self._target, file)
        self._skip = options.skip
        self.digest = tables_digest(self._paths)

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build from the packs' table; InputError where they have none."""
        return cls(context, context.read_options(BeadOptions))

    @cached_property
    def _aligner(self) -> TextAligner:
        codes = self._source.code, self._target.code
        table = read_tables(self._paths, *codes)
        return TextAligner(table, self._source, self._target, skip=self._skip)

    def beads(
        self, source: Sequence[Sequence[str]], target: Sequence[Sequence[str]]
    ) -> Sequence[Bead]:
        """Return the beads of a document."""
        return self._aligner.align_blocks(source, target)
