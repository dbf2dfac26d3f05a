"""Mean P-CXMI of words by kind, with intervals over documents, and the words that gain most."""

from __future__ import annotations

import heapq
from collections import Counter
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from discotag.plugin import InputError
from discotag_cxmi.examples import places_of, told
from discotag_cxmi.resampling import Sums

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from discotag.plugin import Interval, Places, TaggedDocument, Token, Tokens
    from discotag_cxmi.measure.records import SegmentRecord, WordRecord


PUNCTUATION = "PUNCT"


@dataclass(frozen=True, slots=True)
class Line:
    """An earlier segment: its source and the target that was the model's context."""

    source: str
    target: str


@dataclass(frozen=True, slots=True)
class Segment:
    """A target segment with its words.

    Args:
        document: id of its document.
        index: 0-based index there.
        source: the source line.
        target: the target line.
        earlier: the segments before it, oldest first, as many as were asked for.
        words: its words, those without a value left out.
        places: where it is in its file; empty = segments are lines.
    """

    document: str
    index: int
    source: str
    target: str
    earlier: tuple[Line, ...]
    words: tuple[Word, ...]
    places: Places = ()

    def place(self, word: Word) -> str:
        """Return where a word is, for people."""
        return f"{self.document}, segment {self.index + 1}{told(self.places, word.start)}"


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a target segment.

    Args:
        start: character offset in the target.
        end: offset after it.
        form: its text.
        gain: its P-CXMI in nats.
        upos: its part of speech, several joined by `+` where it is several tokens; None = not
            analysed.
        kinds: finer kinds, such as `PRON.2.Sing` and `PRON.Gender=Fem`.
        tags: (phenomenon, label) of its tags; None = no tags were given.
    """

    start: int
    end: int
    form: str
    gain: float
    upos: str | None
    kinds: tuple[str, ...]
    tags: tuple[tuple[str, str], ...] | None


def segments(
    records: Iterable[SegmentRecord],
    size: str,
    *,
    analyse: Callable[[Sequence[str]], Sequence[Tokens]] | None,
    tags: Mapping[str, TaggedDocument] | None,
    shown: int,
) -> Iterator[Segment]:
    """Yield segments with all that is known of their words, a document at a time.

    Args:
        records: scores, document by document.
        size: the context size whose gains are taken.
        analyse: gives the tokens of target lines; None = no parts of speech.
        tags: document id → its tags; None = no tags.
        shown: how many earlier segments are kept next to each.

    Raises:
        InputError: the tags lack a document, or are of another text.
    """
    for document, group in groupby(records, key=lambda record: record.document):
        found = list(group)
        tokens = analyse([record.target for record in found]) if analyse else [None] * len(found)
        tagged = None
        if tags is not None:
            tagged = _tags_of(tags, document, found)
        earlier: list[Line] = []
        for record, of_segment in zip(found, tokens, strict=True):
            spans = None if tagged is None else tagged.get(record.segment, ())
            words = tuple(
                _word(word, word.pcxmi[size], of_segment, spans)
                for word in record.words
                if size in word.pcxmi
            )
            yield Segment(
                document,
                record.segment,
                record.source,
                record.target,
                tuple(earlier),
                words,
                places_of(record.target_places),
            )
            earlier.append(Line(record.source, record.context or record.target))
            del earlier[:-shown]


TagSpan = tuple[int, int, str, str]


def _tags_of(
    tags: Mapping[str, TaggedDocument], document: str, records: Sequence[SegmentRecord]
) -> dict[int, tuple[TagSpan, ...]]:
    """Return the tags of a document by segment, as offsets; InputError if it is another text."""
    tagged = tags.get(document)
    if tagged is None:
        raise InputError(
            f"the tags have no document {document!r}, the scores have; tag the same text with the"
            f" same document ids (tags have: {', '.join(sorted(tags)[:3])} …)"
        )
    target = tagged.document.target
    for record in records:
        if record.segment >= len(target) or target.segments[record.segment] != record.target:
            raise InputError(
                f"document {document!r}, segment {record.segment + 1}: the tags are of another text"
                " than the scores; tag the target that was scored, with the same --unit"
            )
    found: dict[int, list[TagSpan]] = {}
    for tag in tagged.tags:
        tokens = target[tag.segment]
        found.setdefault(tag.segment, []).append(
            (tokens.starts[tag.token], tokens.ends[tag.token], tag.phenomenon, tag.label)
        )
    return {segment: tuple(spans) for segment, spans in found.items()}


def _word(
    word: WordRecord, gain: float, tokens: Tokens | None, tags: Sequence[TagSpan] | None
) -> Word:
    upos, kinds = (None, ()) if tokens is None else _kinds(word, tokens)
    return Word(
        start=word.start,
        end=word.end,
        form=word.form,
        gain=gain,
        upos=upos,
        kinds=kinds,
        tags=None
        if tags is None
        else tuple(
            dict.fromkeys(
                (phenomenon, label)
                for start, end, phenomenon, label in tags
                if start < word.end and end > word.start
            )
        ),
    )


def _kinds(word: WordRecord, tokens: Tokens) -> tuple[str, tuple[str, ...]]:
    """Return a word's part of speech and finer kinds, from the tokens that it overlaps.

    Punctuation that clings to a word is left out of account.
    """
    inside = [token for token in tokens if token.start < word.end and token.end > word.start]
    inside = [token for token in inside if token.upos != PUNCTUATION] or inside
    if not inside:
        return "X", ()
    if len(inside) > 1:
        return "+".join(dict.fromkeys(token.upos for token in inside)), ()
    return inside[0].upos, tuple(_finer(inside[0]))


def _finer(token: Token) -> Iterator[str]:
    """Yield `UPOS.Person.Number`, then `UPOS.Feature=Value` of each feature."""
    feats = token.feats
    if "Person" in feats:
        yield ".".join((token.upos, feats["Person"], *filter(None, (feats.get("Number"),))))
    for name, value in sorted(feats.items()):
        yield f"{token.upos}.{name}={value}"


Key = tuple[str, ...]
ANY, TAGGED, OTHER = "any tag", "tagged", "other"


@dataclass(frozen=True, slots=True)
class Mean:
    """Mean P-CXMI of the words of a kind.

    Args:
        name: the kind: `PRON`, `PRON.2.Sing`, a form, a phenomenon or its label.
        count: how many words.
        documents: in how many documents.
        mean: in nats.
        interval: 95 %; None where there are fewer than ten documents.
    """

    name: str
    count: int
    documents: int
    mean: float
    interval: Interval | None


@dataclass(frozen=True, slots=True)
class TagMean:
    """Tagged words against those without that tag.

    Args:
        tagged: of words with a tag of the phenomenon (and of the label).
        others: of all words without; None where there are none.
        difference: of the means; None where there are no others.
        interval: of the difference.
        phenomenon: the phenomenon.
        label: the label; None = all of them.
    """

    tagged: Mean
    others: Mean | None
    difference: float | None
    interval: Interval | None
    phenomenon: str
    label: str | None


@dataclass(frozen=True, slots=True)
class TopWord:
    """A word that gains much from its context."""

    word: Word
    segment: Segment


@dataclass(frozen=True, slots=True)
class Themes:
    """What context is used for.

    Args:
        size: the context size.
        segments: how many.
        words: how many with a value; without ends of lines.
        documents: how many.
        overall: of all words.
        upos: by part of speech; empty where nothing was analysed.
        kinds: by finer kind.
        vocabulary: by form.
        tags: by phenomenon and label; None where no tags were given.
        top: words with the largest values, first the largest.
        untagged: likewise of words without any tag; None where no tags were given.
        least: words below which a kind is left out.
        left_out: how many forms have fewer words.
        samples: draws for intervals.
        seed: of the draws.
    """

    size: str
    segments: int
    words: int
    documents: int
    overall: Mean
    upos: tuple[Mean, ...]
    kinds: tuple[Mean, ...]
    vocabulary: tuple[Mean, ...]
    tags: tuple[TagMean, ...] | None
    top: tuple[TopWord, ...]
    untagged: tuple[TopWord, ...] | None
    least: int
    left_out: int
    samples: int
    seed: int


class Gatherer:
    """Adds words up, one segment at a time.

    Args:
        size: the context size.
        least: words below which a kind is left out.
        top: how many single words are kept.
    """

    def __init__(self, size: str, *, least: int, top: int) -> None:
        self._size, self._least, self._top = size, least, top
        self._sums: Sums[Key] = Sums()
        self._segments = self._words = 0
        self._has_tags = False
        self._labels: Counter[Key] = Counter()
        self._best: list[tuple[float, int, TopWord]] = []
        self._best_untagged: list[tuple[float, int, TopWord]] = []

    def add(self, segment: Segment) -> None:
        """Add one segment's words."""
        self._segments += 1
        self._sums.see(segment.document)
        for word in segment.words:
            self._words += 1
            for key in _keys(word):
                self._sums.add(segment.document, key, word.gain)
            self._keep(self._best, word, segment)
            if word.tags is not None:
                self._has_tags = True
                self._labels.update(dict.fromkeys(word.tags, 1))
                if not word.tags:
                    self._keep(self._best_untagged, word, segment)

    def _keep(self, heap: list[tuple[float, int, TopWord]], word: Word, segment: Segment) -> None:
        """Keep a word if it is among the largest; of equals, the first."""
        entry = (word.gain, -self._words, TopWord(word, segment))
        if len(heap) < self._top:
            heapq.heappush(heap, entry)
        elif heap and entry[:2] > heap[0][:2]:
            heapq.heapreplace(heap, entry)

    def themes(self, *, samples: int, seed: int) -> Themes | None:
        """Work out all means; None where no word has a value."""
        if not self._words:
            return None
        groups: dict[str, list[Key]] = {"all": [], "upos": [], "kind": [], "form": []}
        left_out = 0
        for row in self._sums.rows():
            group = row[0]
            if group not in groups:
                continue
            if group in {"kind", "form"} and self._sums.count(row) < self._least:
                left_out += group == "form"
                continue
            groups[group].append(row)
        means = {
            group: self._means(rows, samples=samples, seed=seed) for group, rows in groups.items()
        }
        return Themes(
            size=self._size,
            segments=self._segments,
            words=self._words,
            documents=self._sums.documents,
            overall=means["all"][0],
            upos=means["upos"],
            kinds=means["kind"],
            vocabulary=means["form"],
            tags=self._tags(samples=samples, seed=seed) if self._has_tags else None,
            top=_ranked(self._best),
            untagged=_ranked(self._best_untagged) if self._has_tags else None,
            least=self._least,
            left_out=left_out,
            samples=samples,
            seed=seed,
        )

    def _means(self, rows: Sequence[Key], *, samples: int, seed: int) -> tuple[Mean, ...]:
        """Return the mean of each row, the largest first."""
        intervals = self._sums.intervals(rows, samples=samples, seed=seed)
        found = [
            mean
            for row, interval in zip(rows, intervals, strict=True)
            if (mean := self._mean(row, row[-1], interval)) is not None
        ]
        return tuple(sorted(found, key=lambda mean: (-mean.mean, mean.name)))

    def _mean(self, row: Key, name: str, interval: Interval | None) -> Mean | None:
        value = self._sums.mean(row)
        if value is None:
            return None
        count = int(self._sums.count(row))
        return Mean(name, count, self._sums.spread(row), value, interval)

    def _tags(self, *, samples: int, seed: int) -> tuple[TagMean, ...]:
        """Return any tag first, then each phenomenon with its labels that are frequent enough."""
        phenomena = sorted({key[0] for key in self._labels})
        rows: list[Key] = [(ANY,)]
        for phenomenon in phenomena:
            rows.append((phenomenon,))
            rows += sorted(
                key
                for key, count in self._labels.items()
                if key[0] == phenomenon and count >= self._least
            )
        pairs: list[tuple[Key, Key]] = [((TAGGED, *row), (OTHER, *row)) for row in rows]
        for tagged, others in pairs:
            self._sums.subtract(others, ("all", "all words"), tagged)
        every = [key for pair in pairs for key in pair]
        spans = dict(
            zip(every, self._sums.intervals(every, samples=samples, seed=seed), strict=True)
        )
        differences = self._sums.differences(pairs, samples=samples, seed=seed)
        return tuple(
            TagMean(
                of_tagged,
                of_others,
                None if of_others is None else of_tagged.mean - of_others.mean,
                difference,
                row[0],
                row[1] if len(row) > 1 else None,
            )
            for row, (tagged, others), difference in zip(rows, pairs, differences, strict=True)
            if (of_tagged := self._mean(tagged, row[-1], spans[tagged])) is not None
            for of_others in [self._mean(others, row[-1], spans[others])]
        )


def _keys(word: Word) -> Iterable[Key]:
    """Yield the rows that a word is added to."""
    yield "all", "all words"
    if word.upos is not None:
        yield "upos", word.upos
    for kind in word.kinds:
        yield "kind", kind
    yield "form", word.form
    if word.tags:
        yield TAGGED, ANY
        for phenomenon in dict.fromkeys(phenomenon for phenomenon, _ in word.tags):
            yield TAGGED, phenomenon
        for tag in word.tags:
            yield TAGGED, *tag


def _ranked(heap: Iterable[tuple[float, int, TopWord]]) -> tuple[TopWord, ...]:
    return tuple(found for _, _, found in sorted(heap, key=lambda entry: entry[:2], reverse=True))
