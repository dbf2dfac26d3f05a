"""Who answered: what people told of themselves (span 4.2)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from discotag_annotate.results.figures import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from discotag_annotate.answers.checking import Collected
    from discotag_annotate.results.figures import Row


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
