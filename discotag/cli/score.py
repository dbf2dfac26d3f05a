"""`discotag score`: score tags that were written before, without analyzing anything again."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from discotag.cli import groups, option_values, options
from discotag.cli.grouping import grouped
from discotag.cli.session import open_registry, warn_of_broken_plugins


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
    scorers: options.Scorers = options.DEFAULT_SCORERS,
    resampling: groups.Resampling,
    labels: options.Labels = False,
    one_line: options.OneLine = False,
    settings: options.Settings = None,
    verify: options.Verified = True,
    without: options.Without = None,
    quiet: options.Quiet = False,
    output: options.Output = options.Format.TEXT,
) -> None:
    """Score systems on tags that `discotag run` or `discotag tag` wrote.

    Nothing is analyzed again. What was looked for and not found has a row; what was not looked for
    has none. Example:

    discotag score --ref report/tags/ref.jsonl --hyp A=report/tags/A.jsonl --scorers compare_mt,muda
    """
    from discotag.cli.results import print_lines, print_scores
    from discotag.pipeline.config import parse_options
    from discotag.runs.rescore import rescore
    from discotag.runs.results import scores_data

    registry = open_registry(tuple(without or ()))
    if not quiet:
        warn_of_broken_plugins(registry)
    references = option_values.named_files(reference, "--ref", "ref")
    hypotheses = option_values.named_files(hypothesis, "--hyp", None)
    names = option_values.split_names(scorers)
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
        typer.echo(json.dumps(content, ensure_ascii=False, indent=2, allow_nan=False))
    elif one_line:
        print_lines(results)
    else:
        print_scores(results, labels=labels)
    if not quiet:
        for note in results.notes:
            typer.echo(f"note: {note}", err=True)
