"""Drawing: seeded samples, with every stratum in its share.

A unit's place in the draw follows from the seed and its own name, so that a larger sample holds the
smaller one, and another corpus beside it moves nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from discotag_annotate.items import digest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

Unit = TypeVar("Unit")
SEED = 12345


def shuffled(units: Iterable[Unit], seed: int, name: Callable[[Unit], object]) -> list[Unit]:
    """Return the units in an order that follows from the seed and their names."""
    return sorted(units, key=lambda unit: (digest(seed, name(unit)), str(name(unit))))


def shares(sizes: Mapping[str, int], total: int) -> dict[str, int]:
    """Divide a sample over strata in proportion to their sizes, by largest remainders.

    A stratum that holds anything gets one at least while there is enough for all.

    Example:
        >>> shares({"news": 90, "talk": 9, "user": 1}, 10)
        {'news': 8, 'talk': 1, 'user': 1}
    """
    names = [name for name, size in sizes.items() if size]
    number = sum(sizes.values())
    total = min(total, number)
    exact = {name: total * sizes[name] / number for name in names}
    found = {name: int(share) for name, share in exact.items()}
    by_remainder = sorted(names, key=lambda name: (found[name] - exact[name], -sizes[name]))
    for name in by_remainder[: total - sum(found.values())]:
        found[name] += 1
    if total >= len(names):
        for name in (name for name in names if not found[name]):
            found[max(found, key=lambda other: found[other])] -= 1
            found[name] = 1
    return found


def drawn(
    units: Sequence[Unit],
    size: int,
    *,
    seed: int,
    name: Callable[[Unit], object],
    stratum: Callable[[Unit], str],
    each: bool = False,
) -> list[Unit]:
    """Draw units from their strata.

    Args:
        units: all there are.
        size: how many to draw; fewer where there are not as many.
        seed: the seed.
        name: what tells a unit from all others.
        stratum: what it belongs to.
        each: whether `size` is for each stratum; else it is divided over all (`shares`).
    """
    groups: dict[str, list[Unit]] = {}
    for unit in units:
        groups.setdefault(stratum(unit), []).append(unit)
    sizes = {key: len(group) for key, group in groups.items()}
    wanted: Mapping[str, int] = dict.fromkeys(sizes, size) if each else shares(sizes, size)
    return [
        unit
        for key, group in groups.items()
        for unit in shuffled(group, seed, name)[: wanted.get(key, 0)]
    ]
