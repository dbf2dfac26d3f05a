"""What a user asks for: languages, phenomena, components and options; and the named profiles."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from pydantic import Field, StringConstraints, TypeAdapter

from discotag.core.errors import UnknownNameError, UsageError
from discotag.core.parsing import FrozenModel, parse_toml
from discotag.core.tables import read_toml

if TYPE_CHECKING:
    from collections.abc import Mapping

Unit = Literal["auto", "line", "sentence", "sure"]
"""What is tagged as one segment: a line, sentences that are translated together, or as fits."""

DEFAULT_PROFILE = "discotag"
DEFAULT_SCORERS = ("compare_mt", "choice", "bleu", "chrf")


class ComponentSpec(NamedTuple):
    """A component as the user names it: `spacy:fr_core_news_sm` is name and argument."""

    name: str
    argument: str | None = None

    @classmethod
    def parse(cls, text: str) -> ComponentSpec:
        """Read `NAME` or `NAME:ARGUMENT`."""
        name, colon, argument = text.partition(":")
        return cls(name, argument if colon else None)

    def __str__(self) -> str:
        return self.name if self.argument is None else f"{self.name}:{self.argument}"


class RunConfig(FrozenModel):
    """A run as the user asks for it; nothing is looked up yet.

    Args:
        source_language: code, alias or name.
        target_language: code, alias or name.
        phenomena: names; `+NAME` adds one to the profile's own; empty = the profile's own.
        profile: named set of taggers and options.
        analyzers: where (`source`, `target`, or a target text's name) → component; `""` is both
            sides.
        aligners: target text's name (`""` = all) → component.
        corefs: where (`source`, `target`) → component, or `none`; `""` is the source side.
        annotators: those that should give their layer, whatever else could.
        scorers: names.
        taggers: names of extra taggers that join the general ones.
        options: component name → option → value.
        on_error: stop at a component's failure, or skip the document and say so.
        unit: what is tagged as one segment.
        splitters: side (`""` is both) → what splits its text into sentences.
        sentence_aligner: what finds which sentences belong together; None = the packs' default.
    """

    source_language: str
    target_language: str
    phenomena: tuple[str, ...] = ()
    profile: str = DEFAULT_PROFILE
    analyzers: dict[str, ComponentSpec] = Field(default_factory=dict)
    aligners: dict[str, ComponentSpec] = Field(default_factory=dict)
    corefs: dict[str, ComponentSpec] = Field(default_factory=dict)
    annotators: tuple[ComponentSpec, ...] = ()
    scorers: tuple[str, ...] = DEFAULT_SCORERS
    taggers: tuple[Annotated[str, StringConstraints(min_length=1)], ...] = ()
    options: dict[str, dict[str, Any]] = Field(default_factory=dict)
    on_error: Literal["stop", "skip"] = "stop"
    unit: Unit = "line"
    splitters: dict[str, ComponentSpec] = Field(default_factory=dict)
    sentence_aligner: ComponentSpec | None = None


ALONE = "processes"
"""The executor that is not worth its while for one worker."""


@dataclass(frozen=True)
class ExecutionOptions:
    """How a plan is carried out; no result depends on it.

    Args:
        jobs: how many workers; each loads the models once.
        executor: who works where there are several, `NAME[:ARGUMENT]`.
        executor_options: the executor's own.
        cache: whether to take what was computed before from the cache, and keep what is new.
        time_limit: seconds that a batch may take; None = as long as it takes.
        without: names of plugins that workers must not load.
    """

    jobs: int = 1
    executor: str = ALONE
    executor_options: Mapping[str, Any] = field(default_factory=dict)
    cache: bool = False
    time_limit: float | None = None
    without: tuple[str, ...] = ()


def parse_selections(values: list[str]) -> dict[str, ComponentSpec]:
    """Read repeated `[WHERE=]NAME[:ARGUMENT]` options; UsageError if one place is named twice."""
    selections: dict[str, ComponentSpec] = {}
    for value in values:
        where, equals, rest = value.partition("=")
        place, text = (where, rest) if equals and ":" not in where else ("", value)
        if place in selections:
            raise UsageError(f"{place or 'the default'} is chosen twice: {value!r}")
        selections[place] = ComponentSpec.parse(text)
    return selections


def parse_annotators(values: list[str]) -> tuple[ComponentSpec, ...]:
    """Read repeated `NAME[:ARGUMENT]` options; UsageError if one is named twice."""
    selections = tuple(ComponentSpec.parse(value) for value in values)
    names = [selection.name for selection in selections]
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"--annotator {name} is given twice")
    return selections


def parse_options(values: list[str]) -> dict[str, dict[str, Any]]:
    """Read repeated `COMPONENT.OPTION=VALUE` options; values are TOML or plain words."""
    options: dict[str, dict[str, Any]] = {}
    for value in values:
        path, equals, text = value.partition("=")
        component, dot, option = path.partition(".")
        if not (equals and dot and component and option):
            raise UsageError(f"--set {value!r} is not COMPONENT.OPTION=VALUE")
        try:
            parsed = parse_toml(f"value = {text}")["value"]
        except ValueError:
            parsed = text
        options.setdefault(component, {})[option] = parsed
    return options


class Profile(FrozenModel):
    """One profile.

    Args:
        summary: what it reproduces.
        taggers: phenomenon → tagger, where it is not the one named like the phenomenon.
        options: component → options.
        components: role (`coref`) → component, where the profile fixes it.
        is_general_only: whether the extra taggers of language packs stay out.
        phenomena: those that are searched for where none is named, whatever else is installed.
        keeps_lines: whether lines are the units unless the user says otherwise.
    """

    summary: str
    taggers: dict[str, str] = Field(default_factory=dict)
    options: dict[str, dict[str, Any]] = Field(default_factory=dict)
    components: dict[str, str] = Field(default_factory=dict)
    is_general_only: bool = False
    phenomena: tuple[str, ...]
    keeps_lines: bool = False


@cache
def profiles() -> dict[str, Profile]:
    """Read the profiles that discotag knows."""
    data, _ = read_toml(Path(__file__).with_name("profiles.toml"))
    return TypeAdapter(dict[str, Profile]).validate_python(data)


def profile(name: str) -> Profile:
    """Find a profile; UnknownNameError with a suggestion otherwise."""
    known = profiles()
    if name not in known:
        raise UnknownNameError("profile", name, known)
    return known[name]
