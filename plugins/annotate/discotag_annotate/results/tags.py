"""What a tags study says: precision of tags and what was missed (muda 4.3, Table 3)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from discotag_annotate.results.tables import (
    AGREEMENT,
    AGREEMENT_NOTE,
    Share,
    Table,
    agreement_cells,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from discotag_annotate.answers import Answers, Collected
    from discotag_annotate.results.tables import Row

RIGHT, WRONG = "right", "wrong"


class Judged(NamedTuple):
    """A tag that somebody judged."""

    phenomenon: str
    is_random: bool
    verdict: str | None
    by_person: Mapping[str, str]


def summary(collected: Sequence[Collected]) -> Iterator[Table]:
    """Yield the tables of one or several languages."""
    judged = [(_language(found), list(_judged(found))) for found in collected]
    yield Table(
        "Precision of tags",
        ("language", "phenomenon", "judged", "right", "wrong", "undecided", "precision"),
        tuple(row for language, tags in judged for row in _precision(language, tags)),
        "With several people a tag is what most of them say. Undecided: nobody could tell, or as"
        " many said right as wrong; left out of precision.",
    )
    missed = [row for found in collected for row in _missed(found)]
    yield Table(
        "What was missed, in the segments drawn at random",
        ("language", "phenomenon", "right tags", "missed words", "recall"),
        tuple(missed),
        "Missed: named by more than half of the people who answered for the segment. Recall: right"
        " tags in right tags and missed words.",
    )
    yield Table(
        "Agreement on tags",
        ("language", "phenomenon", *AGREEMENT),
        tuple(row for language, tags in judged for row in _agreement(language, tags)),
        AGREEMENT_NOTE,
    )


def _language(found: Collected) -> str:
    return found.study.manifest.targets[0].code


def _judged(found: Collected) -> Iterator[Judged]:
    for item, by_person in found.answers.items():
        facts = found.study.keys[item].facts
        for number, (phenomenon, _, _) in enumerate(facts["tags"]):
            said = {
                person: str(answers[f"tag{number}"])
                for person, answers in by_person.items()
                if f"tag{number}" in answers
            }
            if said:
                yield Judged(phenomenon, facts["is_random"], _verdict(said.values()), said)


def _verdict(said: Iterable[str]) -> str | None:
    """Return what most say; None where nobody can tell or opinions are equal."""
    counts = Counter(said)
    if counts[RIGHT] == counts[WRONG]:
        return None
    return RIGHT if counts[RIGHT] > counts[WRONG] else WRONG


def _precision(language: str, tags: Sequence[Judged]) -> Iterator[Row]:
    by_phenomenon: dict[str, Counter[str | None]] = {}
    for tag in tags:
        by_phenomenon.setdefault(tag.phenomenon, Counter())[tag.verdict] += 1
    for phenomenon, counts in sorted(by_phenomenon.items()):
        decided = counts[RIGHT] + counts[WRONG]
        yield (
            *(language, phenomenon, counts.total(), counts[RIGHT], counts[WRONG], counts[None]),
            Share(counts[RIGHT], decided),
        )


def _agreement(language: str, tags: Sequence[Judged]) -> Iterator[Row]:
    for phenomenon in sorted({tag.phenomenon for tag in tags}):
        ratings = {
            place: tag.by_person for place, tag in enumerate(tags) if tag.phenomenon == phenomenon
        }
        yield (language, phenomenon, *agreement_cells(ratings, (RIGHT, WRONG, "unsure")))


def _missed(found: Collected) -> Iterator[Row]:
    missed: Counter[str] = Counter()
    looked: set[str] = set()
    for item, by_person in found.answers.items():
        told = [answers for answers in by_person.values() if _looked(answers)]
        if not told:
            continue
        looked.add(item)
        named = Counter(word for answers in told for word in answers.get("missed", ()))  # type: ignore[union-attr]
        missed.update(word[0] for word, count in named.items() if 2 * count > len(told))
    right = Counter(
        phenomenon
        for item in looked
        for number, (phenomenon, _, _) in enumerate(found.study.keys[item].facts["tags"])
        if _verdict(str(answers.get(f"tag{number}")) for answers in found.answers[item].values())
        == RIGHT
    )
    if not looked:
        return
    for phenomenon in found.study.manifest.options["phenomena"]:
        total = right[phenomenon] + missed[phenomenon]
        share = Share(right[phenomenon], total)
        yield (_language(found), phenomenon, right[phenomenon], missed[phenomenon], share)


def _looked(answers: Answers) -> bool:
    """Return whether somebody searched for missed words, and named them if there were any."""
    return answers.get("any_missed") == "no" or "missed" in answers
