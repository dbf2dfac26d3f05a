"""XML read as a stream of closed elements: nothing is fetched, nothing is expanded.

Memory holds one element at a time. A file that declares entities is refused: they can grow without
bound, or name files of this machine.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

from lxml import etree

from discotag.core.errors import InputError
from discotag.files.text import opened

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from pathlib import Path


def elements(
    path: Path, names: Collection[str], *, roots: Collection[str]
) -> Iterator[tuple[str, etree._Element]]:
    """Yield (local name, element) where an element of these names ends; freed with the next step.

    Args:
        path: the file, plain or gzip; `-` is standard input.
        names: local names, whatever the namespace.
        roots: the local names that the root may have.

    Raises:
        InputError: the file cannot be read, is no well-formed XML, has another root or declares
            entities.
    """
    with opened(path) as stream:
        events = etree.iterparse(
            stream,
            events=("start", "end"),
            resolve_entities=False,
            no_network=True,
            load_dtd=False,
            huge_tree=False,
            remove_comments=True,
            remove_pis=True,
            collect_ids=False,
        )
        try:
            _, root = next(events)
            _check_root(root, path, roots)
            for event, element in events:
                name = local_name(element)
                if event == "end" and name in names:
                    yield name, element
                    _free(element)
        except etree.XMLSyntaxError as error:
            raise InputError(
                f"is no well-formed XML ({error.msg}); is it complete, and in the encoding that it"
                " names?",
                path=path,
                line=error.lineno or None,
            ) from error
        except (OSError, EOFError, zlib.error) as error:
            raise InputError(
                f"cannot be read to its end ({error}); is the file complete?", path=path
            ) from error


def local_name(element: etree._Element) -> str:
    """Return an element's name without its namespace."""
    return str(element.tag).rpartition("}")[2]


def line_of(element: etree._Element) -> int:
    """Return the 1-based line where an element begins; 0 where it is not known."""
    return element.sourceline or 0


def attribute(element: etree._Element, *names: str) -> str | None:
    """Return the first of these attributes that stands there, whatever its namespace."""
    for wanted in names:
        for name, value in element.attrib.items():
            if str(name).rpartition("}")[2] == wanted:
                return str(value).strip()
    return None


def text_of(element: etree._Element, path: Path, *, without: Collection[str] = ()) -> str:
    """Return an element's text on one line.

    A line end with the white space around it is a space, since it lays out the file.

    Args:
        element: the element.
        path: its file, for messages.
        without: local names of elements whose content is no text.

    Raises:
        InputError: it refers to an entity.
    """
    text = "".join(_texts(element, path, without))
    return _on_one_line(text) if "\n" in text else text


def _on_one_line(text: str) -> str:
    """Return a text with a space for each line end and the white space around it."""
    first, *others = text.split("\n")
    lines = [first, *(line for other in others if (line := other.lstrip()))]
    return " ".join(line.removesuffix("\r").rstrip(" \t") for line in lines).strip()


def _texts(element: etree._Element, path: Path, without: Collection[str]) -> Iterator[str]:
    yield element.text or ""
    for child in element:
        if isinstance(child, etree._Entity):
            raise InputError(
                f"the entity {child.text} is not expanded; write the character itself",
                path=path,
                line=line_of(child) or line_of(element),
            )
        if local_name(child) not in without:
            yield from _texts(child, path, without)
        yield child.tail or ""


def _check_root(root: etree._Element, path: Path, roots: Collection[str]) -> None:
    dtd = root.getroottree().docinfo.internalDTD
    if dtd is not None and dtd.entities():
        raise InputError(
            "declares entities in its DOCTYPE, which could hold files of this machine or grow"
            " without bound; write the text itself and remove the declarations",
            path=path,
        )
    if local_name(root) not in roots:
        wanted = " or ".join(f"<{name}>" for name in sorted(roots))
        raise InputError(
            f"begins with <{local_name(root)}> where {wanted} is expected; choose another --reader",
            path=path,
            line=line_of(root),
        )


def _free(element: etree._Element) -> None:
    """Let go of an element and of all that was closed before it beside it."""
    parent = element.getparent()
    element.clear()
    while parent is not None and element.getprevious() is not None:
        del parent[0]
