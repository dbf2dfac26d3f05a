"""Learns the embedded ranker's weights from running English text: no annotation is needed.

Each pronoun of the text is right and all others are made errors. Multinomial logistic regression by
AdaGrad; weights that stay small are dropped.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, TypeVar

from discotag.core.errors import InputError
from discotag_dip.anaphora.pronouns import pronouns
from discotag_dip.anaphora.ranker import PronounRanker, PronounWeights
from discotag_dip.anaphora.slots import slots
from discotag_dip.items import CONTEXT

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence

    from discotag.core.document import Side
    from discotag_dip.anaphora.slots import Slot

Name = TypeVar("Name", bound="Hashable")
EPOCHS, RATE, DECAY = 2, 0.1, 1e-3
SMALL = 0.3
"""Weights below it are dropped."""
LEAST = 20
"""Occurrences below which a feature is not learned."""
HELD_OUT = 10
"""One slot in so many tells what a pronoun usually costs."""
LEAST_SLOTS = 100


def slots_of(sides: Iterable[Side]) -> Iterator[Slot]:
    """Yield the slots of documents, each segment in two segments of context."""
    for side in sides:
        read = tuple(side)
        for segment, tokens in enumerate(read):
            yield from slots(read[max(0, segment - CONTEXT) : segment], tokens)


def learned(found: Sequence[Slot], *, seed: int = 12345, least: int = LEAST) -> PronounWeights:
    """Learn the weights.

    Args:
        found: the slots of free text.
        seed: of the order in which they are gone over.
        least: how often a feature must occur.

    Raises:
        InputError: there are fewer than a hundred slots.
    """
    import numpy as np

    if len(found) < LEAST_SLOTS:
        raise InputError(f"the text has {len(found)} pronouns; a ranker needs more (thousands)")
    forms = [form for names in pronouns().classes.values() for form in names]
    owners = [name for name, names in pronouns().classes.items() for _ in names]
    names = list(pronouns().classes)
    members = np.array([[owner == name for owner in owners] for name in names], dtype=float)
    local = _index(Counter(feature for slot in found for feature in slot.local), least)
    of_class = _index(
        Counter(
            (name, feature)
            for slot in found
            for name, features in slot.classes.items()
            for feature in features
        ),
        least,
    )
    coded = [
        (
            forms.index(slot.form),
            np.array([local[name] for name in slot.local if name in local]),
            [
                np.array(
                    [
                        of_class[name, feature]
                        for feature in slot.classes[name]
                        if (name, feature) in of_class
                    ],
                    dtype=int,
                )
                for name in names
            ],
        )
        for slot in found
    ]
    rows, cells = np.zeros((len(local), len(forms))), np.zeros(len(of_class))
    row_sums, cell_sums = np.full_like(rows, 1e-2), np.full_like(cells, 1e-2)
    random = np.random.default_rng(seed)
    training = [entry for place, entry in enumerate(coded) if place % HELD_OUT]
    for _ in range(EPOCHS):
        for place in random.permutation(len(training)):
            right, features, classes = training[place]
            totals = rows[features].sum(axis=0)
            totals += np.array([cells[names_of].sum() for names_of in classes]) @ members
            error = np.exp(totals - totals.max())
            error /= error.sum()
            error[right] -= 1
            step = error + DECAY * rows[features]
            row_sums[features] += step**2
            rows[features] -= RATE * step / np.sqrt(row_sums[features])
            for of_name, names_of in zip(members @ error, classes, strict=True):
                cell_step = of_name + DECAY * cells[names_of]
                cell_sums[names_of] += cell_step**2
                cells[names_of] -= RATE * cell_step / np.sqrt(cell_sums[names_of])
    weights = PronounWeights(
        local={
            name: kept
            for name, place in sorted(local.items())
            if (kept := _kept(dict(zip(forms, rows[place].tolist(), strict=True))))
        },
        classes={
            name: _kept(
                {
                    feature: float(cells[place])
                    for (owner, feature), place in sorted(of_class.items())
                    if owner == name
                }
            )
            for name in names
        },
        usual=0.0,
    )
    ranker = PronounRanker(weights)
    costs = [-ranker.fit(slot) for slot in found[::HELD_OUT]]
    return weights.model_copy(update={"usual": round(sum(costs) / len(costs), 4)})


def _index(counts: Counter[Name], least: int) -> dict[Name, int]:
    kept = sorted((name for name, count in counts.items() if count >= least), key=str)
    return {name: place for place, name in enumerate(kept)}


def _kept(weights: dict[str, float]) -> dict[str, float]:
    return {name: round(value, 2) for name, value in weights.items() if abs(value) >= SMALL}
