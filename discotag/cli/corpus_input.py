"""The corpus that a command's options name, opened: its documents, its size and its notes."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

from discotag.cli import option_values

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from discotag.core.document import ParallelText
    from discotag.core.registry import Registry
    from discotag.pipeline.plans import Plan


class CorpusInput:
    """A corpus for a plan.

    Args:
        registry: what is installed.
        planned: the plan; its languages are those of the texts.
        source: as `--src` has it.
        references: as `--ref` (or `--tgt`) has them.
        hypotheses: as `--hyp` has them.
        docids: as `--docids` has it.
        reader: name of a reader; `""` = by the ending.
        settings: as `--set` has them; those of the reader are taken.
        strict: whether to refuse what is otherwise accepted with a note.

    Raises:
        UsageError: names or standard input given twice, or no such reader or option.
    """

    def __init__(
        self,
        registry: Registry,
        planned: Plan,
        *,
        source: Path,
        references: list[str] | None = None,
        hypotheses: list[str] | None = None,
        docids: Path | None = None,
        reader: str = "",
        settings: Sequence[str] | None = None,
        strict: bool = False,
    ) -> None:
        from discotag.pipeline.corpus import open_reader
        from discotag.pipeline.documents import LanguageMatch

        self._registry, self._planned = registry, planned
        self.request = option_values.corpus_request(
            source,
            references,
            hypotheses,
            docids,
            is_strict=strict,
            languages=(planned.source.code, planned.target.code),
        )
        of_reader = option_values.options_of("reader", settings)
        self._opened = open_reader(registry, source, reader, of_reader)
        self._match = LanguageMatch(registry, planned.source, planned.target)

    def read(self) -> Iterator[ParallelText]:
        """Yield the documents; InputError names the file and line of bad input."""
        return self._opened.read(self.request, takes_running=True)

    def watched(self, texts: Iterable[ParallelText]) -> Iterator[ParallelText]:
        """Yield documents on, and look whether they are in the languages that were named."""
        return self._match.watched(texts)

    def notes(self) -> Sequence[str]:
        """Return what the reader accepted but is worth telling, once reading is over."""
        return self._opened.notes()

    @contextmanager
    def progress(self, *, quiet: bool, texts: int = 1) -> Iterator[None]:
        """Show the progress of work on so many target texts."""
        from discotag.cli.progress import shown_progress

        manager, segments = self._registry.plugins.manager, self._opened.size(self.request)
        with shown_progress(manager, is_quiet=quiet, segments=segments, texts=texts):
            yield

    def tell(self, *notes: str) -> None:
        """Print notes and those on the languages of the texts to standard error."""
        for note in (*notes, *self._match.notes()):
            typer.echo(f"note: {note}", err=True)
