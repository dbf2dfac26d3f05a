"""Divides examples into training, development and test, by file."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from discotag.plugin import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag_neural.ellipsis.examples import Example


@dataclass(frozen=True, slots=True)
class Split:
    """Three sets of examples that share no group.

    Args:
        train: what the model learns from.
        dev: by which the best epoch is chosen.
        test: by which it is judged, and nothing else.
    """

    train: tuple[Example, ...]
    dev: tuple[Example, ...]
    test: tuple[Example, ...]

    @property
    def parts(self) -> dict[str, tuple[Example, ...]]:
        """The three by name."""
        return {"train": self.train, "dev": self.dev, "test": self.test}


def split(examples: Sequence[Example], *, share: float, seed: int) -> Split:
    """Hold out groups for development and test, as large a share of files for each.

    Files with and without elliptical sentences are divided alike, since the former are rare.

    Raises:
        InputError: fewer than three groups.
    """
    groups: dict[str, list[Example]] = {}
    for example in examples:
        groups.setdefault(example.group, []).append(example)
    if len(groups) < 3:
        raise InputError(
            f"files: {len(groups)}; at least 3 are needed, since some are held out for development"
            " and for test; give more, or name a `document` in each line of the JSON Lines"
        )
    rich = sorted(name for name in groups if any(e.is_elliptical for e in groups[name]))
    poor = sorted(set(groups) - set(rich))
    parts: list[list[str]] = [[], [], []]
    chance = Random(seed)
    for names in (rich, poor):
        chance.shuffle(names)
        held = max(1, round(len(names) * share)) if len(names) >= 3 else 0
        parts[1] += names[:held]
        parts[2] += names[held : 2 * held]
        parts[0] += names[2 * held :]
    if not all(parts):  # fewer than three of each sort
        names = sorted(groups)
        chance.shuffle(names)
        parts = [names[2:], names[:1], names[1:2]]
    train, dev, test = (tuple(e for name in sorted(part) for e in groups[name]) for part in parts)
    return Split(train, dev, test)
