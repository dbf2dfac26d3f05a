"""Context-dependent words that rules found in film subtitles (ctxpro): recall, label, antecedent.

Each JSON entry names a source segment, its reference, the word that the rule expects in it, and
often the segment of its antecedent. An example becomes a document of one or two segments.
*Marked* means that a listed target word carries a mark of the phenomenon; for formality the label
must fit the rule (FORM or INFORM), if it is of either, for gender the antecedent named must be
among the evidence.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from benchmarks.tasks.formality import register_of
from benchmarks.tasks.harness import (
    PUBLISHED,
    Figures,
    Value,
    half,
    has_pack,
    json_items,
    ratio,
    tag,
    without_data,
)
from discotag.plugins.phenomena.formality.table import normalised

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator
    from pathlib import Path

    from discotag.core.tags import Mark, TaggedDocument

PHENOMENA = {"formality": "formality", "gender": "pronouns", "auxiliary": "ellipsis"}
"""Kind of file → phenomenon; inflection (case) is none of ours."""


class Entry(BaseModel):
    """One entry as it stands in a file; other fields are let through."""

    document: str = Field(alias="document id")
    rule: str
    expected: str
    source: str = Field(alias="src segment")
    reference: str = Field(alias="ref segment")
    distance: int | None = Field(None, alias="ante distance")
    source_context: str = Field("", alias="src ante segment")
    reference_context: str = Field("", alias="ref ante segment")
    antecedent: str = Field("", alias="ref ante head")


@dataclass(frozen=True)
class Example:
    """One entry.

    Args:
        kind: `formality`, `gender` or `auxiliary`.
        language: the target language.
        document: the document it comes from; halves are split by it.
        rule: the rule that found it.
        expected: the word expected in the reference.
        pairs: its segments, the last being its own.
        distance: segments back to the antecedent, None where none is named.
        antecedent: the antecedent's head in the reference.
    """

    kind: str
    language: str
    document: str
    rule: str
    expected: str
    pairs: tuple[tuple[str, str], ...]
    distance: int | None
    antecedent: str


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what only this task knows."""
    parser.add_argument("--kind", choices=sorted(PHENOMENA), help="only files of this kind")
    parser.add_argument("--half", choices=("A", "B"), help="only documents of this half")
    parser.add_argument("--errors", type=int, default=0, help="so many unmarked words to print")


def measure(given: argparse.Namespace) -> list[Figures]:
    """Tag the examples of every file below the folder, file by file."""
    figures = []
    for path in sorted(given.folder.rglob("*.json")):
        kind, _, rest = path.name.partition(".")
        language = next((part[3:] for part in rest.split(".") if part.startswith("en-")), "")
        if kind not in PHENOMENA or given.kind not in {None, kind}:
            continue
        if not language or given.lang not in {None, language} or not has_pack(language):
            continue
        examples = [
            example
            for example in read(path, kind, language)
            if given.half in {None, half(example.document)}
        ]
        if examples:
            title = f"{path.name}, half {given.half or 'A and B'}"
            figures += _figures(title, examples, given.errors)
    if not figures:
        raise without_data("ctxpro files of an installed language", given.folder)
    return figures


def read(path: Path, kind: str, language: str) -> Iterator[Example]:
    """Read one file."""
    for _, entry in json_items(path, Entry):
        own = (entry.source, entry.reference)
        before = (entry.source_context, entry.reference_context)
        yield Example(
            kind=kind,
            language=language,
            document=entry.document,
            rule=entry.rule,
            expected=entry.expected,
            pairs=(before, own) if entry.distance and all(before) else (own,),
            distance=entry.distance,
            antecedent=entry.antecedent,
        )


def _figures(title: str, examples: list[Example], errors: int) -> list[Figures]:
    found = {
        profile: _counted(examples, profile, errors if profile == "discotag" else 0)
        for profile in ("discotag", PUBLISHED)
    }
    rows: list[tuple[Value, ...]] = []
    for rule in [*sorted({example.rule for example in examples}), "all"]:
        ours, published = found["discotag"][rule], found[PUBLISHED][rule]
        rows.append(
            (
                rule,
                ours["examples"],
                ratio(ours["marked"], ours["examples"]),
                ratio(ours["label right"], ours["label"]),
                ratio(ours["tagged"], ours["examples"]),
                ratio(ours["antecedent found"], ours["antecedent"]),
                ratio(published["marked"], published["examples"]),
            )
        )
    columns = (
        "rule",
        "examples",
        "marked",
        "label right",
        "tagged",
        "antecedent",
        "published rule",
    )
    return [Figures(title, columns, tuple(rows))]


def _counted(examples: list[Example], profile: str, errors: int) -> dict[str, Counter[str]]:
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    kind, language = examples[0].kind, examples[0].language
    documents = [example.pairs for example in examples]
    done = tag(documents, language, PHENOMENA[kind], profile=profile)
    for example, document in zip(examples, done, strict=True):
        tokens = document.document.target[len(example.pairs) - 1]
        places = {
            index
            for index, form in enumerate(tokens.forms)
            if normalised(form) == normalised(example.expected)
        }
        own = len(example.pairs) - 1
        marks = [m for m in document.marks if m.segment == own and m.token in places]
        names = ["examples", *_achieved(example, document, marks)]
        for name in names:
            counts[example.rule][name] += 1
            counts["all"][name] += 1
        if errors and not marks:
            print(f"not marked: {example.expected} | {example.pairs[-1]} | {example.rule}")
            errors -= 1
    return counts


def _achieved(example: Example, document: TaggedDocument, marks: list[Mark]) -> Iterator[str]:
    """Name what is achieved, and what could have been."""
    if marks:
        yield "marked"
    if any(mark.is_tag for mark in marks):
        yield "tagged"
    if example.kind == "formality" and marks:
        wanted = "informal" if "INFORM" in example.rule else "formal"
        registers = {register_of(mark.label) for mark in marks} - {None}
        if registers:
            yield "label"
        if wanted in registers:
            yield "label right"
    if example.kind == "gender" and len(example.pairs) > 1:
        yield "antecedent"
        heads = {
            document.document.target[place.segment].forms[place.token].casefold()
            for mark in marks
            for place in mark.evidence
            if place.side == "target"
        }
        if example.antecedent.casefold() in heads:
            yield "antecedent found"
