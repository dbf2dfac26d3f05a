"""Declares the Czech pack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import LanguagePack, hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable

DISCOTAG_API = (1, 0)


@hookimpl
def discotag_languages() -> Iterable[LanguagePack]:
    """Declare Czech."""
    yield LanguagePack.from_package("discotag_lang_cs")
