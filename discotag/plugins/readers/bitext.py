"""What TMX and XLIFF share: the name of the translation, and markup that is no text."""

from __future__ import annotations

REFERENCE = "ref"
"""Name of the translation that the file holds."""

CODES = frozenset({"bpt", "ept", "it", "ph", "ut"})
"""Inline elements whose content is the markup of another format, with whatever it holds.

All other inline elements are empty or hold text of the sentence. Sources: the lists of inline
elements of TMX 1.4b, XLIFF 1.2 and XLIFF 2.0.
"""
