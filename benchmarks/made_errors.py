"""Errors of one kind in a text of a run, and how far each score falls by them.

A pronoun gets the form of another gender, a word of address the other level, a term another noun of
the text; other words are changed where no tag stands. `benchmarks/validity.py errors` prints it.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from discotag.core.registry import open_registry
from discotag.runs.folder import open_run
from discotag.runs.slices import CountedRuns
from discotag.scoring.resampling import ResamplingOptions
from discotag.testing.program import run_program

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from discotag.core.results import Results
    from discotag.core.tags import Mark, TaggedDocument
    from discotag.runs.folder import RunFolder

GENDERS = {
    "de": {"er": "sie", "sie": "er", "es": "sie", "ihn": "sie", "ihm": "ihr", "ihr": "ihm"},
    "fr": {"il": "elle", "elle": "il", "ils": "elles", "elles": "ils", "le": "la", "la": "le"},
}
"""The form of another gender."""
ADDRESS = {
    "de": {
        "sie": "du", "ihnen": "dir", "ihr": "dein", "ihre": "deine", "ihren": "deinen",
        "ihrem": "deinem", "ihrer": "deiner", "du": "Sie", "dir": "Ihnen", "dich": "Sie",
        "dein": "Ihr", "deine": "Ihre", "deinen": "Ihren", "deinem": "Ihrem", "deiner": "Ihrer",
    },
    "fr": {
        "vous": "tu", "votre": "ton", "vos": "tes", "tu": "vous", "te": "vous", "toi": "vous",
        "ton": "votre", "ta": "votre", "tes": "vos",
    },
}  # fmt: skip
"""The word of the other level of address; verbs stay as they are."""
KINDS = ("pronouns", "address", "terms", "other words")
PHENOMENA = {"pronouns": "pronouns", "address": "formality", "terms": "lexical_cohesion"}
SCORERS = ("choice", "compare_mt", "consistency", "bleu", "chrf")
SEED = 1


@dataclass(frozen=True)
class Place:
    """A word that can be made wrong, and what takes its place."""

    document: int
    segment: int
    start: int
    end: int
    other: str


def errors(run: RunFolder, text: str | None, share: float, work: Path) -> None:
    """Make errors, score the texts, print how far each score falls."""
    documents = list(run.documents(run.text(text)))
    random = np.random.default_rng(SEED)
    work.mkdir(parents=True, exist_ok=True)
    written = write_texts(work, documents, {"clean": []})
    made: dict[str, list[Place]] = {}
    for kind in KINDS:
        places = list(places_of(kind, documents, run.record.target_language, random))
        size = max(map(len, made.values())) if kind == "other words" else round(share * len(places))
        chosen = random.choice(len(places), size=min(size, len(places)), replace=False)
        made[kind] = [places[index] for index in sorted(chosen.tolist())]
        print(f"{kind}: {len(made[kind])} of {len(places)} words changed")
    written |= write_texts(work, documents, made)
    record = run.record
    words = ["--hyp", f"clean={written.pop('clean')}"]
    for kind, path in written.items():
        words += ["--hyp", f"{kind}={path}"]
    done = run_program(
        "run", "--src", work / "src", "--ref", work / "ref", "--docids", work / "ids", *words,
        "-s", record.source_language, "-t", record.target_language, "--unit", "line",
        "--scorers", ",".join(SCORERS), "--no-report", "--quiet", "--out", work / "run",
    )  # fmt: skip
    if done.returncode:
        sys.exit(done.stderr)
    counted = CountedRuns.of([open_run(work / "run")], open_registry(), ResamplingOptions())
    print(table(counted.results, KINDS))


def write_texts(
    work: Path, documents: Sequence[TaggedDocument], made: Mapping[str, Sequence[Place]]
) -> dict[str, Path]:
    """Write source, reference, ids, and each text with its errors; line by line."""
    texts = [list(tagged.document.target.segments) for tagged in documents]
    _lines(work / "src", (line for item in documents for line in item.document.source.segments))
    _lines(work / "ref", (line for lines in texts for line in lines))
    _lines(work / "ids", (item.document.id for item in documents for _ in item.document.source))
    files = {}
    for number, (kind, places) in enumerate(made.items()):
        own = [list(lines) for lines in texts]
        for place in sorted(places, key=lambda item: -item.start):
            line = own[place.document][place.segment]
            own[place.document][place.segment] = (
                line[: place.start] + place.other + line[place.end :]
            )
        files[kind] = work / (f"hyp{number}" if len(made) > 1 else kind)
        _lines(files[kind], (line for lines in own for line in lines))
    return files


def _lines(path: Path, lines: Iterator[str]) -> None:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def places_of(
    kind: str, documents: Sequence[TaggedDocument], language: str, random: np.random.Generator
) -> Iterator[Place]:
    """Yield the words that can be made wrong in a way."""
    nouns = [
        tagged.document.target[mark.segment].forms[mark.token]
        for tagged in documents
        for mark in tagged.tags
        if mark.phenomenon == "lexical_cohesion"
    ]
    for number, tagged in enumerate(documents):
        target = tagged.document.target
        for segment, token in _tokens(kind, tagged):
            tokens = target[segment]
            form = tokens.forms[token]
            if kind == "pronouns":
                other = GENDERS[language].get(form.casefold())
            elif kind == "address":
                other = ADDRESS[language].get(form.casefold())
            else:
                other = nouns[int(random.integers(len(nouns)))]
            if other is not None and other != form:
                shown = other[0].upper() + other[1:] if _is_capital(form, kind) else other
                yield Place(number, segment, tokens.starts[token], tokens.ends[token], shown)


def _is_capital(form: str, kind: str) -> bool:
    return form[:1].isupper() and kind == "pronouns"


def _tokens(kind: str, tagged: TaggedDocument) -> Iterator[tuple[int, int]]:
    """Yield segment and token of the words of a kind, each once."""
    if kind in PHENOMENA:
        marks: Iterator[Mark] = (m for m in tagged.tags if m.phenomenon == PHENOMENA[kind])
        yield from dict.fromkeys((mark.segment, mark.token) for mark in marks)
        return
    marked = {(mark.segment, mark.token) for mark in tagged.marks}
    for segment, tokens in enumerate(tagged.document.target):
        for token, form in enumerate(tokens.forms):
            if (segment, token) not in marked and form.isalpha():
                yield segment, token


def table(results: Results, kinds: Sequence[str]) -> str:
    """Return a table of how far each score falls by each kind of error, in percent of its value."""
    values = {(s.scorer, s.system, s.row): s.value for s in results.scores if s.row.label is None}
    marks = {
        (d.scorer, d.system, d.row): "*" if d.p_holm is not None and d.p_holm < 0.05 else ""
        for d in results.differences
    }
    lines = ["| score | support | clean | " + " | ".join(kinds) + " |", "|---|" + "---:|" * 6]
    support = {(s.scorer, s.row): s.support for s in results.scores if s.system == "clean"}
    for (scorer, row), size in support.items():
        clean = values.get((scorer, "clean", row))
        if row.label is not None or not clean:
            continue
        scale = results.scorers[scorer].scale
        cells = []
        for kind in kinds:
            value = values.get((scorer, kind, row))
            fall = "–" if value is None else f"{100 * (value - clean) / scale:+.1f}"
            cells.append(fall + marks.get((scorer, kind, row), ""))
        title = f"{scorer} {row.phenomenon or ''}".strip()
        shown = f"{100 * clean / scale:.1f}"
        lines.append(f"| {title} | {size} | {shown} | {' | '.join(cells)} |")
    return "\n".join(lines)
