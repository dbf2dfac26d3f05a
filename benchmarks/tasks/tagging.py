"""Tagging gold texts the way users do: the default engines, a profile, some options."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from discotag.core.discovery import discover
from discotag.core.document import ParallelText
from discotag.core.registry import Registry
from discotag.pipeline.config import RunConfig
from discotag.pipeline.planning import plan
from discotag.pipeline.stages import Stages

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from discotag.core.tags import TaggedDocument

Pair = tuple[str, str]
PUBLISHED = "muda"
"""The profile that follows the published code: its word lists, verbs unmarked."""
BATCH = 400


def tag(
    documents: Iterable[Sequence[Pair]],
    target: str,
    phenomenon: str,
    *,
    source: str = "en",
    profile: str = "discotag",
    options: Mapping[str, Mapping[str, object]] | None = None,
) -> Iterator[TaggedDocument]:
    """Tag documents of (source, target) segments; give them in order.

    Args:
        documents: the segment pairs of each document.
        target: the target language's code.
        phenomenon: what is tagged.
        source: the source language's code.
        profile: whose rules to follow.
        options: options of components.
    """
    registry = Registry(discover())
    config = RunConfig(
        source_language=source,
        target_language=target,
        phenomena=(phenomenon,),
        scorers=(),
        profile=profile,
        options={name: dict(values) for name, values in (options or {}).items()},
    )
    stages = Stages(plan(config, registry), registry)
    texts = (
        ParallelText(
            id=str(number),
            source=tuple(first for first, _ in pairs),
            references={"gold": tuple(second for _, second in pairs)},
            hypotheses={},
            lines=tuple(range(1, len(pairs) + 1)),
        )
        for number, pairs in enumerate(documents)
    )
    batch: list[ParallelText] = []
    for text in texts:
        batch.append(text)
        if len(batch) == BATCH:
            yield from (done.references["gold"] for done in stages.tag(batch))
            batch = []
    if batch:
        yield from (done.references["gold"] for done in stages.tag(batch))


def has_pack(language: str) -> bool:
    """Return whether the pack of a language is installed."""
    return language in Registry(discover()).languages


def half(text: str) -> str:
    """Return the half, `A` or `B`, that an item belongs to, by a hash of its text."""
    return "AB"[sha256(text.encode()).digest()[0] % 2]
