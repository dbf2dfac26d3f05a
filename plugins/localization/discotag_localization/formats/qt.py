"""Qt's translation files (TS), as Qt Linguist writes them.

The format: https://doc.qt.io/qt-6/linguist-ts-file-format.html. A unit is called by its id, or by
its context and source: `MainWindow|Open`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import InputError
from discotag_localization.formats.gettext import TRANSLATED, UNTRANSLATED, named
from discotag_localization.formats.xml_tree import XmlFormat, inner_text, plain, tree_of, written
from discotag_localization.units import Scan, Unit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.plugin.files import Notes
    from discotag_localization.formats.xml_tree import Element
    from discotag_localization.texts import Content

GONE = frozenset({"obsolete", "vanished"})
"""Types of translations whose source is no longer in the program."""
COMMENTS = ("comment", "extracomment", "translatorcomment")


class QtLinguist(XmlFormat):
    """Messages of `TS` with their contexts, comments, states and plural forms."""

    def scan(self, content: Content, notes: Notes) -> Scan:
        """Find the units; InputError where it is not such XML."""
        if not content.text.lstrip().startswith("<"):
            raise InputError(
                "is not a TS file of Qt: it does not begin with <. For plain lines (in Tsonga,"
                " too): --reader lines",
                path=content.path,
                line=1,
            )
        root = tree_of(content.text, content.path, root="TS")
        sources: list[Unit] = []
        targets: list[Unit] = []
        gone = 0
        for context, message in _messages(root):
            source = next(message.elements("source"), None)
            translation = next(message.elements("translation"), None)
            if translation is None or (source is None and "id" not in message.attributes):
                continue
            if translation.attributes.get("type") in GONE:
                gone += 1
                continue
            unit = _source_unit(message, source or translation, context, content.text)
            sources.append(unit)
            targets += _translations(translation, unit, content.text)
        if gone:
            notes.tell(
                f"{gone} obsolete {'message' if gone == 1 else 'messages'} left out",
                kind="obsolete",
                path=content.path,
                line=None,
            )
        attributes = root.attributes
        return Scan(
            targets,
            sources,
            attributes.get("language", ""),
            attributes.get("sourcelanguage", ""),
        )


def _messages(root: Element) -> Iterator[tuple[str, Element]]:
    """Yield each message with the name of its context."""
    for context in root.elements("context"):
        name = next((element.value().strip() for element in context.elements("name")), "")
        yield from ((name, message) for message in context.elements("message"))
    yield from (("", message) for message in root.elements("message"))


def _source_unit(message: Element, source: Element, context: str, content: str) -> Unit:
    told = [one.value() for name in COMMENTS for one in message.elements(name)]
    text = inner_text(source, content, plain)
    identity = message.attributes.get("id", "")
    meaning = next((element.value() for element in message.elements("comment")), "")
    group = identity or "\x04".join((context, text.text, meaning))
    return Unit(
        identity or named(context, text.text), text, written, "\n".join(filter(None, told)), group
    )


def _translations(translation: Element, source: Unit, content: str) -> Iterator[Unit]:
    """Yield the translation, or each of its plural forms; of variants by length the first."""
    forms = [*translation.elements("numerusform")]
    elements = [next(form.elements("lengthvariant"), form) for form in forms or [translation]]
    texts = [inner_text(element, content, plain) for element in elements]
    state = translation.attributes.get("type", TRANSLATED)
    if not all(text.text.strip() for text in texts):
        state = UNTRANSLATED
    for number, text in enumerate(texts):
        form = str(number) if forms else ""
        name = f"{source.id}[{form}]" if forms else source.id
        yield Unit(name, text, written, source.comment, source.group, form, state=state)
