"""Study `choice`: is the sentence better with its connective (dip 7.2, A.3).

The reference is set against itself without the connective, or against a system that has none.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Literal

from discotag.plugin import UsageError
from discotag_annotate.instruments.common import (
    REFERENCE,
    lettered,
    of_system,
    same,
    sampled,
    shuffled,
)
from discotag_annotate.items import Block, Item, Key, Line, Question, Span, digest
from discotag_annotate.wording import choices_of, instructions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag_annotate.study import Sample
    from discotag_dip.items import Item as Test
    from discotag_dip.items import Occurrence
    from discotag_dip.testset import TestSet

SIZE = 200
DELETED = "without"
"""Names the candidate that is the reference without its connective."""
Against = Literal["deleted", "system"]
AGAINST = {"deleted": "itself without the connective", "system": "a system"}
ANSWERS = choices_of("choice", "answers")


def sample(testset: TestSet, *, size: int, against: Against, seed: int) -> Sample:
    """Draw items of a DiP test set of connectives, in proportion to the connectives.

    Args:
        testset: the test set.
        size: how many items.
        against: what the reference is set against: itself without the connective, or a system.
        seed: the seed.

    Raises:
        UsageError: a test set of another task.
    """
    about = testset.manifest
    if about.task != "connectives":
        raise UsageError(f"choice needs a test set of connectives, not of {about.task}")

    def build(test: Test) -> tuple[Item, Key] | None:
        other = _other(test, against, seed)
        return None if other is None else _item(test, other, about, seed)

    return sampled(
        testset.items,
        build,
        {
            "study": "choice",
            "variant": f"reference against {AGAINST[against]}",
            "instructions": instructions("choice"),
            "options": {"size": size, "against": against},
        },
        size=size,
        seed=seed,
        stratum=lambda test: test.focus or "",
        lack="nothing to set against the reference",
    )


def _other(test: Test, against: Against, seed: int) -> tuple[str, str] | None:
    """Return the name and text of what the reference is set against; None if there is nothing."""
    reference = test.reference[0]
    if against == "deleted":
        text = deleted(reference, [(place.start, place.end) for place in test.occurrences])
        return (DELETED, text) if text and not same(text, reference) else None
    for failure in shuffled(test.failures, seed, lambda failure: (test.id, failure.system)):
        text = failure.text[0]
        if text.strip() and not same(text, reference):
            return of_system(failure.system), text
    return None


def deleted(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """Take words out of a text.

    Where a word begins the text, the comma after it goes, too, and what follows is capitalised as
    the word was.

    Example:
        >>> deleted("However, they left, and we stayed.", [(0, 7)])
        'They left, and we stayed.'
        >>> deleted("He ran because it rained.", [(7, 14)])
        'He ran it rained.'
    """
    is_first = bool(spans) and not re.search(r"\w", text[: spans[0][0]])
    was_capital = bool(spans) and text[spans[0][0]].isupper()
    before = text[: spans[0][0]] if is_first else ""
    for start, end in sorted(spans, reverse=True):
        text = text[:start] + text[end:]
    text = re.sub(r"  +", " ", text).strip()
    if is_first:
        opening = before.strip()
        rest = re.sub(r"^[\s,，、:]+", "", text.removeprefix(opening))
        rest = rest[:1].upper() + rest[1:] if was_capital else rest
        text = opening + rest
    return re.sub(r" +([.,;:!?])", r"\1", text)


def _item(test: Test, other: tuple[str, str], about: Any, seed: int) -> tuple[Item, Key]:
    name, text = other
    lines = {
        REFERENCE: Line(text=test.reference[0], spans=_spans(test.occurrences)),
        name: Line(text=text),
    }
    letters = lettered(lines, seed, test.id)
    language = about.target_language
    blocks = []
    if test.reference_context:
        context = tuple(Line(text=line) for line in test.reference_context)
        blocks.append(Block(title="context", language=language, lines=context))
    blocks += [
        Block(title=f"candidate {letter.upper()}", language=language, lines=(lines[candidate],))
        for letter, candidate in letters.items()
    ]
    question = Question(
        name="better",
        kind="choice",
        ask="Which candidate conveys more accurately what is meant?",
        choices=ANSWERS,
    )
    item = Item(id=f"choice-{digest(test.id, name)}", blocks=tuple(blocks), questions=(question,))
    facts = {"test": test.id, "candidates": dict(letters), "connective": test.focus}
    facts |= {"sense": test.facts.get("sense")}
    key = Key(
        id=item.id, document=test.document, segment=test.first, domain=test.domain, facts=facts
    )
    return item, key


def _spans(places: Sequence[Occurrence]) -> tuple[Span, ...]:
    return tuple(Span(start=place.start, end=place.end, kind="highlight") for place in places)
