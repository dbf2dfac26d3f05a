"""What a causes study says: right and wrong by cause, weighted back to all words."""

from __future__ import annotations

from collections import Counter
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple

from discotag.plugin.pages import page_policy, page_templates, view_part, writable
from discotag_annotate.forms.page import parts
from discotag_annotate.instruments.causes import ANY, BETWEEN
from discotag_annotate.results.tables import (
    AGREEMENT,
    AGREEMENT_NOTE,
    Share,
    Stratum,
    Table,
    agreement_cells,
    recall,
    weighted,
    written,
)
from discotag_annotate.wording import direction

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from discotag_annotate.answers import Collected
    from discotag_annotate.items import Item, Key
    from discotag_annotate.results.tables import Row


RIGHT, WRONG, UNSURE = "right", "wrong", "unsure"
VERDICTS = (RIGHT, WRONG, UNSURE)
TAG = "tag"
SAID = {"tag": "tag", "mark": "marked, no tag", "no": "no tag"}
NOT_APPLICABLE = "not applicable"
NONE_FOUND = "none found"


class Judged(NamedTuple):
    """A word that somebody judged: its item and key, and what most said."""

    item: Item
    key: Key
    verdict: str


class Found(NamedTuple):
    """One stratum: its parts, its size, how many were drawn, and what was judged of it."""

    phenomenon: str
    outcome: str
    label: str
    cause: str
    size: int
    drawn: int
    judged: tuple[Judged, ...]

    @property
    def counts(self) -> Counter[str]:
        """Verdict → words."""
        return Counter(one.verdict for one in self.judged)

    @property
    def decided(self) -> int:
        """Words judged right or wrong."""
        return self.counts[RIGHT] + self.counts[WRONG]

    @property
    def wrong(self) -> tuple[Judged, ...]:
        """What is wrong: tags that should not be, words that ought to have one."""
        return tuple(one for one in self.judged if one.verdict == WRONG)


def found(collected: Collected) -> tuple[Found, ...]:
    """Return the strata of a study, by phenomenon, tags first, by cause and label."""
    manifest = collected.study.manifest
    by_stratum: dict[str, list[Judged]] = {}
    for item in collected.study.items:
        key = collected.study.keys[item.id]
        said = [
            str(answers["verdict"])
            for answers in collected.answers.get(item.id, {}).values()
            if "verdict" in answers
        ]
        if said:
            name = BETWEEN.join(key.facts["stratum"])
            by_stratum.setdefault(name, []).append(Judged(item, key, verdict(said)))
    return tuple(
        Found(
            *_parts(name),
            size=size,
            drawn=manifest.drawn.get(name, 0),
            judged=tuple(by_stratum.get(name, ())),
        )
        for name, size in sorted(manifest.population.items(), key=lambda entry: _order(entry[0]))
    )


def _order(name: str) -> tuple[str, int, str, str]:
    phenomenon, outcome, label, cause = _parts(name)
    return phenomenon, list(SAID).index(outcome), cause, label


def _parts(name: str) -> tuple[str, str, str, str]:
    phenomenon, outcome, label, cause = name.split(BETWEEN)
    return phenomenon, outcome, label, cause


def verdict(said: Iterable[str]) -> str:
    """Return what most say; unsure where nobody can tell or opinions are equal."""
    counts = Counter(said)
    if counts[RIGHT] == counts[WRONG]:
        return UNSURE
    return RIGHT if counts[RIGHT] > counts[WRONG] else WRONG


