"""`discotag align sentences`: which sentences of two whole texts belong together."""

from __future__ import annotations

from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from discotag.cli import options
from discotag.cli.options import writable_file
from discotag.cli.session import open_registry
from discotag.core.errors import UnknownNameError, UsageError
from discotag.plugins.aligners.sentences.search import SKIP

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from discotag.core.document import Bead, SideName
    from discotag.core.interfaces import Splitter
    from discotag.core.language import LanguagePack
    from discotag.core.registry import Registry
    from discotag.pipeline.plans import PlannedSentenceAligner, PlannedSplitter
    from discotag.pipeline.stages import Observers
    from discotag.plugins.aligners.sentences.documents import AlignedDocument

    Find = Callable[[Sequence[str], Sequence[str]], Sequence[Bead]]

STAGE = "align"
DEFAULT = "lexicon-beads"
"""The sentence aligner that is taken where none is named."""
SIDES: tuple[SideName, SideName] = ("source", "target")


class Format(StrEnum):
    """How beads are written."""

    TSV = "tsv"
    JSONL = "jsonl"
    TMX = "tmx"
    LINES = "lines"


def align(
    *,
    source: Annotated[
        Path, typer.Option("--src", help="A document, or a folder of them; - is standard input.")
    ],
    target: Annotated[
        Path,
        typer.Option("--tgt", help="Its translation, or a folder with files of the same names."),
    ],
    source_language: options.SourceLanguage,
    target_language: options.TargetLanguage,
    out: Annotated[
        Path,
        typer.Option(
            "--out",
            "-o",
            callback=writable_file,
            help="File to write; with lines, what their names begin with: OUT.en, OUT.de,"
            " OUT.docids.",
        ),
    ] = Path("-"),
    output: Annotated[Format, typer.Option("--format", "-f", help="How to write it.")] = Format.TSV,
    skip: Annotated[
        float,
        typer.Option(
            "--skip",
            min=0.1,
            help="What a sentence without a counterpart costs, in nats; 2.5 finds more omissions.",
        ),
    ] = SKIP,
    table: Annotated[
        Path | None, typer.Option("--table", help="Translation table; default: the packs'.")
    ] = None,
    splitter: options.Splitters = None,
    sentence_aligner: options.SentenceAligner = None,
    settings: options.Settings = None,
    reader: Annotated[
        str,
        typer.Option(
            "--reader", help="Reader of both texts, such as markdown; default: by ending."
        ),
    ] = "",
    without: options.Without = None,
    quiet: options.Quiet = False,
) -> None:
    """Find which sentences of two whole texts belong together.

    The texts need no lines in common: both are split into sentences, and each few sentences of
    the one are put next to those of the other that translate them. A line never continues in the
    next one. Sentences that one side lacks are reported. Examples:

    discotag align sentences --src report.en.txt --tgt report.de.txt -s en -t de

    discotag align sentences --src en/ --tgt de/ -s en -t de -f tmx -o reports.tmx

    discotag align sentences --src report.en.docx --tgt report.de.docx -s en -t de

    discotag align sentences --src talk.en --tgt talk.ja -s en -t ja --sentence-aligner e5
    """
    from discotag.cli.corpus_input import shown_progress
    from discotag.pipeline.stages import Observers
    from discotag.plugins.aligners.sentences import documents as formats
    from discotag.plugins.aligners.sentences.documents import DocumentAligner

    if output is Format.LINES and str(out) == "-":
        raise UsageError("--format lines writes three files: name them with --out")
    registry = open_registry(tuple(without or ()))
    packs = [registry.language(code).info for code in (source_language, target_language)]
    if sentence_aligner is None and not settings:
        find = _by_words(packs, table, skip, Observers(registry.plugins.manager))
    else:
        given = {"table": str(table) if table else None, "skip": None if skip == SKIP else skip}
        find = _by_component(sentence_aligner, settings, given, registry, packs)
    splitters = _splitters(splitter, registry, packs)
    aligner = DocumentAligner(find, packs[0], packs[1], splitters=splitters)
    documents = []
    with shown_progress(registry.plugins.manager, is_quiet=quiet):
        for name, one, other in _pairs(source, target, quiet=quiet):
            texts = (
                _text(path, registry, reader, may_be_empty=source.is_dir()) for path in (one, other)
            )
            documents.append(aligner.align(name, *texts))
    for document in () if quiet else documents:
        typer.echo(_summary(document, packs), err=True)
    codes = packs[0].code, packs[1].code
    if output is Format.LINES:
        for suffix, lines in formats.aligned_lines(documents, *codes).items():
            _write(out.with_name(f"{out.name}.{suffix}"), lines)
    elif output is Format.TMX:
        _write(out, formats.tmx(documents, *codes))
    else:
        written = formats.tsv if output is Format.TSV else formats.json_lines
        _write(out, written(documents))


def _by_words(
    packs: Sequence[LanguagePack], table: Path | None, skip: float, observers: Observers
) -> Find:
    """Return what aligns by translation tables, and reports its progress."""
    from discotag.plugins.aligners.lexicon.sources import find_table
    from discotag.plugins.aligners.sentences.components import TextAligner

    found, _ = find_table(packs[0], packs[1], table)
    align = TextAligner(found, packs[0], packs[1], skip=skip).align
    return partial(align, told=lambda sentences: observers.add(STAGE, 0.0, sentences))


