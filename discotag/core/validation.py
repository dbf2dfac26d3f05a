"""Validation of what components return: one check per role, down to the type of the last field.

A label that is not text would only be noticed by whoever writes or counts it, and be blamed on
that; so it is checked where it enters. Layers may hold whole numbers of any kind (numpy's too);
marks, findings and counts go into files as they are and hold Python's own.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeVar

from discotag.core.document import Alignment, Cluster, Mention, ParallelText, Resolution, Side
from discotag.core.explanations import Explainer, Reason, ReasonVerdict
from discotag.core.results import Judgement, Row, Statistics, Verdict
from discotag.core.tags import Mark, TaggedDocument, TokenRef
from discotag.core.text import count_noun
from discotag.core.tokens import Tokens

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from discotag.core.document import Bead, Document
    from discotag.core.interfaces import Tagger


SIDES = ("source", "target")
LINKED = 2
TEXTS = ("forms", "lemmas", "upos", "xpos", "deprels")
NUMBERS = ("starts", "ends", "heads")


def check_mark(mark: Any) -> None:
    """Raise TypeError or ValueError where a mark, or a field of it, is not what it must be."""
    require_type(mark, Mark, "yielded")
    what = "a mark's"
    require_text(mark.phenomenon, f"{what} phenomenon")
    require_text(mark.label, f"{what} label")
    require_int(mark.segment, f"{what} segment")
    require_int(mark.token, f"{what} token")
    for token in require_tuple(mark.source_tokens, f"{what} source_tokens"):
        require_int(token, f"a token of {what} source_tokens")
    for place in require_tuple(mark.evidence, f"{what} evidence"):
        check_place(place, f"{what} evidence")
    if type(mark.is_unresolved) is not bool:
        raise TypeError(mismatch(f"{what} is_unresolved", mark.is_unresolved, "True or False"))
    if mark.needed is not None:
        require_int(mark.needed, f"{what} needed")


def check_place(place: Any, what: str) -> None:
    """Raise TypeError or ValueError where a place, or a field of it, is not what it must be."""
    if not isinstance(place, TokenRef):
        raise TypeError(mismatch(what, place, "a TokenRef"))
    if place.side not in SIDES:
        raise ValueError(f"{what} is on the side {place.side!r:.40}, not 'source' or 'target'")
    require_int(place.segment, f"the segment of {what}")
    require_int(place.token, f"the token of {what}")


def check_reason(reason: Any) -> None:
    """Raise TypeError or ValueError where a reason, or a field of it, is not what it must be."""
    require_type(reason, Reason, "gave")
    for name in ("phenomenon", "rule", "text"):
        require_text(getattr(reason, name), f"a reason's {name}")
    if not isinstance(reason.verdict, ReasonVerdict):
        raise TypeError(mismatch("a reason's verdict", reason.verdict, "a ReasonVerdict"))
    for place in (reason.place, *require_tuple(reason.places, "a reason's places")):
        check_place(place, "the place of a reason")


def check_tokens(tokens: Any, text: str) -> None:
    """Raise TypeError or ValueError where a segment's analysis is not what it must be."""
    require_type(tokens, Tokens, "gave")
    if tokens.text != text:
        raise ValueError(f"changed the text: {text!r:.40} became {tokens.text!r:.40}")
    for names, kinds, wanted in ((TEXTS, str, "a str"), (NUMBERS, SupportsIndex, "an int")):
        for name in names:
            column = getattr(tokens, name)
            if column is not None:
                values = require_tuple(column, f"the column {name}")
                _require_all(values, kinds, f"in {name}", wanted)
    if tokens.feats is not None:
        feats = require_tuple(tokens.feats, "the column feats")
        _require_all(feats, Mapping, "in feats", "a mapping")


def check_alignment(alignment: Any) -> None:
    """Raise TypeError or ValueError where the links of a pair are not what they must be."""
    require_type(alignment, Alignment, "gave")
    for link in require_tuple(alignment.links, "links"):
        if not isinstance(link, tuple) or len(link) != LINKED:
            raise TypeError(mismatch("a link", link, "a pair"))
        _require_all(link, SupportsIndex, "in a link", "an int")
    for score in require_tuple(alignment.scores or (), "the scores of links"):
        _require_share(score, "the score of a link")


def check_clusters(clusters: Any, side: Side) -> None:
    """Raise TypeError or ValueError where the clusters of a side are not what they must be."""
    for cluster in clusters:
        require_type(cluster, Cluster, "gave")
        for mention in require_tuple(cluster.mentions, "the mentions of a cluster"):
            require_type(mention, Mention, "put into a cluster")
            numbers = (mention.segment, mention.start, mention.end, mention.head)
            _require_all(numbers, SupportsIndex, "in a mention", "an int")
            require_text(mention.kind, "the kind of a mention")
            if not 0 <= mention.segment < len(side) or mention.end > len(side[mention.segment]):
                raise ValueError(f"{mention} lies outside its document")
        for score in require_tuple(cluster.scores or (), "the scores of a cluster"):
            _require_share(score, "the score of a mention")


