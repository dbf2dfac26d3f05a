"""Declares the Chinese pack and its variant in traditional characters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import LanguagePack, hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable

DISCOTAG_API = (1, 0)
PACKAGE = "discotag_lang_zh"


@hookimpl
def discotag_languages() -> Iterable[LanguagePack]:
    """Declare Chinese in simplified and in traditional characters."""
    yield LanguagePack.from_package(PACKAGE)
    yield LanguagePack.from_package(PACKAGE, file="language-zh-tw.toml")
