"""What components do: the Protocols that a declared factory must have.

A class that implements one names it as its base (`class EveryYou(Tagger):`): type checkers and
Python then report a method that is missing or has other types. One that only has the methods will
do, too.

Every factory is a class with `create(context)`; heavy imports belong inside it. Components keep no
state between documents, and their results must not depend on the order or the batch in which
documents come. A component that reads a model or table of its own has a `digest`, which goes
into the signature and into what is known again from an earlier run. One that holds something open
may have a function `finish()`, called when nothing more comes.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self, runtime_checkable

from discotag.core.parsing import NoOptions, Options, checked

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray
    from pydantic import BaseModel

    from discotag.core.components import Classes
    from discotag.core.document import (
        Alignment,
        Bead,
        Cluster,
        Document,
        ParallelText,
        Resolution,
        Side,
        SideName,
    )
    from discotag.core.language import LanguagePack
    from discotag.core.results import Comparison, DocumentView, Judgement, Results, Statistics
    from discotag.core.tables import Table
    from discotag.core.tags import Mark, TaggedDocument
    from discotag.core.tokens import Tokens


@dataclass(frozen=True)
class Context:
    """What a component is created for.

    Args:
        name: the component's own name, for messages.
        source: the source language's pack.
        target: the target language's pack.
        side: the side an analyzer, coref or annotator is bound to; None for taggers, aligners and
            scorers.
        tables: the target language's tables by name, an annotator's those of its side; a component
            reads the one it declared.
        argument: what came after the colon in `--analyzer spacy:NAME`, or None.
        options: settings by name, from the profile, the pack and the user, in rising order of
            force.
        classes: phenomenon → what its tagger declares of its labels (`TaggerInfo.classes`); for
            scorers.
        parts: the components that its argument names, created and in that order, for an aligner
            that declares `joins`.
    """

    name: str
    source: LanguagePack
    target: LanguagePack
    side: SideName | None = None
    tables: Mapping[str, Table] = field(default_factory=dict)
    argument: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    classes: Mapping[str, Classes] = field(default_factory=dict)
    parts: tuple[Any, ...] = ()

    @property
    def pack(self) -> LanguagePack:
        """The pack of the side the component is bound to; the target's if to none."""
        return self.source if self.side == "source" else self.target

    def read_options(self, schema: type[Options]) -> Options:
        """Check the options against a schema; UsageError names component and option."""
        return checked(self.name, self.options, schema)


class Configured:
    """What is made from its options alone: the base of readers, writers and reports.

    Attributes:
        title: role and name, for messages, such as `reader arrow`.
        schema: what its options must be.
    """

    title: ClassVar[str]
    schema: ClassVar[type[BaseModel]] = NoOptions

    def __init__(self, options: Any = None) -> None:
        """Take options that were checked; None = the schema's defaults."""
        self.options = self.schema() if options is None else options

    @classmethod
    def create(cls, options: Mapping[str, Any]) -> Self:
        """Build it; UsageError names the option that is wrong."""
        return cls(checked(cls.title, options, cls.schema))


class Tagger(Protocol):
    """Marks target tokens for one phenomenon, a document at a time.

    Example:
        >>> class EveryYou:
        ...     @classmethod
        ...     def create(cls, context):
        ...         return cls()
        ...     def mark(self, document):
        ...         for segment, tokens in enumerate(document.target):
        ...             for token in tokens:
        ...                 if token.form.casefold() == "you":
        ...                     yield Mark("address", "you", segment, token.index)
    """

    @classmethod
    @abstractmethod
    def create(cls, context: Context) -> Self:
        """Build the tagger; TableError if its table is wrong."""
        ...

    @abstractmethod
    def mark(self, document: Document) -> Iterable[Mark]:
        """Yield the marks of one document, in any order."""
        ...


class Aligner(Protocol):
    """Links the words of segment pairs."""

    @classmethod
    @abstractmethod
    def create(cls, context: Context) -> Self:
        """Build the aligner for a source and a target language."""
        ...

    @abstractmethod
    def align(self, pairs: Sequence[tuple[Tokens, Tokens]]) -> Sequence[Alignment]:
        """Return one Alignment per (source, target) pair, in order.

        An empty side gives no links.
        """
        ...


