"""What all functions share: the plugins, a corpus with translations, and the configuration."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Unpack, get_args

from discotag.core.errors import UnknownNameError, UsageError
from discotag.core.registry import Registry, open_registry
from discotag.pipeline.config import (
    ComponentSpec,
    RunConfig,
    Unit,
    parse_annotators,
    parse_selections,
)
from discotag.pipeline.planning import plan

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from discotag.api.corpus import Corpus
    from discotag.pipeline.plans import Plan


class Choices(TypedDict, total=False):
    """What may be chosen, as the options of the commands have it; all may be left out.

    Args:
        phenomena: names, in a list or joined by commas; `+NAME` adds one to the default, which is
            MuDA's five and names, whatever is installed.
        profile: `discotag`, `paper`, `preprint` or `muda`.
        analyzers: each `[WHERE=]NAME[:ARG]`, such as `spacy:fr_core_news_sm`.
        aligners: each `[TEXT=]NAME[:ARG]`.
        corefs: each `[SIDE=]NAME[:ARG]`, or `none`.
        annotators: each `NAME[:ARG]`.
        taggers: names of extra taggers.
        options: component → option → value.
        on_error: `stop` at a failing component, or `skip` the document.
        unit: what is one segment: `line`, `sentence` (sentences that are translated together),
            `sure` (these without sentences linked by guess), or `auto` (the default): lines, unless
            they hold several sentences.
        splitters: each `[SIDE=]NAME[:ARG]`, where units are sentences.
        sentence_aligner: `NAME[:ARG]`, where units are sentences.
    """

    phenomena: Sequence[str] | str
    profile: str
    analyzers: Sequence[str]
    aligners: Sequence[str]
    corefs: Sequence[str]
    annotators: Sequence[str]
    taggers: Sequence[str]
    options: Mapping[str, Mapping[str, Any]]
    on_error: Literal["stop", "skip"]
    unit: Unit
    splitters: Sequence[str]
    sentence_aligner: str


PLAIN = frozenset({"profile", "on_error", "unit", "phenomena", "sentence_aligner"})
"""Choices that are text, not a list."""


def names_in(corpus: Corpus) -> tuple[str, ...]:
    """Return the names of a corpus's translations; UsageError if it is not a corpus or has none."""
    if not hasattr(corpus, "references"):
        kind = type(corpus).__name__
        raise UsageError(
            f"expected a Corpus, got {kind}; make one: discotag.load(source, reference, …)"
        )
    names = (*corpus.references, *corpus.systems)
    if not names:
        raise UsageError("the corpus holds no translation: load(…, reference, systems={…})")
    return names


def needs_reference_and_system(corpus: Corpus) -> None:
    """Raise UsageError where a corpus holds no reference or no system."""
    names_in(corpus)
    if not corpus.references or not corpus.systems:
        raise UsageError("scoring needs a reference and a system: load(…, reference, systems={…})")


def planned(
    corpus: Corpus,
    *,
    scorers: Sequence[str] = (),
    **choices: Unpack[Choices],
) -> Plan:
    """Choose the components for a corpus.

    Raises:
        UsageError: a name that nothing declares, or text where a list of names is meant.
        PlanError: what is needed is not installed; all reported at once.
    """
    pair = corpus.source_language, corpus.target_language
    return plan(config_for(pair, scorers=scorers, **choices), registry())


def config_for(
    pair: tuple[str, str], *, scorers: Sequence[str] = (), **choices: Unpack[Choices]
) -> RunConfig:
    """Return what is chosen for a language pair, for `plan`; UsageError if it is not a choice."""
    unknown = sorted(set(choices) - set(Choices.__annotations__))
    if unknown:
        known = ", ".join(sorted(Choices.__annotations__))
        raise UsageError(f"unknown option {', '.join(unknown)}; options: {known}")
    for name, value in (("scorers", scorers), *choices.items()):
        if isinstance(value, str) and name not in PLAIN:
            raise UsageError(f"{name}={value!r}: give a list of names")
    aligner = choices.get("sentence_aligner")
    return RunConfig(
        source_language=pair[0],
        target_language=pair[1],
        phenomena=_names(choices.get("phenomena", ())),
        profile=choices.get("profile", "discotag"),
        analyzers=parse_selections(list(choices.get("analyzers", ()))),
        aligners=parse_selections(list(choices.get("aligners", ()))),
        corefs=parse_selections(list(choices.get("corefs", ()))),
        annotators=parse_annotators(list(choices.get("annotators", ()))),
        taggers=tuple(choices.get("taggers", ())),
        options={name: dict(of) for name, of in choices.get("options", {}).items()},
        on_error=choices.get("on_error", "stop"),
        unit=_unit(choices.get("unit", "auto")),
        splitters=parse_selections(list(choices.get("splitters", ()))),
        sentence_aligner=ComponentSpec.parse(aligner) if aligner else None,
        scorers=tuple(scorers),
    )


def _unit(name: Unit) -> Unit:
    """Return what was asked for; UsageError if there is no such unit."""
    known = get_args(Unit)
    if name not in known:
        raise UnknownNameError("unit", str(name), known)
    return name


@lru_cache(maxsize=1)
def registry() -> Registry:
    """Find all plugins, once."""
    return open_registry()


def _names(given: Sequence[str] | str) -> tuple[str, ...]:
    """Return names that are given as a list, or in one text with commas between them."""
    if not isinstance(given, str):
        return tuple(given)
    return tuple(name.strip() for name in given.split(",") if name.strip())
