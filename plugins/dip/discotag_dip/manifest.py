"""The manifest of a test set: what it is and where it comes from."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    SerializerFunctionWrapHandler,
    model_serializer,
)

from discotag_dip.items import Task


class Manifest(BaseModel):
    """What a test set is and where it comes from.

    Args:
        schema_name: `discotag-dip/3`.
        task: the task.
        source_language: code.
        target_language: code.
        reference: name of the reference in the corpus.
        systems: names of the systems whose failures were looked for.
        setup: what analysed the corpus.
        corpus: documents and segments looked at.
        items: number of items.
        documents: number of documents that hold items.
        segments: number of lines to translate.
        counts: figures of the task, for the card.
        files: file → SHA-256 of its content.
        unit: what a segment is, `line`, `sentence` or `sure`; lines are not written.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    schema_name: Literal["discotag-dip/3"] = Field(default="discotag-dip/3", alias="schema")
    task: Task
    source_language: str
    target_language: str
    reference: str
    systems: tuple[str, ...]
    setup: str
    corpus: dict[str, int]
    items: int
    documents: int
    segments: int
    counts: dict[str, Any]
    files: dict[str, str]
    unit: Literal["line", "sentence", "sure"] = "line"

    @model_serializer(mode="wrap")
    def _written(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        content: dict[str, Any] = write(self)
        if self.unit == "line":
            del content["unit"]
        return content

    @property
    def pair(self) -> str:
        """The language pair, such as `de-en`."""
        return f"{self.source_language}-{self.target_language}"
