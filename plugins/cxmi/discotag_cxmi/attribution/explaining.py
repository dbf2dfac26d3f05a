"""Words that gain from context, and what each word of the context does to them.

The second question of PECoRe (Sarti et al. 2024): not only which words of a translation depend on
context, but on which words of it. The effect of a context word is how much less probable the
translation's word becomes without it (leave one out), or how its log-probability changes with the
word's embedding (input times gradient; Simonyan et al. 2014, Denil et al. 2014).
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from discotag.plugin import InputError, TokenRef, UsageError
from discotag_cxmi.examples import told
from discotag_cxmi.measure.texts import NONE, Text, blank_spans, variants, words_of
from discotag_cxmi.scoring.local import EncoderDecoder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from discotag.plugin import Document, TaggedDocument
    from discotag_cxmi.contrast.scat import MarkedItem
    from discotag_cxmi.examples import ContextModel, Example, TargetScores
    from discotag_cxmi.measure.texts import Sizes, Span, Word

    Finder = Callable[[Sequence[str]], Sequence[Sequence[Span]]]
    Gained = tuple[Text, int, list[tuple[Word, float]]]


Side = Literal["source", "target"]


class Place(NamedTuple):
    """Characters of a document: side, 0-based segment, start, end."""

    side: Side
    segment: int
    start: int
    end: int

    def overlaps(self, other: Place) -> bool:
        """Return whether two places share a character."""
        same = (self.side, self.segment) == (other.side, other.segment)
        return same and self.start < other.end and other.start < self.end


@dataclass(frozen=True, slots=True)
class Cue:
    """A word of the context.

    Args:
        place: where it is.
        form: its text.
        effect: what it adds to the word's log-probability, in nats (leave one out); with gradients
            the sum of its embeddings times their gradients.
    """

    place: Place
    form: str
    effect: float


@dataclass(frozen=True, slots=True)
class Explained:
    """A word of the translation and the words of its context.

    Args:
        document: id of its document.
        place: where it is.
        form: its text.
        pcxmi: what all context adds to its log-probability, in nats.
        cues: every word of the context, that with the largest effect first.
        evidence: words of the context that somebody holds to decide it (a tag's evidence, words
            that translators marked); empty = nobody said.
    """

    document: str
    place: Place
    form: str
    pcxmi: float
    cues: tuple[Cue, ...]
    evidence: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class Wanted:
    """A word to explain, and what is held to decide it."""

    start: int
    end: int
    evidence: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class Words:
    """What finds the words of lines on each side; None = between spaces."""

    source: Finder | None = None
    target: Finder | None = None

    def of(self, side: Side, lines: Sequence[str]) -> list[list[Span]]:
        """Return the words of lines; a line without any has those between spaces."""
        finder = self.source if side == "source" else self.target
        found = [()] * len(lines) if finder is None else finder(lines)
        return [
            sorted({span for span in spans if span[0] < span[1]}) or blank_spans(line)
            for spans, line in zip(found, lines, strict=True)
        ]


def where(place: Place, text: Text) -> str:
    """Return where a place is in its file, for people; nothing where segments are lines."""
    places = text.source_places if place.side == "source" else text.target_places
    return told(places[place.segment], place.start) if places else ""


def by_segment(
    found: Iterable[tuple[str, int, Wanted]],
) -> dict[tuple[str, int], list[Wanted]]:
    """Group words to explain by (document, segment)."""
    grouped: dict[tuple[str, int], list[Wanted]] = defaultdict(list)
    for document, segment, item in found:
        grouped[document, segment].append(item)
    return grouped


@dataclass(frozen=True, slots=True)
class SegmentJob:
    """A segment with words to explain, and the words of its context."""

    given: Example
    without: Example
    wanted: tuple[Wanted, ...]
    target_words: tuple[Span, ...]
    places: tuple[Place, ...]

    @classmethod
    def of(
        cls, text: Text, segment: int, sizes: Sizes, wanted: Sequence[Wanted], words: Words
    ) -> SegmentJob:
        """Return the job of a segment, with the words of its context."""
        of_size = dict(variants(text, segment, sizes, None))
        given = of_size[sizes.names[-1]]
        places = []
        sides: tuple[Side, Side] = ("source", "target")
        for side in sides:
            lines = given.context_of(side)
            for line, spans in enumerate(words.of(side, lines)):
                at = segment - len(lines) + line
                places += [Place(side, at, *span) for span in spans]
        [target] = words.of("target", [given.target])
        return cls(given, of_size[NONE], tuple(wanted), tuple(target), tuple(places))

    def examples(self) -> Iterator[Example]:
        """Yield the segment without context, with all of it, and without each of its words."""
        yield self.without
        yield self.given
        for place in self.places:
            yield self._less(place)

    def line(self, place: Place) -> tuple[int, str]:
        """Return the context line of a place on its side, and its index there."""
        lines = self.given.context_of(place.side)
        index = place.segment - self.given.segment + len(lines)
        return index, lines[index]

    def _less(self, place: Place) -> Example:
        index, line = self.line(place)
        cut = f"{line[: place.start].rstrip()} {line[place.end :].lstrip()}".strip()
        lines = self.given.context_of(place.side)
        return self.given.with_context(place.side, (*lines[:index], cut, *lines[index + 1 :]))

    def words(self, scores: TargetScores) -> Iterator[tuple[Wanted, Word]]:
        """Yield each wanted place with all subwords of the words that it overlaps."""
        places = list(zip(scores.starts, scores.ends, strict=True))
        known = words_of(self.given.target, self.target_words, places)
        for item in self.wanted:
            inside = [word for word in known if word.start < item.end and item.start < word.end]
            subwords = tuple(index for word in inside for index in word.subwords)
            if subwords:
                yield item, replace(inside[0], end=inside[-1].end, subwords=subwords)

    def explained(
        self,
        without: TargetScores,
        given: TargetScores,
        found: Iterable[tuple[Wanted, Word, Sequence[float]]],
    ) -> Iterator[Explained]:
        """Yield the results, given the effect of every context word on each wanted word."""
        for item, word, effects in found:
            cues = [
                Cue(place, self.line(place)[1][place.start : place.end], effect)
                for place, effect in zip(self.places, effects, strict=True)
            ]
            yield Explained(
                self.given.document,
                Place("target", self.given.segment, word.start, word.end),
                self.given.target[word.start : word.end],
                logprob(given, word) - logprob(without, word),
                tuple(sorted(cues, key=lambda cue: -cue.effect)),
                item.evidence,
            )


def logprob(scores: TargetScores, word: Word) -> float:
    """Return the log-probability of a word, in nats."""
    return sum(scores.logprobs[index] for index in word.subwords)


Method = Literal["leave-one-out", "gradient"]


def gains(
    model: ContextModel, texts: Sequence[Text], sizes: Sizes, words: Words
) -> Iterator[tuple[Text, int, list[tuple[Word, float]]]]:
    """Yield each segment with its words and their P-CXMI under the largest size."""
    largest = sizes.names[-1]
    pairs: list[Example] = []
    for text in texts:
        for segment in range(len(text.source)):
            of_size = dict(variants(text, segment, sizes, None))
            pairs += [of_size[NONE], of_size[largest]]
    model.check(pairs)
    scores = model.score(pairs)
    for text in texts:
        spans = words.of("target", text.target)
        for segment, of_segment in enumerate(spans):
            without, given = next(scores), next(scores)
            places = list(zip(given.starts, given.ends, strict=True))
            found = words_of(text.target[segment], of_segment, places)
            yield (
                text,
                segment,
                [(word, logprob(given, word) - logprob(without, word)) for word in found],
            )


def explain(
    model: ContextModel,
    texts: Sequence[Text],
    sizes: Sizes,
    wanted: Mapping[tuple[str, int], Sequence[Wanted]],
    words: Words,
    *,
    method: Method = "leave-one-out",
) -> Iterator[Explained]:
    """Explain words of translations by the words of their context.

    Args:
        model: translates with and without context.
        texts: the documents.
        sizes: how much context; the largest counts.
        wanted: (document, segment) → words of the target line.
        words: finds words.
        method: how the effect of a context word is taken.

    Raises:
        InputError: an example is too long, or a line cannot be scored.
        UsageError: gradients are asked of a model that gives none.
    """
    jobs = [
        SegmentJob.of(text, segment, sizes, wanted[text.id, segment], words)
        for text in texts
        for segment in range(len(text.source))
        if wanted.get((text.id, segment))
    ]
    if method == "gradient":
        model.check(example for job in jobs for example in (job.without, job.given))
        scores = model.score(example for job in jobs for example in (job.without, job.given))
        for job in jobs:
            without, given = next(scores), next(scores)
            found = [(w, word, gradient_effects(model, job, word)) for w, word in job.words(given)]
            yield from job.explained(without, given, found)
        return
    model.check(example for job in jobs for example in job.examples())
    scores = model.score(example for job in jobs for example in job.examples())
    for job in jobs:
        without, given, *less = (next(scores) for _ in range(2 + len(job.places)))
        found = [
            (w, word, [logprob(given, word) - logprob(one, word) for one in less])
            for w, word in job.words(given)
        ]
        yield from job.explained(without, given, found)


def gradient_effects(model: ContextModel, job: SegmentJob, word: Word) -> list[float]:
    """Return the effect of each of a job's places on a word: the sum of its subwords' products."""
    if not isinstance(model, EncoderDecoder) or model.format.kind != "concatenation":
        raise UsageError(
            "gradients are for encoder–decoders in this process whose context stands in their rows;"
            " leave-one-out is for all models"
        )
    import torch

    row = model.rows.row(job.given)
    device = model.model.device
    layer = model.model.get_input_embeddings()
    decoder = (*row.prefix, *row.target.ids)
    sides = []
    for ids in (row.encoder, decoder):
        embedded = layer(torch.tensor([ids], device=device)).detach()
        sides.append(embedded.requires_grad_(requires_grad=True))
    with torch.enable_grad():
        logits = model.model(inputs_embeds=sides[0], decoder_inputs_embeds=sides[1]).logits[0]
        values = logits.float().log_softmax(-1)
        first = len(row.prefix) - 1
        total = torch.stack(
            [values[first + index, row.target.ids[index]] for index in word.subwords]
        ).sum()
        grads = torch.autograd.grad(total, sides)
    products: dict[str, Any] = {
        side: (given * grad)[0].sum(-1).tolist()
        for side, given, grad in zip(("source", "target"), sides, grads, strict=True)
    }
    return _by_place(model, job, products)


def _by_place(
    model: EncoderDecoder, job: SegmentJob, products: dict[str, list[float]]
) -> list[float]:
    """Add the products of the subwords up that overlap each place."""
    places = model.rows.context_places(job.given)
    found = []
    for place in job.places:
        index, _ = job.line(place)
        found.append(
            sum(
                products[place.side][at]
                for at, start, end in places[place.side, index]
                if start < place.end and place.start < end
            )
        )
    return found


def most_gained(
    found: Iterable[Gained], *, least: float, top: int
) -> dict[tuple[str, int], list[Wanted]]:
    """Return the words with the largest P-CXMI, at least `least` nats, at most `top` of them."""
    words = [
        (gain, text.id, segment, word)
        for text, segment, pairs in found
        for word, gain in pairs
        if gain >= least and word.subwords
    ]
    words.sort(key=lambda item: (-item[0], item[1], item[2], item[3].start))
    return by_segment(
        (document, segment, Wanted(word.start, word.end))
        for _, document, segment, word in words[:top]
    )


def tagged_words(
    texts: Sequence[Text], tags: Mapping[str, TaggedDocument]
) -> dict[tuple[str, int], list[Wanted]]:
    """Return the words that have a tag with evidence in earlier segments, with that evidence.

    Raises:
        InputError: the tags are of another text.
    """
    return by_segment(
        (text.id, segment, wanted)
        for text in texts
        if text.id in tags
        for segment, wanted in _of_document(text, tags[text.id])
    )


def marked_words(
    items: Iterable[MarkedItem],
) -> tuple[list[Text], dict[tuple[str, int], list[Wanted]]]:
    """Return SCAT's items as documents of two lines, and their pronouns.

    The evidence of a pronoun is what translators marked in the context; items without such words
    are left out.
    """
    texts, found = [], []
    for item in items:
        evidence = tuple(Place(side, 0, *span) for side, span in item.support(0))
        if evidence:
            source, target = (
                tuple(one.text for one in side) for side in (item.source, item.target)
            )
            texts.append(Text(str(item.number), source, target, target))
            found.append((str(item.number), 1, Wanted(*item.pronoun, evidence)))
    return texts, by_segment(found)


def _of_document(text: Text, tagged: TaggedDocument) -> Iterator[tuple[int, Wanted]]:
    document = tagged.document
    if tuple(tokens.text for tokens in document.target) != text.target:
        raise InputError(
            f"document {text.id!r}: the tags are of another target than the one that is scored; tag"
            " the same text with the same --unit"
        )
    words: dict[tuple[int, int], list[Place]] = {}
    for mark in tagged.tags:
        earlier = [_place(document, ref) for ref in mark.evidence if ref.segment < mark.segment]
        if earlier:
            words.setdefault((mark.segment, mark.token), []).extend(earlier)
    for (segment, token), evidence in sorted(words.items()):
        here = _place(document, TokenRef("target", segment, token))
        yield segment, Wanted(here.start, here.end, tuple(dict.fromkeys(evidence)))


def _place(document: Document, ref: TokenRef) -> Place:
    side = document.source if ref.side == "source" else document.target
    tokens = side[ref.segment]
    return Place(ref.side, ref.segment, tokens.starts[ref.token], tokens.ends[ref.token])
