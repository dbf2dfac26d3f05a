"""What a language pack's `plugin.py` declares in a line: its languages, and keys that are a table.

A pack is a folder of data; these functions make the hooks and entry points that read it.
"""

from __future__ import annotations

from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict

from discotag.core.hookspecs import hookimpl
from discotag.core.language import LanguagePack
from discotag.core.tables import read_toml

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

KEYS = "keys.toml"
Affixes = Annotated[
    tuple[str, ...],
    BeforeValidator(lambda value: value.split() if isinstance(value, str) else value),
]


def declare_languages(package: str, *more: str) -> Callable[[], Iterator[LanguagePack]]:
    """Make the hook of a package that holds a language pack, to be named `discotag_languages`.

    Args:
        package: the import package with `data/language.toml`.
        more: files in `data/` of its further languages, such as `language-pt-br.toml`.

    Example:
        >>> discotag_languages = declare_languages("discotag_lang_fr")
        >>> [pack.name for pack in discotag_languages()]
        ['French']
    """

    @hookimpl
    def discotag_languages() -> Iterator[LanguagePack]:
        for file in ("language.toml", *more):
            yield LanguagePack.from_package(package, file=file)

    return discotag_languages


class Cut(BaseModel):
    """One cut: the first of some affixes that leaves enough of a word.

    Args:
        at: where the affixes are.
        affixes: in the order in which they are tried.
        least: fewest letters that must be left.
        otherwise: whether the cut is made only where the one before found nothing.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    at: Literal["start", "end"]
    affixes: Affixes
    least: int
    otherwise: bool = False

    def of(self, word: str) -> str:
        """Return a word without its affix."""
        for affix in self.affixes:
            if len(word) - len(affix) >= self.least:
                if self.at == "start" and word.startswith(affix):
                    return word.removeprefix(affix)
                if self.at == "end" and word.endswith(affix):
                    return word.removesuffix(affix)
        return word


class KeyTable(BaseModel):
    """How the words of a language become keys of its translation table (`keys.toml`).

    Args:
        deleted: characters that are left out.
        levelled: two strings of equal length: letters that become others.
        until: a sign; what follows it is left out.
        longest: letters that are kept; 0 = all.
        cut: the cuts, in order (`[[cut]]`).
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    deleted: str = ""
    levelled: tuple[str, str] = ("", "")
    until: str = ""
    longest: int = 0
    cut: tuple[Cut, ...] = ()

    @cached_property
    def _letters(self) -> dict[int, int | None]:
        return str.maketrans(*self.levelled, self.deleted)

    def key(self, word: str) -> str:
        """Return a word's key."""
        word = word.translate(self._letters)
        if self.until:
            word = word.partition(self.until)[0] or word
        is_cut = False
        for cut in self.cut:
            if not (cut.otherwise and is_cut):
                bare = cut.of(word)
                is_cut, word = bare != word, bare
        return word[: self.longest or None]


def table_keys(package: str) -> Callable[[str], str]:
    """Make the function word → key of a package that holds `keys.toml`, read when first needed.

    It is declared as an entry point of the group `discotag.table_keys`.
    """
    tables: list[KeyTable] = []

    def key(word: str) -> str:
        if not tables:
            data, _ = read_toml(Path(str(files(package))) / KEYS)
            tables.append(KeyTable(**data))
        return tables[0].key(word)

    return key