def check_statistics(statistics: Any, columns: int) -> None:
    """Raise TypeError or ValueError where a document's counts are not what they must be."""
    require_type(statistics, Statistics, "gave")
    if not isinstance(statistics.counts, Mapping):
        raise TypeError(mismatch("the counts", statistics.counts, "a mapping"))
    for row, counts in statistics.counts.items():
        if not isinstance(row, Row):
            raise TypeError(mismatch("the key of counts", row, "a Row"))
        for name in row:
            if name is not None:
                require_text(name, "the name of a row")
        if len(counts) != columns:
            raise ValueError(f"gave {len(counts)} counts for {columns} columns in {row}")
        for count in counts:
            if isinstance(count, bool) or not isinstance(count, int | float):
                raise TypeError(mismatch(f"a count in {row}", count, "a number"))
            if not math.isfinite(count):
                raise ValueError(f"gave a count that is not a number in {row}")


def check_judgement(judgement: Any) -> None:
    """Raise TypeError or ValueError where a verdict, or a field of it, is not what it must be."""
    require_type(judgement, Judgement, "gave")
    require_text(judgement.phenomenon, "a judgement's phenomenon")
    require_text(judgement.label, "a judgement's label")
    if not isinstance(judgement.verdict, Verdict):
        raise TypeError(mismatch("a judgement's verdict", judgement.verdict, "a Verdict"))
    tokens = require_tuple(judgement.tokens, "a judgement's tokens")
    for number in (judgement.segment, judgement.token, *tokens):
        require_int(number, "a place of a judgement")


def check_parallel_text(text: Any) -> None:
    """Raise TypeError where a document that a reader gives is not what it must be."""
    require_type(text, ParallelText, "yielded")
    require_text(text.id, "a document's id")
    for lines in (text.source, *text.references.values(), *text.hypotheses.values()):
        values = require_tuple(lines, "the lines of a text")
        _require_all(values, str, "in the lines of a text", "a str")
    for name in (*text.references, *text.hypotheses):
        require_text(name, "the name of a text")
    comments = require_tuple(text.comments, "the comments of a text")
    _require_all(comments, str, "in the comments", "a str")


def require_type(value: Any, kind: type, verb: str) -> None:
    """Raise TypeError where a value is not of a type; `verb` says what the component did."""
    if not isinstance(value, kind):
        raise TypeError(f"{verb} {type(value).__name__}, not {kind.__name__}")


def require_text(value: Any, what: str) -> None:
    """Raise TypeError or ValueError where a value is not text that a file can hold."""
    if not isinstance(value, str):
        raise TypeError(mismatch(what, value, "a str"))
    if not value.isascii() and any("\ud800" <= sign <= "\udfff" for sign in value):
        raise ValueError(f"{what} is {value!r:.40}, half a sign, which no file can hold")


def require_int(value: Any, what: str) -> None:
    """Raise TypeError where a value is not an int (`True` is not one)."""
    if type(value) is not int and (isinstance(value, bool) or not isinstance(value, int)):
        raise TypeError(mismatch(what, value, "an int"))


def _require_share(value: Any, what: str) -> None:
    if isinstance(value, str | bool) or not hasattr(value, "__float__"):
        raise TypeError(mismatch(what, value, "a float"))
    if not 0 <= value <= 1:
        raise ValueError(f"{what} is {value}, which is not in 0-1")


def _require_all(values: Sequence[Any], kind: Any, what: str, wanted: str) -> None:
    for of_type in dict.fromkeys(map(type, values)):
        if not _is_kind((of_type, kind)):
            found = next(value for value in values if type(value) is of_type)
            raise TypeError(mismatch(f"a value {what}", found, wanted))


@lru_cache(maxsize=1024)
def _is_kind(pair: tuple[type, Any]) -> bool:
    """Say whether values of a type are of a kind; asking a protocol takes long, so asked once."""
    of_type, kind = pair
    return of_type is not bool and issubclass(of_type, kind)


def require_tuple(value: Any, what: str) -> tuple[Any, ...]:
    """Return a value that is a tuple; TypeError otherwise."""
    if not isinstance(value, tuple):
        raise TypeError(mismatch(what, value, "a tuple"))
    return value


def mismatch(what: str, value: Any, wanted: str) -> str:
    """Say of what type a value is, and what it should be."""
    kind = type(value).__name__
    shown = f"{value!r:.40} " if isinstance(value, str | int | float) else ""
    return (
        f"{what} is {shown}({kind}), not {wanted}" if shown else f"{what} is {kind}, not {wanted}"
    )


ONE_BLOCK = 2
"""Edges of a text that is one block."""
Results = TypeVar("Results", bound="Sequence[Any]")


