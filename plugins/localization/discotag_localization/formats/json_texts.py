"""Texts of an app in JSON: keys, nested or not (i18next, FormatJS, Vue …), and Chrome's messages.

Plurals: https://www.i18next.com/translation-function/plurals (`key_one`, `key_other`; in version 3
`key` and `key_plural`). Chrome: https://developer.chrome.com/docs/extensions/reference/api/i18n
(`{"key": {"message": …, "description": …}}`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from discotag.plugin import InputError
from discotag_localization.formats.json_strings import check, named, strings, written
from discotag_localization.units import Scan, TextFormat, Unit

if TYPE_CHECKING:
    from collections.abc import Iterable

    from discotag.plugin.files import Notes
    from discotag_localization.content import Content

CATEGORIES = ("zero", "one", "two", "few", "many", "other")
"""Plural forms of CLDR."""
OLD_PLURAL = "_plural"


class JsonTexts(TextFormat):
    """Objects of texts."""

    def scan(self, content: Content, notes: Notes) -> Scan:
        """Find the units; InputError where it is not JSON, or no object."""
        data = check(content)
        if not isinstance(data, dict):
            raise InputError(
                "is JSON, but no object of texts; --reader ctxpro and --reader jsonl read JSON of"
                " their own",
                path=content.path,
                line=1,
            )
        if _is_chrome(data):
            return Scan(list(_chrome(data, content, notes)))
        units = [Unit(named(keys), text, written) for keys, text in strings(content, notes)]
        return Scan(with_plurals(units))


def create(options: object) -> JsonTexts:  # noqa: ARG001 - as all formats
    """Build the format."""
    return JsonTexts()


def _is_chrome(data: dict[str, Any]) -> bool:
    return bool(data) and all(
        isinstance(value, dict) and isinstance(value.get("message"), str) for value in data.values()
    )


def _chrome(data: dict[str, Any], content: Content, notes: Notes) -> Iterable[Unit]:
    for keys, text in strings(content, notes):
        if len(keys) == 2 and keys[1] == "message":
            comment = data[str(keys[0])].get("description")
            yield Unit(str(keys[0]), text, written, comment if isinstance(comment, str) else "")


def with_plurals(units: list[Unit]) -> list[Unit]:
    """Return units with their plural forms told, as i18next writes them in keys."""
    ids = {unit.id for unit in units}
    return [_with_form(unit, ids) for unit in units]


def _with_form(unit: Unit, ids: set[str]) -> Unit:
    stem, _, form = unit.id.rpartition("_")
    if stem and form in CATEGORIES and f"{stem}_other" in ids:
        return replace(unit, group=f"{stem}_other", form=form)
    if unit.id.endswith(OLD_PLURAL) and unit.id.removesuffix(OLD_PLURAL) in ids:
        return replace(unit, group=unit.id, form="other")
    if unit.id + OLD_PLURAL in ids:
        return replace(unit, group=unit.id + OLD_PLURAL, form="one")
    return unit
