"""What a run leaves in its folder when all documents are done: scores, counts and a report."""

from __future__ import annotations

from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from discotag.core.errors import InputError
from discotag.core.plugin_calls import iterate_plugin
from discotag.core.results import Comparison, DocumentView
from discotag.files.output import atomic_write, within
from discotag.pipeline.components import load_component
from discotag.pipeline.plans import PlannedComponent, PlannedReport
from discotag.runs.counts import FILE as COUNTS
from discotag.runs.counts import write_counts
from discotag.runs.folder import (
    SCORES,
    RunFolder,
    digests,
    leftovers,
    tags_name,
    write_json,
)
from discotag.runs.record import FILE as RECORD
from discotag.runs.record import sealed
from discotag.runs.results import scores_data

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from discotag.core.interfaces import Report
    from discotag.core.registry import Registry
    from discotag.core.results import Judgement, Results
    from discotag.core.tags import TaggedDocument
    from discotag.runs.counts import DocumentCounts
    from discotag.runs.record import RunRecord
    from discotag.scoring.table import BoundScorer


@dataclass(frozen=True, slots=True)
class OpenReport:
    """A report that was created, the ending of its file, and whether it shows a span study.

    Its registry knows how languages are written.
    """

    choice: PlannedReport
    report: Report
    suffix: str
    registry: Registry
    shows_spans: bool = False

    @property
    def file(self) -> str:
        """Name of its file in a run's folder."""
        return f"report{self.suffix}"

    def render(self, results: Results, documents: Iterable[DocumentView]) -> Iterator[str]:
        """Yield the text of the file; whatever the report does wrongly names it."""
        owner = self.choice.owner
        pair = (results.source_language, results.target_language)
        told = replace(results, directions={code: self.registry.direction(code) for code in pair})
        with self.choice.call():
            pieces = self.report.render(told, documents)
        for piece in iterate_plugin(
            pieces, owner.name, self.choice.title, keeps_errors=owner.is_builtin
        ):
            with self.choice.call():
                if not isinstance(piece, str):
                    raise TypeError(f"yielded {type(piece).__name__}, not str")
            yield piece


def open_report(
    registry: Registry, name: str, options: Mapping[str, Any] | None = None
) -> OpenReport:
    """Create a report; UnknownNameError for a name that none has, UsageError for a wrong option."""
    declared = registry.reports.get(name)
    info = declared.info
    owner = declared.owner
    choice: PlannedReport = PlannedComponent("report", "", info, owner, options=options or {})
    report = load_component(choice, dict(choice.options)).component
    return OpenReport(choice, report, info.suffix, registry, info.shows_spans)


def write_report(
    path: Path, page: OpenReport, results: Results, documents: Iterable[DocumentView]
) -> None:
    """Write a report; the file appears when it is complete."""
    with atomic_write(path) as write:
        for piece in page.render(results, documents):
            write(piece)


def documents_of(
    runs: Sequence[RunFolder], results: Results, scorers: Sequence[BoundScorer]
) -> Iterator[DocumentView]:
    """Read the tagged documents of one or several runs, with the verdicts of scorers that judge.

    Args:
        runs: their folders, opened; the references are read from the first.
        results: the results of these runs.
        scorers: their scorers.

    Raises:
        InputError: there is no text, a file of tags is missing or faulty, or the files do not hold
            the same documents.
    """
    names = (*results.references, *results.systems)
    if not names:
        raise InputError("the corpus holds no document; give one with at least one segment")
    owners = {name: _owner(name, runs) for name in names}
    judges = [bound for bound in scorers if bound.is_judge]
    with ExitStack() as stack:
        streams = {
            name: stack.enter_context(closing(run.documents(name))) for name, run in owners.items()
        }
        for first in streams[names[0]]:
            texts = {names[0]: first}
            for name in names[1:]:
                texts[name] = _partner(first, next(streams[name], None), owners[name].tags(name))
            yield DocumentView(
                id=first.document.id,
                source=first.document.source,
                texts=texts,
                judgements=dict(_judgements(texts, results, judges)),
                domain=first.document.domain,
            )


def _owner(name: str, runs: Sequence[RunFolder]) -> RunFolder:
    """Return the run that has a text; the first of those that share a reference."""
    return next(run for run in runs if name in run.record.texts)


def _partner(first: TaggedDocument, tagged: TaggedDocument | None, path: Path) -> TaggedDocument:
    if tagged is None:
        raise InputError(f"ends before document {first.document.id!r}", path=path)
    ours, theirs = first.document, tagged.document
    if (ours.id, ours.source.segments) != (theirs.id, theirs.source.segments) or (
        ours.target.language != theirs.target.language
    ):
        raise InputError(
            f"holds document {theirs.id!r} where the first text has {ours.id!r}, or another source"
            " text or language; tag them together",
            path=path,
        )
    return tagged


def _judgements(
    texts: Mapping[str, TaggedDocument], results: Results, judges: Sequence[BoundScorer]
) -> Iterator[tuple[tuple[str, str], tuple[Judgement, ...]]]:
    if not results.references:
        return
    reference = texts[results.references[0]]
    for system in results.systems:
        comparison = Comparison((reference,), texts[system])
        for bound in judges:
            yield (bound.info.name, system), bound.judgements(comparison)


def notes_of_leftovers(
    out: Path, texts: Iterable[str], page: OpenReport | None, *, is_scored: bool
) -> tuple[str, ...]:
    """Note what an earlier run left in the folder and this one does not replace."""
    written = [*((SCORES, COUNTS) if is_scored else ()), *([page.file] if page else ())]
    return leftovers(out, texts=texts, written=written)


def write_folder(
    out: Path,
    record: RunRecord,
    found: Results,
    counts: Sequence[DocumentCounts],
    page: OpenReport | None,
    *,
    registry: Registry,
    scorers: Sequence[BoundScorer],
) -> RunRecord:
    """Write scores, counts, report and record; the tags are there already.

    Args:
        out: the folder.
        record: the run's record, which is written last: a folder with it is whole.
        found: the run's results.
        counts: of every scored document; empty where nothing was scored.
        page: a report to write, too.
        registry: knows which phenomenon each tagger is about.
        scorers: those that counted.

    Returns:
        The record as it was written, with the digests of the other files.

    Raises:
        DiscotagError: a file cannot be written.
    """
    files = [tags_name(text) for text in record.texts]
    if counts and found.scores:
        write_json(within(out, SCORES), scores_data(found))
        write_counts(within(out, COUNTS), counts)
        files += [SCORES, COUNTS]
    if page is not None:
        run = RunFolder(out, record)
        shown = found
        if page.shows_spans:
            from discotag.studies.span.study import with_spans

            shown = with_spans(found, run, registry)
        write_report(within(out, page.file), page, shown, documents_of([run], found, scorers))
    record = sealed(record, digests(out, files))
    write_json(within(out, RECORD), record.model_dump(by_alias=True))
    return record