class Coref(Protocol):
    """Finds which mentions of a document's side speak of the same thing."""

    @classmethod
    @abstractmethod
    def create(cls, context: Context) -> Self:
        """Build the resolver for the side it is bound to."""
        ...

    @abstractmethod
    def resolve(self, documents: Sequence[Side]) -> Sequence[Sequence[Cluster]]:
        """Return the clusters of each document's side, in order."""
        ...


@runtime_checkable
class WeighingCoref(Protocol):
    """What a resolver may also be: it says what else each pronoun may refer to.

    A tagger that knows more than the resolver, such as the gender of a translation, chooses anew.
    """

    def weigh(self, documents: Sequence[Side]) -> Sequence[Resolution]:
        """Return clusters, the same as `resolve` gives, and alternatives of each side."""
        ...


class Analyzer(Protocol):
    """Splits segments into syntactic words and analyses them."""

    @classmethod
    @abstractmethod
    def create(cls, context: Context) -> Self:
        """Build the analyzer for the side it is bound to."""
        ...

    @abstractmethod
    def analyze(self, texts: Sequence[str]) -> Sequence[Tokens]:
        """Return one Tokens per segment, in order; an empty segment gives no tokens."""
        ...


class Annotator(Protocol):
    """Adds one named layer to a side."""

    @classmethod
    @abstractmethod
    def create(cls, context: Context) -> Self:
        """Build the annotator for the side it is bound to."""
        ...

    @abstractmethod
    def annotate(self, documents: Sequence[Side]) -> Sequence[Sequence[Any]]:
        """Give, for each document's side, one value per segment, in order."""
        ...


class Scorer(Protocol):
    """Counts per document, and computes measures from summed counts."""

    @classmethod
    @abstractmethod
    def create(cls, context: Context) -> Self:
        """Build the scorer."""
        ...

    @abstractmethod
    def statistics(self, comparisons: Iterable[Comparison]) -> Iterator[Statistics]:
        """Yield one Statistics per comparison, in order; rows without any count may be left out."""
        ...

    @abstractmethod
    def measures(self, counts: NDArray[np.float64]) -> Mapping[str, NDArray[np.float64]]:
        """Compute measures from counts (rows, columns): name → (rows,), the main one first.

        NaN is an undefined value.
        """
        ...

    @abstractmethod
    def signature(self) -> str:
        """Return what else makes its numbers reproducible; may be empty."""
        ...


@runtime_checkable
class Judge(Protocol):
    """What a scorer may also be: it gives its verdict at each tag, for people to read.

    Its verdicts must be those that it counts.
    """

    def judgements(self, comparison: Comparison) -> Iterable[Judgement]:
        """Return the verdicts at the tags of the comparison's only reference, in text order."""
        ...


class Splitter(Protocol):
    """Splits running text of one language into sentences."""

    @classmethod
    @abstractmethod
    def create(cls, context: Context) -> Self:
        """Build the splitter for the side it is bound to."""
        ...

    @abstractmethod
    def spans(self, text: str) -> Sequence[tuple[int, int]]:
        """Return begin and end of each sentence in characters, in order.

        No two overlap, and between them is nothing but white space. A new line ends a sentence.
        """
        ...


class SentenceAligner(Protocol):
    """Finds which sentences of a text and of its translation belong together."""

    @classmethod
    @abstractmethod
    def create(cls, context: Context) -> Self:
        """Build the aligner for a source and a target language."""
        ...

    @abstractmethod
    def beads(
        self, source: Sequence[Sequence[str]], target: Sequence[Sequence[str]]
    ) -> Sequence[Bead]:
        """Return the beads of a document, in order; every sentence is in one.

        Args:
            source: blocks of sentences: the lines, where lines belong together; otherwise one
                block, the whole text.
            target: as many blocks; no bead goes over the edge of a block. Beads count sentences
                from the beginning of the document.
        """
        ...


@dataclass(frozen=True)
class CorpusRequest:
    """The files a reader should read.

    Args:
        source: the source file, or the one file that holds everything (TSV, JSONL); `-` is standard
            input.
        references: reference name → file.
        hypotheses: system name → file, in the user's order.
        docids: the file of document ids, one per line.
        is_strict: whether to refuse what is otherwise accepted with a note.
        source_language: code of the source's language, for files that hold several; None = unknown.
        target_language: likewise of the translations.
    """

    source: Path
    references: Mapping[str, Path] = field(default_factory=dict)
    hypotheses: Mapping[str, Path] = field(default_factory=dict)
    docids: Path | None = None
    is_strict: bool = False
    source_language: str | None = None
    target_language: str | None = None


