"""Layers as bytes: tokens, links and clusters for a cache, as JSON.

Reading checks what the records themselves check; whatever is not well-formed is a ValueError.
"""

from __future__ import annotations

import json
from operator import index
from typing import TYPE_CHECKING, Any

from discotag.core.document import Alignment, Cluster, Mention, Resolution
from discotag.core.parsing import parse_json
from discotag.core.tokens import Tokens, parse_feats

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

PLAIN = ("forms", "starts", "ends", "lemmas", "upos", "xpos", "heads", "deprels")


def pack_tokens(tokens: Tokens) -> bytes:
    """Pack a segment's tokens with all their columns."""
    feats = None if tokens.feats is None else [_cell(item) for item in tokens.feats]
    return _pack([tokens.text, feats, *(getattr(tokens, name) for name in PLAIN)])


def unpack_tokens(data: bytes) -> Tokens:
    """Return tokens again."""
    text, feats, *columns = _unpack(data)
    values: dict[str, Any] = {
        name: None if column is None else tuple(column)
        for name, column in zip(PLAIN, columns, strict=True)
    }
    if feats is not None:
        values["feats"] = tuple(parse_feats(cell) for cell in feats)
    return Tokens(text, **values)


def pack_links(alignment: Alignment) -> bytes:
    """Pack the links of a segment pair."""
    scores = None if alignment.scores is None else [float(score) for score in alignment.scores]
    return _pack([[place for link in alignment.links for place in link], scores])


def unpack_links(data: bytes) -> Alignment:
    """Return links again."""
    flat, scores = _unpack(data)
    links = tuple(zip(flat[::2], flat[1::2], strict=True))
    return Alignment(links, None if scores is None else tuple(scores))


def pack_resolution(resolution: Resolution) -> bytes:
    """Pack the clusters of a document's side, and the alternatives."""
    return _pack([_cells(resolution.clusters), _cells(resolution.alternatives)])


def unpack_resolution(data: bytes) -> Resolution:
    """Return clusters and alternatives again."""
    clusters, alternatives = _unpack(data)
    return Resolution(_clusters(clusters), _clusters(alternatives))


def _cells(clusters: Sequence[Cluster]) -> list[Any]:
    return [
        [
            [[m.segment, m.start, m.end, m.head, m.kind] for m in cluster.mentions],
            None if cluster.scores is None else [float(score) for score in cluster.scores],
        ]
        for cluster in clusters
    ]


def _clusters(cells: Any) -> tuple[Cluster, ...]:
    return tuple(
        Cluster(
            tuple(Mention(*mention) for mention in mentions),
            None if scores is None else tuple(scores),
        )
        for mentions, scores in cells
    )


def _cell(feats: Mapping[str, str]) -> str:
    return "|".join(f"{name}={value}" for name, value in feats.items()) or "_"


def _pack(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":"), default=index).encode()


def _unpack(data: bytes) -> Any:
    return parse_json(data)
