"""Items, what one person sees at a time, and their questions with the answers that can be right."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    NonNegativeInt,
    StringConstraints,
    model_validator,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


Kind = Literal["choice", "choices", "number", "text", "words"]
"""One of the choices; any of them; a whole number from 0; free text; words, each with a choice."""

Word = tuple[str, int]
"""A choice and the 0-based index of the word that it is said of."""
Value = str | int | tuple[str, ...] | tuple[Word, ...]
"""An answer: of `choice` and `text`, `number`, `choices`, `words`."""


class Choice(BaseModel):
    """One of the answers to choose from; `value` is what is stored, `label` what people read."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    value: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][\w.+-]*$")]
    label: str


class Condition(BaseModel):
    """Asked only where another question of the item has this answer, or holds it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    question: str
    value: str

    def holds(self, answers: Mapping[str, Value]) -> bool:
        """Return whether it is met by the answers to an item."""
        value = answers.get(self.question)
        return value == self.value or (isinstance(value, tuple) and self.value in value)


class Question(BaseModel):
    """A question.

    Args:
        name: unique in its item.
        kind: what kind of answer it takes.
        ask: the words of the question; `{language}` represents the language asked about.
        choices: the answers of `choice`, `choices` and `words`, in order.
        words: the words of `words`.
        highest: the largest `number`.
        when: where it is asked; None = always.
        is_optional: whether no answer is an answer, too.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*$")]
    kind: Kind
    ask: str
    choices: tuple[Choice, ...] = ()
    words: tuple[str, ...] = ()
    highest: NonNegativeInt | None = None
    when: Condition | None = None
    is_optional: bool = False

    @model_validator(mode="after")
    def _can_be_answered(self) -> Question:
        if (self.kind in {"choice", "choices", "words"}) != bool(self.choices):
            raise ValueError(f"{self.name}: a question of kind {self.kind} and its choices")
        return self

    def read(self, given: Any) -> Value | None:
        """Turn a file's value into an answer; None = not answered.

        Text in a sheet's cell is a list separated by semicolons (`gender; other`), and for
        words as `formality: vous; pronouns: elle#2` (the second *elle*).

        Raises:
            ValueError: it is not an answer to this question; says what would be.
        """
        if given is None or (isinstance(given, str) and not given.strip()):
            return None
        match self.kind:
            case "choice":
                return self._choice(given)
            case "choices":
                found = [self._choice(entry) for entry in _entries(given)]
                ordered = [choice.value for choice in self.choices if choice.value in found]
                return tuple(ordered) or None
            case "number":
                return self._number(given)
            case "words":
                chosen = dict.fromkeys(self._word(entry) for entry in _entries(given))
                return tuple(sorted(chosen, key=lambda word: (word[1], word[0]))) or None
            case _:
                if not isinstance(given, str):
                    raise ValueError(f"{given!r} is no text")
                return given.strip()

    def _choice(self, given: Any) -> str:
        wanted = str(given).strip().casefold()
        for choice in self.choices:
            if wanted in {choice.value.casefold(), choice.label.casefold()}:
                return choice.value
        known = ", ".join(choice.value for choice in self.choices)
        raise ValueError(f"{given!r} is none of the choices: {known}")

    def _number(self, given: Any) -> int:
        text = str(given).strip().removesuffix(".0")  # spreadsheets know one kind of number
        if isinstance(given, bool) or not (text.isascii() and text.isdigit()):
            raise ValueError(f"{given!r} is no whole number from 0")
        if self.highest is not None and int(text) > self.highest:
            raise ValueError(f"{given!r} is more than {self.highest}, which is all that is shown")
        return int(text)

    def _word(self, entry: Any) -> Word:
        if not isinstance(entry, str):
            return self._placed(entry)
        label, colon, word = entry.partition(":")
        form, _, number = word.strip().rpartition("#")
        if not (form and number.isascii() and number.isdigit()):
            form, number = word.strip(), "1"
        places = [place for place, other in enumerate(self.words) if other == form]
        if not colon or not 0 < int(number) <= len(places):
            raise ValueError(f"{entry!r} is not 'CHOICE: WORD' with a word that is shown")
        return self._choice(label), places[int(number) - 1]

    def _placed(self, entry: Any) -> Word:
        match entry:
            case [str(label), int(place)] if 0 <= place < len(self.words):
                return self._choice(label), place
        raise ValueError(f"{entry!r} is not [choice, index of a word that is shown]")


def _entries(given: Any) -> list[Any]:
    if isinstance(given, str):
        return [entry.strip() for entry in given.split(";") if entry.strip()]
    if isinstance(given, (list, tuple)):
        return list(given)
    raise ValueError(f"{given!r} is no list")


def choices(**labels: str) -> tuple[Choice, ...]:
    """Return choices from `value="label"`."""
    return tuple(Choice(value=value, label=label) for value, label in labels.items())


SpanKind = Literal["tag", "evidence", "linked", "highlight"]


class Span(BaseModel):
    """Characters of a line that stand out.

    Args:
        start: first character.
        end: half-open end.
        kind: why they stand out.
        note: what is written next to them, such as the number of the tag.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    start: NonNegativeInt
    end: NonNegativeInt
    kind: SpanKind
    note: str = ""


class Line(BaseModel):
    """A line of text.

    Args:
        text: the text.
        number: its place from the line in question: -1 = the one before; None = unknown.
        is_focus: whether the question is about it.
        spans: what stands out in it, in order, none within another.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    text: str
    number: int | None = None
    is_focus: bool = False
    spans: tuple[Span, ...] = ()


class Block(BaseModel):
    """Lines of one language under a title.

    Args:
        title: what they are.
        language: code.
        lines: in text order.
        windows: half-open ranges of lines, each within the next: the first is shown, the others on
            demand; empty = all are shown.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: str
    language: str
    lines: tuple[Line, ...] = Field(min_length=1)
    windows: tuple[tuple[int, int], ...] = ()


class Item(BaseModel):
    """What one person sees at a time.

    Args:
        id: the same in every sample that asks the same.
        title: what text it comes from, if the study says so.
        blocks: the texts.
        questions: what is asked.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    title: str = ""
    blocks: tuple[Block, ...] = ()
    questions: tuple[Question, ...] = Field(min_length=1)

    def question(self, name: str) -> Question | None:
        """Find a question by name."""
        return next((item for item in self.questions if item.name == name), None)


class Key(BaseModel):
    """What is known of an item.

    Args:
        id: the item's id.
        document: id of its document.
        segment: 0-based index in the document.
        domain: the document's domain; None = the corpus does not say.
        facts: what else the study knows: which candidate is the reference, which tag is which.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    document: str
    segment: NonNegativeInt
    domain: str | None = None
    facts: dict[str, Any] = Field(default_factory=dict)


def digest(*parts: object) -> str:
    """Return twelve hexadecimal digits that follow from the parts alone."""
    text = "\x1f".join(map(str, parts))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def merged(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Sort spans; of equal ones the notes are joined, one that overlaps an earlier is left out."""
    found: list[Span] = []
    for span in sorted(spans, key=lambda span: (span.start, span.end)):
        last = found[-1] if found else None
        if last is not None and (last.start, last.end) == (span.start, span.end):
            kind = "tag" if "tag" in {last.kind, span.kind} else last.kind
            notes = dict.fromkeys(note for note in (last.note, span.note) if note)
            found[-1] = last.model_copy(update={"kind": kind, "note": ",".join(notes)})
        elif last is None or span.start >= last.end:
            found.append(span)
    return tuple(found)
