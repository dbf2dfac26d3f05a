"""Does a part of an answer translate its own segment, the whole of it and nothing else?

Markers may all are in order and a part still hold a remark of the model, lack its end, or be the
translation of another segment. What is found is a doubt, no proof: the segment is asked for again,
and named if the doubt stays. Word links show most; where a language has no pack, marks and lengths
are all there is. The thresholds were chosen on references of WMT 2021 and 2022
(`benchmarks/content.py`, docs/translate.md).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, Literal

from discotag.plugin import ParallelText, PlanError, UnknownNameError
from discotag.plugin.runs import RunConfig, Stages, plan
from discotag_translate.markers import has_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from discotag.plugin import Alignment, Registry, Tokens


LEAST_SOURCE = 60
"""Letters of source text from which on a document's lengths say how long translations are."""
TOO_LONG, TOO_SHORT = (2.0, 20.0), (0.4, -8.0)
"""Beyond so many times the usual length, and so many letters more, a part is too long (short)."""
LONGER, LONGER_AT_END = 1.4, 1.15
"""How much longer than usual a part with one more sentence is that holds a remark; remarks are at
the end of an answer, so less is needed there."""
LEAST_ALONE = 6
"""So many words without any link are a remark, whatever the lengths say."""
LONGER_IF_SPLIT = 1.6
"""The same where commas and the like show that a sentence of the source may have become two."""
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
    """Finds parts that do not translate their segments.

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
            before: segments of the document that have a translation already, which show lengths.
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


CLOSING = "\"'»”’“›」』）)]}*_"
STOPS = ".!?。！？…؟।:：;；"
SENTENCE_END = re.compile(
    r"(?<!\d)[.!?؟।…]+[\"'»”’“›)\]]*(?=\s|$)"
    r"|[。！？]+(?![」』”’）)])|[。！？]+[」』”’）)]+(?=[\s「『“（(]|$)"
)
"""Where sentences end; not after a number (`der 6. Juli`), not at a quotation that is said on."""
LABEL = re.compile(
    r"(?:^|(?<=[.!?。！？…\"»”’」』)）])\s*|[(（\[【*]\s*|(?<!\S)[—–-]\s*)"
    r"[^\s.:：()（）\[\]!?。！？«»„“”\"][^:：()（）\[\]!?。！？«»„“”\"]{0,28}?\s?[:：](?!\d)"
)
"""A few words and a colon, where a sentence or a bracket begins: `Note:`, `(Anm. d. Ü.:`."""
LAST_BRACKET = re.compile(r"[(（\[【]([^()（）\[\]【】]*)[)）\]】][.。]?\s*$")
COLON = re.compile(r"[:：](?!\d)")
CLAUSE = re.compile(r"[,;:，；：、،؛—–](?!\d)")
OPENING = re.compile(r"[(（\[【]")
WEIGHTS = (("\u3040", "\u30ff", 2), ("\u3400", "\u9fff", 3), ("\uac00", "\ud7af", 2))
"""How many letters a Japanese syllable, a Chinese sign and a Korean syllable count."""


def size(text: str) -> int:
    """Return how many letters and digits a text has; signs may count as several."""
    return sum(
        next((weight for first, last, weight in WEIGHTS if first <= sign <= last), 1)
        for sign in text
        if sign.isalnum()
    )


def is_closed(text: str) -> bool:
    """Return whether a text ends with a mark that ends a sentence, or closes a quotation."""
    shown = text.rstrip()
    return bool(shown) and (shown[-1] in STOPS or shown[-1] in CLOSING)


def ends_with_stop(text: str) -> bool:
    """Return whether the last mark of a text, within quotation marks or not, ends a sentence."""
    shown = text.rstrip().rstrip(CLOSING + " ")
    return bool(shown) and shown[-1] in STOPS


def sentences(text: str) -> list[tuple[int, int]]:
    """Return where the sentences of a text begin and end."""
    ends = [match.end() for match in SENTENCE_END.finditer(text)]
    if not ends or text[ends[-1] :].strip():
        ends.append(len(text))
    return list(zip([0, *ends[:-1]], ends, strict=True))


def labels(text: str) -> list[int]:
    """Return where a few words with a colon begin a sentence or a bracket."""
    return [match.start() for match in LABEL.finditer(text)]


def colons(text: str) -> int:
    """Return how many colons a text has, those of times and shares not counted."""
    return len(COLON.findall(text))


def clauses(text: str) -> int:
    """Return how many marks a text has at which a translation may begin a new sentence."""
    return len(CLAUSE.findall(text))


def brackets(text: str) -> int:
    """Return how many brackets a text opens."""
    return len(OPENING.findall(text))


def last_bracket(text: str) -> tuple[int, str] | None:
    """Return where the bracket that ends a text begins and what it holds, if one does."""
    match = LAST_BRACKET.search(text)
    return None if match is None else (match.start(), match[1])


LAYERS = frozenset({"source.tokens", "target.tokens", "alignment"})
TEXT = "translation"


@dataclass(frozen=True, slots=True)
class LinkedPair:
    """A segment, its translation, and the words of both that have a link.

    Args:
        source: the source's tokens.
        target: the translation's.
        linked: indices of the source's and of the translation's tokens that have a link.
    """

    source: Tokens
    target: Tokens
    linked: tuple[frozenset[int], frozenset[int]]

    @property
    def count(self) -> int:
        """How many words, of both sides, have a link."""
        return sum(map(len, self.linked))

    @property
    def share(self) -> float:
        """The share of all words, of both sides, that have a link."""
        words = len(self.source) + len(self.target)
        return self.count / words if words else 1.0

    @property
    def source_words(self) -> int:
        """How many words the source has."""
        return len(_words(self.source, 0, len(self.source.text)))

    def of_target(self, start: int, end: int) -> tuple[int, int]:
        """Return how many words are between two offsets, and how many of them have a link."""
        words = _words(self.target, start, end)
        return len(words), sum(word in self.linked[1] for word in words)

    def of_source_end(self) -> tuple[int, int]:
        """Return how many words the last third of the source has, and how many have a link."""
        words = _words(self.source, 0, len(self.source.text))
        last = words[-(len(words) // 3) :] if len(words) >= 3 else []
        return len(last), sum(word in self.linked[0] for word in last)


class Links:
    """Links words of a pair's texts with the pair's default analyzers and aligner.

    Args:
        stages: makes these components, when the first text comes.
    """

    def __init__(self, stages: Callable[[], Stages]) -> None:
        self._make = stages
        self._made: Stages | None = None

    @classmethod
    def find(cls, registry: Registry, source: str, target: str) -> Links | None:
        """Return what links the words of a pair; None where nothing installed does."""
        config = RunConfig(source_language=source, target_language=target, scorers=())
        try:
            planned = plan(config, registry, layers=LAYERS)
        except (PlanError, UnknownNameError):
            return None
        return cls(partial(Stages, planned, registry))

    def of(self, sources: Sequence[str], targets: Sequence[str]) -> list[LinkedPair]:
        """Return each pair of texts with its links; neither may be blank."""
        text = ParallelText(
            id=TEXT,
            source=tuple(sources),
            references={},
            hypotheses={TEXT: tuple(targets)},
            lines=tuple(range(1, len(sources) + 1)),
        )
        self._made = self._made or self._make()
        (tagged,) = self._made.tag_batch([text])
        document = tagged.hypotheses[TEXT].document
        return [
            LinkedPair(source, target, _linked(alignment))
            for source, target, alignment in zip(
                document.source, document.target, document.alignment or (), strict=True
            )
        ]


def _linked(alignment: Alignment) -> tuple[frozenset[int], frozenset[int]]:
    links = alignment.links
    return frozenset(source for source, _ in links), frozenset(target for _, target in links)


def _words(tokens: Tokens, start: int, end: int) -> list[int]:
    """Return the tokens between two offsets that hold a letter or a digit."""
    return [
        index
        for index, form in enumerate(tokens.forms)
        if start <= tokens.starts[index] < end and any(map(str.isalnum, form))
    ]
