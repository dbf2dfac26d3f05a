"""The options of `discotag lint`, in groups."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from discotag.cli import groups, option_values, options
from discotag.cli.outputs import writable_file
from discotag.cli.text_selection import Name
from discotag.core.errors import UsageError
from discotag.files.output import check_file
from discotag.linting.outputs import Shape

if TYPE_CHECKING:
    from discotag.linting.wishes import Wish


class Level(StrEnum):
    """From which severity on findings make the command fail."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"
    NEVER = "never"


Paths = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[FILE|FOLDER]...",
        help="Files that hold both languages (XLIFF, TMX, PO, TSV), files that discotag.toml"
        " names, folders of them, or patterns such as 'locales/**/*.xlf'. Default: all that"
        " discotag.toml names.",
    ),
]


@dataclass(frozen=True)
class Inputs:
    """The files to look at, and how they are read."""

    sources: Annotated[
        list[Path] | None,
        typer.Option(
            "--src",
            help="Source text, one segment per line; - is standard input; repeatable, each with"
            " its --tgt.",
        ),
    ] = None
    targets: Annotated[
        list[str] | None,
        typer.Option("--tgt", metavar="FILE", help="The translation of the --src before it."),
    ] = None
    source_language: Annotated[
        str,
        typer.Option(
            "--source-lang", "-s", help="Source language; default: as the file names it (XLIFF …)."
        ),
    ] = ""
    target_language: Annotated[
        str,
        typer.Option("--target-lang", "-t", help="Target language; default: as the file names it."),
    ] = ""
    language_pair: options.LanguagePair = None
    text: Name = None
    docids: Annotated[
        list[Path] | None,
        typer.Option(
            "--docids", help="Document ids, one per line; repeatable, one for each --src."
        ),
    ] = None
    states: Annotated[
        str | None,
        typer.Option("--states", metavar="NAMES", help="XLIFF, PO: only units in these states."),
    ] = None
    skip_states: Annotated[
        str | None,
        typer.Option("--skip-states", metavar="NAMES", help="XLIFF, PO: no units in these states."),
    ] = None
    reader: options.ReaderName = ""
    strict: options.Strict = False

    def languages(self) -> tuple[str, str]:
        """Return source and target language, each `""` where only the file tells it."""
        given = self.source_language, self.target_language
        if self.language_pair is None:
            return given
        pair = groups.Languages(*given, self.language_pair)
        return pair.source_language, pair.target_language


@dataclass(frozen=True)
class Configured:
    """The configuration, and which files are looked at by it."""

    config: Annotated[
        Path | None,
        typer.Option(
            "--config",
            metavar="FILE",
            help="The configuration; default: discotag.toml, or [tool.discotag] of pyproject.toml,"
            " of the nearest folder upwards from each file.",
        ),
    ] = None
    no_config: Annotated[bool, typer.Option("--no-config", help="Read no configuration.")] = False
    only_listed: Annotated[
        bool,
        typer.Option(
            "--only-listed",
            help="Leave out files that the configuration does not name, as for pre-commit.",
        ),
    ] = False
    changed_since: Annotated[
        str | None,
        typer.Option(
            "--changed-since",
            metavar="REV",
            help="Only findings in units that differ from this git revision.",
        ),
    ] = None


@dataclass(frozen=True)
class Wanted:
    """The codes to look for, and what is accepted."""

    select: Annotated[
        str | None, typer.Option("--select", metavar="CODES", help="Only these codes: DT101,DT202.")
    ] = None
    ignore: Annotated[
        str | None, typer.Option("--ignore", metavar="CODES", help="All codes except these.")
    ] = None
    glossary: Annotated[
        list[Path] | None,
        typer.Option(
            "--glossary",
            metavar="FILE",
            help="CSV, TSV or TBX of terms and what they are called; other names are reported"
            " (DT203), and forbidden ones (DT204); repeatable.",
        ),
    ] = None
    suppressions: Annotated[
        Path | None, typer.Option("--suppressions", help="TOML file of findings that are accepted.")
    ] = None
    write_suppressions: Annotated[
        Path | None,
        typer.Option(
            "--write-suppressions",
            callback=writable_file,
            help="Write all findings here as accepted, and exit with 0.",
        ),
    ] = None
    listing: Annotated[
        bool, typer.Option("--list", help="List the codes with advice, and exit.")
    ] = False


@dataclass(frozen=True)
class Shown:
    """How findings are shown, and which make the command fail."""

    shape: Annotated[Shape, typer.Option("--format", "-f", help="How to show findings.")] = (
        Shape.TEXT
    )
    out: Annotated[
        Path,
        typer.Option(
            "--out", "-o", callback=writable_file, help="File to write; - is standard output."
        ),
    ] = Path("-")
    also: Annotated[
        list[str] | None,
        typer.Option(
            "--also",
            metavar="FORMAT=FILE",
            help="Write the findings in another format, too: sarif=lint.sarif; repeatable.",
        ),
    ] = None
    fail_on: Annotated[
        Level | None,
        typer.Option(
            "--fail-on",
            help="Lowest severity that sets exit code 7; default: as the configuration says, else"
            " warning.",
        ),
    ] = None

    def outputs(self) -> list[tuple[Shape, Path]]:
        """Return each format with its file; UsageError for one that is none."""
        found = [(self.shape, self.out)]
        for text in self.also or ():
            name, equals, file = text.partition("=")
            if not equals or not file or name not in set(Shape):
                known = ", ".join(Shape)
                raise UsageError(f"--also {text!r} is not FORMAT=FILE; formats: {known}")
            if file != "-":
                check_file(Path(file))
            found.append((Shape(name), Path(file)))
        return found


@dataclass(frozen=True)
class Repairs:
    """What is written into the files themselves."""

    fix: Annotated[
        bool,
        typer.Option(
            "--fix",
            help="Write into the files what is certain: spellings of the glossary, copied"
            " HTML entities.",
        ),
    ] = False
    diff: Annotated[
        bool, typer.Option("--diff", help="Show what --fix would write, and write nothing.")
    ] = False


def wish_of(
    inputs: Inputs,
    configured: Configured,
    wanted: Wanted,
    repairs: Repairs,
    others: tuple[groups.Engines, groups.Expected, options.OnError],
) -> Wish:
    """Return what the command line asks of every file."""
    from dataclasses import replace

    from discotag.linting.wishes import Wish
    from discotag.pipeline.config import parse_options

    engines, expected, on_error = others

    def names(text: str | None) -> tuple[str, ...] | None:
        return None if text is None else option_values.split_names(text)

    def codes(text: str | None) -> frozenset[str] | None:
        return None if text is None else frozenset(option_values.split_names(text))

    settings = [*(engines.settings or ()), *expected.settings("address")]
    if wanted.glossary:
        settings.append(f"glossary.files={json.dumps([str(path) for path in wanted.glossary])}")
    asked: dict[str, dict[str, Any]] = parse_options(settings)
    config = groups.run_config(
        "", "", engines=replace(engines, settings=None), on_error=on_error, scorers=""
    )
    return Wish(
        config=config,
        languages=inputs.languages(),
        text=inputs.text,
        select=codes(wanted.select),
        ignore=codes(wanted.ignore),
        options=asked,
        reader=inputs.reader,
        states=names(inputs.states),
        skip_states=names(inputs.skip_states),
        suppressions=wanted.suppressions,
        changed_since=configured.changed_since,
        is_strict=inputs.strict,
        fixes=repairs.fix or repairs.diff,
    )
