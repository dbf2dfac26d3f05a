"""Which component fills each role, so that every layer that a run needs has a provider."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from discotag.core.components import ANALYSIS_LAYERS
from discotag.core.errors import DiscotagError, UnknownNameError, UsageError
from discotag.pipeline.config import ComponentSpec
from discotag.pipeline.language_support import annotators_of, no_annotator
from discotag.pipeline.plans import InfoT, PlannedComponent

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from discotag.core.components import AlignerInfo, ComponentInfo, LayerNeed
    from discotag.core.document import SideName
    from discotag.core.errors import Unknown
    from discotag.core.language import LanguagePack
    from discotag.core.registry import Registration, Registry, RoleRegistry
    from discotag.pipeline.config import Profile, RunConfig
    from discotag.pipeline.plans import (
        PlannedAligner,
        PlannedAnalyzer,
        PlannedAnnotator,
        PlannedCoref,
    )


NO_COREF = "none"
SIDES: tuple[SideName, SideName] = ("source", "target")


CORE_DEFAULTS = {
    "analyzer": "embedded",
    "aligner": "lexicon",
    "coref": "rules",
    "splitter": "sentence-rules",
    "sentence_aligner": "lexicon-beads",
}
SWITCHED_OFF = "none switches it off"


class Picker:
    """Chooses components for a pair of languages.

    Args:
        config: what the user asks for.
        profile: the profile that it names.
        source: the source language's pack.
        target: the target language's.
    """

    def __init__(
        self, config: RunConfig, profile: Profile, source: LanguagePack, target: LanguagePack
    ) -> None:
        self._config, self._profile = config, profile
        self._source, self._target = source, target

    def pack(self, side: SideName | None) -> LanguagePack:
        """Return the pack of a side; what belongs to no side goes by the target's."""
        return self._source if side == "source" else self._target

    def choice(
        self,
        role: str,
        place: str,
        declared: Registration[InfoT],
        *,
        argument: str | None = None,
        side: SideName | None = None,
    ) -> PlannedComponent[InfoT, Any]:
        """Return a component as planned, with the options of pack, profile and user."""
        name = declared.info.name
        pack = self.pack(side)
        options = dict(self._profile.options.get(name, {}))
        options = {**pack.settings.get(name, {}), **options, **self._config.options.get(name, {})}
        return PlannedComponent(role, place, declared.info, declared.owner, argument, options, side)

    def pick(
        self,
        role: str,
        place: str,
        installed: RoleRegistry[InfoT],
        wanted: Mapping[str, ComponentSpec],
        side: SideName | None,
        *,
        is_optional: bool = False,
    ) -> PlannedComponent[InfoT, Any] | str:
        """Choose a provider: the user's, pack's, core's, or the only one; or say why none."""
        pack = self.pack(side)
        selection = wanted.get(place, wanted.get(""))
        if selection is not None:
            cure = SWITCHED_OFF if role == "coref" else None
            declared = installed.get(selection.name, cure=cure)
            if not _serves(declared.info, pack):
                return f"{role} {selection.name} does not serve {pack.name}"
            return self.choice(role, place, declared, argument=selection.argument, side=side)
        for name in (pack.defaults.get(role), CORE_DEFAULTS[role]):
            if name and name in installed and _serves(installed.get(name).info, pack):
                return self.choice(role, place, installed.get(name), side=side)
        serving = [item for item in installed if _serves(item.info, pack)]
        names = ", ".join(item.info.name for item in serving) or "none"
        if len(serving) == 1 and not is_optional:
            return self.choice(role, place, serving[0], side=side)
        return f"no {role} is chosen for {pack.name}; installed: {names}; choose with --{role}"


def _serves(info: ComponentInfo, pack: LanguagePack) -> bool:
    """Return whether a component works on a language and its pack holds what it needs."""
    has_resource = info.resource is None or pack.has_resource(info.resource)
    return info.serves(pack.code) and has_resource


