"""Apple's string catalogs: all languages of an app in one JSON file.

The format, as Xcode 15 and later write it: `sourceLanguage`, and under `strings` for each key a
`comment` and `localizations`, by language a `stringUnit` (`state`, `value`), or `variations` of it
by `plural` and `device`, and `substitutions` with variations of their own. Without a text of the
source language, the key is the text. See
https://developer.apple.com/documentation/xcode/localizing-and-varying-text-with-a-string-catalog.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discotag.plugin import InputError, count_noun
from discotag_localization.formats.json_strings import check, strings, written
from discotag_localization.units import Scan, TextFormat, Unit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag.plugin.files import Notes
    from discotag_localization.content import Content
    from discotag_localization.formats.json_strings import Keys
    from discotag_localization.pieces import Text

ENTRIES, TEXTS, UNIT, VALUE = "strings", "localizations", "stringUnit", "value"
SUBSTITUTIONS, VARIATIONS, OTHER = "substitutions", "variations", "other"
STALE = "stale"


class StringCatalog(TextFormat):
    """Catalogs; a unit's `kind` is its language."""

    def scan(self, content: Content, notes: Notes) -> Scan:
        """Find the units of all translations; InputError where it is no catalog."""
        data = check(content)
        if not isinstance(data, dict) or not isinstance(data.get(ENTRIES), dict):
            raise InputError("is JSON, but no string catalog", path=content.path, line=1)
        source = data.get("sourceLanguage")
        if not isinstance(source, str) or not source:
            raise InputError("names no sourceLanguage", path=content.path, line=1)
        entries: dict[str, Any] = data[ENTRIES]
        wanted = {key for key, entry in entries.items() if _is_wanted(entry)}
        _tell_stale(entries, content, notes)
        names: dict[Keys, Text] = {}
        units = [
            unit
            for keys, text in strings(content, notes, names=names)
            if len(keys) > 2 and keys[0] == ENTRIES and keys[1] in wanted
            if (unit := _unit(keys, text, entries[str(keys[1])])) is not None
        ]
        own = [unit for unit in units if unit.kind == source]
        told = {unit.group for unit in own}
        own += [
            Unit(str(keys[1]), text, written, _comment(entries[str(keys[1])]), kind=source)
            for keys, text in names.items()
            if keys[0] == ENTRIES and keys[1] in wanted and keys[1] not in told
        ]
        own.sort(key=lambda unit: unit.text.begin)
        others = [unit for unit in units if unit.kind != source]
        return Scan(others, own, source_language=source)


def create(options: object) -> StringCatalog:  # noqa: ARG001 - as all formats
    """Build the format."""
    return StringCatalog()


def _is_wanted(entry: Any) -> bool:
    return (
        isinstance(entry, dict)
        and entry.get("shouldTranslate") is not False
        and entry.get("extractionState") != STALE
    )


def _tell_stale(entries: dict[str, Any], content: Content, notes: Notes) -> None:
    stale = [
        key
        for key, entry in entries.items()
        if isinstance(entry, dict) and entry.get("extractionState") == STALE
    ]
    if stale:
        notes.tell(
            f"{count_noun(len(stale), 'stale key')} left out: {stale[0]!r}",
            kind="stale",
            path=content.path,
            line=None,
        )


def _comment(entry: dict[str, Any]) -> str:
    comment = entry.get("comment")
    return comment if isinstance(comment, str) else ""


def _unit(keys: Keys, text: Text, entry: dict[str, Any]) -> Unit | None:
    """Return the unit of a string; None where it is no text of a language."""
    if len(keys) < 6 or keys[2] != TEXTS or keys[-2:] != (UNIT, VALUE):
        return None
    key, language, path = str(keys[1]), str(keys[3]), list(keys[4:-2])
    name = key
    if path[:1] == [SUBSTITUTIONS] and len(path) > 1:
        name, path = f"{key}%{path[1]}", path[2:]
    form = ".".join(str(choice) for choice in path[2::3] if choice != OTHER)
    if [*path[0::3]] != [VARIATIONS] * len(path[0::3]) or len(path) % 3:
        return None
    told = f"{language}/{name}" + (f"[{form}]" if form else "")
    state = _state(entry, keys[2:-1])
    return Unit(told, text, written, _comment(entry), name, form, language, state)


def _state(entry: Any, keys: Sequence[str | int]) -> str:
    found = entry
    for key in keys:
        found = found.get(key) if isinstance(found, dict) else None
    state = found.get("state") if isinstance(found, dict) else None
    return state if isinstance(state, str) else ""
