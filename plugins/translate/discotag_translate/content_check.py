"""Does a part of an answer translate its own segment, the whole of it and nothing else?

Markers may all stand in order and a part still hold a remark of the model, lack its end, or be the
translation of another segment. What is found is a doubt, no proof: the segment is asked for again,
and named if the doubt stays. Word links tell most; where a language has no pack, marks and lengths
are all there is. The thresholds were chosen on references of WMT 2021 and 2022
(`benchmarks/content.py`, docs/translate.md).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Literal

from discotag_translate.checking import has_lines
from discotag_translate.text_marks import (
    brackets,
    clauses,
    colons,
    ends_with_stop,
    is_closed,
    labels,
    last_bracket,
    sentences,
    size,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from discotag_translate.links import LinkedPair, Links

LEAST_SOURCE = 60
"""Letters of source text from which on a document's lengths say how long translations are."""
TOO_LONG, TOO_SHORT = (2.0, 20.0), (0.4, -8.0)
"""Beyond so many times the usual length, and so many letters more, a part is too long (short)."""
LONGER, LONGER_AT_END = 1.4, 1.15
"""How much longer than usual a part with one more sentence is that holds a remark; remarks stand at
the end of an answer, so less is needed there."""
LEAST_ALONE = 6
"""So many words without any link are a remark, whatever the lengths say."""
LONGER_IF_SPLIT = 1.6
"""The same where commas and the like tell that a sentence of the source may have become two."""
LEAST_REMARK = 10
"""Letters of a remark."""
LEAST_SURPLUS = 16
"""Letters beyond the usual length where a sentence of the source may have become two."""
UNLINKED, LEAST_WORDS = 0.34, 3
"""Of a part with one more sentence than its segment, a sentence is a remark if no larger share of
its words is linked, and there are so many words."""
HARDLY_LINKED, LEAST_HARDLY = 0.1, 4
"""The same where there is no more sentence, but a label or a bracket may be one."""
SHORTENED, LEAST_END = 0.75, 4
"""A part this much shorter than usual lacks its segment's end if that has so many words, and no
link."""
STRANGE, LEAST_STRANGE = 0.1, 8
"""A part with so few links belongs to another segment, if both sides have so many words."""
SUSPECT, MOST_SUSPECTS = 0.7, 8
"""Parts with fewer links are tried with other segments; so many of them at most."""
SWAPPED, LEAST_SWAPPED = 0.2, 4
"""By so much two swapped parts must be better linked, both shares added up, and so many words more
must have links."""
LEAST_TRIED = 10
"""Words of two segments that are tried with each other's parts."""
Kind = Literal["lines", "remark", "end", "length", "other"]


@dataclass(frozen=True, slots=True)
class Doubt:
    """What looks wrong with the translation of one segment.

    Args:
        kind: what it is; a doubt of the same kind twice is one that stays.
        told: a sentence about it.
    """

    kind: Kind
    told: str


class ContentCheck:
    """Looks for parts that do not translate their segments.

    Args:
        links: what links words of the pair; None = nothing does, and marks and lengths must do.
    """

    def __init__(self, links: Links | None) -> None:
        self._links = links

    @property
    def basis(self) -> str:
        """What it goes by, for people who read it later."""
        return "marks and lengths" if self._links is None else "links, marks and lengths"

    def doubts(
        self,
        sources: Sequence[str],
        parts: Sequence[str],
        before: Sequence[tuple[str, str]] = (),
    ) -> dict[int, Doubt]:
        """Return what looks wrong, by the places of the segments.

        Args:
            sources: segments that were translated together, none of them blank.
            parts: their translations as they came, none of them blank.
            before: segments of the document that have a translation already, which tell lengths.
        """
        linked = self._links.of(sources, parts) if self._links is not None else [None] * len(parts)
        ratio = _ratio([*before, *zip(sources, parts, strict=True)])
        found: dict[int, Doubt] = {}
        for place, (source, part, links) in enumerate(zip(sources, parts, linked, strict=True)):
            is_last = place == len(parts) - 1
            doubt = _doubt(source, part, links, ratio=ratio, is_last=is_last)
            if doubt is not None:
                found[place] = doubt
        swapped = self._swapped(sources, parts, [pair for pair in linked if pair is not None])
        return {**swapped, **found}

    def _swapped(
        self, sources: Sequence[str], parts: Sequence[str], linked: Sequence[LinkedPair]
    ) -> Mapping[int, Doubt]:
        """Return parts that have more links with each other's segments."""
        suspects = sorted((pair.share, place) for place, pair in enumerate(linked))
        chosen = [place for share, place in suspects[:MOST_SUSPECTS] if share < SUSPECT]
        pairs = [
            (one, other)
            for one, other in combinations(sorted(chosen), 2)
            if linked[one].source_words + linked[other].source_words >= LEAST_TRIED
        ]
        if self._links is None or not pairs:
            return {}
        crossed = [*pairs, *(pair[::-1] for pair in pairs)]
        tried = self._links.of(
            [sources[one] for one, _ in crossed], [parts[other] for _, other in crossed]
        )
        found: dict[int, Doubt] = {}
        for number, (one, other) in enumerate(pairs):
            if _are_better(
                (tried[number], tried[number + len(pairs)]), (linked[one], linked[other])
            ):
                told = "it may be the translation of another segment (two seem to be swapped)"
                found |= dict.fromkeys((one, other), Doubt("other", told))
        return found


