"""Plans: the components chosen for a run, each with its owner, place and options."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from discotag.core.components import (
    AlignerInfo,
    AnalyzerInfo,
    AnnotatorInfo,
    ComponentInfo,
    CorefInfo,
    ReaderInfo,
    ReportInfo,
    ScorerInfo,
    SentenceAlignerInfo,
    SplitterInfo,
    TaggerInfo,
    WriterInfo,
)
from discotag.core.interfaces import (
    Aligner,
    Analyzer,
    Annotator,
    Coref,
    Reader,
    Report,
    Scorer,
    SentenceAligner,
    Splitter,
    Tagger,
    Writer,
)
from discotag.core.plugin_calls import plugin_call
from discotag.pipeline.config import ComponentSpec
from discotag.pipeline.language_support import State

if TYPE_CHECKING:
    from collections.abc import Mapping

    from discotag.core.components import Classes
    from discotag.core.discovery import PluginRecord
    from discotag.core.document import SideName
    from discotag.core.language import LanguagePack
    from discotag.core.registry import Registration
    from discotag.pipeline.config import Profile, RunConfig
    from discotag.pipeline.language_support import Support

InfoT = TypeVar("InfoT", bound=ComponentInfo)
ComponentT = TypeVar("ComponentT")


@dataclass(frozen=True)
class PlannedComponent(Generic[InfoT, ComponentT]):
    """A component chosen for a place in the run: its declaration, and what it will be able to do.

    Args:
        role: its role, singular, such as `analyzer` or `tagger`.
        place: `source`, `target`, a target text's name, or `""` where there is only one place.
        info: its declaration.
        owner: the plugin it comes from.
        argument: what the user wrote after the colon.
        options: its options, merged.
        side: the side it is bound to.
        parts: the components that it works on, for an aligner that joins others.
        part_of: the name of the aligner that joins it; empty where none does.
    """

    role: str
    place: str
    info: InfoT
    owner: PluginRecord
    argument: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    side: SideName | None = None
    parts: tuple[PlannedComponent[Any, Any], ...] = ()
    part_of: str = ""

    @property
    def title(self) -> str:
        """Role and name, for messages."""
        return f"{self.role} {self.info.name}"

    @property
    def where(self) -> str:
        """Its place in the run, for listings."""
        place = self.place or self.side or ""
        return f"{place} (in {self.part_of})".lstrip() if self.part_of else place

    def call(self, document: str | None = None) -> plugin_call:
        """Return the block in which its code is called; errors name it (and the document)."""
        owner = self.owner
        return plugin_call(owner.name, self.title, document, keeps_errors=owner.is_builtin)

    def __str__(self) -> str:
        return str(ComponentSpec(self.info.name, self.argument))


AnyPlanned: TypeAlias = PlannedComponent[Any, Any]
PlannedTagger: TypeAlias = PlannedComponent[TaggerInfo, Tagger]
PlannedScorer: TypeAlias = PlannedComponent[ScorerInfo, Scorer]
PlannedAnalyzer: TypeAlias = PlannedComponent[AnalyzerInfo, Analyzer]
PlannedAligner: TypeAlias = PlannedComponent[AlignerInfo, Aligner]
PlannedAnnotator: TypeAlias = PlannedComponent[AnnotatorInfo, Annotator]
PlannedCoref: TypeAlias = PlannedComponent[CorefInfo, Coref]
PlannedReader: TypeAlias = PlannedComponent[ReaderInfo, Reader]
PlannedWriter: TypeAlias = PlannedComponent[WriterInfo, Writer]
PlannedReport: TypeAlias = PlannedComponent[ReportInfo, Report]
PlannedSplitter: TypeAlias = PlannedComponent[SplitterInfo, Splitter]
PlannedSentenceAligner: TypeAlias = PlannedComponent[SentenceAlignerInfo, SentenceAligner]


@dataclass(frozen=True)
class PlannedUnits:
    """What finds the sentences that units are made of.

    Args:
        splitters: side → splitter.
        aligner: finds which sentences belong together.
    """

    splitters: Mapping[SideName, PlannedSplitter]
    aligner: PlannedSentenceAligner


@dataclass(frozen=True)
class Readers:
    """Components that a package adds to a plan since they read layers and marks, such as checks.

    Args:
        role: their role, singular.
        declared: the components.
        phenomena: those whose marks they read, which are tagged where the user names none.
        notes: what the user should know of those that are left out.
        gaps: what of those that the user names is missing.
    """

    role: str
    declared: tuple[Registration[Any], ...]
    phenomena: frozenset[str] = frozenset()
    notes: tuple[str, ...] = ()
    gaps: tuple[str, ...] = ()


@dataclass(frozen=True)
class Plan:
    """A run, ready to be carried out.

    Args:
        config: what was asked for.
        profile: the profile's content.
        source: the source language's pack.
        target: the target language's pack.
        support: every phenomenon asked for, with its state.
        taggers: the taggers to run.
        scorers: the scorers to run.
        analyzers: place (`source`, `target` or a text's name) → analyzer.
        aligners: place (`""` = all texts, or a text's name) → aligner; empty = not needed.
        annotators: annotators and coreference resolvers in the order in which they run.
        layers: every layer that will be there, with its side.
        notes: what the user should know.
        readers: what else reads layers and marks (`Readers`).
        units: what finds sentences; None = lines are the units. With `config.unit` `auto` it is
            there in case the texts turn out to need it.
    """

    config: RunConfig
    profile: Profile
    source: LanguagePack
    target: LanguagePack
    support: tuple[Support, ...]
    taggers: tuple[PlannedTagger, ...]
    scorers: tuple[PlannedScorer, ...]
    analyzers: Mapping[str, PlannedAnalyzer]
    aligners: Mapping[str, PlannedAligner]
    annotators: tuple[PlannedAnnotator | PlannedCoref, ...]
    layers: frozenset[str]
    notes: tuple[str, ...] = ()
    readers: tuple[AnyPlanned, ...] = ()
    units: PlannedUnits | None = None

    @property
    def pair(self) -> str:
        """The language pair, such as `en-fr`."""
        return f"{self.source.code}-{self.target.code}"

    @property
    def phenomena(self) -> tuple[str, ...]:
        """The phenomena that will be tagged."""
        return tuple(item.phenomenon for item in self.support if item.state is State.SUPPORTED)

    @property
    def is_sequential(self) -> bool:
        """Whether a component has to be asked for the whole corpus in its order."""
        return any(choice.info.is_sequential for choice in self.choices())

    @property
    def classes(self) -> dict[str, Classes]:
        """What the labels of each phenomenon are, by its general tagger; without those of none."""
        found: dict[str, Classes | None] = {}
        for choice in self.taggers:  # a phenomenon's general tagger comes first
            found.setdefault(choice.info.phenomenon, choice.info.classes)
        return {name: classes for name, classes in found.items() if classes is not None}

    def choices(self) -> tuple[AnyPlanned, ...]:
        """Every component of the run, in the order of the stages; parts come after their whole."""
        aligners = (part for whole in self.aligners.values() for part in (whole, *whole.parts))
        units: tuple[AnyPlanned, ...] = ()
        if self.units is not None:
            units = (*self.units.splitters.values(), self.units.aligner)
        return (
            *units,
            *self.analyzers.values(),
            *self.annotators,
            *aligners,
            *self.taggers,
            *self.scorers,
            *self.readers,
        )

    def describe(self) -> dict[str, Any]:
        """Return the plan as plain data, as `discotag plan --json` and `run.json` show it."""
        return {
            "pair": self.pair,
            "profile": self.config.profile,
            **({} if self.units is None else {"unit": self.config.unit}),
            "phenomena": {
                item.phenomenon: {"state": str(item.state), "reason": item.reason}
                for item in self.support
            },
            "components": [
                {
                    "role": choice.role,
                    "place": choice.where,
                    "name": choice.info.name,
                    "argument": choice.argument,
                    "version": choice.info.version,
                    "plugin": choice.owner.name,
                    "distribution": f"{choice.owner.distribution} {choice.owner.version}",
                    "options": dict(choice.options),
                }
                for choice in self.choices()
            ],
            "layers": sorted(self.layers),
            "notes": list(self.notes),
        }