class Reader(Protocol):
    """Reads a corpus, a document at a time."""

    @classmethod
    @abstractmethod
    def create(cls, options: Mapping[str, Any]) -> Self:
        """Build the reader."""
        ...

    @abstractmethod
    def read(self, request: CorpusRequest) -> Iterator[ParallelText]:
        """Yield the documents in order; InputError names the file and line of bad input."""
        ...

    def size(self, request: CorpusRequest) -> int | None:  # noqa: ARG002
        """Return the number of segments for a progress bar; None, as here, if it costs too much."""
        return None

    def notes(self) -> Sequence[str]:
        """Return what was accepted but is worth a note, once reading is over; here nothing."""
        return ()


@runtime_checkable
class LanguageTeller(Protocol):
    """What a reader may also do: say which languages a file is in."""

    def languages(self, path: Path) -> tuple[Collection[str], Collection[str]]:
        """Return the codes of the sources and of the targets as in the file.

        Raises:
            InputError: it cannot be read.
        """
        ...


@dataclass(frozen=True, slots=True)
class TextEdit:
    """Words of a translation that are to be replaced in its file.

    Args:
        unit: what the file calls the segment (`ParallelText.units`); None = nothing.
        line: 1-based line where the segment begins (`ParallelText.lines`); None = unknown.
        text: the segment's text, as the reader gave it.
        start: offset of the first character that is replaced, in code points of `text`.
        end: offset after the last one.
        replacement: what is written there, as people read it; the reader escapes it.
    """

    unit: str | None
    line: int | None
    text: str
    start: int
    end: int
    replacement: str

    def __post_init__(self) -> None:
        """Check that it is within its text."""
        if not 0 <= self.start <= self.end <= len(self.text):
            raise ValueError(f"an edit of {self.start}-{self.end} lies outside {self.text!r:.60}")

    @property
    def replaced(self) -> str:
        """The words that are to go."""
        return self.text[self.start : self.end]

    @property
    def edited(self) -> str:
        """The segment's text with the edit made."""
        return self.text[: self.start] + self.replacement + self.text[self.end :]


@runtime_checkable
class EditingReader(Protocol):
    """What a reader may also do: write a translation's words into its file."""

    def edited(self, path: Path, edits: Sequence[TextEdit]) -> bytes:
        """Return the file's bytes with the edits made, and all else byte for byte the same.

        Args:
            path: the file that holds the translation: of a pair its own, else the one file.
            edits: what is to be replaced, in any order; no two overlap.

        Raises:
            ValueError: the text of an edit is not found there, or cannot be written; it says why.
            InputError: the file cannot be read.
        """
        ...


class Writer(Protocol):
    """Writes tagged documents of one target text to one file, or to it and others next to it."""

    @classmethod
    @abstractmethod
    def create(cls, options: Mapping[str, Any]) -> Self:
        """Build the writer."""
        ...

    @abstractmethod
    def open(self, path: Path) -> AbstractContextManager[Callable[[TaggedDocument], None]]:
        """Give, as a context manager, a function that writes one document; call it in corpus order.

        The file appears when the block ends well, and not at all when it ends with an exception.
        """
        ...


class Report(Protocol):
    """Shows a run's results as one text file."""

    @classmethod
    @abstractmethod
    def create(cls, options: Mapping[str, Any]) -> Self:
        """Build the report."""
        ...

    @abstractmethod
    def render(self, results: Results, documents: Iterable[DocumentView]) -> Iterable[str]:
        """Yield the text of the file, piece by piece; documents may be left unread."""
        ...


def missing_methods(protocol: type | None, factory: Any) -> list[str]:
    """Return the methods of a Protocol that a class, or what is used in its place, lacks."""
    names = [name for name in vars(protocol or object) if not name.startswith("_")]
    return [
        name
        for name in names
        if not callable(method := getattr(factory, name, None))
        or getattr(method, "__isabstractmethod__", False)
    ]
