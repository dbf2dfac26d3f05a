"""Declares the Portuguese pack: the language and its two varieties."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import LanguagePack, hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable

DISCOTAG_API = (1, 0)


@hookimpl
def discotag_languages() -> Iterable[LanguagePack]:
    """Declare Portuguese, Brazilian Portuguese and European Portuguese."""
    for file in ("language.toml", "language-pt-br.toml", "language-pt-pt.toml"):
        yield LanguagePack.from_package("discotag_lang_pt", file=file)
