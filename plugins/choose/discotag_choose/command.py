"""`discotag choose`: which of several translations hangs together best, without a reference."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from discotag.plugin import UsageError, visible
from discotag.plugin.commands import (
    open_registry,
    options,
    print_table,
    warn_of_broken_plugins,
)
from discotag.plugin.options import grouped
from discotag_choose.consistency import KINDS
from discotag_choose.search import COMBINED, QUALITY

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from discotag.plugin import ParallelText, Registry, TaggedDocument
    from discotag.plugin.files import Store
    from discotag.plugin.runs import Plan
    from discotag_choose.search import Combination
    from discotag_lint.check import Observation
    from discotag_lint.consistency import Choice


class By(StrEnum):
    """What a row of the table is."""

    DOCUMENT = "document"
    DOMAIN = "domain"
    VOICE = "voice"


@dataclass(frozen=True)
class Given:
    """The translations: line-aligned files, or one file of candidates."""

    source: Annotated[
        Path | None,
        typer.Option("--src", help="Source text, one segment per line; - is standard input."),
    ] = None
    reference: options.References = None
    hypothesis: options.Hypotheses = None
    docids: options.DocumentIds = None
    reader: options.ReaderName = ""
    strict: options.Strict = False
    nbest: Annotated[
        Path | None,
        typer.Option(
            "--nbest",
            metavar="FILE",
            help="JSON Lines with a segment each: source, candidates (texts, or objects with text"
            " and score), document; in place of --src and --hyp. The chosen text is printed.",
        ),
    ] = None
    quality: Annotated[
        float | None,
        typer.Option(
            "--quality",
            min=0,
            help="With --nbest: what it costs to take the worst candidate of a segment; a word"
            f" translated in two ways costs up to 1. Default: {QUALITY:g}.",
        ),
    ] = None


@grouped
def choose(
    *,
    given: Given,
    pair: options.Languages,
    engines: options.Engines,
    expected: options.Expected,
    as_json: options.Json = False,
    why: Annotated[
        bool, typer.Option("--why", help="Also say what speaks for and against each text.")
    ] = False,
    by: Annotated[
        By,
        typer.Option(
            "--by",
            help="A row per document, domain (second column of --docids), or kind of voice (text,"
            " quotation, speaker, letter).",
        ),
    ] = By.DOCUMENT,
    cache: options.Cached = True,
    without: options.Without = None,
    quiet: options.Quiet = False,
) -> None:
    """Show which of several translations is most consistent; no reference is needed.

    Compared are choices that a text makes more than once: how people are addressed, what repeated
    words become, the gender of pronouns and of their nouns. For each document the text that costs
    least is named, or several where none is better. With --nbest, a candidate is chosen for each
    segment so that the text agrees with itself. Examples:

    discotag choose --src talk.en -s en -t fr --docids talk.docids --hyp A=a.fr --hyp B=b.fr

    discotag choose --nbest talk.jsonl -s en -t fr > talk.fr
    """
    from discotag.plugin.files import cache_file, used_cache
    from discotag_lint.planning import plan_checks

    registry = open_registry(tuple(without or ()))
    if not quiet:
        warn_of_broken_plugins(registry)
    config = options.run_config(
        pair.source_language, pair.target_language, engines=engines, scorers="", apart=("reader",)
    )
    planned = plan_checks(config, registry)
    with used_cache(cache_file() if cache else None) as store:
        work = _Work(planned, registry, store, expected, quiet=quiet)
        if given.nbest is not None:
            _print_combined(work.combined(given), as_json=as_json, why=why, quiet=quiet)
        else:
            found = work.choices(given, engines, has_voices=by is By.VOICE)
            _print_choices(found, by, as_json=as_json, why=why)


class _Work:
    """Choosing with a plan: whole texts, or candidates."""

    def __init__(
        self,
        planned: Plan,
        registry: Registry,
        store: Store | None,
        expected: options.Expected,
        *,
        quiet: bool,
    ) -> None:
        from discotag_choose.consistency import ConsistencyMeasure
        from discotag_lint.checks.address_votes import ExpectationOptions, Expectations

        self._planned, self._registry, self._store = planned, registry, store
        self._quiet = quiet
        given = ExpectationOptions(
            expect=expected.expect, expect_file=str(expected.expect_file or "")
        )
        expectations = Expectations.of(given, planned.source, planned.target)
        self._measure = ConsistencyMeasure(planned.source, planned.target, expectations)

    def choices(self, given: Given, engines: options.Engines, *, has_voices: bool) -> list[Choice]:
        """Return what is chosen among whole texts, document by document."""
        from discotag.plugin.commands import CorpusInput
        from discotag.plugin.runs import Stages, in_units
        from discotag_choose.api import TextObserver

        source = given.source
        if source is None:
            raise UsageError("give --src with --hyp NAME=FILE twice or more, or --nbest FILE")
        if given.quality is not None:
            raise UsageError("--quality goes with --nbest")
        corpus = CorpusInput(
            self._registry,
            self._planned,
            options.Texts(
                source, given.reference, given.hypothesis, given.docids, given.reader, given.strict
            ),
            engines.settings,
        )
        count = len(corpus.request.references) + len(corpus.request.hypotheses)
        with corpus.progress(quiet=self._quiet, texts=max(count, 1)):
            units = in_units(self._planned, _several(corpus.watched(corpus.read())))
            stages = Stages(units.plan, self._registry, store=self._store)
            observer = TextObserver(stages, self._measure.of)
            conventions = self._measure.words.conventions if has_voices else None
            found = list(observer.choices(units.texts, conventions))
        if not self._quiet:
            corpus.print_notes(*self._planned.notes, *units.notes(), *corpus.notes())
        return found

    def combined(self, given: Given) -> list[Combination]:
        """Return what is chosen among candidates, document by document."""
        from discotag.plugin.runs import Stages
        from discotag_choose.api import TextObserver
        from discotag_choose.nbest import read_nbest
        from discotag_choose.search import combine

        if given.source or given.reference or given.hypothesis or given.docids or given.reader:
            raise UsageError("--nbest holds source and candidates; leave out --src, --hyp and more")
        documents = read_nbest(given.nbest or Path("-"))
        stages = Stages(self._planned, self._registry, store=self._store)
        observe = TextObserver(stages, self._measure.of).observed

        def tag(text: ParallelText) -> Mapping[str, TaggedDocument]:
            [tagged] = stages.tag_batch([text])
            return tagged.hypotheses

        quality = QUALITY if given.quality is None else given.quality
        return [
            combine(nbest, tag, self._measure, observe=observe, quality=quality)
            for nbest in documents
        ]


def _print_combined(found: Sequence[Combination], *, as_json: bool, why: bool, quiet: bool) -> None:
    """Print the chosen text, a segment a line; what it cost to standard error."""
    if as_json:
        data = [combination.data() for combination in found]
        typer.echo(json.dumps(data, ensure_ascii=False, indent=1))
        return
    for combination in found:
        for candidate in combination.candidates():
            typer.echo(" ".join(candidate.text.splitlines()))
        if not quiet:
            wholes = {name: each.cost for name, each in combination.wholes.items()}
            told = "".join(f", all {name}: {cost:.2f}" for name, cost in wholes.items())
            cost = combination.consistency.cost
            typer.echo(f"{combination.nbest.id}: costs {cost:.2f}{told}", err=True)
        for item in combination.consistency.observations if why else ():
            reason = _reason(combination.nbest.id, COMBINED, item)
            typer.echo(visible(reason, is_line=True), err=True)


def _print_choices(choices: Sequence[Choice], by: By, *, as_json: bool, why: bool) -> None:
    if as_json:
        typer.echo(json.dumps([_data(choice) for choice in choices], ensure_ascii=False, indent=1))
        return
    _print(choices, by)
    for choice in choices if why else ():
        for name, found in choice.texts.items():
            for item in found.observations:
                reason = _reason(choice.document, name, item, choice.units)
                typer.echo(visible(reason, is_line=True))


def _reason(document: str, name: str, item: Observation, units: Sequence[str] = ()) -> str:
    places = ", ".join(
        f"{side} {units[segment] if units else segment}:{token}"
        for side, segment, token in item.places
    )
    where = f" ({places})" if places else ""
    return f"{document} {name} {item.cost:+.2f} {item.kind}: {item.message}{where}"


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
        "domain": choice.domain,
        "best": list(choice.best),
        "margin": choice.margin,
        "texts": {
            name: {
                "cost": found.cost,
                **{kind: found.of(kind) for kind in _kinds(choice)},
                **({"voices": dict(choice.voices[name])} if choice.voices else {}),
                "observations": [
                    {
                        "kind": item.kind,
                        "cost": round(item.cost, 6),
                        "told": item.message,
                        "places": [list(place) for place in item.places],
                    }
                    for item in found.observations
                ],
            }
            for name, found in choice.texts.items()
        },
    }


def _kinds(choice: Choice) -> tuple[str, ...]:
    """Return the kinds of observations: the measure's own, then those of checks."""
    found = {item.kind for text in choice.texts.values() for item in text.observations}
    return (*KINDS, *sorted(found - set(KINDS)))


