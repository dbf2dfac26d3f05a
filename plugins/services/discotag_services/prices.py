"""What services cost, as their users state it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from discotag.plugin import UsageError

Unit = Literal["characters", "tokens", "nothing"]
"""What a service is paid by."""
MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Price:
    """What a million characters cost, in any currency, or a million tokens sent and answered."""

    sent: float
    given: float = 0.0
    is_of_tokens: bool = False

    def of(self, characters: int, tokens: tuple[int, int]) -> float:
        """Return what so many characters, or tokens sent and answered, cost."""
        if self.is_of_tokens:
            sent, given = tokens
            return (sent * self.sent + given * self.given) / MILLION
        return characters * self.sent / MILLION


def read_price(text: str, unit: Unit) -> Price:
    """Read `20`, or for tokens `IN,OUT`; UsageError for anything else.

    Either is right for a server on this machine, which asks for no money: its time may be counted.
    """
    try:
        values = [float(part) for part in text.split(",")]
    except ValueError:
        values = []
    counts = {"characters": (1,), "tokens": (2,), "nothing": (1, 2)}[unit]
    if len(values) not in counts or not all(map(_is_price, values)):
        shapes = {1: "a number, the price of a million characters",
                  2: "IN,OUT, the prices of a million tokens sent and answered"}  # fmt: skip
        wanted = ", or ".join(shapes[count] for count in counts)
        raise UsageError(f"--price {text!r}: give {wanted}")
    if len(values) == 1:
        return Price(values[0])
    sent, given = values
    return Price(sent, given, is_of_tokens=True)


def _is_price(value: float) -> bool:
    return math.isfinite(value) and value >= 0
