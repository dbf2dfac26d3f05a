"""Results and folders of runs, built by hand or by a small run, for tests of what reads them."""

from __future__ import annotations

import json
from contextlib import contextmanager
from dataclasses import replace
from itertools import accumulate
from typing import TYPE_CHECKING, Any
from unittest import mock

from discotag.core.document import Alignment, Document, Side
from discotag.core.results import (
    Difference,
    DocumentView,
    Interval,
    Judgement,
    Resampling,
    Results,
    Row,
    Score,
    ScorerView,
    Verdict,
)
from discotag.core.tags import Mark, TaggedDocument, TokenRef
from discotag.core.tokens import Tokens
from discotag.files.tags import tag_line
from discotag.pipeline import stages
from discotag.runs.counts import FILE as COUNTS
from discotag.runs.counts import NOTHING
from discotag.runs.executors import make_executor
from discotag.runs.folder import SCORES, digests, tags_name
from discotag.runs.record import FILE, RunRecord, sealed
from discotag.runs.run import run
from discotag.studies.span.inputs import SpanInput
from discotag.studies.span.study import span_study

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from discotag.core.results import SpanStudy

__all__ = [
    "EMPTY",
    "PHENOMENA",
    "REFERENCES",
    "document_view",
    "make_executor",
    "plain_tokens",
    "run",
    "seal",
    "small_batches",
    "small_run",
    "small_study",
    "tag_line",
]

PHENOMENA: Mapping[str, Mapping[str, Any]] = {
    "ellipsis": {"state": "not applicable", "reason": "nothing is left out in French"},
    "formality": {"state": "supported", "reason": None},
    "pronouns": {"state": "supported", "reason": None},
}
REFERENCES = 1
"""How many of a view's texts are references: the first."""


def plain_tokens(line: str) -> Tokens:
    """Build a segment whose tokens are what is between single spaces, whatever that is."""
    forms = tuple(line.split(" ")) if line else ()
    starts = tuple(accumulate((len(form) + 1 for form in forms[:-1]), initial=0))[: len(forms)]
    ends = tuple(start + len(form) for start, form in zip(starts, forms, strict=True))
    return Tokens(text=line, forms=forms, starts=starts, ends=ends)


def document_view(
    name: str,
    source: Sequence[str],
    texts: Mapping[str, Sequence[str]],
    marks: Mapping[str, Sequence[Mark]],
    judgements: Mapping[tuple[str, str], Sequence[Judgement]] | None = None,
    *,
    languages: tuple[str, str] = ("en", "fr"),
    domain: str | None = None,
) -> DocumentView:
    """Build a document with all its texts, lines as `plain_tokens` reads them.

    Args:
        name: the document's id.
        source: the source lines.
        texts: name → lines; the first is the reference, the others are systems'.
        marks: name → marks; a text that is not named has none.
        judgements: (scorer, system) → verdicts.
        languages: source and target.
        domain: its domain.
    """
    source_side = _side(languages[0], source)
    tagged = {}
    for place, (text, lines) in enumerate(texts.items()):
        document = Document(
            id=name,
            source=source_side,
            target=_side(languages[1], lines),
            system=text,
            role="reference" if place < REFERENCES else "hypothesis",
            alignment=tuple(Alignment.of([], []) for _ in source),
            domain=domain,
        )
        tagged[text] = TaggedDocument(document, tuple(marks.get(text, ())))
    told = {key: tuple(items) for key, items in (judgements or {}).items()}
    return DocumentView(name, source_side, tagged, told, domain)


def small_study() -> SpanStudy:
    """Build the span study of the small run's reference, whose later segments were searched, too.

    It holds a tag decided from before, one from after, one from either side and one whose evidence
    is unknown, and a phenomenon that is not applicable.
    """
    talk = _talk().texts["ref"]
    later = Mark("formality", "t", 0, 0, (0,), (TokenRef("target", 2, 0),))
    either = Mark(
        "pronouns",
        "it→fem",
        1,
        0,
        (0,),
        (TokenRef("source", 0, 3), TokenRef("source", 2, 2)),
        needed=1,
    )
    marks = (later, either, *(mark for mark in talk.marks if mark.segment == 2))
    given = SpanInput(
        name="en-fr ref",
        pair="en-fr",
        text="ref",
        documents=(replace(talk, marks=marks), _letter().texts["ref"]),
        phenomena=PHENOMENA,
        is_searched_ahead={"formality": True, "pronouns": True},
        signature="s|v:1",
    )
    return span_study([given])


def small_run() -> tuple[Results, tuple[DocumentView, ...]]:
    """Build the results of a small run: two documents, a reference, two systems and two scorers.

    It holds one of each thing that a report must distinguish: a value with an interval, one of too
    few documents, one that is undefined, a zero, a phenomenon that is not applicable, a difference
    that is significant and one that is not; words that are right, wrong, missing and not judged;
    evidence in the source, in the target, and not found. Its span study is that of `small_study`.
    """
    return replace(_results(), spans=small_study()), (_talk(), _letter())


def _side(language: str, lines: Sequence[str]) -> Side:
    return Side(language, tuple(lines), tuple(plain_tokens(line) for line in lines))


