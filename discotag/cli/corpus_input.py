"""The corpus that a command reads: its documents, size, notes and progress; stored test sets."""

from __future__ import annotations

import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
)

from discotag.cli import options
from discotag.cli.options import language_pair
from discotag.cli.session import print_notes
from discotag.core.errors import InputError
from discotag.core.hookspecs import hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    import pluggy

    from discotag.core.document import ParallelText
    from discotag.core.registry import Registry
    from discotag.pipeline.plans import Plan


class CorpusInput:
    """A corpus for a plan.

    Args:
        registry: what is installed.
        planned: the plan; its languages are those of the texts.
        texts: the files, as the options name them.
        settings: as `--set` has them; those of the reader are taken.

    Raises:
        UsageError: names or standard input given twice, or no such reader or option.
    """

    def __init__(
        self,
        registry: Registry,
        planned: Plan,
        texts: options.Texts,
        settings: Sequence[str] | None = None,
    ) -> None:
        from discotag.pipeline.corpus import open_reader
        from discotag.pipeline.documents import InputCheck

        self._registry = registry
        self.request = options.corpus_request(
            texts.source,
            texts.reference,
            texts.hypothesis,
            texts.docids,
            is_strict=texts.strict,
            languages=(planned.source.code, planned.target.code),
        )
        of_reader = options.options_of("reader", settings)
        self._opened = open_reader(registry, texts.source, texts.reader, of_reader)
        self._match = InputCheck(registry, planned.source, planned.target)

    def read(self) -> Iterator[ParallelText]:
        """Yield the documents; InputError names the file and line of bad input."""
        return self._opened.read(self.request, takes_running=True)

    def watched(self, texts: Iterable[ParallelText]) -> Iterator[ParallelText]:
        """Yield documents on, and look whether they are in the languages that were named."""
        return self._match.watched(texts)

    def notes(self) -> Sequence[str]:
        """Return the notes of the reader, once reading is over."""
        return self._opened.notes()

    @contextmanager
    def progress(self, *, quiet: bool, texts: int = 1) -> Iterator[None]:
        """Show the progress of work on so many target texts."""
        manager, segments = self._registry.plugins.manager, self._opened.size(self.request)
        with shown_progress(manager, is_quiet=quiet, segments=segments, texts=texts):
            yield

    def print_notes(self, *notes: str) -> None:
        """Print notes and those on the languages of the texts to standard error."""
        print_notes((*notes, *self._match.notes()))


OTHERS = frozenset({"docid", "origlang", "domain", "src", "genre", "speaker"})
"""Fields that are not translations."""


@dataclass(frozen=True, slots=True)
class StoredSet:
    """The files of a test set.

    Args:
        source: the source text.
        references: name → file.
        docids: document ids; None where the test set has none.
        pair: codes of source and target.
    """

    source: Path
    references: dict[str, Path]
    docids: Path | None
    pair: tuple[str, str]


def stored_set(name: str, pair: str) -> StoredSet:
    """Find a test set where sacreBLEU keeps what it fetched (`~/.sacrebleu`, `$SACREBLEU`).

    Args:
        name: such as `wmt22`.
        pair: such as `en-de`.

    Raises:
        UsageError: it is not a pair.
        InputError: it is not there; the message says what fetches it.
    """
    from pathlib import Path

    from sacrebleu.utils import SACREBLEU_DIR

    languages = language_pair(pair)
    folder = Path(SACREBLEU_DIR) / name
    clean = name.replace("/", "_").replace(":", "-")
    files = dict(_fields(folder, f"{clean}.{pair}."))
    references = {
        field.replace("-", "") if field != "ref" else field: path
        for field, path in files.items()
        if field.startswith("ref") and field not in OTHERS
    }
    if "src" not in files or not references:
        raise InputError(
            f"has no {name} {pair}, and nothing is fetched here; fetch it with: sacrebleu -t {name}"
            f" -l {pair} --echo src ref docid > /dev/null",
            path=Path(SACREBLEU_DIR),
        )
    return StoredSet(files["src"], references, files.get("docid"), languages)


def _fields(folder: Path, begin: str) -> Iterator[tuple[str, Path]]:
    if folder.is_dir():
        for path in sorted(folder.iterdir()):
            if path.name.startswith(begin) and path.is_file():
                yield path.name[len(begin) :], path


class ProgressBars:
    """One bar per stage, in segments; the number is all there is where no total is known."""

    def __init__(self, progress: Progress, totals: dict[str, int]) -> None:
        """Show on a rich Progress; `totals`: of stages on the `source`, and of others (`""`)."""
        self._progress = progress
        self._totals = totals
        self._tasks: dict[str, TaskID] = {}

    @hookimpl
    def discotag_stage_started(self, stage: str, total: int | None) -> None:
        """Add the stage's bar."""
        key = "source" if stage.endswith(" source") else ""
        known = self._totals.get(key, total)
        self._tasks[stage] = self._progress.add_task(stage, total=known)

    @hookimpl
    def discotag_stage_advanced(self, stage: str, segments: int) -> None:
        """Move the stage's bar; more than was expected (units of lines) has no end in sight."""
        task = self._tasks[stage]
        self._progress.advance(task, segments)
        shown = next((item for item in self._progress.tasks if item.id == task), None)
        if shown is not None and shown.total is not None and shown.completed > shown.total:
            self._progress.update(task, total=None)


class ProgressLines:
    """A line now and then, for logs: nothing of work that is done within `INTERVAL` seconds."""

    INTERVAL = 20.0

    def __init__(self, totals: dict[str, int]) -> None:
        """Print to standard error; `totals` as of `ProgressBars`."""
        self._totals = totals
        self._done: dict[str, int] = {}
        self._known: dict[str, int | None] = {}
        self._last = time.monotonic()

    @hookimpl
    def discotag_stage_started(self, stage: str, total: int | None) -> None:
        """Begin to count a stage's segments."""
        key = "source" if stage.endswith(" source") else ""
        self._known[stage] = self._totals.get(key, total)
        self._done[stage] = 0

    @hookimpl
    def discotag_stage_advanced(self, stage: str, segments: int) -> None:
        """Count, and print a line where the last one was long ago."""
        self._done[stage] += segments
        if time.monotonic() - self._last < self.INTERVAL:
            return
        self._last = time.monotonic()
        done, known = self._done[stage], self._known[stage]
        of_known = f" of {known}" if known is not None and known >= done else ""
        typer.echo(f"{stage}: {done}{of_known} segments", err=True)


@contextmanager
def shown_progress(
    manager: pluggy.PluginManager, *, is_quiet: bool, segments: int | None = None, texts: int = 1
) -> Iterator[None]:
    """Show a run's progress on standard error while the block runs: bars, or a log's lines.

    Args:
        manager: the plugin manager whose observers a run notifies.
        is_quiet: show nothing.
        segments: segments of the source, if known.
        texts: target texts, for the stages that go over all of them.
    """
    console = Console(stderr=True)
    if is_quiet:
        yield
        return
    totals = {}
    if segments is not None:
        totals = {"": segments * texts, "source": segments}
    if not console.is_terminal:
        with _observed_by(manager, ProgressLines(totals)):
            yield
        return
    bars = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=console,
        transient=True,
    )
    with _observed_by(manager, ProgressBars(bars, totals)), bars:
        yield


@contextmanager
def _observed_by(manager: pluggy.PluginManager, observer: object) -> Iterator[None]:
    manager.register(observer, name="progress")
    try:
        yield
    finally:
        manager.unregister(name="progress")
