"""What a span study says: who cannot translate, why, what suffices (span, section 5)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from discotag_annotate.instruments.span import CUT, OUTCOMES, REASONS
from discotag_annotate.results.tables import (
    ALL,
    Share,
    Table,
    agreement_table,
    grouped,
    percentages,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from discotag_annotate.answers import Collected
    from discotag_annotate.results.tables import Row


BINS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
"""Upper ends of the intervals of the histogram; the first holds nobody's "no"."""
ANSWERS_NOTE = (
    "Shares of answers. Answers of one person, and those to one item, hang together: intervals,"
    " which take them as independent, are too narrow."
)


def no_shares(found: Collected, languages: Collection[str] = ()) -> dict[str, Share]:
    """Return item → share of the people who cannot translate it.

    Args:
        found: answers of phase 1 or 2.
        languages: of whom; none = of all.
    """
    counts: dict[str, Counter[bool]] = {}
    for item, person, answer in found.column("translatable"):
        if not languages or found.people[person].language in languages:
            counts.setdefault(item, Counter())[answer == "no"] += 1
    return {item: Share(count[True], count.total()) for item, count in counts.items()}


def above_cut(
    found: Collected, *, cut: float = CUT, languages: Collection[str] = ()
) -> tuple[str, ...]:
    """Return the items that a larger share than `cut` cannot translate."""
    shares = no_shares(found, languages)
    return tuple(item for item, share in shares.items() if share.part > cut * share.total)


def summary(collected: Iterable[Collected]) -> Iterator[Table]:
    """Yield the tables of each phase."""
    for found in collected:
        phase = found.study.manifest.variant
        if phase == "phase 3":
            yield from _third(found, phase)
        else:
            yield from _first(found, phase)


def _first(found: Collected, phase: str) -> Iterator[Table]:
    above = set(above_cut(found))
    yield _answers(
        found, f"{phase}: cannot be translated, by domain", "domain", _domain(found), above
    )
    yield _answers(
        found, f"{phase}: cannot be translated, by language", "language", _language(found), None
    )
    yield _histogram(phase, "domain", _bins_by_domain(found))
    yield _histogram(phase, "language", _bins_by_language(found))
    yield _reasons(found, f"{phase}: reasons by domain", _domain(found))
    kept = f"{phase}: reasons by domain, items above the cut"
    yield _reasons(found, kept, _domain(found), above)
    yield _reasons(found, f"{phase}: reasons by language", _language(found))
    yield _agreement(found, phase, "translatable", ("yes", "no"))
    yield _cut(found, phase, above)


def _third(found: Collected, phase: str) -> Iterator[Table]:
    names = [choice.value for choice in OUTCOMES]
    for what, group in (("domain", _domain(found)), ("language", _language(found))):
        counts = grouped(
            (group(item, person), str(answer)) for item, person, answer in found.column("outcome")
        )
        yield Table(
            f"{phase}: what it takes, by {what} (%)",
            (what, "answers", *names),
            tuple(
                (name, count.total(), *percentages(count, names)) for name, count in counts.items()
            ),
            "context: in the text shown; far: further away; outside: global or visual context only;"
            " unavailable: must be consistent; none: context does not help.",
        )
        yield windows(found, phase, what, group)
    yield _reasons(found, f"{phase}: reasons by language", _language(found))
    yield _agreement(found, phase, "outcome", names)


def _domain(found: Collected) -> Callable[[str, str], str]:
    return lambda item, _: found.study.keys[item].domain or "–"


def _language(found: Collected) -> Callable[[str, str], str]:
    return lambda _, person: found.people[person].language


def _answers(
    found: Collected,
    title: str,
    what: str,
    group: Callable[[str, str], str],
    above: Collection[str] | None,
) -> Table:
    """Return how many cannot translate; `above` = items above the cut, None = unknown by group."""
    told = list(found.column("translatable"))
    counts = grouped((group(item, person), str(answer)) for item, person, answer in told)
    rows: list[Row] = []
    for name, count in counts.items():
        items = {item for item, person, _ in told if name == ALL or group(item, person) == name}
        row: Row = (
            name,
            len(items),
            count.total(),
            Share(count["no"], count.total()),
        )
        rows.append(row if above is None else (*row, Share(len(items & set(above)), len(items))))
    header = (what, "items", "answers", "“no”")
    cut = f" Above the cut: items to which more than {100 * CUT:.0f} % answered “no”."
    return Table(
        title,
        header if above is None else (*header, "items above the cut"),
        tuple(rows),
        ANSWERS_NOTE + ("" if above is None else cut),
    )