def checked_marks(given: Iterable[Mark], document: Document, phenomenon: str) -> tuple[Mark, ...]:
    """Return a tagger's marks of a document; an error if they are not what it declares."""
    marks = tuple(given)
    for mark in marks:
        check_mark(mark)
        if mark.phenomenon != phenomenon:
            raise ValueError(f"declares {phenomenon!r} but marks {mark.phenomenon!r}")
    TaggedDocument(document, marks)  # checks that every index lies in the document
    return marks


def checked_reasons(
    tagger: Tagger, document: Document, phenomenon: str
) -> tuple[Reason, ...] | None:
    """Return a tagger's reasons for a document, None if it gives none; an error if they are wrong.

    They are wrong if they are not what it declares.
    """
    if not isinstance(tagger, Explainer):
        return None
    reasons = tuple(tagger.reasons(document))
    for reason in reasons:
        check_reason(reason)
        if reason.phenomenon != phenomenon:
            raise ValueError(f"declares {phenomenon!r} but gives reasons of {reason.phenomenon!r}")
        for side, segment, token in (reason.place, *reason.places):
            text = document.source if side == "source" else document.target
            if not 0 <= segment < len(text) or not 0 <= token < len(text[segment]):
                raise ValueError(
                    f"a reason points to {side} token {token} of segment {segment}, which does not"
                    " exist"
                )
    return reasons


def counted(given: Results, asked: Sequence[Any]) -> Results:
    """Return results if there is one for each input; else ValueError."""
    if len(given) != len(asked):
        raise ValueError(
            f"gave {count_noun(len(given), 'result')} for {count_noun(len(asked), 'input')}"
        )
    return given


def checked_tokens(given: Results, lines: Sequence[str]) -> Results:
    """Return an analyzer's results for some lines; an error if they are not what they must be."""
    for line, tokens in zip(lines, counted(given, lines), strict=True):
        check_tokens(tokens, line)
    return given


def checked_links(given: Results, pairs: Sequence[tuple[Tokens, Tokens]]) -> Results:
    """Return an aligner's results for some pairs; an error if they are not what they must be."""
    for (source, target), links in zip(pairs, counted(given, pairs), strict=True):
        check_alignment(links)
        links.checked(source, target)
    return given


def checked_spans(given: Sequence[tuple[int, int]], text: str) -> Sequence[tuple[int, int]]:
    """Return a splitter's sentences of a text; ValueError where they do not make it up."""
    end = 0
    for first, last in given:
        if not end <= first < last <= len(text) or text[end:first].strip():
            raise ValueError(
                f"gave the sentence {first}–{last} after {end} in a text of {len(text)} characters;"
                " sentences follow each other with nothing but white space between"
            )
        end = last
    if text[end:].strip():
        raise ValueError(f"gave no sentence for the text from character {end} on")
    return given


def checked_beads(
    given: Sequence[Bead], source: Sequence[Sequence[str]], target: Sequence[Sequence[str]]
) -> Sequence[Bead]:
    """Return a sentence aligner's beads; ValueError where they do not make up both texts.

    Blocks of sentences are given as the aligner got them; no bead may go over an edge.
    """
    i = j = 0
    for bead in given:
        if (bead.source[0], bead.target[0]) != (i, j) or bead.source[1] < i or bead.target[1] < j:
            raise ValueError(
                f"gave the bead {bead.source}–{bead.target} after the sentences {i} and {j};"
                " beads follow each other and leave out nothing"
            )
        i, j = bead.source[1], bead.target[1]
    edges = [(0, 0)]
    for here, there in zip(source, target, strict=True):
        edges.append((edges[-1][0] + len(here), edges[-1][1] + len(there)))
    if (i, j) != edges[-1]:
        raise ValueError(f"gave beads up to {i} and {j} of {edges[-1][0]} and {edges[-1][1]}")
    if len(edges) > ONE_BLOCK:
        reached = {(bead.source[1], bead.target[1]) for bead in given} | {(0, 0)}
        if lacking := [edge for edge in edges if edge not in reached]:
            raise ValueError(f"gave a bead over the edge of lines at sentences {lacking[0]}")
    return given


def checked_clusters(given: Results, sides: Sequence[Side]) -> Results:
    """Return a resolver's results for some sides; an error if they are not what they must be."""
    for side, clusters in zip(sides, counted(given, sides), strict=True):
        check_clusters(clusters, side)
    return given


def checked_resolutions(given: Results, sides: Sequence[Side]) -> Results:
    """Return what a resolver that weighs gave; an error if it is not what it must be."""
    for side, resolution in zip(sides, counted(given, sides), strict=True):
        if not isinstance(resolution, Resolution):
            raise TypeError(f"gave {resolution!r}, not a Resolution")
        check_clusters(resolution.clusters, side)
        check_clusters(resolution.alternatives, side)
    return given


def checked_layer(given: Results, sides: Sequence[Side]) -> list[tuple[Any, ...]]:
    """Return an annotator's layers for some sides; an error if not a value for each segment."""
    return [
        tuple(counted(layer, side.segments))
        for side, layer in zip(sides, counted(given, sides), strict=True)
    ]
