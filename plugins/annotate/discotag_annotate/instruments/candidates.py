"""Candidates: translations side by side under letters, in an order that tells nothing."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from discotag_annotate.drawing import drawn, shuffled
from discotag_annotate.study import Sample

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from discotag_annotate.items import Item, Key
    from discotag_dip.items import Item as Test

LETTERS = "abc"
REFERENCE = "reference"
"""Stands for the reference among the names of candidates; systems are `system NAME`."""


def lettered(candidates: Collection[str], seed: int, item: str) -> Mapping[str, str]:
    """Return letter → candidate, in an order that follows from the seed and the item alone.

    Example:
        >>> sorted(lettered(["reference", "system S"], 1, "x").values())
        ['reference', 'system S']
    """
    ordered = shuffled(candidates, seed, lambda name: (item, name))
    return dict(zip(LETTERS, ordered, strict=False))


def of_system(name: str) -> str:
    """Name a system's candidate."""
    return f"system {name}"


def same(one: str, other: str) -> bool:
    """Return whether two texts differ in case and white space at most."""
    return " ".join(one.casefold().split()) == " ".join(other.casefold().split())


def sampled(
    tests: Iterable[Test],
    build: Callable[[Test], tuple[Item, Key] | None],
    about: Mapping[str, Any],
    *,
    size: int,
    seed: int,
    stratum: Callable[[Test], str],
    lack: str,
) -> Sample:
    """Draw from the items of a test set that can be shown, in proportion to their strata.

    Args:
        tests: the items of the test set.
        build: gives what is shown and its key; None = it cannot be shown.
        about: what the study is.
        size: how many to draw.
        seed: of the draw and of the order.
        stratum: what an item belongs to.
        lack: why an item cannot be shown.
    """
    known = [(test, build(test)) for test in tests]
    built = {test.id: made for test, made in known if made is not None}
    fitting = [test for test, made in known if made is not None]
    found = drawn(fitting, size, seed=seed, name=lambda test: test.id, stratum=stratum)
    shown = [built[test.id] for test in shuffled(found, seed, lambda test: test.id)]
    lacking = len(known) - len(fitting)
    told = {
        "seed": seed,
        "population": dict(Counter(map(stratum, fitting))),
        "drawn": dict(Counter(map(stratum, found))),
        "left_out": {lack: lacking} if lacking else {},
    }
    items, keys = tuple(item for item, _ in shown), tuple(key for _, key in shown)
    return Sample(items, keys, {**about, **told})
