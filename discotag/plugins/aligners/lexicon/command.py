"""`discotag align adapt`: teach the aligner a corpus's own words."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from discotag.cli import options
from discotag.cli.corpus_input import shown_progress
from discotag.cli.options import writable_file
from discotag.cli.session import open_registry


def adapt(
    *,
    source: options.Source,
    target: Annotated[Path, typer.Option("--tgt", help="Translation, line by line.")],
    source_language: options.SourceLanguage,
    target_language: options.TargetLanguage,
    out: Annotated[
        Path, typer.Option("--out", "-o", callback=writable_file, help="The table to write (.npz).")
    ],
    table: Annotated[
        Path | None, typer.Option("--table", help="Table to start from; default: the pack's.")
    ] = None,
    analyzer: options.Analyzers = None,
    reader: options.ReaderName = "",
    quiet: options.Quiet = False,
) -> None:
    """Learn a corpus's names and terms for the aligner `lexicon`, and write its table.

    Use it with `--set lexicon.table=FILE`; its digest is then part of the signature. Example:

    discotag align adapt --src talk.en --tgt talk.fr -s en -t fr --out talk.npz
    """
    from discotag.core.interfaces import CorpusRequest
    from discotag.files.output import atomic_write
    from discotag.pipeline.config import RunConfig, parse_selections
    from discotag.pipeline.corpus import open_reader
    from discotag.pipeline.planning import plan
    from discotag.pipeline.stages import Stages
    from discotag.plugins.aligners.lexicon.adapt import CODEBOOK
    from discotag.plugins.aligners.lexicon.adapt import adapt as adapted
    from discotag.plugins.aligners.lexicon.sources import find_table
    from discotag.plugins.aligners.lexicon.table import packed

    registry = open_registry()
    config = RunConfig(
        source_language=source_language,
        target_language=target_language,
        analyzers=parse_selections(analyzer or []),
    )
    planned = plan(config, registry, layers=frozenset({"source.tokens", "target.tokens"}))
    base, _ = find_table(planned.source, planned.target, table)
    stages = Stages(planned, registry)
    request = CorpusRequest(
        source,
        {"tgt": target},
        source_language=planned.source.code,
        target_language=planned.target.code,
    )
    texts = open_reader(registry, source, reader).read(request)
    with atomic_write(out) as write, shown_progress(registry.plugins.manager, is_quiet=quiet):
        write(packed(adapted(base, stages.token_pairs(texts)), CODEBOOK))
    if not quiet:
        typer.echo(f"wrote {out}; use it with --set lexicon.table={out}", err=True)
