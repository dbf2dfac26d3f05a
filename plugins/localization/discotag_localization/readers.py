"""The readers: a pair of files with one language each, or a file with both."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Self

from discotag.plugin import FrozenModel, InputError, Reader, UsageError, checked, count_noun
from discotag.plugin.files import Notes, whole
from discotag_localization.corpus import Corpus, Side
from discotag_localization.editing import edited
from discotag_localization.languages import language_of_path, nearest_code

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence
    from pathlib import Path

    from pydantic import BaseModel

    from discotag.plugin import CorpusRequest, ParallelText, TextEdit
    from discotag_localization.texts import Lines
    from discotag_localization.units import Format, Scan, Unit

FORMATS = "discotag_localization.formats"
REFERENCE = "ref"
"""Name of the translation in a file that holds both languages."""
FUZZY, TRANSLATED, UNTRANSLATED = "fuzzy", "translated", "untranslated"


class Options(FrozenModel):
    """Options of readers of pairs: none."""


class StateOptions(FrozenModel):
    """Options of readers of files whose units have states.

    Args:
        states: read only units in these states; None = in any but those of unfinished
            translations (`fuzzy`, `new`, `unfinished`, `needs-review` …).
        skip_states: leave units in these states out.
    """

    states: tuple[str, ...] | None = None
    skip_states: tuple[str, ...] = ()


class TableOptions(StateOptions):
    """Options of the reader of tables: the names of their columns; "" = the likeliest.

    Args:
        id: with the unit's id.
        source: with the source.
        target: with the translation.
        note: with notes for translators.
        state: with the unit's state.
        document: with the document it belongs to.
    """

    id: str = ""
    source: str = ""
    target: str = ""
    note: str = ""
    state: str = ""
    document: str = ""


class _Reader:
    """What all readers of this package share.

    Class attributes say how they are called and which class of `formats` they use.
    """

    name: ClassVar[str]
    format: ClassVar[str]
    schema: ClassVar[type[BaseModel]] = Options

    def __init__(self, options: BaseModel) -> None:
        self._options = options
        self._notes = Notes()
        self._known: dict[Path, tuple[object, tuple[Lines, Scan]]] = {}

    @classmethod
    def create(cls, options: Mapping[str, Any]) -> Self:
        """Build the reader from its options."""
        return cls(checked(f"reader {cls.name}", options, cls.schema))

    def size(self, request: CorpusRequest) -> int | None:  # noqa: ARG002 - the protocol's
        """Return nothing: the files would be read twice."""
        return None

    def notes(self) -> Sequence[str]:
        """Return what was accepted in the last reading."""
        return self._notes.texts()

    def edited(self, path: Path, edits: Sequence[TextEdit]) -> bytes:
        """Return the file's bytes with edits made, and all else the same.

        Raises:
            ValueError: the text of an edit is not found, or cannot be written there.
            InputError: the file cannot be read.
        """
        return edited(self._format(), path, edits)

    def _format(self) -> Format:
        module, _, name = self.format.partition(":")
        found: Format = getattr(import_module(f"{FORMATS}.{module}"), name)()
        return found

    def _scan(self, path: Path, notes: Notes) -> tuple[Lines, Scan]:
        """Return what a file holds; one without notes is not scanned again."""
        stamp = _stamp(path)
        known = self._known.pop(path, None)
        if known is not None and known[0] == stamp:
            return known[1]
        kind = self._format()
        content = kind.parsed(whole(path), path)
        scan = kind.scan(content, notes)
        found = scan.lines_of(content), scan
        if stamp is not None and not notes.texts():
            self._known[path] = stamp, found
        return found


class PairReader(_Reader):
    """Reads files with one language each: the source's and those of its translations."""

    by_position: ClassVar[bool] = False

    def read(self, request: CorpusRequest) -> Iterator[ParallelText]:
        """Yield the documents: the main forms of all messages, then those of other forms.

        Raises:
            InputError: a file is faulty, or the files have no unit in common.
            UsageError: there is no translation, or ids of documents are given.
        """
        if request.docids is not None:
            raise UsageError("a file is a document; leave out --docids")
        paths = {**request.references, **request.hypotheses}
        if not paths:
            raise UsageError(
                f"{request.source} holds one language; give source and translation: --src FILE"
                " --tgt FILE"
            )
        self._notes = notes = Notes(is_strict=request.is_strict)
        sides = {name: self._side(path, notes) for name, path in paths.items()}
        source = self._side(request.source, notes)
        corpus = Corpus(_stem(request.source), source, sides, notes)
        texts = corpus.by_position() if self.by_position else corpus.by_id()
        is_empty = True
        for text in texts:
            is_empty = False
            yield _in_roles(text, request)
        if is_empty:
            told = " and ".join(_told(side.path, side.units) for side in sides.values())
            raise InputError(
                f"no unit is in all texts ({_told(source.path, source.units)}; {told}); units are"
                " found by their ids",
                path=request.source,
            )

    def languages(self, path: Path) -> tuple[Collection[str], Collection[str]]:
        """Return the language that a file names, or its name does by convention, as both."""
        _, scan = self._scan(path, Notes())
        code = scan.language or language_of_path(path)
        return ([code], [code]) if code else ((), ())

    def _side(self, path: Path, notes: Notes) -> Side:
        lines, scan = self._scan(path, notes)
        return Side(path, lines, scan.units)


