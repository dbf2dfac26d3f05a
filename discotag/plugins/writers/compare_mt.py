"""The `compare-mt` writer: a label per token, and the tokens themselves in a file beside it.

compare-mt splits at white space, so it must be given the tokens that the labels belong to, not the
text. Format: https://github.com/neulab/compare-mt, bucket type `multilabel`.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Self

from discotag.core.options import NoOptions, checked
from discotag.core.roles import implements
from discotag.files.atomic_write import atomic_write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from discotag.core.tags import TaggedDocument

LABELS, TOKENS = ".labels", ".tokens"
NONE = "no_tag"
"""Label of a token without a tag."""
SPACE = "_"
"""Stands for white space inside a token."""


@implements("writer")
class CompareMtWriter:
    """Writes a line per segment: for each token its phenomena with `+` between, or `no_tag`.

    Only tags are labels. The tokens, a line per segment with spaces between, go to a file of the
    same name that ends in `.tokens` instead of `.labels`.
    """

    @classmethod
    def create(cls, options: Mapping[str, Any]) -> Self:
        """Build the writer; it has no options."""
        checked("writer compare-mt", options, NoOptions)
        return cls()

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
