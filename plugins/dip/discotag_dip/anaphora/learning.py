"""Learns the embedded ranker's weights from running English text: no annotation is needed.

Each pronoun of the text is right and all others are made errors. Multinomial logistic regression by
AdaGrad, in which forms of a class or group share weights. Half of the local features are left out
at random each time, so that none relies on few others. It is done several times with other orders,
of which the mean is taken; then again, over those weights alone that matter most.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from discotag.plugin import InputError
from discotag_dip.anaphora.pronouns import pronouns
from discotag_dip.anaphora.ranker import PronounRanker, PronounWeights, on_grid, outputs
from discotag_dip.anaphora.slots import slots
from discotag_dip.items import CONTEXT

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from discotag.plugin import Side
    from discotag_dip.anaphora.slots import Slot

Name = TypeVar("Name", bound="Hashable")
EPOCHS, BATCH, RATE, DECAY = 2, 16, 0.1, 1e-3
AVERAGED = 40
"""States of the last epoch whose mean is kept."""
LEFT_OUT = 0.5
"""Share of the local features that is left out at random, each time again."""
TIMES = 4
"""Times that it is done, each with its own seed."""
KEPT = 300_000
"""Weights of local features that are kept."""
RARITY = 0.25
"""A weight matters by its size times the power of its feature's occurrences to this."""
LEAST = 4
"""Occurrences below which a feature is not learned."""
HELD_OUT = 10
"""One document in so many decides what a pronoun usually costs."""
LEAST_SLOTS = 100
APART = "apart"
"""A feature of sentences out of their text: it takes up what sets them apart, and is dropped."""


class _Coded(NamedTuple):
    """Slots as numbers.

    Args:
        right: the form of each, as its place among all.
        local: numbers of the local features of all slots, one slot after the other.
        local_at: where each slot's begin, and the end.
        cells: numbers of the features of classes, likewise.
        owners: whose class each is.
        cells_at: as `local_at`.
    """

    right: NDArray[np.int64]
    local: NDArray[np.int64]
    local_at: NDArray[np.int64]
    cells: NDArray[np.int64]
    owners: NDArray[np.int64]
    cells_at: NDArray[np.int64]


class _Tables(NamedTuple):
    """Weights: local feature × form or group, and one for each class and feature of it."""

    rows: NDArray[np.float64]
    cells: NDArray[np.float64]


def slots_of(sides: Iterable[Side]) -> Iterator[Slot]:
    """Yield the slots of documents, each segment in two segments of context."""
    for side in sides:
        read = tuple(side)
        for segment, tokens in enumerate(read):
            yield from slots(read[max(0, segment - CONTEXT) : segment], tokens)


def learned(
    documents: Sequence[Sequence[Slot]],
    *,
    apart: Sequence[Slot] = (),
    seed: int = 12345,
    least: int = LEAST,
    kept: int = KEPT,
) -> PronounWeights:
    """Learn the weights.

    Args:
        documents: the slots of free text, by document; every tenth decides the usual cost and is
            not learned from.
        apart: slots of sentences out of their text.
        seed: of the order in which they are gone over.
        least: how often a feature must occur.
        kept: how many weights of local features to keep.

    Raises:
        InputError: there are fewer than a hundred slots.
    """
    import numpy as np

    held = [slot for slots in documents[HELD_OUT - 1 :: HELD_OUT] for slot in slots]
    found = [
        slot for place, slots in enumerate(documents) if (place + 1) % HELD_OUT for slot in slots
    ]
    if len(found) + len(apart) < LEAST_SLOTS:
        number = len(found) + len(apart)
        raise InputError(f"the text has {number} pronouns; a ranker needs more (thousands)")
    names = list(pronouns().classes)
    found += [slot._replace(local=(*slot.local, APART)) for slot in apart]
    counts = Counter(feature for slot in found for feature in slot.local)
    local = _index(counts, least)
    of_class = _index(
        Counter(
            (name, feature)
            for slot in found
            for name, features in slot.classes.items()
            for feature in features
        ),
        least,
    )
    coded = _coded(found, local, of_class)
    tables = _mean(coded, len(local), len(of_class), seed=seed)
    weighed = np.array([counts[name] for name in local])[:, None] ** RARITY * abs(tables.rows)
    bound = np.partition(weighed, -kept, axis=None)[-kept] if kept < weighed.size else 0.0
    mask = weighed >= bound
    tables = _mean(coded, len(local), len(of_class), seed=seed, mask=mask)
    weights = PronounWeights(
        local={
            name: row
            for name, place in local.items()
            if name != APART and (row := _row(tables.rows[place]))
        },
        classes={
            name: {
                feature: round(float(tables.cells[place]), 2)
                for (owner, feature), place in of_class.items()
                if owner == name
            }
            for name in names
        },
        usual=0.0,
    )
    ranker = PronounRanker(weights)
    costs = [-ranker.fit(slot) for slot in held or found]
    return weights.model_copy(update={"usual": round(sum(costs) / len(costs), 4)})


def _index(counts: Counter[Name], least: int) -> dict[Name, int]:
    kept = sorted((name for name, count in counts.items() if count >= least), key=str)
    return {name: place for place, name in enumerate(kept)}


def _row(weights: NDArray[np.float64]) -> dict[str, float]:
    values = zip(outputs(), map(on_grid, weights.tolist()), strict=True)
    return {name: value for name, value in values if value}


