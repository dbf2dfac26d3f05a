"""Words that gain from context, and what each word of the context does to them.

The second question of PECoRe (Sarti et al. 2024): not only which words of a translation depend on
context, but on which words of it. The effect of a context word is how much less probable the
translation's word becomes without it (leave one out), or how its log-probability changes with the
word's embedding (input times gradient; Simonyan et al. 2014, Denil et al. 2014).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from discotag.plugin import InputError, TokenRef, UsageError
from discotag_cxmi.attribution.cues import Place, SegmentJob, Wanted, by_segment, logprob
from discotag_cxmi.measure.contexts import NONE, Text, variants
from discotag_cxmi.measure.texts import words_of
from discotag_cxmi.scoring.encoder_decoder import EncoderDecoder

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from discotag.plugin import Document, TaggedDocument
    from discotag_cxmi.attribution.cues import Explained, Words
    from discotag_cxmi.contrast.readers.scat import MarkedItem
    from discotag_cxmi.examples import ContextModel, Example
    from discotag_cxmi.measure.contexts import Sizes
    from discotag_cxmi.measure.texts import Word

    Gained = tuple[Text, int, list[tuple[Word, float]]]


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
    """Return the words that bear a tag with evidence in earlier segments, with that evidence.

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
