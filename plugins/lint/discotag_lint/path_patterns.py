"""Patterns of paths that belong together: `locales/en/**/*.json` and `locales/{lang}/**/*.json`.

A path that fits one pattern says, wildcard by wildcard, which path of the other belongs to it.
Patterns have `/` between folders on every system, and are relative to one folder.
"""

from __future__ import annotations

import os
import re
from copy import copy
from fnmatch import translate
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path


LANGUAGE = "{lang}"
PART = re.compile(r"\*\*/|\*\*|\*|\?|\[[^\]/]+\]|\{lang\}")
CODE = r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*(?:@[a-z]+)?|b(?:\+[A-Za-z0-9]{2,8})+"
"""A language in a path: `fr`, `pt_BR`, Android's `pt-rBR` and `b+sr+Latn`, gettext's `sr@latin`."""
UNSEEN = frozenset({"node_modules", "__pycache__"})
"""Folders that are never looked into, like those whose names begin with a dot."""


class Fit(NamedTuple):
    """How a path fits a pattern.

    Args:
        language: what is at `{lang}`, as the path has it, or `""`.
        wildcards: what is at each wildcard, in order.
    """

    language: str
    wildcards: tuple[str, ...]


class PathPattern:
    """A pattern with `*`, `?`, `[…]`, `**` (any number of folders) and `{lang}`.

    Args:
        text: the pattern.
        names: what may be at `{lang}`; empty = anything that looks like a language's code.

    Raises:
        ValueError: it leads out of the folder, or has an unknown `{name}`.
    """

    def __init__(self, text: str, names: Iterable[str] = ()) -> None:
        self.text = text.removeprefix("./")
        self._code = "|".join(map(re.escape, names)) or CODE
        path = PurePosixPath(self.text)
        if not self.text or path.is_absolute() or ".." in path.parts or "\\" in self.text:
            raise ValueError(
                f"the pattern {text!r} must lie in the folder of the configuration, with / between"
                " folders"
            )
        self._parts = PART.split(self.text)
        self._marks = PART.findall(self.text)
        for part in self._parts:
            if unknown := re.search(r"\{[^}]*\}?", part):
                raise ValueError(f"the pattern {text!r} has {unknown[0]}; there is {{lang}}")

    def __str__(self) -> str:
        return self.text

    @property
    def has_language(self) -> bool:
        """Whether `{lang}` is in it."""
        return LANGUAGE in self._marks

    @property
    def wildcards(self) -> tuple[str, ...]:
        """Its wildcards in order, without `{lang}`."""
        return tuple(mark for mark in self._marks if mark != LANGUAGE)

    def fit(self, path: str) -> Fit | None:
        """Return how a relative path fits, or None.

        Example:
            >>> PathPattern("locales/{lang}/**/*.json").fit("locales/fr/ui/menu.json")
            Fit(language='fr', wildcards=('ui/', 'menu'))
        """
        found = self._expression.fullmatch(path)
        if found is None:
            return None
        values = found.groupdict()
        return Fit(
            values.pop("lang", None) or "",
            tuple(values[name] for name in sorted(values, key=lambda name: int(name[1:]))),
        )

    def filled(self, fit: Fit) -> str:
        """Return the path with a language and what is at each wildcard.

        Example:
            >>> PathPattern("en/**/*.json").filled(Fit("fr", ("ui/", "menu")))
            'en/ui/menu.json'
        """
        waiting = iter(fit.wildcards)
        values = [fit.language if mark == LANGUAGE else next(waiting) for mark in self._marks]
        return "".join(
            part for pair in zip(self._parts, (*values, ""), strict=True) for part in pair
        )

    def narrowed(self, fit: Fit) -> PathPattern:
        """Return the pattern with its wildcards filled in, so that `{lang}` alone is open."""
        waiting = iter(fit.wildcards)
        own = copy(self)
        parts = [self._parts[0]]
        for mark, part in zip(self._marks, self._parts[1:], strict=True):
            if mark == LANGUAGE:
                parts.append(part)
            else:
                parts[-1] += next(waiting) + part
        own._parts = parts
        own._marks = [mark for mark in self._marks if mark == LANGUAGE]
        own.text = LANGUAGE.join(parts)
        return own

    def files(self, folder: Path) -> Iterator[tuple[str, Fit]]:
        """Yield the files of a folder that fit, in order, each with how it fits."""
        fixed = self._parts[0].rpartition("/")[0]
        if not self._marks:
            if (folder / self.text).is_file():
                yield self.text, Fit("", ())
            return
        for place, folders, names in os.walk(folder / fixed):
            folders[:] = sorted(
                name for name in folders if not name.startswith(".") and name not in UNSEEN
            )
            for name in sorted(names):
                path = (type(folder)(place) / name).relative_to(folder).as_posix()
                if (fit := self.fit(path)) is not None:
                    yield path, fit

    @property
    def _expression(self) -> re.Pattern[str]:
        pieces = [re.escape(self._parts[0])]
        has_language = False
        number = 0
        for mark, part in zip(self._marks, self._parts[1:], strict=True):
            if mark == LANGUAGE:
                pieces.append("(?P=lang)" if has_language else f"(?P<lang>{self._code})")
                has_language = True
            else:
                pieces.append(f"(?P<w{number}>{_expression_of(mark)})")
                number += 1
            pieces.append(re.escape(part))
        return re.compile("".join(pieces))


def _expression_of(mark: str) -> str:
    """Return the expression of one wildcard."""
    known = {"**/": r"(?:[^/]+/)*", "**": r".+", "*": r"[^/]*", "?": r"[^/]"}
    if mark in known:
        return known[mark]
    return re.sub(
        r"^\(\?s:|\)\\[Zz]$", "", translate(mark)
    )  # a class of characters, as shells read it


def language_code(name: str) -> str:
    """Return the language of what a path calls it, with hyphens.

    Example:
        >>> [language_code(name) for name in ("pt_BR", "pt-rBR", "b+sr+Latn", "sr@latin")]
        ['pt-BR', 'pt-BR', 'sr-Latn', 'sr']
    """
    name = name.partition("@")[0]
    if name.startswith("b+"):
        return name.removeprefix("b+").replace("+", "-")
    name = name.replace("_", "-")
    return re.sub(r"^([A-Za-z]{2,3})-r([A-Z]{2})$", r"\1-\2", name)