class BothReader(_Reader):
    """Reads files that hold source and translation, which is named `ref`."""

    schema = StateOptions

    def read(self, request: CorpusRequest) -> Iterator[ParallelText]:
        """Yield the documents, without units that have no translation or are in other states.

        Raises:
            InputError: the file is faulty, in other languages, or holds no unit that is wanted.
            UsageError: other texts are given as well.
        """
        if request.docids is not None or request.references or request.hypotheses:
            raise UsageError(f"{request.source} holds both languages; give it alone")
        self._notes = notes = Notes(is_strict=request.is_strict)
        path = request.source
        lines, scan = self._scan(path, notes)
        units = self._chosen(scan.units, request)
        wanted = self._wanted(units, path)
        sides = {REFERENCE: Side(path, lines, wanted)}
        left = {_key(unit) for unit in units} - {_key(unit) for unit in wanted}
        sources = [unit for unit in scan.sources if _key(unit) not in left]
        corpus = Corpus(_stem(path), Side(path, lines, sources), sides, notes)
        is_empty = True
        for text in corpus.by_id():
            is_empty = False
            yield _in_roles(text, None)
        if is_empty:
            if not units:
                raise InputError("holds no translated unit", path=path)
            count = count_noun(len(units), "unit")
            raise InputError(f"holds no translation in the states that are wanted ({count} there)",
                             path=path)  # fmt: skip

    def languages(self, path: Path) -> tuple[Collection[str], Collection[str]]:
        """Return the languages that the file names; the translation's by its name, if need be."""
        _, scan = self._scan(path, Notes())
        target = scan.language or language_of_path(path)
        source = scan.source_language
        return ([source] if source else ()), ([target] if target else ())

    def _chosen(self, units: Sequence[Unit], request: CorpusRequest) -> Sequence[Unit]:  # noqa: ARG002 - of other readers
        """Return the units of the translation that is asked for."""
        return units

    def _wanted(self, units: Sequence[Unit], path: Path) -> list[Unit]:
        """Return the units in the states that are wanted; others are counted in a note."""
        options = self._options
        states = getattr(options, "states", None)
        skipped = getattr(options, "skip_states", ())
        kept, left = [], dict[str, int]()
        for unit in units:
            is_wanted = not _is_unfinished(unit.state) if states is None else unit.state in states
            if is_wanted and unit.state not in skipped:
                kept.append(unit)
            elif unit.state != UNTRANSLATED:
                left[unit.state] = left.get(unit.state, 0) + 1
        for state, count in left.items():
            self._notes.tell(
                f"{count_noun(count, 'unit')} in state {state!r} left out; --states"
                f" {TRANSLATED},{state} reads them",
                kind=f"state {state}",
                path=path,
                line=None,
            )
        return kept


def _is_unfinished(state: str) -> bool:
    """Return whether nobody has finished a translation, so that it is read only on request."""
    name = state.casefold().replace("_", "-").replace(" ", "-")
    return name in {FUZZY, "new", "unfinished"} or name.startswith("needs-")


