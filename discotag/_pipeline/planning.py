"""Planning: which components a run uses, found before loading, with all gaps told at once.

Starting from the layers that the taggers need, providers are chosen until every need is met. An
optional need is met only by a
component that the user, a pack or the core names: an unrelated installed plugin never changes a
number.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from discotag._pipeline.config import ComponentSpec, RunConfig
from discotag._pipeline.joined_parts import check_part, parts_named
from discotag._pipeline.language_support import (
    State,
    Support,
    annotators_of,
    no_annotator,
    support,
    with_tagger,
)
from discotag._pipeline.plans import InfoT, Plan, PlannedComponent, PlannedUnits
from discotag._pipeline.profiles import profile
from discotag.core.components import ANALYSIS_LAYERS, LayerNeed
from discotag.core.errors import DiscotagError, PlanError, UnknownNameError, UsageError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from discotag._pipeline.plans import (
        AnyPlanned,
        PlannedAligner,
        PlannedAnalyzer,
        PlannedAnnotator,
        PlannedCheck,
        PlannedCoref,
        PlannedScorer,
        PlannedTagger,
    )
    from discotag.core.components import CheckInfo, ComponentInfo
    from discotag.core.document import SideName
    from discotag.core.errors import Unknown
    from discotag.core.language import LanguagePack
    from discotag.core.registry import Registration, Registry, RoleRegistry

CORE_DEFAULTS = {
    "analyzer": "embedded",
    "aligner": "lexicon",
    "coref": "rules",
    "splitter": "sentence-rules",
    "sentence_aligner": "lexicon-beads",
}
NO_COREF = "none"
SWITCHED_OFF = "none switches it off"
SIDES: tuple[SideName, SideName] = ("source", "target")


def plan(config: RunConfig, registry: Registry, *, layers: frozenset[str] | None = None) -> Plan:
    """Choose every component of a run; imports none of them.

    Args:
        config: what the user asks for.
        registry: what is installed.
        layers: plan for these layers alone (`source.tokens` …), with nothing to tag or score.

    Raises:
        UnknownNameError: a language, phenomenon, profile or component that does not exist.
        PlanError: what is needed and missing, all at once.
    """
    planned = _Planner(config, registry).plan(layers)
    used = {choice.info.name for choice in planned.choices()}
    used |= {wish.name for wish in config.corefs.values()}  # a note tells of those left out
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
        self.gaps: list[str] = []
        self.unknown: list[Unknown] = []
        self.notes = list(_varieties(config, self.source, self.target))
        self.layers: set[str] = set()
        self._resolved: set[SideName] = set()
        self._wished = {
            registry.annotators.get(item.name).info.name: item.argument
            for item in config.annotators
        }
        self.analyzers: dict[str, PlannedAnalyzer] = {}
        self.aligners: dict[str, PlannedAligner] = {}
        self.annotators: list[PlannedAnnotator | PlannedCoref] = []

    def plan(self, layers: frozenset[str] | None) -> Plan:
        if layers is not None:
            self._need(map(LayerNeed.parse, sorted(layers)), "what is asked for", None)
            return self._finished((), (), ())
        checks = self._checks()
        supported = self._support(checks)
        taggers = self._taggers(supported)
        scorers = tuple(
            self._choice("scorer", "", self.registry.scorers.get(name))
            for name in dict.fromkeys(self.config.scorers)
        )
        readers: tuple[AnyPlanned, ...] = (*taggers, *scorers, *checks)
        for choice in readers:
            self._need(choice.info.layer_needs, choice.info.name, None)
        for side in SIDES:  # every tag stands on a token, and the source is printed beside it
            self._need((LayerNeed((f"{side}.tokens",), is_optional=False),), "every run", None)
        return self._finished(supported, taggers, scorers, checks)

    def _finished(
        self,
        supported: tuple[Support, ...],
        taggers: tuple[PlannedTagger, ...],
        scorers: tuple[PlannedScorer, ...],
        checks: tuple[PlannedCheck, ...] = (),
    ) -> Plan:
        used = {choice.info.name for choice in self.annotators}
        self.gaps += [
            f"annotator {name!r} gives {self.registry.annotators.get(name).info.gives}, which"
            " nothing in this run needs of a language that it serves"
            for name in self._wished
            if name not in used
        ]
        wrong, idle = _idle_corefs(self.config.corefs, self.registry, self._resolved)
        self.gaps += wrong
        self.notes += idle
        units = self._units()
        if self.gaps:
            raise PlanError(dict.fromkeys(self.gaps), dict.fromkeys(self.unknown))
        return Plan(
            config=self.config,
            profile=self.profile,
            source=self.source,
            target=self.target,
            support=supported,
            taggers=taggers,
            scorers=scorers,
            analyzers=self.analyzers,
            aligners=self.aligners,
            annotators=tuple(self.annotators),
            layers=frozenset(self.layers),
            notes=tuple(dict.fromkeys(self.notes)),
            checks=checks,
            units=units,
        )

    def _units(self) -> PlannedUnits | None:
        """Choose what finds sentences, where units may be sentences."""
        wanted = self.config.unit
        if wanted == "line" or (wanted == "auto" and self.profile.keeps_lines):
            return None
        chosen: list[PlannedComponent[Any, Any] | str] = [
            self._pick("splitter", side, self.registry.splitters, self.config.splitters, side)
            for side in SIDES
        ]
        named = self.config.sentence_aligner
        chosen.append(
            self._pick(
                "sentence_aligner",
                "",
                self.registry.sentence_aligners,
                {} if named is None else {"": named},
                None,
            )
        )
        lacks = [f"units of sentences: {item}" for item in chosen if isinstance(item, str)]
        parts = (part for whole in self.aligners.values() for part in (whole, *whole.parts))
        planned: tuple[AnyPlanned, ...] = (*self.analyzers.values(), *parts, *self.annotators)
        lacks += [
            f"units of sentences: {choice.title} knows the lines of the corpus only; --unit line"
            for choice in planned
            if choice.info.is_by_line
        ]
        if lacks:
            self.gaps += lacks if wanted == "sentence" else []
            return None
        source, target, aligner = (item for item in chosen if not isinstance(item, str))
        return PlannedUnits({"source": source, "target": target}, aligner)

    def _checks(self) -> tuple[PlannedCheck, ...]:
        """Choose the checks that the pair supports; the others are gaps if named, else notes."""
        wanted = self.config.checks
        every = wanted == "*"
        names = [item.info.name for item in self.registry.checks] if every else wanted
        chosen: list[PlannedCheck] = []
        for name in dict.fromkeys(names):
            declared = self.registry.checks.get(name)
            if lack := self._lack_of(declared.info):
                told = f"check {name} is left out" if every else f"check {name!r}"
                (self.notes if every else self.gaps).append(f"{told}: {lack}")
            else:
                chosen.append(self._choice("check", "", declared))
        if wanted and not chosen and not self.gaps:
            pair = f"{self.source.code}-{self.target.code}"
            self.gaps.append(f"nothing to check for {pair}: {'; '.join(self.notes)}")
        return tuple(chosen)

    def _lack_of(self, check: CheckInfo) -> str | None:
        """Return what a check lacks in this pair: its language, or a phenomenon that it reads."""
        if not check.serves(self.target.code):
            return f"it does not serve {self.target.name}"
        if absent := sorted(fact for fact in check.facts if getattr(self.target, fact) is None):
            return f"it does not serve {self.target.name}, whose pack has no [{absent[0]}]"
        lacks = [
            f"nothing installed marks {name}"
            for name in sorted(check.phenomena - set(self.registry.phenomena()))
        ]
        for name in sorted(check.phenomena & set(self.registry.phenomena())):
            item = support(name, self.registry, self.source, self.target, self.profile)
            if item.state is not State.SUPPORTED:
                lacks.append(f"{name}: {item.state}: {item.reason}")
        return "; ".join(lacks) or None

    def _support(self, checks: tuple[PlannedCheck, ...]) -> tuple[Support, ...]:
        read = {name for choice in checks for name in choice.info.phenomena}
        asked = self.config.phenomena or (sorted(read) if checks else self._of_profile())
        found: list[Support] = []
        for phenomenon in dict.fromkeys(asked):
            item = support(
                phenomenon,
                self.registry,
                self.source,
                self.target,
                self.profile,
                annotators=self._wished,
            )
            found.append(item)
            is_gap = item.state in {State.NO_TABLE, State.NO_TAGGER}
            if self.config.phenomena and is_gap:
                self.gaps.append(f"{phenomenon}: {item.state}: {item.reason}")
        is_idle = not any(item.state is State.SUPPORTED for item in found)
        if is_idle and not (self.gaps or (checks and not asked)):
            reasons = "; ".join(f"{item.phenomenon}: {item.reason}" for item in found)
            self.gaps.append(f"nothing to tag for {self.source.code}-{self.target.code}: {reasons}")
        return tuple(found)

    def _of_profile(self) -> tuple[str, ...]:
        """Return the phenomena that are looked for where the user names none."""
        own = self.profile.phenomena
        return tuple(name for name in self.registry.phenomena() if not own or name in own)

    def _taggers(self, supported: tuple[Support, ...]) -> tuple[PlannedTagger, ...]:
        taggers: list[PlannedTagger] = []
        extra = set(self.config.taggers)
        for name in self.config.taggers:
            declared = self.registry.taggers.get(name)
            of_pair = with_tagger(
                declared, self.registry, self.source, self.target, annotators=self._wished
            )
            if of_pair.reason:
                self.gaps.append(f"extra tagger {name!r}: {of_pair.reason}")
        for item in supported:
            if item.tagger is None:
                continue
            taggers.append(self._choice("tagger", "", item.tagger))
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
                self._choice("tagger", "", self.registry.taggers.get(name))
                for name in dict.fromkeys(names)
            ]
        self.gaps += [
            f"extra tagger {name!r} marks a phenomenon that is not asked for"
            for name in sorted(extra)
        ]
        return tuple(taggers)

    def _choice(
        self,
        role: str,
        place: str,
        declared: Registration[InfoT],
        *,
        argument: str | None = None,
        side: SideName | None = None,
    ) -> PlannedComponent[InfoT, Any]:
        name = declared.info.name
        pack = self.source if side == "source" else self.target
        options = dict(self.profile.options.get(name, {}))
        options = {**pack.settings.get(name, {}), **options, **self.config.options.get(name, {})}
        return PlannedComponent(role, place, declared.info, declared.owner, argument, options, side)

    def _need(self, needs: Iterable[LayerNeed], reader: str, side: SideName | None) -> None:
        for need in needs:
            alternatives = [
                layer if side is None else f"{side}.{layer}" for layer in need.alternatives
            ]
            if self.layers & set(alternatives):
                continue
            reasons = []
            for layer in alternatives:
                try:
                    reason = self._provide(layer, is_optional=need.is_optional)
                except UnknownNameError as error:
                    self.gaps.append(str(error))  # a misspelt wish is a gap even where optional
                    self.unknown += error.unknown
                    self.layers.add(layer)  # and is told once
                    break
                if reason is None:
                    break
                reasons.append(reason)
            else:
                told = f"{reader} needs {need}: {'; '.join(reasons)}"
                (self.notes if need.is_optional else self.gaps).append(told)

    def _provide(  # noqa: PLR0911 - one way out per kind of layer
        self, layer: str, *, is_optional: bool = False
    ) -> str | None:
        """See to it that a layer will be there; give the reason if it cannot be."""
        if layer in self.layers:
            return None
        try:
            if layer == "alignment":
                return self._provide_alignment()
            side, _, kind = layer.partition(".")
            if side not in SIDES or not kind:
                return f"{layer!r} is no layer: name its side, as in 'target.{layer}'"
            bound: SideName = "source" if side == "source" else "target"
            if kind in ANALYSIS_LAYERS:
                return self._provide_analysis(bound, kind)
            if kind == "coref":
                return self._provide_coref(bound, is_optional=is_optional)
            return self._provide_annotation(bound, kind, is_optional=is_optional)
        except UnknownNameError:
            raise
        except DiscotagError as error:
            return str(error)

    def _provide_analysis(self, side: SideName, kind: str) -> str | None:
        if side not in self.analyzers:
            chosen = self._pick(
                "analyzer", side, self.registry.analyzers, self.config.analyzers, side
            )
            if isinstance(chosen, str):
                return chosen
            self.analyzers[side] = chosen
            texts = {
                name: selection
                for name, selection in self.config.analyzers.items()
                if side == "target" and name not in {"", *SIDES}
            }
            for name, selection in texts.items():
                declared = self.registry.analyzers.get(selection.name)
                self.analyzers[name] = self._choice(
                    "analyzer", name, declared, argument=selection.argument, side=side
                )
        for place, choice in self.analyzers.items():
            info = choice.info
            is_of_side = place == side if place in SIDES else side == "target"
            if is_of_side and kind not in info.gives:
                return f"analyzer {info.name} gives no {kind}"
        self.layers.add(f"{side}.{kind}")
        return None

    def _provide_alignment(self) -> str | None:
        for place in dict.fromkeys(("", *self.config.aligners)):
            chosen = self._pick(
                "aligner", place, self.registry.aligners, self.config.aligners, None
            )
            if isinstance(chosen, str):
                return chosen
            self.aligners[place] = self._with_parts(chosen)
        self.layers.add("alignment")
        for whole in self.aligners.values():
            for choice in (whole, *whole.parts):
                for side in SIDES:
                    self._need(choice.info.layer_needs, choice.title, side)
        return None

    def _with_parts(self, whole: PlannedAligner) -> PlannedAligner:
        """Choose what an aligner joins; a wrong wish is a gap, even where links are optional."""
        if not whole.info.joins:
            return whole
        try:
            found = [self._part(spec, whole) for spec in parts_named(whole)]
        except UsageError as error:
            self.gaps.append(str(error))
            self.unknown += error.unknown if isinstance(error, UnknownNameError) else ()
            return whole
        named = "+".join(map(str, found))
        return replace(whole, argument=named, parts=tuple(found))

    def _part(self, spec: ComponentSpec, whole: PlannedAligner) -> PlannedAligner:
        declared = self.registry.aligners.get(spec.name, cure=f"named by {whole}")
        check_part(declared.info, whole, self.target)
        part = self._choice("aligner", whole.place, declared, argument=spec.argument)
        return replace(part, part_of=whole.info.name)

    def _provide_coref(self, side: SideName, *, is_optional: bool) -> str | None:
        self._resolved.add(side)
        wanted = dict(self.config.corefs)
        if self.profile.components.get("coref") and "" not in wanted:
            wanted[""] = ComponentSpec(self.profile.components["coref"])
        if side == "target" and "" in wanted and wanted[""].name != NO_COREF:
            del wanted[""]  # the default names what resolves the source
        selection = wanted.get(side, wanted.get(""))
        if selection is not None and selection.name == NO_COREF:
            return "coreference is switched off"
        chosen = self._pick(
            "coref", side, self.registry.corefs, wanted, side, is_optional=is_optional
        )
        if isinstance(chosen, str):
            return chosen
        self.layers.add(f"{side}.coref")
        self._need(chosen.info.layer_needs, f"coref {chosen.info.name}", side)
        self.annotators.append(chosen)
        return None

    def _provide_annotation(self, side: SideName, kind: str, *, is_optional: bool) -> str | None:
        pack = self.source if side == "source" else self.target
        chosen = annotators_of(kind, self.registry, pack, self._wished)
        named = {*self._wished, pack.defaults.get(kind)}
        if not chosen or (is_optional and not any(item.info.name in named for item in chosen)):
            return no_annotator(kind, self.registry, pack)
        if len(chosen) > 1:
            names = ", ".join(f"{item.info.name} ({item.owner.name})" for item in chosen)
            return (
                f"several annotators find {kind} in {pack.name}: {names}; block one with --without"
            )
        argument = self._wished.get(chosen[0].info.name)
        choice = self._choice("annotator", side, chosen[0], argument=argument, side=side)
        self.layers.add(f"{side}.{kind}")
        self._need(choice.info.layer_needs, f"annotator {choice.info.name}", side)
        self.annotators.append(choice)
        return None

    def _pick(
        self,
        role: str,
        place: str,
        installed: RoleRegistry[InfoT],
        wanted: Mapping[str, ComponentSpec],
        side: SideName | None,
        *,
        is_optional: bool = False,
    ) -> PlannedComponent[InfoT, Any] | str:
        """Choose a provider: the user's, pack's, core's, or the only one; or tell why none."""
        pack = self.source if side == "source" else self.target
        selection = wanted.get(place, wanted.get(""))
        if selection is not None:
            cure = SWITCHED_OFF if role == "coref" else None
            declared = installed.get(selection.name, cure=cure)
            if not _serves(declared.info, pack):
                return f"{role} {selection.name} does not serve {pack.name}"
            return self._choice(role, place, declared, argument=selection.argument, side=side)
        for name in (pack.defaults.get(role), CORE_DEFAULTS[role]):
            if name and name in installed and _serves(installed.get(name).info, pack):
                return self._choice(role, place, installed.get(name), side=side)
        serving = [item for item in installed if _serves(item.info, pack)]
        names = ", ".join(item.info.name for item in serving) or "none"
        if len(serving) == 1 and not is_optional:
            return self._choice(role, place, serving[0], side=side)
        return f"no {role} is chosen for {pack.name}; installed: {names}; choose with --{role}"


