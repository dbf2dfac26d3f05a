"""What a result must be, whatever made it: inside its document, complete, and of its kind."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Any

from discotag.plugin import ROOT, Alignment, TaggedDocument, TokenRef, Tokens
from discotag.plugin.validation import (
    check_alignment,
    check_clusters,
    check_statistics,
    check_tokens,
)
from discotag.testing.generators import UPOS

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from discotag.plugin import Comparison, Document, Side


COLUMNS = {
    "lemmas": ("lemmas",),
    "pos": ("upos",),
    "morph": ("feats",),
    "deps": ("heads", "deprels"),
}
"""Layer → the columns of `Tokens` that it fills."""


def of_marks(document: Document, marks: Any) -> Iterator[str]:
    """Return what is wrong with a document's marks; their places are valid already."""
    del document
    for mark in marks:
        here = TokenRef("target", mark.segment, mark.token)
        if mark.is_tag and mark.evidence == (here,):
            yield f"the mark {mark.label!r} of segment {mark.segment} is its own evidence"
        if not mark.label or not unicodedata.is_normalized("NFC", mark.label):
            yield f"the label {mark.label!r} is empty or not in Unicode form NFC"


def of_alignment(pair: tuple[Tokens, Tokens], found: Any) -> Iterator[str]:
    """Return what is wrong with the links of a pair."""
    if fault := _fault(check_alignment, found):
        yield fault
    if not isinstance(found, Alignment):
        return
    source, target = pair
    for i, j in found.links:
        if not (0 <= i < len(source) and 0 <= j < len(target)):
            yield f"link {i}-{j} lies outside a pair of {len(source)} and {len(target)} words"


def of_tokens(line: str, found: Any, gives: Collection[str]) -> Iterator[str]:
    """Return what is wrong with the analysis of a line."""
    if fault := _fault(check_tokens, found, line):
        yield fault
    if not isinstance(found, Tokens):
        return
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
    """Return what is wrong with a side's clusters."""
    if fault := _fault(check_clusters, clusters, side):
        yield fault


def of_layer(side: Side, layer: Any) -> Iterator[str]:
    """Return what is wrong with an annotator's layer."""
    if len(layer) != len(side):
        yield f"gave {len(layer)} values for {len(side)} segments"


def of_statistics(comparison: Comparison, found: Any, columns: int) -> Iterator[str]:
    """Return what is wrong with a document's counts."""
    if fault := _fault(check_statistics, found, columns):
        yield fault
        return
    if found.document != comparison.hypothesis.document.id:
        yield f"counts of {comparison.hypothesis.document.id!r} bear the name {found.document!r}"


def of_findings(tagged: TaggedDocument, findings: Any, codes: Collection[str]) -> Iterator[str]:
    """Return what is wrong with a document's findings; checks exist where discotag-lint does."""
    from discotag_lint.check import validate_finding

    document = tagged.document
    for finding in findings:
        if fault := _fault(validate_finding, finding):
            yield fault
            continue
        if finding.code not in codes:
            yield f"the code {finding.code!r} is not declared"
        for side, segment, token in (finding.place, *finding.others):
            tokens = getattr(document, side).tokens
            if not 0 <= segment < len(document) or not 0 <= token < len(tokens[segment]):
                yield f"{finding.code} points to {side} word {token} of segment {segment}"


def _fault(check: Callable[..., None], *given: Any) -> str | None:
    """Return what a check of kinds raises, in words."""
    try:
        check(*given)
    except (TypeError, ValueError) as error:
        return str(error)
    return None
