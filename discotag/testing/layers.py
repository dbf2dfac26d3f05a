"""Layers of annotators, put on made-up documents, so that what reads them can be tried."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from discotag.core.errors import DiscotagError
from discotag.core.interfaces import Context
from discotag.pipeline.language_support import annotators_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from discotag.core.document import Document, Side, SideName
    from discotag.core.registry import Registry


def with_layers(document: Document, layers: Iterable[str], registry: Registry) -> Document:
    """Return a document whose sides have these layers too, where something installed gives them."""
    source, target = document.source, document.target
    for layer in sorted(layers):
        source = _annotated(source, document, layer, "source", registry)
        target = _annotated(target, document, layer, "target", registry)
    return replace(document, source=source, target=target)


def _annotated(
    side: Side, document: Document, layer: str, name: SideName, registry: Registry
) -> Side:
    packs = (
        registry.language(document.source.language).info,
        registry.language(document.target.language).info,
    )
    pack = packs[0] if name == "source" else packs[1]
    able = annotators_of(layer, registry, pack)
    if not able:
        return side
    info = able[0].info
    table = registry.table(pack.code, info.table) if info.table else None
    context = Context(
        info.name,
        *packs,
        side=name,
        tables={table.phenomenon: table} if table else {},
        options=pack.settings.get(info.name, {}),
    )
    try:
        found = info.load().create(context).annotate([side])[0]
    except DiscotagError:  # a model that is not on this machine: the layer stays absent
        return side
    return replace(side, annotations={**side.annotations, layer: tuple(found)})
