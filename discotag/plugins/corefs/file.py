"""Coreference clusters read from a JSON Lines file instead of being computed.

One line per document: `{"document": "talk-1", "clusters": [[[0, 0, 2], [3, 4, 5]], …]}`. A mention
is `[segment, start, end]` or `[segment, start, end, head]`: 0-based segment of the document, first
token, token after the last, head token, all counted in the analyzer's tokens. Without a head, the
parse decides it; without a parse, it is the last token. Rows of documents that a run does not hold
are allowed.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, Self

from pydantic import Field

from discotag.core.document import Cluster, Mention
from discotag.core.errors import InputError, UsageError
from discotag.core.interfaces import Coref
from discotag.core.parsing import FrozenModel
from discotag.core.text import count_noun
from discotag.files.json import records
from discotag.files.output import digest_of
from discotag.files.text import Notes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag.core.document import MentionKind, Side
    from discotag.core.interfaces import Context
    from discotag.core.tokens import Tokens


Index = Annotated[int, Field(ge=0)]
Span = tuple[Index, Index, Index] | tuple[Index, Index, Index, Index]
KINDS: dict[str, MentionKind] = {"PRON": "pronoun", "PROPN": "name"}


class FileOptions(FrozenModel):
    """Options of `file`.

    Args:
        path: the JSON Lines file, where it is not the argument (`file:PATH`).
        missing: what a document without a row is: an error, or a document without clusters.
    """

    path: Path | None = None
    missing: Literal["error", "empty"] = "error"


class DocumentClusters(FrozenModel):
    """One line of the file."""

    document: str
    clusters: tuple[Annotated[tuple[Span, ...], Field(min_length=2)], ...]


class FileCoref(Coref):
    """Gives each document the clusters that a file holds for it.

    Args:
        path: the JSON Lines file.
        missing: `error` or `empty`, for a document without a row.

    Raises:
        InputError: naming file and line, for whatever cannot be read.
    """

    def __init__(self, path: Path, *, missing: Literal["error", "empty"] = "error") -> None:
        self._path, self._missing = path, missing
        self.digest = digest_of([path]) if path.is_file() else ""
        self._rows: dict[str, tuple[int, DocumentClusters]] = {}
        for line, row in records(path, DocumentClusters, Notes()):
            if row.document in self._rows:
                first = self._rows[row.document][0]
                raise InputError(
                    f"document {row.document!r} has a row already, in line {first}; join them",
                    path=path,
                    line=line,
                )
            self._rows[row.document] = line, row

    @classmethod
    def create(cls, context: Context) -> Self:
        """Read the file named by the argument (`file:PATH`) or by the option `path`."""
        options = context.read_options(FileOptions)
        path = Path(context.argument) if context.argument else options.path
        if path is None:
            raise UsageError("coref file: name a file, as in --coref file:clusters.jsonl")
        return cls(path, missing=options.missing)

    def resolve(self, documents: Sequence[Side]) -> Sequence[Sequence[Cluster]]:
        """Return each document's clusters; InputError for a missing row or a span out of range."""
        return tuple(self._clusters(side) for side in documents)

    def _clusters(self, side: Side) -> tuple[Cluster, ...]:
        if side.document not in self._rows:
            if self._missing == "empty":
                return ()
            raise InputError(
                f"holds no row for document {side.document!r}; add one, or set missing=empty",
                path=self._path,
            )
        line, row = self._rows[side.document]
        clusters = []
        taken: set[Mention] = set()
        for spans in row.clusters:
            mentions = tuple(sorted(self._mention(side, span, line) for span in spans))
            for mention in mentions:
                if mention in taken:
                    place = [mention.segment, mention.start, mention.end]
                    raise self._error(side, line, f"mention {place} stands twice")
                taken.add(mention)
            clusters.append(Cluster(mentions))
        return tuple(sorted(clusters, key=lambda cluster: cluster.mentions))

    def _mention(self, side: Side, span: Span, line: int) -> Mention:
        segment, start, end, *rest = span
        shown = list(span)
        if segment >= len(side):
            size = count_noun(len(side), "segment")
            raise self._error(side, line, f"mention {shown}: the document has {size}")
        tokens = side[segment]
        if not start < end <= len(tokens):
            size = count_noun(len(tokens), "token")
            raise self._error(side, line, f"mention {shown}: segment {segment} has {size}")
        head = rest[0] if rest else _head(tokens, start, end)
        if not start <= head < end:
            raise self._error(side, line, f"mention {shown}: its head lies outside it")
        kind = KINDS.get(tokens.upos[head], "noun") if tokens.upos else "noun"
        return Mention(segment, start, end, head, kind)

    def _error(self, side: Side, line: int, message: str) -> InputError:
        return InputError(f"document {side.document!r}: {message}", path=self._path, line=line)


def _head(tokens: Tokens, start: int, end: int) -> int:
    heads = tokens.heads
    if heads is None:
        return end - 1
    return next((token for token in range(start, end) if not start <= heads[token] < end), end - 1)