def _are_better(tried: tuple[LinkedPair, LinkedPair], own: tuple[LinkedPair, LinkedPair]) -> bool:
    """Return whether two parts have clearly more links with each other's segments."""
    gained = sum(pair.count for pair in tried) - sum(pair.count for pair in own)
    share = sum(pair.share for pair in tried) - sum(pair.share for pair in own)
    return gained >= LEAST_SWAPPED and share > SWAPPED


def _ratio(pairs: Sequence[tuple[str, str]]) -> float | None:
    """Return how many letters a translation has for each of its source; None of little text."""
    source = sum(size(one) for one, _ in pairs)
    return sum(size(other) for _, other in pairs) / source if source >= LEAST_SOURCE else None


def _doubt(
    source: str, part: str, linked: LinkedPair | None, *, ratio: float | None, is_last: bool
) -> Doubt | None:
    """Return what looks wrong with one part, seen by itself."""
    wanted = None if ratio is None else ratio * size(source)
    if has_lines(part) and not has_lines(source):
        return Doubt("lines", "it has several lines, and its segment has one")
    if _is_remark(source, part, linked, wanted, is_last=is_last):
        return Doubt("remark", "it seems to hold a remark beside the translation")
    if ends_with_stop(source) and not is_closed(part):
        return Doubt("end", "it ends without a stop, and its segment has one: it may be cut")
    if linked is not None and _is_strange(linked):
        return Doubt("other", "hardly a word of its segment is in it")
    return None if wanted is None else _doubtful_length(part, wanted, linked)


def _doubtful_length(part: str, wanted: float, linked: LinkedPair | None) -> Doubt | None:
    """Return what the length of a part says, and whether the end of its segment is in it."""
    found = size(part)
    if linked is not None and found < SHORTENED * wanted:
        last, with_link = linked.of_source_end()
        if last >= LEAST_END and not with_link:
            return Doubt("end", "no word of the end of its segment is in it: it may be cut")
    if found > TOO_LONG[0] * wanted + TOO_LONG[1]:
        return Doubt("length", "it is much longer than its segment")
    if found < TOO_SHORT[0] * wanted + TOO_SHORT[1]:
        return Doubt("length", "it is much shorter than its segment")
    return None


def _is_strange(linked: LinkedPair) -> bool:
    return min(len(linked.source), len(linked.target)) >= LEAST_STRANGE and linked.share < STRANGE


def _is_remark(
    source: str, part: str, linked: LinkedPair | None, wanted: float | None, *, is_last: bool
) -> bool:
    """Return whether a part holds something that its segment does not say."""
    count, found = len(sentences(source)), sentences(part)
    if _has_label(source, part, count) or _has_bracket(source, part, count):
        return True
    may_be_split = len(found) <= count + clauses(source)
    if linked is not None:
        return _has_unlinked(
            part, linked, wanted, more=len(found) - count, may_be_split=may_be_split
        )
    if len(found) <= count:
        return False
    extra = size(part[found[-1][0] :])
    least = LONGER_IF_SPLIT if may_be_split else LONGER_AT_END if is_last else LONGER
    surplus = LEAST_SURPLUS if may_be_split else 0
    is_longer = wanted is not None and size(part) > least * wanted + surplus
    return is_longer and extra >= LEAST_REMARK and _is_nearer(part, extra, wanted)


def _is_nearer(part: str, extra: int, wanted: float | None) -> bool:
    """Return whether a part without so many letters has more nearly the usual length."""
    found = size(part)
    return wanted is None or abs(found - extra - wanted) < abs(found - wanted)


def _has_unlinked(
    part: str, linked: LinkedPair, wanted: float | None, *, more: int, may_be_split: bool
) -> bool:
    """Return whether a sentence, or what follows a label, has hardly a link.

    Args:
        part: the translation.
        linked: its links.
        wanted: its usual length, None where nobody knows.
        more: how many sentences it has beyond those of its segment.
        may_be_split: whether its segment has marks at which they may have come about.
    """
    found = sentences(part)
    stretches = found if len(found) > 1 else []
    stretches += [(start, len(part)) for start in labels(part) if start]
    for start, end in stretches:
        words, have = linked.of_target(start, end)
        if words >= LEAST_ALONE and not have:
            return True
        most, least = (UNLINKED, LEAST_WORDS) if more > 0 else (HARDLY_LINKED, LEAST_HARDLY)
        if words < least or have > most * words:
            continue
        if not may_be_split or _is_surplus(part, size(part[start:end]), wanted):
            return True
    return False


def _is_surplus(part: str, extra: int, wanted: float | None) -> bool:
    """Return whether a part is too long by about so many letters."""
    is_longer = wanted is None or size(part) > wanted + max(LEAST_SURPLUS, 0.75 * extra)
    return is_longer and _is_nearer(part, extra, wanted)


def _has_label(source: str, part: str, count: int) -> bool:
    """Return whether a few words and a colon (`Note:`) follow when all has been said."""
    found = labels(part)
    if len(found) <= len(labels(source)) or colons(part) <= colons(source):
        return False
    rest = part[: found[-1]]
    is_ended = ends_with_stop(rest) or not ends_with_stop(source)
    return bool(rest.strip()) and len(sentences(rest)) >= count and is_ended


def _has_bracket(source: str, part: str, count: int) -> bool:
    """Return whether a bracket that its segment does not have follows when all has been said."""
    bracket = last_bracket(part)
    if bracket is None or brackets(part) <= brackets(source):
        return False
    start, held = bracket
    rest = part[:start]
    is_ended = ends_with_stop(rest) and len(sentences(rest)) >= count
    return size(held) >= LEAST_REMARK and (is_ended or colons(held) > colons(source))
