"""Formats in XML: Android's resources, .NET's RESX, Apple's `.stringsdict`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from discotag_localization.formats.json_formats import CATEGORIES
from discotag_localization.formats.xml_tree import (
    XmlFormat,
    as_data,
    has_cdata,
    inner_text,
    plain,
    tree_of,
    written,
)
from discotag_localization.units import Scan, Unit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.plugin.files import Notes
    from discotag_localization.formats.xml_tree import Data, Element
    from discotag_localization.texts import Content, TextBuilder


PIECE = re.compile(r"\\u[0-9a-fA-F]{4}|\\.|\"", re.DOTALL)
NAMED = {"n": "\n", "t": "\t"}
REFERENCE = re.compile(r"@(?:\+?[\w.]+:)?\w+/\w+|\?\w+")


class Android(XmlFormat):
    r"""`string`, `plurals` and `string-array` of an app's `resources`, with their escapes.

    https://developer.android.com/guide/topics/resources/string-resource. White space is one space;
    `\'`, `\"`, `\n`, `\@`, `\?` and `\u0000` are escapes, and an unescaped quote is dropped.
    """

    def scan(self, content: Content, notes: Notes) -> Scan:  # noqa: ARG002 - as all formats
        """Find the units; InputError if it is not such XML."""
        root = tree_of(content.text, content.path, root="resources")
        return Scan(
            [unit for child in root.elements() for unit in _android_units(child, content.text)]
        )


def _android_units(element: Element, content: str) -> Iterator[Unit]:
    name = element.attributes.get("name", "")
    if not name or element.attributes.get("translatable") == "false":
        return
    if product := element.attributes.get("product"):
        name = f"{name} ({product})"
    if element.local == "string":
        yield from _string(element, content, name, element.comment)
    elif element.local == "plurals":
        for item in element.elements("item"):
            form = item.attributes.get("quantity", "other")
            comment = "\n".join(part for part in (element.comment, item.comment) if part)
            yield from _string(item, content, f"{name}[{form}]", comment, group=name, form=form)
    elif element.local == "string-array":
        for number, item in enumerate(element.elements("item")):
            yield from _string(item, content, f"{name}[{number}]", element.comment)


def _string(
    element: Element, content: str, name: str, comment: str, *, group: str = "", form: str = ""
) -> Iterator[Unit]:
    text = inner_text(element, content, _add).collapsed()
    if not REFERENCE.fullmatch(text.text):
        escape = _android_data if has_cdata(element) else _android_written
        yield Unit(name, text, escape, comment, group, form)


def _add(builder: TextBuilder, data: Data) -> None:
    """Add characters, with Android's escapes resolved."""
    if len(data.value) != data.end - data.begin:  # an entity of XML
        if data.value != '"':
            builder.sign(data.value, data.begin, data.end)
        return
    place = 0
    for found in PIECE.finditer(data.value):
        builder.literal(data.begin + place, data.begin + found.start())
        place, sign = found.end(), found[0]
        if sign == '"':
            continue
        sign = chr(int(sign[2:], 16)) if len(sign) > 2 else NAMED.get(sign[1], sign[1])
        builder.sign(sign, data.begin + found.start(), data.begin + found.end())
    builder.literal(data.begin + place, data.end)


def _escaped(text: str) -> str:
    return re.sub(r"([\\'\"])", r"\\\1", text)


def _android_written(text: str) -> str:
    return written(_escaped(text))


def _android_data(text: str) -> str:
    return as_data(_escaped(text))


class Resx(XmlFormat):
    """Resources of .NET: `data` with a `value` and a `comment`.

    https://learn.microsoft.com/dotnet/core/extensions/work-with-resx-files-programmatically. Data
    of another type than text (images, sizes) has no units.
    """

    def scan(self, content: Content, notes: Notes) -> Scan:  # noqa: ARG002 - as all formats
        """Find the units; InputError if it is not such XML."""
        root = tree_of(content.text, content.path, root="root")
        return Scan(
            [unit for data in root.elements("data") for unit in _resx_units(data, content.text)]
        )


def _resx_units(data: Element, content: str) -> Iterator[Unit]:
    name = data.attributes.get("name", "")
    value = next(data.elements("value"), None)
    is_other = "type" in data.attributes or "mimetype" in data.attributes or name.startswith(">>")
    if value is None or not name or is_other:
        return
    notes = [data.comment, *(comment.value().strip() for comment in data.elements("comment"))]
    text = inner_text(value, content, plain).stripped()
    escape = as_data if has_cdata(value) else written
    yield Unit(name, text, escape, "\n".join(note for note in notes if note))


FORMAT = "NSStringLocalizedFormatKey"


class Stringsdict(XmlFormat):
    """Plural forms of strings, as a property list.

    The format: Apple, Localizing strings that contain plurals. `%#@name@` in a key's format is
    for the forms of a variable.
    """

    def scan(self, content: Content, notes: Notes) -> Scan:  # noqa: ARG002 - as all formats
        """Find the units; InputError where it is not a property list."""
        root = tree_of(content.text, content.path, root="plist")
        units: list[Unit] = []
        for top in root.elements("dict"):
            for name, key, value in _pairs(top):
                if value.local == "dict":
                    units += _plural_units(value, name, key.comment, content.text)
        return Scan(units)


def _pairs(parent: Element) -> Iterator[tuple[str, Element, Element]]:
    """Yield the keys of a `dict`, their elements and those of their values."""
    waiting: Element | None = None
    for element in parent.elements():
        if element.local == "key":
            waiting = element
        elif waiting is not None:
            yield waiting.value(), waiting, element
            waiting = None


def _plural_units(parent: Element, name: str, comment: str, content: str) -> Iterator[Unit]:
    for key, _, value in _pairs(parent):
        if key == FORMAT:
            text = inner_text(value, content, plain).stripped()
            if any(sign.isalpha() for sign in _without_variables(text.text)):
                yield Unit(name, text, written, comment)
        elif value.local == "dict":
            for form, _, forms in _pairs(value):
                if form in CATEGORIES:
                    text = inner_text(forms, content, plain).stripped()
                    own = f"{name}.{key}"
                    yield Unit(f"{own}[{form}]", text, written, comment, own, form)


def _without_variables(text: str) -> str:
    """Return a format without the place of forms, `%#@name@`."""
    return " ".join(part for number, part in enumerate(text.split("@")) if number % 2 == 0)
