"""`discotag tag`: tag one target text, without scoring."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from discotag._cli import options
from discotag._cli.groups import grouped
from discotag._cli.outputs import writable_file
from discotag._cli.session import open_registry, warn_of_broken_plugins
from discotag._cli.text_selection import Name, one_of
from discotag.core.errors import SkippedWorkError
from discotag.core.wording import count_noun


@grouped
def tag(
    *,
    source: options.Source,
    pair: options.Languages,
    target: Annotated[
        str | None,
        typer.Option(
            "--tgt",
            metavar="[NAME=]FILE",
            help="The translation to tag; not needed where --src holds it (TSV, JSONL).",
        ),
    ] = None,
    text: Name = None,
    docids: options.DocumentIds = None,
    rules: options.Rules,
    engines: options.Engines,
    reader: options.ReaderName = "",
    writer: Annotated[
        str,
        typer.Option(
            "--writer",
            help="jsonl, muda-json, conllu, compare-mt, tsv, parquet …; default: by the ending of"
            " --out, or jsonl.",
        ),
    ] = "",
    out: Annotated[
        Path,
        typer.Option(
            "--out", "-o", callback=writable_file, help="File to write; - is standard output."
        ),
    ] = Path("-"),
    cache: options.Cached = True,
    without: options.Without = None,
    on_error: options.Errors = options.OnError.STOP,
    strict: options.Strict = False,
    quiet: options.Quiet = False,
) -> None:
    """Tag discourse phenomena in one translation and write the tags.

    The JSON Lines file can be scored later, with `discotag score`, without analysing anything
    again. Example:

    discotag tag --src talk.en --tgt talk.fr --docids talk.docids -s en -t fr --out talk.jsonl
    """
    from discotag._cli.corpus_input import CorpusInput
    from discotag._files.cache import cache_file, used_cache
    from discotag._pipeline.corpus import open_writer
    from discotag._pipeline.planning import plan
    from discotag._runs.tagging import tag_to

    registry = open_registry(tuple(without or ()))
    if not quiet:
        warn_of_broken_plugins(registry)
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
    corpus = CorpusInput(
        registry,
        planned,
        source=source,
        references=[target] if target else None,
        docids=docids,
        reader=reader,
        settings=engines.settings,
        strict=strict,
    )
    chosen = open_writer(registry, out, writer, options.options_of("writer", engines.settings))
    beside: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tags" if str(out) == "-" else out
        with (
            corpus.progress(quiet=quiet),
            used_cache(cache_file() if cache else None) as store,
        ):
            texts = corpus.watched(one_of(corpus.read(), text))
            tally = tag_to(planned, registry, texts, chosen, path, store=store)
        if str(out) == "-":
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
    if not quiet:
        corpus.tell(*planned.notes, *corpus.notes())
        found = ", ".join(f"{item}: {tally.tags(item)}" for item in planned.phenomena)
        typer.echo(f"{tally.size}; tags: {found}", err=True)
    if tally.failures:
        raise SkippedWorkError(
            f"{count_noun(len(tally.failures), 'failure')} skipped; the first: {tally.failures[0]}"
        )
