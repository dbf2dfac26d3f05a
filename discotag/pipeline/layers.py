"""Layers: the words of texts, what annotators and resolvers add to a side, links between sides.

Models see all segments of a batch at once.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, islice
from typing import TYPE_CHECKING, TypeGuard, cast

from discotag.core.components import CorefInfo
from discotag.core.document import Alignment, ParallelText, Resolution, Side, SideName
from discotag.core.interfaces import WeighingCoref
from discotag.pipeline.validation import (
    checked_clusters,
    checked_layer,
    checked_links,
    checked_resolutions,
    checked_tokens,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag.core.tokens import Tokens
    from discotag.pipeline.components import LoadedAnnotator, LoadedCoref, LoadedPlan
    from discotag.pipeline.layer_cache import LayerCache
    from discotag.pipeline.stages import Observers


class Layers:
    """Makes the layers of documents with the components of a plan, or takes them from a cache."""

    def __init__(self, components: LoadedPlan, cache: LayerCache, observers: Observers) -> None:
        self._components = components
        self._cache = cache
        self._observers = observers

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

        with self._observers.stage(f"analyze {side}", len(segments)), loaded.call():
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
        with self._observers.stage(f"{planned.title} {planned.side}", sum(map(len, sides))):
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

        with self._observers.stage("align", len(pairs)):
            with loaded.call():
                links = self._cache.links(maker, pairs, align)
            for (source, target), pair_links in zip(pairs, links, strict=True):
                pair_links.checked(source, target)  # those of the cache too
        waiting = iter(links)
        return [tuple(islice(waiting, len(side))) for side in sources]


def _is_coref(step: LoadedAnnotator | LoadedCoref) -> TypeGuard[LoadedCoref]:
    return isinstance(step.planned.info, CorefInfo)
