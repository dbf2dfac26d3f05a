r"""Android's resources: `string`, `plurals` and `string-array`, with their escapes.

The format: https://developer.android.com/guide/topics/resources/string-resource. White space is one
space; `\'`, `\"`, `\n`, `\@`, `\?` and `\u0000` are escapes, and a quote without one is none.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from discotag_localization.formats.xml_tree import (
    XmlFormat,
    as_data,
    has_cdata,
    inner_text,
    tree_of,
    written,
)
from discotag_localization.units import Scan, Unit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.plugin.files import Notes
    from discotag_localization.content import Content
    from discotag_localization.formats.xml_tree import Data, Element
    from discotag_localization.pieces import TextBuilder

PIECE = re.compile(r"\\u[0-9a-fA-F]{4}|\\.|\"", re.DOTALL)
NAMED = {"n": "\n", "t": "\t"}
REFERENCE = re.compile(r"@(?:\+?[\w.]+:)?\w+/\w+|\?\w+")


class Android(XmlFormat):
    """`resources` of an app."""

    def scan(self, content: Content, notes: Notes) -> Scan:  # noqa: ARG002 - as all formats
        """Find the units; InputError where it is no such XML."""
        root = tree_of(content.text, content.path, root="resources")
        return Scan([unit for child in root.elements() for unit in _units(child, content.text)])


def create(options: object) -> Android:  # noqa: ARG001 - as all formats
    """Build the format."""
    return Android()


def _units(element: Element, content: str) -> Iterator[Unit]:
    name = element.attributes.get("name", "")
    if not name or element.attributes.get("translatable") == "false":
        return
    if product := element.attributes.get("product"):
        name = f"{name} ({product})"
    if element.local == "string":
        yield from _unit(element, content, name, element.comment)
    elif element.local == "plurals":
        for item in element.elements("item"):
            form = item.attributes.get("quantity", "other")
            comment = "\n".join(part for part in (element.comment, item.comment) if part)
            yield from _unit(item, content, f"{name}[{form}]", comment, group=name, form=form)
    elif element.local == "string-array":
        for number, item in enumerate(element.elements("item")):
            yield from _unit(item, content, f"{name}[{number}]", element.comment)


def _unit(
    element: Element, content: str, name: str, comment: str, *, group: str = "", form: str = ""
) -> Iterator[Unit]:
    text = inner_text(element, content, _add).collapsed()
    if not REFERENCE.fullmatch(text.text):
        escape = _as_data if has_cdata(element) else _written
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


def _written(text: str) -> str:
    return written(_escaped(text))


def _as_data(text: str) -> str:
    return as_data(_escaped(text))
