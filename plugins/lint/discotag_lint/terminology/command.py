"""`discotag terms`: what translations call the terms and names of a text."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from discotag.plugin import UsageError
from discotag.plugin.commands import (
    open_registry,
    options,
    print_table,
    warn_of_broken_plugins,
    writable_file,
)
from discotag.plugin.options import grouped
from discotag_lint.terminology.listing import LEAST

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from discotag.plugin import ParallelText, Registry
    from discotag.plugin.commands import CorpusInput
    from discotag.plugin.files import Store
    from discotag.plugin.runs import Plan
    from discotag_lint.terminology.listing import Term, TermList


SHOWN = 5
"""Places of a rare name that a table shows."""


class Format(StrEnum):
    """How terms are written."""

    TABLE = "table"
    CSV = "csv"
    TBX = "tbx"
    PROMPT = "prompt"
    JSON = "json"


@grouped
def terms(
    *,
    given: options.Texts,
    pair: options.Languages,
    engines: options.Engines,
    least: Annotated[
        int, typer.Option("--least", min=1, help="Show terms that occur at least so often.")
    ] = LEAST,
    varying: Annotated[
        bool, typer.Option("--varying", help="Show only terms that have several names.")
    ] = False,
    output: Annotated[
        Format,
        typer.Option(
            "--format",
            "-f",
            help="csv and tbx can be edited and given to lint --glossary; prompt is a list for a"
            " language model.",
        ),
    ] = Format.TABLE,
    out: Annotated[
        Path,
        typer.Option(
            "--out", "-o", callback=writable_file, help="File to write; - is standard output."
        ),
    ] = Path("-"),
    cache: options.Cached = True,
    without: options.Without = None,
    quiet: options.Quiet = False,
) -> None:
    """List what translations call the terms and names of a text, with the places of rare names.

    Terms are nouns with their compounds, and names; word links show what they are called. Several
    translations are listed one after the other, and put together in tbx and prompt. Examples:

    discotag terms --src talk.en -s en -t de --hyp A=talk.de

    discotag terms --src talk.en -s en -t de --ref talk.de --format csv --out terms.csv
    """
    from discotag.plugin.files import cache_file, used_cache

    registry = open_registry(tuple(without or ()))
    if not quiet:
        warn_of_broken_plugins(registry)
    planned, corpus = _opened(registry, given, pair, engines)
    with used_cache(cache_file() if cache else None) as store:
        found, texts = _listed(planned, registry, corpus, store=store, quiet=quiet)
    if not quiet:
        corpus.print_notes(*planned.notes, *corpus.notes())

    def wanted(text: str | None) -> Sequence[Term]:
        return [t for t in found.terms(least, text) if not varying or len(t.variants) > 1]

    _show(wanted(None), {text: wanted(text) for text in texts}, planned, output, out)


def _opened(
    registry: Registry,
    given: options.Texts,
    pair: options.Languages,
    engines: options.Engines,
) -> tuple[Plan, CorpusInput]:
    """Return the plan for words and their links, without any tagger, and the texts."""
    from discotag.plugin.commands import CorpusInput
    from discotag_lint.planning import plan_checks

    config = options.run_config(
        pair.source_language, pair.target_language, engines=engines, scorers="", apart=("reader",)
    )
    planned = plan_checks(config, registry, ("glossary",))
    corpus = CorpusInput(registry, planned, given, engines.settings)
    return planned, corpus


def _listed(
    planned: Plan, registry: Registry, corpus: CorpusInput, *, store: Store | None, quiet: bool
) -> tuple[TermList, list[str]]:
    """Collect the terms of all texts; also return the texts' names."""
    from discotag.plugin.runs import Stages
    from discotag_lint.terminology.listing import TermList
    from discotag_lint.terminology.uses import TermUses

    found, uses = TermList(), TermUses(planned.source, planned.target)
    names: dict[str, None] = {}
    count = len(corpus.request.references) + len(corpus.request.hypotheses)
    with corpus.progress(quiet=quiet, texts=max(count, 1)):
        stages = Stages(planned, registry, store=store)
        for text in stages.tag(_translated(corpus.watched(corpus.read()))):
            for name, tagged in {**text.references, **text.hypotheses}.items():
                names[name] = None
                found.add(name, text.id, uses.of(tagged.document))
    return found, list(names)


def _translated(texts: Iterable[ParallelText]) -> Iterator[ParallelText]:
    """Yield documents on; UsageError where there is no translation."""
    for text in texts:
        if not (text.references or text.hypotheses):
            raise UsageError("there is no translation: give one with --ref FILE or --hyp NAME=FILE")
        yield text


def _show(
    together: Sequence[Term],
    lists: Mapping[str, Sequence[Term]],
    planned: Plan,
    output: Format,
    out: Path,
) -> None:
    from discotag_lint.terminology import listing

    if output is Format.TABLE:
        if str(out) != "-":
            raise UsageError("--out needs a --format: csv, tbx, prompt or json")
        for text, terms_of_text in lists.items():
            _print(text if len(lists) > 1 else None, terms_of_text)
        return
    lines = {
        Format.CSV: lambda: listing.csv_lines(lists),
        Format.TBX: lambda: listing.tbx(together, planned.source.code, planned.target.code),
        Format.PROMPT: lambda: listing.prompt(together),
        Format.JSON: lambda: listing.json_lines(lists),
    }[output]()
    _write(out, lines)


def _write(out: Path, lines: Iterable[str]) -> None:
    from discotag.plugin.files import atomic_write

    if str(out) == "-":
        for line in lines:
            sys.stdout.write(line)
    else:
        with atomic_write(out) as write:
            for line in lines:
                write(line)


def _print(text: str | None, terms_of_text: Sequence[Term]) -> None:
    rows = [
        (
            term.source,
            "name" if term.is_name else "term",
            term.count,
            ", ".join(f"{each.name} {len(each.places)}" for each in term.variants) or "–",
            _rare(term),
        )
        for term in terms_of_text
    ]
    print_table(("term", "kind", "times", "names", "rare names at"), rows, title=text)


def _rare(term: Term) -> str:
    """Return where names other than the usual one are: DOCUMENT:SEGMENT from 0."""
    parts = []
    for variant in term.variants[1:]:
        places = [str(spot) for spot in variant.places]
        more = f" and {len(places) - SHOWN} more" if len(places) > SHOWN else ""
        parts.append(f"{variant.name}: {', '.join(places[:SHOWN])}{more}")
    return "; ".join(parts)
