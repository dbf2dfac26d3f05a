"""`discotag choose`: which of several translations hangs together best, without a reference."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from discotag._cli import options
from discotag._cli.groups import grouped
from discotag._cli.render import print_table
from discotag._cli.session import open_registry, warn_of_broken_plugins
from discotag.core.errors import UsageError
from discotag.plugins.consistency.consistency import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from discotag.core.document import ParallelText
    from discotag.plugins.consistency.choosing import Choice


@grouped
def choose(
    *,
    given: options.Texts,
    pair: options.Languages,
    engines: options.Engines,
    as_json: options.Json = False,
    why: Annotated[
        bool, typer.Option("--why", help="Also say what speaks for and against each text.")
    ] = False,
    cache: options.Cached = True,
    without: options.Without = None,
    quiet: options.Quiet = False,
) -> None:
    """Show which of several translations is most consistent; no reference is needed.

    Compared are choices that a text makes more than once: how people are addressed, what repeated
    words become, the gender of pronouns beside their nouns. For each document the text that costs
    least is named, or several where none is better. Example:

    discotag choose --src talk.en -s en -t fr --docids talk.docids --hyp A=a.fr --hyp B=b.fr
    """
    from discotag._cli.corpus_input import CorpusInput
    from discotag._files.cache import cache_file, used_cache
    from discotag._pipeline.planning import plan
    from discotag._pipeline.stages import Stages
    from discotag._pipeline.units import in_units
    from discotag.plugins.consistency.choosing import Choice
    from discotag.plugins.consistency.consistency import ConsistencyMeasure

    registry = open_registry(tuple(without or ()))
    if not quiet:
        warn_of_broken_plugins(registry)
    config = options.run_config(
        pair.source_language, pair.target_language, engines=engines, scorers="", apart=("reader",)
    )
    planned = plan(config.model_copy(update={"checks": "*"}), registry)
    corpus = CorpusInput(
        registry,
        planned,
        source=given.source,
        references=given.reference,
        hypotheses=given.hypothesis,
        docids=given.docids,
        reader=given.reader,
        settings=engines.settings,
        strict=given.strict,
    )
    count = len(corpus.request.references) + len(corpus.request.hypotheses)
    with (
        corpus.progress(quiet=quiet, texts=max(count, 1)),
        used_cache(cache_file() if cache else None) as store,
    ):
        units = in_units(planned, _several(corpus.watched(corpus.read())))
        stages = Stages(units.plan, registry, store=store)
        measure = ConsistencyMeasure(planned.source, planned.target)
        choices = [
            Choice.among(text.id, {**text.references, **text.hypotheses}, measure)
            for text in stages.tag(units.texts)
        ]
    if not quiet:
        corpus.tell(*planned.notes, *units.notes(), *corpus.notes())
    if as_json:
        typer.echo(json.dumps([_data(choice) for choice in choices], ensure_ascii=False, indent=1))
        return
    _print(choices)
    for choice in choices if why else ():
        _print_reasons(choice)


def _several(texts: Iterable[ParallelText]) -> Iterator[ParallelText]:
    """Yield documents on; UsageError where there is nothing to choose from."""
    for text in texts:
        names = [*text.references, *text.hypotheses]
        if len(names) < 2:
            told = f"one translation ({names[0]})" if names else "no translation"
            raise UsageError(
                f"document {text.id!r} has {told}: give two or more with --hyp NAME=FILE"
            )
        yield text


def _data(choice: Choice) -> dict[str, Any]:
    return {
        "document": choice.document,
        "best": list(choice.best),
        "margin": choice.margin,
        "texts": {
            name: {
                "cost": found.cost,
                **{kind: found.of(kind) for kind in KINDS},
                "observations": [
                    {
                        "kind": item.kind,
                        "cost": round(item.cost, 6),
                        "told": item.told,
                        "places": [list(place) for place in item.places],
                    }
                    for item in found.observations
                ],
            }
            for name, found in choice.texts.items()
        },
    }


def _print(choices: Sequence[Choice]) -> None:
    """Print what each text costs, document by document, and how often it is the best."""
    names = list(choices[0].texts) if choices else []
    rows = [
        (choice.document, *(f"{choice.texts[name].cost:.2f}" for name in names), _told(choice))
        for choice in choices
    ]
    totals = [sum(choice.texts[name].cost for choice in choices) for name in names]
    best = [sum(choice.best == (name,) for choice in choices) for name in names]
    rows.append(("all documents", *(f"{total:.2f}" for total in totals), ""))
    rows.append(("best alone", *map(str, best), ""))
    print_table(("document", *names, "best"), rows)


def _told(choice: Choice) -> str:
    return choice.best[0] if len(choice.best) == 1 else "no difference"


def _print_reasons(choice: Choice) -> None:
    for name, found in choice.texts.items():
        for item in found.observations:
            places = ", ".join(f"{side} {segment}:{token}" for side, segment, token in item.places)
            where = f" ({places})" if places else ""
            typer.echo(f"{choice.document} {name} {item.cost:+.2f} {item.kind}: {item.told}{where}")