def _histogram(phase: str, what: str, binned: Mapping[str, Counter[str]]) -> Table:
    """Return how items spread over shares of "no" (span, Figures 2 and 3)."""
    names = [_bin_name(place) for place in range(len(BINS))]
    columns = {name: percentages(counts, names) for name, counts in binned.items()}
    rows: list[Row] = [
        (name, *(values[place] for values in columns.values())) for place, name in enumerate(names)
    ]
    rows.append(("items", *(counts.total() for counts in binned.values())))
    return Table(
        f"{phase}: items by the share of people who answered “no”, by {what} (% of items)",
        ("“no”", *columns),
        tuple(rows),
    )


def _bins_by_domain(found: Collected) -> Mapping[str, Counter[str]]:
    shares = no_shares(found)
    return grouped((_domain(found)(item, ""), _bin(share)) for item, share in shares.items())


def _bins_by_language(found: Collected) -> Mapping[str, Counter[str]]:
    """Count items by the share of "no" among those who answer for each language."""
    codes = sorted({person.language for person in found.people.values()})
    return {
        code: Counter(_bin(share) for share in no_shares(found, [code]).values()) for code in codes
    }


def _bin(share: Share) -> str:
    value = share.value or 0.0
    return _bin_name(next(place for place, end in enumerate(BINS) if value <= end + 1e-9))


def _bin_name(place: int) -> str:
    if place == 0:
        return "0 %"
    return f"over {100 * BINS[place - 1]:.0f} to {100 * BINS[place]:.0f} %"


def _reasons(
    found: Collected,
    title: str,
    group: Callable[[str, str], str],
    kept: Collection[str] | None = None,
) -> Table:
    counts = grouped(
        (group(item, person), reason)
        for item, person, answer in found.column("reasons")
        if (kept is None or item in kept) and isinstance(answer, tuple)
        for reason in map(str, answer)
    )
    names = [choice.value for choice in REASONS]
    columns = {name: percentages(count, names) for name, count in counts.items()}
    rows = [
        (name, *(values[place] for values in columns.values())) for place, name in enumerate(names)
    ]
    rows.append(("reasons given", *(count.total() for count in counts.values())))
    return Table(f"{title} (%)", ("reason", *columns), tuple(rows))


def _agreement(found: Collected, phase: str, question: str, categories: Sequence[str]) -> Table:
    ratings: dict[str, dict[str, dict[str, str]]] = {}
    for item, person, answer in found.column(question):
        for group in (found.people[person].language, ALL):
            ratings.setdefault(group, {}).setdefault(item, {})[person] = str(answer)
    ordered = sorted(ratings.items(), key=lambda entry: (entry[0] == ALL, entry[0]))
    return agreement_table(f"{phase}: agreement", "language", ordered, categories)


def _cut(found: Collected, phase: str, above: Collection[str]) -> Table:
    shares = no_shares(found)
    reasons: dict[str, Counter[str]] = {}
    for item, _, answer in found.column("reasons"):
        if isinstance(answer, tuple):
            reasons.setdefault(item, Counter()).update(map(str, answer))
    rows = [
        (
            item,
            found.study.keys[item].domain or "–",
            shares[item],
            ", ".join(
                f"{name} {count}" for name, count in reasons.get(item, Counter()).most_common()
            ),
        )
        for item in sorted(above, key=lambda item: (-(shares[item].value or 0), item))
    ]
    return Table(
        f"{phase}: items above the cut", ("item", "domain", "“no”", "reasons"), tuple(rows)
    )


class Window(NamedTuple):
    """A smallest window that suffices: segments before and after."""

    previous: int
    following: int

    def lies_in(self, previous: int, following: int) -> bool:
        """Return whether a window of this size holds it."""
        return self.previous <= previous and self.following <= following


SIZES = ((1, 0), (2, 0), (5, 0), (10, 0), (5, 5), (10, 10))
"""The windows that the paper names, before + after."""


def windows(found: Collected, phase: str, what: str, group: Callable[[str, str], str]) -> Table:
    """Return which share of all answers each window settles, by group of item and person."""
    told: dict[str, list[Window | None]] = {}
    for item, by_person in found.answers.items():
        for person, answers in by_person.items():
            if "outcome" not in answers:
                continue
            window = None
            if answers["outcome"] == "context" and {"previous", "following"} <= answers.keys():
                window = Window(int(str(answers["previous"])), int(str(answers["following"])))
            for name in (group(item, person), ALL):
                told.setdefault(name, []).append(window)
    rows: list[Row] = []
    for name, given in sorted(told.items(), key=lambda entry: (entry[0] == ALL, entry[0])):
        settled = [
            Share(sum(window is not None and window.lies_in(*size) for window in given), len(given))
            for size in SIZES
        ]
        behind = sum(window is not None and window.following > 0 for window in given)
        rows.append((name, len(given), *settled, Share(behind, len(given))))
    sizes = [f"{previous}+{following}" for previous, following in SIZES]
    return Table(
        f"{phase}: share of answers that a window settles, by {what}",
        (what, "answers", *sizes, "needs text behind"),
        tuple(rows),
        "Windows: segments before + behind. What no text settles stays in the total.",
    )
