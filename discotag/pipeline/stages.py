"""Stages: the components of a plan at work on batches, and the observers of their progress."""

from __future__ import annotations

import logging
import time
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING

from discotag.core.components import ANALYSIS_LAYERS
from discotag.core.document import Document, ParallelText, TextRole
from discotag.core.errors import DiscotagError, InputError, UnknownNameError
from discotag.core.plugin_calls import plugin_call
from discotag.core.tags import Mark, TaggedDocument
from discotag.core.text import names_error
from discotag.core.validation import checked_marks, checked_reasons
from discotag.pipeline.components import LoadedPlan
from discotag.pipeline.documents import unmasked
from discotag.pipeline.layers import LayerCache, Layers
from discotag.pipeline.signing import code_digest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    import pluggy

    from discotag.core.explanations import Reason
    from discotag.core.registry import Registry
    from discotag.core.tokens import Tokens
    from discotag.files.cache import Store
    from discotag.pipeline.plans import Plan, PlannedTagger


logger = logging.getLogger(__name__)


class Observers:
    """Passes a run's progress to the observing hooks, and sums up each stage's seconds.

    An observer that raises is taken out and named in the log; it never disturbs a run.
    """

    def __init__(
        self,
        manager: pluggy.PluginManager | None = None,
        *,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        """Observe through a plugin manager, or through nobody; time by the clock given."""
        self._manager = manager
        self._clock = clock
        self._started: set[str] = set()
        self.seconds: dict[str, float] = {}
        self.segments: dict[str, int] = {}

    @contextmanager
    def stage(self, name: str, segments: int) -> Iterator[None]:
        """Time a piece of a stage's work on so many segments."""
        self._start(name)
        begin = self._clock()
        try:
            yield
        finally:
            self.add(name, self._clock() - begin, segments)

    def add(self, name: str, seconds: float, segments: int) -> None:
        """Take note of a piece of a stage's work that was done elsewhere, or before."""
        self._start(name)
        self.seconds[name] = self.seconds.get(name, 0.0) + seconds
        self.segments[name] = self.segments.get(name, 0) + segments
        self._tell("discotag_stage_advanced", stage=name, segments=segments)

    def _start(self, name: str) -> None:
        if name not in self._started:
            self._started.add(name)
            self._tell("discotag_stage_started", stage=name, total=None)

    def finish(self) -> None:
        """Report that every stage has ended."""
        for name in self.seconds:
            self._tell("discotag_stage_finished", stage=name, seconds=self.seconds.get(name, 0.0))

    def _tell(self, hook: str, **facts: object) -> None:
        if self._manager is None:
            return
        for plugin in self._manager.get_plugins():
            if not hasattr(plugin, hook):
                continue
            others = [other for other in self._manager.get_plugins() if other is not plugin]
            name = self._manager.get_name(plugin) or ""
            try:
                with plugin_call(name, hook, is_program=True):
                    self._manager.subset_hook_caller(hook, others)(**facts)
            except DiscotagError as error:
                logger.exception("%s; it is taken out", error)
                self._manager.unregister(plugin)


BATCH_SEGMENTS = 512
PLAIN = frozenset(
    {"alignment"}
    | {f"{side}.{layer}" for side in ("source", "target") for layer in ANALYSIS_LAYERS}
)
"""Layers that analyzers and aligners give."""


@dataclass(frozen=True)
class TaggedText:
    """All target texts of one source document, tagged.

    Args:
        id: the document's id.
        references: reference name → tagged document.
        hypotheses: system name → tagged document.
    """

    id: str
    references: Mapping[str, TaggedDocument]
    hypotheses: Mapping[str, TaggedDocument]

    @property
    def failures(self) -> tuple[str, ...]:
        """What taggers failed at, over all texts (`--on-error skip`)."""
        texts = chain(self.references.values(), self.hypotheses.values())
        return tuple(failure for tagged in texts for failure in tagged.failures)


def batches(
    texts: Iterable[ParallelText], segments: int | None = None
) -> Iterator[list[ParallelText]]:
    """Group documents into batches of at least so many segments (the last may be smaller)."""
    batch: list[ParallelText] = []
    size = 0
    for text in texts:
        batch.append(text)
        size += len(text.source)
        if size >= (segments or BATCH_SEGMENTS):
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


class Stages:
    """The components of a plan, created, and the work they do on a batch of documents."""

    def __init__(
        self,
        plan: Plan,
        registry: Registry,
        observers: Observers | None = None,
        store: Store | None = None,
        *,
        cache: LayerCache | None = None,
        keeps_masks: bool = False,
    ) -> None:
        """Create every component; their heavy imports happen here.

        `store` is where layers are kept from run to run; `cache`, where else they are kept. With
        `keeps_masks`, placeholders and markup stay masked in what is tagged, for components that
        check it again.

        Raises:
            PluginError: a component cannot be imported.
            ComponentError: a component cannot be created.
            TableError: a table breaks its schema.
        """
        self.plan = plan
        self.observers = observers or Observers()
        self.cache = cache or LayerCache(store)
        self.components = LoadedPlan(
            plan, registry, "" if store is None else code_digest(plan, registry)
        )
        self._layers = Layers(self.components, self.cache, self.observers)
        self._keeps_masks = keeps_masks

    def observed_by(self, observers: Observers) -> Stages:
        """Report progress to others from now on; returns itself."""
        self.observers = self._layers.observers = observers
        return self

    def tag(self, texts: Iterable[ParallelText]) -> Iterator[TaggedText]:
        """Tag documents in order, reading ahead one batch at a time."""
        for batch in batches(texts):
            yield from self.tag_batch(batch)
        self.components.finish()

    def _check_names(self, batch: Sequence[ParallelText]) -> None:
        for text in batch:
            if not text.is_aligned:
                raise InputError(f"document {text.id!r}: its texts have no lines in common")
        names = [name for _, name in _target_texts(batch)]
        if fault := names_error(names):
            raise InputError(f"the corpus's texts: {fault}; rename it there")
        for option, places, others in (
            ("--analyzer", self.components.analyzers, ("source", "target")),
            ("--aligner", self.components.aligners, ()),
        ):
            for place in places:
                if place and place not in {*names, *others}:
                    raise UnknownNameError("text", place, [*others, *names], scope=f"for {option}")

    def token_pairs(self, texts: Iterable[ParallelText]) -> Iterator[tuple[Tokens, Tokens]]:
        """Yield the tokens of every segment pair of the first target text, in order."""
        for batch in batches(texts):
            role, name = _target_texts(batch)[0]
            sources = self._layers.side(batch, "source", "source", [text.source for text in batch])
            lines = [_lines(text, role, name) for text in batch]
            for source, target in zip(
                sources, self._layers.side(batch, "target", name, lines), strict=True
            ):
                yield from zip(source, target, strict=True)

    def tag_batch(self, batch: Sequence[ParallelText]) -> Iterator[TaggedText]:
        """Tag some documents, in order; `components.finish` is due after the last batch."""
        self._check_names(batch)
        sources = self._layers.side(batch, "source", "source", [text.source for text in batch])
        tagged: list[dict[tuple[TextRole, str], TaggedDocument]] = [{} for _ in batch]
        for role, name in _target_texts(batch):
            lines = [_lines(text, role, name) for text in batch]
            targets = self._layers.side(batch, "target", name, lines)
            links = self._layers.links(name, sources, targets)
            for index, text in enumerate(batch):
                document = Document(
                    id=text.id,
                    source=sources[index],
                    target=targets[index],
                    system=name,
                    role=role,
                    alignment=links[index] if links is not None else None,
                    domain=text.domain,
                    expected=text.expected,
                    address=text.address,
                    is_app=text.is_app,
                )
                marked = self._mark(document)
                if text.shown and not self._keeps_masks:
                    marked = replace(marked, document=unmasked(document, text))
                tagged[index][role, name] = marked
        for text, of_text in zip(batch, tagged, strict=True):
            yield TaggedText(
                text.id,
                {
                    name: document
                    for (role, name), document in of_text.items()
                    if role == "reference"
                },
                {
                    name: document
                    for (role, name), document in of_text.items()
                    if role != "reference"
                },
            )

    def document(self, text: ParallelText, layers: frozenset[str]) -> Document:
        """Return a document with one translation, with its words, links, and layers.

        Args:
            text: the document.
            layers: what is needed; annotators work only where it is theirs.
        """
        ((role, name),) = _target_texts([text])
        own = self.components.annotators if layers - PLAIN else []
        (source,) = self._layers.side([text], "source", "source", [text.source], own)
        (target,) = self._layers.side([text], "target", name, [_lines(text, role, name)], own)
        links = self._layers.links(name, [source], [target])
        return Document(
            id=text.id,
            source=source,
            target=target,
            system=name,
            role=role,
            alignment=links[0] if links is not None else None,
            domain=text.domain,
            expected=text.expected,
            is_app=text.is_app,
        )

    def reasons(
        self, document: Document
    ) -> Iterator[tuple[PlannedTagger, tuple[Reason, ...] | None]]:
        """Yield each tagger's reasons for a document; None for a tagger without reasons.

        Raises:
            ComponentError: a tagger failed, or its reasons are not what it declares.
        """
        for loaded in self.components.taggers:
            phenomenon, seen = loaded.planned.info.phenomenon, _seen_by(loaded.planned, document)
            with loaded.call(document.id):
                reasons = checked_reasons(loaded.component, seen, phenomenon)
            yield loaded.planned, reasons

    def _mark(self, document: Document) -> TaggedDocument:
        marks: list[Mark] = []
        failures: list[str] = []
        views: dict[frozenset[str], Document] = {}
        for loaded in self.components.taggers:
            phenomenon, layers = loaded.planned.info.phenomenon, loaded.planned.info.layers
            seen = views.get(layers)
            if seen is None:
                seen = views[layers] = _seen_by(loaded.planned, document)
            with self.observers.stage(loaded.planned.title, len(document)):
                try:
                    with loaded.call(document.id):
                        marks += checked_marks(loaded.component.mark(seen), seen, phenomenon)
                except DiscotagError as error:
                    if self.plan.config.on_error == "stop":
                        raise
                    failures.append(str(error))
        return TaggedDocument(
            document, tuple(dict.fromkeys(marks)), tuple(failures), self.plan.phenomena
        )


def _seen_by(planned: PlannedTagger, document: Document) -> Document:
    """Return what a tagger may see of a document: the layers it declared, and the words."""
    return document.restricted(planned.info.layers | {"source.tokens", "target.tokens"})


def _target_texts(batch: Sequence[ParallelText]) -> list[tuple[TextRole, str]]:
    references: list[tuple[TextRole, str]] = [("reference", name) for name in batch[0].references]
    return [*references, *(("hypothesis", name) for name in batch[0].hypotheses)]


def _lines(text: ParallelText, role: TextRole, name: str) -> tuple[str, ...]:
    return (text.references if role == "reference" else text.hypotheses)[name]