def _print(choices: Sequence[Choice], by: By) -> None:
    """Print what each text costs, by document or domain, and how often it is the best."""
    names = list(choices[0].texts) if choices else []
    if by is By.DOCUMENT:
        rows = [
            (choice.document, *(f"{choice.texts[name].cost:.2f}" for name in names), _told(choice))
            for choice in choices
        ]
        print_table(
            ("document", *names, "best"),
            [
                *rows,
                ("all documents", *_totals(choices, names), ""),
                ("best alone", *_alone(choices, names), ""),
            ],
        )
        return
    if by is By.VOICE:
        _print_voices(choices, names)
        return
    groups: dict[str, list[Choice]] = {}
    for choice in choices:
        groups.setdefault(choice.domain or "no domain", []).append(choice)
    groups["all documents"] = list(choices)
    parted = [
        (value, *cells)
        for value, members in groups.items()
        for cells in (
            ("cost", *_totals(members, names), len(members)),
            ("best alone", *_alone(members, names), len(members)),
        )
    ]
    print_table(("domain", "", *names, "documents"), parted, names=2)


def _print_voices(choices: Sequence[Choice], names: Sequence[str]) -> None:
    """Print what each kind of voice costs each text; only choices in that voice are in it."""
    from discotag.plugin.runs import VOICES

    rows = []
    for voice in VOICES:
        parts = [
            [choice.voices[name].get(voice) for choice in choices if name in choice.voices]
            for name in names
        ]
        told = [[cost for cost in costs if cost is not None] for costs in parts]
        if any(told):
            rows.append((voice, *(f"{sum(costs):.2f}" for costs in told)))
    print_table(("voice", *names), [*rows, ("all voices", *_totals(choices, names))])


def _totals(choices: Sequence[Choice], names: Sequence[str]) -> list[str]:
    return [f"{sum(choice.texts[name].cost for choice in choices):.2f}" for name in names]


def _alone(choices: Sequence[Choice], names: Sequence[str]) -> list[str]:
    return [str(sum(choice.best == (name,) for choice in choices)) for name in names]


def _told(choice: Choice) -> str:
    return choice.best[0] if len(choice.best) == 1 else "no difference"
