"""Study `span`: how much text must one see to translate a sentence (context span, section 4).

Phase 1 shows single sentences at random; phase 2 those that more than 40 % could not translate,
with the two before; phase 3 finds the smallest window that suffices, over text before and after.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from discotag_annotate.instruments.common import drawn, shuffled
from discotag_annotate.items import Block, Condition, Item, Key, Line, Question, choices, digest
from discotag_annotate.study import Sample, SourceDocument
from discotag_annotate.wording import choices_of, instructions

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

PER_DOMAIN = 100
"""Sentences of each domain in phase 1."""
CUT = 0.4
"""Phases 2 and 3 hold what a larger share than this answered "no"."""
CONTEXT = 2
WINDOWS = ((5, 5), (10, 10))
"""Segments before and after that phase 3 shows, one window after the other."""
WHOLE = 15
"""A text of at most so many segments is shown whole."""

REASONS = choices_of("span", "reasons")
OUTCOMES = choices_of("span", "outcomes")


class Place(NamedTuple):
    """A sentence that can be asked about."""

    text: SourceDocument
    segment: int

    @property
    def name(self) -> tuple[str, int]:
        """What distinguishes it from all others."""
        return self.text.id, self.segment


def sample(texts: Iterable[SourceDocument], *, language: str, per_domain: int, seed: int) -> Sample:
    """Draw the sentences of phase 1: so many of each domain, in random order.

    Args:
        texts: the source texts.
        language: their language.
        per_domain: how many sentences of each domain.
        seed: the seed.
    """
    kept = tuple(texts)
    places = [
        Place(text, segment)
        for text in kept
        for segment, line in enumerate(text.segments)
        if line.strip()
    ]
    found = drawn(
        places,
        per_domain,
        seed=seed,
        name=lambda place: place.name,
        stratum=lambda place: place.text.domain or "",
        each=True,
    )
    blank = sum(len(text.segments) for text in kept) - len(places)
    about = _about(1, seed, found, Counter(place.text.domain or "" for place in places))
    about["options"] = {"per_domain": per_domain}
    about["left_out"] = {"an empty segment": blank} if blank else {}
    return _sample(found, 1, language, seed, about)


def further(
    texts: Sequence[SourceDocument],
    keys: Iterable[Key],
    *,
    phase: int,
    language: str,
    seed: int,
    without: Collection[str] = (),
) -> Sample:
    """Ask again about what could not be translated, with more text.

    Args:
        texts: the source texts of the earlier phase.
        keys: the items of the earlier phase above the cut.
        phase: 2 or 3.
        language: the language of the texts.
        seed: the seed.
        without: ids of items that should be left out, such as faulty sentences.
    """
    by_id = {text.id: text for text in texts}
    known = list(keys)
    kept = [key for key in known if key.id not in without]
    able = [key for key in kept if phase == 3 or key.segment > 0]
    places = [Place(by_id[key.document], key.segment) for key in able]
    about = _about(phase, seed, places, Counter(key.domain or "" for key in known))
    reasons = {
        "left out by hand": len(known) - len(kept),
        "the text begins with it": len(kept) - len(able),
    }
    about["left_out"] = {reason: count for reason, count in reasons.items() if count}
    return _sample(places, phase, language, seed, about)


def _about(
    phase: int, seed: int, places: Iterable[Place], population: Counter[str]
) -> dict[str, object]:
    return {
        "study": "span",
        "variant": f"phase {phase}",
        "instructions": instructions("span", f"phase{phase}"),
        "seed": seed,
        "population": dict(population),
        "drawn": dict(Counter(place.text.domain or "" for place in places)),
    }


def _sample(
    places: Sequence[Place], phase: int, language: str, seed: int, about: dict[str, object]
) -> Sample:
    ordered = shuffled(places, seed, lambda place: place.name)
    keys = []
    items = []
    for place in ordered:
        name = f"span{phase}-{digest(*place.name, place.text.segments[place.segment])}"
        items.append(_item(name, place, phase, language))
        keys.append(
            Key(id=name, document=place.text.id, segment=place.segment, domain=place.text.domain)
        )
    texts = {place.text.id: place.text for place in places}
    return Sample(tuple(items), tuple(keys), about, tuple(texts.values()))


def _item(name: str, place: Place, phase: int, language: str) -> Item:
    segments, here = place.text.segments, place.segment
    if phase == 3:
        first, end, windows = _window(len(segments), here)
    else:
        first, end, windows = max(0, here - CONTEXT if phase == 2 else here), here + 1, ()
    lines = tuple(
        Line(
            text=segments[index],
            number=None if phase == 1 else index - here,
            is_focus=index == here,
        )
        for index in range(first, end)
    )
    title = ""
    if phase == 3:
        title = ", ".join(filter(None, (place.text.domain, place.text.id)))
    block = Block(title="text", language=language, lines=lines, windows=windows)
    asked = _window_questions(here - first, end - here - 1) if phase == 3 else _questions(phase)
    return Item(id=name, title=title, blocks=(block,), questions=asked)


def _window(size: int, here: int) -> tuple[int, int, tuple[tuple[int, int], ...]]:
    """Return first and end of what can be shown, and the windows within it."""
    if size <= WHOLE:
        return 0, size, ()
    ranges = [(max(0, here - back), min(size, here + ahead + 1)) for back, ahead in WINDOWS]
    first, end = ranges[-1]
    windows = dict.fromkeys((low - first, high - first) for low, high in ranges)
    return first, end, tuple(windows) if len(windows) > 1 else ()


def _questions(phase: int) -> tuple[Question, ...]:
    what = "sentence" if phase == 1 else "sentence in bold"
    return (
        Question(
            name="translatable",
            kind="choice",
            ask=f"Can you confidently translate the {what} into {{language}} as it is?",
            choices=choices(yes="yes", no="no"),
        ),
        *_why(Condition(question="translatable", value="no")),
    )


def _why(when: Condition | None) -> tuple[Question, Question]:
    return (
        Question(
            name="reasons",
            kind="choices",
            ask="Why can it not be translated as it is?",
            choices=REASONS,
            when=when,
        ),
        Question(
            name="other",
            kind="text",
            ask="What else?",
            when=Condition(question="reasons", value="other"),
            is_optional=True,
        ),
    )


def _window_questions(back: int, ahead: int) -> tuple[Question, ...]:
    enough = Condition(question="outcome", value="context")
    return (
        *_why(None),
        Question(
            name="outcome",
            kind="choice",
            ask="What does it take to translate the sentence in bold into {language}?",
            choices=OUTCOMES,
        ),
        Question(
            name="previous",
            kind="number",
            ask="How many sentences before it must be read? (0 = none)",
            highest=back,
            when=enough,
        ),
        Question(
            name="following",
            kind="number",
            ask="How many sentences behind it must be read? (0 = none)",
            highest=ahead,
            when=enough,
        ),
    )
