"""Application Resource Bundles of Flutter: keys with ICU messages, `@key` tells of them.

The format: https://github.com/google/app-resource-bundle/wiki/ApplicationResourceBundleSpecification.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discotag.plugin import InputError
from discotag_localization.formats.json_strings import check, strings, written
from discotag_localization.units import Scan, TextFormat, Unit

if TYPE_CHECKING:
    from discotag.plugin.files import Notes
    from discotag_localization.content import Content


class Arb(TextFormat):
    """Bundles in JSON."""

    def scan(self, content: Content, notes: Notes) -> Scan:
        """Find the units; InputError where it is not JSON, or no object."""
        if not content.text.lstrip().startswith("{"):
            raise InputError(
                "is no ARB: it does not begin with {. For plain lines (in Arabic, too):"
                " --reader lines",
                path=content.path,
                line=1,
            )
        data = check(content)
        locale = data.get("@@locale")
        units = [
            Unit(str(keys[0]), text, written, _comment(data, str(keys[0])))
            for keys, text in strings(content, notes)
            if len(keys) == 1 and not str(keys[0]).startswith("@")
        ]
        return Scan(units, language=locale if isinstance(locale, str) else "")


def create(options: object) -> Arb:  # noqa: ARG001 - as all formats
    """Build the format."""
    return Arb()


def _comment(data: dict[str, Any], key: str) -> str:
    told = data.get(f"@{key}")
    comment = told.get("description") if isinstance(told, dict) else None
    return comment if isinstance(comment, str) else ""