def summary(collected: Sequence[Collected]) -> Iterator[Table]:
    """Yield the tables of one or several languages."""
    known = [(study.study.manifest.targets[0].code, study, found(study)) for study in collected]
    yield Table(
        "By cause",
        ("language", "phenomenon", "said", "label", "cause", "words", "judged", *VERDICTS, "share"),
        tuple(
            row for language, study, strata in known for row in _by_cause(language, study, strata)
        ),
        "Words: all there are of the stratum. Share: right in right and wrong, with Wilson's 95 %"
        " interval. – = nobody judged it; 0 = it was looked for and there is none; not applicable ="
        f" the languages do not have it, or it was not looked for{_reasons(collected)}.",
    )
    yield Table(
        "Weighted back to all words",
        (
            *("language", "phenomenon", "tags", "tags judged by stratum", "precision"),
            *("other words", "others judged by stratum", "missed", "recall"),
        ),
        tuple(row for language, study, strata in known for row in _totals(language, study, strata)),
        "Each stratum counts by its size. Judged by stratum: the share of words in strata of which"
        " one at least was judged; the figures hold for these. Missed: words without a tag that"
        " ought to have one. Recall is of words that some rule looked at.",
    )
    yield Table(
        "Wrong, by cause",
        ("language", "phenomenon", "said", "cause", "document", "segment", "word", "label", "why"),
        tuple(row for language, _, strata in known for row in _wrong(language, strata)),
        "Why: what the tagger went by.",
    )
    yield Table(
        "Agreement on words",
        ("language", "phenomenon", *AGREEMENT),
        tuple(row for language, study, _ in known for row in _agreement(language, study)),
        AGREEMENT_NOTE,
    )


def absent(collected: Collected, strata: Sequence[Found]) -> Iterator[tuple[str, str]]:
    """Yield phenomena without a word, each with `none found` or with why it is not applicable."""
    options = collected.study.manifest.options
    held = {one.phenomenon for one in strata}
    for phenomenon in options["phenomena"]:
        if phenomenon not in held:
            yield phenomenon, NONE_FOUND
    for phenomenon, reason in options["not applicable"].items():
        yield phenomenon, f"{NOT_APPLICABLE}: {reason}"


def _reasons(collected: Sequence[Collected]) -> str:
    """Format why phenomena are not applicable, each language and phenomenon once."""
    told = [
        f"{study.study.manifest.targets[0].code}, {phenomenon}: {reason}"
        for study in collected
        for phenomenon, reason in study.study.manifest.options["not applicable"].items()
    ]
    return f" ({'; '.join(told)})" if told else ""


def _by_cause(language: str, study: Collected, strata: Sequence[Found]) -> Iterator[Row]:
    for one in strata:
        place = (language, one.phenomenon, SAID[one.outcome], one.label, one.cause)
        yield (*place, one.size, len(one.judged), *cells(one))
    for phenomenon, told in absent(study, strata):
        if told == NONE_FOUND:
            yield (language, phenomenon, told, "", "", 0, 0, 0, 0, 0, None)
        else:
            yield (language, phenomenon, NOT_APPLICABLE, "", "", *(NOT_APPLICABLE,) * 6)


def cells(one: Found) -> tuple[int | None, int | None, int | None, Share | None]:
    """Return right, wrong, unsure and the share of right; None where nobody judged."""
    if not one.judged:
        return None, None, None, None
    counts = one.counts
    return counts[RIGHT], counts[WRONG], counts[UNSURE], Share(counts[RIGHT], one.decided)


def _totals(language: str, study: Collected, strata: Sequence[Found]) -> Iterator[Row]:
    for phenomenon in dict.fromkeys(one.phenomenon for one in strata):
        yield (language, *totals(phenomenon, strata))
    for phenomenon, told in absent(study, strata):
        if told == NONE_FOUND:
            yield (language, phenomenon, 0, None, None, 0, None, None, None)
        else:
            yield (language, phenomenon, *(NOT_APPLICABLE,) * 7)


def totals(phenomenon: str, strata: Sequence[Found]) -> Row:
    """Return the weighted figures of one phenomenon: those of tags, of other words, and recall."""
    own = [one for one in strata if one.phenomenon == phenomenon]
    tags = [one for one in own if one.outcome == TAG]
    others = [one for one in own if one.outcome != TAG]
    right = weighted([Stratum(one.size, one.decided, one.counts[RIGHT]) for one in tags])
    missed = weighted([Stratum(one.size, one.decided, one.counts[WRONG]) for one in others])
    sizes = sum(one.size for one in tags), sum(one.size for one in others)
    return (
        *(phenomenon, sizes[0], _covered(tags), right),
        *(sizes[1], _covered(others), missed, recall(sizes[0], right, sizes[1], missed)),
    )