def _varieties(config: RunConfig, *packs: LanguagePack) -> Iterator[str]:
    """Yield a note for each language whose pack is that of another variety."""
    for code, pack in zip((config.source_language, config.target_language), packs, strict=True):
        if not pack.is_called(code):
            yield f"{code}: read with {pack.code} ({pack.name})"


def _serves(info: ComponentInfo, pack: LanguagePack) -> bool:
    """Return whether a component works on a language and its pack holds what it needs."""
    has_resource = info.resource is None or pack.has_resource(info.resource)
    return info.serves(pack.code) and has_resource


def _idle_corefs(
    wanted: Mapping[str, ComponentSpec], registry: Registry, asked: Collection[str]
) -> tuple[list[str], list[str]]:
    """Find coreference resolvers that were named for a side of which nothing needs coreference.

    Args:
        wanted: side → resolver; `""` is the source.
        registry: what is installed.
        asked: the sides whose coreference something in the run needs, or could use.

    Returns:
        What to tell, one line each: names that are wrong, and names that are left out.
    """
    wrong, idle = [], []
    for place, selection in sorted(wanted.items()):
        side = place or "source"
        if selection.name == NO_COREF or side in asked:
            continue
        try:
            registry.corefs.get(selection.name, cure=SWITCHED_OFF)
        except UnknownNameError as error:
            wrong.append(str(error))
            continue
        idle.append(
            f"coref {side}={selection} is left out: nothing in this run needs coreference of the "
            f"{side} side"
        )
    return wrong, idle
