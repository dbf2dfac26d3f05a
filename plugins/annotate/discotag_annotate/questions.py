"""Questions: what is asked of people, and which answers can be right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, NonNegativeInt, StringConstraints, model_validator

if TYPE_CHECKING:
    from collections.abc import Mapping

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
        ask: the words of the question; `{language}` stands for the language asked about.
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
        """Turn what stands in a file into an answer; None = not answered.

        Text in a sheet's cell stands for a list with semicolons between (`gender; other`), and for
        words as `formality: vous; pronouns: elle#2` (the second *elle*).

        Raises:
            ValueError: it is no answer to this question; says what would be.
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
