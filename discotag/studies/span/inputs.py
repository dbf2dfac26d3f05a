"""A span study as JSON, schema `discotag-span/1`; what is undefined or was not searched is null."""

from __future__ import annotations

from contextlib import closing
from dataclasses import asdict, dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from discotag.core.errors import InputError, UsageError
from discotag.pipeline.stages import Observers, Stages
from discotag.runs.folder import open_run, open_tags
from discotag.runs.record import PlanRecord
from discotag.units.units import in_units

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from discotag.core.document import ParallelText
    from discotag.core.registry import Registry
    from discotag.core.results import Recommended, Share, SpanRow, SpanStudy, SpanText
    from discotag.core.tags import TaggedDocument
    from discotag.pipeline.plans import Plan
    from discotag.runs.folder import RunFolder


SCHEMA = "discotag-span/1"


def span_data(study: SpanStudy) -> dict[str, Any]:
    """Return a study as plain data; a side of a window is null where it is the whole document."""
    how = study.resampling
    return {
        "schema": SCHEMA,
        "reaches": list(study.reaches),
        "wanted": list(study.wanted),
        "resampling": {"samples": how.samples, "seed": how.seed, "least": how.least},
        "texts": [_text(text) for text in study.texts],
        "rows": [_row(row) for row in study.rows],
        "notes": list(study.notes),
    }


def _text(text: SpanText) -> dict[str, Any]:
    return {
        "name": text.name,
        "pair": text.pair,
        "documents": text.documents,
        "segments": text.segments,
        "longest": text.longest,
        "phenomena": {
            name: {**told, "is_searched_ahead": text.is_searched_ahead.get(name)}
            for name, told in text.phenomena.items()
        },
        "signature": text.signature or None,
    }


def _row(row: SpanRow) -> dict[str, Any]:
    return {
        "text": row.text,
        "phenomenon": row.phenomenon,
        "label": row.label,
        "domain": row.domain,
        "known": row.known,
        "unknown": row.unknown,
        "documents": row.documents,
        "distances": [list(pair) for pair in row.distances.items()],
        "spans": [list(pair) for pair in row.spans.items()],
        "resolved": [
            {**window._asdict(), **_share(share)} for window, share in row.resolved.items()
        ]
        or None,
        "recommended": {
            "previous_alone": [_recommended(item) for item in row.alone] or None,
            "previous_and_following": [_recommended(item) for item in row.both] or None,
        },
    }


def _share(share: Share) -> dict[str, Any]:
    return {"share": share.value, "interval": share.interval}


def _recommended(item: Recommended) -> dict[str, Any]:
    return {
        "wanted": item.wanted,
        "window": None if item.window is None else item.window._asdict(),
        "resolved": None if item.resolved is None else asdict(item.resolved),
        "sizes": item.sizes,
    }


@dataclass(frozen=True, slots=True)
class SpanInput:
    """A text to be studied.

    Args:
        name: unique in the study.
        pair: language pair.
        text: name of the reference or system.
        documents: its documents; read once.
        path: where it comes from, for messages.
        phenomena: phenomenon → state and reason; empty = whatever the documents name.
        is_searched_ahead: phenomenon → whether following segments were searched; what is not there
            is not known.
        limits: phenomenon → how many segments back its tagger was set to search; what is not there
            has no such limit.
        signature: of the tagging.
        notes: what the user should know of the files.
        short_signature: the same, shortened.
    """

    name: str
    pair: str
    text: str
    documents: Iterable[TaggedDocument]
    path: object = None
    phenomena: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    is_searched_ahead: Mapping[str, bool] = field(default_factory=dict)
    limits: Mapping[str, int] = field(default_factory=dict)
    signature: str = ""
    notes: tuple[str, ...] = ()
    short_signature: str = ""


