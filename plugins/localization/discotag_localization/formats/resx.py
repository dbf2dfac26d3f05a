"""Resources of .NET: `data` with a `value` and a `comment`.

The format: https://learn.microsoft.com/dotnet/core/extensions/work-with-resx-files-programmatically.
Data of another type than text (images, sizes) has no units.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

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
    from discotag_localization.content import Content
    from discotag_localization.formats.xml_tree import Element


class Resx(XmlFormat):
    """`root` with `data`."""

    def scan(self, content: Content, notes: Notes) -> Scan:  # noqa: ARG002 - as all formats
        """Find the units; InputError where it is no such XML."""
        root = tree_of(content.text, content.path, root="root")
        return Scan([unit for data in root.elements("data") for unit in _unit(data, content.text)])


def create(options: object) -> Resx:  # noqa: ARG001 - as all formats
    """Build the format."""
    return Resx()


def _unit(data: Element, content: str) -> Iterator[Unit]:
    name = data.attributes.get("name", "")
    value = next(data.elements("value"), None)
    is_other = "type" in data.attributes or "mimetype" in data.attributes or name.startswith(">>")
    if value is None or not name or is_other:
        return
    notes = [data.comment, *(comment.value().strip() for comment in data.elements("comment"))]
    text = inner_text(value, content, plain).stripped()
    escape = as_data if has_cdata(value) else written
    yield Unit(name, text, escape, "\n".join(note for note in notes if note))
