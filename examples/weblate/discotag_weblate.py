"""A check and an add-on for Weblate: what `discotag lint` finds in translations.

Interfaces: https://docs.weblate.org/en/latest/admin/checks.html (`TargetCheck.check_single`) and
https://docs.weblate.org/en/latest/contributing/addons.html (`BaseAddon.post_commit`).
"""

from __future__ import annotations

import json
import subprocess
from functools import lru_cache
from typing import Any

from weblate.addons.base import BaseAddon
from weblate.addons.events import AddonEvent
from weblate.checks.base import TargetCheck

import discotag
import discotag_lint

AROUND = 20
"""Strings before and behind a string that are its context."""
TIME = 600
"""Seconds after which the add-on gives up."""


@lru_cache(maxsize=1024)
def has_finding(
    pairs: tuple[tuple[str, str], ...], place: int, source_language: str, target_language: str
) -> bool:
    """Return whether one of some neighbouring strings has a finding.

    Args:
        pairs: source and translation of each, in the order of the file.
        place: the one that is asked about.
        source_language: code of the sources' language.
        target_language: likewise of the translations.
    """
    sources, targets = (list(texts) for texts in zip(*pairs, strict=True))
    try:
        corpus = discotag.load(
            sources, targets, source_language=source_language, target_language=target_language
        )
        found = discotag_lint.lint(corpus, unit="line")
    except discotag.DiscotagError:  # no package for the language, for one
        return False
    return any(finding.spot.segment == place for finding in found)


class DiscourseCheck(TargetCheck):
    """Looks at a string among its neighbours."""

    check_id = "discotag"
    name = "Discourse"
    description = "The address, a term or a pronoun does not fit the strings around it"

    def check_single(self, source: str, target: str, unit: Any) -> bool:
        """Return whether a translation has a finding; the newest text of the string counts."""
        translation = unit.translation
        near = translation.unit_set.filter(
            position__gte=unit.position - AROUND, position__lte=unit.position + AROUND
        ).order_by("position")
        units = [other for other in near if other.target or other.pk == unit.pk]
        place = next((at for at, other in enumerate(units) if other.pk == unit.pk), None)
        if place is None:
            return False
        pairs = [(_line(other.source), _line(other.target)) for other in units]
        pairs[place] = (_line(source), _line(target))
        mother = translation.component.source_language.code
        return has_finding(tuple(pairs), place, mother, translation.language.code)


class LintAddon(BaseAddon):
    """Lints the repository after each commit, by the `discotag.toml` in it."""

    events = {AddonEvent.EVENT_POST_COMMIT}  # noqa: RUF012 - as Weblate has it
    name = "discotag.lint.lint"
    verbose = "discotag lint"
    description = "Finds mixed address, terms that vary and wrong pronouns in translations."

    def post_commit(self, component: Any, *_: Any, **__: Any) -> dict[str, Any]:
        """Return what was found, for the log of the add-on."""
        command = ["discotag", "lint", "--quiet", "--format", "json", "--fail-on", "never"]
        try:
            done = subprocess.run(
                command,
                cwd=component.full_path,
                capture_output=True,
                text=True,
                timeout=TIME,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            return {"error": str(error)}
        if not done.stdout:
            return {"error": done.stderr.strip()}
        data = json.loads(done.stdout)
        return {
            "segments": data["segments"],
            "findings": [
                f"{item['place']['file']}: {item['message']}" for item in data["findings"]
            ],
        }


def _told(finding: dict[str, Any]) -> str:
    return f"{finding['place']['file']}: {finding['message']}"


def _line(text: str) -> str:
    """Return a string on one line, the singular of plural forms."""
    return text.partition("\x1e\x1e")[0].replace("\n", " ")
