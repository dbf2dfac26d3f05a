"""The embedded ranker: how well a text's pronouns fit their context.

A pronoun in its slot has a probability among all English pronouns; weights times features give it.
ρ of a segment is the sum over its pronouns of log p + b, where b is what a pronoun of free text
costs on average. So a pronoun that is as likely as usual adds nothing, and one more or less decides
nothing.
"""

from __future__ import annotations

import hashlib
from functools import cache
from math import exp, log
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, field_serializer, field_validator

from discotag_dip import weights
from discotag_dip.anaphora.pronouns import pronouns
from discotag_dip.anaphora.slots import slots

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from discotag.plugin import Tokens
    from discotag_dip.anaphora.slots import Slot


LAYERS = frozenset(f"target.{layer}" for layer in ("tokens", "lemmas", "pos", "morph", "deps"))
WEIGHTS = Path(__file__).with_name("weights.json")


class PronounWeights(BaseModel):
    """The weights.

    Args:
        local: feature of the slot → form, `class NAME` or group → weight, in steps of 0.04; in a
            file a row is a string (`packing.py`).
        classes: class → feature → weight.
        usual: what a pronoun of free text costs on average, in nats (b).
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    local: dict[str, dict[str, float]]
    classes: dict[str, dict[str, float]]
    usual: float

    @field_validator("local", mode="before")
    @classmethod
    def _unpack(cls, rows: object) -> object:
        if not isinstance(rows, dict):
            return rows
        return {name: unpacked(row) if isinstance(row, str) else row for name, row in rows.items()}

    @field_serializer("local")
    def _pack(self, rows: dict[str, dict[str, float]]) -> dict[str, str]:
        return {name: packed(row) for name, row in rows.items()}


class PronounRanker:
    """Gives ρ of segments in context.

    Args:
        weights: the weights; None = those that are shipped.
    """

    def __init__(self, weights: PronounWeights | None = None) -> None:
        self._weights = weights or shipped()

    @property
    def digest(self) -> str:
        """Eight digits of its weights, for the setup of scores."""
        return hashlib.sha256(self._weights.model_dump_json().encode()).hexdigest()[:8]

    def rho(self, context: Sequence[Tokens], tokens: Tokens) -> float:
        """Return ρ of a segment: higher is better, 0 is usual; nats.

        Args:
            context: the segments before it, of the reference (dip: two).
            tokens: the segment.
        """
        return sum(
            log_share(totals, (slot.form,)) + self.usual
            for slot, totals in self.totals(context, tokens)
        )

    def fit(self, slot: Slot) -> float:
        """Return the log probability of the pronoun that is in a slot, from its features."""
        return log_share(scores(slot, self._weights), (slot.form,))

    def preference(self, context: Sequence[Tokens], tokens: Tokens, index: int, name: str) -> float:
        """Return how much likelier the class of pronoun in a place is than another, in nats.

        Args:
            context: the segments before it.
            tokens: the segment.
            index: the pronoun's token; 0 if it is not a pronoun.
            name: the other class.
        """
        own = pronouns().class_of(tokens.forms[index])
        if own is None:
            return 0.0
        classes = pronouns().classes
        for slot, totals in self.totals(context, tokens):
            if slot.token == index:
                return log_share(totals, classes[own]) - log_share(totals, classes[name])
        return 0.0

    def totals(
        self, context: Sequence[Tokens], tokens: Tokens
    ) -> Iterator[tuple[Slot, Mapping[str, float]]]:
        """Yield a segment's slots, each with the weight of every form there (log odds)."""
        for slot in slots(context, tokens):
            yield slot, scores(slot, self._weights)

    @property
    def usual(self) -> float:
        """What a pronoun of free text costs on average, in nats."""
        return self._weights.usual


def log_share(totals: Mapping[str, float], forms: Iterable[str]) -> float:
    """Return the log probability that one of some forms is in the place, all with these weights."""
    top = max(totals.values())
    mass = sum(exp(total - top) for total in totals.values())
    return log(sum(exp(totals[form] - top) for form in forms)) - log(mass)


def scores(slot: Slot, weights: PronounWeights) -> dict[str, float]:
    """Return the sum of weights of each form in a slot: its own and those that it shares."""
    sums: dict[str, float] = {}
    for name in slot.local:
        for output, value in weights.local.get(name, {}).items():
            sums[output] = sums.get(output, 0.0) + value
    for name, features in slot.classes.items():
        table = weights.classes.get(name, {})
        of_class = sum(table.get(feature, 0.0) for feature in features)
        sums[f"class {name}"] = sums.get(f"class {name}", 0.0) + of_class
    found = {form: sums.get(form, 0.0) for form in pronouns().forms}
    for name, forms in pronouns().shared.items():
        value = sums.get(name, 0.0)
        for form in forms:
            found[form] += value
    return found


@cache
def shipped() -> PronounWeights:
    """Read the weights that are part of the package, once."""
    return read_weights(WEIGHTS)


def read_weights(path: Path) -> PronounWeights:
    """Read weights; InputError if the file holds none."""
    return weights.read(path, PronounWeights)


LETTERS = "".join(chr(code) for code in range(33, 127) if chr(code) not in '"\\')
"""Those that JSON writes as they are."""
ZERO = len(LETTERS) // 2
STEP = 0.04
MOST = (len(LETTERS) - ZERO - 1) * STEP
"""The largest weight, either way."""


@cache
def outputs() -> tuple[str, ...]:
    """Return what a weight may speak for: all forms, then all that share weights."""
    return (*pronouns().forms, *pronouns().shared)


def on_grid(value: float) -> float:
    """Return the nearest weight that can be packed."""
    return round(round(max(-MOST, min(MOST, value)) / STEP) * STEP, 2) + 0.0


def packed(row: Mapping[str, float]) -> str:
    """Write a row: form or group → weight."""
    names = outputs()
    return "".join(
        LETTERS[names.index(name)] + LETTERS[ZERO + round(on_grid(value) / STEP)]
        for name, value in row.items()
    )


def unpacked(text: str) -> dict[str, float]:
    """Read a row; ValueError if it is not valid."""
    names = outputs()
    if len(text) % 2:
        raise ValueError("a row of weights has an odd number of characters")
    row = {}
    for name, value in zip(text[::2], text[1::2], strict=True):
        place = LETTERS.find(name)
        if not 0 <= place < len(names) or value not in LETTERS:
            raise ValueError(f"a row of weights holds {name}{value}")
        row[names[place]] = round((LETTERS.index(value) - ZERO) * STEP, 2) + 0.0
    return row
