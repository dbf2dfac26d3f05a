"""What a language pair supports: a phenomenon may lack a table, or not apply."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from discotag.core.components import ANALYSIS_LAYERS, AnnotatorInfo
from discotag.core.errors import DiscotagError, PlanError, PluginError, UnknownNameError
from discotag.core.tokens import LAYERS

if TYPE_CHECKING:
    from collections.abc import Collection

    from discotag.core.components import Classes, ComponentInfo, TaggerInfo
    from discotag.core.discovery import PluginRecord
    from discotag.core.language import LanguagePack
    from discotag.core.registry import Registration, Registry
    from discotag.pipeline.config import Profile


class State(StrEnum):
    """How far a language supports a phenomenon; four states that are not zero."""

    SUPPORTED = "supported"
    NO_TABLE = "no table"
    NOT_APPLICABLE = "not applicable"
    NO_TAGGER = "no tagger"


@dataclass(frozen=True)
class Support:
    """One phenomenon for one language pair.

    Args:
        phenomenon: its name.
        state: how far the pair supports it.
        reason: why, where it is not supported; what to do, where something can be done.
        tagger: the tagger that would mark it.
    """

    phenomenon: str
    state: State
    reason: str | None = None
    tagger: Registration[TaggerInfo] | None = None


def support(
    phenomenon: str,
    registry: Registry,
    source: LanguagePack,
    target: LanguagePack,
    profile: Profile | None = None,
    *,
    annotators: Collection[str] = (),
) -> Support:
    """Return how far a language pair supports a phenomenon; loads no component.

    `annotators` are those that the user names.
    """
    if phenomenon in target.not_applicable:
        reason = target.not_applicable[phenomenon]
        return Support(phenomenon, State.NOT_APPLICABLE, reason)
    tagger = general_tagger(phenomenon, registry, profile)
    return with_tagger(tagger, registry, source, target, annotators=annotators)


def with_tagger(
    tagger: Registration[TaggerInfo],
    registry: Registry,
    source: LanguagePack,
    target: LanguagePack,
    *,
    annotators: Collection[str] = (),
) -> Support:
    """Return whether a tagger can work on a language pair, and why not."""
    info = tagger.info
    sources = info.source_languages
    if not info.serves(target.code) or not (sources == "*" or source.code in sources):
        reason = f"tagger {info.name} does not serve {source.code}-{target.code}"
        return Support(info.phenomenon, State.NO_TAGGER, reason)
    if info.table and (lack := _missing_table(info, registry, source, target)):
        return Support(info.phenomenon, State.NO_TABLE, lack)
    missing = missing_annotation(info, registry, source, target, annotators)
    if missing:
        return Support(info.phenomenon, State.NOT_APPLICABLE, missing)
    return Support(info.phenomenon, State.SUPPORTED, tagger=tagger)


def _missing_table(
    info: TaggerInfo, registry: Registry, source: LanguagePack, target: LanguagePack
) -> str | None:
    """Return which table, or which source language's block of it, a tagger lacks."""
    name = info.table or ""
    table = registry.table(target.code, name, source=source.code)
    if table is None:
        return f"{target.name} has no table {name!r}"
    if info.blocks is not None and not table.has_block(source.code, info.blocks):
        return f"the {target.name} table {name!r} has no block for {source.name}"
    return None


def missing_annotation(
    info: ComponentInfo,
    registry: Registry,
    source: LanguagePack,
    target: LanguagePack,
    named: Collection[str] = (),
) -> str | None:
    """Return which annotation a component needs that no annotator gives; None where none is."""
    given = {declared.info.gives for declared in registry.annotators}
    required = [need.alternatives for need in info.layer_needs if not need.is_optional]
    for side, _, layer in (one[0].partition(".") for one in required if len(one) == 1):
        if layer not in given:
            continue
        pack = source if side == "source" else target
        if not annotators_of(layer, registry, pack, named):
            return no_annotator(layer, registry, pack)
    return None


def annotators_of(
    layer: str, registry: Registry, pack: LanguagePack, named: Collection[str] = ()
) -> list[Registration[AnnotatorInfo]]:
    """Find what can give a layer in a language: the user's choice, the pack's, or all others."""
    able = _able(layer, registry, pack)
    wished = [declared for declared in able if declared.info.name in named]
    default = [declared for declared in able if declared.info.name == pack.defaults.get(layer)]
    return wished or default or [declared for declared in able if not declared.info.is_extra]


def _able(layer: str, registry: Registry, pack: LanguagePack) -> list[Registration[AnnotatorInfo]]:
    return [
        declared
        for declared in registry.annotators
        if declared.info.gives == layer and serves(declared.info, registry, pack)
    ]


def serves(info: ComponentInfo, registry: Registry, pack: LanguagePack) -> bool:
    """Return whether a component bound to a side works on its language, and its table is there."""
    if not info.serves(pack.code):
        return False
    if not isinstance(info, AnnotatorInfo) or info.table is None:
        return True
    return registry.table(pack.code, info.table) is not None