def _talk() -> DocumentView:
    address = Mark("formality", "t", 2, 0, (0,), (TokenRef("target", 0, 0),))
    pronoun = Mark("pronouns", "it→fem", 1, 0, (0,), (TokenRef("source", 0, 3),))
    lost = Mark("pronouns", "it→masc", 2, 2, is_unresolved=True)
    other = Mark("formality", "v", 2, 0, (0,), (TokenRef("target", 0, 0),))
    places = [(tag.phenomenon, tag.label, tag.segment, tag.token) for tag in (pronoun, address)]
    unsure = Judgement(lost.phenomenon, lost.label, 2, 2, Verdict.UNJUDGED)

    def verdicts(first: Verdict, second: Verdict) -> tuple[Judgement, ...]:
        return (
            Judgement(*places[0], first, () if first is Verdict.MISSING else (0,)),
            Judgement(*places[1], second, (0,)),
            unsure,
        )

    return document_view(
        "talk",
        ["You know the table", "It wobbles", "You saw it"],
        {
            "ref": ["Tu connais la table", "Elle branle", "Tu as vu"],
            "A": ["Tu connais la table", "Elle branle", "Tu as vu"],
            "B": ["Vous connaissez la table", "Branle", "Vous avez vu"],
        },
        {"ref": (pronoun, address, lost), "A": (pronoun, address), "B": (other,)},
        {
            ("choice", "A"): verdicts(Verdict.CORRECT, Verdict.CORRECT),
            ("choice", "B"): verdicts(Verdict.MISSING, Verdict.WRONG),
        },
        domain="speech",
    )


def _letter() -> DocumentView:
    return document_view(
        "letter",
        ["Dear all", ""],
        {"ref": ["Bonjour", ""], "A": ["Bonjour", ""], "B": ["Chers tous", ""]},
        {},
    )


def _results() -> Results:
    formality, pronouns, whole = Row("formality"), Row("pronouns"), Row()
    values = {
        ("A", formality): (0.9, 20, Interval(0.85, 0.94)),
        ("B", formality): (0.0, 20, Interval(0.0, 0.0)),
        ("A", Row("formality", "t")): (0.9, 20, Interval(0.85, 0.94)),
        ("B", Row("formality", "t")): (0.0, 20, Interval(0.0, 0.0)),
        ("A", pronouns): (0.5, 3, None),
        ("B", pronouns): (None, 0, None),
    }
    scores = [
        Score("choice", system, row, {"accuracy": value}, 40, documents, interval)
        for (system, row), (value, documents, interval) in values.items()
    ]
    scores += [
        Score("bleu", "A", whole, {"bleu": 51.26}, 5, 20, Interval(50.0, 52.5)),
        Score("bleu", "B", whole, {"bleu": 51.24}, 5, 20, Interval(50.1, 52.4)),
    ]
    return Results(
        pair="en-fr",
        source_language="en",
        target_language="fr",
        references=("ref",),
        systems=("A", "B"),
        phenomena=PHENOMENA,
        documents=2,
        segments=5,
        counts={
            "ref": {"formality": _count(1), "pronouns": _count(2, unresolved=1)},
            "A": {"formality": _count(1), "pronouns": _count(1)},
            "B": {"formality": _count(1), "pronouns": _count(0)},
        },
        scorers={
            "choice": ScorerView("choice", "the right class", "accuracy", 1, True, "c|v:1"),
            "bleu": ScorerView("bleu", "shared n-grams", "bleu", 100, True, "b|v:1"),
        },
        scores=tuple(scores),
        differences=(
            Difference(
                "choice", "B", "A", formality, -0.9, 20, Interval(-1, -0.8), 0.01, 0.01, 0.02
            ),
            Difference("choice", "B", "A", pronouns, None, 3),
            Difference("bleu", "B", "A", whole, -0.02, 20, Interval(-1.5, 1.5), 0.9, 0.9, 0.9),
        ),
        resampling=Resampling(samples=1000, trials=5000, seed=7, baseline="A", least=10),
        signature="s|v:1",
        notes=("line 3 is empty",),
        failures=("tagger ellipsis failed on talk",),
    )


def _count(tags: int, *, unresolved: int = 0) -> dict[str, int]:
    return {"tags": tags, "marks": tags, "unresolved": unresolved}


EMPTY = {
    "signature": "", "short_signature": "", "signatures": {}, "references": (), "systems": (),
    "source": "0" * 16, "annotated": {}, "failures": (), "notes": (),
}  # fmt: skip


def seal(folder: Path, content: Mapping[str, Any]) -> Path:
    """Write `run.json` into a folder, with the digests of the result files in it.

    Args:
        folder: a folder that holds `tags/NAME.jsonl`, and `scores.json` and `counts.jsonl.gz` where
            it is scored.
        content: the fields of the record; those that may be empty can be left out.

    Returns:
        The folder.
    """
    phenomena = content["plan"]["phenomena"]
    looked = [name for name, told in phenomena.items() if told["state"] == "supported"]
    texts = (*content.get("references", ()), *content.get("systems", ()))
    nothing = {
        "tokens": dict.fromkeys(texts, 0),
        "counts": {text: dict.fromkeys(looked, NOTHING) for text in texts},
    }
    record = RunRecord.model_validate({**EMPTY, **nothing, **content})
    others = [path for path in (folder / SCORES, folder / COUNTS) if path.is_file()]
    results = [*sorted(folder.glob(tags_name("*"))), *others]
    names = [path.relative_to(folder).as_posix() for path in results]
    told = sealed(record, digests(folder, names)).model_dump(by_alias=True)
    (folder / FILE).write_text(json.dumps(told), encoding="utf-8")
    return folder


@contextmanager
def small_batches(segments: int) -> Iterator[None]:
    """Make small batches for a test, so that a few documents are several batches."""
    with mock.patch.object(stages, "BATCH_SEGMENTS", segments):
        yield
