"""What one segment's words say about its place in a text; needs no analysis."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict

from discotag.plugin import read_toml

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence


WORD = re.compile(r"\w+(?:['’]\w+)?|[^\w\s]")
QUOTES = frozenset('"“”')
STEM = 5
"""Letters by which words are compared."""
EARLY = 4
"""Words in which a pronoun opens a segment."""


class Words(BaseModel):
    """The content of `words.toml`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    function: frozenset[str]
    linking: frozenset[str]
    past: frozenset[str]
    present: frozenset[str]
    definite: frozenset[str]
    indefinite: frozenset[str]
    persons: dict[str, frozenset[str]]

    def person_of(self, word: str) -> str | None:
        """Return the person of a pronoun."""
        return _persons().get(word)

    def is_function(self, word: str) -> bool:
        """Return whether a word says little of what the text is about."""
        return word in self.function or word in _persons()


@cache
def words() -> Words:
    """Read `words.toml`, once."""
    data, _ = read_toml(Path(__file__).with_name("words.toml"))
    return Words.model_validate(data)


@cache
def _persons() -> Mapping[str, str]:
    return {form: name for name, forms in words().persons.items() for form in forms}


@dataclass(frozen=True, slots=True)
class Sentence:
    """A segment as the order of a text sees it; all words in lower case.

    Args:
        lower: its words and marks.
        opening: shape of its first word, and of its first two.
        end: its last mark, or `w`.
        stems: first letters of its content words.
        names: all words of names; `long` those of names of several words, `short` of one.
        introduced: stems after *a*, *an*.
        taken_up: stems after *the*, *this* ….
        persons: of its pronouns.
        early: of the pronouns among its first words.
        is_past: it has a past tense.
        is_present: it has a present tense.
        quotes: marks of quotation.
        has_number: it has a number in digits.
        size: class of length.
        name_count: names.
    """

    lower: tuple[str, ...]
    opening: tuple[str, str]
    end: str
    stems: frozenset[str]
    names: frozenset[str]
    long: frozenset[str]
    short: frozenset[str]
    introduced: frozenset[str]
    taken_up: frozenset[str]
    persons: frozenset[str]
    early: frozenset[str]
    is_past: bool
    is_present: bool
    quotes: int
    has_number: bool
    size: int
    name_count: int

    def signs(self) -> Iterator[str]:
        """Name what speaks of its place in a text."""
        yield f"begins {self.opening[0]}"
        yield f"begins {self.opening[0]} {self.opening[1]}"
        yield f"size {self.size}"
        yield f"ends {self.end}"
        yield f"quotes {min(2, self.quotes)}"
        yield f"number {self.has_number}"
        yield f"tense {_tense(self)}"
        yield f"names {min(3, self.name_count)}"
        yield f"long names {min(2, len(self.long))}"
        yield f"taken up {min(3, len(self.taken_up))}"
        yield f"introduced {min(2, len(self.introduced))}"
        yield from (f"person {name}" for name in sorted(self.persons))
        yield from (f"early {name}" for name in sorted(self.early))
        yield from (f"has {word}" for word in sorted(words().linking.intersection(self.lower)))


def _tense(sentence: Sentence) -> str:
    return f"{'past' * sentence.is_past}{'present' * sentence.is_present}" or "none"


