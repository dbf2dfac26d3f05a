"""`discotag tag`: tag one target text, without scoring."""

from __future__ import annotations

import shutil
import sys
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from discotag.cli import options
from discotag.cli.grouping import grouped
from discotag.cli.options import Name, writable_file
from discotag.cli.session import checked_registry, print_json, print_notes
from discotag.core.errors import SkippedWorkError
from discotag.core.text import count_noun
from discotag.pipeline.documents import one_of

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True)
class Translation:
    """The translation to tag, and how it is read."""

    source: options.Source
    target: Annotated[
        str | None,
        typer.Option(
            "--tgt",
            metavar="[NAME=]FILE",
            help="The translation to tag; not needed where --src holds it (TSV, JSONL).",
        ),
    ] = None
    text: Name = None
    docids: options.DocumentIds = None
    reader: options.ReaderName = ""
    strict: options.Strict = False

    def texts(self) -> options.Texts:
        """Return the files to read."""
        references = [self.target] if self.target else None
        return options.Texts(self.source, references, None, self.docids, self.reader, self.strict)


@dataclass(frozen=True)
class Output:
    """Where the tags go, and in which format."""

    writer: Annotated[
        str,
        typer.Option(
            "--writer",
            help="jsonl, muda-json, conllu, compare-mt, tsv, parquet …; default: by the ending of"
            " --out, or jsonl.",
        ),
    ] = ""
    out: Annotated[
        Path,
        typer.Option(
            "--out", "-o", callback=writable_file, help="File to write; - is standard output."
        ),
    ] = Path("-")


@grouped
def tag(
    *,
    given: Translation,
    pair: options.Languages,
    rules: options.Rules,
    engines: options.Engines,
    output: Output,
    cache: options.Cached = True,
    without: options.Without = None,
    on_error: options.Errors = options.OnError.STOP,
    quiet: options.Quiet = False,
) -> None:
    """Tag discourse phenomena in one translation and write the tags.

    The JSON Lines file can be scored later, with `discotag score`, without analyzing anything
    again. Example:

    discotag tag --src talk.en --tgt talk.fr --docids talk.docids -s en -t fr --out talk.jsonl
    """
    from discotag.cli.corpus_input import CorpusInput
    from discotag.files.cache import cache_file, used_cache
    from discotag.pipeline.corpus import open_writer
    from discotag.pipeline.planning import plan
    from discotag.runs.run import tag_to
    from discotag.units.units import in_units

    registry = checked_registry(without, quiet=quiet)
    config = options.run_config(
        pair.source_language,
        pair.target_language,
        rules,
        engines,
        on_error=on_error,
        scorers="",
        apart=("reader", "writer"),
    )
    planned = plan(config, registry)
    corpus = CorpusInput(registry, planned, given.texts(), engines.settings)
    of_writer = options.options_of("writer", engines.settings)
    chosen = open_writer(registry, output.out, output.writer, of_writer)
    with (
        _file(output.out) as path,
        corpus.progress(quiet=quiet),
        used_cache(cache_file() if cache else None) as store,
    ):
        texts = corpus.watched(one_of(corpus.read(), given.text))
        units = in_units(planned, texts)
        tally = tag_to(units.plan, registry, units.texts, chosen, path, store=store)
    if not quiet:
        corpus.print_notes(*planned.notes, *units.notes(), *corpus.notes())
        found = ", ".join(f"{item}: {tally.tags(item)}" for item in planned.phenomena)
        typer.echo(f"{tally.size}; tags: {found}", err=True)
    if tally.failures:
        raise SkippedWorkError(
            f"{count_noun(len(tally.failures), 'failure')} skipped; the first: {tally.failures[0]}"
        )


@contextmanager
def _file(out: Path) -> Iterator[Path]:
    """Yield the file to write; for standard output a temporary one, which is printed at the end."""
    if str(out) != "-":
        yield out
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tags"
        yield path
        beside = sorted(other.name for other in Path(folder).iterdir() if other != path)
        sys.stdout.flush()
        with path.open("rb") as file:
            shutil.copyfileobj(file, sys.stdout.buffer)
        sys.stdout.buffer.flush()
    if beside:
        typer.echo(
            f"note: the writer writes more files beside this one ({', '.join(beside)}); name a file"
            " with --out to get them",
            err=True,
        )


@grouped
def score(
    *,
    reference: Annotated[
        list[str] | None,
        typer.Option(
            "--ref",
            metavar="[NAME=]FILE",
            help="Tags of a reference; some scorers (terms, consistency) need none.",
        ),
    ] = None,
    hypothesis: Annotated[
        list[str], typer.Option("--hyp", metavar="NAME=FILE", help="Tags of a system; repeatable.")
    ],
    scorers: options.Scorers = options.SCORERS,
    resampling: options.Resampling,
    labels: options.Labels = False,
    one_line: options.OneLine = False,
    settings: options.Settings = None,
    verify: options.Verified = True,
    without: options.Without = None,
    quiet: options.Quiet = False,
    output: options.Output = options.Format.TEXT,
) -> None:
    """Score systems on tags that `discotag run` or `discotag tag` wrote.

    Nothing is analyzed again. What was searched and not found has a row; what was not searched
    has none. Example:

    discotag score --ref report/tags/ref.jsonl --hyp A=report/tags/A.jsonl --scorers compare_mt,muda
    """
    from discotag.cli.tables import print_lines, print_scores
    from discotag.pipeline.config import parse_options
    from discotag.runs.rescore import rescore
    from discotag.runs.results import scores_data

    registry = checked_registry(without, quiet=quiet)
    references = options.named_files(reference, "--ref", "ref")
    hypotheses = options.named_files(hypothesis, "--hyp", None)
    names = options.split_names(scorers)
    settled = parse_options(settings or [])
    results = rescore(
        references,
        hypotheses,
        names,
        settled,
        registry,
        resampling=resampling.options(),
        verify=verify,
    )
    if output is options.Format.JSON:
        content = scores_data(results)
        print_json(content)
    elif one_line:
        print_lines(results)
    else:
        print_scores(results, labels=labels)
    print_notes(results.notes, quiet=quiet)
