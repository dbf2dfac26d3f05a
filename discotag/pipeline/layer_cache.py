"""Layers kept on disk or in memory: what an engine gave for a text is not asked of it again.

A value's key holds the text, the component with its version, options, argument and digest, all code
that may act on it, and whatever stood below it (the tokens that an aligner saw come from analyzers
with keys of their own). So nothing is ever taken for what another engine would have given.
"""

from __future__ import annotations

import json
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING, Any, Generic, TypeVar

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

    from discotag.core.document import Alignment, Resolution, Side
    from discotag.core.tokens import Tokens
    from discotag.files.cache import Store
    from discotag.pipeline.plans import AnyPlanned


Item = TypeVar("Item")
Value = TypeVar("Value")


RECENT = 8192
"""Values that stay in memory: about what a batch of documents has of segments and links in seven
texts, so that systems which agree are worked on once."""


LAG = 86_400.0
"""Seconds for which a value counts as used: to note it anew costs more than to find it."""


@dataclass(frozen=True)
class Layer(Generic[Value]):
    """How the values of a layer become bytes, and values again (ValueError where they are none)."""

    pack: Callable[[Value], bytes]
    unpack: Callable[[bytes], Value]


TOKENS = Layer(pack_tokens, unpack_tokens)
LINKS = Layer(pack_links, unpack_links)
RESOLUTIONS = Layer(pack_resolution, unpack_resolution)


@dataclass
class LayerCache:
    """Layers kept from run to run.

    Args:
        store: where they lie; None = nowhere, and of a batch each text is worked on once.
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
        if maker is None:
            return list(work(list(segments)))
        if self.store is None:
            return self._once([("tokens", maker, text) for text in segments], segments, work)
        keys = [key_of("tokens", maker, segment) for segment in segments]
        return self._filled(self.store, keys, segments, work, TOKENS)

    def links(
        self,
        maker: str | None,
        pairs: Sequence[tuple[Tokens, Tokens]],
        work: Callable[[list[tuple[Tokens, Tokens]]], Sequence[Alignment]],
    ) -> list[Alignment]:
        """Return the links of segment pairs; `maker` is the identity of aligner and analyzers."""
        if maker is None:
            return list(work(list(pairs)))
        if self.store is None:
            names = [("links", maker, source.text, target.text) for source, target in pairs]
            return self._once(names, pairs, work)
        keys = [key_of("links", maker, source.text, target.text) for source, target in pairs]
        return self._filled(self.store, keys, pairs, work, LINKS)

    def resolutions(
        self,
        maker: str | None,
        sides: Sequence[Side],
        work: Callable[[list[Side]], Sequence[Resolution]],
    ) -> list[Resolution]:
        """Return the coreference of documents; `maker` is the identity of resolver and analyzer."""
        if self.store is None or maker is None:
            return list(work(list(sides)))
        keys = [key_of("resolutions", maker, side.document, *side.segments) for side in sides]
        return self._filled(self.store, keys, sides, work, RESOLUTIONS)

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
        digest: what the component tells of its model or table.
        below: the identities of its parts, and of those whose layers it reads.
        acting: the digest of all code that may act on what it gives.

    Returns:
        None for an engine whose results do not follow from text and identity alone, or whose
        argument names something of which it tells no digest.
    """
    is_told = choice.argument is None or choice.parts or digest  # parts tell digests of their own
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
"""Segments that are worked on at once; so long a check that must stop goes on."""


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
        self._values: OrderedDict[Hashable, Any] = OrderedDict()
        self._lock = Lock()
        self._engine = Lock()

    def tokens(
        self,
        maker: str | None,
        segments: Sequence[str],
        work: Callable[[list[str]], Sequence[Tokens]],
    ) -> list[Tokens]:
        """Return the tokens of segments; `maker` is the analyzer's identity."""
        keys = [("tokens", maker, segment) for segment in segments]
        return self._of(maker, keys, segments, work)

    def links(
        self,
        maker: str | None,
        pairs: Sequence[tuple[Tokens, Tokens]],
        work: Callable[[list[tuple[Tokens, Tokens]]], Sequence[Alignment]],
    ) -> list[Alignment]:
        """Return the links of segment pairs; `maker` is the identity of aligner and analyzers."""
        keys = [("links", maker, source.text, target.text) for source, target in pairs]
        return self._of(maker, keys, pairs, work)

    def resolutions(
        self,
        maker: str | None,
        sides: Sequence[Side],
        work: Callable[[list[Side]], Sequence[Resolution]],
    ) -> list[Resolution]:
        """Return the coreference of documents; `maker` is the identity of resolver and analyzer."""
        keys = [("resolutions", maker, side.document, side.segments) for side in sides]
        return self._of(maker, keys, sides, work)

    def _of(
        self,
        maker: str | None,
        keys: Sequence[Hashable],
        items: Sequence[Item],
        work: Callable[[list[Item]], Sequence[Value]],
    ) -> list[Value]:
        if maker is None:  # its results do not follow from the text alone
            with self._engine:
                return list(work(list(items)))
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
            found = {key: self._values[key] for key in keys if key in self._values}
            for key in found:
                self._values.move_to_end(key)
        return found

    def _keep(self, made: dict[Hashable, Any]) -> None:
        with self._lock:
            self._values |= made
            while len(self._values) > self._size:
                self._values.popitem(last=False)
