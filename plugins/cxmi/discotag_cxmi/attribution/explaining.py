"""Words that gain from context, and what each word of the context does to them.

The second question of PECoRe (Sarti et al. 2024): not only which words of a translation depend on
context, but on which words of it. The effect of a context word is how much less probable the
translation's word becomes without it (leave one out), or how its log-probability changes with the
word's embedding (input times gradient; Simonyan et al. 2014, Denil et al. 2014).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from discotag_cxmi.attribution.gradients import gradient_effects
from discotag_cxmi.attribution.segment_jobs import SegmentJob, logprob
from discotag_cxmi.measure.contexts import NONE, variants
from discotag_cxmi.measure.words import words_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from discotag_cxmi.attribution.cues import Explained, Wanted, Words
    from discotag_cxmi.examples import Example
    from discotag_cxmi.measure.contexts import Sizes, Text
    from discotag_cxmi.measure.words import Word
    from discotag_cxmi.models import ContextModel

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
