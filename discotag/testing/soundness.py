"""What a result must be, whatever made it: inside its document, complete, and of its kind."""

from __future__ import annotations

import math
import unicodedata
from typing import TYPE_CHECKING, Any

from discotag.core.coreference import Cluster
from discotag.core.document import Alignment
from discotag.core.findings import Finding
from discotag.core.scores import Statistics
from discotag.core.tags import Place, TaggedDocument
from discotag.core.tokens import ROOT, Tokens
from discotag.testing.material import UPOS

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from discotag.core.document import Document, Side
    from discotag.core.scores import Comparison

COLUMNS = {
    "lemmas": ("lemmas",),
    "pos": ("upos",),
    "morph": ("feats",),
    "deps": ("heads", "deprels"),
}
"""Layer → the columns of `Tokens` that it fills."""


def of_marks(document: Document, marks: Any) -> Iterator[str]:
    """Tell what is wrong with a document's marks; that they lie in it is known."""
    del document
    for mark in marks:
        here = Place("target", mark.segment, mark.token)
        if mark.is_tag and mark.evidence == (here,):
            yield f"the mark {mark.label!r} of segment {mark.segment} is its own evidence"
        if not mark.label or not unicodedata.is_normalized("NFC", mark.label):
            yield f"the label {mark.label!r} is empty or not in Unicode form NFC"


def of_alignment(pair: tuple[Tokens, Tokens], found: Any) -> Iterator[str]:
    """Tell what is wrong with the links of a pair."""
    if not isinstance(found, Alignment):
        yield f"gave {type(found).__name__}, not Alignment"
        return
    source, target = pair
    for i, j in found.links:
        if not (0 <= i < len(source) and 0 <= j < len(target)):
            yield f"link {i}-{j} lies outside a pair of {len(source)} and {len(target)} words"
    for score in found.scores or ():
        if not 0 <= score <= 1:
            yield f"a link has the confidence {score}, which is not in 0-1"


def of_tokens(line: str, found: Any, gives: Collection[str]) -> Iterator[str]:
    """Tell what is wrong with the analysis of a line."""
    if not isinstance(found, Tokens):
        yield f"gave {type(found).__name__}, not Tokens"
        return
    if found.text != line:
        yield f"changed the text: {line[:40]!r} became {found.text[:40]!r}"
    if not line.strip() and len(found):
        yield f"found {len(found)} words in the blank line {line!r}"
    if any(a >= b for a, b in zip(found.starts, found.ends, strict=True)):
        yield f"a word of {line[:40]!r} ends where it starts, or before"
    if list(found.starts) != sorted(found.starts):
        yield f"the words of {line[:40]!r} are not in the order of the text"
    for layer, columns in COLUMNS.items():
        for column in columns:
            if (getattr(found, column) is not None) != (layer in gives):
                said = "declares" if layer in gives else "does not declare"
                yield f"{said} the layer {layer!r}, and {column} says otherwise"
    for tag in sorted(set(found.upos or ()) - set(UPOS)):
        yield f"{tag!r} is no part of speech of Universal Dependencies"
    if found.heads is not None and any(_is_round(found.heads, at) for at in range(len(found))):
        yield f"the tree of {line[:40]!r} runs in a circle"


def _is_round(heads: tuple[int, ...], start: int) -> bool:
    place, steps = heads[start], 0
    while place != ROOT and steps <= len(heads):
        place, steps = heads[place], steps + 1
    return place != ROOT


def of_clusters(side: Side, clusters: Any) -> Iterator[str]:
    """Tell what is wrong with a side's clusters."""
    for cluster in clusters:
        if not isinstance(cluster, Cluster):
            yield f"gave {type(cluster).__name__}, not Cluster"
            continue
        for mention in cluster.mentions:
            if not 0 <= mention.segment < len(side) or mention.end > len(side[mention.segment]):
                yield f"{mention} lies outside its document"


def of_layer(side: Side, layer: Any) -> Iterator[str]:
    """Tell what is wrong with an annotator's layer."""
    if len(layer) != len(side):
        yield f"gave {len(layer)} values for {len(side)} segments"


def of_statistics(comparison: Comparison, found: Any, columns: int) -> Iterator[str]:
    """Tell what is wrong with a document's counts."""
    if not isinstance(found, Statistics):
        yield f"gave {type(found).__name__}, not Statistics"
        return
    if found.document != comparison.hypothesis.document.id:
        yield f"counts of {comparison.hypothesis.document.id!r} bear the name {found.document!r}"
    for row, counts in found.counts.items():
        if len(counts) != columns:
            yield f"{row} has {len(counts)} counts for {columns} columns"
        elif not all(math.isfinite(count) for count in counts):
            yield f"{row} has a count that is no finite number: {counts}"


def of_findings(tagged: TaggedDocument, findings: Any, codes: Collection[str]) -> Iterator[str]:
    """Tell what is wrong with a document's findings."""
    document = tagged.document
    for finding in findings:
        if not isinstance(finding, Finding):
            yield f"yielded {type(finding).__name__}, not Finding"
            continue
        if finding.code not in codes:
            yield f"the code {finding.code!r} is not declared"
        for side, segment, token in (finding.place, *finding.others):
            tokens = getattr(document, side).tokens
            if not 0 <= segment < len(document) or not 0 <= token < len(tokens[segment]):
                yield f"{finding.code} points to {side} word {token} of segment {segment}"
