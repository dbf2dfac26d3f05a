"""`discotag explain`: why words of a segment were tagged or not."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from discotag.cli import groups, options
from discotag.cli.grouping import grouped
from discotag.cli.session import open_registry, warn_of_broken_plugins
from discotag.core.errors import UsageError

if TYPE_CHECKING:
    from discotag.core.document import ParallelText
    from discotag.core.registry import Registry
    from discotag.pipeline.plans import Plan

BETWEEN = "|||"
"""Stands between source and translation of a `--context`."""


@dataclass(frozen=True)
class Given:
    """The text: files, or segments on the command line."""

    source: Annotated[
        Path | None,
        typer.Option("--src", help="Source text, one segment per line; - is standard input."),
    ] = None
    target: Annotated[
        str | None,
        typer.Option(
            "--tgt",
            metavar="[NAME=]FILE",
            help="The translation; not needed where --src holds it (TSV, JSONL).",
        ),
    ] = None
    text: Annotated[
        str | None, typer.Option("--text", help="A source segment, in place of --src.")
    ] = None
    translation: Annotated[
        str | None, typer.Option("--translation", help="Its translation, in place of --tgt.")
    ] = None
    context: Annotated[
        list[str] | None,
        typer.Option(
            "--context",
            metavar="SOURCE|||TRANSLATION",
            help="A segment before --text, in order; repeatable.",
        ),
    ] = None
    docids: options.DocumentIds = None
    reader: options.ReaderName = ""
    strict: options.Strict = False


@grouped
def explain(
    *,
    given: Given,
    at: Annotated[
        str | None,
        typer.Option(
            "--at",
            metavar="DOC:SEGMENT[:WORD]",
            help="Where, counted from 0 as in files of tags; WORD is a word or a token's index."
            " With --text: WORD alone.",
        ),
    ] = None,
    pair: groups.Languages,
    rules: groups.Rules,
    engines: groups.Engines,
    layers: Annotated[
        bool, typer.Option("--layers", help="Show all words of the segment with their analysis.")
    ] = False,
    as_json: options.Json = False,
    without: options.Without = None,
    quiet: options.Quiet = False,
) -> None:
    """Explain why words were tagged, merely marked, or neither: rule by rule, with the evidence.

    The whole document is analyzed, since earlier segments decide. Examples:

    discotag explain --src talk.en --tgt talk.fr --docids talk.docids -s en -t fr --at talk1:3:elle

    discotag explain -s en -t fr --context "I bought a table.|||J'ai acheté une table." --text
    "It was cheap." --translation "Elle était bon marché." --at elle
    """
    from discotag.pipeline.planning import plan as make_plan
    from discotag.studies.explain import explain as explain_words

    registry = open_registry(tuple(without or ()))
    if not quiet:
        warn_of_broken_plugins(registry)
    config = groups.run_config(
        pair.source_language, pair.target_language, rules, engines, scorers="", apart=("reader",)
    )
    planned = make_plan(config, registry)
    document, segment, word = _segment(given, at, planned, registry, engines.settings)
    found = explain_words(planned, registry, document, segment, word)
    if as_json:
        data = [explanation.data() for explanation in found]
        typer.echo(json.dumps(data, ensure_ascii=False, indent=2, allow_nan=False))
        return

    from discotag.cli.explanation_view import print_explanation

    for explanation in found:
        print_explanation(explanation, layers=layers)
    if not quiet:
        for note in planned.notes:
            typer.echo(f"note: {note}", err=True)


def _segment(
    given: Given, at: str | None, planned: Plan, registry: Registry, settings: list[str] | None
) -> tuple[ParallelText, int, str | None]:
    """Return the document, the segment's index and the word that are asked for, if one is."""
    from discotag.cli.corpus_input import CorpusInput
    from discotag.studies.explain import locate
    from discotag.units.units import in_units

    if (given.source is None) == (given.text is None):
        raise UsageError("give either --src or --text")
    if given.source is None:
        context = given.context or []
        document = _given(given.text or "", given.translation, context, given.target, given.docids)
        return document, len(document.source) - 1, at
    if at is None:
        raise UsageError("--src needs --at DOC:SEGMENT or --at DOC:SEGMENT:WORD")
    if given.translation is not None or given.context:
        raise UsageError("--translation and --context go with --text, not with --src")
    corpus = CorpusInput(
        registry,
        planned,
        source=given.source,
        references=[given.target] if given.target else None,
        docids=given.docids,
        reader=given.reader,
        settings=settings,
        strict=given.strict,
    )
    document, segment, word = locate(in_units(planned, corpus.read()).texts, at)
    if not (document.references or document.hypotheses):
        raise UsageError("the corpus holds no translation; give one with --tgt")
    return document, segment, word


def _given(
    text: str,
    translation: str | None,
    context: list[str],
    target: str | None,
    docids: Path | None,
) -> ParallelText:
    """Make a document of what stands on the command line."""
    from discotag.core.document import ParallelText

    if translation is None or target is not None or docids is not None:
        raise UsageError("--text needs --translation, and no --tgt or --docids")
    lines = []
    for value in context:
        before, between, behind = value.partition(BETWEEN)
        if not between:
            raise UsageError(f"--context {value!r} is not SOURCE{BETWEEN}TRANSLATION")
        lines.append((before.strip(), behind.strip()))
    sources, targets = zip(*lines, (text, translation), strict=True)
    return ParallelText("text", tuple(sources), {"ref": tuple(targets)}, {})
