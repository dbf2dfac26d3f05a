"""Planning: which components a run uses, found before loading, with all gaps reported at once.

Starting from the layers that the taggers need, providers are chosen until every need is met. An
optional need is met only by a component that the user, a pack or the core names: an unrelated
installed plugin never changes a number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discotag.core.components import LayerNeed
from discotag.core.errors import PlanError, UnknownNameError
from discotag.pipeline.config import profile
from discotag.pipeline.language_support import State, Support, support, with_tagger
from discotag.pipeline.layer_planning import SIDES, LayerPlanner, MissingRequirements, Picker
from discotag.pipeline.plans import Plan, PlannedComponent, PlannedUnits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.core.language import LanguagePack
    from discotag.core.registry import Registry
    from discotag.pipeline.config import RunConfig
    from discotag.pipeline.plans import AnyPlanned, PlannedScorer, PlannedTagger, Readers


def plan(
    config: RunConfig,
    registry: Registry,
    *,
    layers: frozenset[str] | None = None,
    readers: Readers | None = None,
) -> Plan:
    """Choose every component of a run; imports none of them.

    Args:
        config: what the user asks for.
        registry: what is installed.
        layers: plan for these layers alone (`source.tokens` …), with nothing to tag or score.
        readers: what else reads layers and marks.

    Raises:
        UnknownNameError: a language, phenomenon, profile or component that does not exist.
        PlanError: what is needed and missing, all at once.
    """
    planned = _Planner(config, registry).plan(layers, readers)
    used = {choice.info.name for choice in planned.choices()}
    used |= {wish.name for wish in config.corefs.values()}  # a note names those left out
    for name in sorted(set(config.options) - used):
        raise UnknownNameError(
            "component",
            name,
            used,
            scope="of this run",
            cure="--set reaches only what the plan names",
        )
    return planned


class _Planner:
    """The state of one planning: what is needed, what was chosen, and what is missing."""

    def __init__(self, config: RunConfig, registry: Registry) -> None:
        self.config = config
        self.registry = registry
        self.profile = profile(config.profile)
        for place in sorted(set(config.corefs) - {"", *SIDES}):
            raise UnknownNameError("side", place, SIDES, scope="for --coref")
        for place in sorted(set(config.splitters) - {"", *SIDES}):
            raise UnknownNameError("side", place, SIDES, scope="for --splitter")
        self.source = registry.language(config.source_language).info
        self.target = registry.language(config.target_language).info
        self.missing = MissingRequirements(notes=list(_varieties(config, self.source, self.target)))
        self.picker = Picker(config, self.profile, self.source, self.target)
        self.layers = LayerPlanner(config, registry, self.profile, self.picker, self.missing)

    def plan(self, layers: frozenset[str] | None, added: Readers | None) -> Plan:
        if layers is not None:
            self.layers.need(map(LayerNeed.parse, sorted(layers)), "what is asked for", None)
            return self._finished((), (), ())
        others: tuple[AnyPlanned, ...] = ()
        if added is not None:
            self.missing.notes += added.notes
            self.missing.gaps += added.gaps
            others = tuple(self.picker.choice(added.role, "", item) for item in added.declared)
        supported = self._support(added)
        taggers = self._taggers(supported)
        scorers = tuple(
            self.picker.choice("scorer", "", self.registry.scorers.get(name))
            for name in dict.fromkeys(self.config.scorers)
        )
        readers: tuple[AnyPlanned, ...] = (*taggers, *scorers, *others)
        for choice in readers:
            self.layers.need(choice.info.layer_needs, choice.info.name, None)
        for side in SIDES:  # every tag is on a token, and the source is printed next to it
            self.layers.need(
                (LayerNeed((f"{side}.tokens",), is_optional=False),), "every run", None
            )
        return self._finished(supported, taggers, scorers, others)

    def _finished(
        self,
        supported: tuple[Support, ...],
        taggers: tuple[PlannedTagger, ...],
        scorers: tuple[PlannedScorer, ...],
        readers: tuple[AnyPlanned, ...] = (),
    ) -> Plan:
        self.layers.tell_unused()
        units = self._units()
        if self.missing.gaps:
            raise PlanError(dict.fromkeys(self.missing.gaps), dict.fromkeys(self.missing.unknown))
        return Plan(
            config=self.config,
            profile=self.profile,
            source=self.source,
            target=self.target,
            support=supported,
            taggers=taggers,
            scorers=scorers,
            analyzers=self.layers.analyzers,
            aligners=self.layers.aligners,
            annotators=tuple(self.layers.annotators),
            layers=frozenset(self.layers.layers),
            notes=tuple(dict.fromkeys(self.missing.notes)),
            readers=readers,
            units=units,
        )

    def _units(self) -> PlannedUnits | None:
        """Choose what finds sentences, where units may be sentences."""
        wanted = self.config.unit
        if wanted == "line" or (wanted == "auto" and self.profile.keeps_lines):
            return None
        chosen: list[PlannedComponent[Any, Any] | str] = [
            self.picker.pick("splitter", side, self.registry.splitters, self.config.splitters, side)
            for side in SIDES
        ]
        named = self.config.sentence_aligner
        chosen.append(
            self.picker.pick(
                "sentence_aligner",
                "",
                self.registry.sentence_aligners,
                {} if named is None else {"": named},
                None,
            )
        )
        lacks = [f"units of sentences: {item}" for item in chosen if isinstance(item, str)]
        parts = (part for whole in self.layers.aligners.values() for part in (whole, *whole.parts))
        planned: tuple[AnyPlanned, ...] = (
            *self.layers.analyzers.values(),
            *parts,
            *self.layers.annotators,
        )
        lacks += [
            f"units of sentences: {choice.title} knows the lines of the corpus only; --unit line"
            for choice in planned
            if choice.info.is_by_line
        ]
        if lacks:
            self.missing.gaps += [] if wanted == "auto" else lacks
            return None
        source, target, aligner = (item for item in chosen if not isinstance(item, str))
        return PlannedUnits({"source": source, "target": target}, aligner)

    def _support(self, readers: Readers | None) -> tuple[Support, ...]:
        named = {name.removeprefix("+") for name in self.config.phenomena}
        usual = self._of_profile() if readers is None else sorted(readers.phenomena)
        asked = self._named_phenomena() or usual
        found: list[Support] = []
        for phenomenon in dict.fromkeys(asked):
            item = support(
                phenomenon,
                self.registry,
                self.source,
                self.target,
                self.profile,
                annotators=self.layers.wished,
            )
            found.append(item)
            is_gap = item.state in {State.NO_TABLE, State.NO_TAGGER}
            if phenomenon in named and is_gap:
                self.missing.gaps.append(f"{phenomenon}: {item.state}: {item.reason}")
        is_idle = not any(item.state is State.SUPPORTED for item in found)
        if is_idle and not (self.missing.gaps or (readers is not None and not asked)):
            reasons = "; ".join(f"{item.phenomenon}: {item.reason}" for item in found)
            self.missing.gaps.append(
                f"nothing to tag for {self.source.code}-{self.target.code}: {reasons}"
            )
        return tuple(found)

    def _named_phenomena(self) -> tuple[str, ...]:
        """Return the phenomena that the user names; with `+NAME` among them, the profile's too."""
        names = self.config.phenomena
        if not any(name.startswith("+") for name in names):
            return names
        added = {name.removeprefix("+") for name in names}
        return tuple(sorted(added | set(self._of_profile())))

    def _of_profile(self) -> tuple[str, ...]:
        """Return the phenomena to search for where the user names none.

        They are the profile's, whatever else is installed; all, where none of those is installed.
        """
        installed = tuple(self.registry.phenomena())
        return tuple(name for name in installed if name in self.profile.phenomena) or installed

    def _taggers(self, supported: tuple[Support, ...]) -> tuple[PlannedTagger, ...]:
        taggers: list[PlannedTagger] = []
        extra = set(self.config.taggers)
        for name in self.config.taggers:
            declared = self.registry.taggers.get(name)
            of_pair = with_tagger(
                declared, self.registry, self.source, self.target, annotators=self.layers.wished
            )
            if of_pair.reason:
                self.missing.gaps.append(f"extra tagger {name!r}: {of_pair.reason}")
        for item in supported:
            if item.tagger is None:
                continue
            taggers.append(self.picker.choice("tagger", "", item.tagger))
            names = list(self.target.taggers.get(item.phenomenon, ()))
            if self.profile.is_general_only:
                names = []
            names += [
                name
                for name in self.config.taggers
                if self.registry.taggers.get(name).info.phenomenon == item.phenomenon
            ]
            extra -= set(names)
            taggers += [
                self.picker.choice("tagger", "", self.registry.taggers.get(name))
                for name in dict.fromkeys(names)
            ]
        self.missing.gaps += [
            f"extra tagger {name!r} marks a phenomenon that is not asked for"
            for name in sorted(extra)
        ]
        return tuple(taggers)


def _varieties(config: RunConfig, *packs: LanguagePack) -> Iterator[str]:
    """Yield a note for each language whose pack is that of another variety."""
    for code, pack in zip((config.source_language, config.target_language), packs, strict=True):
        if not pack.is_called(code):
            yield f"{code}: read with {pack.code} ({pack.name})"
