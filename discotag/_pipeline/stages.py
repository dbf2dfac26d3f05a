"""Stages: from lines of text to tagged documents, one batch of documents at a time.

The source side is analysed once, however many target texts share it. Models see all segments of a
batch at once; taggers see
one document. Every failure names the plugin, the component and the document.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, TypeAlias, TypeGuard, cast

from discotag._pipeline.cache_keys import acting_digest
from discotag._pipeline.caching import LayerCache, identity_of
from discotag._pipeline.components import LoadedComponent, load_for_pair
from discotag._pipeline.error_boundary import (
    checked_clusters,
    checked_layer,
    checked_links,
    checked_marks,
    checked_reasons,
    checked_resolutions,
    checked_tokens,
)
from discotag._pipeline.masks import unmasked
from discotag._pipeline.observers import Observers
from discotag.core.components import ANALYSIS_LAYERS, AnnotatorInfo, CorefInfo
from discotag.core.coreference import Resolution
from discotag.core.document import Alignment, Document, ParallelText, Role, Side, SideName
from discotag.core.errors import DiscotagError, InputError, UnknownNameError
from discotag.core.interfaces import Annotator, Coref, WeighingCoref
from discotag.core.tags import Mark, TaggedDocument
from discotag.core.text_names import fault_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from discotag._files.store import Store
    from discotag._pipeline.plans import ComponentT, InfoT, Plan, PlannedComponent, PlannedTagger
    from discotag.core.explanations import Reason
    from discotag.core.registry import Registry
    from discotag.core.tables import Table
    from discotag.core.tokens import Tokens

LoadedAnnotator: TypeAlias = LoadedComponent[AnnotatorInfo, Annotator]
LoadedCoref: TypeAlias = LoadedComponent[CorefInfo, Coref]

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
        look at it again.

        Raises:
            PluginError: a component cannot be imported.
            ComponentError: a component cannot be created.
            TableError: a table breaks its schema.
        """
        self.plan = plan
        self.observers = observers or Observers()
        self.cache = cache or LayerCache(store)
        self._keeps_masks = keeps_masks
        self.acting = acting_digest(registry) if store is not None else ""
        self.tables = self._read_tables(registry)
        self._of_annotators = self._read_side_tables(registry)
        self._analyzers = {place: self.load(item) for place, item in plan.analyzers.items()}
        self._aligners = {place: self.load(item) for place, item in plan.aligners.items()}
        self._annotators = [self.load(item) for item in plan.annotators]
        self._taggers = [self.load(item) for item in plan.taggers]

    def _read_tables(self, registry: Registry) -> dict[str, Table]:
        names = {item.info.table for item in self.plan.taggers if item.info.table}
        source, target = self.plan.source.code, self.plan.target.code
        found = {name: registry.table(target, name, source=source) for name in sorted(names)}
        return {name: table for name, table in found.items() if table is not None}

    def _read_side_tables(self, registry: Registry) -> dict[tuple[SideName | None, str], Table]:
        """Return (side, name) → the table that the annotators of a side read."""
        found: dict[tuple[SideName | None, str], Table] = {}
        for item in self.plan.annotators:
            if isinstance(item.info, AnnotatorInfo) and item.info.table:
                pack = self.plan.source if item.side == "source" else self.plan.target
                table = registry.table(pack.code, item.info.table)
                if table is not None:
                    found[item.side, item.info.table] = table
        return found

    def digests(self) -> dict[str, str]:
        """Return the digest of every table read, and of each component that tells its own."""
        makers: list[LoadedComponent[Any, Any]] = [*self._analyzers.values()]
        makers += [*self._aligners.values(), *self._annotators]
        named = {
            f"{loaded.planned.info.name}.{loaded.planned.place}".rstrip("."): loaded
            for loaded in makers
        }
        for whole, loaded in tuple(named.items()):
            named |= {
                f"{whole}/{number}.{part.planned.info.name}": part
                for number, part in enumerate(loaded.parts, 1)
            }
        models = {name: digest for name, loaded in named.items() if (digest := loaded.digest)}
        tables = {
            f"{table.language}/{table.phenomenon}": table.digest for table in self.tables.values()
        }
        return {**tables, **models}

    def load(
        self, planned: PlannedComponent[InfoT, ComponentT]
    ) -> LoadedComponent[InfoT, ComponentT]:
        """Create a component of the plan, its parts first, with the tables that it may read."""
        tables = self._tables_for(planned)
        return load_for_pair(planned, self.plan.source, self.plan.target, tables=tables)

    def _tables_for(self, choice: PlannedComponent[Any, Any]) -> dict[str, Table]:
        """Return the tables that a component may read, by name."""
        if not isinstance(choice.info, AnnotatorInfo):
            return self.tables
        return {
            name: table
            for (side, name), table in self._of_annotators.items()
            if side == choice.side
        }

    def tag(self, texts: Iterable[ParallelText]) -> Iterator[TaggedText]:
        """Tag documents in order, reading ahead one batch at a time."""
        for batch in batches(texts):
            yield from self.tag_batch(batch)
        self.finish()

    def _check_names(self, batch: Sequence[ParallelText]) -> None:
        for text in batch:
            if not text.is_aligned:
                raise InputError(f"document {text.id!r}: its texts have no lines in common")
        names = [name for _, name in _target_texts(batch)]
        if fault := fault_of(names):
            raise InputError(f"the corpus's texts: {fault}; rename it there")
        for option, places, others in (
            ("--analyzer", self._analyzers, ("source", "target")),
            ("--aligner", self._aligners, ()),
        ):
            for place in places:
                if place and place not in {*names, *others}:
                    raise UnknownNameError("text", place, [*others, *names], scope=f"for {option}")

    def token_pairs(self, texts: Iterable[ParallelText]) -> Iterator[tuple[Tokens, Tokens]]:
        """Yield the tokens of every segment pair of the first target text, in order."""
        for batch in batches(texts):
            role, name = _target_texts(batch)[0]
            sources = self._side(batch, "source", "source", [text.source for text in batch])
            lines = [_lines(text, role, name) for text in batch]
            for source, target in zip(
                sources, self._side(batch, "target", name, lines), strict=True
            ):
                yield from zip(source, target, strict=True)

    def tag_batch(self, batch: Sequence[ParallelText]) -> Iterator[TaggedText]:
        """Tag some documents, in order; `finish` is due after the last batch."""
        self._check_names(batch)
        sources = self._side(batch, "source", "source", [text.source for text in batch])
        tagged: list[dict[tuple[Role, str], TaggedDocument]] = [{} for _ in batch]
        for role, name in _target_texts(batch):
            lines = [_lines(text, role, name) for text in batch]
            targets = self._side(batch, "target", name, lines)
            links = self._align(name, sources, targets)
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

    def _side(
        self,
        batch: Sequence[ParallelText],
        side: SideName,
        place: str,
        lines: Sequence[tuple[str, ...]],
        annotators: Sequence[LoadedAnnotator | LoadedCoref] | None = None,
    ) -> list[Side]:
        """Analyse one text of every document in the batch, then add the side's other layers."""
        pack = self.plan.source if side == "source" else self.plan.target
        loaded = self._analyzers[place if place in self._analyzers else side]
        segments = list(chain.from_iterable(lines))
        maker = self._identity(loaded)

        def analyze(wanted: list[str]) -> Sequence[Tokens]:
            return checked_tokens(loaded.component.analyze(wanted), wanted)

        with self.observers.stage(f"analyze {side}", len(segments)):
            tokens = loaded.call(lambda _: self.cache.tokens(maker, segments, analyze))
        waiting = iter(tokens)
        sides = [
            Side(
                pack.code,
                text,
                tuple(islice(waiting, len(text))),
                document=document.id,
                places=document.source_places
                if side == "source"
                else document.places.get(place, ()),
            )
            for document, text in zip(batch, lines, strict=True)
        ]
        for step in self._annotators if annotators is None else annotators:
            if step.planned.side == side:
                sides = self._annotate(step, sides, maker)
                maker = self._identity(step, maker)
        return sides

    def _annotate(
        self, step: LoadedAnnotator | LoadedCoref, sides: list[Side], below: str | None
    ) -> list[Side]:
        planned = step.planned
        seen = [side.restricted(planned.info.layers | {"tokens"}) for side in sides]
        with self.observers.stage(f"{planned.title} {planned.side}", sum(map(len, sides))):
            if _is_coref(step):
                return self._resolve(step, sides, seen, below)
            annotator = cast("LoadedAnnotator", step)
            layers = annotator.call(lambda work: checked_layer(work.annotate(seen), sides))
        name = annotator.planned.info.gives
        return [
            replace(side, annotations={**side.annotations, name: layer})
            for side, layer in zip(sides, layers, strict=True)
        ]

    def _resolve(
        self, resolver: LoadedCoref, sides: list[Side], seen: list[Side], below: str | None
    ) -> list[Side]:
        def resolve(wanted: list[Side]) -> Sequence[Resolution]:
            component = resolver.component
            if isinstance(component, WeighingCoref):
                return checked_resolutions(component.weigh(wanted), wanted)
            found = checked_clusters(component.resolve(wanted), wanted)
            return [Resolution(tuple(clusters)) for clusters in found]

        maker = self._identity(resolver, below)
        layers = resolver.call(lambda _: self.cache.resolutions(maker, seen, resolve))
        return [
            replace(side, clusters=layer.clusters, alternatives=layer.alternatives)
            for side, layer in zip(sides, layers, strict=True)
        ]

    def _align(
        self, name: str, sources: Sequence[Side], targets: Sequence[Side]
    ) -> list[tuple[Alignment, ...]] | None:
        if not self._aligners:
            return None
        loaded = self._aligners[name if name in self._aligners else ""]
        pairs = [
            pair
            for source, target in zip(sources, targets, strict=True)
            for pair in zip(source, target, strict=True)
        ]
        maker = self._identity(loaded, self._analyzer("source"), self._analyzer(name))

        def align(wanted: list[tuple[Tokens, Tokens]]) -> Sequence[Alignment]:
            return checked_links(loaded.component.align(wanted), wanted)

        with self.observers.stage("align", len(pairs)):
            links = loaded.call(lambda _: self.cache.links(maker, pairs, align))
            for (source, target), pair_links in zip(pairs, links, strict=True):
                pair_links.checked(source, target)  # those of the cache too
        waiting = iter(links)
        return [tuple(islice(waiting, len(side))) for side in sources]

    def _analyzer(self, place: str) -> str | None:
        """Return the identity of the analyzer of the source, or of a target text."""
        return self._identity(self._analyzers[place if place in self._analyzers else "target"])

    def _identity(self, loaded: LoadedComponent[Any, Any], *below: str | None) -> str | None:
        parts = (self._identity(part) for part in loaded.parts)
        return identity_of(loaded.planned, loaded.digest, *parts, *below, acting=self.acting)

    def identity(self) -> str | None:
        """Say what documents are tagged with, in full; None where that cannot be told."""
        loaded: list[LoadedComponent[Any, Any]] = [
            *self._analyzers.values(),
            *self._aligners.values(),
            *self._annotators,
            *self._taggers,
        ]
        told = [self._identity(each) for each in loaded]
        return None if None in told else json.dumps([told, sorted(self.digests().items())])

    def document(self, text: ParallelText, layers: frozenset[str]) -> Document:
        """Return a document with one translation, with its words, links, and layers beside them.

        Args:
            text: the document.
            layers: what is needed; annotators work only where it is theirs.
        """
        ((role, name),) = _target_texts([text])
        own = self._annotators if layers - PLAIN else []
        (source,) = self._side([text], "source", "source", [text.source], own)
        (target,) = self._side([text], "target", name, [_lines(text, role, name)], own)
        links = self._align(name, [source], [target])
        return Document(
            id=text.id,
            source=source,
            target=target,
            system=name,
            role=role,
            alignment=links[0] if links is not None else None,
            domain=text.domain,
            expected=text.expected,
        )

    def reasons(
        self, document: Document
    ) -> Iterator[tuple[PlannedTagger, tuple[Reason, ...] | None]]:
        """Yield each tagger's reasons for a document; None for a tagger that tells none.

        Raises:
            ComponentError: a tagger failed, or its reasons are not what it declares.
        """
        for loaded in self._taggers:
            phenomenon, seen = loaded.planned.info.phenomenon, _seen_by(loaded.planned, document)
            yield (
                loaded.planned,
                loaded.call(
                    partial(checked_reasons, document=seen, phenomenon=phenomenon), document.id
                ),
            )

    def _mark(self, document: Document) -> TaggedDocument:
        marks: list[Mark] = []
        failures: list[str] = []
        views: dict[frozenset[str], Document] = {}
        for loaded in self._taggers:
            phenomenon, layers = loaded.planned.info.phenomenon, loaded.planned.info.layers
            seen = views.get(layers)
            if seen is None:
                seen = views[layers] = _seen_by(loaded.planned, document)
            work = partial(checked_marks, document=seen, phenomenon=phenomenon)
            with self.observers.stage(loaded.planned.title, len(document)):
                try:
                    found = loaded.call(work, document.id)
                except DiscotagError as error:
                    if self.plan.config.on_error == "stop":
                        raise
                    failures.append(str(error))
                    continue
            marks.extend(found)
        return TaggedDocument(
            document, tuple(dict.fromkeys(marks)), tuple(failures), self.plan.phenomena
        )

    def finish(self) -> None:
        """Let components that read files check that they were read to the end."""
        for analyzer in self._analyzers.values():
            analyzer.finish()
        for aligner in self._aligners.values():
            aligner.finish()


def _is_coref(step: LoadedAnnotator | LoadedCoref) -> TypeGuard[LoadedCoref]:
    return isinstance(step.planned.info, CorefInfo)


def _seen_by(planned: PlannedTagger, document: Document) -> Document:
    """Return what a tagger may see of a document: the layers it declared, and the words."""
    return document.restricted(planned.info.layers | {"source.tokens", "target.tokens"})


def _target_texts(batch: Sequence[ParallelText]) -> list[tuple[Role, str]]:
    references: list[tuple[Role, str]] = [("reference", name) for name in batch[0].references]
    return [*references, *(("hypothesis", name) for name in batch[0].hypotheses)]


def _lines(text: ParallelText, role: Role, name: str) -> tuple[str, ...]:
    return (text.references if role == "reference" else text.hypotheses)[name]
