"""Study `tags`: are the tags right, and which were missed (muda 4.3).

The paper's native speakers saw 50 utterances of each language and every word tagged with ellipsis.
Precision follows from both, what was missed from the random segments alone.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from discotag.plugin import InputError, TokenRef
from discotag_annotate.instruments.common import drawn, isolated, lines
from discotag_annotate.items import (
    Block,
    Choice,
    Condition,
    Item,
    Key,
    Question,
    SpanKind,
    choices,
    digest,
)
from discotag_annotate.study import Sample
from discotag_annotate.wording import choices_of, definitions, instructions

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from discotag.plugin import Mark, Side, TaggedDocument
    from discotag_annotate.instruments.common import Shown

SEGMENTS = 50
EVERY = ("ellipsis",)
CONTEXT = 2
"""Segments before that are shown besides those that hold evidence."""
VERDICTS = choices_of("tags", "verdicts")


class Unit(NamedTuple):
    """A segment that can be drawn."""

    document: str
    segment: int
    domain: str
    is_every: bool


def sample(
    read: Callable[[], Iterable[TaggedDocument]],
    *,
    size: int,
    every: Collection[str],
    seed: int,
) -> Sample:
    """Draw segments at random, in proportion to the domains, and all that hold some phenomena.

    Args:
        read: gives the tagged documents of one text; called twice.
        size: how many segments to draw at random.
        every: phenomena of which every tag is shown.
        seed: the seed.

    Returns:
        The sample, without languages and origin in `about`.

    Raises:
        InputError: no phenomenon was searched for.
    """
    units, phenomena, left_out = _units(read(), every)
    if not phenomena:
        raise InputError("no phenomenon was looked for in these tags; tag with -p, or run again")
    chosen = set(
        drawn(units, size, seed=seed, name=lambda unit: unit[:2], stratum=lambda unit: unit.domain)
    )
    items, keys = [], []
    wanted = {unit[:2]: unit for unit in units if unit in chosen or unit.is_every}
    for tagged in read():
        for segment in range(len(tagged.document)):
            unit = wanted.get((tagged.document.id, segment))
            if unit is not None:
                item, key = _item(tagged, segment, phenomena, None if unit in chosen else every)
                items.append(item)
                keys.append(key)
    about = {
        "study": "tags",
        "variant": "precision",
        "instructions": (*instructions("tags"), *definitions(phenomena)),
        "seed": seed,
        "options": {"segments": size, "every": sorted(every), "phenomena": phenomena},
        "population": dict(Counter(unit.domain for unit in units)),
        "drawn": dict(Counter(unit.domain for unit in units if unit in chosen)),
        "left_out": {"an empty side": left_out} if left_out else {},
    }
    return Sample(tuple(items), tuple(keys), about)


def _units(
    documents: Iterable[TaggedDocument], every: Collection[str]
) -> tuple[list[Unit], list[str], int]:
    units: list[Unit] = []
    phenomena: dict[str, None] = {}
    empty = 0
    for tagged in documents:
        document = tagged.document
        phenomena |= dict.fromkeys(tagged.phenomena or (mark.phenomenon for mark in tagged.marks))
        asked = {tag.segment for tag in tagged.tags if tag.phenomenon in every}
        for segment, sides in enumerate(
            zip(document.source.segments, document.target.segments, strict=True)
        ):
            if all(text.strip() for text in sides):
                domain = document.domain or ""
                units.append(Unit(document.id, segment, domain, segment in asked))
            else:
                empty += 1
    return units, sorted(phenomena), empty


def _item(
    tagged: TaggedDocument, segment: int, phenomena: Sequence[str], only: Collection[str] | None
) -> tuple[Item, Key]:
    """Build an item; `only` = the phenomena asked about where the segment was not drawn."""
    document = tagged.document
    tags = [
        tag
        for tag in tagged.tags
        if tag.segment == segment and (only is None or tag.phenomenon in only)
    ]
    shown = sorted(
        {
            *range(max(0, segment - CONTEXT), segment + 1),
            *(place.segment for tag in tags for place in tag.evidence),
        }
    )
    questions = [_verdict(number, tag, document.target) for number, tag in enumerate(tags)]
    if only is None:
        questions += _missed(document.target[segment].forms, phenomena)
    asked = [(tag.phenomenon, tag.label, tag.token) for tag in tags]
    name = f"tags-{digest(document.id, segment, document.target.segments[segment], *asked)}"
    item = Item(
        id=name,
        blocks=(
            Block(
                title="source",
                language=document.source.language,
                lines=tuple(lines(document.source, "source", shown, segment, _shown(tags))),
            ),
            Block(
                title="translation",
                language=document.target.language,
                lines=tuple(lines(document.target, "target", shown, segment, _shown(tags))),
            ),
        ),
        questions=tuple(questions),
    )
    facts = {
        "system": document.system,
        "is_random": only is None,
        "tags": asked,
    }
    key = Key(id=name, document=document.id, segment=segment, domain=document.domain, facts=facts)
    return item, key


def _verdict(number: int, tag: Mark, target: Side) -> Question:
    word = target[tag.segment].forms[tag.token]
    known = (
        "its evidence was not found"
        if tag.is_unresolved
        else f"decided by what is marked {number + 1}"
    )
    what = f"“{isolated(word)}” is tagged {tag.phenomenon} ({isolated(tag.label)})"
    return Question(
        name=f"tag{number}",
        kind="choice",
        ask=f"{number + 1}: {what}; {known}. The tag is",
        choices=VERDICTS,
    )


def _missed(forms: tuple[str, ...], phenomena: Sequence[str]) -> tuple[Question, Question]:
    return (
        Question(
            name="any_missed",
            kind="choice",
            ask="Ought any other word of the segment to be tagged?",
            choices=choices(no="no", yes="yes"),
        ),
        Question(
            name="missed",
            kind="words",
            ask="Which, and for what?",
            choices=tuple(Choice(value=name, label=name) for name in phenomena),
            words=forms,
            when=Condition(question="any_missed", value="yes"),
        ),
    )


def _shown(tags: Sequence[Mark]) -> list[Shown]:
    return [
        (place, kind, str(number))
        for number, tag in enumerate(tags, 1)
        for place, kind in _places(tag)
    ]


def _places(tag: Mark) -> Iterator[tuple[TokenRef, SpanKind]]:
    yield TokenRef("target", tag.segment, tag.token), "tag"
    for place in tag.evidence:
        yield place, "evidence"
    for token in tag.source_tokens:
        yield TokenRef("source", tag.segment, token), "linked"
