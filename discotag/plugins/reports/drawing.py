"""Elements of SVG: added to a panel with a class and rounded places, and written as text."""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement, tostring


def add(panel: Element, name: str, kind: str, text: str = "", **places: float) -> Element:
    """Add an element of a class, with its text and its places in pixels."""
    attributes = {key: f"{round(value, 1):g}" for key, value in places.items()}
    element = SubElement(panel, name, {"class": kind, **attributes})
    element.text = text or None
    return element


def points(places: list[tuple[float, float]]) -> str:
    """Write places as the points of a line or an area."""
    return " ".join(f"{round(x, 1):g},{round(y, 1):g}" for x, y in places)


def written(panel: Element) -> str:
    """Write a drawing as text."""
    return tostring(panel, encoding="unicode", short_empty_elements=False)
