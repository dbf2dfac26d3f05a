"""Study `causes`: where tags are wrong and what is missed, by what the taggers went by.

Tags and words without a tag are drawn alike, as many of each stratum: phenomenon, what was said of
the word, label, cause. The size of each stratum is reported, so that shares can be weighted back.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from discotag.plugin import Cause, InputError, TokenRef, causes
from discotag_annotate.instruments.common import drawn, isolated, lines
from discotag_annotate.items import Block, Item, Key, Question, digest
from discotag_annotate.study import Sample
from discotag_annotate.wording import choices_of, definitions, instructions

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from discotag.plugin import Mark, Reason, TaggedDocument
    from discotag_annotate.instruments.common import Shown

EACH = 5
"""Words of each stratum."""
CONTEXT = 2
"""Segments before that are shown besides those that hold evidence."""
LABELS = 48
OFTEN = 2
"""A phenomenon with more labels, or with fewer words a label (pairs of words), is not divided by
label."""
ANY = "any"
"""The label of a stratum that is not divided by label."""
BETWEEN = " · "
VERDICTS = choices_of("tags", "verdicts")


class Told(NamedTuple):
    """A tagged document with the reasons of its taggers."""

    tagged: TaggedDocument
    reasons: tuple[Reason, ...]


class Word(NamedTuple):
    """A word that can be drawn: the number of its document, its cause, its mark if it has one."""

    number: int
    cause: Cause
    mark: Mark | None
    stratum: tuple[str, str, str, str]


def sample(
    documents: Iterable[Told],
    *,
    phenomena: Sequence[str],
    not_applicable: Mapping[str, str],
    each: int,
    seed: int,
    show_causes: bool = False,
) -> Sample:
    """Draw words of each stratum; the texts are held in memory.

    Args:
        documents: one translation's, tagged.
        phenomena: those that were searched for.
        not_applicable: phenomenon that was not searched for → why.
        each: how many words of each stratum.
        seed: the seed.
        show_causes: whether people who answer see the cause; it may sway them.

    Returns:
        The sample, without languages and origin in `about`.

    Raises:
        InputError: no phenomenon was searched for.
    """
    if not phenomena:
        raise InputError("no phenomenon can be looked for in these languages; see discotag plan")
    told = list(documents)
    words = _words(told)
    population = Counter(word.stratum for word in words)
    strata = {stratum: number for number, stratum in enumerate(sorted(population), 1)}
    chosen = drawn(
        words,
        each,
        seed=seed,
        name=lambda word: _name(told[word.number].tagged, word.cause),
        stratum=lambda word: BETWEEN.join(word.stratum),
        each=True,
    )
    counts = Counter(word.stratum for word in chosen)
    items, keys = [], []
    for word in sorted(chosen, key=lambda word: (word.number, word.cause.place.segment)):
        size = f"{counts[word.stratum]} of {population[word.stratum]} words"
        title = f"stratum {strata[word.stratum]}, {size}"
        if show_causes:
            title += f": {BETWEEN.join(word.stratum)}"
        item, key = _item(told[word.number].tagged, word, title)
        items.append(item)
        keys.append(key)
    about = {
        "study": "causes",
        "variant": "by cause",
        "instructions": (*instructions("causes"), *definitions(phenomena)),
        "seed": seed,
        "options": {
            "each": each,
            "phenomena": list(phenomena),
            "not applicable": dict(not_applicable),
            "causes shown": show_causes,
        },
        "population": {BETWEEN.join(key): population[key] for key in strata},
        "drawn": {BETWEEN.join(key): counts[key] for key in strata},
    }
    return Sample(tuple(items), tuple(keys), about)


def _words(told: Sequence[Told]) -> list[Word]:
    found = [
        (number, cause)
        for number, (tagged, reasons) in enumerate(told)
        for cause in causes(reasons, tagged.marks)
    ]
    labels: dict[str, Counter[str]] = {}
    for _, cause in found:
        if cause.label:
            labels.setdefault(cause.phenomenon, Counter())[cause.label] += 1
    are_open = {name for name, counts in labels.items() if _is_open(counts)}
    marks = [
        {
            (TokenRef("target", mark.segment, mark.token), mark.phenomenon, mark.label): mark
            for mark in tagged.marks
        }
        for tagged, _ in told
    ]
    return [
        Word(
            number,
            cause,
            marks[number].get((cause.place, cause.phenomenon, cause.label)),
            _stratum(cause, is_open=cause.phenomenon in are_open),
        )
        for number, cause in found
    ]


def _is_open(labels: Counter[str]) -> bool:
    return len(labels) > LABELS or labels.total() < OFTEN * len(labels)


def _stratum(cause: Cause, *, is_open: bool) -> tuple[str, str, str, str]:
    label = ANY if is_open or not cause.label else cause.label
    return cause.phenomenon, str(cause.outcome), label, cause.key


def _name(tagged: TaggedDocument, cause: Cause) -> tuple[object, ...]:
    return tagged.document.id, *cause.place, cause.phenomenon, cause.label


def _item(tagged: TaggedDocument, word: Word, title: str) -> tuple[Item, Key]:
    document, cause = tagged.document, word.cause
    segment = cause.place.segment
    shown = list(_shown(word))
    segments = sorted(
        {
            *range(max(0, segment - CONTEXT), segment + 1),
            *(place.segment for place, _, _ in shown),
        }
    )
    side = document.source if cause.place.side == "source" else document.target
    form = side[segment].forms[cause.place.token]
    name = digest(*_name(tagged, cause), document.target.segments[segment])
    item = Item(
        id=f"causes-{name}",
        title=title,
        blocks=(
            Block(
                title="source",
                language=document.source.language,
                lines=tuple(lines(document.source, "source", segments, segment, shown)),
            ),
            Block(
                title="translation",
                language=document.target.language,
                lines=tuple(lines(document.target, "target", segments, segment, shown)),
            ),
        ),
        questions=(_question(word, form),),
    )
    facts = {
        "system": document.system,
        "side": cause.place.side,
        "token": cause.place.token,
        "word": form,
        "label": cause.label,
        "stratum": list(word.stratum),
        "told": cause.reason.text if cause.reason is not None else "",
    }
    return item, Key(
        id=item.id, document=document.id, segment=segment, domain=document.domain, facts=facts
    )


def _question(word: Word, form: str) -> Question:
    cause, mark = word.cause, word.mark
    named = f"“{isolated(form)}”"
    if mark is None:
        ask = f"{named} has no tag for {cause.phenomenon}. That is"
    elif not mark.is_tag:
        label = isolated(mark.label)
        ask = (
            f"{named} is marked {cause.phenomenon} ({label}) but not tagged: the context is said"
            " not to decide it. That is"
        )
    else:
        known = "its evidence was not found" if mark.is_unresolved else "decided by what is marked"
        ask = f"{named} is tagged {cause.phenomenon} ({isolated(mark.label)}); {known}. The tag is"
    return Question(name="verdict", kind="choice", ask=ask, choices=VERDICTS)


def _shown(word: Word) -> Iterator[Shown]:
    yield word.cause.place, "tag", ""
    mark = word.mark
    if mark is None:
        return
    for place in mark.evidence:
        yield place, "evidence", ""
    for token in mark.source_tokens:
        yield TokenRef("source", mark.segment, token), "linked", ""
