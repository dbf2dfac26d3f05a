"""The language of a file by its name, as the tools that read it have it by convention."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from langcodes import Language, closest_match
from langcodes.tag_parser import LanguageTagError

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

CODE = r"[a-z]{2,3}(?:[-_](?:r?[A-Z]{2}|[A-Z][a-z]{3}|\d{3}|[a-z]{2}))?"
FOLDERS = (
    re.compile(rf"values-({CODE})"),  # Android
    re.compile(rf"({CODE})\.lproj"),  # Apple
    re.compile(rf"({CODE})"),  # gettext, i18next, Chrome
)
BEHIND = re.compile(rf"[._-]({CODE})$")
VARIETY = 5
"""The largest of CLDR's distances between varieties that are read alike."""
PASSED = frozenset({"LC_MESSAGES"})
"""Folders between that of a language and a file."""


def language_of_path(path: Path) -> str:
    """Return the code of a language in a file's name or in its folder's; "" where there is none.

    Example:
        >>> from pathlib import Path
        >>> [language_of_path(Path(name)) for name in ("app_de.arb", "values-pt-rBR/strings.xml")]
        ['de', 'pt-BR']
    """
    stem = path.name.removesuffix(".gz").rpartition(".")[0]
    if (found := re.fullmatch(CODE, stem)) and (code := _known(found[0])):
        return code
    if (found := BEHIND.search(stem)) and (code := _known(found[1])):
        return code
    folder = next((part for part in reversed(path.parts[:-1]) if part not in PASSED), "")
    for pattern in FOLDERS:
        if (named := pattern.fullmatch(folder)) and (code := _known(named[1])):
            return code
    return ""


def nearest_code(wanted: str, codes: Collection[str]) -> str | None:
    """Return the code of a variety that is read for another, the same one first; None = none is.

    Example:
        >>> [nearest_code("pt", ["pt-BR", "de"]), nearest_code("fr", ["de"])]
        ['pt-BR', None]
    """
    same = next((code for code in codes if _folded(code) == _folded(wanted)), None)
    if same is not None or not codes:
        return same
    found, distance = closest_match(wanted, list(codes), max_distance=VARIETY)
    return found if distance <= VARIETY else None


def _folded(code: str) -> str:
    return code.replace("_", "-").casefold()


def _known(code: str) -> str:
    """Return a code as in BCP 47; "" where there is no such language of two letters."""
    tag = re.sub(r"-r(?=[A-Z]{2}$)", "-", code.replace("_", "-"))
    try:
        language = Language.get(tag)
    except LanguageTagError:
        return ""
    is_known = language.is_valid() and len(language.language or "") == len("en")
    return str(language.to_tag()) if is_known else ""