def _coded(
    found: Sequence[Slot], local: dict[str, int], of_class: dict[tuple[str, str], int]
) -> _Coded:
    import numpy as np

    forms = {form: place for place, form in enumerate(pronouns().forms)}
    owners = {name: place for place, name in enumerate(pronouns().classes)}
    locals_ = [[local[name] for name in slot.local if name in local] for slot in found]
    cells = [
        [
            (of_class[name, feature], owners[name])
            for name, features in slot.classes.items()
            for feature in features
            if (name, feature) in of_class
        ]
        for slot in found
    ]
    return _Coded(
        right=np.array([forms[slot.form] for slot in found]),
        local=np.array([number for row in locals_ for number in row], dtype=np.int64),
        local_at=np.cumsum([0, *map(len, locals_)]),
        cells=np.array([number for row in cells for number, _ in row], dtype=np.int64),
        owners=np.array([owner for row in cells for _, owner in row], dtype=np.int64),
        cells_at=np.cumsum([0, *map(len, cells)]),
    )


def _sharing() -> NDArray[np.float64]:
    """Return which forms (columns) have the weights of a form or group (rows): 1 or 0."""
    import numpy as np

    forms = pronouns().forms
    members = {**{form: (form,) for form in forms}, **pronouns().shared}
    return np.array([[float(form in members[name]) for form in forms] for name in outputs()])


def _mean(
    coded: _Coded,
    local: int,
    of_class: int,
    *,
    seed: int,
    mask: NDArray[np.bool_] | None = None,
) -> _Tables:
    """Fit the weights `TIMES` times, as `_fitted` says, and take their mean."""
    import numpy as np

    found = _Tables(np.zeros((local, len(outputs()))), np.zeros(of_class))
    for number in range(TIMES):
        tables = _fitted(coded, local, of_class, seed=seed + number, mask=mask)
        found.rows[:] += tables.rows / TIMES
        found.cells[:] += tables.cells / TIMES
    return found


def _fitted(
    coded: _Coded,
    local: int,
    of_class: int,
    *,
    seed: int,
    mask: NDArray[np.bool_] | None = None,
) -> _Tables:
    """Fit the weights.

    Args:
        coded: the slots.
        local: how many local features there are.
        of_class: how many features of classes there are.
        seed: of the order, and of what is left out.
        mask: the weights that may be other than 0, local × outputs; None = all.
    """
    import numpy as np

    sharing = _sharing()
    first = len(pronouns().forms)
    of_classes = sharing[first : first + len(pronouns().classes)]
    now = _Tables(np.zeros((local, len(sharing))), np.zeros(of_class))
    sums = _Tables(np.full_like(now.rows, 1e-2), np.full_like(now.cells, 1e-2))
    mean = _Tables(np.zeros_like(now.rows), np.zeros_like(now.cells))
    random = np.random.default_rng(seed)
    starts = range(0, len(coded.right), BATCH)
    every = max(1, len(starts) // AVERAGED)
    taken = 0
    for epoch in range(EPOCHS):
        order = random.permutation(len(coded.right))
        for number, start in enumerate(starts):
            batch = order[start : start + BATCH]
            features, slot_of = _gathered(coded.local, coded.local_at, batch)
            kept = random.random(len(features)) >= LEFT_OUT
            features, slot_of = features[kept], slot_of[kept]
            cells, owner_slot = _gathered(coded.cells, coded.cells_at, batch)
            owners, _ = _gathered(coded.owners, coded.cells_at, batch)
            totals = np.zeros((len(batch), len(sharing)))
            np.add.at(totals, slot_of, now.rows[features])
            of_owner = np.zeros((len(batch), len(of_classes)))
            np.add.at(of_owner, (owner_slot, owners), now.cells[cells])
            scores = totals @ sharing + of_owner @ of_classes
            error = np.exp(scores - scores.max(axis=1, keepdims=True))
            error /= error.sum(axis=1, keepdims=True)
            error[np.arange(len(batch)), coded.right[batch]] -= 1
            _step(now.rows, sums.rows, features, (error @ sharing.T)[slot_of], mask)
            _step(now.cells, sums.cells, cells, (error @ of_classes.T)[owner_slot, owners], None)
            if epoch == EPOCHS - 1 and number % every == every - 1:
                mean.rows[:] += now.rows
                mean.cells[:] += now.cells
                taken += 1
    return _Tables((1 - LEFT_OUT) * mean.rows / taken, mean.cells / taken)


def _gathered(
    values: NDArray[np.int64], at: NDArray[np.int64], batch: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the values of some slots, and whose they are: its place in the batch."""
    import numpy as np

    parts = [values[at[slot] : at[slot + 1]] for slot in batch]
    return np.concatenate(parts), np.repeat(np.arange(len(batch)), [len(part) for part in parts])


def _step(
    weights: NDArray[np.float64],
    sums: NDArray[np.float64],
    places: NDArray[np.int64],
    errors: NDArray[np.float64],
    mask: NDArray[np.bool_] | None,
) -> None:
    """Take a step of AdaGrad (Duchi et al. 2011) in the weights of some places, in place."""
    import numpy as np

    if not len(places):
        return
    order = np.argsort(places, kind="stable")
    unique, begins = np.unique(places[order], return_index=True)
    step = np.add.reduceat(errors[order], begins, axis=0) + DECAY * weights[unique]
    if mask is not None:
        step *= mask[unique]
    sums[unique] += step**2
    weights[unique] -= RATE * step / np.sqrt(sums[unique])
