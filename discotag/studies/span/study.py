"""Spans: how much context the tags of texts need, counted document by document and measured."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from discotag.core.errors import InputError
from discotag.core.results import Results, SpanRow, SpanStudy, SpanText
from discotag.core.tags import Window, windows
from discotag.core.text import count_noun
from discotag.runs.counts import OPEN
from discotag.scoring.resampling import LEAST_DOCUMENTS, ResamplingOptions
from discotag.studies.span.inputs import span_input_in
from discotag.studies.span.windows import WindowOptions, measure

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from discotag.core.registry import Registry
    from discotag.core.tags import Mark, TaggedDocument
    from discotag.runs.folder import RunFolder
    from discotag.studies.span.inputs import SpanInput


SUPPORTED = {"state": "supported", "reason": None}


class Key(NamedTuple):
    """Which tags a row is about; None = all. The domain of a document without one is `""`."""

    phenomenon: str | None = None
    label: str | None = None
    domain: str | None = None


@dataclass(frozen=True, slots=True)
class SpanOptions:
    """What is counted and how it is measured.

    Args:
        labels: whether each label has a row, too, where a phenomenon has 100 labels or fewer.
        domains: whether each domain has rows, too.
        windows: which windows are tried.
        resampling: how documents are drawn for the intervals.
        part_of: what names the part in place of the domain, by document and tag; None = the domain.
        parted_by: what those parts are.
    """

    labels: bool = False
    domains: bool = False
    windows: WindowOptions = field(default_factory=WindowOptions)
    resampling: ResamplingOptions = field(default_factory=ResamplingOptions)
    part_of: Callable[[TaggedDocument, Mark], str] | None = None
    parted_by: str = "domain"


@dataclass
class _Cell:
    """What was counted for one key: unknown tags, distances, spans, and windows by document."""

    unknown: int = 0
    distances: Counter[int] = field(default_factory=Counter)
    spans: Counter[int] = field(default_factory=Counter)
    windows: dict[int, Counter[tuple[Window, ...]]] = field(default_factory=dict)


class _Tally:
    """What one text holds."""

    def __init__(self, options: SpanOptions) -> None:
        self._options = options
        self.cells: dict[Key, _Cell] = {}
        self.phenomena: dict[str, None] = {}
        self.domains: dict[str, None] = {}
        self.ahead: set[str] = set()
        self.documents = self.segments = self.longest = self.failed = 0
        self.is_domain_told = False

    def add(self, tagged: TaggedDocument) -> None:
        """Count one document; one on which a tagger failed is left out, since its tags lack."""
        if tagged.failures:
            self.failed += 1
            return
        document = tagged.document
        domain = document.domain or ""
        self.is_domain_told |= document.domain is not None
        part_of = self._options.part_of
        self.is_domain_told |= part_of is not None
        if part_of is None:
            self.domains.setdefault(domain)
        self.phenomena |= dict.fromkeys(tagged.phenomena or ())
        for tag in tagged.tags:
            self.phenomena.setdefault(tag.phenomenon)
            least = windows(tag)
            if any(window.following for window in least):
                self.ahead.add(tag.phenomenon)
            part = domain if part_of is None else part_of(tagged, tag)
            self.domains.setdefault(part)
            for key in self._keys(tag.phenomenon, tag.label, part):
                cell = self.cells.setdefault(key, _Cell())
                if tag.distance is None or tag.span is None:
                    cell.unknown += 1
                    continue
                cell.distances[tag.distance] += 1
                cell.spans[tag.span] += 1
                cell.windows.setdefault(self.documents, Counter())[least] += 1
        self.documents += 1
        self.segments += len(document)
        self.longest = max(self.longest, len(document))

    def _keys(self, phenomenon: str, label: str, domain: str) -> Iterator[Key]:
        yield Key()
        yield Key(phenomenon)
        if self._options.labels:
            yield Key(phenomenon, label)
        if self._options.domains:
            yield Key(domain=domain)
            yield Key(phenomenon, domain=domain)

    def keys(self, phenomena: Iterable[str]) -> Iterator[Key]:
        """Yield the keys of the text's rows in order."""
        phenomena = list(phenomena)
        yield Key()
        for name in phenomena:
            yield Key(name)
            labels = sorted(
                {key.label for key in self.cells if key.phenomenon == name and key.label},
                key=lambda label: (-self._size(Key(name, label)), label),
            )
            if len(labels) <= OPEN:
                yield from (Key(name, label) for label in labels)
        if self._options.domains:
            for domain in sorted(self.domains):
                yield Key(domain=domain)
                yield from (Key(name, domain=domain) for name in phenomena)

    def _size(self, key: Key) -> int:
        return self.cells[key].unknown + self.cells[key].distances.total()


