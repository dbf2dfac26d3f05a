"""`discotag annotate`: draw samples for people, write forms, read answers."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from discotag.plugin import count_noun, options
from discotag.plugin.commands import open_registry, writable_folder
from discotag_annotate.forms.writing import Form
from discotag_annotate.instruments.common import SEED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag_annotate.answers import Collected
    from discotag_annotate.results.tables import Table

annotate = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    add_completion=False,
    help="Draw samples for people, and read what they say of them.",
)


class StudyKind(StrEnum):
    """The studies."""

    TAGS = "tags"
    CAUSES = "causes"
    SPAN = "span"
    RANK = "rank"
    CHOICE = "choice"


class Against(StrEnum):
    """What a reference with a connective is set against."""

    DELETED = "deleted"
    SYSTEM = "system"


class Format(StrEnum):
    """How figures are printed."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"


@dataclass(frozen=True)
class OfRun:
    """What is drawn from: a run, or a file of tags."""

    run: Annotated[Path | None, typer.Option(help="tags, span: folder of discotag run --out.")] = (
        None
    )
    tags: Annotated[Path | None, typer.Option(help="tags: a file of tags (JSON Lines).")] = None
    text: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="tags: which text of the run; default: first."),
    ] = None
    segments: Annotated[
        int | None, typer.Option(min=1, help="tags: segments at random; default 50.")
    ] = None
    every: Annotated[
        str | None,
        typer.Option(
            help="tags: phenomena, with commas, of which every tag is shown; default: ellipsis;"
            " '' = none."
        ),
    ] = None
    verify: options.Verified = True


@options.panel("From running text")
@dataclass(frozen=True)
class OfText:
    """What is drawn from: running text."""

    source: Annotated[
        Path | None, typer.Option("--src", help="causes, span: source text, or a corpus.")
    ] = None
    docids: options.DocumentIds = None
    reader: options.ReaderName = ""
    source_language: Annotated[
        str | None, typer.Option("--source-lang", "-s", help="causes, span: language of the text.")
    ] = None
    target_languages: Annotated[
        list[str] | None,
        typer.Option(
            "--target-lang",
            "-t",
            metavar="CODE[=NAME]",
            help="causes: language of the translation. span: language that people translate into;"
            " repeatable.",
        ),
    ] = None
    per_domain: Annotated[
        int | None, typer.Option(min=1, help="span: sentences of each domain; default 100.")
    ] = None
    phase: Annotated[int | None, typer.Option(min=1, max=3, help="span: 1, 2 or 3; default 1.")] = (
        None
    )


@options.panel("By cause")
@dataclass(frozen=True)
class OfCauses:
    """What is drawn by cause, besides the text."""

    target: Annotated[Path | None, typer.Option("--tgt", help="causes: the translation.")] = None
    phenomena: Annotated[
        str | None,
        typer.Option("--phenomena", "-p", help="causes: names with commas; default: all."),
    ] = None
    each: Annotated[
        int | None, typer.Option(min=1, help="causes: words of each stratum; default 5.")
    ] = None
    show_causes: Annotated[
        bool, typer.Option("--show-causes", help="causes: name the cause in the forms.")
    ] = False


@options.panel("Later phases")
@dataclass(frozen=True)
class Later:
    """What a later phase follows."""

    after: Annotated[Path | None, typer.Option(help="span, phases 2 and 3: the earlier study.")] = (
        None
    )
    answers: Annotated[
        list[Path] | None,
        typer.Option(metavar="PATH", help="span: its answers, if not in its folder; repeatable."),
    ] = None
    cut: Annotated[
        float | None, typer.Option(min=0, max=1, help="span: share of “no” to exceed; default 0.4.")
    ] = None
    leave_out: Annotated[
        list[str] | None, typer.Option(metavar="ITEM", help="span: a faulty item; repeatable.")
    ] = None


@options.panel("From a test set")
@dataclass(frozen=True)
class OfTestset:
    """What is drawn from: a test set."""

    testset: Annotated[
        Path | None, typer.Option(help="rank, choice: folder of discotag dip build.")
    ] = None
    size: Annotated[
        int | None, typer.Option(min=1, help="rank, choice: items; default 100 and 200.")
    ] = None
    with_source: Annotated[
        bool, typer.Option("--with-source", help="rank: show the source, too.")
    ] = False
    any_error: Annotated[
        bool, typer.Option("--any-error", help="rank: two systems may have the same wrong pronoun.")
    ] = False
    against: Annotated[
        Against | None, typer.Option(help="choice: the reference without the word, or a system.")
    ] = None


