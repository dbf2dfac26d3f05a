"""The `jsonl` writer: tags as JSON Lines, one document per line."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Self

from pydantic import BaseModel, ConfigDict

from discotag.core.options import checked
from discotag.core.roles import implements
from discotag.files.atomic_write import atomic_write
from discotag.files.tags import KEPT, Column, tag_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from discotag.core.tags import TaggedDocument


class TagsOptions(BaseModel):
    """Options of the `jsonl` writer.

    Args:
        columns: which columns are kept beside forms and offsets, where they were computed.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    columns: tuple[Column, ...] = KEPT


@implements("writer")
class TagsJsonlWriter:
    """Writes schema `discotag-tags/1` (docs/formats.md), which `read_tags` reads back.

    Annotators' layers are not written; the marks hold what was decided from them.
    """

    def __init__(self, options: TagsOptions) -> None:
        self._columns = options.columns

    @classmethod
    def create(cls, options: Mapping[str, Any]) -> Self:
        """Build the writer from `TagsOptions`."""
        return cls(checked("writer jsonl", options, TagsOptions))

    @contextmanager
    def open(self, path: Path) -> Iterator[Callable[[TaggedDocument], None]]:
        """Open a file of one line per document; errors as `atomic_write`."""
        with atomic_write(path) as write:
            yield lambda tagged: write(tag_line(tagged, self._columns))