def span_study(inputs: Sequence[SpanInput], options: SpanOptions | None = None) -> SpanStudy:
    """Read texts and measure how much context their tags need.

    Args:
        inputs: the texts, each read once, in order.
        options: what to count.

    Raises:
        InputError: a text holds no document, or domains are requested and it has none; or a file
            is faulty.
    """
    options = options or SpanOptions()
    texts: list[SpanText] = []
    rows: list[SpanRow] = []
    notes: list[str] = []
    for given in inputs:
        tally = _Tally(options)
        for tagged in given.documents:
            tally.add(tagged)
        _check(given, tally, options)
        states = given.phenomena or dict.fromkeys(tally.phenomena, SUPPORTED)
        looked = [name for name, told in states.items() if told["state"] == "supported"]
        is_ahead = {
            name: True if name in tally.ahead else given.is_searched_ahead.get(name)
            for name in looked
        }
        texts.append(
            SpanText(
                given.name,
                given.pair,
                tally.documents,
                tally.segments,
                tally.longest,
                states,
                is_ahead,
                given.signature,
                given.short_signature,
            )
        )
        rows += _rows(given.name, tally, looked, is_ahead, options)
        notes += [*given.notes, *_notes(given, tally)]
    return SpanStudy(
        reaches=options.windows.reaches,
        wanted=options.windows.wanted,
        texts=tuple(texts),
        rows=tuple(rows),
        resampling=options.resampling.for_systems(["text"]),
        notes=tuple(notes),
        parted_by=options.parted_by,
    )


def _check(given: SpanInput, tally: _Tally, options: SpanOptions) -> None:
    if not tally.documents and not tally.failed:
        raise InputError(f"holds no document of {given.text}", path=given.path)
    if options.domains and tally.documents and not tally.is_domain_told:
        raise InputError(
            "no document tells its domain; give --docids with a second column when tagging, or"
            " leave --domains out",
            path=given.path,
        )


def _rows(
    text: str,
    tally: _Tally,
    phenomena: Sequence[str],
    is_ahead: Mapping[str, bool | None],
    options: SpanOptions,
) -> Iterator[SpanRow]:
    empty: Counter[tuple[Window, ...]] = Counter()
    for key in tally.keys(phenomena):
        cell = tally.cells.get(key, _Cell())
        searched = is_ahead.values() if key.phenomenon is None else [is_ahead[key.phenomenon]]
        measured = measure(
            [cell.windows.get(place, empty) for place in range(tally.documents)],
            options.windows,
            options.resampling,
            following=any(searched),
        )
        yield SpanRow(
            text=text,
            phenomenon=key.phenomenon,
            label=key.label,
            domain=key.domain,
            known=cell.distances.total(),
            unknown=cell.unknown,
            documents=measured.documents,
            distances=dict(sorted(cell.distances.items())),
            spans=dict(sorted(cell.spans.items())),
            resolved=measured.resolved,
            alone=measured.alone,
            both=measured.both,
        )


def _notes(given: SpanInput, tally: _Tally) -> Iterator[str]:
    if tally.failed:
        failed = count_noun(tally.failed, "document")
        yield f"{given.name}: {failed} left out, on which a tagger failed"
    if tally.documents < LEAST_DOCUMENTS:
        yield (
            f"{given.name}: {count_noun(tally.documents, 'document')}: intervals need at least"
            f" {LEAST_DOCUMENTS}"
        )
    for name, limit in given.limits.items():
        yield (
            f"{given.name}: {name} was looked for {count_noun(limit, 'segment')} back at most; what"
            " stands further back is no tag"
        )


def with_spans(results: Results, run: RunFolder, registry: Registry) -> Results:
    """Add to a run's results how much context the tags of its first text need.

    Args:
        results: of the run.
        run: its folder, from which the tags are read.
        registry: knows which phenomenon each tagger is about.

    Raises:
        InputError: the file of tags is missing or faulty.
    """
    if not run.record.documents:
        return results
    how = results.resampling
    options = ResamplingOptions(how.samples, seed=how.seed) if how else ResamplingOptions()
    given = span_input_in(run, registry)
    study = span_study([given], SpanOptions(resampling=options))
    return replace(results, spans=study)


def results_of(study: SpanStudy) -> Results:
    """Wrap a study of one or several texts as results, so that a report can show it."""
    pairs = list(dict.fromkeys(text.pair for text in study.texts))
    sources, targets = zip(*(pair.split("-", 1) for pair in pairs), strict=True)
    return Results(
        pair=", ".join(pairs),
        source_language=", ".join(dict.fromkeys(sources)),
        target_language=", ".join(dict.fromkeys(targets)),
        references=(),
        systems=(),
        phenomena={},
        documents=sum(text.documents for text in study.texts),
        segments=sum(text.segments for text in study.texts),
        counts={},
        notes=study.notes,
        spans=study,
    )
