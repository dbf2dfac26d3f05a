"""The `muda-json` writer: tokens with the names of their tags, as MuDA's --dump-tags has them."""

from __future__ import annotations

import json
from contextlib import contextmanager
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any, Self

from discotag.core.options import NoOptions, checked
from discotag.core.roles import implements
from discotag.files.atomic_write import atomic_write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from discotag.core.tags import TaggedDocument

ORDER = ("lexical_cohesion", "formality", "verb_form", "pronouns", "ellipsis")
"""Order of a token's tags; other phenomena follow by name."""


@implements("writer")
class MudaJsonWriter:
    """Writes `[document][segment][{"token": …, "tags": […]}]`; marks without context are not."""

    @classmethod
    def create(cls, options: Mapping[str, Any]) -> Self:
        """Build the writer; it has no options."""
        checked("writer muda-json", options, NoOptions)
        return cls()

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