def read(text: str) -> Sentence:
    """Read a segment; one without words has no signs but its shape."""
    forms = WORD.findall(text)
    lower = tuple(form.lower() for form in forms)
    names = list(_names(forms, lower))
    table = words()
    return Sentence(
        lower=lower,
        opening=_opening(forms, lower),
        end=forms[-1] if forms and not forms[-1].isalnum() else "w",
        stems=frozenset(
            word[:STEM]
            for word in lower
            if len(word) > 3 and word.isalpha() and not table.is_function(word)
        ),
        names=frozenset(word for name in names for word in name),
        long=frozenset(word for name in names if len(name) > 1 for word in name),
        short=frozenset(name[0] for name in names if len(name) == 1),
        introduced=_behind(lower, table.indefinite),
        taken_up=_behind(lower, table.definite),
        persons=_pronouns(lower),
        early=_pronouns(lower[:EARLY]),
        is_past=any(
            word in table.past or (word.endswith("ed") and len(word) > 4) for word in lower
        ),
        is_present=any(word in table.present for word in lower),
        quotes=sum(form in QUOTES for form in forms),
        has_number=any(form[0].isdigit() for form in forms),
        size=min(4, len(forms) // 8),
        name_count=len(names),
    )


def _names(forms: Sequence[str], lower: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield runs of capitals; a first word counts if the second is a capital, too."""
    run: list[str] = []
    for place, form in enumerate(forms):
        is_free = place > 0 or (len(forms) > 1 and forms[1][0].isupper())
        if form[0].isupper() and is_free and not words().is_function(lower[place]):
            run.append(lower[place])
        elif run:
            yield tuple(run)
            run = []
    if run:
        yield tuple(run)


def _opening(forms: Sequence[str], lower: Sequence[str]) -> tuple[str, str]:
    shapes = [_shape(form, word) for form, word in zip(forms[:2], lower[:2], strict=True)]
    first, second = (*shapes, "-", "-")[:2]
    if first == "Capital" and len(forms) > 1 and forms[1][0].isupper():
        first = "Name"
    return first, second


def _shape(form: str, word: str) -> str:
    if words().is_function(word):
        return word
    if form.isdigit():
        return "9"
    if not form[0].isalnum():
        return form
    for ending in ("ly", "ing"):
        if word.endswith(ending):
            return f"-{ending}"
    return "Capital" if form[0].isupper() else "word"


def _behind(lower: Sequence[str], determiners: frozenset[str]) -> frozenset[str]:
    return frozenset(after[: STEM + 1] for word, after in pairwise(lower) if word in determiners)


def _pronouns(lower: Sequence[str]) -> frozenset[str]:
    persons = (words().person_of(word) for word in lower)
    return frozenset(person for person in persons if person is not None)


OPENING = 3
"""Segments at the beginning that have features of their own."""
START = 6
"""Words of a segment in which something is taken up at once."""


def succession(
    texts: Sequence[str], *, has_begin: bool = True, has_end: bool = True
) -> Mapping[str, float]:
    """Compute the features of a text's order.

    Args:
        texts: its segments, at least two, none empty.
        has_begin: whether the first is the document's first; else its place proves nothing.
        has_end: whether the last is the document's last.
    """
    sentences = [read(text) for text in texts]
    steps = len(sentences) - 1
    found: defaultdict[str, float] = defaultdict(float)
    for before, after in pairwise(sentences):
        for name in _steps(before, after):
            found[f"next {name}"] += 1 / steps
    pairs = steps * (steps + 1) / 2
    for before, after in combinations(sentences, 2):
        for name in _precedence(before, after):
            found[f"before {name}"] += 1 / pairs
    if has_begin:
        for place, sentence in enumerate(sentences):
            for name in sentence.signs():
                found[f"place {name}"] += place / steps - 0.5
                if place < OPENING and place < max(1, steps):
                    found[f"place {place} {name}"] += 1
    if has_end:
        for name in sentences[-1].signs():
            found[f"last {name}"] += 1
    return dict(found)


def _steps(before: Sentence, after: Sentence) -> Iterator[str]:
    """Name what a segment and the one after it have to do with each other."""
    shared = len(before.stems & after.stems)
    first = after.opening[0]
    is_plain = first in {"Capital", "Name", "word", "9", "-ly", "-ing"}
    yield f"shared {min(3, shared)}"
    yield f"names {min(2, len(before.names & after.names))}"
    yield f"long short {bool(before.long & after.short)}"
    yield f"short long {bool(before.short & (after.long - before.long))}"
    yield f"a the {bool(before.introduced & after.taken_up)}"
    yield f"the a {bool(before.taken_up & after.introduced)}"
    yield f"tense {_tenses(before, after)}"
    yield f"quotes {min(2, before.quotes)}{min(2, after.quotes)}"
    yield f"ends {before.end} begins {'-' if is_plain else first}"
    for person in sorted(after.early):
        yield f"early {person} names {min(2, before.name_count)}"
        yield f"early {person} again {person in before.persons}"
    for person in words().persons:
        yield f"{person} {person in before.persons}{person in after.persons}"
    if not is_plain:
        yield f"begins {first} shared {min(2, shared)}"
    start = {word[:STEM] for word in after.lower[:START]}
    yield f"taken up at once {bool(start & before.stems)}"
    yield f"size {before.size}{after.size}"


def _precedence(before: Sentence, after: Sentence) -> Iterator[str]:
    """Name what shows that a segment precedes another, however far."""
    yield f"long short {bool(before.long & after.short)}"
    yield f"short long {bool((before.short - before.long) & after.long)}"
    yield f"a the {bool(before.introduced & after.taken_up)}"
    yield f"the a {bool(before.taken_up & (after.introduced - before.introduced))}"
    for person in ("he", "she", "they"):
        is_named = bool(before.name_count) and person not in before.persons
        yield f"name {is_named} {person} {person in after.persons}"


def _tenses(before: Sentence, after: Sentence) -> str:
    return " ".join(
        f"{int(sentence.is_past)}{int(sentence.is_present)}" for sentence in (before, after)
    )
