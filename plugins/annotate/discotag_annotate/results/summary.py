"""All that answers say, whatever the study; and who gave them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from discotag.plugin import UsageError
from discotag_annotate.results import causes, preferences, span, tags
from discotag_annotate.results.tables import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from discotag_annotate.answers import Collected
    from discotag_annotate.results.tables import Row


def summary(
    collected: Sequence[Collected], *, measure: Mapping[tuple[str, str], float] | None = None
) -> tuple[Table, ...]:
    """Return the tables of studies of one kind, such as the phases of `span`.

    Args:
        collected: checked answers.
        measure: for `rank`, what a measure says: (test, candidate) → value, the smaller the better.

    Raises:
        UsageError: studies of several kinds.
    """
    kinds = sorted({found.study.manifest.study for found in collected})
    if len(kinds) != 1:
        raise UsageError(
            f"studies of different kinds ({', '.join(kinds)}); collect each kind apart"
        )
    if measure is not None and kinds != ["rank"]:
        raise UsageError("--measure belongs to rank studies alone")
    return (*_tables(kinds[0], collected, measure), *background(collected))


def _tables(
    kind: str, collected: Sequence[Collected], measure: Mapping[tuple[str, str], float] | None
) -> Iterator[Table]:
    match kind:
        case "tags":
            yield from tags.summary(collected)
        case "causes":
            yield from causes.summary(collected)
        case "span":
            yield from span.summary(collected)
        case "rank":
            yield from preferences.rank_summary(collected, measure)
        case _:
            yield from preferences.choice_summary(collected)


def background(collected: Iterable[Collected]) -> Iterator[Table]:
    """Yield a table of people for each study."""
    for found in collected:
        rows = list(_rows(found))
        yield Table(
            f"{found.study.manifest.variant}: people",
            ("asked", "answer", "people", "%"),
            tuple(rows),
            "Percent of those who answered the question.",
        )


def _rows(found: Collected) -> Iterator[Row]:
    people = found.people.values()
    languages = Counter(person.language for person in people)
    for code, count in sorted(languages.items()):
        yield "answers for", code, count, 100 * count / len(people)
    for question in found.study.about.questions:
        if question.name in {"participant", "language"}:
            continue
        told = [person.about[question.name] for person in people if question.name in person.about]
        counts = Counter(
            str(answer)
            for value in told
            for answer in (value if isinstance(value, tuple) else (value,))
        )
        labels = {choice.value: choice.label for choice in question.choices}
        known = [name for name in labels if counts[name]] or sorted(counts)
        for name in known:
            yield question.ask, labels.get(name, name), counts[name], 100 * counts[name] / len(told)
