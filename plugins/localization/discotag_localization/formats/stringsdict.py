"""Apple's `.stringsdict`: plural forms of strings, as a property list.

The format: Apple, Localizing strings that contain plurals. `%#@name@` in a key's format stands for
the forms of a variable.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag_localization.formats.json_texts import CATEGORIES
from discotag_localization.formats.xml_tree import (
    XmlFormat,
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

FORMAT = "NSStringLocalizedFormatKey"


class Stringsdict(XmlFormat):
    """A property list of forms."""

    def scan(self, content: Content, notes: Notes) -> Scan:  # noqa: ARG002 - as all formats
        """Find the units; InputError where it is no property list."""
        root = tree_of(content.text, content.path, root="plist")
        units: list[Unit] = []
        for top in root.elements("dict"):
            for name, key, value in _pairs(top):
                if value.local == "dict":
                    units += _units(value, name, key.comment, content.text)
        return Scan(units)


def create(options: object) -> Stringsdict:  # noqa: ARG001 - as all formats
    """Build the format."""
    return Stringsdict()


def _pairs(parent: Element) -> Iterator[tuple[str, Element, Element]]:
    """Yield the keys of a `dict`, their elements and those of their values."""
    waiting: Element | None = None
    for element in parent.elements():
        if element.local == "key":
            waiting = element
        elif waiting is not None:
            yield waiting.value(), waiting, element
            waiting = None


def _units(parent: Element, name: str, comment: str, content: str) -> Iterator[Unit]:
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
    """Return a format without what stands for forms, `%#@name@`."""
    return " ".join(part for number, part in enumerate(text.split("@")) if number % 2 == 0)