def _stamp(path: Path) -> tuple[int, int] | None:
    """Return what distinguishes two states of a file; None where it does not exist."""
    try:
        facts = path.stat()
    except OSError:
        return None
    return facts.st_mtime_ns, facts.st_size


def _in_roles(text: ParallelText, request: CorpusRequest | None) -> ParallelText:
    """Return a document whose texts are references or systems, as they were given."""
    references = {REFERENCE} if request is None else request.references
    return replace(
        text,
        references={name: text.hypotheses[name] for name in references},
        hypotheses={
            name: lines for name, lines in text.hypotheses.items() if name not in references
        },
    )


def _key(unit: Unit) -> str:
    return unit.group or unit.id


def _stem(path: Path) -> str:
    return path.name.removesuffix(".gz").rpartition(".")[0] or path.name


def _told(path: Path, units: Sequence[Unit]) -> str:
    first = ", ".join(repr(unit.id) for unit in units[:2])
    return f"{path} has {count_noun(len(units), 'unit')}" + (f": {first} …" if first else "")


class JsonReader(PairReader, Reader):
    """Reads texts of an app in JSON: i18next and others, and Chrome's `messages.json`."""

    name, format = "json", "json_formats:JsonTexts"


class ArbReader(PairReader, Reader):
    """Reads Flutter's ARB."""

    name, format = "arb", "json_formats:Arb"


class YamlReader(PairReader, Reader):
    """Reads texts of an app in YAML, as in Rails."""

    name, format = "yaml", "yaml_texts:YamlTexts"


class PropertiesReader(PairReader, Reader):
    """Reads Java's properties."""

    name, format = "properties", "key_values:Properties"


class StringsReader(PairReader, Reader):
    """Reads Apple's `.strings`."""

    name, format = "strings", "key_values:Strings"


class StringsdictReader(PairReader, Reader):
    """Reads Apple's `.stringsdict`."""

    name, format = "stringsdict", "xml_formats:Stringsdict"


class AndroidReader(PairReader, Reader):
    """Reads Android's resources."""

    name, format = "android", "xml_formats:Android"


class ResxReader(PairReader, Reader):
    """Reads .NET's resources."""

    name, format = "resx", "xml_formats:Resx"


class HtmlReader(PairReader, Reader):
    """Reads HTML, paragraph by paragraph."""

    name, format, by_position = "html", "html_pages:Html", True


class MarkdownReader(PairReader, Reader):
    """Reads Markdown, paragraph by paragraph."""

    name, format, by_position = "markdown", "documents:Markdown", True


class DocxReader(PairReader, Reader):
    """Reads DOCX, paragraph by paragraph."""

    name, format, by_position = "docx", "documents:Docx", True


class PoReader(BothReader, Reader):
    """Reads gettext's PO."""

    name, format = "po", "gettext:Gettext"


class QtReader(BothReader, Reader):
    """Reads TS files of Qt Linguist."""

    name, format = "qt", "qt:QtLinguist"


class CsvReader(BothReader, Reader):
    """Reads tables with a column for each language."""

    name, format, schema = "csv", "table:Table", TableOptions

    def _format(self) -> Format:
        from discotag_localization.formats.table import Table

        return Table(self._options.model_dump())


class CatalogReader(BothReader, Reader):
    """Reads Apple's string catalogs, one of their languages at a time."""

    name, format = "xcstrings", "json_formats:StringCatalog"

    def languages(self, path: Path) -> tuple[Collection[str], Collection[str]]:
        """Return the language of the source, and those of all translations."""
        _, scan = self._scan(path, Notes())
        return [scan.source_language], [*dict.fromkeys(unit.kind for unit in scan.units)]

    def _chosen(self, units: Sequence[Unit], request: CorpusRequest) -> Sequence[Unit]:
        codes = [*dict.fromkeys(unit.kind for unit in units)]
        wanted = request.target_language
        if wanted is None and len(codes) > 1:
            raise UsageError(
                f"{request.source} holds several translations: {', '.join(codes)}; choose one with"
                " --target-lang"
            )
        code = nearest_code(wanted, codes) if wanted is not None else next(iter(codes), None)
        if code is None:
            raise InputError(
                f"holds no translation into {wanted!r}; there are {', '.join(codes) or 'none'}",
                path=request.source,
            )
        return [unit for unit in units if unit.kind == code]
