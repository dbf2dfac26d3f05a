"""Writers of marks: `jsonl` (read back by `score`), `muda-json`, `compare-mt` and `tsv`."""

from __future__ import annotations

import json
from contextlib import contextmanager
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any

from discotag.core.interfaces import Configured, Writer
from discotag.core.parsing import FrozenModel
from discotag.core.text import guarded_cell
from discotag.files.output import atomic_write
from discotag.files.tags import COLUMNS, KEPT, Column, rows, tag_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from discotag.core.tags import TaggedDocument


class TagsOptions(FrozenModel):
    """Options of the `jsonl` writer.

    Args:
        columns: which columns are kept besides forms and offsets, where they were computed.
    """

    columns: tuple[Column, ...] = KEPT


class TagsJsonlWriter(Configured, Writer):
    """Writes schema `discotag-tags/1` (docs/formats.md), which `read_tags` reads back.

    Annotators' layers are not written; the marks hold what was decided from them.
    """

    title = "writer jsonl"
    schema = TagsOptions
    options: TagsOptions

    @contextmanager
    def open(self, path: Path) -> Iterator[Callable[[TaggedDocument], None]]:
        """Open a file of one line per document; errors as `atomic_write`."""
        with atomic_write(path) as write:
            yield lambda tagged: write(tag_line(tagged, self.options.columns))


ORDER = ("lexical_cohesion", "formality", "verb_form", "pronouns", "ellipsis")
"""Order of a token's tags; other phenomena follow by name."""


class MudaJsonWriter(Configured, Writer):
    """Writes `[document][segment][{"token": …, "tags": […]}]`; marks without context are not."""

    title = "writer muda-json"

    @contextmanager
    def open(self, path: Path) -> Iterator[Callable[[TaggedDocument], None]]:
        """Open the array, laid out as `json.dumps(…, indent=2)`; errors as `atomic_write`."""
        with atomic_write(path) as write:
            separators = chain(["[\n"], repeat(",\n"))

            def write_document(tagged: TaggedDocument) -> None:
                array = json.dumps([_segments(tagged)], indent=2, ensure_ascii=False)
                write(next(separators) + array.removeprefix("[\n").removesuffix("\n]"))

            yield write_document
            write("[]" if next(separators) == "[\n" else "\n]")


def _segments(tagged: TaggedDocument) -> list[list[dict[str, Any]]]:
    names: dict[tuple[int, int], set[str]] = {}
    for mark in tagged.tags:
        names.setdefault((mark.segment, mark.token), set()).add(mark.phenomenon)
    return [
        [
            {"token": form, "tags": sorted(names.get((segment, token), ()), key=_rank)}
            for token, form in enumerate(tokens.forms)
        ]
        for segment, tokens in enumerate(tagged.document.target)
    ]


def _rank(phenomenon: str) -> tuple[int, str]:
    return (ORDER.index(phenomenon) if phenomenon in ORDER else len(ORDER), phenomenon)


LABELS, TOKENS = ".labels", ".tokens"
NONE = "no_tag"
"""Label of a token without a tag."""
SPACE = "_"
"""Replaces white space inside a token."""


class CompareMtWriter(Configured, Writer):
    """Writes a line per segment: for each token its phenomena with `+` between, or `no_tag`.

    Only tags are labels. The tokens, a line per segment with spaces between, go to a file of the
    same name that ends in `.tokens` instead of `.labels`.
    """

    title = "writer compare-mt"

    @contextmanager
    def open(self, path: Path) -> Iterator[Callable[[TaggedDocument], None]]:
        """Open both files; errors as `atomic_write`."""
        with atomic_write(tokens_path(path)) as write_tokens, atomic_write(path) as write_labels:

            def write_document(tagged: TaggedDocument) -> None:
                for tokens, labels in _lines(tagged):
                    write_tokens(tokens + "\n")
                    write_labels(labels + "\n")

            yield write_document


def tokens_path(path: Path) -> Path:
    """Return the file of the tokens that belongs to a file of labels.

    Example:
        >>> [tokens_path(Path(name)).name for name in ("A.labels", "A.labels.gz", "A")]
        ['A.tokens', 'A.tokens.gz', 'A.tokens']
    """
    packed = ".gz" if path.suffix == ".gz" else ""
    name = path.name.removesuffix(packed).removesuffix(LABELS)
    return path.with_name(f"{name}{TOKENS}{packed}")


def _lines(tagged: TaggedDocument) -> Iterator[tuple[str, str]]:
    """Yield the line of tokens and the line of labels of each segment."""
    names: dict[tuple[int, int], set[str]] = {}
    for tag in tagged.tags:
        names.setdefault((tag.segment, tag.token), set()).add(tag.phenomenon)
    for segment, tokens in enumerate(tagged.document.target):
        labels = ("+".join(sorted(names.get((segment, j), (NONE,)))) for j in range(len(tokens)))
        yield " ".join(SPACE.join(form.split()) or SPACE for form in tokens.forms), " ".join(labels)


UNDEFINED = "–"


class TsvWriter(Configured, Writer):
    """Writes a header and a row per mark, without quoting; an undefined value is `–`.

    Tabs and line ends inside a text become spaces; one that a spreadsheet would take for a formula
    begins with an apostrophe.
    """

    title = "writer tsv"

    @contextmanager
    def open(self, path: Path) -> Iterator[Callable[[TaggedDocument], None]]:
        """Open the file and write the header; errors as `atomic_write`."""
        with atomic_write(path) as write:
            write("\t".join(COLUMNS) + "\n")

            def write_document(tagged: TaggedDocument) -> None:
                for row in rows(tagged):
                    write("\t".join(map(_cell, row.values())) + "\n")

            yield write_document


def _cell(value: Any) -> str:
    match value:
        case None:
            return UNDEFINED
        case bool():
            return str(value).lower()
        case int():
            return str(value)
        case list():
            return " ".join(map(_item, value))
        case _:
            return _text(str(value))


def _item(value: Any) -> str:
    return ":".join(map(str, value.values())) if isinstance(value, dict) else str(value)


def _text(value: str) -> str:
    safe = guarded_cell(value)
    return " ".join(safe.replace("\t", " ").splitlines()) if safe else safe
