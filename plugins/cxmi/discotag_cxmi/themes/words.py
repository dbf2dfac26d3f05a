"""Words with what is known of each: its gain, its part of speech and features, its tags."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from discotag.plugin import InputError
from discotag_cxmi.examples import places_of, told

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from discotag.plugin import Places, TaggedDocument, Token, Tokens
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
        places: where it stands in its file; empty = segments are lines.
    """

    document: str
    index: int
    source: str
    target: str
    earlier: tuple[Line, ...]
    words: tuple[Word, ...]
    places: Places = ()

    def place(self, word: Word) -> str:
        """Return where a word stands, for people."""
        return f"{self.document}, segment {self.index + 1}{told(self.places, word.start)}"


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a target segment.

    Args:
        start: character offset in the target.
        end: offset behind it.
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
        shown: how many earlier segments are kept beside each.

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