def span_inputs(
    paths: Sequence[Path], registry: Registry, text: str | None = None, *, verify: bool = True
) -> tuple[SpanInput, ...]:
    """Open the folders of runs and files of tags.

    Args:
        paths: what `discotag run --out` or `discotag tag --out` wrote.
        registry: knows which phenomenon a run's taggers are about.
        text: name of the reference or system; None = the first of each.
        verify: whether every file of a run must be the one that the run wrote.

    Raises:
        InputError: a path is neither, is given twice, or is faulty.
        UnknownNameError: it holds no such text.
    """
    seen: set[Path] = set()
    for path in paths:
        if path.resolve() in seen:
            raise InputError("is given twice", path=path)
        seen.add(path.resolve())
    found = [
        span_input_in(open_run(path, verify=verify), registry, text)
        if path.is_dir()
        else _of_file(path, text, verify=verify)
        for path in paths
    ]
    names = [item.name for item in found]
    return tuple(
        item
        if names.count(item.name) == 1
        else replace(item, name=f"{item.name} {Path(str(item.path))}")
        for item in found
    )


def span_input_of(plan: Plan, registry: Registry, texts: Iterable[ParallelText]) -> SpanInput:
    """Tag the one translation of a corpus as it is read; nothing is written."""
    units = in_units(plan, texts)
    plan = units.plan
    record = PlanRecord.model_validate(plan.describe())
    stages = Stages(plan, registry, Observers(registry.plugins.manager))
    return SpanInput(
        name=plan.pair,
        pair=plan.pair,
        text="the text",
        documents=_tagged(stages, units.texts),
        phenomena=record.phenomena,
        is_searched_ahead=_searched_ahead(record, registry),
        limits=_limits(record, registry),
    )


def _tagged(stages: Stages, texts: Iterable[ParallelText]) -> Iterator[TaggedDocument]:
    for found in stages.tag(texts):
        names = [*found.references, *found.hypotheses]
        if len(names) != 1:
            told = f"several translations ({', '.join(names)})" if names else "none"
            raise UsageError(
                f"the corpus holds {told}; give one with --tgt, or name it with --text"
            )
        yield from chain(found.references.values(), found.hypotheses.values())


def span_input_in(run: RunFolder, registry: Registry, text: str | None = None) -> SpanInput:
    """Open a text of a run; errors as for `span_inputs`."""
    record, chosen = run.record, run.text(text)
    return SpanInput(
        name=f"{record.plan.pair} {chosen}",
        pair=record.plan.pair,
        text=chosen,
        documents=run.documents(chosen),
        path=run.path,
        phenomena=record.plan.phenomena,
        is_searched_ahead=_searched_ahead(record.plan, registry),
        limits=_limits(record.plan, registry),
        signature=record.signature,
        notes=run.notes,
        short_signature=record.short_signature,
    )


def _of_file(path: Path, text: str | None, *, verify: bool) -> SpanInput:
    if not path.exists():
        raise InputError("is neither the folder of a run nor a file of tags", path=path)
    file = open_tags(path, verify=verify)
    with closing(file.documents()) as documents:
        tagged = next(documents, None)
    if tagged is None:
        raise InputError("holds no document", path=path)
    first = tagged.document
    chosen = text or first.system
    pair = f"{first.source.language}-{first.target.language}"
    return SpanInput(
        name=f"{pair} {chosen}",
        pair=pair,
        text=chosen,
        documents=(item for item in file.documents() if item.document.system == chosen),
        path=path,
        notes=file.notes,
    )


def _searched_ahead(plan: PlanRecord, registry: Registry) -> dict[str, bool]:
    found: dict[str, bool] = {}
    for name, options in _taggers(plan, registry):
        found[name] = found.get(name, False) or bool(options.get("following"))
    return found


def _limits(plan: PlanRecord, registry: Registry) -> dict[str, int]:
    return {
        name: options["window"]
        for name, options in _taggers(plan, registry)
        if options.get("window") is not None
    }


def _taggers(plan: PlanRecord, registry: Registry) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield phenomenon and options of each tagger of a plan that is installed."""
    for item in plan.components:
        if item.role == "tagger" and item.name in registry.taggers.items:
            yield registry.taggers.get(item.name).info.phenomenon, item.options
