"""Formats in JSON: texts of an app, Flutter's ARB, Apple's string catalogs.

Strings are found with their keys and places (JSON: https://www.rfc-editor.org/rfc/rfc8259).
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from discotag.plugin import InputError, count_noun
from discotag_localization.texts import Lines, Text, TextBuilder, literal
from discotag_localization.units import Scan, Syntax, TextFormat, Unit

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from discotag.plugin.files import Notes
    from discotag_localization.texts import Content


TOKEN = re.compile(r'\s*("(?:[^"\\]|\\.)*"|[{}\[\]:,]|[^\s{}\[\]:,"]+)', re.DOTALL)
ESCAPE = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\."
)
DEEPEST = 200
"""Levels of objects and lists, beyond which a file is not a list of texts."""

Key = str | int
Keys = tuple[Key, ...]


@dataclass
class _Level:
    """An object or a list that is open."""

    is_object: bool
    key: Key = 0
    waits_for_key: bool = True
    seen: dict[str, int] = field(default_factory=dict)


def check(content: Content) -> Any:
    """Return the data of a file; InputError with the line where it is not JSON."""
    try:
        return json.loads(content.text)
    except json.JSONDecodeError as error:
        told = error.msg[0].lower() + error.msg[1:]
        raise InputError(f"is not JSON: {told} in column {error.colno}",
                         path=content.path, line=error.lineno) from error  # fmt: skip
    except RecursionError as error:
        raise InputError(f"nests objects more than {DEEPEST} times", path=content.path) from error


def strings(
    content: Content, notes: Notes, *, names: dict[Keys, Text] | None = None
) -> Iterator[tuple[Keys, Text]]:
    """Yield (keys from the outermost on, text) of every string value of JSON that was checked.

    Objects and lists with the same key are noted.

    Args:
        content: the file.
        notes: where to note.
        names: is filled with keys of the second level, as texts.

    Raises:
        InputError: it is nested too deeply.
    """
    levels: list[_Level] = []
    for found in TOKEN.finditer(content.text):
        sign = found[1]
        level = levels[-1] if levels else None
        if sign in "{[":
            if level is not None and level.is_object:
                _check_once(content, found.start(1), level, notes)
            levels.append(_Level(sign == "{"))
            if len(levels) > DEEPEST:
                line = content.text.count("\n", 0, found.start(1)) + 1
                raise InputError(f"nests objects more than {DEEPEST} times", path=content.path,
                                 line=line)  # fmt: skip
        elif sign in "}]":
            levels.pop()
        elif level is None:
            continue
        elif sign == ",":
            level.waits_for_key = True
            if not level.is_object and isinstance(level.key, int):
                level.key += 1
        elif sign == ":":
            level.waits_for_key = False
        elif level.is_object and level.waits_for_key:
            level.key = str(json.loads(sign))
            if names is not None and len(levels) == 2:
                own = _text(content.text, found.start(1) + 1, found.end(1) - 1)
                names[tuple(level.key for level in levels)] = own
        elif sign[0] == '"':
            text = _text(content.text, found.start(1) + 1, found.end(1) - 1)
            yield tuple(level.key for level in levels), text


def _check_once(content: Content, place: int, level: _Level, notes: Notes) -> None:
    """Note an object or list whose key another has, too; texts are checked later."""
    key = str(level.key)
    if key in level.seen:
        lines = Lines(content.text)
        first, second = lines.at(level.seen[key])[0], lines.at(place)[0]
        notes.accept(
            f"key {key!r} comes again (first in line {first}); the last one counts",
            kind="duplicate",
            path=content.path,
            line=second,
        )
    level.seen[key] = place


def _text(content: str, begin: int, end: int) -> Text:
    """Return what is between quotes."""
    if "\\" not in content[begin:end]:
        return literal(content, begin, end)
    builder = TextBuilder(content, begin)
    place = begin
    for found in ESCAPE.finditer(content, begin, end):
        builder.literal(place, found.start())
        builder.sign(json.loads(f'"{found[0]}"'), found.start(), found.end())
        place = found.end()
    builder.literal(place, end)
    return builder.build()


def written(text: str) -> str:
    """Return words as they are between quotes."""
    return json.dumps(text, ensure_ascii=False)[1:-1]


def named(keys: Keys) -> str:
    """Return keys as one id: `menu.open`, `steps[0]`.

    Example:
        >>> named(("menu", "items", 0))
        'menu.items[0]'
    """
    told = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in keys)
    return told.removeprefix(".")


CATEGORIES = ("zero", "one", "two", "few", "many", "other")
"""Plural forms of CLDR."""
OLD_PLURAL = "_plural"


class JsonTexts(TextFormat):
    """Keys, nested or not (i18next, FormatJS, Vue …), and Chrome's messages.

    Plurals: https://www.i18next.com/translation-function/plurals (`key_one`, `key_other`; in
    version 3 `key` and `key_plural`). Chrome: https://developer.chrome.com/docs/extensions/reference/api/i18n
    (`{"key": {"message": …, "description": …}}`).
    """

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


def _is_chrome(data: dict[str, Any]) -> bool:
    return bool(data) and all(
        isinstance(value, dict) and isinstance(value.get("message"), str) for value in data.values()
    )


def _chrome(data: dict[str, Any], content: Content, notes: Notes) -> Iterable[Unit]:
    for keys, text in strings(content, notes):
        if len(keys) == 2 and keys[1] == "message":
            comment = _string(data[str(keys[0])].get("description"))
            yield Unit(str(keys[0]), text, written, comment, syntax=Syntax.CHROME)


def with_plurals(units: list[Unit]) -> list[Unit]:
    """Return units with their plural forms, as i18next writes them in keys."""
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


class Arb(TextFormat):
    """Application Resource Bundles of Flutter: keys with ICU messages, `@key` describes them.

    https://github.com/google/app-resource-bundle/wiki/ApplicationResourceBundleSpecification
    """

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
        units = [
            Unit(str(keys[0]), text, written, _description(data, str(keys[0])))
            for keys, text in strings(content, notes)
            if len(keys) == 1 and not str(keys[0]).startswith("@")
        ]
        return Scan(units, language=_string(data.get("@@locale")))


def _description(data: dict[str, Any], key: str) -> str:
    about = data.get(f"@{key}")
    return _string(about.get("description")) if isinstance(about, dict) else ""


def _string(value: object) -> str:
    """Return a value of JSON if it is a string, else ""."""
    return value if isinstance(value, str) else ""


ENTRIES, TEXTS, UNIT, VALUE = "strings", "localizations", "stringUnit", "value"
SUBSTITUTIONS, VARIATIONS, OTHER = "substitutions", "variations", "other"
STALE = "stale"


class StringCatalog(TextFormat):
    """Apple's string catalogs: all languages of an app; a unit's `kind` is its language.

    As Xcode 15 and later write it: `sourceLanguage`, and under `strings` for each key a `comment`
    and `localizations`, by language a `stringUnit` (`state`, `value`), or `variations` of it by
    `plural` and `device`, and `substitutions` with variations of their own. Without a text of the
    source language, the key is the text. See
    https://developer.apple.com/documentation/xcode/localizing-and-varying-text-with-a-string-catalog.
    """

    def scan(self, content: Content, notes: Notes) -> Scan:
        """Find the units of all translations; InputError where it is not a catalog."""
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
            if (unit := _catalog_unit(keys, text, entries[str(keys[1])])) is not None
        ]
        own = [unit for unit in units if unit.kind == source]
        told = {unit.group for unit in own}
        own += [
            Unit(
                str(keys[1]),
                text,
                written,
                _string(entries[str(keys[1])].get("comment")),
                kind=source,
            )
            for keys, text in names.items()
            if keys[0] == ENTRIES and keys[1] in wanted and keys[1] not in told
        ]
        own.sort(key=lambda unit: unit.text.begin)
        others = [unit for unit in units if unit.kind != source]
        return Scan(others, own, source_language=source)


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


def _catalog_unit(keys: Keys, text: Text, entry: dict[str, Any]) -> Unit | None:
    """Return the unit of a string; None where it is not a text of a language."""
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
    return Unit(told, text, written, _string(entry.get("comment")), name, form, language, state)


def _state(entry: Any, keys: Sequence[str | int]) -> str:
    found = entry
    for key in keys:
        found = found.get(key) if isinstance(found, dict) else None
    return _string(found.get("state")) if isinstance(found, dict) else ""
