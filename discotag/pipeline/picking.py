"""Which component fills a role: the user's, the pack's, the core's, or the only one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discotag.pipeline.plans import InfoT, PlannedComponent

if TYPE_CHECKING:
    from collections.abc import Mapping

    from discotag.core.components import ComponentInfo
    from discotag.core.document import SideName
    from discotag.core.language import LanguagePack
    from discotag.core.registry import Registration, RoleRegistry
    from discotag.pipeline.config import ComponentSpec, RunConfig
    from discotag.pipeline.profiles import Profile

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
        """Choose a provider: the user's, pack's, core's, or the only one; or tell why none."""
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