@annotate.command(short_help="Draw a sample for a study, and write its forms.")
@options.grouped
def sample(
    *,
    study: Annotated[StudyKind, typer.Option(help="Which study.")],
    out: Annotated[
        Path, typer.Option("--out", "-o", callback=writable_folder, help="Folder of the study.")
    ],
    tagged: OfRun,
    texts: OfText,
    by_cause: OfCauses,
    later: Later,
    test: OfTestset,
    seed: options.Seed = SEED,
    quiet: options.Quiet = False,
) -> None:
    """Draw a seeded sample, and write what people fill in: a page and sheets.

    The same corpus and seed give the same files. Examples:

    discotag annotate sample --study tags --run report --out study-fr

    discotag annotate sample --study causes --src talk.en --tgt talk.fr -s en -t fr -o causes-fr

    discotag annotate sample --study span --src talk.en --docids ids.txt -s en -t fr -t de -o phase1
    """
    from discotag.plugin.runs import unverified
    from discotag_annotate import sampling
    from discotag_annotate.forms.writing import write_forms
    from discotag_annotate.study import write_card, write_study

    given = sampling.typed(tagged, texts, by_cause, later, test)
    drawn = sampling.draw(open_registry(), study.value, given, seed)
    if (folder := tagged.run or tagged.tags) and not tagged.verify:
        typer.echo(f"note: {unverified(folder)}", err=True)
    written = write_study(out, drawn)
    write_card(written)
    write_forms(written, (Form.HTML, Form.TSV))
    if not quiet:
        about = written.manifest
        typer.echo(f"wrote {out}: {about.title}, {count_noun(about.items, 'item')}", err=True)
        for reason, count in about.left_out.items():
            typer.echo(f"note: left out: {count} ({reason})", err=True)
        typer.echo(
            f"hand out {out}/form.html or {out}/sheet-*.tsv, never key.jsonl; put answers into"
            f" {out}/answers, then: discotag annotate collect {out}",
            err=True,
        )


@annotate.command(short_help="Write a study's forms: page, TSV, XLSX, Label Studio.")
def export(
    study: Annotated[Path, typer.Argument(help="Folder of the study.")],
    *,
    forms: Annotated[
        list[Form], typer.Option("--to", help="html, tsv, xlsx or label-studio; repeatable.")
    ],
    quiet: options.Quiet = False,
) -> None:
    """Write forms into the folder of a study.

    label-studio writes tasks (JSON) and the labelling interface (XML); what Label Studio exports as
    JSON is read by collect. Example:

    discotag annotate export study-fr --to xlsx --to label-studio
    """
    from discotag_annotate.forms.writing import write_forms
    from discotag_annotate.study import read_study

    for path in write_forms(read_study(study), forms):
        if not quiet:
            typer.echo(f"wrote {path}", err=True)


@annotate.command(short_help="Read answers, check them, and say what they say.")
def collect(
    studies: Annotated[
        list[Path],
        typer.Argument(metavar="STUDY...", help="Studies of one kind: languages, phases."),
    ],
    *,
    answers: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="PATH",
            help="Files or folders, where one study is given; default: its folder answers.",
        ),
    ] = None,
    measure: Annotated[
        list[Path] | None,
        typer.Option(metavar="PATH", help="rank: results of discotag dip score --out; repeatable."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            callback=writable_folder,
            help="Folder for collected.json, collected.md, answers.tsv.",
        ),
    ] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Refuse answers that are not complete.")
    ] = False,
    quiet: options.Quiet = False,
    output: Annotated[
        Format, typer.Option("--format", "-f", help="How to print the figures.")
    ] = Format.TEXT,
) -> None:
    """Check all answers and give precision, agreement, reasons, windows, preferences.

    Example:
    discotag annotate collect study-fr study-de --out results
    """
    from discotag_annotate.answers import read_answers
    from discotag_annotate.results.preferences import read_measure
    from discotag_annotate.results.summary import summary
    from discotag_annotate.results.tables import write

    found = read_answers(studies, answers or (), is_strict=strict)
    shown = summary(found, measure=read_measure(measure) if measure else None)
    if out is not None:
        write(out, found, shown)
        if found[0].study.manifest.study == "causes":
            _write_page(out, found)
    _print(found, shown, output)
    if not quiet:
        for note in (note for item in found for note in item.notes):
            typer.echo(f"note: {note}", err=True)


def _write_page(folder: Path, found: Sequence[Collected]) -> None:
    from discotag.plugin.files import atomic_write
    from discotag_annotate.results.causes import page

    with atomic_write(folder / "causes.html") as write:
        write(page(found))


def _print(found: Sequence[Collected], tables: Sequence[Table], output: Format) -> None:
    from discotag.plugin.commands import print_table
    from discotag_annotate.results.tables import data, markdown, written

    match output:
        case Format.JSON:
            content = data(found, tables)
            typer.echo(json.dumps(content, ensure_ascii=False, indent=2, allow_nan=False))
        case Format.MARKDOWN:
            typer.echo(markdown(tables), nl=False)
        case _:
            for table in tables:
                rows = ([written(value) for value in row] for row in table.rows)
                print_table(table.header, rows, title=table.title)
                typer.echo(f"{table.note}\n" if table.note else "")