def no_annotator(layer: str, registry: Registry, pack: LanguagePack) -> str:
    """Say that nothing gives a layer in a language, and what would if it were named."""
    known = layer_names(registry)
    if layer not in known:
        meant = f" (did you mean {near}?)" if (near := meant_layer(layer, registry)) else ""
        return f"there is no layer {layer!r}{meant}; layers: {', '.join(known)}"
    able = [declared.info.name for declared in _able(layer, registry, pack)]
    hint = f" unasked; --annotator names {' or '.join(able)}" if able else ""
    return f"nothing installed finds {layer} in {pack.name}{hint}"


def layer_names(registry: Registry) -> tuple[str, ...]:
    """Return the names of all layers of a side: of analysis, coreference, then annotators'."""
    given = sorted({declared.info.gives for declared in registry.annotators})
    return (*sorted(ANALYSIS_LAYERS), "coref", *given)


def meant_layer(name: str, registry: Registry) -> str | None:
    """Return the layer that a misspelt name means; None where nothing is near."""
    if name in LAYERS:
        return LAYERS[name]
    near = get_close_matches(name, layer_names(registry), 1)
    return near[0] if near else None


def general_tagger(
    phenomenon: str, registry: Registry, profile: Profile | None = None
) -> Registration[TaggerInfo]:
    """Find the tagger of a phenomenon: the profile's, the one of the same name, or the only one.

    Raises:
        UnknownNameError: no tagger marks the phenomenon.
        PlanError: several strangers' taggers mark it and nothing says which to take.
    """
    chosen = profile.taggers.get(phenomenon) if profile else None
    if chosen:
        return registry.taggers.get(chosen)
    candidates = [
        declared
        for declared in registry.taggers
        if declared.info.phenomenon == phenomenon and not declared.info.is_extra
    ]
    if not candidates:
        if why := registry.taggers.why_missing(phenomenon):
            raise PluginError(f"phenomenon {phenomenon!r}: {why}")
        raise UnknownNameError("phenomenon", phenomenon, registry.phenomena())
    named = [declared for declared in candidates if declared.info.name == phenomenon]
    if named or len(candidates) == 1:
        return (named or candidates)[0]
    names = ", ".join(f"{item.info.name} ({item.owner.name})" for item in candidates)
    raise PlanError([f"several taggers mark {phenomenon!r}: {names}; block one with --without"])


def classes_of(registry: Registry) -> dict[str, Classes]:
    """Return what the labels of each phenomenon are, by its general tagger (`TaggerInfo.classes`).

    A phenomenon without classes is left out, and so is one that several strangers mark.
    """
    found: dict[str, Classes] = {}
    for phenomenon in registry.phenomena():
        try:
            tagger = general_tagger(phenomenon, registry)
        except DiscotagError:
            continue
        if tagger.info.classes is not None:
            found[phenomenon] = tagger.info.classes
    return found


QUALITY_CLASSES = {
    "analysis": {"A": 95.0, "B": 90.0, "C": 0.0},
    "alignment": {"A": 85.0, "B": 70.0, "C": 0.0},
    "formality": {"A": 90.0, "B": 80.0, "C": 0.0},
}
"""Part of a pack → class → its least figure in %: UPOS, F1 of links, F1 of the weaker style."""


def quality_class(part: str, value: float) -> str:
    """Return the class of a figure, `A` to `C`."""
    return next(name for name, least in QUALITY_CLASSES[part].items() if value >= least)


@dataclass(frozen=True)
class LanguageSupport:
    """A language as a target: its pack, what provides it, and its support of each phenomenon."""

    pack: LanguagePack
    owner: PluginRecord
    phenomena: tuple[Support, ...]

    def describe(self) -> dict[str, Any]:
        """Return it as plain data, as `discotag languages --json` shows it."""
        return {
            "code": self.pack.code,
            "name": self.pack.name,
            "plugin": self.owner.name,
            "version": self.owner.version,
            "phenomena": {
                item.phenomenon: {"state": str(item.state), "reason": item.reason}
                for item in self.phenomena
            },
            "quality": {
                name: {**item.model_dump(), "class": quality_class(name, item.value)}
                for name, item in self.pack.quality.items()
            },
            "properties": {
                name: {"value": item.value, "source": item.source}
                for name, item in self.pack.properties.items()
            },
        }


def language_matrix(registry: Registry, source: LanguagePack) -> tuple[LanguageSupport, ...]:
    """Return how far each other installed language supports each phenomenon, as a target."""
    return tuple(
        LanguageSupport(
            declared.info,
            declared.owner,
            tuple(
                support(phenomenon, registry, source, declared.info)
                for phenomenon in registry.phenomena()
            ),
        )
        for declared in registry.languages
        if declared.info.code != source.code
    )
