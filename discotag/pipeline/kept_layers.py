"""Layers kept in memory, for texts that change while somebody works on them.

An editor checks a text again after every change. What was analyzed stays as it is, so only new
segments are worked on; they are worked on piece by piece, so that a check that is out of date can
stop without losing what it has done.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar

from discotag.pipeline.caching import LayerCache

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

    from discotag.core.document import Alignment, Resolution, Side
    from discotag.core.tokens import Tokens

Item = TypeVar("Item")
Value = TypeVar("Value")
SIZE = 200_000
"""Values that are kept: those of about 65,000 segment pairs."""
PIECE = 64
"""Segments that are worked on at once; so long a check that must stop goes on."""


class KeptLayers(LayerCache):
    """Layers of one process, the least recently used of which go first.

    Several threads may use them; engines work for one thread at a time.

    Args:
        size: how many values are kept.
        pause: called between two pieces of work; what it raises stops the work.
    """

    def __init__(self, *, size: int = SIZE, pause: Callable[[], None] = lambda: None) -> None:
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
