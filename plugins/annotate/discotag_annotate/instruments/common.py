"""What the studies share: seeded draws by strata, candidates with letters, lines that are shown.

A unit's place in the draw follows from the seed and its own name, so that a larger sample holds the
smaller one, and adding another corpus changes nothing.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, TypeVar

from discotag_annotate.items import Line, Span, SpanKind, digest, merged
from discotag_annotate.study import Sample

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from discotag.plugin import Side, TokenRef
    from discotag_annotate.items import Item, Key
    from discotag_dip.items import Item as Test


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
        name: what distinguishes a unit from all others.
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


LETTERS = "abc"
REFERENCE = "reference"
INSTALL_DIP = "pip install 'discotag-annotate[dip]'"
"""Names the reference among the names of candidates; systems are `system NAME`."""


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


Shown = tuple["TokenRef", SpanKind, str]
"""A word, why it stands out, and what is written next to it."""


def lines(
    side: Side, name: str, segments: Sequence[int], focus: int, shown: Collection[Shown]
) -> Iterator[Line]:
    """Yield segments of one side as lines.

    Args:
        side: the text.
        name: `source` or `target`.
        segments: 0-based, in order.
        focus: the segment that is asked about; lines are numbered from it.
        shown: words of both sides that stand out.
    """
    for index in segments:
        spans = []
        for place, kind, note in shown:
            if (place.side, place.segment) == (name, index):
                tokens = side[index]
                start, end = tokens.starts[place.token], tokens.ends[place.token]
                spans.append(Span(start=start, end=end, kind=kind, note=note))
        yield Line(
            text=side.segments[index],
            number=index - focus,
            is_focus=index == focus,
            spans=merged(spans),
        )


def isolated(text: str) -> str:
    """Keep a word from right to left from turning the sentence around it (UAX 9, isolates)."""
    return f"\u2068{text}\u2069"