def _covered(strata: Sequence[Found]) -> float | None:
    total = sum(one.size for one in strata)
    return 100 * sum(one.size for one in strata if one.decided) / total if total else None


def _wrong(language: str, strata: Sequence[Found]) -> Iterator[Row]:
    for one in strata:
        for judged in one.wrong:
            key = judged.key
            yield (
                *(language, one.phenomenon, SAID[one.outcome], one.cause, key.document),
                *(key.segment, key.facts["word"], key.facts["label"], key.facts["told"]),
            )


def _agreement(language: str, study: Collected) -> Iterator[Row]:
    ratings: dict[str, dict[str, Mapping[str, str]]] = {}
    for item, by_person in study.answers.items():
        phenomenon = study.study.keys[item].facts["stratum"][0]
        said = {
            person: str(answers["verdict"])
            for person, answers in by_person.items()
            if "verdict" in answers
        }
        ratings.setdefault(phenomenon, {})[item] = said
    for phenomenon, of_items in sorted(ratings.items()):
        yield (language, phenomenon, *agreement_cells(of_items, VERDICTS))


NAMES = ("words", "judged", *VERDICTS, "share")
TOTALS = (
    *("tags", "of these in kinds that were judged, percent", "precision"),
    *("words without a tag", "of these in kinds that were judged, percent", "missed", "recall"),
)


def page(collected: Sequence[Collected]) -> str:
    """Write the page; the same answers give the same bytes, and it holds no program."""
    from markupsafe import Markup

    style = "\n".join(
        (
            *map(view_part, ("colours.css", "base.css", "scripts.css")),
            (files(__package__) / "web" / "causes.css").read_text(encoding="utf-8"),
        )
    )
    return (
        page_templates(__package__)
        .get_template("causes.html.j2")
        .render(
            policy=page_policy(style),
            style=Markup(style),
            names=NAMES,
            studies=[_study(study) for study in collected],
        )
    )


def _study(collected: Collected) -> dict[str, Any]:
    strata = found(collected)
    sections = [
        _section(phenomenon, [one for one in strata if one.phenomenon == phenomenon])
        for phenomenon in dict.fromkeys(one.phenomenon for one in strata)
    ]
    for phenomenon, told in absent(collected, strata):
        is_none = told == NONE_FOUND
        sections.append(
            {
                "phenomenon": phenomenon,
                "told": "0 words: no tag, and no word that a rule looked at" if is_none else told,
                "is_not_applicable": told.startswith(NOT_APPLICABLE),
                "rows": [],
            }
        )
    return {
        "title": writable(collected.study.manifest.title),
        "people": f"people who answered: {len(collected.people)}",
        "sections": sections,
    }


def _section(phenomenon: str, strata: Sequence[Found]) -> dict[str, Any]:
    _, *values = totals(phenomenon, strata)
    return {
        "phenomenon": phenomenon,
        "told": "",
        "is_not_applicable": False,
        "totals": [(name, written(value)) for name, value in zip(TOTALS, values, strict=True)],
        "rows": [_row(one) for one in strata],
    }


def _row(one: Found) -> dict[str, Any]:
    values = (one.size, len(one.judged), *cells(one))
    return {
        "cause": one.cause,
        "label": "" if one.label == ANY else one.label,
        "said": SAID[one.outcome],
        "cells": [written(value) for value in values],
        "wrong": [_word(judged) for judged in one.wrong],
    }


def _word(judged: Judged) -> dict[str, Any]:
    key = judged.key
    return {
        "lines": list(_lines(judged)),
        "place": f"{key.document}, segment {key.segment}, “{key.facts['word']}”",
        "told": key.facts["told"],
    }


def _lines(judged: Judged) -> Iterator[dict[str, Any]]:
    for block in judged.item.blocks:
        for line in block.lines:
            if line.is_focus or line.spans:
                yield {
                    "language": block.language,
                    "direction": direction(block.language),
                    "is_focus": line.is_focus,
                    "parts": [(*part, "")[:2] for part in parts(line)],
                }