@dataclass
class MissingRequirements:
    """What a plan cannot meet, gathered so that all is reported at once.

    Args:
        gaps: what is needed and missing; a plan with gaps is not valid.
        unknown: names that do not exist, among the gaps.
        notes: what the user should know all the same.
    """

    gaps: list[str] = field(default_factory=list)
    unknown: list[Unknown] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


class LayerPlanner:
    """Chooses providers until every layer that is needed has one.

    Args:
        config: what the user asks for.
        registry: what is installed.
        profile: the profile that the user names.
        picker: chooses a component for a role.
        missing: takes what is missing.
    """

    def __init__(
        self,
        config: RunConfig,
        registry: Registry,
        profile: Profile,
        picker: Picker,
        missing: MissingRequirements,
    ) -> None:
        self._config, self._registry, self._profile = config, registry, profile
        self._picker, self._missing = picker, missing
        self.wished = {
            registry.annotators.get(item.name).info.name: item.argument
            for item in config.annotators
        }
        self.layers: set[str] = set()
        self.analyzers: dict[str, PlannedAnalyzer] = {}
        self.aligners: dict[str, PlannedAligner] = {}
        self.annotators: list[PlannedAnnotator | PlannedCoref] = []
        self._resolved: set[SideName] = set()

    def need(self, needs: Iterable[LayerNeed], reader: str, side: SideName | None) -> None:
        """See to it that a component's layers will be there; what cannot be is a gap or a note.

        Args:
            needs: what it needs.
            reader: what it is called.
            side: the side whose layers it means; None = its needs name their side.
        """
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
                    # a misspelt wish is a gap even where optional
                    self._missing.gaps.append(str(error))
                    self._missing.unknown += error.unknown
                    self.layers.add(layer)  # and is reported once
                    break
                if reason is None:
                    break
                reasons.append(reason)
            else:
                told = f"{reader} needs {need}: {'; '.join(reasons)}"
                (self._missing.notes if need.is_optional else self._missing.gaps).append(told)

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
            chosen = self._picker.pick(
                "analyzer", side, self._registry.analyzers, self._config.analyzers, side
            )
            if isinstance(chosen, str):
                return chosen
            self.analyzers[side] = chosen
            texts = {
                name: selection
                for name, selection in self._config.analyzers.items()
                if side == "target" and name not in {"", *SIDES}
            }
            for name, selection in texts.items():
                declared = self._registry.analyzers.get(selection.name)
                self.analyzers[name] = self._picker.choice(
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
        for place in dict.fromkeys(("", *self._config.aligners)):
            chosen = self._picker.pick(
                "aligner", place, self._registry.aligners, self._config.aligners, None
            )
            if isinstance(chosen, str):
                return chosen
            self.aligners[place] = self._with_parts(chosen)
        self.layers.add("alignment")
        for whole in self.aligners.values():
            for choice in (whole, *whole.parts):
                for side in SIDES:
                    self.need(choice.info.layer_needs, choice.title, side)
        return None

    def _with_parts(self, whole: PlannedAligner) -> PlannedAligner:
        """Choose what an aligner joins; a wrong wish is a gap, even where links are optional."""
        if not whole.info.joins:
            return whole
        try:
            found = [self._part(spec, whole) for spec in parts_named(whole)]
        except UsageError as error:
            self._missing.gaps.append(str(error))
            self._missing.unknown += error.unknown if isinstance(error, UnknownNameError) else ()
            return whole
        named = "+".join(map(str, found))
        return replace(whole, argument=named, parts=tuple(found))

    def _part(self, spec: ComponentSpec, whole: PlannedAligner) -> PlannedAligner:
        declared = self._registry.aligners.get(spec.name, cure=f"named by {whole}")
        check_part(declared.info, whole, self._picker.pack(None))
        part = self._picker.choice("aligner", whole.place, declared, argument=spec.argument)
        return replace(part, part_of=whole.info.name)

    def _provide_coref(self, side: SideName, *, is_optional: bool) -> str | None:
        self._resolved.add(side)
        wanted = dict(self._config.corefs)
        if self._profile.components.get("coref") and "" not in wanted:
            wanted[""] = ComponentSpec(self._profile.components["coref"])
        if side == "target" and "" in wanted and wanted[""].name != NO_COREF:
            del wanted[""]  # the default names what resolves the source
        selection = wanted.get(side, wanted.get(""))
        if selection is not None and selection.name == NO_COREF:
            return "coreference is switched off"
        chosen = self._picker.pick(
            "coref", side, self._registry.corefs, wanted, side, is_optional=is_optional
        )
        if isinstance(chosen, str):
            return chosen
        self.layers.add(f"{side}.coref")
        self.need(chosen.info.layer_needs, f"coref {chosen.info.name}", side)
        self.annotators.append(chosen)
        return None

    def _provide_annotation(self, side: SideName, kind: str, *, is_optional: bool) -> str | None:
        pack = self._picker.pack(side)
        chosen = annotators_of(kind, self._registry, pack, self.wished)
        named = {*self.wished, pack.defaults.get(kind)}
        if not chosen or (is_optional and not any(item.info.name in named for item in chosen)):
            return no_annotator(kind, self._registry, pack)
        if len(chosen) > 1:
            names = ", ".join(f"{item.info.name} ({item.owner.name})" for item in chosen)
            return (
                f"several annotators find {kind} in {pack.name}: {names}; block one with --without"
            )
        argument = self.wished.get(chosen[0].info.name)
        choice = self._picker.choice("annotator", side, chosen[0], argument=argument, side=side)
        self.layers.add(f"{side}.{kind}")
        self.need(choice.info.layer_needs, f"annotator {choice.info.name}", side)
        self.annotators.append(choice)
        return None

    def tell_unused(self) -> None:
        """Add a note for each annotator or coref that was named and that nothing needs."""
        used = {choice.info.name for choice in self.annotators}
        self._missing.gaps += [
            f"annotator {name!r} gives {self._registry.annotators.get(name).info.gives}, which"
            " nothing in this run needs of a language that it serves"
            for name in self.wished
            if name not in used
        ]
        for place, selection in sorted(self._config.corefs.items()):
            side = place or "source"
            if selection.name == NO_COREF or side in self._resolved:
                continue
            try:
                self._registry.corefs.get(selection.name, cure=SWITCHED_OFF)
            except UnknownNameError as error:
                self._missing.gaps.append(str(error))
                continue
            self._missing.notes.append(
                f"coref {side}={selection} is left out: nothing in this run needs coreference of"
                f" the {side} side"
            )


SIGN = "+"
"""Separates the names of the two."""


def parts_named(whole: PlannedAligner) -> tuple[ComponentSpec, ComponentSpec]:
    """Return the two aligners that the argument of one that joins names, in its order.

    Raises:
        UsageError: it does not name two, or names the same one twice.
    """
    info = whole.info
    text = info.default_parts if whole.argument is None else whole.argument
    named = [name.strip() for name in (text or "").split(SIGN)]
    wrong = f"{whole.title} joins two aligners, but "
    cure = f"write {info.name}:{info.default_parts or 'A+B'}"
    if len(named) > 2:
        cure += f"; a path with {SIGN!r} in it is named by an option of its aligner"
    if len(named) != 2 or not all(named):
        told = f"{text!r} names {sum(map(bool, named))}" if text else "none are named"
        raise UsageError(f"{wrong}{told}: {cure}")
    if named[0] == named[1]:
        raise UsageError(f"{wrong}{text!r} names the same one twice: {cure}")
    first, second = (ComponentSpec.parse(name) for name in named)
    return first, second


def check_part(part: AlignerInfo, whole: PlannedAligner, target: LanguagePack) -> None:
    """Check that an aligner can be joined in a language pair; UsageError says what to do."""
    wrong = f"{whole.title}: {part.name} "
    if part.joins:
        raise UsageError(f"{wrong}joins aligners itself, so it cannot be joined: name two others")
    if not part.serves(target.code) or (part.resource and not target.has_resource(part.resource)):
        raise UsageError(
            f"{wrong}does not serve {target.name}: name another, or use the other one alone"
        )
