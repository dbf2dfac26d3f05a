"""What units of a run are found with: the packs' rules, and sentences beside their translations."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Self

from pydantic import BaseModel, ConfigDict, Field

from discotag.core.options import NoOptions
from discotag.core.roles import implements
from discotag.language.sentences import SentenceSplitter
from discotag.plugins.aligners.lexicon.finding import read_tables, table_files, tables_digest
from discotag.plugins.aligners.sentences.aligner import SentenceAligner
from discotag.plugins.aligners.sentences.search import SKIP

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag.core.interfaces import Context
    from discotag.core.language import LanguagePack
    from discotag.core.units import Bead


@implements("splitter")
class RuleSplitter:
    """Splits by rules and a pack's `[sentences]`."""

    def __init__(self, pack: LanguagePack) -> None:
        self._splitter = SentenceSplitter(pack)

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build the splitter of the side's language."""
        context.read_options(NoOptions)
        return cls(context.pack)

    def spans(self, text: str) -> Sequence[tuple[int, int]]:
        """Return begin and end of each sentence."""
        return self._splitter.spans(text)


class BeadOptions(BaseModel):
    """Options of the sentence aligner.

    Args:
        skip: what a sentence without a counterpart costs, in nats; less finds more omissions.
        table: a translation table in place of the packs'.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    skip: float = Field(default=SKIP, gt=0)
    table: str | None = None


@implements("sentence_aligner")
class LexiconBeads:
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
    def _aligner(self) -> SentenceAligner:
        codes = self._source.code, self._target.code
        table = read_tables(self._paths, *codes)
        return SentenceAligner(table, self._source, self._target, skip=self._skip)

    def beads(
        self, source: Sequence[Sequence[str]], target: Sequence[Sequence[str]]
    ) -> Sequence[Bead]:
        """Return the beads of a document."""
        return self._aligner.align_blocks(source, target)
