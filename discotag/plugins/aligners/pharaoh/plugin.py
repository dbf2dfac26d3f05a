"""Declares the aligner `pharaoh`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.components import AlignerInfo
from discotag.core.hookspecs import hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterator

DISCOTAG_API = (1, 0)


@hookimpl
def discotag_aligners() -> Iterator[AlignerInfo]:
    """Declare the aligner."""
    yield AlignerInfo(
        name="pharaoh",
        summary="Your own links: one line of 0-based i-j (or i-j:score) per segment "
        "(TEXT=pharaoh:FILE).",
        factory="discotag.plugins.aligners.pharaoh.aligner:PharaohAligner",
        is_sequential=True,
        is_by_line=True,
    )
