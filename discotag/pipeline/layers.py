"""Layers: the words of texts, what annotators and resolvers add to a side, links between sides.

Models see all segments of a batch at once. What an engine gave for a text is kept, on disk or in
memory, and not asked of it again: a value's key holds the text, the component with its version,
options, argument and digest, the code that takes part, and the same of what is below it (the tokens
that an aligner saw). So nothing is ever taken for what another engine would have given.
"""

from __future__ import annotations

import json
import time
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from threading import Lock
from typing import TYPE_CHECKING, Any, Generic, TypeGuard, TypeVar, cast

from discotag.core.components import CorefInfo
from discotag.core.document import Alignment, ParallelText, Resolution, Side, SideName
from discotag.core.interfaces import WeighingCoref
from discotag.core.validation import (
    checked_clusters,
    checked_layer,
    checked_links,
    checked_resolutions,
    checked_tokens,
)
from discotag.files.cache import key_of
from discotag.files.layers import (
    pack_links,
    pack_resolution,
    pack_tokens,
    unpack_links,
    unpack_resolution,
    unpack_tokens,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

    from discotag.core.tokens import Tokens
    from discotag.files.cache import Store
    from discotag.pipeline.components import LoadedAnnotator, LoadedCoref, LoadedPlan
    from discotag.pipeline.plans import AnyPlanned
    from discotag.pipeline.stages import Observers


class Layers:
    """Makes the layers of documents with the components of a plan, or takes them from a cache."""

    def __init__(self, components: LoadedPlan, cache: LayerCache, observers: Observers) -> None:
        self._components = components
        self._cache = cache
        self.observers = observers

    def side(
        self,
        batch: Sequence[ParallelText],
        side: SideName,
        place: str,
        lines: Sequence[tuple[str, ...]],
        annotators: Sequence[LoadedAnnotator | LoadedCoref] | None = None,
    ) -> list[Side]:
        """Analyze one text of every document in the batch, then add the side's other layers.

        Args:
            batch: the documents.
            side: the side that the text is of.
            place: whose analyzer works: `source`, or the text's name.
            lines: of each document its segments.
            annotators: what adds layers, in order; None = all of the plan.
        """
        pack = self._components.plan.source if side == "source" else self._components.plan.target
        loaded = self._components.analyzer(place)
        segments = list(chain.from_iterable(lines))
        maker = self._components.identity_of(loaded)

        def analyze(wanted: list[str]) -> Sequence[Tokens]:
            return checked_tokens(loaded.component.analyze(wanted), wanted)

        with self.observers.stage(f"analyze {side}", len(segments)), loaded.call():
            tokens = self._cache.tokens(maker, segments, analyze)
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
        for step in self._components.annotators if annotators is None else annotators:
            if step.planned.side == side:
                sides = self._annotate(step, sides, maker)
                maker = self._components.identity_of(step, maker)
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
            with annotator.call():
                layers = checked_layer(annotator.component.annotate(seen), sides)
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

        maker = self._components.identity_of(resolver, below)
        with resolver.call():
            layers = self._cache.resolutions(maker, seen, resolve)
        return [
            replace(side, clusters=layer.clusters, alternatives=layer.alternatives)
            for side, layer in zip(sides, layers, strict=True)
        ]

    def links(
        self, name: str, sources: Sequence[Side], targets: Sequence[Side]
    ) -> list[tuple[Alignment, ...]] | None:
        """Return the links of every segment pair of each document; None without an aligner."""
        if not self._components.aligners:
            return None
        loaded = self._components.aligner(name)
        pairs = [
            pair
            for source, target in zip(sources, targets, strict=True)
            for pair in zip(source, target, strict=True)
        ]
        maker = self._components.identity_of(
            loaded,
            self._components.identity_of(self._components.analyzer("source")),
            self._components.identity_of(self._components.analyzer(name)),
        )

        def align(wanted: list[tuple[Tokens, Tokens]]) -> Sequence[Alignment]:
            return checked_links(loaded.component.align(wanted), wanted)

        with self.observers.stage("align", len(pairs)):
            with loaded.call():
                links = self._cache.links(maker, pairs, align)
            for (source, target), pair_links in zip(pairs, links, strict=True):
                pair_links.checked(source, target)  # those of the cache too
        waiting = iter(links)
        return [tuple(islice(waiting, len(side))) for side in sources]


def _is_coref(step: LoadedAnnotator | LoadedCoref) -> TypeGuard[LoadedCoref]:
    return isinstance(step.planned.info, CorefInfo)


Item = TypeVar("Item")
Value = TypeVar("Value")


RECENT = 8192
"""Values that stay in memory: about what a batch of documents has of segments and links in seven
texts, so that systems which agree are worked on once."""


LAG = 86_400.0
"""Seconds for which a value counts as used: to note it anew costs more than to find it."""


@dataclass(frozen=True)
class Layer(Generic[Value]):
    """How the values of a layer become bytes, and values again (ValueError if they are not)."""

    name: str
    pack: Callable[[Value], bytes]
    unpack: Callable[[bytes], Value]


TOKENS = Layer("tokens", pack_tokens, unpack_tokens)
LINKS = Layer("links", pack_links, unpack_links)
RESOLUTIONS = Layer("resolutions", pack_resolution, unpack_resolution)


@dataclass
class LayerCache:
    """Layers kept from run to run.

    Args:
        store: where they are stored; None = nowhere: each text of a batch is processed once.
        hits: how many values were found there.
        misses: how many were not.
    """

    store: Store | None
    hits: int = 0
    misses: int = 0
    _recent: dict[Hashable, Any] = field(default_factory=dict, init=False, repr=False)

    def tokens(
        self,
        maker: str | None,
        segments: Sequence[str],
        work: Callable[[list[str]], Sequence[Tokens]],
    ) -> list[Tokens]:
        """Return the tokens of segments; `maker` is the analyzer's identity."""
        texts = [(segment,) for segment in segments]
        return self._values(TOKENS, maker, texts, segments, work)

    def links(
        self,
        maker: str | None,
        pairs: Sequence[tuple[Tokens, Tokens]],
        work: Callable[[list[tuple[Tokens, Tokens]]], Sequence[Alignment]],
    ) -> list[Alignment]:
        """Return the links of segment pairs; `maker` is the identity of aligner and analyzers."""
        texts = [(source.text, target.text) for source, target in pairs]
        return self._values(LINKS, maker, texts, pairs, work)

    def resolutions(
        self,
        maker: str | None,
        sides: Sequence[Side],
        work: Callable[[list[Side]], Sequence[Resolution]],
    ) -> list[Resolution]:
        """Return the coreference of documents; `maker` is the identity of resolver and analyzer."""
        texts = [(side.document, *side.segments) for side in sides]
        return self._values(RESOLUTIONS, maker, texts, sides, work)

    def _values(
        self,
        layer: Layer[Value],
        maker: str | None,
        texts: Sequence[tuple[str, ...]],
        items: Sequence[Item],
        work: Callable[[list[Item]], Sequence[Value]],
    ) -> list[Value]:
        """Return the values of items, each made once; without a maker they are always made."""
        if maker is None:
            return list(work(list(items)))
        if self.store is None:
            return self._once([(layer.name, maker, *parts) for parts in texts], items, work)
        keys = [key_of(layer.name, maker, *parts) for parts in texts]
        return self._filled(self.store, keys, items, work, layer)

    def _once(
        self,
        keys: Sequence[Hashable],
        items: Sequence[Item],
        work: Callable[[list[Item]], Sequence[Value]],
    ) -> list[Value]:
        """Return values, each worked on once while it is among the recent ones."""
        if len(self._recent) > RECENT:
            self._recent = {}
        recent = self._recent
        missing = {key: item for key, item in zip(keys, items, strict=True) if key not in recent}
        if missing:
            recent.update(zip(missing, work(list(missing.values())), strict=True))
        return [recent[key] for key in keys]

    def _filled(
        self,
        store: Store,
        keys: Sequence[bytes],
        items: Sequence[Item],
        work: Callable[[list[Item]], Sequence[Value]],
        layer: Layer[Value],
    ) -> list[Value]:
        known: dict[bytes, Value] = {}
        for key, data in store.get(list(dict.fromkeys(keys))).items():
            try:
                known[key] = layer.unpack(data)
            except (ValueError, TypeError, KeyError):
                continue  # not what this version writes: made again
        self.hits += len(known)
        missing = {key: item for key, item in zip(keys, items, strict=True) if key not in known}
        self.misses += len(missing)
        if missing:
            new = dict(zip(missing, work(list(missing.values())), strict=True))
            store.put({key: layer.pack(value) for key, value in new.items()}, now=time.time())
            known |= new
        store.touch([key for key in known if key not in missing], now=time.time(), lag=LAG)
        return [known[key] for key in keys]


def identity_of(
    choice: AnyPlanned, digest: str | None, *below: str | None, acting: str
) -> str | None:
    """Say which engine a layer comes from, in full.

    Args:
        choice: the component chosen.
        digest: what the component reports for its model or table.
        below: the identities of its parts, and of those whose layers it reads.
        acting: the digest of all code that may act on what it gives.

    Returns:
        None for an engine whose results do not follow from text and identity alone, or whose
        argument names something without a digest.
    """
    is_told = choice.argument is None or choice.parts or digest  # parts report their own digests
    if None in below or choice.info.is_sequential or not is_told:
        return None
    facts = [
        choice.role,
        choice.owner.distribution,
        choice.owner.version,
        choice.info.name,
        choice.info.version,
        choice.side,
        choice.argument,
        choice.options,
        digest,
        acting,
        *below,
    ]
    return json.dumps(facts, ensure_ascii=False, default=str)


KEPT = 200_000
"""Values that are kept: those of about 65,000 segment pairs."""
PIECE = 64
"""Segments processed at once; a check that must stop runs this long."""


class MemoryLayerCache(LayerCache):
    """Layers of one process, the least recently used of which go first.

    Several threads may use them; engines work for one thread at a time.

    Args:
        size: how many values are kept.
        pause: called between two pieces of work; what it raises stops the work.
    """

    def __init__(self, *, size: int = KEPT, pause: Callable[[], None] = lambda: None) -> None:
        super().__init__(store=None)
        self._size = size
        self._pause = pause
        self._kept: OrderedDict[Hashable, Any] = OrderedDict()
        self._lock = Lock()
        self._engine = Lock()

    def _values(
        self,
        layer: Layer[Value],
        maker: str | None,
        texts: Sequence[tuple[str, ...]],
        items: Sequence[Item],
        work: Callable[[list[Item]], Sequence[Value]],
    ) -> list[Value]:
        if maker is None:  # its results do not follow from the text alone
            with self._engine:
                return list(work(list(items)))
        keys: list[Hashable] = [(layer.name, maker, *parts) for parts in texts]
        found = self._known(keys)
        missing = {key: item for key, item in zip(keys, items, strict=True) if key not in found}
        self.hits += len(found)
        self.misses += len(missing)
        waiting = list(missing.items())
        for begin in range(0, len(waiting), PIECE):
            piece = dict(waiting[begin : begin + PIECE])
            self._pause()
            with self._engine:
                made = dict(zip(piece, work(list(piece.values())), strict=True))
            self._keep(made)
            found |= made
        return [found[key] for key in keys]

    def _known(self, keys: Sequence[Hashable]) -> dict[Hashable, Any]:
        with self._lock:
            found = {key: self._kept[key] for key in keys if key in self._kept}
            for key in found:
                self._kept.move_to_end(key)
        return found

    def _keep(self, made: dict[Hashable, Any]) -> None:
        with self._lock:
            self._kept |= made
            while len(self._kept) > self._size:
                self._kept.popitem(last=False)
