"""`discotag tag`: tag one target text, without scoring."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from discotag._cli import options
from discotag._cli.outputs import writable_file
from discotag._cli.session import open_registry, warn_of_broken_plugins
from discotag._cli.text_selection import Name, one_of
from discotag.core.wording import count_noun


def tag(
    *,
    source: options.Source,
    source_language: options.SourceLanguage,
    target_language: options.TargetLanguage,
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
    phenomena: options.Phenomena = None,
    profile: options.Profile = "discotag",
    analyzer: options.Analyzers = None,
    aligner: options.Aligners = None,
    coref: options.Corefs = None,
    annotator: options.Annotators = None,
    tagger: options.Taggers = None,
    settings: options.Settings = None,
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
    from discotag._cli.language_check import LanguageMatch
    from discotag._cli.progress import shown_progress
    from discotag._files.cache import cache_file, used_cache
    from discotag._pipeline.corpus import open_reader, open_writer
    from discotag._pipeline.planning import plan as make_plan
    from discotag._runs.tagging import tag_to
    from discotag.core.errors import SkippedWorkError

    registry = open_registry(tuple(without or ()))
    if not quiet:
        warn_of_broken_plugins(registry)
    settings, of_files = options.apart(settings, "reader", "writer")
    config = options.run_config(
        source_language,
        target_language,
        phenomena=phenomena,
        profile=profile,
        analyzers=analyzer,
        aligners=aligner,
        corefs=coref,
        annotators=annotator,
        taggers=tagger,
        settings=settings,
        on_error=on_error,
        scorers="",
    )
    planned = make_plan(config, registry)
    request = options.corpus_request(
        source,
        [target] if target else None,
        None,
        docids,
        is_strict=strict,
        languages=(planned.source.code, planned.target.code),
    )
    opened = open_reader(registry, source, reader, of_files.get("reader"))
    chosen = open_writer(registry, out, writer, of_files.get("writer"))
    looks = LanguageMatch(registry, planned.source, planned.target)
    beside: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tags" if str(out) == "-" else out
        segments = opened.size(request)
        with (
            shown_progress(registry.plugins.manager, is_quiet=quiet, segments=segments),
            used_cache(cache_file() if cache else None) as store,
        ):
            texts = looks.watched(one_of(opened.read(request), text))
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
        for note in (*planned.notes, *opened.notes(), *looks.notes()):
            typer.echo(f"note: {note}", err=True)
        found = ", ".join(f"{item}: {tally.tags(item)}" for item in planned.phenomena)
        typer.echo(f"{tally.size}; tags: {found}", err=True)
    if tally.failures:
        raise SkippedWorkError(
            f"{count_noun(len(tally.failures), 'failure')} skipped; the first: {tally.failures[0]}"
        )
