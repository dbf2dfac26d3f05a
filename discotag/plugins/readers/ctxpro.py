"""The `ctxpro` reader: examples whose translation needs context, each with its expected word.

Format: JSON lists of https://github.com/rewicks/ctxpro (Wicks and Post 2023).
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field

from discotag.core.document import Expected
from discotag.core.errors import UsageError
from discotag.files.json import items
from discotag.files.text import Notes
from discotag.plugins.readers.rows import REFERENCE, FileReader, Row, SidecarFiles, built, watched

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.core.document import ParallelText
    from discotag.core.interfaces import CorpusRequest

CATEGORIES = {"src verb": "auxiliary", "src noun": "inflection"}
"""Field that only one category's examples have → the category."""


class Example(BaseModel):
    """One example; fields that are not used are let through."""

    model_config = ConfigDict(frozen=True, extra="allow")

    document: str = Field(alias="document id", min_length=1)
    segment: int | str = Field(alias="segment id")
    rule: str | None = None
    expected: str | None = None
    source: str = Field(alias="src segment")
    reference: str = Field(alias="ref segment")
    distance: int = Field(default=0, alias="ante distance")
    source_context: str | None = Field(default=None, alias="src ante segment")
    reference_context: str | None = Field(default=None, alias="ref ante segment")

    @property
    def category(self) -> str:
        """The category, by the fields that only its examples have; formality's have none."""
        fields = self.model_extra or {}
        told = next((name for field, name in CATEGORIES.items() if field in fields), None)
        return told or ("gender" if "ref ante head gender" in fields else "formality")

    @property
    def name(self) -> str:
        """A name of the example: document, segment and rule."""
        return ":".join(filter(None, (self.document, str(self.segment), self.rule)))


class CtxproReader(FileReader):
    """Reads each example as a document: its antecedent's segment, if it is another, and its own.

    A system's file has one line per example, the translation of its own segment; for the
    antecedent's segment the reference is in every text.
    """

    title = "reader ctxpro"

    def read(self, request: CorpusRequest) -> Iterator[ParallelText]:
        """Yield the examples in order.

        Raises:
            InputError: the file is not a JSON list, or an example lacks a field.
            LineCountError: a system's file does not fit.
        """
        if request.docids or request.references:
            raise UsageError("ctxpro's files hold ids and reference; leave out --docids and --ref")
        self._notes = notes = Notes(is_strict=request.is_strict)
        paths = request.hypotheses
        yield from watched(self._documents(request, notes), notes, lambda name: paths[name])

    def _documents(self, request: CorpusRequest, notes: Notes) -> Iterator[ParallelText]:
        path = request.source
        seen: Counter[str] = Counter()
        with SidecarFiles(request, notes, unit="example") as beside:
            beside.check_names([REFERENCE], "the ctxpro file")
            layout = beside.layout([REFERENCE], [], path)
            for line, example in items(path, Example, notes):
                seen[example.name] += 1
                count = seen[example.name]
                name = example.name if count == 1 else f"{example.name}#{count}"
                rows: list[Row] = []
                expected: list[Expected | None] = []
                if example.distance and example.source_context and example.reference_context:
                    context = _one_line(example.reference_context)
                    texts = [_one_line(example.source_context), context]
                    texts += [context] * len(beside.hypotheses)
                    rows.append(Row(line, name, None, tuple(texts)))
                    expected.append(None)
                pair = (_one_line(example.source), _one_line(example.reference))
                said = beside.row(f"the example in line {line} of {path}")
                rows.append(Row(line, name, None, (*pair, *said)))
                expected.append(_expected(example))
                if expected[-1] is None:
                    notes.tell(
                        "an example without an expected word", kind="no word", path=path, line=line
                    )
                yield built(name, rows, layout, notes, expected=tuple(expected))
            beside.finish()


def _expected(example: Example) -> Expected | None:
    if not (example.expected or "").strip():
        return None
    return Expected((example.expected or "",), example.category, example.rule)


def _one_line(text: str) -> str:
    return " ".join(text.split("\n"))
