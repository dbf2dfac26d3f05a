"""Study `rank`: which translation is best, with the reference among them (dip 4.2, 5.2).

Three candidates: the reference, as a control, and two systems. Of pronouns, the systems are wrong
in different ways and all pronouns stand out; of coherence, four segments of a text are shown.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from discotag.plugin import UsageError
from discotag_annotate.instruments.common import (
    LETTERS,
    REFERENCE,
    lettered,
    of_system,
    same,
    sampled,
    shuffled,
)
from discotag_annotate.items import Block, Item, Key, Line, Question, Span, choices, digest
from discotag_annotate.wording import instructions

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from discotag_annotate.study import Sample
    from discotag_dip.items import Failure
    from discotag_dip.items import Item as Test
    from discotag_dip.testset import TestSet

SIZE = 100
SHOWN = 4
"""Segments of a text that are read for coherence."""
RANKS = choices(**{"1": "1", "2": "2", "3": "3"})
TASKS = ("anaphora", "coherence")


def sample(testset: TestSet, *, size: int, with_source: bool, any_error: bool, seed: int) -> Sample:
    """Draw items of a DiP test set that two systems fail in different ways.

    Args:
        testset: of the task `anaphora` or `coherence`.
        size: how many items, divided over the domains.
        with_source: whether the source is shown, too (the bilingual study).
        any_error: whether two systems may have the same wrong pronoun in different texts.
        seed: the seed.

    Raises:
        UsageError: a test set of another task.
    """
    about = testset.manifest
    if about.task not in TASKS:
        raise UsageError(f"rank needs a test set of {' or '.join(TASKS)}, not of {about.task}")
    pronouns = _pronouns() if about.task == "anaphora" else None

    def build(test: Test) -> tuple[Item, Key] | None:
        pair = _pair(test, seed, any_error=any_error)
        return _item(test, pair, about, seed, pronouns, with_source=with_source) if pair else None

    return sampled(
        testset.items,
        build,
        {
            "study": "rank",
            "variant": f"{about.task}, {'with' if with_source else 'without'} the source",
            "instructions": instructions("rank", about.task),
            "options": {"size": size, "with_source": with_source, "any_error": any_error},
        },
        size=size,
        seed=seed,
        stratum=lambda test: test.domain or "",
        lack=_lack(about.task, any_error=any_error),
    )


def _lack(task: str, *, any_error: bool) -> str:
    if task == "anaphora" and not any_error:
        return "no two systems with different wrong pronouns; --any-error takes equal ones"
    return "no two systems that fail in different texts"


def _pair(test: Test, seed: int, *, any_error: bool) -> tuple[Failure, ...]:
    """Choose two systems whose texts differ from each other and from the reference.

    Of pronouns, their errors differ, too, unless any error will do.
    """
    kept: list[Failure] = []
    for failure in shuffled(test.failures, seed, lambda failure: (test.id, failure.system)):
        text = _shown(failure.text)
        is_new = not any(
            same(text, other) for other in map(_shown, (test.reference, *(k.text for k in kept)))
        )
        is_other = (
            test.task != "anaphora" or any_error or all(failure.got != other.got for other in kept)
        )
        if is_new and is_other and text.strip():
            kept.append(failure)
        if len(kept) == 2:
            return tuple(kept)
    return ()


def _shown(lines: Sequence[str]) -> str:
    return "\n".join(lines[:SHOWN])


def _item(
    test: Test,
    pair: Sequence[Failure],
    about: Any,
    seed: int,
    pronouns: re.Pattern[str] | None,
    *,
    with_source: bool,
) -> tuple[Item, Key]:
    texts = {REFERENCE: test.reference} | {of_system(item.system): item.text for item in pair}
    letters = lettered(texts, seed, test.id)
    blocks = []
    if with_source:
        source = [Line(text=text) for text in test.context]
        source += [Line(text=text, is_focus=True) for text in test.source[:SHOWN]]
        blocks.append(Block(title="source", language=about.source_language, lines=tuple(source)))
    elif test.reference_context:
        context = tuple(Line(text=text) for text in test.reference_context)
        blocks.append(Block(title="context", language=about.target_language, lines=context))
    blocks += [
        Block(
            title=f"candidate {letter.upper()}",
            language=about.target_language,
            lines=tuple(_line(text, pronouns) for text in texts[letters[letter]][:SHOWN]),
        )
        for letter in LETTERS
    ]
    name = f"rank-{digest(test.id, *sorted(texts), with_source)}"
    questions = tuple(
        Question(
            name=f"rank_{letter}",
            kind="choice",
            ask=f"Rank of candidate {letter.upper()}",
            choices=RANKS,
        )
        for letter in LETTERS
    )
    facts = {"test": test.id, "candidates": dict(letters)}
    key = Key(id=name, document=test.document, segment=test.first, domain=test.domain, facts=facts)
    return Item(id=name, blocks=tuple(blocks), questions=questions), key


def _line(text: str, pronouns: re.Pattern[str] | None) -> Line:
    spans = (
        ()
        if pronouns is None
        else tuple(
            Span(start=found.start(), end=found.end(), kind="highlight")
            for found in pronouns.finditer(text)
        )
    )
    return Line(text=text, spans=spans)


def _pronouns() -> re.Pattern[str]:
    from discotag_dip.anaphora.pronouns import pronouns

    forms: Collection[str] = {form for forms in pronouns().classes.values() for form in forms}
    return re.compile(rf"\b(?:{'|'.join(sorted(map(re.escape, forms)))})\b", re.IGNORECASE)