def _by_component(
    named: str | None,
    settings: list[str] | None,
    given: Mapping[str, object],
    registry: Registry,
    packs: Sequence[LanguagePack],
) -> Find:
    """Return what aligns by the sentence aligner that was named, with its options.

    Args:
        named: the sentence aligner; None = the one that aligns by words.
        settings: what `--set` says.
        given: options with flags of their own; None = the component's default.
        registry: what is installed.
        packs: of both languages.

    Raises:
        UsageError: `--set` names another component.
    """
    from discotag.core.validation import checked_beads
    from discotag.pipeline.components import load_for_pair
    from discotag.pipeline.config import ComponentSpec, parse_options
    from discotag.pipeline.plans import PlannedComponent

    spec = ComponentSpec.parse(named or DEFAULT)
    declared = registry.sentence_aligners.get(spec.name)
    set_options = parse_options(settings or [])
    own = set_options.pop(spec.name, {})
    if set_options:
        raise UsageError(f"--set {min(set_options)}: the sentence aligner is {spec.name}")
    options = {name: value for name, value in given.items() if value is not None} | own
    planned: PlannedSentenceAligner = PlannedComponent(
        "sentence_aligner", "", declared.info, declared.owner, spec.argument, options
    )
    loaded = load_for_pair(planned, packs[0], packs[1])

    def find(source: Sequence[str], target: Sequence[str]) -> Sequence[Bead]:
        with loaded.call():
            found = loaded.component.beads([source], [target])
            return checked_beads(found, [source], [target])

    return find


def _splitters(
    given: list[str] | None, registry: Registry, packs: Sequence[LanguagePack]
) -> tuple[Splitter | None, Splitter | None]:
    """Create the splitters that were named; None where the pack's rules should split."""
    from discotag.pipeline.components import load_for_pair
    from discotag.pipeline.config import parse_selections
    from discotag.pipeline.plans import PlannedComponent

    named = parse_selections(given or [])
    for place in sorted(set(named) - {"", *SIDES}):
        raise UnknownNameError("side", place, SIDES, scope="for --splitter")
    found: list[Splitter | None] = []
    for side in SIDES:
        chosen = named.get(side, named.get(""))
        if chosen is None:
            found.append(None)
            continue
        declared = registry.splitters.get(chosen.name)
        planned: PlannedSplitter = PlannedComponent(
            "splitter", side, declared.info, declared.owner, chosen.argument, side=side
        )
        found.append(load_for_pair(planned, packs[0], packs[1]).component)
    return found[0], found[1]


def _write(out: Path, lines: Iterable[str]) -> None:
    from discotag.files.output import atomic_write

    if str(out) == "-":
        for line in lines:
            typer.echo(line, nl=False)
    else:
        with atomic_write(out) as write:
            for line in lines:
                write(line)


def _pairs(source: Path, target: Path, *, quiet: bool) -> Iterator[tuple[str, Path, Path]]:
    """Yield name, source and translation of each document; what one folder lacks is reported."""
    if source.is_dir() != target.is_dir():
        raise UsageError(f"--src {source} and --tgt {target}: give two files, or two folders")
    if not source.is_dir():
        if str(source) == str(target) == "-":
            raise UsageError("--src and --tgt: only one of them can be standard input")
        yield source.stem, source, target
        return
    here, there = _names(source), _names(target)
    if not here:
        raise UsageError(f"--src {source}: the folder holds no file")
    if not here & there:
        raise UsageError(
            f"no file is in both {source} and {target}: documents have the same names in both"
        )
    for folder, names in ((target, here - there), (source, there - here)):
        if names and not quiet:
            more = f" and {len(names) - 1} more" if len(names) > 1 else ""
            typer.echo(f"note: {folder} has no {min(names)!r}{more}, left out", err=True)
    for name in sorted(here & there):
        yield name, source / name, target / name


def _names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir() if path.is_file() and path.name[0] != "."}


def _text(path: Path, registry: Registry, reader: str, *, may_be_empty: bool) -> str:
    """Return the text of a file: plain, of subtitles, or what a reader of one language reads.

    Raises:
        InputError: it is not plain text, and no reader opens it.
        UsageError: the named reader does not read files with one language.
    """
    from discotag.core.interfaces import CorpusRequest
    from discotag.files.file_types import check_lines
    from discotag.files.text import Notes, lines_of
    from discotag.pipeline.corpus import FOLDER_READER, open_reader, reader_name

    if may_be_empty and not path.stat().st_size:
        return ""
    name = reader or ("" if str(path) == "-" else reader_name(registry, path))
    if name == FOLDER_READER or (name and registry.readers.get(name).info.is_monolingual):
        opened = open_reader(registry, path, name)
        request = CorpusRequest(source=path, references={"itself": path})
        texts = opened.read(request, takes_running=True)
        return "\n".join(line for text in texts for line in text.shown.get("", text.source))
    if reader and reader != "lines":
        raise UsageError(f"--reader {reader}: reads no files with one language each")
    check_lines(path)
    return "\n".join(lines_of(path, Notes()))


def _summary(document: AlignedDocument, packs: Sequence[LanguagePack]) -> str:
    from discotag.language.fit import poor_alignment_reason, wrong_language_note

    beads = document.beads
    told = wrong_language_note(document.target.sentences, packs[0], packs[1])
    doubt = f"; the translation {told}" if told else ""
    if not doubt and not (document.source.spans and document.target.spans):
        doubt = "; one side is empty"
    if not doubt and poor_alignment_reason(beads):
        doubt = "; is this a translation of that text?"
    lacking = [sum(bead.kind == kind for bead in beads) for kind in ("1-0", "0-1")]
    unsure = sum(bead.is_linked and not document.is_sure(bead) for bead in beads)
    return (
        f"{document.name}: {_counted(document.source.spans)} and"
        f" {_counted(document.target.spans)} sentences in {len(beads)} beads;"
        f" {lacking[0]} left out, {lacking[1]} added, {unsure} unsure{doubt}"
    )


def _counted(spans: Sequence[object]) -> str:
    return f"{len(spans):,}"
